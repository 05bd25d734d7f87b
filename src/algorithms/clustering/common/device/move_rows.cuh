// SPDX-License-Identifier: MIT
// What one vertex decides from the frozen state, by a team of threads, a warp or a block.
#pragma once

#include <cstdint>
#include <type_traits>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/problem.hpp"
#include "algorithms/clustering/common/level.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::clustering::device {

inline constexpr std::uint32_t k_sub_rounds = 8;

struct MoveArguments {
  DeviceMoves moves;
  std::uint8_t* active;
  VertexId* target;
  VertexId* moved;
  VertexId* rows;  ///< long ones from the front, huge ones from the back
  GlobalTables tables;
  ClusteringControl* control;
};

struct SubRound {
  std::uint64_t seed;
  std::uint32_t number;

  __device__ bool has(VertexId v) const {
    return base::below(base::splitmix64(seed ^ v), k_sub_rounds) == number;
  }
};

/// A target of a vertex.
struct Choice {
  VertexId community = k_none;
  double gain = 0.0;

  __device__ void take_better(VertexId other, double other_gain) {
    if (other == k_none) return;
    if (community == k_none || other_gain > gain || (other_gain == gain && other < community)) {
      community = other;
      gain = other_gain;
    }
  }
  template <int kLanes>
  __device__ void reduce() {
    for (int step = kLanes / 2; step > 0; step /= 2) {
      const VertexId other = __shfl_xor_sync(k_all_lanes, community, step);
      const double other_gain = __shfl_xor_sync(k_all_lanes, gain, step);
      take_better(other, other_gain);
    }
  }
};

/// Arcs of a short row that one lane takes.
inline constexpr int k_lane_arcs = 8;

/// What the threads of a block share.
inline constexpr int k_classes = 4;
inline constexpr int k_queue = 64;
template <class Sum>
struct MoveShared {
  TableMemory<Sum> tables;
  VertexId queue[k_warps][k_classes][k_queue];
  double gains[k_warps];
  VertexId communities[k_warps];
  unsigned long long own_links;
  std::uint32_t item;
};

/// `kUnit`: arcs have one weight; `Sum`: of weights, 32 or 64 bits.
template <bool kUnit, class Sum>
class RowMover {
 public:
  using Shared = MoveShared<Sum>;

  __device__ RowMover(const MoveArguments& arguments, Shared& shared)
      : a_(arguments), level_(arguments.moves.level), shared_(shared) {}

  __device__ void begin(const SubRound& round, SubRoundCounts* counts) {
    round_ = round;
    counts_ = counts;
  }

  /// Whether the vertex looks at its row at all.
  __device__ bool may_move(VertexId v) const { return a_.moves.within == nullptr || is_alone(v); }

  /// Up to 32 / kLanes rows of at most kLanes * k_lane_arcs arcs, by one warp: each lane holds some
  /// arcs in registers, so that their loads do not wait for one another.
  template <int kLanes>
  __device__ void decide_short(const VertexId* vertices, int count) {
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int rank = lane % kLanes;
    const bool is_row = lane / kLanes < count;
    const VertexId v = is_row ? vertices[lane / kLanes] : 0;
    const Row row = is_row ? row_of(level_, v) : Row{0, 0};
    VertexId communities[k_lane_arcs];
    LaneWeights weights;
    collect_lane<kLanes>(v, row, rank, communities, weights);
    // Of unit weights numbers of arcs, multiplied later.
    Sum links[k_lane_arcs] = {};
    add_up<kLanes>(communities, weights, links);
    std::int64_t own_links = 0;
    Choice choice;
    double price = 0.0;
    VertexId own = 0;
    if (is_row) {
      own = a_.moves.partition.community[v];
      price = price_of(v);
      own_links = choose(communities, links, own, price, choice);
    }
    choice.reduce<kLanes>();
    for (int step = kLanes / 2; step > 0; step /= 2) {
      const std::int64_t other = __shfl_xor_sync(k_all_lanes, own_links, step);
      own_links = other > own_links ? other : own_links;
    }
    const bool moves = is_row && rank == 0 && settle(v, own, own_links, price, choice);
    if (is_row && rank == 0) arcs_ += row.length;
    append(v, moves);
  }

