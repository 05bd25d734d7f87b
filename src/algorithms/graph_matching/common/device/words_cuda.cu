// SPDX-License-Identifier: MIT
#include <algorithm>
#include <type_traits>

#include "algorithms/graph_matching/common/device/words.cuh"
#include "base/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

namespace {

template <class T>
struct Image {
  const T* weights;
  std::uint64_t* weight_bits;
  std::uint32_t* places;
  __device__ void operator()(std::uint32_t i) const {
    weight_bits[i] = base::wide_image(weights[i]);
    places[i] = i;
  }
};

struct Change {
  const std::uint64_t* sorted;
  std::uint32_t* changes;
  std::uint64_t items;
  __device__ void operator()(std::uint32_t i) const {
    changes[i] = i + 1ULL < items && sorted[i] != sorted[i + 1ULL] ? 1 : 0;
  }
};

// The rank of a weight is the number of changes before it in the sorted order; one more, so that 0
// is left for what takes no part.
struct Rank {
  const std::uint64_t* sorted;
  const std::uint32_t* sorted_places;
  const std::uint64_t* sums;
  std::uint32_t* ranks;
  std::uint64_t lowest;
  __device__ void operator()(std::uint32_t i) const {
    ranks[sorted_places[i]] = sorted[i] < lowest ? 0 : static_cast<std::uint32_t>(sums[i]) + 1;
  }
};

template <class T>
ArcWords rank(DeviceSpan<const T> weights, const GraphOrder& order, const RankBuffers& buffers,
              DeviceStream stream) {
  const std::uint64_t items = weights.size();
  parallel::for_each(items, Image<T>{weights.data(), buffers.weight_bits, buffers.places}, stream);
  if (items != 0) {
    parallel::radix_sort(buffers.scratch, buffers.weight_bits, buffers.sorted, buffers.places,
                         buffers.sorted_places, items, stream);
    parallel::for_each(items, Change{buffers.sorted, buffers.changes, items}, stream);
    parallel::exclusive_scan(buffers.scratch, buffers.changes, buffers.sums, items, stream);
  }
  const std::uint64_t lowest = order.nonpositive == NonPositive::keep ? 0 : k_zero_image + 1;
  parallel::for_each(
      items, Rank{buffers.sorted, buffers.sorted_places, buffers.sums, buffers.ranks, lowest},
      stream);
  return {.bits = buffers.ranks, .flip = 0, .float_mask = 0, .least = 1};
}

// Calls body(span) with weights that count, or with std::monostate.
template <class Body>
decltype(auto) with_weights(const DeviceWeightsView& weights, const GraphOrder& order,
                            const Body& body) {
  return std::visit(body, order.objective == Objective::weight ? weights : DeviceWeightsView{});
}

}  // namespace

RankBuffers lay_out_ranks(parallel::DeviceArena& arena, const DeviceWeightsView& weights,
                          const GraphOrder& order) {
  return with_weights(weights, order, [&](const auto& held) {
    RankBuffers buffers;
    if constexpr (k_is_wide<std::decay_t<decltype(held)>>) {
      const std::uint64_t items = held.size();
      if (items >= ~std::uint32_t{0}) {
        throw Error(ErrorCode::unsupported,
                    "devices rank fewer than 2^32 - 1 weights of 64 bits, these are " +
                        std::to_string(items));
      }
      buffers.ranks = arena.take<std::uint32_t>(items);
      buffers.weight_bits = arena.take<std::uint64_t>(items);
      buffers.sorted = arena.take<std::uint64_t>(items);
      buffers.places = arena.take<std::uint32_t>(items);
      buffers.sorted_places = arena.take<std::uint32_t>(items);
      buffers.changes = arena.take<std::uint32_t>(items);
      buffers.sums = arena.take<std::uint64_t>(items);
      buffers.scratch.bytes =
          std::max(parallel::radix_sort_wide_bytes(items), parallel::exclusive_scan_bytes(items));
      buffers.scratch.data = arena.take<std::byte>(buffers.scratch.bytes);
    }
    return buffers;
  });
}

ArcWords make_words(const DeviceWeightsView& weights, const GraphOrder& order,
                    const RankBuffers& buffers, DeviceStream stream) {
  constexpr std::uint32_t k_sign = 0x80000000U;
  return with_weights(weights, order, [&](const auto& held) {
    using View = std::decay_t<decltype(held)>;
    if constexpr (std::is_same_v<View, std::monostate>) {
      return ArcWords{};
    } else if constexpr (k_is_wide<View>) {
      return rank(held, order, buffers, stream);
    } else {
      constexpr bool k_float = std::is_same_v<typename View::value_type, float>;
      // The image of the smallest positive number is one above that of zero.
      return ArcWords{.bits = reinterpret_cast<const std::uint32_t*>(held.data()),
                      .flip = k_sign,
                      .float_mask = k_float ? ~0U : 0U,
                      .least = order.nonpositive == NonPositive::keep ? 0 : k_sign + 1};
    }
  });
}

}  // namespace hypermatch::detail::graph_matching::device
