// SPDX-License-Identifier: MIT
// Rounds over claim lists. First, each vertex closes claims of full vertices, and claims the next
// arcs of its list instead. Lists that run out are filled again. Then new claims are checked: those
// that are claimed back are matched, at both ends, and vertices all of whose claims are matched are
// marked as full. No kernel reads lists of others, or bits, that it writes.
#pragma once

#include <cstdint>
#include <cub/block/block_scan.cuh>
#include <cuda/atomic>

#include "algorithms/graph_matching/local_max/claim_lists/claim_list.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_list_threads = 256;

/// Numbers that kernels add to; the host reads them once per some rounds.
struct ListCounts {
  std::uint32_t active[2];  ///< of this round's list and the next one's
  std::uint32_t changed;
  std::uint32_t refill;
  std::uint32_t changes;    ///< not 0: some list changed, or some claim was matched
  std::uint32_t long_rows;  ///< see ListedPartners
  std::uint32_t indexed;    ///< see index_lists
};

/// What is known before the lists are laid out.
struct ListTotals {
  std::uint64_t partners;   ///< sum of min(capacity, degree)
  std::uint64_t choosing;   ///< vertices with more arcs than room, which is not 0
  std::uint32_t most_room;  ///< of these
  std::uint32_t longest_row;
};

/// New claims of a vertex.
struct ChangedList {
  VertexId v;
  std::uint32_t slots;
};

/// The slots of each vertex whose arcs are matched, as bits.
struct MatchedSlots {
  std::uint32_t* words;
  bool are_bytes;  ///< four vertices share a word; where no list has more than seven slots

  [[nodiscard]] static std::uint64_t num_words(std::uint64_t n, bool are_bytes) {
    return are_bytes ? (n + 3) / 4 : n;
  }
  /// Slots, or arcs of a row that are noted in place of slots, that there are bits for.
  [[nodiscard]] __device__ std::uint32_t num_bits() const { return are_bytes ? 8 : 32; }
  /// In kernels in which no other thread changes what v has.
  [[nodiscard]] __device__ std::uint32_t of(VertexId v) const {
    return are_bytes ? reinterpret_cast<const std::uint8_t*>(words)[v] : words[v];
  }
  __device__ void set(VertexId v, std::uint32_t slots) const {
    if (are_bytes) {
      reinterpret_cast<std::uint8_t*>(words)[v] = static_cast<std::uint8_t>(slots);
    } else {
      words[v] = slots;
    }
  }
  /// Relaxed: later kernels read the slots.
  [[nodiscard]] __device__ std::uint32_t load(VertexId v) const {
    return extract(v, cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(words[word_of(v)])
                          .load(cuda::memory_order_relaxed));
  }
  /// Adds slots; returns all that v has now. Relaxed, as above.
  [[nodiscard]] __device__ std::uint32_t add(VertexId v, std::uint32_t slots) const {
    return extract(v, atomicOr(&words[word_of(v)], slots << shift_of(v))) | slots;
  }

 private:
  [[nodiscard]] __device__ VertexId word_of(VertexId v) const { return are_bytes ? v / 4 : v; }
  [[nodiscard]] __device__ std::uint32_t shift_of(VertexId v) const {
    return are_bytes ? 8 * (v % 4) : 0;
  }
  [[nodiscard]] __device__ std::uint32_t extract(VertexId v, std::uint32_t word) const {
    return are_bytes ? word >> shift_of(v) & 0xFFU : word;
  }
};

struct ListRounds {
  ClaimLists lists;
  Bitmap full;
  MatchedSlots matched;
  VertexId* active[2];
  ChangedList* changed;  ///< from its end on the vertices whose lists are to be filled
  std::uint32_t room_for_changed;
  ListCounts* counts;

  [[nodiscard]] __device__ VertexId& to_refill(std::uint32_t i) const {
    return changed[room_for_changed - 1 - i].v;
  }
  __device__ void match(VertexId v, ClaimHeader header, std::uint32_t slots) const {
    if (header.is_full(matched.add(v, slots))) full.set(v);
  }
  /// Relaxed: the host reads it when the kernel has ended.
  __device__ void note_change() const {
    cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(counts->changes)
        .store(1, cuda::memory_order_relaxed);
  }
};

