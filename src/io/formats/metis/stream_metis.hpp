// SPDX-License-Identifier: MIT
// A METIS file as a stream of its edges.
#pragma once

#include <cstddef>
#include <memory>

#include "hypermatch/streaming_matching.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Each edge once, with the smaller end first, in the order of the lines; memory for a window of
/// lines. Checks what the reader does, and refuses what it would mend: a neighbour that a line has
/// twice, and weights that differ in the two directions. Owns `input`.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_metis(Input input, std::size_t window_bytes,
                                                       std::uint32_t first_id,
                                                       const MetisLineOptions& options);

}  // namespace hypermatch::detail::io
