// SPDX-License-Identifier: MIT
// hMETIS hypergraphs: `m n [fmt]`, then a line per hyperedge (fmt 1, 11: its weight first), then
// (fmt 10, 11) a line per vertex with its weight. Read in windows, by all threads, or as a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/hgr/hgr_scan.hpp"
#include "io/formats/parsers.hpp"
#include "io/source/windows.hpp"
#include "io/text/text.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::io {

/// The first line of data.
struct HgrHeader {
  std::uint64_t num_edges = 0;
  VertexId num_vertices = 0;
  bool edge_weights = false;
  bool vertex_weights = false;
};

/// The position of a reader in a text, with the lines counted so far.
struct HgrCursor {
  std::string name;
  const char* at = nullptr;
  const char* end = nullptr;
  std::uint64_t lines = 0;  ///< in front of `at`
  std::uint64_t bytes = 0;  ///< of all windows so far
  ScanCounts counts;

  /// Goes to the next window; false at the end of the text.
  bool next(TextWindows& windows) {
    std::span<const char> window;
    if (!windows.next(window)) return false;
    at = window.data();
    end = window.data() + window.size();
    bytes += window.size();
    return true;
  }
  /// @throws Error{invalid_input} for the line at `at`
  [[noreturn]] void fail(const std::string& message) const { fail_at(name, lines + 1, message); }
};

/// Takes windows until the header is found and stands behind it then.
[[nodiscard]] HgrHeader read_hgr_header(TextWindows& windows, HgrCursor& cursor);

/// Takes the vertices' weights in [at, end), at most until there are `most`; then only comments and
/// blank lines may follow.
void take_vertex_weights(HgrCursor& cursor, std::uint64_t most, std::uint64_t& found,
                         Array<std::int64_t>* weights);

/// How a text is cut; tests cut it finely.
struct HgrCuts {
  std::size_t window_bytes = std::size_t{32} << 20;
  std::size_t chunk_bytes = parallel::grain(std::size_t{512} << 10, 512);
};

/// Reads a whole hypergraph. `total_bytes` is the length of the text, 0 if unknown; `first_id` the
/// number of the first vertex.
[[nodiscard]] hypermatch::io::Instance read_hgr(const Context& context, TextWindows& windows,
                                                const std::string& name, std::uint64_t total_bytes,
                                                const HgrCuts& cuts = {},
                                                std::uint32_t first_id = 1);

/// Edge after edge, in memory for one window. Owns `input`.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_hgr(Input input, std::size_t window_bytes,
                                                     std::uint32_t first_id = 1);

void write_hgr(const Context&, const hypermatch::io::Instance& instance, const EdgeListView& edges,
               const Sink& sink);

}  // namespace hypermatch::detail::io
