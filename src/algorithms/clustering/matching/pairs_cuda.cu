// SPDX-License-Identifier: MIT
// The pairs of `pair_vertices` on a device: the rounds of the matching are one cooperative launch,
// each with a list of the vertices whose best partner was matched to another. Ratings are the same
// doubles as on cores, and pairs have a total order, so that neither matching nor the number of
// rounds depends on the order of work.
#include <algorithm>

#include "algorithms/clustering/common/device/pair_moves.hpp"
#include "algorithms/clustering/common/device/rows.cuh"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/matching/listed_rows.cuh"
#include "base/random.hpp"
#include "parallel/device/grid.cuh"
#include "parallel/device/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

// So that a stop is noticed in time.
constexpr std::uint32_t k_rounds_per_launch = 4096;

// Relaxed: barriers order the steps of a round; in a step a word is exchanged by one thread at
// most.
using Word = cuda::atomic_ref<VertexId, cuda::thread_scope_device>;
__device__ VertexId load(VertexId& word) {
  return Word(word).load(cuda::memory_order_relaxed);
}
__device__ void store(VertexId& word, VertexId value) {
  Word(word).store(value, cuda::memory_order_relaxed);
}
__device__ bool exchange(VertexId& word, VertexId expected, VertexId value) {
  return Word(word).compare_exchange_strong(expected, value, cuda::memory_order_relaxed);
}

__device__ void point(const PairMoves& a, const VertexId* list, std::uint32_t count) {
  for_listed_rows(
      a.level, list, count,
      [&](std::uint64_t i, VertexId v, const Row& row, std::uint32_t rank, std::uint32_t size) {
        const auto volume = static_cast<double>(volume_at(a.level, v));
        Partner best;
        for (std::uint64_t j = rank; j < row.length; j += size) {
          const VertexId u = a.level.neighbours[row.begin + j];
          const double product = volume * static_cast<double>(volume_at(a.level, u));
          const double rating =
              static_cast<double>(weight_at(a.level.weights, row.begin + j)) - a.factor * product;
          if (!(rating > 0.0) || rating < best.rating || load(a.mates[u]) != k_none) continue;
          const std::uint64_t ends = std::uint64_t{min(u, v)} << 32 | max(u, v);
          best.take_better(v, {rating, base::hash(a.seed, ends), u});
        }
        best = best_of_row(v, best, size);
        if (i < count && rank == 0) store(a.best[v], best.vertex);
      });
}

__device__ void match_mutual(const PairMoves& a, const VertexId* list, std::uint32_t count) {
  grid_for(count, [&](std::uint64_t i) {
    const VertexId v = list[i];
    const VertexId u = load(a.best[v]);
    if (u == k_none || load(a.best[u]) != v) return;
    // Both ends may be in the list: the first one to come has the pair.
    const VertexId low = min(u, v);
    const VertexId high = max(u, v);
    if (!exchange(a.mates[low], k_none, high)) return;
    store(a.mates[high], low);
    // One vertex where a row breaks the promise that it has no loops: the list has room for n.
    const std::uint32_t ends = low == high ? 1 : 2;
    const std::uint32_t place = atomicAdd(&a.control->pairing.matched, ends);
    a.matched[place] = low;
    if (ends == 2) a.matched[place + 1] = high;
  });
}

// Free vertices whose best partner was matched look for another one.
__device__ void wake_rejected(const PairMoves& a, std::uint32_t count, VertexId* list,
                              std::uint32_t* listed) {
  for_listed_rows(
      a.level, a.matched, count,
      [&](std::uint64_t, VertexId v, const Row& row, std::uint32_t rank, std::uint32_t size) {
        for (std::uint64_t j = rank; j < row.length; j += size) {
          const VertexId u = a.level.neighbours[row.begin + j];
          if (load(a.best[u]) != v || load(a.mates[u]) != k_none) continue;
          if (exchange(a.best[u], v, k_none)) list[atomicAdd(listed, 1U)] = u;
        }
      });
}

