// SPDX-License-Identifier: MIT
// Greedy matchings of graphs and hypergraphs that are larger than memory: passes over the edges
// with one bit per vertex and room for some of the edges. Local max in external memory is in Birn,
// Osipov, Sanders, Schulz, Sitchinava 2013 (doi:10.1007/978-3-642-40047-6_66) and Reinstaedtler,
// Schulz, Sitchinava, Walliser 2026; this scheme returns their matching without sorting the edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// Some edges of a source, in arrays that the block owns. Reused from call to call.
struct EdgeBlock {
  Array<EdgeId> ids;      ///< 0-based places in the source
  Array<Offset> offsets;  ///< size ids + 1, the first of any value; empty: two pins per edge
  Array<VertexId> pins;   ///< those of each edge are distinct
  Weights weights;        ///< one per edge, or none; of the same type in all blocks of a source

  [[nodiscard]] std::size_t num_edges() const { return ids.size(); }
  /// Position of the first pin of edge i, or behind the last edge.
  [[nodiscard]] std::size_t pin_begin(std::size_t i) const {
    return offsets.empty() ? 2 * i : static_cast<std::size_t>(offsets[i] - offsets[0]);
  }
  [[nodiscard]] std::span<const VertexId> pins_of(std::size_t i) const {
    return pins.view().subspan(pin_begin(i), pin_begin(i + 1) - pin_begin(i));
  }
};

/// Edges that can be read again, in blocks. The numbers of edges rise from block to block.
class EdgeSource {
 public:
  virtual ~EdgeSource() = default;
  [[nodiscard]] virtual VertexId num_vertices() const = 0;
  [[nodiscard]] virtual bool is_weighted() const = 0;
  /// True if no weight is a float or a double.
  [[nodiscard]] virtual bool has_integer_weights() const = 0;
  /// Cuts the edges into blocks of about so many bytes, and returns how many blocks there are.
  /// Called once, before anything is read.
  virtual std::size_t cut(std::size_t block_bytes) = 0;
  /// Reads a block; may be called by several threads at once. @throws Error{invalid_input, io},
  /// also if the block differs from what it was before
  virtual void read(std::size_t block, EdgeBlock& edges) = 0;
  /// Called with each block, in order, during the first pass; checks what a single block cannot
  /// show. Not called by several threads at once. @throws Error{invalid_input}
  virtual void check(std::size_t block, const EdgeBlock& edges) = 0;
  /// All bytes that were read so far.
  [[nodiscard]] virtual std::uint64_t bytes_read() const = 0;
};

enum class ExternalMethod {
  passes,  ///< with one bit per vertex and room for some of the edges
  sort,    ///< rounds of sorts, as in the papers: a baseline
};

/// Names as of variants.
template <>
struct EnumNames<ExternalMethod> {
  static constexpr EnumName<ExternalMethod> all[] = {{ExternalMethod::passes, "external"},
                                                     {ExternalMethod::sort, "external_sort"}};
};

struct ExternalOptions {
  OrderOptions order = {};  ///< of graphs, the rating is the weight
  ExternalMethod method = ExternalMethod::passes;
  /// Bytes that the call may hold, at least `external_memory_floor`.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  /// Folder of files that have no name and are gone when the call ends; empty: that of the system.
  std::string scratch = {};
};

/// A matched edge.
struct ExternalEdge {
  std::uint64_t id = 0;    ///< 0-based place in the source
  VertexId u = 0;          ///< of graphs: the ends, as the source has them
  VertexId v = 0;          ///< of graphs
  std::uint64_t bits = 1;  ///< of the weight: an int64, or a double
};

/// Takes matched edges in ascending order, some at a time.
using ExternalSink = std::function<void(std::span<const ExternalEdge>)>;

/// Matched edges, in memory or in a file without a name that is gone with the last owner.
class ExternalEdges {
 public:
  virtual ~ExternalEdges() = default;
  /// Hands out all edges, ascending. @throws Error{io}, and what `sink` throws
  virtual void for_each(const ExternalSink& sink) = 0;
};

/// A matching, and what the passes cost.
struct ExternalMatching {
  std::shared_ptr<ExternalEdges> edges;
  MatchingValue value;
  MatchingStats stats;  ///< `rounds`: batches of falling key
  VertexId num_vertices = 0;
  bool is_weighted = false;
  bool has_integer_weights = true;  ///< the bits of weights are int64, else doubles
  std::uint64_t edges_seen = 0;     ///< empty ones included
  std::uint64_t pins_seen = 0;      ///< of all edges
  std::uint64_t max_edge_size = 0;  ///< of all edges
  std::uint64_t passes = 0;         ///< looks at edges: over the source, or over what is left of it
  std::uint64_t source_bytes = 0;   ///< read of a source that can be read again
  std::uint64_t scratch_read = 0;   ///< bytes
  std::uint64_t scratch_written = 0;  ///< bytes
};

/// The least `memory_bytes` for so many vertices: one bit each, and 16 MiB.
[[nodiscard]] constexpr std::uint64_t external_memory_floor(VertexId num_vertices) {
  return num_vertices / 8 + (std::uint64_t{16} << 20);
}

/// The greedy matching of a source that is larger than memory: that of `greedy` and `local_max`
/// under the same order.
///
/// A pass reads what is left and holds the uppermost free edges, as many as there is room for;
/// matches them in order; and goes on below. Blocks that reach higher are read earlier, and all
/// that lies above what is unread is matched at once, so that weights that rise or fall along the
/// source need one pass behind the first look. What is still free is written to scratch once it is
/// much less than what is read. Work O(passes * pins + m log m). Deterministic.
///
/// @throws Error{resources} if memory_bytes is too small, Error{invalid_option, unsupported,
/// invalid_input, io, cancelled}
[[nodiscard]] ExternalMatching external_matching(const Context& context, EdgeSource& source,
                                                 const ExternalOptions& options);
/// `external_matching` of a stream, which is read once and copied to scratch.
[[nodiscard]] ExternalMatching external_matching(const Context& context, EdgeStream& stream,
                                                 const ExternalOptions& options);

/// As `external_matching`, of a graph: all edges have two different ends, no pair is there twice,
/// and ties are broken by the ends, as graphs do.
[[nodiscard]] ExternalMatching external_graph_matching(const Context& context, EdgeSource& source,
                                                       const ExternalOptions& options);
/// `external_graph_matching` of a stream, which is read once and copied to scratch.
[[nodiscard]] ExternalMatching external_graph_matching(const Context& context, EdgeStream& stream,
                                                       const ExternalOptions& options);

}  // namespace hypermatch
