// SPDX-License-Identifier: MIT
// Places of threads in their warp and in the grid, and sums over warps.
#pragma once

#include <cstdint>

namespace hypermatch::detail::parallel {

inline constexpr std::uint32_t k_all_lanes = ~std::uint32_t{0};

[[nodiscard]] __device__ inline std::uint32_t lane_of_warp() {
  return threadIdx.x % 32;
}

/// Numbers over the whole grid.
[[nodiscard]] __device__ inline std::uint64_t thread_of_grid() {
  return static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
[[nodiscard]] __device__ inline std::uint64_t threads_of_grid() {
  return static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
}

/// In every lane the sum over its team of lanes; the whole warp calls it. The lanes always add up
/// in the same order.
template <int kTeam = 32, class T>
[[nodiscard]] __device__ T sum_of_warp(T value) {
  for (int step = kTeam / 2; step > 0; step /= 2)
    value += __shfl_xor_sync(k_all_lanes, value, step);
  return value;
}

}  // namespace hypermatch::detail::parallel
