// SPDX-License-Identifier: MIT
// Codes of 32 bits for weights of 64 bits, instead of their ranks: one pass over the arcs, by a
// code made from a sample. Arcs whose words differ stand in the order of their words; those with
// equal words must be compared by the weights themselves (is_above), so that codes are for
// algorithms that compare words of one row, and seldom meet equal ones.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/words.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Weights that are drawn to make the code.
constexpr std::uint64_t k_drawn_weights = 1024;

/// Empty for weights that need no codes.
struct CodeBuffers {
  std::uint32_t* codes = nullptr;
  std::uint64_t* drawn = nullptr;
};

[[nodiscard]] bool has_codes(const DeviceGraphProblem& problem);
[[nodiscard]] CodeBuffers lay_out_codes(parallel::DeviceArena& arena,
                                        const DeviceGraphProblem& problem);
/// As make_words, but codes instead of ranks. Waits once for the device if there are any to make,
/// for the weights drawn; the codes are enqueued only.
[[nodiscard]] ArcWords make_coded_words(const DeviceGraphProblem& problem,
                                        const CodeBuffers& buffers);

}  // namespace hypermatch::detail::graph_matching::device
