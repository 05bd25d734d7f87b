// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <type_traits>

#include "algorithms/hypergraph_matching/local_max/device_rating/device_rating.hpp"
#include "algorithms/hypergraph_matching/local_max/device_rating/edge_loads.cuh"
#include "base/edge_order.hpp"
#include "hypermatch/resolve.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::hypergraph_matching {

using parallel::k_block;
using parallel::thread_of_grid;

namespace {

// Stands for weights that are 1 or do not count.
struct Unweighted {};

// Positive weights are above all others, which are ordered by their sizes.
__device__ inline std::uint64_t bits_for_scale(double weight) {
  constexpr std::uint64_t k_sign = 1ULL << 63;
  const std::uint64_t size = std::bit_cast<std::uint64_t>(weight) & ~k_sign;
  return weight > 0 ? size | k_sign : size;
}

__device__ inline double size_for_scale(std::uint64_t bits) {
  return std::bit_cast<double>(bits & ~0ULL >> 1);
}

// Arrays from which the kernel below rates an edge.
template <class T>
struct Weighting {
  const Offset* offsets;
  const T* weights;
  Rating rating;
  bool keeps_nonpositive;
  const std::uint64_t* largest;  // what `find_largest` found, or null: no scale
  const std::uint64_t* loads;    // or null: as if all capacities were 1

  __device__ std::uint64_t size(std::uint32_t e) const { return offsets[e + 1ULL] - offsets[e]; }
  __device__ bool is_eligible(std::uint32_t e, std::uint64_t pins) const {
    if constexpr (std::is_same_v<T, Unweighted>) {
      return pins != 0;
    } else {
      return pins != 0 && (keeps_nonpositive || weights[e] > T{0});
    }
  }
  __device__ double weight(std::uint32_t e) const {
    if constexpr (std::is_same_v<T, Unweighted>) {
      return 1.0;
    } else {
      const auto weight = static_cast<double>(weights[e]);
      if constexpr (std::is_floating_point_v<T>) {
        if (largest != nullptr) {
          return weight * structures::scale_of(size_for_scale(*largest));
        }
      }
      return weight;
    }
  }
  __device__ double rating_of(std::uint32_t e, std::uint64_t pins) const {
    if (loads != nullptr) return structures::weight_per_load(weight(e), loads[e]);
    if (rating == Rating::weight_per_pin || rating == Rating::weight_per_load) {
      return structures::weight_per_pin(weight(e), pins);
    }
    if (rating == Rating::weight_per_sqrt_pins) {
      return structures::weight_per_sqrt_pins(weight(e), pins);
    }
    return weight(e);
  }
  // Not for 64-bit weights rated by themselves: they are ranked.
  __device__ std::uint32_t priority(std::uint32_t e, std::uint64_t pins) const {
    if (rating != Rating::weight) {
      return base::priority_image(static_cast<float>(rating_of(e, pins)));
    }
    if constexpr (std::is_same_v<T, std::int32_t> || std::is_same_v<T, float>) {
      return base::priority_image(weights[e]);
    } else {
      return 0;
    }
  }
};

// *largest = bits_for_scale of the largest weight that takes part, or where none is positive of the
// one of the largest size; 0 before.
template <class T>
__global__ void __launch_bounds__(k_block)
    find_largest(const Weighting<T> weighting, std::uint64_t* largest, std::uint64_t num_edges) {
  unsigned long long mine = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * k_block;
  for (std::uint64_t i = thread_of_grid(); i < num_edges; i += step) {
    const auto e = static_cast<std::uint32_t>(i);
    if (!weighting.is_eligible(e, weighting.size(e))) continue;
    const unsigned long long bits = bits_for_scale(static_cast<double>(weighting.weights[e]));
    mine = bits > mine ? bits : mine;
  }
  for (int lanes = 16; lanes != 0; lanes /= 2) {
    const unsigned long long other = __shfl_xor_sync(0xFFFFFFFFU, mine, lanes);
    mine = other > mine ? other : mine;
  }
  if (threadIdx.x % 32 == 0 && mine != 0) {
    atomicMax(reinterpret_cast<unsigned long long*>(largest), mine);
  }
}

template <class T>
__global__ void __launch_bounds__(k_block)
    rate(const Weighting<T> weighting, DeviceRating rating, bool ranked, std::uint64_t num_edges) {
  const std::uint64_t i = thread_of_grid();
  bool takes_part = false;
  if (i < num_edges) {
    const auto e = static_cast<std::uint32_t>(i);
    const std::uint64_t pins = weighting.size(e);
    takes_part = weighting.is_eligible(e, pins);
    rating.left_out[e] = takes_part ? 0 : 1;
    if (rating.ratings != nullptr) {
      rating.ratings[e] = takes_part ? weighting.rating_of(e, pins) : 0.0;
    } else if (rating.priorities != nullptr && !ranked) {
      rating.priorities[e] = takes_part ? weighting.priority(e, pins) : 0;
    }
  }
  const int sum = __syncthreads_count(takes_part ? 1 : 0);
  if (threadIdx.x == 0 && sum != 0) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    atomicAdd(reinterpret_cast<unsigned long long*>(rating.num_edges),
              static_cast<unsigned long long>(sum));
  }
}

