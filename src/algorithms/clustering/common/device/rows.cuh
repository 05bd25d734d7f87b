// SPDX-License-Identifier: MIT
// Rows and weights of a level as kernels read them.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/clustering/common/device/device_level.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"
#include "parallel/device/warp.cuh"

namespace hypermatch::detail::clustering::device {

inline constexpr std::uint32_t k_threads = 512;
inline constexpr std::uint32_t k_warps = k_threads / 32;

using parallel::check_launch;
using parallel::k_all_lanes;
using parallel::sum_of_warp;
using parallel::thread_of_grid;
using parallel::threads_of_grid;

__device__ inline std::int64_t scaled(const DeviceArcWeights& weights, std::int64_t weight) {
  if (!weights.is_scaled) return weight;
  return __double2ll_rn(ldexp(static_cast<double>(weight), weights.exponent));
}

/// The weight of item i where the kind of all is known.
template <DeviceArcWeights::Kind kKind>
__device__ std::int64_t weight_of_kind(const DeviceArcWeights& weights, std::uint64_t i) {
  using Kind = DeviceArcWeights::Kind;
  if constexpr (kKind == Kind::int32) {
    return scaled(weights, static_cast<const std::int32_t*>(weights.items)[i]);
  } else if constexpr (kKind == Kind::int64) {
    return scaled(weights, static_cast<const std::int64_t*>(weights.items)[i]);
  } else if constexpr (kKind == Kind::float32) {
    return __double2ll_rn(
        ldexp(static_cast<double>(static_cast<const float*>(weights.items)[i]), weights.exponent));
  } else if constexpr (kKind == Kind::float64) {
    return __double2ll_rn(ldexp(static_cast<const double*>(weights.items)[i], weights.exponent));
  } else {
    return weights.one;
  }
}

/// The weight of item i.
__device__ inline std::int64_t weight_at(const DeviceArcWeights& weights, std::uint64_t i) {
  using Kind = DeviceArcWeights::Kind;
  switch (weights.kind) {
    case Kind::int32:
      return weight_of_kind<Kind::int32>(weights, i);
    case Kind::int64:
      return weight_of_kind<Kind::int64>(weights, i);
    case Kind::float32:
      return weight_of_kind<Kind::float32>(weights, i);
    case Kind::float64:
      return weight_of_kind<Kind::float64>(weights, i);
    case Kind::none:
      break;
  }
  return weight_of_kind<Kind::none>(weights, i);
}

struct Row {
  std::uint64_t begin;
  std::uint64_t length;
};

__device__ inline Row row_of(const DeviceLevelView& level, VertexId v) {
  const std::uint64_t begin = level.begins[v];
  return {begin, level.lengths != nullptr ? level.lengths[v] : level.begins[v + 1] - begin};
}

/// Where none are kept, degrees: each arc weighs the same.
__device__ inline std::int64_t volume_at(const DeviceLevelView& level, VertexId v) {
  if (level.volume != nullptr) return level.volume[v];
  return static_cast<std::int64_t>(row_of(level, v).length) * level.weights.one;
}

__device__ inline std::int64_t loop_at(const DeviceLevelView& level, VertexId v) {
  return level.loops != nullptr ? level.loops[v] : 0;
}

inline std::uint32_t blocks_for(std::uint64_t items) {
  const std::uint64_t blocks = (items + k_threads - 1) / k_threads;
  return static_cast<std::uint32_t>(blocks < 1 ? 1 : blocks > 65535 ? 65535 : blocks);
}

/// A kernel whose blocks wait for each other, on as many of them as are wanted and run at once.
template <class Arguments>
void launch_cooperative(void (*kernel)(Arguments), std::size_t bytes, std::uint64_t wanted,
                        const std::remove_const_t<Arguments>& arguments, cudaStream_t stream) {
  parallel::allow_shared_bytes(kernel, bytes);
  parallel::launch_cooperative(kernel, parallel::blocks_at_once(kernel, k_threads, bytes, wanted),
                               k_threads, bytes, arguments, stream);
}

__device__ inline void add(std::int64_t* sum, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(value));
}

/// body(i) for i below `items`, by the whole grid.
template <class Body>
__device__ void grid_for(std::uint64_t items, const Body& body) {
  for (std::uint64_t i = thread_of_grid(); i < items; i += threads_of_grid()) body(i);
}

template <class Body>
__global__ void __launch_bounds__(k_threads) for_each_kernel(std::uint64_t items, Body body) {
  grid_for(items, body);
}

template <class Body>
void for_each(const char* name, std::uint64_t items, const Body& body, cudaStream_t stream) {
  if (items == 0) return;
  for_each_kernel<<<blocks_for(items), k_threads, 0, stream>>>(items, body);
  check_launch(name);
}

}  // namespace hypermatch::detail::clustering::device
