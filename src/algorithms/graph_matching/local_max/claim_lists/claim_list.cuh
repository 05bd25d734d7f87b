// SPDX-License-Identifier: MIT
// The uppermost open arcs of a vertex under capacities on a device, as a list of other ends. The
// vertex claims the first ones that are left of them, as many as it has room for. One sector of
// memory tells whether a vertex claims another one. A claim is given up only if the other end is
// full and does not claim back: what two vertices claim of each other is matched for good.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"

namespace hypermatch::detail::graph_matching::device {

/// The first word of a list.
struct ClaimHeader {
  std::uint32_t bits;

  static constexpr std::uint32_t k_slots = 23;  ///< no list has more
  static constexpr std::uint32_t k_slot_mask = (1U << k_slots) - 1;
  /// At most so many claims, so that lists have room for more.
  static constexpr std::uint32_t k_most_room = 20;

  /// The first `known` slots of a list whose vertex has some room; `is_complete`: all open arcs of
  /// the row stand there.
  __device__ static ClaimHeader of(std::uint32_t known, std::uint32_t room, bool is_complete) {
    return {(k_slot_mask & ~((1U << known) - 1)) | room << k_slots |
            (is_complete ? k_complete : 0U)};
  }
  /// Of a vertex of capacity 0.
  __device__ static ClaimHeader none() { return of(0, 0, true); }
  /// Of a vertex with no more arcs than room: its row stands for its list.
  __device__ static ClaimHeader whole_row() { return {k_slot_mask | k_complete | k_whole_row}; }

  [[nodiscard]] __device__ bool is_complete() const { return (bits & k_complete) != 0; }
  [[nodiscard]] __device__ bool is_whole_row() const { return (bits & k_whole_row) != 0; }
  [[nodiscard]] __device__ std::uint32_t room() const { return bits >> k_slots & k_room_mask; }
  /// Slots of arcs that are not closed.
  [[nodiscard]] __device__ std::uint32_t present() const { return ~bits & k_slot_mask; }
  [[nodiscard]] __device__ std::uint32_t num_present() const {
    return static_cast<std::uint32_t>(__popc(static_cast<int>(present())));
  }
  /// The first present slots, as many as there is room for.
  [[nodiscard]] __device__ std::uint32_t claims() const {
    const std::uint32_t all = present();
    const std::uint32_t first = (1U << room()) - 1;
    if ((all & first) == first) return first;
    std::uint32_t behind = all;
    // Ends: as many turns as room.
    for (std::uint32_t i = 0; i < room(); ++i) behind &= behind - 1;
    return all & ~behind;
  }
  /// `matched`: the slots of arcs that are.
  [[nodiscard]] __device__ bool is_full(std::uint32_t matched) const {
    return static_cast<std::uint32_t>(__popc(static_cast<int>(matched))) == room();
  }
  __device__ void close(std::uint32_t slots) { bits |= slots; }
  /// Whether it has room for all arcs that are left: then it never closes one.
  [[nodiscard]] __device__ bool fits_rest() const {
    return is_complete() && num_present() <= room();
  }

 private:
  static constexpr std::uint32_t k_room_mask = 31;
  static constexpr std::uint32_t k_complete = 1U << 28;
  static constexpr std::uint32_t k_whole_row = 1U << 29;
  static_assert(k_most_room <= k_room_mask && k_slots + 5 == 28);
};

/// Headers and their slots, four words each in arrays of their own: where few slots are looked at,
/// few are read. Every vertex v has the list at place v; or, with an index, only those with more
/// arcs than room, which is not 0, have one.
struct ClaimLists {
  uint4* fours;  ///< size num_fours * num_lists
  std::uint32_t num_fours;
  std::uint32_t num_lists;
  const uint2* index;  ///< or null; see index_lists
  Bitmap whole;        ///< vertices with no more arcs than room, which is not 0