bool by_weight(const DeviceProblem& problem) {
  return problem.options.order.objective == Objective::weight && problem.hypergraph.is_weighted();
}

bool adds_noise(const DeviceProblem& problem) {
  return problem.options.noise > 0.0;
}

// Whether weights rate edges, without noise, and `holds` is true of their type.
template <class Holds>
bool rated_by_weights_that(const DeviceProblem& problem, const Holds& holds) {
  return by_weight(problem) && !adds_noise(problem) &&
         std::visit(
             [&](const auto& weights) {
               using View = std::decay_t<decltype(weights)>;
               if constexpr (std::is_same_v<View, std::monostate>) {
                 return false;
               } else {
                 return holds(typename View::value_type{});
               }
             },
             problem.hypergraph.weights);
}

// Quotients of floats and doubles: the counterpart of `structures::may_need_scale`. Noise is added
// to ratings as they are.
bool may_need_scale(const DeviceProblem& problem) {
  return problem.options.order.rating != Rating::weight &&
         rated_by_weights_that(
             problem, [](auto weight) { return std::is_floating_point_v<decltype(weight)>; });
}

// 64-bit weights rated by themselves have priorities by rank.
bool is_ranked(const DeviceProblem& problem) {
  return problem.options.order.rating == Rating::weight &&
         rated_by_weights_that(problem, [](auto weight) { return sizeof(weight) == 8; });
}

template <class T>
struct Image {
  const T* weights;
  std::uint64_t* weight_bits;
  EdgeId* edges;
  __device__ void operator()(std::uint32_t e) const {
    weight_bits[e] = base::wide_image(weights[e]);
    edges[e] = e;
  }
};

struct Change {
  const std::uint64_t* sorted;
  std::uint32_t* changes;
  std::uint64_t num_edges;
  __device__ void operator()(std::uint32_t i) const {
    changes[i] = i + 1ULL < num_edges && sorted[i] != sorted[i + 1ULL] ? 1 : 0;
  }
};

struct Rank {
  const EdgeId* sorted_edges;
  const std::uint64_t* ranks;
  std::uint32_t* priorities;
  __device__ void operator()(std::uint32_t i) const {
    priorities[sorted_edges[i]] = static_cast<std::uint32_t>(ranks[i]);
  }
};

// The rank of an edge is the number of changes of weight before it in the sorted order.
template <class T>
void rank(const DeviceProblem& problem, const T* weights, const DeviceRating& rating,
          const RatingBuffers& buffers) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  const DeviceStream stream = problem.context.stream();
  parallel::for_each(m, Image<T>{weights, buffers.weight_bits, buffers.edges}, stream);
  parallel::radix_sort(buffers.scratch, buffers.weight_bits, buffers.sorted, buffers.edges,
                       buffers.sorted_edges, m, stream);
  parallel::for_each(m, Change{buffers.sorted, buffers.changes, m}, stream);
  parallel::exclusive_scan(buffers.scratch, buffers.changes, buffers.ranks, m, stream);
  parallel::for_each(m, Rank{buffers.sorted_edges, buffers.ranks, rating.priorities}, stream);
}

// Calls body(Weighting<T>).
template <class Body>
void with_weighting(const DeviceProblem& problem, const std::uint64_t* loads, const Body& body) {
  const Offset* const offsets = problem.hypergraph.offsets.data();
  const OrderOptions& order = problem.options.order;
  if (!by_weight(problem)) {
    body(Weighting<Unweighted>{offsets, nullptr, order.rating, true, nullptr, loads});
    return;
  }
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          body(Weighting<typename View::value_type>{offsets, weights.data(), order.rating,
                                                    order.nonpositive == NonPositive::keep, nullptr,
                                                    loads});
        }
      },
      problem.hypergraph.weights);
}

}  // namespace

