// SPDX-License-Identifier: MIT
// What one vertex decides from the frozen state, by a team of threads, a warp or a block.
#pragma once

#include <cstdint>
#include <type_traits>

#include "algorithms/clustering/common/device/move_problem.cuh"

namespace hypermatch::detail::clustering::device {

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

  /// Up to 32 / kLanes rows of at most kLanes * kArcs arcs, by one warp: each lane holds some
  /// arcs in registers, so that their loads do not wait for one another.
  template <int kLanes, int kArcs>
  __device__ __noinline__ void decide_short(const VertexId* vertices, int count) {
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int rank = lane % kLanes;
    const bool is_row = lane / kLanes < count;
    const VertexId v = is_row ? vertices[lane / kLanes] : 0;
    const Row row = is_row ? row_of(level_, v) : Row{0, 0};
    // Loaded early, so that nothing waits for it later.
    const VertexId own = is_row ? a_.moves.partition.community[v] : k_none;
    const double price = is_row ? price_of(v) : 0.0;
    VertexId communities[kArcs];
    LaneWeights<kArcs> weights;
    collect_lane<kLanes>(v, row, rank, communities, weights);
    bool leaves = false;
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
      leaves = leaves || (communities[i] != k_none && communities[i] != own);
    }
    std::int64_t own_links = 0;
    Choice choice;
    if (__any_sync(k_all_lanes, leaves ? 1 : 0) != 0) {
      // Of unit weights numbers of arcs, multiplied later.
      Sum links[kArcs] = {};
      add_up<kLanes>(communities, weights, links);
      own_links = choose(communities, links, own, price, choice);
      choice.reduce<kLanes>();
      for (int step = kLanes / 2; step > 0; step /= 2) {
        const std::int64_t other = __shfl_xor_sync(k_all_lanes, own_links, step);
        own_links = other > own_links ? other : own_links;
      }
    } else {
      own_links = sum_of_warp<kLanes>(add_own(communities, weights));
    }
    const bool moves = is_row && rank == 0 && settle(v, own, own_links, price, choice);
    if (is_row && rank == 0) arcs_ += row.length;
    append(v, moves);
  }

  /// A row of at most k_warp_room arcs, by one warp.
  __device__ __noinline__ void decide_by_warp(VertexId v) {
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
    if (lane == 0) (void)settle_row(v, own, row.length, own_links, price, choice);
  }

  /// A row of at most OfRow::k_room arcs, by a group.
  template <class OfRow>
  __device__ __noinline__ void decide_by_group(VertexId v) {
    const Row row = row_of(level_, v);
    const Table<Sum> table = OfRow::table(shared_.tables, row.length);
    const VertexId own = a_.moves.partition.community[v];
    collect_by_group<OfRow>(table, v, own, row);
    const double price = price_of(v);
    const Choice best = best_of_group<OfRow>(best_of(table, price, OfRow::rank(), OfRow::k_size));
    if (OfRow::rank() == 0) {
      const auto own_links = static_cast<std::int64_t>(shared_.own_links[OfRow::index()]);
      (void)settle_row(v, own, row.length, own_links, price, best);
    }
    OfRow::sync();
  }

  /// Adds up a part of a long row.
  __device__ __noinline__ void collect_part(LongRow& row, std::uint32_t part) {
    const VertexId v = row.item;
    const Table<Sum> table = WholeBlock::table(shared_.tables, k_block_room);
    collect_by_group<WholeBlock>(table, v, a_.moves.partition.community[v],
                                 part_of(row, row_of(level_, v).begin, part));
    if (threadIdx.x == 0 && shared_.own_links[0] != 0) atomicAdd(&row.inside, shared_.own_links[0]);
    const LongTable all = table_of(a_.tables, row);
    for (std::uint32_t i = threadIdx.x; i < table.slots(); i += k_threads) {
      if (table.keys[i] != k_none) {
        (void)all.insert(table.keys[i], static_cast<std::int64_t>(table.sums[i]));
      }
    }
  }

  /// The best community in a part of a long row's table, which is clear then. The block that is the
  /// last one to have done a part decides.
  __device__ __noinline__ void choose_part(LongRow& row, std::uint32_t part) {
    const VertexId v = row.item;
    const double price = price_of(v);
    const LongTable table = table_of(a_.tables, row);
    const auto begin = static_cast<std::uint32_t>(std::uint64_t{row.slots} * part / row.parts);
    const auto end = static_cast<std::uint32_t>(std::uint64_t{row.slots} * (part + 1) / row.parts);
    Choice choice;
    for (std::uint32_t i = begin + threadIdx.x; i < end; i += k_threads) {
      const VertexId community = table.keys[i];
      if (community == k_none) continue;
      choice.take_better(community, MoveGain::of(price, static_cast<std::int64_t>(table.sums[i]),
                                                 volume_of(community)));
      table.keys[i] = k_none;
      table.sums[i] = 0;
    }
    choice = best_of_group<WholeBlock>(choice);
    PartChoice* const choices = a_.long_rows.choices + row.first_part;
    if (threadIdx.x == 0) {
      choices[part] = {choice.gain, choice.community};
      // Release: the others' choices are visible to the last block. Acquire: in it.
      const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> done(row.parts_done);
      shared_.item[0] = done.fetch_add(1, cuda::memory_order_acq_rel) + 1;
    }
    __syncthreads();
    if (shared_.item[0] != row.parts) return;
    choice = {};
    for (std::uint32_t i = threadIdx.x; i < row.parts; i += k_threads) {
      choice.take_better(choices[i].community, choices[i].gain);
    }
    choice = best_of_group<WholeBlock>(choice);
    if (threadIdx.x != 0) return;
    row.moves = settle_row(v, a_.moves.partition.community[v], row.length,
                           static_cast<std::int64_t>(row.inside), price, choice);
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
  template <int kArcs>
  struct SomeWeights {
    Sum at[kArcs];
  };
  template <int kArcs>
  using LaneWeights = std::conditional_t<kUnit, NoWeights, SomeWeights<kArcs>>;

  __device__ std::int64_t volume_of(VertexId community) const {
    return a_.moves.partition.volume[community];
  }
  __device__ double price_of(VertexId v) const {
    return MoveGain{a_.moves.factor}.price(volume_at(level_, v));
  }
  __device__ bool is_alone(VertexId v) const {
    return a_.moves.partition.community[v] == v && volume_of(v) == volume_at(level_, v);
  }
  __device__ VertexId target(VertexId v, VertexId u) const {
    const VertexId* const within = a_.moves.within;
    if (within != nullptr && (within[u] != within[v] || (round_.has(u) && is_alone(u)))) {
      return k_none;
    }
    return a_.moves.partition.community[u];
  }

  // The arcs of one lane: their targets, or k_none.
  template <int kLanes, int kArcs>
  __device__ void collect_lane(VertexId v, const Row& row, int rank, VertexId (&communities)[kArcs],
                               LaneWeights<kArcs>& weights) const {
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
      const auto place = static_cast<std::uint64_t>(rank + kLanes * i);
      const bool is_arc = place < row.length;
      communities[i] = is_arc ? level_.neighbours[row.begin + place] : k_none;
      if constexpr (!kUnit) {
        weights.at[i] =
            is_arc ? static_cast<Sum>(weight_at(level_.weights, row.begin + place)) : Sum{0};
      }
    }
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
      if (communities[i] != k_none) communities[i] = target(v, communities[i]);
    }
  }

  // For each arc of a lane what the whole row has into the same community.
  template <int kLanes, int kArcs>
  __device__ static void add_up(const VertexId (&communities)[kArcs],
                                const LaneWeights<kArcs>& weights, Sum (&links)[kArcs]) {
#pragma unroll
    for (int from = 0; from < kLanes; ++from) {
#pragma unroll
      for (int j = 0; j < kArcs; ++j) {
        VertexId other = communities[j];
        if constexpr (kLanes > 1) other = __shfl_sync(k_all_lanes, other, from, kLanes);
        Sum more = 1;
        if constexpr (!kUnit) {
          more = weights.at[j];
          if constexpr (kLanes > 1) more = __shfl_sync(k_all_lanes, more, from, kLanes);
        }
#pragma unroll
        for (int i = 0; i < kArcs; ++i) links[i] += communities[i] == other ? more : 0;
      }
    }
  }

  // The links of a lane whose arcs lead to one community, if anywhere.
  template <int kArcs>
  __device__ std::int64_t add_own(const VertexId (&communities)[kArcs],
                                  const LaneWeights<kArcs>& weights) const {
    std::int64_t sum = 0;
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
      if (communities[i] == k_none) continue;
      if constexpr (kUnit) {
        sum += level_.weights.one;
      } else {
        sum += static_cast<std::int64_t>(weights.at[i]);
      }
    }
    return sum;
  }

  // The best community of a lane's arcs, and the links to the own one where an arc leads there.
  template <int kArcs>
  __device__ std::int64_t choose(const VertexId (&communities)[kArcs], const Sum (&links)[kArcs],
                                 VertexId own, double price, Choice& choice) const {
    std::int64_t own_links = 0;
    std::int64_t volumes[kArcs];
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
      const bool is_other = communities[i] != k_none && communities[i] != own;
      volumes[i] = is_other ? volume_of(communities[i]) : 0;
    }
