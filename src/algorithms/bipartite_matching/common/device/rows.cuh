// SPDX-License-Identifier: MIT
// A graph's rows as the kernels see them, and loops over those rows that are still of interest:
// each warp looks at 32 rows at once, and shares its lanes out to the ones that are.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "hypermatch/types.hpp"
#include "parallel/device/warp.cuh"

namespace hypermatch::detail::bipartite_matching::device {

using parallel::k_all_lanes;
using parallel::lane_of_warp;
using parallel::thread_of_grid;
using parallel::threads_of_grid;

inline constexpr std::uint32_t k_threads = 512;
inline constexpr std::uint32_t k_warps = k_threads / 32;

/// Kernels take what they are given as __grid_constant__: as it is handed on by reference, every
/// thread would otherwise copy it to memory of its own, and half of all loads would be of that.
struct Rows {
  const Offset* offsets;
  const VertexId* columns;
  std::uint32_t num_rows;
  std::uint32_t num_columns;
};

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// Relaxed wherever it is used: between two grid barriers nothing is published through these words,
/// and a barrier orders what was written before it.
template <class T>
[[nodiscard]] __device__ T peek(const T& word) {
  return Shared<T>(const_cast<T&>(word)).load(cuda::memory_order_relaxed);
}
template <class T>
__device__ void poke(T& word, T value) {
  Shared<T>(word).store(value, cuda::memory_order_relaxed);
}
/// True if the word was `expected`, and so became `desired`.
template <class T>
[[nodiscard]] __device__ bool swap_in(T& word, T expected, T desired) {
  return Shared<T>(word).compare_exchange_strong(expected, desired, cuda::memory_order_relaxed);
}

/// A row as a team of lanes gets it; `row` is k_none for a team without one.
struct TeamRow {
  std::uint32_t row;
  std::uint64_t begin;
  std::uint64_t size;
};

/// Calls body(team_row, rank) for each row with is_active(row), in teams of `team` lanes (a power
/// of two up to 32). The whole warp calls `body` together, so that it may use warp primitives.
/// `order`: 32 bytes of shared memory of the calling warp.
template <class IsActive, class Body>
__device__ void for_each_row(const Rows& rows, std::uint32_t team, std::uint8_t* order,
                             const IsActive& is_active, const Body& body) {
  const std::uint32_t lane = lane_of_warp();
  const std::uint64_t warps = threads_of_grid() / 32;
  for (std::uint64_t base = thread_of_grid() / 32 * 32; base < rows.num_rows; base += warps * 32) {
    const auto row = static_cast<std::uint32_t>(base + lane);
    const bool mine = base + lane < rows.num_rows && is_active(row);
    const std::uint32_t active = __ballot_sync(k_all_lanes, mine);
    if (active == 0) continue;
    const std::uint64_t begin = mine ? rows.offsets[row] : 0;
    const std::uint64_t size = mine ? rows.offsets[row + std::uint64_t{1}] - begin : 0;
    if (mine) order[__popc(active & ((1U << lane) - 1))] = static_cast<std::uint8_t>(lane);
    __syncwarp();
    const auto count = static_cast<std::uint32_t>(__popc(active));
    for (std::uint32_t first = 0; first < count; first += 32 / team) {
      const std::uint32_t number = first + lane / team;
      const int owner = number < count ? order[number] : 0;
      const std::uint64_t its_begin = __shfl_sync(k_all_lanes, begin, owner);
      const std::uint64_t its_size = __shfl_sync(k_all_lanes, size, owner);
      body(number < count
               ? TeamRow{static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(owner),
                         its_begin, its_size}
               : TeamRow{k_none, 0, 0},
           lane % team);
    }
    __syncwarp();
  }
}

/// Lanes that share an average row: each looks at about four of its entries.
[[nodiscard]] inline std::uint32_t team_for(std::uint64_t entries, std::uint64_t rows) {
  const double average = static_cast<double>(entries) / static_cast<double>(rows);
  if (average < 4.5) return 1;
  if (average < 9) return 2;
  if (average < 20) return 4;
  if (average < 40) return 8;
  return average < 100 ? 16 : 32;
}

}  // namespace hypermatch::detail::bipartite_matching::device