  /// A row of at most k_warp_room arcs, by one warp.
  __device__ void decide_by_warp(VertexId v) {
    const std::uint32_t lane = threadIdx.x % 32;
    const Table<Sum> table = table_of_warp(shared_.tables);
    table.clear(lane, 32);
    __syncwarp();
    const Row row = row_of(level_, v);
    const VertexId own = a_.moves.partition.community[v];
    const std::int64_t own_links = sum_of_warp(collect(table, v, own, row, lane, 32));
    __syncwarp();
    const double price = price_of(v);
    Choice choice = best_of(table, price, lane, 32);
    choice.reduce<32>();
    __syncwarp();
    if (lane != 0) return;
    arcs_ += row.length;
    if (settle(v, own, own_links, price, choice)) a_.moved[atomicAdd(&counts_->moved, 1U)] = v;
  }

  /// A row of any length, by the block, in its table in shared or global memory.
  template <class AnyTable>
  __device__ void decide_by_block(VertexId v, const AnyTable& table, bool is_clear) {
    if (!is_clear) table.clear(threadIdx.x, k_threads);
    if (threadIdx.x == 0) shared_.own_links = 0;
    __syncthreads();
    const Row row = row_of(level_, v);
    const VertexId own = a_.moves.partition.community[v];
    const std::int64_t mine = sum_of_warp(collect(table, v, own, row, threadIdx.x, k_threads));
    if (threadIdx.x % 32 == 0) {
      atomicAdd(&shared_.own_links, static_cast<unsigned long long>(mine));
    }
    __syncthreads();
    const double price = price_of(v);
    Choice choice = best_of(table, price, threadIdx.x, k_threads);
    choice.reduce<32>();
    if (threadIdx.x % 32 == 0) {
      shared_.gains[threadIdx.x / 32] = choice.gain;
      shared_.communities[threadIdx.x / 32] = choice.community;
    }
    __syncthreads();
    if (is_clear) table.clear(threadIdx.x, k_threads);
    if (threadIdx.x == 0) {
      Choice best;
      for (std::uint32_t i = 0; i < k_warps; ++i) {
        best.take_better(shared_.communities[i], shared_.gains[i]);
      }
      arcs_ += row.length;
      if (settle(v, own, static_cast<std::int64_t>(shared_.own_links), price, best)) {
        a_.moved[atomicAdd(&counts_->moved, 1U)] = v;
      }
    }
    __syncthreads();
  }

  /// Adds what the threads of the block counted; all of them call it.
  __device__ void report(unsigned long long* gain, unsigned long long* arcs) {
    const std::int64_t all_gain = sum_of_warp(gain_);
    const std::uint64_t all_arcs = sum_of_warp(arcs_);
    if (threadIdx.x % 32 == 0) {
      if (all_gain != 0) atomicAdd(gain, static_cast<unsigned long long>(all_gain));
      if (all_arcs != 0) atomicAdd(arcs, static_cast<unsigned long long>(all_arcs));
    }
    gain_ = 0;
    arcs_ = 0;
  }

 private:
  struct NoWeights {};
  struct SomeWeights {
    Sum at[k_lane_arcs];
  };
  using LaneWeights = std::conditional_t<kUnit, NoWeights, SomeWeights>;

  __device__ std::int64_t volume_of(VertexId community) const {
    return a_.moves.partition.volume[community];
  }
  __device__ double price_of(VertexId v) const {
    return MoveGain{a_.moves.factor}.price(level_.volume[v]);
  }
  __device__ bool is_alone(VertexId v) const {
    return a_.moves.partition.community[v] == v && volume_of(v) == level_.volume[v];
  }
  __device__ VertexId target(VertexId v, VertexId u) const {
    const VertexId* const within = a_.moves.within;
    if (within != nullptr && (within[u] != within[v] || (round_.has(u) && is_alone(u)))) {
      return k_none;
    }
    return a_.moves.partition.community[u];
  }

  // The arcs of one lane: their targets, or k_none.
  template <int kLanes>
  __device__ void collect_lane(VertexId v, const Row& row, int rank,
                               VertexId (&communities)[k_lane_arcs], LaneWeights& weights) const {
#pragma unroll
    for (int i = 0; i < k_lane_arcs; ++i) {
      const auto place = static_cast<std::uint64_t>(rank + kLanes * i);
      const bool is_arc = place < row.length;
      communities[i] = is_arc ? level_.neighbours[row.begin + place] : k_none;
      if constexpr (!kUnit) {
        weights.at[i] =
            is_arc ? static_cast<Sum>(weight_at(level_.weights, row.begin + place)) : Sum{0};
      }
    }
#pragma unroll
    for (int i = 0; i < k_lane_arcs; ++i) {
      if (communities[i] != k_none) communities[i] = target(v, communities[i]);
    }
  }