#pragma unroll
    for (int i = 0; i < kArcs; ++i) {
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
  __device__ std::int64_t collect(const Table<Sum>& table, VertexId v, VertexId own, const Row& row,
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

  // The same by a group into its table; the links are in `shared`.
  template <class OfRow>
  __device__ void collect_by_group(const Table<Sum>& table, VertexId v, VertexId own,
                                   const Row& row) {
    unsigned long long& own_links = shared_.own_links[OfRow::index()];
    table.clear(OfRow::rank(), OfRow::k_size);
    if (OfRow::rank() == 0) own_links = 0;
    OfRow::sync();
    const std::int64_t mine =
        sum_of_warp(collect(table, v, own, row, OfRow::rank(), OfRow::k_size));
    if (threadIdx.x % 32 == 0 && mine != 0) {
      atomicAdd(&own_links, static_cast<unsigned long long>(mine));
    }
    OfRow::sync();
  }

  // The best choice of a group's threads, in the first of them.
  template <class OfRow>
  __device__ Choice best_of_group(Choice choice) {
    choice.reduce<32>();
    if (threadIdx.x % 32 == 0) {
      shared_.gains[threadIdx.x / 32] = choice.gain;
      shared_.communities[threadIdx.x / 32] = choice.community;
    }
    OfRow::sync();
    if (OfRow::rank() >= 32) return choice;
    const std::uint32_t warp =
        OfRow::index() * OfRow::k_warps_each + threadIdx.x % OfRow::k_warps_each;
    choice = {shared_.communities[warp], shared_.gains[warp]};
    choice.reduce<OfRow::k_warps_each>();
    return choice;
  }

  __device__ bool settle_row(VertexId v, VertexId own, std::uint64_t length, std::int64_t own_links,
                             double price, const Choice& best) {
    arcs_ += length;
    const bool moves = settle(v, own, own_links, price, best);
    if (moves) a_.moved[atomicAdd(&counts_->moved, 1U)] = v;
    return moves;
  }

  __device__ Choice best_of(const Table<Sum>& table, double price, std::uint32_t rank,
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
    const double own_gain = MoveGain::of(price, own_links, volume_of(own) - volume_at(level_, v));
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
