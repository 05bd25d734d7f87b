// SPDX-License-Identifier: MIT
// The state of b-Suitor on a device: what each vertex has proposed, what it still owes, and what
// it holds. A vertex with a small capacity below its degree holds its suitors in slots, replaced by
// compare-and-swap. One with a large capacity holds none: its bar and the keys down to which its
// neighbours have proposed tell. One with room for its whole row refuses nothing. Where several
// devices share a graph, each has the state of its own vertices, and copies of what the others have
// made known; what concerns vertices of another one is sent there.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/b_suitor/outboxes.cuh"
#include "algorithms/graph_matching/common/device/arcs.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Capacities up to this have slots, which each proposal reads.
constexpr std::uint32_t k_most_slots = 32;

/// Threads that work on the proposals of a vertex, by its degree: teams of 8 or 32 threads, which
/// hold its row in registers, or a block.
enum class Crew : std::uint8_t { small_team, warp, block };
constexpr unsigned k_held_arcs = 4;  ///< of a row, by each thread of a team
constexpr std::uint64_t k_small_row = 8 * k_held_arcs;
constexpr std::uint64_t k_warp_row = 32 * k_held_arcs;

[[nodiscard]] __host__ __device__ constexpr Crew crew_of(std::uint64_t degree) {
  if (degree <= k_small_row) return Crew::small_team;
  return degree <= k_warp_row ? Crew::warp : Crew::block;
}

/// How a vertex holds its suitors.
enum class Holding : std::uint8_t {
  nothing,  ///< capacity 0
  row,      ///< room for the whole row: none is refused
  slots,    ///< one word per suitor
  bar,      ///< those that proposed and reach the bar
};

/// The vertices that a round works on: those of small teams from the front of `by_team`, those of
/// warps from its end.
struct ProposerLists {
  VertexId* by_team;
  VertexId* by_block;
};

/// Numbers that kernels add to; the host reads them once per round.
struct SuitorCounts {
  std::uint32_t listed[2][3];  ///< of both rounds' lists, by Crew
  std::uint32_t asked;         ///< vertices that hold by a bar and were proposed to
  std::uint32_t with_bar;      ///< that hold by a bar
  std::uint64_t partners_at_most;
};

template <class T>
using DeviceAtomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// Outcome of a proposal.
struct SuitorAnswer {
  bool accepted;
  VertexId displaced;  ///< or k_none
};

/// `k_in_parts`: other devices have other vertices. Without parts nothing of them is compiled in,
/// which would cost registers.
template <bool k_in_parts>
struct SuitorState {
  static constexpr bool k_has_parts = k_in_parts;

  Arcs arcs;  ///< of the own vertices: first .. first + arcs.num_vertices - 1
  VertexId first;
  const SuitorOutboxes* outboxes;  ///< in parts
  const std::uint32_t* each;       ///< capacities of all vertices, or null
  std::uint32_t common;
  // Of all vertices; of those of other devices as they were made known last.
  std::uint64_t* bars;    ///< keys below are refused for good; they only rise
  std::uint64_t* lowest;  ///< the lowest key that a vertex has proposed; 0: all that it can
  // Of the own vertices.
  std::uint32_t* owed;          ///< proposals that a vertex has to make
  const std::uint64_t* begins;  ///< of the slots of each vertex
  std::uint64_t* slots;         ///< word << 32 | suitor; the suitor k_none: empty
  Bitmap asked;
  VertexId* asked_list;
  ProposerLists lists[2];
  SuitorCounts* counts;

