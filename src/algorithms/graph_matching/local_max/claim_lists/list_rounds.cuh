// SPDX-License-Identifier: MIT
// Rounds over claim lists. In each, vertices judge their claims: mutual ones stay for good, those
// of full vertices that do not claim back are closed, others wait. Then vertices all of whose
// claims are mutual are marked as full, and lists that ran out are filled again.
#pragma once

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "algorithms/graph_matching/local_max/claim_lists/claim_list.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_list_threads = 256;

/// Numbers that kernels add to; the host reads them once per some rounds.
struct ListCounts {
  std::uint32_t active[2];  ///< of this round's list and the next one's
  std::uint32_t refill;
  std::uint32_t changes;  ///< not 0: some claim was judged for good
};

/// What is known before the lists are laid out.
struct ListTotals {
  std::uint64_t partners;   ///< sum of min(capacity, degree)
  std::uint64_t choosing;   ///< vertices with more arcs than room, which is not 0
  std::uint32_t most_room;  ///< of these
};

struct ListRounds {
  const std::uint64_t* offsets;
  ClaimLists lists;
  Bitmap full;
  Bitmap filled;          ///< in this round; empty in between
  std::uint32_t* mutual;  ///< slots whose arcs are matched
  VertexId* active[2];
  VertexId* refill;
  ListCounts* counts;
};

__global__ void __launch_bounds__(k_list_threads)
    sum_up_capacities(const DeviceRoom room, const std::uint64_t* offsets, VertexId n,
                      ListTotals* totals) {
  std::uint64_t partners = 0;
  std::uint32_t choosing = 0;
  std::uint32_t most_room = 0;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = parallel::rows_detail::thread_index(); v < n; v += threads) {
    const std::uint32_t its_room = room.of(static_cast<VertexId>(v));
    const std::uint64_t size = offsets[v + 1] - offsets[v];
    partners += size < its_room ? size : its_room;
    if (its_room == 0 || size <= its_room) continue;
    ++choosing;
    most_room = its_room > most_room ? its_room : most_room;
  }
  __syncwarp();
  most_room = __reduce_max_sync(k_all_lanes, most_room);
  choosing = __reduce_add_sync(k_all_lanes, choosing);
  for (int lane = 16; lane > 0; lane /= 2) {
    partners += __shfl_xor_sync(k_all_lanes, partners, lane);
  }
  if (threadIdx.x % 32 != 0) return;
  if (most_room != 0) atomicMax(&totals->most_room, most_room);
  atomicAdd(reinterpret_cast<unsigned long long*>(&totals->choosing),
            static_cast<unsigned long long>(choosing));
  atomicAdd(reinterpret_cast<unsigned long long*>(&totals->partners),
            static_cast<unsigned long long>(partners));
}

/// What becomes of a vertex in a round.
enum class Judged : std::uint8_t {
  done,     ///< full, or with room for all that is left
  waits,    ///< for claims of others
  refills,  ///< its list has run out
};

/// Judges the claims of one vertex, some at a time.
class Judge {
 public:
  __device__ Judge(const ListRounds& rounds, VertexId v, bool is_first)
      : a_(rounds), v_(v), header_{rounds.lists.of(v)[0]}, is_first_(is_first) {
    mutual_ = is_first ? 0 : rounds.mutual[v];
  }

  [[nodiscard]] __device__ Judged run(bool& changes) {
    const std::uint32_t header_before = header_.bits;
    const std::uint32_t mutual_before = mutual_;
    std::uint32_t waiting = 0;
    // Ends: each turn judges slots that were not judged.
    for (std::uint32_t todo = header_.claims() & ~mutual_; todo != 0;
         todo = header_.claims() & ~(mutual_ | waiting)) {
      judge_some(todo, waiting);
    }
    const bool closes = header_.bits != header_before;
    const bool matches = mutual_ != mutual_before;
    if (closes) a_.lists.store(v_, header_);
    if (matches || is_first_) a_.mutual[v_] = mutual_;
    changes = changes || closes || matches;
    if (static_cast<std::uint32_t>(__popc(static_cast<int>(mutual_))) == header_.room()) {
      a_.filled.set(v_);
      return Judged::done;
    }
    if (header_.fits_rest()) return Judged::done;
    return header_.num_present() < header_.room() ? Judged::refills : Judged::waits;
  }

 private:
  static constexpr std::uint32_t k_at_once = 4;

