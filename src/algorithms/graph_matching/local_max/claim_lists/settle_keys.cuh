// SPDX-License-Identifier: MIT
// Keys of a row's arcs whose digests do not tell their order, put into it by the whole order.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_digest.cuh"

namespace hypermatch::detail::graph_matching::device {

template <int N>
struct FallingKeys {
  std::uint32_t keys[N];
  bool is_known = true;  ///< the first one at least, or that there is none
};

/// `base` and the place of a key make an arc. The last one that is known stands for those that are
/// not. Seldom called, and kept apart so that it takes no registers elsewhere.
template <int N>
__device__ __noinline__ FallingKeys<N> settle_keys(const Arcs& arcs, VertexId v, std::uint64_t base,
                                                   FallingKeys<N> falling) {
  const auto held = [&](std::uint32_t key) {
    const std::uint64_t arc = base + (key & k_place_mask) - 1;
    return HeldArc{static_cast<std::uint32_t>(arc - arcs.offsets[v]), arcs.raw_word(arc),
                   arcs.neighbours[arc]};
  };
  const auto above = [&](std::uint32_t a, std::uint32_t b) {
    return is_above(arcs, v, held(a), held(b));
  };
  falling.is_known =
      settle(falling.keys, false, have_one_digest, above, [](std::uint32_t) { return true; });
  return falling;
}

}  // namespace hypermatch::detail::graph_matching::device