  [[nodiscard]] __device__ std::uint32_t capacity(VertexId v) const {
    return each == nullptr ? common : each[v];
  }
  /// Index of an own vertex in arrays of own vertices; at least arcs.num_vertices for others.
  [[nodiscard]] __device__ VertexId place_of(VertexId v) const {
    return k_in_parts ? v - first : v;
  }
  [[nodiscard]] __device__ VertexId vertex_at(std::uint64_t place) const {
    return static_cast<VertexId>(place) + (k_in_parts ? first : 0);
  }
  [[nodiscard]] __device__ bool is_own(VertexId v) const {
    return !k_in_parts || place_of(v) < arcs.num_vertices;
  }
  /// The row of an own vertex.
  [[nodiscard]] __device__ std::uint64_t row_begin(VertexId v) const {
    return arcs.offsets[place_of(v)];
  }
  [[nodiscard]] __device__ std::uint64_t row_end(VertexId v) const {
    return arcs.offsets[place_of(v) + 1ULL];
  }
  [[nodiscard]] __device__ std::uint64_t degree(VertexId v) const {
    return row_end(v) - row_begin(v);
  }
  /// min(capacity, degree).
  [[nodiscard]] __device__ std::uint32_t room(VertexId v, std::uint64_t size) const {
    const std::uint32_t most = capacity(v);
    return size < most ? static_cast<std::uint32_t>(size) : most;
  }
  [[nodiscard]] __device__ Holding holding(VertexId v, std::uint64_t size) const {
    const std::uint32_t most = capacity(v);
    if (most == 0) return Holding::nothing;
    if (size <= most) return Holding::row;
    return most <= k_most_slots ? Holding::slots : Holding::bar;
  }
  /// Calls body(other, key) for arc i of v if it takes part. Loops, which there should not be, do
  /// not.
  template <class Body>
  __device__ void with_arc(VertexId v, std::uint64_t i, const Body& body) const {
    const std::uint32_t raw = arcs.raw_word(i);
    const VertexId other = arcs.neighbours[i];
    if (arcs.words.image(raw) < arcs.words.least || other == v) return;
    body(other, arcs.key(v, raw, other));
  }
  /// False for good; true is for `propose` to confirm. Relaxed: bars only rise. The bar of capacity
  /// 0 is the largest key, which an arc may have.
  [[nodiscard]] __device__ bool may_accept(VertexId other, std::uint64_t key) const {
    const std::uint64_t bar =
        DeviceAtomic<std::uint64_t>(bars[other]).load(cuda::memory_order_relaxed);
    return key >= bar && (key != k_largest_key || capacity(other) != 0);
  }
  /// Whether `other` has proposed an arc that its end did not refuse before. For kernels in which
  /// none proposes.
  [[nodiscard]] __device__ bool has_proposed(VertexId other, std::uint64_t key) const {
    return key >= lowest[other] && (key != k_largest_key || capacity(other) != 0);
  }

  /// Proposes the arc from v, which `other` may accept; on another device it counts as accepted
  /// until that refuses it. Bars of vertices without slots stand still meanwhile.
  [[nodiscard]] __device__ SuitorAnswer propose(VertexId v, VertexId other,
                                                std::uint64_t key) const {
    if constexpr (k_in_parts) {
      if (!is_own(other)) {
        outboxes->send_proposal({other, v, word_of(key)});
        return {true, k_none};
      }
    }
    const std::uint64_t size = degree(other);
    switch (holding(other, size)) {
      case Holding::nothing:
        return {false, k_none};
      case Holding::row:
        return {true, k_none};
      case Holding::bar:
        ask(other);
        return {true, k_none};
      case Holding::slots:
        break;
    }
    return replace_lowest(v, other, key);
  }

  /// One more proposal of a vertex that was displaced or refused. True where it is an own one and
  /// no thread works on it: the caller has to. Acquire and, in `pay`, release: `lowest`, which the
  /// one who works on it writes.
  [[nodiscard]] __device__ bool owe(VertexId v) const {
    if constexpr (k_in_parts) {
      if (!is_own(v)) {
        outboxes->send_debt(v);
        return false;
      }
    }
    return debt_of(v).fetch_add(1, cuda::memory_order_acq_rel) == 0;
  }
  [[nodiscard]] __device__ std::uint32_t load_owed(VertexId v) const {
    return debt_of(v).load(cuda::memory_order_relaxed);
  }
  /// Whether outboxes have room for what `count` more proposals may send. By one thread.
  [[nodiscard]] __device__ bool may_send(std::uint32_t count) const {
    if constexpr (k_in_parts) return outboxes->reserve(count);
    return true;
  }
  /// After a look at the row of v that ended at the key `low`: what v owes still. At the end of the
  /// row it owes nothing.
  [[nodiscard]] __device__ std::uint32_t pay(VertexId v, std::uint64_t low, bool is_end,
                                             std::uint32_t accepted) const {
    DeviceAtomic<std::uint64_t>(lowest[v]).store(is_end ? 0 : low, cuda::memory_order_relaxed);
    const DeviceAtomic<std::uint32_t> debt = debt_of(v);
    if (!is_end) return debt.fetch_sub(accepted, cuda::memory_order_acq_rel) - accepted;
    debt.exchange(0, cuda::memory_order_acq_rel);
    return 0;
  }
  /// Onto the list of the round after `turn`.
  __device__ void list(VertexId v, int turn) const {
    const auto crew = static_cast<int>(crew_of(degree(v)));
    const std::uint32_t place = atomicAdd(&counts->listed[1 - turn][crew], 1U);
    const ProposerLists& to = lists[1 - turn];
    if (crew == static_cast<int>(Crew::small_team)) to.by_team[place] = v;
    if (crew == static_cast<int>(Crew::warp)) to.by_team[arcs.num_vertices - 1 - place] = v;
    if (crew == static_cast<int>(Crew::block)) to.by_block[place] = v;
  }
  [[nodiscard]] __device__ VertexId listed(Crew crew, std::uint64_t i, int turn) const {
    const ProposerLists& from = lists[turn];
    if (crew == Crew::block) return from.by_block[i];
    return from.by_team[crew == Crew::small_team ? i : arcs.num_vertices - 1 - i];
  }