  /// k_none if the vertex has no list.
  [[nodiscard]] __device__ std::uint32_t place_of(VertexId v) const {
    return index == nullptr ? v : indexed_place(index[v / 32], v);
  }
  [[nodiscard]] __device__ uint4& four(std::uint32_t place, std::uint32_t i) const {
    return fours[std::uint64_t{i} * num_lists + place];
  }
  /// Slot i is word i + 1, behind the header.
  [[nodiscard]] __device__ std::uint32_t& word(std::uint32_t place, std::uint32_t i) const {
    return reinterpret_cast<std::uint32_t*>(&four(place, i / 4))[i % 4];
  }
  /// The vertex in the slot of a single bit.
  [[nodiscard]] __device__ VertexId other(std::uint32_t place, std::uint32_t slot_bit) const {
    return word(place, static_cast<std::uint32_t>(__ffs(static_cast<int>(slot_bit))));
  }
  [[nodiscard]] __device__ std::uint32_t slots() const { return 4 * num_fours - 1; }
  [[nodiscard]] __device__ ClaimHeader header(std::uint32_t place) const {
    return {word(place, 0)};
  }
  __device__ void set(std::uint32_t place, ClaimHeader header) const {
    word(place, 0) = header.bits;
  }
  /// The headers and three slots of some vertices at once, so that loads overlap. A vertex without
  /// a list has the header that its list would have.
  template <std::uint32_t N>
  __device__ void load_fronts(const VertexId (&v)[N], uint4 (&fronts)[N]) const {
    if (index == nullptr) {
#pragma unroll
      for (std::uint32_t j = 0; j < N; ++j) fronts[j] = four(v[j], 0);
      return;
    }
    uint2 entries[N];
    bool is_whole[N];
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      entries[j] = index[v[j] / 32];
      is_whole[j] = whole.has(v[j]);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < N; ++j) {
      const std::uint32_t place = indexed_place(entries[j], v[j]);
      const ClaimHeader without = is_whole[j] ? ClaimHeader::whole_row() : ClaimHeader::none();
      fronts[j] = make_uint4(without.bits, k_none, k_none, k_none);
      if (place != k_none) fronts[j] = four(place, 0);
    }
  }
  [[nodiscard]] __device__ uint4 front(VertexId v) const {
    const VertexId one[] = {v};
    uint4 its_front[1];
    load_fronts(one, its_front);
    return its_front[0];
  }
  /// The slot in which a vertex with this front claims `by`, or k_whole_row, or k_not_claimed. In
  /// kernels that write no slots.
  [[nodiscard]] __device__ std::uint32_t claim_of(VertexId v, const uint4& its_front,
                                                  VertexId by) const {
    const ClaimHeader header{its_front.x};
    if (header.is_whole_row()) return k_whole_row;
    const std::uint32_t claims = header.claims();
    if ((claims & 1U) != 0 && its_front.y == by) return 0;
    if ((claims & 2U) != 0 && its_front.z == by) return 1;
    if ((claims & 4U) != 0 && its_front.w == by) return 2;
    if (claims >> 3 == 0) return k_not_claimed;
    const std::uint32_t place = place_of(v);
    // Ends: the claims have at most k_slots bits.
    for (std::uint32_t slot = 3; claims >> slot != 0; slot += 4) {
      const std::uint32_t some = claims >> slot;
      const uint4 others = four(place, (slot + 1) / 4);
      if ((some & 1U) != 0 && others.x == by) return slot;
      if ((some & 2U) != 0 && others.y == by) return slot + 1;
      if ((some & 4U) != 0 && others.z == by) return slot + 2;
      if ((some & 8U) != 0 && others.w == by) return slot + 3;
    }
    return k_not_claimed;
  }

  static constexpr std::uint32_t k_whole_row = ClaimHeader::k_slots;
  static constexpr std::uint32_t k_not_claimed = ClaimHeader::k_slots + 1;

