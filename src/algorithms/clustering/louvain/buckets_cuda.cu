// SPDX-License-Identifier: MIT
// Louvain's method by buckets of degrees: teams of 4 to 128 threads per vertex add up the weights
// into neighbouring communities in tables. Sums are of integers, and the best community does not
// depend on the order in which it is sought, so that all decisions are those of the cores.
#include "algorithms/clustering/common/device/bucket_moves.hpp"

#include <algorithm>
#include <array>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/move_problem.cuh"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/louvain/prime_table.cuh"

namespace hypermatch::detail::clustering {

namespace {

using namespace device;

constexpr std::uint32_t k_block = 128;
constexpr std::uint32_t k_block_warps = k_block / 32;
constexpr std::uint64_t k_most_blocks = 4096;

// The bucket of a row, or its part of the last one. A row has no more communities than there are.
__device__ std::uint32_t part_of_row(std::uint64_t degree, VertexId num_vertices) {
  // Copies: device code does not see the memory of the host's.
  constexpr auto k_bounds = k_bucket_bounds;
  constexpr auto k_slots = k_global_slots;
  std::uint32_t part = 0;
  // These end: the bounds are few.
  for (const std::uint64_t bound : k_bounds) {
    if (degree <= bound) return part;
    ++part;
  }
  const std::uint64_t keys = degree < num_vertices ? degree : num_vertices;
  for (const std::uint32_t slots : k_slots) {
    if (2 * std::uint64_t{slots} > 3 * keys) return part;
    ++part;
  }
  return part - 1;
}

__global__ void __launch_bounds__(k_threads)
    count_buckets(const DeviceLevelView level, ClusteringControl* control) {
  __shared__ std::uint32_t counts[k_parts_of_buckets];
  if (threadIdx.x < k_parts_of_buckets) counts[threadIdx.x] = 0;
  __syncthreads();
  grid_for(level.num_vertices, [&](std::uint64_t i) {
    const Row row = row_of(level, static_cast<VertexId>(i));
    atomicAdd(&counts[part_of_row(row.length, level.num_vertices)], 1U);
  });
  __syncthreads();
  if (threadIdx.x >= k_parts_of_buckets || counts[threadIdx.x] == 0) return;
  atomicAdd(&control->buckets[threadIdx.x], counts[threadIdx.x]);
}

// Nearly in ascending order: blocks take so many vertices at once.
__global__ void __launch_bounds__(k_threads)
    fill_buckets(const __grid_constant__ BucketMoves a, ClusteringControl* control) {
  __shared__ std::uint32_t counts[k_parts_of_buckets];
  __shared__ std::uint32_t places[k_parts_of_buckets];
  const std::uint64_t n = a.level.num_vertices;
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * k_threads; first < n;
       first += threads_of_grid()) {
    if (threadIdx.x < k_parts_of_buckets) counts[threadIdx.x] = 0;
    __syncthreads();
    const std::uint64_t v = first + threadIdx.x;
    std::uint32_t part = 0;
    std::uint32_t rank = 0;
    if (v < n) {
      const std::uint64_t degree = row_of(a.level, static_cast<VertexId>(v)).length;
      part = part_of_row(degree, a.level.num_vertices);
      rank = atomicAdd(&counts[part], 1U);
    }
    __syncthreads();
    if (threadIdx.x < k_parts_of_buckets && counts[threadIdx.x] != 0) {
      places[threadIdx.x] = a.sizes.begin[threadIdx.x] +
                            atomicAdd(&control->buckets[threadIdx.x], counts[threadIdx.x]);
    }
    __syncthreads();
    if (v < n) a.vertices[places[part] + rank] = static_cast<VertexId>(v);
  }
}

// One row at a time by so many threads of a block.
template <std::uint32_t kTeam>
struct Team {
  static_assert(kTeam <= 32 || kTeam == k_block);
  static constexpr std::uint32_t k_count = k_block / kTeam;