  // For each arc of a lane what the whole row has into the same community.
  template <int kLanes>
  __device__ static void add_up(const VertexId (&communities)[k_lane_arcs],
                                const LaneWeights& weights, Sum (&links)[k_lane_arcs]) {
#pragma unroll
    for (int from = 0; from < kLanes; ++from) {
#pragma unroll
      for (int j = 0; j < k_lane_arcs; ++j) {
        VertexId other = communities[j];
        if constexpr (kLanes > 1) other = __shfl_sync(k_all_lanes, other, from, kLanes);
        Sum more = 1;
        if constexpr (!kUnit) {
          more = weights.at[j];
          if constexpr (kLanes > 1) more = __shfl_sync(k_all_lanes, more, from, kLanes);
        }
#pragma unroll
        for (int i = 0; i < k_lane_arcs; ++i) links[i] += communities[i] == other ? more : 0;
      }
    }
  }

  // The best community of a lane's arcs, and the links to the own one where an arc leads there.
  __device__ std::int64_t choose(const VertexId (&communities)[k_lane_arcs],
                                 const Sum (&links)[k_lane_arcs], VertexId own, double price,
                                 Choice& choice) const {
    std::int64_t own_links = 0;
    std::int64_t volumes[k_lane_arcs];
#pragma unroll
    for (int i = 0; i < k_lane_arcs; ++i) {
      volumes[i] = communities[i] == k_none ? 0 : volume_of(communities[i]);
    }
#pragma unroll
    for (int i = 0; i < k_lane_arcs; ++i) {
      if (communities[i] == k_none) continue;
      auto sum = static_cast<std::int64_t>(links[i]);
      if constexpr (kUnit) sum *= level_.weights.one;
      if (communities[i] == own) {
        own_links = sum;
      } else {
        choice.take_better(communities[i], MoveGain::of(price, sum, volumes[i]));
      }
    }
    return own_links;
  }

  // Returns the links to the own community; all others go to the table.
  template <class AnyTable>
  __device__ std::int64_t collect(const AnyTable& table, VertexId v, VertexId own, const Row& row,
                                  std::uint32_t rank, std::uint32_t size) const {
    std::int64_t own_links = 0;
    for (std::uint64_t i = rank; i < row.length; i += size) {
      const VertexId community = target(v, level_.neighbours[row.begin + i]);
      if (community == k_none) continue;
      const std::int64_t weight =
          kUnit ? level_.weights.one : weight_at(level_.weights, row.begin + i);
      if (community == own) {
        own_links += weight;
      } else {
        table.insert(community, weight);
      }
    }
    return own_links;
  }

  template <class AnyTable>
  __device__ Choice best_of(const AnyTable& table, double price, std::uint32_t rank,
                            std::uint32_t size) const {
    Choice choice;
    for (std::uint32_t i = rank; i < table.slots(); i += size) {
      const VertexId community = table.keys[i];
      if (community == k_none) continue;
      choice.take_better(community, MoveGain::of(price, static_cast<std::int64_t>(table.sums[i]),
                                                 volume_of(community)));
    }
    return choice;
  }

  // By one thread: whether the vertex moves.
  __device__ bool settle(VertexId v, VertexId own, std::int64_t own_links, double price,
                         Choice best) {
    const double own_gain = MoveGain::of(price, own_links, volume_of(own) - level_.volume[v]);
    if (own_gain < 0.0 && (best.community == k_none || best.gain < 0.0) && volume_of(v) == 0) {
      // To be alone is worth 0. The number v is free: only v may take it.
      best = {v, 0.0};
    }
    if (best.community == k_none || !(best.gain > own_gain)) return false;
    a_.target[v] = best.community;
    add_gain(gain_, (best.gain - own_gain) * a_.moves.gain_units);
    return true;
  }

  __device__ void append(VertexId v, bool moves) {
    const std::uint32_t all = __ballot_sync(k_all_lanes, moves);
    if (all == 0) return;
    const auto leader = static_cast<std::uint32_t>(__ffs(static_cast<int>(all)) - 1);
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t place = 0;
    if (lane == leader) place = atomicAdd(&counts_->moved, static_cast<unsigned>(__popc(all)));
    place = __shfl_sync(k_all_lanes, place, static_cast<int>(leader));
    if (moves) {
      a_.moved[place + static_cast<std::uint32_t>(__popc(all & ((1U << lane) - 1U)))] = v;
    }
  }

  const MoveArguments& a_;
  const DeviceLevelView& level_;
  Shared& shared_;
  SubRound round_{};
  SubRoundCounts* counts_ = nullptr;
  std::int64_t gain_ = 0;
  std::uint64_t arcs_ = 0;
};

}  // namespace hypermatch::detail::clustering::device