__global__ void __launch_bounds__(k_list_threads)
    sum_up_capacities(const DeviceRoom room, const std::uint64_t* offsets, VertexId n,
                      ListTotals* totals) {
  std::uint64_t partners = 0;
  std::uint32_t choosing = 0;
  std::uint32_t most_room = 0;
  std::uint32_t longest_row = 0;
  const std::uint64_t threads = parallel::threads_of_grid();
  for (std::uint64_t v = parallel::thread_of_grid(); v < n; v += threads) {
    const std::uint32_t its_room = room.of(static_cast<VertexId>(v));
    const std::uint64_t size = offsets[v + 1] - offsets[v];
    partners += size < its_room ? size : its_room;
    const auto row = static_cast<std::uint32_t>(size < k_none ? size : k_none);
    longest_row = row > longest_row ? row : longest_row;
    if (!room.makes_choose(static_cast<VertexId>(v), size)) continue;
    ++choosing;
    most_room = its_room > most_room ? its_room : most_room;
  }
  __syncwarp();
  most_room = __reduce_max_sync(k_all_lanes, most_room);
  longest_row = __reduce_max_sync(k_all_lanes, longest_row);
  choosing = __reduce_add_sync(k_all_lanes, choosing);
  partners = parallel::sum_of_warp(partners);
  if (threadIdx.x % 32 != 0) return;
  if (most_room != 0) atomicMax(&totals->most_room, most_room);
  if (longest_row != 0) atomicMax(&totals->longest_row, longest_row);
  atomicAdd(reinterpret_cast<unsigned long long*>(&totals->choosing),
            static_cast<unsigned long long>(choosing));
  atomicAdd(reinterpret_cast<unsigned long long*>(&totals->partners),
            static_cast<unsigned long long>(partners));
}

/// What a vertex does in a round.
struct Advanced {
  VertexId v;
  std::uint32_t entered = 0;  ///< slots that it claims from now on
  bool is_active = false;     ///< in the next round, too
  bool refills = false;       ///< its list has run out
};

/// Closes claims of full vertices. Those that are matched are known at both ends, so that a claim
/// that is not is closed.
__device__ inline Advanced advance_claims(const ListRounds& a, VertexId v, bool& changes) {
  Advanced result{v};
  const std::uint32_t place = a.lists.place_of(v);
  if (place == k_none) return result;
  ClaimHeader header = a.lists.header(place);
  if (header.is_whole_row() || header.room() == 0) return result;
  const std::uint32_t mutual = a.matched.of(v);
  if (header.is_full(mutual)) return result;
  const std::uint32_t before = header.claims();
  std::uint32_t looked = mutual;
  // Ends: each turn looks at slots that it has not looked at.
  for (std::uint32_t todo = before & ~looked; todo != 0; todo = header.claims() & ~looked) {
    looked |= todo;
    constexpr std::uint32_t k_at_once = 4;
    // Ends: each turn takes some bits away.
    while (todo != 0) {
      std::uint32_t slot[k_at_once];
      VertexId other[k_at_once];
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        slot[j] = todo & (0U - todo);
        todo ^= slot[j];
        other[j] = slot[j] != 0 ? a.lists.other(place, slot[j]) : v;
      }
#pragma unroll
      for (std::uint32_t j = 0; j < k_at_once; ++j) {
        if (a.full.has(other[j])) header.close(slot[j]);
      }
    }
  }
  result.entered = header.claims() & ~before;
  result.refills = header.num_present() < header.room() && !header.is_complete();
  result.is_active = result.refills || !header.fits_rest();
  if (header.claims() != before) {
    a.lists.set(place, header);
    changes = true;
  }
  return result;
}

/// Appends to the lists of a round; by all threads of a block.
template <std::uint32_t N>
class ListAppender {
 public:
  struct Shared {
    typename cub::BlockScan<std::uint64_t, k_list_threads>::TempStorage scan;
    std::uint32_t begins[3];
  };

  __device__ static void append(const ListRounds& a, int next, const Advanced (&advanced)[N],
                                Shared& shared) {
    // Three numbers in one word: a block has fewer than 2^16 vertices.
    static_assert(N * k_list_threads < 1U << 16);
    std::uint64_t mine = 0;
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      mine += (advanced[j].is_active ? 1U : 0U) + (changes(advanced[j]) ? 1ULL << 16 : 0ULL) +
              (advanced[j].refills ? 1ULL << 32 : 0ULL);
    }
    std::uint64_t place = 0;
    std::uint64_t all = 0;
    cub::BlockScan<std::uint64_t, k_list_threads>(shared.scan).ExclusiveSum(mine, place, all);
    if (threadIdx.x < 3) {
      std::uint32_t* const counters[] = {&a.counts->active[next], &a.counts->changed,
                                         &a.counts->refill};
      const std::uint32_t number = all >> (16 * threadIdx.x) & 0xFFFFU;
      if (number != 0) shared.begins[threadIdx.x] = atomicAdd(counters[threadIdx.x], number);
    }
    __syncthreads();
    std::uint32_t active = shared.begins[0] + (place & 0xFFFFU);
    std::uint32_t changed = shared.begins[1] + (place >> 16 & 0xFFFFU);
    std::uint32_t refill = shared.begins[2] + static_cast<std::uint32_t>(place >> 32);
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      if (advanced[j].is_active) a.active[next][active++] = advanced[j].v;
      if (changes(advanced[j])) a.changed[changed++] = {advanced[j].v, advanced[j].entered};
      if (advanced[j].refills) a.to_refill(refill++) = advanced[j].v;
    }
    __syncthreads();
  }

 private:
  // New claims of lists that are filled are found behind that.
  [[nodiscard]] __device__ static bool changes(const Advanced& advanced) {
    return advanced.entered != 0 && !advanced.refills;
  }
};

constexpr std::uint32_t k_advanced_at_once = 4;  ///< per thread

