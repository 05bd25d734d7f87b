// SPDX-License-Identifier: MIT
// Greedy matchings of graphs and hypergraphs whose edges lie on many ranks. Local max on ranks is
// in Birn, Osipov, Sanders, Schulz, Sitchinava 2013 (doi:10.1007/978-3-642-40047-6_66); this scheme
// takes edges in batches of falling weight, so that few rounds of messages settle any instance.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/communicator.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// The edges that one rank holds: consecutive ones of the instance, in order of ranks.
struct EdgePart {
  VertexId num_vertices = 0;     ///< of the instance
  std::uint64_t first_edge = 0;  ///< the number of the first one here
  Array<Offset> offsets;         ///< size edges + 1, from 0; empty: `edge_size` pins per edge
  std::uint32_t edge_size = 2;   ///< of all edges here, at least 1; only where there are no offsets
  Array<VertexId> pins;          ///< numbers of the instance; those of an edge are distinct
  Weights weights;               ///< one per edge, or none on all ranks
  /// A reader has seen that the pins are below `num_vertices`, so that a single rank looks no more.
  bool is_checked = false;

  [[nodiscard]] std::size_t num_edges() const {
    return offsets.empty() ? pins.size() / edge_size : offsets.size() - 1;
  }
  [[nodiscard]] std::span<const VertexId> pins_of(std::size_t e) const {
    if (offsets.empty()) return pins.view().subspan(e * edge_size, edge_size);
    return pins.view().subspan(offsets[e], offsets[e + 1] - offsets[e]);
  }
};

/// How ranks find the greedy matching.
enum class RankMethod {
  batches,  ///< batches of falling key, few exchanges on any instance
  /// A baseline for graphs, in rounds: Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
  /// doi:10.1007/978-3-642-40047-6_66
  ghosts,
  /// A baseline for graphs, by requests, here in bulk: Manne, Bisseling 2008,
  /// doi:10.1007/978-3-540-68111-3_74
  requests,
};

/// Messages of a call, of all ranks together.
struct RankCosts {
  std::uint64_t exchanges = 0;       ///< times that boxes were exchanged
  std::uint64_t reductions = 0;      ///< times that words were combined
  std::uint64_t setup_bytes = 0;     ///< sent for rows, for shared vertices, and to sample
  std::uint64_t bytes = 0;           ///< sent to other ranks to match, without stalled edges
  std::uint64_t boundary_pairs = 0;  ///< pairs of a vertex and a rank that has it as a ghost
  std::uint64_t batches = 0;         ///< 0 where the method has none
  std::uint64_t stalled_edges = 0;   ///< handed to one rank, because rounds settled too few
  std::uint64_t stalled_bytes = 0;   ///< sent for them
  double largest_stalled_share = 0;  ///< of the edges of a batch
  /// Listing the matched edges of this rank and adding their weights, which other places do when
  /// a matching is written.
  double list_seconds = 0;
};

/// The matching, as far as one rank has it.
struct RankMatching {
  Array<ExternalEdge> edges;  ///< the matched edges of its part, ascending
  MatchingValue value;        ///< of all ranks
  MatchingStats stats;        ///< of all ranks; `rounds`: local sweeps, or those of a baseline
  RankCosts costs;
  VertexId num_vertices = 0;
  bool is_weighted = false;
  bool has_integer_weights = true;  ///< the bits of weights are int64, else doubles
  std::uint64_t num_edges = 0;      ///< of all ranks
  std::uint64_t num_pins = 0;       ///< of all ranks
  std::uint64_t max_edge_size = 0;  ///< of all ranks
};

/// The greedy matching of a hypergraph in parts: that of `greedy` and `local_max` under the same
/// order on one core. Called by all ranks, with the same order. Edges take numbers above 2^32; ties
/// then go by mix(number mod 2^32), and by the rest of the number.
///
/// Edges are taken in batches of falling key. In a batch each rank settles its interior by one
/// greedy sweep without messages; the uppermost undecided edge of each shared vertex goes to the
/// vertex's owner, which answers by a bit, and matched vertices are told. What is left of a batch
/// that stalls goes to one rank, in parts no larger than an equal share of the instance. A single
/// rank matches as `local_max` does in memory.
/// O((pins + m log m) / ranks) work per rank where parts are alike; deterministic.
/// @throws Error{invalid_option, invalid_input, resources, cancelled, communication}, on all ranks
[[nodiscard]] RankMatching ranks_matching(const Context& context, Communicator& ranks,
                                          EdgePart part, const OrderOptions& order);

/// As `ranks_matching`, of a graph: all edges have two different ends, no pair is there twice, and
/// ties are broken by the ends, as graphs do. The baselines, which hold each edge at both ends,
/// may need an exchange per edge of the longest falling chain.
[[nodiscard]] RankMatching ranks_graph_matching(const Context& context, Communicator& ranks,
                                                EdgePart part, const OrderOptions& order,
                                                RankMethod method = RankMethod::batches);

/// The matched edges of all ranks, for rank 0, which is handed those of the others in pieces.
class RankedEdges final : public ExternalEdges {
 public:
  RankedEdges(Communicator& ranks, std::span<const ExternalEdge> own) : ranks_(ranks), own_(own) {}
  /// Called by all ranks; `sink` is called on rank 0.
  void for_each(const ExternalSink& sink) override;

 private:
  Communicator& ranks_;
  std::span<const ExternalEdge> own_;
};

}  // namespace hypermatch