__global__ void __launch_bounds__(k_threads) match_kernel(const __grid_constant__ PairMoves a) {
  PairingCounts& counts = a.control->pairing;
  const std::uint32_t before = counts.rounds;
  std::uint32_t round = before;
  // Ends: there are so many rounds at most.
  while (round - before < k_rounds_per_launch) {
    const VertexId* const list = a.lists[round % 2];
    const std::uint32_t count = counts.active[round % 2];
    if (count == 0) break;
    point(a, list, count);
    parallel::wait_for_grid(&counts.barrier);
    match_mutual(a, list, count);
    parallel::wait_for_grid(&counts.barrier);
    const std::uint32_t matched = counts.matched;
    wake_rejected(a, matched, a.lists[(round + 1) % 2], &counts.active[(round + 1) % 2]);
    parallel::wait_for_grid(&counts.barrier);
    // Read by all; written again behind the next barrier at the earliest.
    if (thread_of_grid() == 0) {
      counts.active[round % 2] = 0;
      counts.joined += matched / 2;
      counts.matched = 0;
    }
    ++round;
  }
  parallel::wait_for_grid(&counts.barrier);
  if (thread_of_grid() == 0) counts.rounds = round;
}

// The pairs that free vertices want to join, those of their best neighbours.
__global__ void __launch_bounds__(k_threads) choose_pairs(const __grid_constant__ PairMoves a) {
  const std::uint64_t count = a.control->num_classes;
  for_listed_rows(
      a.level, a.lists[1], count,
      [&](std::uint64_t i, VertexId v, const Row& row, std::uint32_t rank, std::uint32_t size) {
        const double price = MoveGain{a.factor}.price(volume_at(a.level, v));
        Partner best;
        for (std::uint64_t j = rank; j < row.length; j += size) {
          const VertexId u = a.level.neighbours[row.begin + j];
          const double gain =
              MoveGain::of(price, weight_at(a.level.weights, row.begin + j), volume_at(a.level, u));
          // Of equal gains the lowest vertex.
          if (gain > 0.0) best.take_better(v, {gain, ~std::uint64_t{u}, u});
        }
        best = best_of_row(v, best, size);
        if (i >= count || rank != 0) return;
        const bool is_pair = best.vertex != k_none && a.mates[best.vertex] != k_none;
        a.best[v] = is_pair ? min(best.vertex, a.mates[best.vertex]) : k_none;
        a.flags[v] = is_pair ? 1 : 0;
      });
}

// Of each vertex that wants to join the weight of its arcs to the pair.
__global__ void __launch_bounds__(k_threads)
    sum_links(const __grid_constant__ PairMoves a, const VertexId* vertices, const VertexId* pairs,
              std::uint64_t count) {
  for_listed_rows(
      a.level, vertices, count,
      [&](std::uint64_t i, VertexId, const Row& row, std::uint32_t rank, std::uint32_t size) {
        const VertexId first = i < count ? pairs[i] : 0;
        const VertexId second = a.mates[first];
        std::int64_t sum = 0;
        for (std::uint64_t j = rank; j < row.length; j += size) {
          const VertexId u = a.level.neighbours[row.begin + j];
          if (u == first || u == second) sum += weight_at(a.level.weights, row.begin + j);
        }
        sum = sum_of_row(sum, size);
        if (i < count && rank == 0) a.links[i] = sum;
      });
}

// Those that want to join one pair, by a warp, in ascending order. The volume of the community
// grows and gains fall, so that a vertex that does not gain once will not gain later.
__device__ std::uint32_t join_one(const PairMoves& a, const VertexId* vertices,
                                  const VertexId* pairs, std::uint64_t begin, std::uint64_t count) {
  const std::uint32_t lane = threadIdx.x % 32;
  const VertexId first = pairs[begin];
  std::int64_t volume = volume_at(a.level, first) + volume_at(a.level, a.mates[first]);
  std::uint32_t joined = 0;
  // Ends: `begin` grows.
  for (;; begin += 32) {
    const std::uint64_t i = begin + lane;
    const bool is_mine = i < count && pairs[i] == first;
    const VertexId v = is_mine ? vertices[i] : 0;
    const std::int64_t its_volume = is_mine ? volume_at(a.level, v) : 0;
    const std::int64_t links = is_mine ? a.links[i] : 0;
    const double price = MoveGain{a.factor}.price(its_volume);
    std::uint32_t left = __ballot_sync(k_all_lanes, is_mine);
    const bool is_last = left != k_all_lanes;
    // Ends: bits go.
    for (;;) {
      const bool gains = (left >> lane & 1U) != 0 && MoveGain::of(price, links, volume) > 0.0;
      left = __ballot_sync(k_all_lanes, gains);
      if (left == 0) break;
      const int at = __ffs(static_cast<int>(left)) - 1;
      if (static_cast<int>(lane) == at) a.labels[v] = first;
      volume += __shfl_sync(k_all_lanes, its_volume, at);
      left &= left - 1;
      ++joined;
    }
    if (is_last) return joined;
  }
}