  __device__ static std::uint32_t rank() { return threadIdx.x % kTeam; }
  __device__ static std::uint32_t index() { return threadIdx.x / kTeam; }
  __device__ static void sync() {
    if constexpr (kTeam <= 32) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
};

struct Decision {
  Choice best;
  std::int64_t own_links = 0;
};

// The decision of the team from those of its threads, in the first of them.
template <std::uint32_t kTeam>
__device__ Decision reduce(Decision mine) {
  constexpr std::uint32_t k_lanes = kTeam < 32 ? kTeam : 32;
  mine.best.reduce<k_lanes>();
  for (std::uint32_t step = k_lanes / 2; step > 0; step /= 2) {
    mine.own_links += __shfl_xor_sync(k_all_lanes, mine.own_links, static_cast<int>(step));
  }
  if constexpr (kTeam > 32) {
    __shared__ Decision of_warps[k_block_warps];
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (std::uint32_t w = 1; w < k_block_warps; ++w) {
        mine.best.take_better(of_warps[w].best.community, of_warps[w].best.gain);
        mine.own_links += of_warps[w].own_links;
      }
    }
  }
  return mine;
}

// Where a vertex goes, by its team: k_none if it stays. The table is clear before and after.
template <std::uint32_t kTeam, class Sum>
__device__ VertexId decide(const BucketMoves& a, const PrimeTable<Sum>& table, VertexId v,
                           const Row& row) {
  using OfRow = Team<kTeam>;
  const DevicePartition& partition = a.partition;
  const VertexId own = partition.community[v];
  Decision mine;
  for (std::uint64_t i = OfRow::rank(); i < row.length; i += kTeam) {
    const VertexId community = partition.community[a.level.neighbours[row.begin + i]];
    const std::int64_t weight = weight_at(a.level.weights, row.begin + i);
    if (community == own) {
      mine.own_links += weight;
    } else {
      table.insert(community, weight);
    }
  }
  OfRow::sync();
  const std::int64_t volume = volume_at(a.level, v);
  const double price = MoveGain{a.factor}.price(volume);
  const bool is_alone = a.members[own] == 1;
  for (std::uint32_t slot = OfRow::rank(); slot < table.slots; slot += kTeam) {
    const VertexId community = table.keys[slot];
    if (community == k_none) continue;
    const auto links = static_cast<std::int64_t>(table.sums[slot]);
    table.clear(slot);
    // Else two that are alone would change places.
    if (is_alone && community > own && a.members[community] == 1) continue;
    mine.best.take_better(community, MoveGain::of(price, links, partition.volume[community]));
  }
  const Decision all = reduce<kTeam>(mine);
  OfRow::sync();
  if (all.best.community == k_none) return k_none;
  const double own_gain = MoveGain::of(price, all.own_links, partition.volume[own] - volume);
  return all.best.gain > own_gain ? all.best.community : k_none;
}

template <std::uint32_t kTeam, std::uint32_t kSlots, class Sum>
__global__ void __launch_bounds__(k_block)
    decide_in_shared(const __grid_constant__ BucketMoves a, std::uint32_t begin,
                     std::uint32_t end) {
  using OfRow = Team<kTeam>;
  __shared__ Sum sums[OfRow::k_count * kSlots];
  __shared__ VertexId keys[OfRow::k_count * kSlots];
  const PrimeTable<Sum> table{keys + OfRow::index() * kSlots, sums + OfRow::index() * kSlots,
                              kSlots};
  for (std::uint32_t slot = OfRow::rank(); slot < kSlots; slot += kTeam) table.clear(slot);
  OfRow::sync();
  // All teams of a block take as many turns.
  for (std::uint64_t first = begin + std::uint64_t{blockIdx.x} * OfRow::k_count; first < end;
       first += std::uint64_t{gridDim.x} * OfRow::k_count) {
    const std::uint64_t place = first + OfRow::index();
    const bool is_row = place < end;
    const VertexId v = is_row ? a.vertices[place] : 0;
    const Row row = is_row ? row_of(a.level, v) : Row{0, 0};
    const VertexId target = decide<kTeam>(a, table, v, row);
    if (is_row && OfRow::rank() == 0) a.target[place] = target;
  }
}

// Rows of the last bucket one after the other, each block with its part of the tables.
__global__ void __launch_bounds__(k_block)
    decide_in_global(const __grid_constant__ BucketMoves a, std::uint32_t begin, std::uint32_t end,
                     std::uint32_t slots) {
  const std::uint64_t first = std::uint64_t{blockIdx.x} * slots;
  const PrimeTable<unsigned long long> table{a.tables.keys + first, a.tables.sums + first, slots};
  for (std::uint64_t place = std::uint64_t{begin} + blockIdx.x; place < end; place += gridDim.x) {
    const VertexId v = a.vertices[place];
    const VertexId target = decide<k_block>(a, table, v, row_of(a.level, v));
    if (threadIdx.x == 0) a.target[place] = target;
  }
}

template <std::uint32_t kTeam, std::uint32_t kSlots>
void decide_bucket(const BucketMoves& moves, std::size_t bucket, cudaStream_t stream) {
  static_assert(std::find(k_bucket_slots.begin(), k_bucket_slots.end(), kSlots) !=
                k_bucket_slots.end());
  const std::uint32_t begin = moves.sizes.begin[bucket];
  const std::uint32_t end = moves.sizes.begin[bucket + 1];
  if (begin == end) return;
  constexpr std::uint32_t k_teams = Team<kTeam>::k_count;
  const std::uint64_t wanted = (std::uint64_t{end - begin} + k_teams - 1) / k_teams;
  const auto blocks = static_cast<unsigned>(std::min(wanted, k_most_blocks));
  if (moves.narrow) {
    decide_in_shared<kTeam, kSlots, NarrowSum><<<blocks, k_block, 0, stream>>>(moves, begin, end);
  } else {
    decide_in_shared<kTeam, kSlots, WideTableSum>
        <<<blocks, k_block, 0, stream>>>(moves, begin, end);
  }
  check_launch("decide_in_shared");
}

void decide_last_bucket(const BucketMoves& moves, cudaStream_t stream) {
  // The largest tables first: their rows take longest.
  for (std::size_t i = k_global_slots.size(); i-- > 0;) {
    const std::size_t part = k_bucket_bounds.size() + i;
    const std::uint64_t wanted = moves.sizes.size(part);
    if (wanted == 0) continue;
    const std::uint64_t tables = moves.tables.slots / k_global_slots[i];
    const auto blocks = static_cast<unsigned>(std::min({wanted, tables, k_most_blocks}));
    decide_in_global<<<blocks, k_block, 0, stream>>>(
        moves, moves.sizes.begin[part], moves.sizes.begin[part + 1], k_global_slots[i]);
    check_launch("decide_in_global");
  }
}

void apply_bucket(const BucketMoves& moves, std::uint32_t begin, std::uint32_t end,
                  cudaStream_t stream) {
  const BucketMoves a = moves;
  for_each(
      "apply_bucket", end - begin,
      [=] __device__(std::uint64_t i) {
        const VertexId to = a.target[begin + i];
        if (to == k_none) return;
        const VertexId v = a.vertices[begin + i];
        const VertexId from = a.partition.community[v];
        const std::int64_t volume = volume_at(a.level, v);
        add(&a.partition.volume[from], -volume);
        add(&a.partition.volume[to], volume);
        atomicSub(&a.members[from], 1U);
        atomicAdd(&a.members[to], 1U);
        a.partition.community[v] = to;
      },
      stream);
}

}  // namespace

