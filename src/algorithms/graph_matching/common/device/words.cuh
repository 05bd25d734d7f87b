// SPDX-License-Identifier: MIT
// The 32-bit words that arcs or edges on a device compare by: weights of 32 bits as they are, those
// of 64 bits by rank.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::graph_matching::device {

/// The image of 64-bit weights of 0: what is above it takes part, unless all do.
constexpr std::uint64_t k_zero_image = std::uint64_t{1} << 63;

/// Whether a view's weights have 64 bits.
template <class View>
inline constexpr bool k_is_wide = [] {
  if constexpr (std::is_same_v<View, std::monostate>) {
    return false;
  } else {
    return sizeof(typename View::value_type) == 8;
  }
}();

/// Buffers that rank 64-bit weights; empty for other weights.
struct RankBuffers {
  std::uint32_t* ranks = nullptr;
  std::uint64_t* weight_bits = nullptr;
  std::uint64_t* sorted = nullptr;
  std::uint32_t* places = nullptr;
  std::uint32_t* sorted_places = nullptr;
  std::uint32_t* changes = nullptr;
  std::uint64_t* sums = nullptr;
  parallel::DeviceScratch scratch;
};

/// Lays out the buffers that `make_words` needs under a resolved order.
[[nodiscard]] RankBuffers lay_out_ranks(parallel::DeviceArena& arena,
                                        const DeviceWeightsView& weights, const GraphOrder& order);
/// Enqueued only.
[[nodiscard]] ArcWords make_words(const DeviceWeightsView& weights, const GraphOrder& order,
                                  const RankBuffers& buffers, DeviceStream stream);

/// The arcs of a graph.
[[nodiscard]] inline Arcs arcs_of(const DeviceGraphView& graph, const GraphOrder& order,
                                  const ArcWords& words) {
  const auto is_aligned = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
  };
  return {.offsets = graph.offsets.data(),
          .neighbours = graph.neighbours.data(),
          .words = words,
          .num_vertices = graph.num_vertices,
          .num_arcs = graph.num_arcs(),
          .mixer = base::PairMixer(order.seed),
          .vectors = is_aligned(graph.neighbours.data()) && is_aligned(words.bits)};
}
[[nodiscard]] inline Arcs arcs_of(const DeviceGraphProblem& problem, const ArcWords& words) {
  return arcs_of(problem.graph, problem.order, words);
}

}  // namespace hypermatch::detail::graph_matching::device