__global__ void __launch_bounds__(k_threads)
    join_all(const __grid_constant__ PairMoves a, const VertexId* vertices, const VertexId* pairs,
             std::uint64_t count) {
  const std::uint32_t lane = threadIdx.x % 32;
  std::uint32_t joined = 0;
  for (std::uint64_t begin = thread_of_grid() / 32 * 32; begin < count;
       begin += threads_of_grid()) {
    const std::uint64_t i = begin + lane;
    const bool is_first = i < count && (i == 0 || pairs[i - 1] != pairs[i]);
    // Ends: a bit goes each time.
    for (std::uint32_t heads = __ballot_sync(k_all_lanes, is_first); heads != 0;
         heads &= heads - 1) {
      const int at = __ffs(static_cast<int>(heads)) - 1;
      joined += join_one(a, vertices, pairs, begin + static_cast<std::uint64_t>(at), count);
    }
  }
  if (lane == 0 && joined != 0) atomicAdd(&a.control->pairing.joined, joined);
}

}  // namespace

void begin_pairs_on_device(const PairMoves& moves, DeviceStream stream) {
  const PairMoves a = moves;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&a.control->pairing, 0, sizeof(PairingCounts), stream));
  for_each(
      "begin_pairs", a.level.num_vertices,
      [=] __device__(std::uint64_t v) {
        a.mates[v] = k_none;
        a.lists[0][v] = static_cast<VertexId>(v);
        if (v == 0) a.control->pairing.active[0] = a.level.num_vertices;
      },
      stream);
}

void match_pairs_on_device(const PairMoves& moves, DeviceStream stream) {
  // A block for so much work: barriers of few blocks cost less.
  constexpr std::uint64_t k_work = 4096;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&moves.control->pairing.barrier, 0, 4, stream));
  launch_cooperative(&match_kernel, 0, (moves.level.num_vertices + moves.level.num_arcs) / k_work,
                     moves, stream);
}

void list_joiners_on_device(const PairMoves& moves, DeviceStream stream) {
  const PairMoves a = moves;
  const VertexId n = a.level.num_vertices;
  std::uint64_t* const count = &a.control->num_classes;
  for_each(
      "label_pairs", n,
      [=] __device__(std::uint64_t v) {
        a.labels[v] = min(static_cast<VertexId>(v), a.mates[v]);  // nothing is above k_none
        a.flags[v] = a.mates[v] == k_none ? 1 : 0;
      },
      stream);
  parallel::select(a.select_scratch, a.flags, a.lists[1], count, n, stream);
  choose_pairs<<<1024, k_threads, 0, stream>>>(a);
  check_launch("choose_pairs");
  parallel::select(a.select_scratch, a.flags, a.lists[0], count, n, stream);
}

std::size_t join_scratch_bytes_on_device(std::uint64_t joiners) {
  return parallel::radix_sort_bytes(joiners);
}

void join_pairs_on_device(const PairMoves& moves, std::uint64_t joiners,
                          const parallel::DeviceScratch& scratch, DeviceStream stream) {
  const PairMoves a = moves;
  VertexId* const wanted = a.lists[1];
  for_each(
      "wanted_pairs", joiners,
      [=] __device__(std::uint64_t i) { wanted[i] = a.best[a.lists[0][i]]; }, stream);
  VertexId* const pairs = a.matched;
  VertexId* const vertices = a.best;
  parallel::radix_sort(scratch, wanted, pairs, a.lists[0], vertices, joiners, 32, stream);
  sum_links<<<1024, k_threads, 0, stream>>>(a, vertices, pairs, joiners);
  check_launch("sum_links");
  join_all<<<blocks_for(joiners), k_threads, 0, stream>>>(a, vertices, pairs, joiners);
  check_launch("join_all");
}

}  // namespace hypermatch::detail::clustering