  /// What `v` compares proposals by, of a word and the other end.
  [[nodiscard]] __device__ std::uint64_t key_of(VertexId v, std::uint64_t slot) const {
    const auto word = static_cast<std::uint32_t>(slot >> 32);
    return base::make_key(arcs.is_unit() ? 0 : word, arcs.mixer(v, static_cast<VertexId>(slot)));
  }

 private:
  [[nodiscard]] __device__ std::uint32_t word_of(std::uint64_t key) const {
    return static_cast<std::uint32_t>(arcs.is_unit() ? key : key >> 32);
  }
  [[nodiscard]] __device__ DeviceAtomic<std::uint32_t> debt_of(VertexId v) const {
    return DeviceAtomic<std::uint32_t>(owed[place_of(v)]);
  }

  // Relaxed: the kernel that looks at the list starts later.
  __device__ void ask(VertexId v) const {
    const VertexId place = place_of(v);
    const std::uint32_t bit = 1U << (place % 32);
    const DeviceAtomic<std::uint32_t> word(asked.words[place / 32]);
    if ((word.load(cuda::memory_order_relaxed) & bit) != 0) return;
    if ((word.fetch_or(bit, cuda::memory_order_relaxed) & bit) != 0) return;
    asked_list[atomicAdd(&counts->asked, 1U)] = v;
  }

  // Relaxed: a slot holds all there is to know, and only rises, so the lowest of some slots is the
  // lowest still when its exchange succeeds.
  [[nodiscard]] __device__ SuitorAnswer replace_lowest(VertexId v, VertexId other,
                                                       std::uint64_t key) const {
    const std::uint32_t size = capacity(other);
    std::uint64_t* const first_slot = slots + begins[place_of(other)];
    const std::uint64_t mine = std::uint64_t{word_of(key)} << 32 | v;
    const std::uint32_t start = v % size;  // not all proposers at one
    // Ends: an exchange that fails found a slot that rose.
    while (true) {
      std::uint32_t lowest_slot = 0;
      std::uint64_t least = 0;
      std::uint64_t second = mine;
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t slot = start + i < size ? start + i : start + i - size;
        const std::uint64_t held =
            DeviceAtomic<std::uint64_t>(first_slot[slot]).load(cuda::memory_order_relaxed);
        if (i == 0 || is_above(arcs.mixer, other, least, held)) {
          if (i != 0 && is_above(arcs.mixer, other, second, least)) second = least;
          least = held;
          lowest_slot = slot;
        } else if (is_above(arcs.mixer, other, second, held)) {
          second = held;
        }
      }
      if (!is_above(arcs.mixer, other, mine, least)) return {false, k_none};
      const DeviceAtomic<std::uint64_t> slot(first_slot[lowest_slot]);
      if (!slot.compare_exchange_strong(least, mine, cuda::memory_order_relaxed)) continue;
      if (static_cast<VertexId>(second) != k_none) {
        DeviceAtomic<std::uint64_t>(bars[other])
            .fetch_max(key_of(other, second), cuda::memory_order_relaxed);
      }
      return {true, static_cast<VertexId>(least)};
    }
  }
};

}  // namespace hypermatch::detail::graph_matching::device
