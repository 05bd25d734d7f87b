// SPDX-License-Identifier: MIT
// Common front of the candidates of `filtered` on a device.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// A candidate begins with its edge and its code, and where it stands.
struct CandidateState {
  EdgeId edge;
  std::uint32_t state;  // 0: none; that of an edge which has no code yet is its priority

  // From the uppermost bits on: stage (0: none), loser, code.
  static constexpr int k_stage_shift = 29;
  static constexpr std::uint32_t k_entering = 1U << k_stage_shift;  // in its first round
  static constexpr std::uint32_t k_alone = 2U << k_stage_shift;     // and after it
  static constexpr std::uint32_t k_noted = 3U << k_stage_shift;     // in the round in which its
  static constexpr std::uint32_t k_tied = 4U << k_stage_shift;      // code is noted, and after it
  static constexpr std::uint32_t k_loser = k_entering / 2;
  static_assert(k_codes <= k_loser);

  __device__ bool is_none() const { return state == 0; }
  __device__ void clear() { state = 0; }
  __device__ std::uint32_t code() const { return state & (k_codes - 1); }
  __device__ void enter(std::uint32_t code) { state = k_entering | code; }
  __device__ bool is_entering() const { return state >> k_stage_shift == 1; }
  __device__ bool is_tied() const { return state >= k_tied; }
  __device__ void note() { state = (state & (k_entering - 1)) | k_noted; }
  /// After a round.
  __device__ void grow_older() {
    const std::uint32_t stage = state >> k_stage_shift;
    if (stage == 1 || stage == 3) state += k_entering;
  }
  __device__ bool is_loser() const { return (state & k_loser) != 0; }
  __device__ void set_loser(bool loser) {
    state = (state & ~k_loser) | (loser ? k_loser : std::uint32_t{0});
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