  __device__ void judge_some(std::uint32_t todo, std::uint32_t& waiting) {
    std::uint32_t slot[k_at_once];
    VertexId other[k_at_once];
    uint4 front[k_at_once];
    bool is_full[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      slot[j] = todo & (0U - todo);
      todo ^= slot[j];
      other[j] =
          slot[j] != 0 ? a_.lists.other(v_, static_cast<std::uint32_t>(__ffs(slot[j])) - 1) : v_;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      is_full[j] = a_.full.has(other[j]);
      front[j] = a_.lists.front(other[j]);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      if (slot[j] == 0) continue;
      if (a_.lists.claims(other[j], front[j], v_)) {
        mutual_ |= slot[j];
      } else if (is_full[j]) {
        header_.close(slot[j]);
      } else {
        waiting |= slot[j];
      }
    }
  }

  const ListRounds& a_;
  VertexId v_;
  ClaimHeader header_;
  std::uint32_t mutual_ = 0;
  bool is_first_;
};

/// Appends vertices to the next round's list and to that of lists to fill; by all threads of a
/// block.
template <std::uint32_t N>
class ListAppender {
 public:
  struct Shared {
    typename cub::BlockScan<std::uint32_t, k_list_threads>::TempStorage scan;
    std::uint32_t begins[2];
  };

  __device__ static void append(const ListRounds& a, int next, const VertexId (&v)[N],
                                const Judged (&judged)[N], Shared& shared) {
    // Both numbers in one word: a block has fewer than 2^16 vertices.
    static_assert(N * k_list_threads < 1U << 16);
    std::uint32_t mine = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      mine += judged[j] == Judged::waits ? 1U : judged[j] == Judged::refills ? 1U << 16 : 0U;
    }
    std::uint32_t place = 0;
    std::uint32_t all = 0;
    cub::BlockScan<std::uint32_t, k_list_threads>(shared.scan).ExclusiveSum(mine, place, all);
    if (threadIdx.x == 0) {
      const std::uint32_t waiting = all & 0xFFFFU;
      const std::uint32_t refills = all >> 16;
      if (waiting != 0) shared.begins[0] = atomicAdd(&a.counts->active[next], waiting);
      if (refills != 0) shared.begins[1] = atomicAdd(&a.counts->refill, refills);
    }
    __syncthreads();
    std::uint32_t waiting = shared.begins[0] + (place & 0xFFFFU);
    std::uint32_t refills = shared.begins[1] + (place >> 16);
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if (judged[j] == Judged::waits) a.active[next][waiting++] = v[j];
      if (judged[j] == Judged::refills) a.refill[refills++] = v[j];
    }
    __syncthreads();
  }
};

constexpr std::uint32_t k_judged_at_once = 4;  ///< per thread

/// `turn` below 0: of all n vertices for the first time; else of those that are active.
__global__ void __launch_bounds__(k_list_threads)
    judge_claims(const __grid_constant__ ListRounds a, int turn, VertexId n) {
  __shared__ typename ListAppender<k_judged_at_once>::Shared shared;
  const std::uint32_t count = turn < 0 ? n : a.counts->active[turn];
  const int next = turn < 0 ? 0 : 1 - turn;
  constexpr std::uint32_t k_step = k_list_threads * k_judged_at_once;
  bool changes = false;
  // 64 bits: the last step may end behind the last number of 32 bits.
  for (std::uint64_t begin = std::uint64_t{blockIdx.x} * k_step; begin < count;
       begin += std::uint64_t{gridDim.x} * k_step) {
    VertexId v[k_judged_at_once];
    Judged judged[k_judged_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_judged_at_once; ++j) {
      const std::uint64_t i = begin + j * k_list_threads + threadIdx.x;
      judged[j] = Judged::done;
      if (i >= count) continue;
      v[j] = turn < 0 ? static_cast<VertexId>(i) : a.active[turn][i];
      const ClaimHeader header{a.lists.of(v[j])[0]};
      if (header.is_whole_row() || header.room() == 0) continue;
      judged[j] = Judge(a, v[j], turn < 0).run(changes);
    }
    ListAppender<k_judged_at_once>::append(a, next, v, judged, shared);
  }
  if (turn < 0 || __syncthreads_or(changes ? 1 : 0) == 0 || threadIdx.x != 0) return;
  // Relaxed: the host reads it when the kernel has ended.
  cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(a.counts->changes)
      .store(1, cuda::memory_order_relaxed);
}

}  // namespace hypermatch::detail::graph_matching::device
