// SPDX-License-Identifier: MIT
// Files whose edges are not held: read in blocks, or edge after edge.
#pragma once

#include <memory>
#include <string>

#include "hypermatch/communicator.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/streaming_matching.hpp"

namespace hypermatch::io {

/// Edges of a file that is too large to be held.
struct OpenedEdges {
  std::unique_ptr<EdgeSource> source;  ///< of a plain native file; else null
  std::unique_ptr<EdgeStream> stream;  ///< where there is no source
  bool is_graph = false;               ///< each edge has two ends, and ties go by them
};

/// The edges of a source as a stream, block after block, each checked.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_of(std::unique_ptr<EdgeSource> source);

/// Opens a native, METIS or hMETIS file, edge after edge. A pipe will do; a native file that is
/// packed, or comes from a pipe, is copied to a file without a name in the folder `scratch`. A
/// METIS file whose lines repeat neighbours, or whose two directions differ in weights, is refused
/// when that is seen. @throws Error{unsupported} for other formats, and for a graph whose vertices
/// have ids that are no numbers from 1
[[nodiscard]] OpenedEdges open_edges(const std::string& path, const ReadOptions& options = {},
                                     ReadReport* report = nullptr, const std::string& scratch = {});

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

/// Writes matched edges that are not held: the number of each, or the two ends of `pairs`, counted
/// from `first`, with the weight behind where asked. Whole or not at all.
void write_external_matching(ExternalEdges& edges, bool pairs, const std::string& path,
                             std::uint64_t first, LineWeights weights, bool has_integer_weights);

}  // namespace hypermatch::io