OrderOptions resolve_on_device(const DeviceProblem& problem) {
  const DeviceContext& context = problem.context;
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  OrderOptions order = problem.options.order;
  order.objective = resolve(order.objective, hypergraph.is_weighted());
  if (order.rating != Rating::automatic) return order;
  parallel::RowSizes* sizes = nullptr;
  parallel::cut_workspace(context, problem.workspace, [&](parallel::DeviceArena& arena) {
    sizes = arena.take<parallel::RowSizes>(1);
  });
  auto* const found = reinterpret_cast<parallel::RowSizes*>(context.state()->mailbox());
  const auto sizes_differ = [&](std::uint64_t edges) {
    parallel::find_row_sizes(hypergraph.offsets.data(), edges, sizes, context.stream());
    parallel::runtime::copy_to_host(found, sizes, sizeof(*sizes), context.stream());
    if (problem.upload != nullptr) {
      parallel::runtime::Event known;
      known.record(context.stream());
      problem.upload->send_pins_until(known);
    }
    parallel::runtime::synchronize(context.stream());
    return found->largest != 0 && found->largest != found->smallest;
  };
  // Probe: if sizes differ, the first edges mostly show it.
  constexpr std::uint64_t k_first = 4096;
  const std::uint64_t m = hypergraph.num_edges();
  order.rating =
      resolve_rating(order.rating, (m > 2 * k_first && sizes_differ(k_first)) || sizes_differ(m));
  return order;
}

DeviceRating lay_out_rating(parallel::DeviceArena& arena, const DeviceProblem& problem) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  DeviceRating rating;
  if (adds_noise(problem)) {
    rating.ratings = arena.take<double>(m);
  } else if (by_weight(problem) || problem.options.order.rating != Rating::weight) {
    rating.priorities = arena.take<std::uint32_t>(m);
  }
  rating.num_edges = arena.take<std::uint64_t>(2);
  rating.largest_weight = rating.num_edges + 1;
  return rating;
}

void lay_out_left_out(parallel::DeviceArena& arena, const DeviceProblem& problem,
                      DeviceRating& rating) {
  rating.left_out = arena.take<std::uint8_t>(problem.hypergraph.num_edges());
}

RatingBuffers lay_out_rating_buffers(parallel::DeviceArena& arena, const DeviceProblem& problem) {
  RatingBuffers buffers;
  const std::uint64_t m = problem.hypergraph.num_edges();
  if (structures::rates_by_load(problem.options.order, problem.options.capacities)) {
    buffers.loads = arena.take<std::uint64_t>(m);
  }
  if (!is_ranked(problem)) return buffers;
  buffers.weight_bits = arena.take<std::uint64_t>(m);
  buffers.sorted = arena.take<std::uint64_t>(m);
  buffers.edges = arena.take<EdgeId>(m);
  buffers.sorted_edges = arena.take<EdgeId>(m);
  buffers.changes = arena.take<std::uint32_t>(m);
  buffers.ranks = arena.take<std::uint64_t>(m);
  buffers.scratch.bytes =
      std::max(parallel::radix_sort_wide_bytes(m), parallel::exclusive_scan_bytes(m));
  buffers.scratch.data = arena.take<std::byte>(buffers.scratch.bytes);
  return buffers;
}

namespace {

void add_loads(const DeviceProblem& problem, std::uint64_t* loads) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const std::uint64_t m = hypergraph.num_edges(), pins = hypergraph.num_pins();
  const DeviceStream stream = problem.context.stream();
  if (problem.upload != nullptr) problem.upload->send_pins();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(loads, 0, m * sizeof(*loads), stream));
  parallel::for_each(
      (pins + AddLoads::k_pins - 1) / AddLoads::k_pins,
      AddLoads{hypergraph.offsets.data(), hypergraph.pins.data(), m, pins, problem.room, loads},
      stream);
}

}  // namespace

void rate_edges(const DeviceProblem& problem, const DeviceRating& rating,
                const RatingBuffers& buffers) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rating.num_edges, 0, 2 * sizeof(std::uint64_t), stream));
  if (m == 0) return;
  if (buffers.loads != nullptr) add_loads(problem, buffers.loads);
  const bool ranked = is_ranked(problem);
  with_weighting(problem, buffers.loads, [&](auto weighting) {
    using T = std::remove_cv_t<std::remove_reference_t<decltype(weighting.weights[0])>>;
    if constexpr (std::is_floating_point_v<T>) {
      if (may_need_scale(problem)) {
        constexpr unsigned k_most_blocks = 1056;
        find_largest<<<std::min(parallel::blocks_for(m), k_most_blocks), k_block, 0, stream>>>(
            weighting, rating.largest_weight, m);
        parallel::check_launch("find_largest");
        weighting.largest = rating.largest_weight;
      }
    }
    rate<<<parallel::blocks_for(m), k_block, 0, stream>>>(weighting, rating, ranked, m);
    parallel::check_launch("rate");
    if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, double>) {
      if (ranked) rank(problem, weighting.weights, rating, buffers);
    }
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