/// Of the active vertices; `turn` below 0: of all n.
__global__ void __launch_bounds__(k_list_threads)
    advance_lists(const __grid_constant__ ListRounds a, int turn, VertexId n) {
  __shared__ typename ListAppender<k_advanced_at_once>::Shared shared;
  const std::uint32_t count = turn < 0 ? n : a.counts->active[turn];
  const int next = turn < 0 ? 0 : 1 - turn;
  constexpr std::uint32_t k_step = k_list_threads * k_advanced_at_once;
  bool changes = false;
  // 64 bits: the last step may end behind the last number of 32 bits.
  for (std::uint64_t begin = std::uint64_t{blockIdx.x} * k_step; begin < count;
       begin += std::uint64_t{gridDim.x} * k_step) {
    Advanced advanced[k_advanced_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_advanced_at_once; ++j) {
      const std::uint64_t i = begin + j * k_list_threads + threadIdx.x;
      advanced[j] = {};
      if (i >= count) continue;
      advanced[j] =
          advance_claims(a, turn < 0 ? static_cast<VertexId>(i) : a.active[turn][i], changes);
    }
    ListAppender<k_advanced_at_once>::append(a, next, advanced, shared);
  }
  if (__syncthreads_or(changes ? 1 : 0) != 0 && threadIdx.x == 0) a.note_change();
}

/// Matches the claims in some slots of v that are claimed back, at both ends.
__device__ inline void check_claims(const ListRounds& a, VertexId v, std::uint32_t slots,
                                    bool& changes) {
  constexpr std::uint32_t k_at_once = 4;
  const std::uint32_t place = a.lists.place_of(v);
  std::uint32_t matched = 0;
  // Ends: each turn takes some bits away.
  while (slots != 0) {
    std::uint32_t slot[k_at_once];
    VertexId other[k_at_once];
    uint4 front[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      slot[j] = slots & (0U - slots);
      slots ^= slot[j];
      other[j] = slot[j] != 0 ? a.lists.other(place, slot[j]) : v;
    }
    a.lists.load_fronts(other, front);
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      if (slot[j] == 0) continue;
      const std::uint32_t back = a.lists.claim_of(other[j], front[j], v);
      if (back == ClaimLists::k_not_claimed) continue;
      matched |= slot[j];
      if (back != ClaimLists::k_whole_row) {
        a.match(other[j], ClaimHeader{front[j].x}, 1U << back);
      }
    }
  }
  if (matched == 0) return;
  a.match(v, a.lists.header(place), matched);
  changes = true;
}

/// New claims of all vertices whose lists changed.
__global__ void __launch_bounds__(k_list_threads)
    check_changed(const __grid_constant__ ListRounds a) {
  const std::uint32_t num_changed = a.counts->changed;
  const std::uint32_t count = num_changed + a.counts->refill;
  const std::uint64_t threads = parallel::threads_of_grid();
  bool changes = false;
  for (std::uint64_t i = parallel::thread_of_grid(); i < count; i += threads) {
    if (i < num_changed) {
      check_claims(a, a.changed[i].v, a.changed[i].slots, changes);
      continue;
    }
    const VertexId v = a.to_refill(static_cast<std::uint32_t>(i) - num_changed);
    // Relaxed: a claim that is matched meanwhile is checked in vain.
    const std::uint32_t mutual = a.matched.load(v);
    check_claims(a, v, a.lists.header(a.lists.place_of(v)).claims() & ~mutual, changes);
  }
  if (__syncthreads_or(changes ? 1 : 0) != 0 && threadIdx.x == 0) a.note_change();
}

/// The first claims of all vertices, each pair of them from one end.
__global__ void __launch_bounds__(k_list_threads)
    check_first(const __grid_constant__ ListRounds a, VertexId n) {
  const std::uint64_t threads = parallel::threads_of_grid();
  bool changes = false;
  for (std::uint64_t i = parallel::thread_of_grid(); i < n; i += threads) {
    const auto v = static_cast<VertexId>(i);
    const uint4 front = a.lists.front(v);
    const ClaimHeader header{front.x};
    if (header.is_whole_row() || header.room() == 0) continue;
    const std::uint32_t place = a.lists.place_of(v);
    std::uint32_t slots = 0;
    // Ends: each turn takes one bit away.
    for (std::uint32_t left = header.claims(); left != 0; left &= left - 1) {
      const std::uint32_t slot = left & (0U - left);
      const VertexId other = a.lists.other(place, slot);
      // Whole rows do not look at lists.
      if (v < other || a.lists.whole.has(other)) slots |= slot;
    }
    check_claims(a, v, slots, changes);
  }
}

/// Behind a round, by one thread; `turn` as in advance_lists.
struct EndListRound {
  ListCounts* counts;
  FilteredControl* control;
  int turn;

  __device__ void operator()(std::uint32_t) const {
    if (turn >= 0) counts->active[turn] = 0;
    counts->changed = 0;
    counts->refill = 0;
    control->late_items[0] = 0;
    control->late_slots[0] = 0;
  }
};

}  // namespace hypermatch::detail::graph_matching::device
