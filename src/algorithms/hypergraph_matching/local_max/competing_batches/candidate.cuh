// SPDX-License-Identifier: MIT
// What every candidate of `filtered` on a device begins with.
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
  static constexpr std::uint32_t k_alone =
      2U << k_stage_shift;  // and after it, if nobody else has its code
  static constexpr std::uint32_t k_tied = 3U << k_stage_shift;     // if others may; for one round
  static constexpr std::uint32_t k_crowded = 4U << k_stage_shift;  // and then
  static constexpr std::uint32_t k_loser = k_entering / 2;
  static_assert(k_codes <= k_loser);

  __device__ bool is_none() const { return state == 0; }
  __device__ void clear() { state = 0; }
  __device__ std::uint32_t code() const { return state & (k_codes - 1); }
  __device__ void enter(std::uint32_t code) { state = k_entering | code; }
  __device__ bool is_entering() const { return state >> k_stage_shift == 1; }
  __device__ bool is_tied() const { return state >= k_tied; }
  __device__ bool is_crowded() const { return state >= k_crowded; }
  /// After a round; `is_shared` if others may have its code.
  __device__ void grow_older(bool is_shared) {
    if (is_entering()) {
      state += is_shared ? k_tied - k_entering : k_alone - k_entering;
    } else if (is_tied() && !is_crowded()) {
      state += k_crowded - k_tied;
    }
  }
  __device__ bool is_loser() const { return (state & k_loser) != 0; }
  __device__ void set_loser(bool loser) {
    state = (state & ~k_loser) | (loser ? k_loser : std::uint32_t{0});
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
