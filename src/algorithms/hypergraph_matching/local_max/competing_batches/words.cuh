// SPDX-License-Identifier: MIT
// Sources of the priorities of `filtered` on a device.
#pragma once

#include <bit>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/room_arena.cuh"
#include "base/edge_order.hpp"
#include "order/sampled_code.hpp"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// A source of priorities: one word per edge and its image, the number of the edge in the input,
/// its key, and its exact priority, which orders edges with equal keys before their ties do. Edges
/// whose image is outside `least` .. `most` take no part.
struct OwnNumbers {
  /// Edges are all of an instance: the kernel clears the bitmap, and writes the matching in order.
  static constexpr bool k_packed = false;
  using Vertices = Arena;
  __device__ static std::uint32_t origin(std::uint32_t e) { return e; }
  __device__ static std::uint64_t key(std::uint32_t, std::uint32_t image, std::uint32_t hash) {
    return base::make_key(image, hash);
  }
  __device__ static const Offset* offsets(const Arena& arena) { return arena.offsets; }
};
struct NoWords : OwnNumbers {
  __device__ std::uint32_t word(std::uint64_t) const { return 0; }
  __device__ static std::uint32_t image(std::uint32_t) { return 0; }
  __device__ std::uint64_t exact(std::uint32_t) const { return 0; }
  std::uint32_t least = 0;
  std::uint32_t most = 0;
};
/// The weights themselves, std::int32_t or float.
template <class T>
struct WeightWords : OwnNumbers {
  const T* weights;
  std::uint32_t least;
  std::uint32_t most;
  __device__ std::uint32_t word(std::uint64_t e) const {
    return std::bit_cast<std::uint32_t>(__ldcs(weights + e));
  }
  __device__ static std::uint32_t image(std::uint32_t word) {
    return base::priority_image(std::bit_cast<T>(word));
  }
  __device__ std::uint64_t exact(std::uint32_t e) const { return image(word(e)); }
};
struct PriorityWords : OwnNumbers {
  const std::uint32_t* priorities;
  std::uint32_t least;
  std::uint32_t most;
  __device__ std::uint32_t word(std::uint64_t e) const { return __ldcs(priorities + e); }
  __device__ static std::uint32_t image(std::uint32_t word) { return word; }
  __device__ std::uint64_t exact(std::uint32_t e) const { return word(e); }
};
/// Sampled codes of 64-bit weights, or their ranks.
struct CodeWords : PriorityWords {
  const order::SampledCode<std::uint64_t>* code;  ///< null: ranks
  const std::uint64_t* weights;                   ///< std::int64_t, or double if `floats`
  bool floats;
  __device__ std::uint64_t key(std::uint32_t e, std::uint32_t image, std::uint32_t hash) const {
    return base::make_key(image, code != nullptr ? code->below_code(exact(e), hash) : hash);
  }
  __device__ std::uint64_t exact(std::uint32_t e) const {
    return floats ? base::wide_image(std::bit_cast<double>(weights[e]))
                  : base::wide_image(static_cast<std::int64_t>(weights[e]));
  }
};

/// A selection of an instance's edges, none of which meets a vertex of the bitmap that the kernel
/// starts from. What is left behind is the bitmap of matched edges, by their numbers here.
struct PackedWords {
  static constexpr bool k_packed = true;
  using Vertices = Arena;
  const std::uint32_t* priorities;  ///< null: all are 0
  const EdgeId* origins;
  const std::uint32_t* its_offsets;  // arena.offsets is null
  std::uint32_t least = 0;
  std::uint32_t most = ~std::uint32_t{0};
  __device__ std::uint32_t word(std::uint64_t e) const {
    return priorities != nullptr ? __ldcs(priorities + e) : 0;
  }
  __device__ static std::uint32_t image(std::uint32_t word) { return word; }
  __device__ std::uint64_t exact(std::uint32_t e) const { return word(e); }
  __device__ std::uint32_t origin(std::uint32_t e) const { return origins[e]; }
  __device__ static std::uint64_t key(std::uint32_t, std::uint32_t image, std::uint32_t hash) {
    return base::make_key(image, hash);
  }
  __device__ const std::uint32_t* offsets(const Arena&) const { return its_offsets; }
};

/// A source of priorities under capacities.
template <class Words>
struct WithRoom : Words {
  using Vertices = RoomArena;
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