 private:
  /// `entry`: of the 32 vertices among which v is.
  [[nodiscard]] __device__ static std::uint32_t indexed_place(const uint2& entry, VertexId v) {
    const std::uint32_t bit = 1U << (v % 32);
    const auto before = static_cast<std::uint32_t>(__popc(static_cast<int>(entry.x & (bit - 1))));
    return (entry.x & bit) != 0 ? entry.y + before : k_none;
  }
};

/// How many vertices each may be matched to.
struct DeviceRoom {
  const std::uint32_t* each;  ///< or null
  std::uint32_t common;

  [[nodiscard]] __device__ std::uint32_t of(VertexId v) const {
    return each == nullptr ? common : each[v];
  }
  /// Whether a vertex with `size` arcs has to choose some of them.
  [[nodiscard]] __device__ bool makes_choose(VertexId v, std::uint64_t size) const {
    const std::uint32_t its_room = of(v);
    return its_room != 0 && its_room < size;
  }
};

/// What the first pass over the arcs hands its choices to: writes the lists they begin with.
struct FirstLists {
  ClaimLists lists;
  DeviceRoom room;
  Bitmap full;  ///< takes vertices of capacity 0; those with no more arcs than room: lists.whole

  static constexpr std::uint32_t k_choices = 7;

  /// `size`: arcs of the row. Lists of three slots take the first three choices.
  __device__ void store(VertexId v, std::uint64_t size,
                        const std::uint32_t (&ids)[k_choices]) const {
    std::uint32_t known = ids[0] != k_none ? 1 : 0;
    std::uint32_t last = ids[0];
#pragma unroll
    for (std::uint32_t i = 1; i < k_choices; ++i) {
      // The last one that is known stands for those behind it.
      if (known == i && ids[i] != k_none && ids[i] != ids[i - 1]) ++known;
      if (known == i) last = ids[i];
    }
    const bool ends = known < k_choices && last == k_none;
    const ClaimHeader its_header = header(v, size, known, ends);
    const std::uint32_t place = lists.place_of(v);
    if (place == k_none) return;
    lists.four(place, 0) = make_uint4(its_header.bits, ids[0], ids[1], ids[2]);
    if (lists.num_fours != 1) lists.four(place, 1) = make_uint4(ids[3], ids[4], ids[5], ids[6]);
  }
  __device__ void store_empty(VertexId v) const {
    const ClaimHeader its_header = header(v, 0, 0, true);
    const std::uint32_t place = lists.place_of(v);
    if (place != k_none) lists.set(place, its_header);
  }
  /// Called by all lanes of a warp: the first ones hold the choices.
  __device__ void store_by_lanes(VertexId v, std::uint64_t size, std::uint32_t lane,
                                 std::uint32_t id) const {
    const std::uint32_t before = __shfl_up_sync(k_all_lanes, id, 1);
    const bool is_known = lane < k_choices && id != k_none && (lane == 0 || id != before);
    const auto known = static_cast<std::uint32_t>(
        __ffs(static_cast<int>(~__ballot_sync(k_all_lanes, is_known))) - 1);
    const std::uint32_t last = __shfl_sync(k_all_lanes, id, static_cast<int>(known));
    const std::uint32_t place = lists.place_of(v);
    if (lane < min(k_choices, lists.slots()) && place != k_none) lists.word(place, 1 + lane) = id;
    if (lane != 0) return;
    const ClaimHeader its_header = header(v, size, known, known < k_choices && last == k_none);
    if (place != k_none) lists.set(place, its_header);
  }

 private:
  [[nodiscard]] __device__ ClaimHeader header(VertexId v, std::uint64_t size, std::uint32_t known,
                                              bool ends) const {
    const std::uint32_t its_room = room.of(v);
    if (its_room == 0) {
      full.set(v);
      return ClaimHeader::none();
    }
    if (size <= its_room) {
      lists.whole.set(v);
      return ClaimHeader::whole_row();
    }
    if (known > lists.slots()) return ClaimHeader::of(lists.slots(), its_room, false);
    return ClaimHeader::of(known, its_room, ends || known == size);
  }
};

}  // namespace hypermatch::detail::graph_matching::device