void count_buckets_on_device(const DeviceLevelView& level, ClusteringControl* control,
                             DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(control->buckets, 0, sizeof(control->buckets), stream));
  count_buckets<<<blocks_for(level.num_vertices), k_threads, 0, stream>>>(level, control);
  check_launch("count_buckets");
}

void fill_buckets_on_device(const BucketMoves& moves, ClusteringControl* control,
                            DeviceStream stream) {
  const VertexId n = moves.level.num_vertices;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(control->buckets, 0, sizeof(control->buckets), stream));
  fill_buckets<<<blocks_for(n), k_threads, 0, stream>>>(moves, control);
  check_launch("fill_buckets");
  VertexId* const members = moves.members;
  const VertexId* const community = moves.partition.community;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(members, 0, std::size_t{n} * sizeof(VertexId), stream));
  for_each(
      "count_members", n,
      [=] __device__(std::uint64_t v) { atomicAdd(&members[community[v]], 1U); }, stream);
}

void sweep_buckets_on_device(const BucketMoves& moves, DeviceStream stream) {
  const auto end_of = [&](std::size_t bucket) {
    if (moves.is_relaxed) return;
    const std::size_t parts =
        bucket + 1 < k_bucket_bounds.size() + 1 ? bucket + 1 : k_parts_of_buckets;
    apply_bucket(moves, moves.sizes.begin[bucket], moves.sizes.begin[parts], stream);
  };
  decide_bucket<4, 7>(moves, 0, stream);
  end_of(0);
  decide_bucket<8, 13>(moves, 1, stream);
  end_of(1);
  decide_bucket<16, 29>(moves, 2, stream);
  end_of(2);
  decide_bucket<32, 53>(moves, 3, stream);
  end_of(3);
  decide_bucket<32, 127>(moves, 4, stream);
  end_of(4);
  decide_bucket<k_block, 479>(moves, 5, stream);
  end_of(5);
  decide_last_bucket(moves, stream);
  end_of(6);
  if (moves.is_relaxed) apply_bucket(moves, 0, moves.level.num_vertices, stream);
}

}  // namespace hypermatch::detail::clustering
