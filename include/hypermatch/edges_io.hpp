// SPDX-License-Identifier: MIT
// Files whose edges are not held: read in blocks, or edge after edge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hypermatch/communicator.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/vertex_labels.hpp"

namespace hypermatch::io {

/// Edges of a file that is too large to be held.
struct OpenedEdges {
  std::unique_ptr<EdgeSource> source;  ///< of a plain native file; else null
  std::unique_ptr<EdgeStream> stream;  ///< where there is no source
  std::uint64_t stream_bytes = 0;      ///< that the stream holds to unpack its file
  bool is_graph = false;               ///< each edge has two ends, and ties go by them
  /// The ids of a graph's vertices where these are not numbers from 1; else empty. May be called
  /// when source or stream are gone. @throws Error{invalid_input, io, resources}
  std::function<VertexLabels()> read_labels;
  std::uint64_t label_bytes = 0;  ///< that `read_labels` needs, its result included
};

/// The edges of a source as a stream, block after block, each checked.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_of(std::unique_ptr<EdgeSource> source);

/// Opens a native, METIS or hMETIS file, edge after edge. A pipe will do; a native file that is
/// packed, or comes from a pipe, is copied to a file without a name in the folder `scratch`. A
/// METIS file whose lines repeat neighbours, or whose two directions differ in weights, is refused
/// when that is seen. Unpacking takes at most half of `memory_bytes`. @throws Error{unsupported}
/// for other formats
[[nodiscard]] OpenedEdges open_edges(const std::string& path, const ReadOptions& options = {},
                                     ReadReport* report = nullptr, const std::string& scratch = {},
                                     std::uint64_t memory_bytes = ~std::uint64_t{0});

/// The edges of a file that one rank holds.
struct PartOfFile {
  EdgePart part;
  bool is_graph = false;  ///< each edge has two ends, and ties go by them
};

/// Reads a plain native, METIS or hMETIS file that all ranks can open, each its part. Called by all
/// ranks. A METIS file whose lines repeat neighbours, or whose two directions differ in weights, is
/// refused. @throws what reading throws, the same on all ranks; Error{unsupported} for other
/// formats, pipes, packed files, and graphs whose vertices have ids that are no numbers from 1
[[nodiscard]] PartOfFile read_part(Communicator& ranks, const std::string& path,
                                   const ReadOptions& options = {}, ReadReport* report = nullptr);

/// Writes matched edges that are not held: the number of each, counted from `labels.first`, or the
/// ids of the two ends of `pairs`, with the weight behind where asked. Whole or not at all.
/// @throws Error{unsupported} for ids that lines with weights cannot hold
void write_external_matching(ExternalEdges& edges, bool pairs, const std::string& path,
                             const VertexLabels& labels, LineWeights weights,
                             bool has_integer_weights);

}  // namespace hypermatch::io
