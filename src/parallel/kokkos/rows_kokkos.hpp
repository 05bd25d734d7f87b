// SPDX-License-Identifier: MIT
// Loops of an execution space of Kokkos over the rows of a CSR. Rows are shared out by their size:
// most to some lanes each, heavy ones to a team, giants to all teams.
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "parallel/kokkos/loops_kokkos.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel::kokkos_loops {

/// Rows above this are heavy: work of a team; giants that nothing is reduced of: of all teams.
inline constexpr std::uint64_t k_heavy_row = 512;
inline constexpr std::uint64_t k_giant_row = 1 << 16;
[[nodiscard]] inline std::size_t heavy_room(std::uint64_t entries) {
  return static_cast<std::size_t>(entries / k_heavy_row) + 1;
}
template <class P>
[[nodiscard]] bool has_heavy(const Rows<P>& rows) {
  return rows.count != 0 && rows.largest > k_heavy_row;
}

/// The heavy rows are listed from the front, giants from the end. The order of the lists differs
/// from run to run; nothing depends on it.
template <class P>
struct ListHeavy {
  Rows<P> rows;
  HYPERMATCH_FN void operator()(std::uint64_t row) const {
    const std::uint64_t size = rows.offsets.get(row + 1) - rows.offsets.get(row);
    if (size <= k_heavy_row) return;
    const auto item = static_cast<std::uint32_t>(row);
    if (size <= k_giant_row) {
      rows.heavy[P::fetch_add(rows.num_heavy[0], 1U)] = item;
    } else {
      rows.heavy[rows.entries / k_heavy_row - P::fetch_add(rows.num_heavy[1], 1U)] = item;
    }
  }
};

/// How teams share rows out.
template <class Exec>
class Shape {
 public:
  using Team = Kokkos::TeamPolicy<Exec>;
  Shape() = default;
  template <class P>
  explicit Shape(const Rows<P>& rows) : count_(rows.count) {
    if constexpr (!k_is_host<Exec>) {
      const double average = static_cast<double>(rows.entries) / static_cast<double>(rows.count);
      lanes_ = average < 4 ? 1 : average < 12 ? 4 : average < 40 ? 8 : 16;
      threads_ = k_team / lanes_;
      rows_per_team_ = static_cast<std::uint64_t>(threads_);
    }
  }
  [[nodiscard]] Team light(const Exec& exec) const {
    return Team(exec, static_cast<int>((count_ + rows_per_team_ - 1) / rows_per_team_), threads_,
                lanes_);
  }
  [[nodiscard]] Team heavy(const Exec& exec) const {
    return k_is_host<Exec> ? Team(exec, k_heavy_teams_of_hosts, 1, 1)
                           : Team(exec, k_heavy_teams, k_team, 1);
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t rows_per_team() const { return rows_per_team_; }

 private:
  static constexpr int k_team = 256;
  static constexpr int k_heavy_teams = 528;
  static constexpr int k_heavy_teams_of_hosts = 64;
  std::uint64_t count_ = 0;
  int lanes_ = 1;
  int threads_ = 1;
  std::uint64_t rows_per_team_ = 512;
};

/// The rows, as bodies of loops over them see these.
struct RowList {
  std::uint64_t count = 0;
  const std::uint32_t* heavy = nullptr;
  const std::uint32_t* num_heavy = nullptr;
  std::size_t room = 0;
};

/// A body has is_active(row), in_lanes(member, row, begin, end), called by a thread of a team with
/// its lanes, and in_team(member, row, part, parts), called by all threads of a team.
template <class Exec, class Body>
struct LightRows {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Body body;
  HYPERMATCH_FN void operator()(const Member& member) const {
    const std::uint64_t per_team = body.shape.rows_per_team();
    const std::uint64_t first = per_team * static_cast<std::uint64_t>(member.league_rank());
    const std::uint64_t left = body.rows.count - first;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, static_cast<int>(left < per_team ? left : per_team)),
        [&](int i) {
          const std::uint64_t row = first + static_cast<std::uint64_t>(i);
          if (!body.loop.is_active(static_cast<std::uint32_t>(row))) return;
          const std::uint64_t begin = body.offsets[row];
          const std::uint64_t end = body.offsets[row + 1];
          if (end - begin > k_heavy_row) return;
          body.in_lanes(member, static_cast<std::uint32_t>(row), begin, end);
        });
  }
};
template <class Exec, class Body>
struct HeavyRows {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Body body;
  HYPERMATCH_FN void operator()(const Member& member) const {
    const auto rank = static_cast<std::uint32_t>(member.league_rank());
    const auto teams = static_cast<std::uint32_t>(member.league_size());
    const std::uint32_t front = body.rows.num_heavy[0];
    const std::uint32_t giants = body.rows.num_heavy[1];
    const auto row_at = [&](std::uint32_t i) {
      return body.rows.heavy[i < front ? i : body.rows.room - 1 - (i - front)];
    };
    const std::uint32_t to_one_team = Body::k_splits_giants ? front : front + giants;
    for (std::uint32_t i = rank; i < to_one_team; i += teams) {
      const std::uint32_t row = row_at(i);
      if (body.loop.is_active(row)) body.in_team(member, row, 0, 1);
    }
    for (std::uint32_t i = to_one_team; i < front + giants; ++i) {
      const std::uint32_t row = row_at(i);
      if (body.loop.is_active(row)) body.in_team(member, row, rank, teams);
    }
  }
};

template <class Exec, class Loop>
struct Visit {
  static constexpr bool k_splits_giants = true;
  Loop loop;
  const Offset* offsets;
  Shape<Exec> shape = {};
  RowList rows = {};

  template <class Member>
  HYPERMATCH_FN void in_lanes(const Member& member, std::uint32_t row, std::uint64_t begin,
                              std::uint64_t end) const {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, begin, end),
                         [&](std::uint64_t p) { loop.visit(row, p); });
  }
  template <class Member>
  HYPERMATCH_FN void in_team(const Member& member, std::uint32_t row, std::uint32_t part,
                             std::uint32_t parts) const {
    const std::uint64_t begin = offsets[row];
    const std::uint64_t size = offsets[row + std::uint64_t{1}] - begin;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, begin + size * part / parts,
                                                 begin + size * (part + std::uint64_t{1}) / parts),
                         [&](std::uint64_t p) { loop.visit(row, p); });
  }
};

/// Reduces a row, for the threads that share it.
template <class Loop>
struct Reducer {
  using reducer = Reducer;
  using value_type = typename Loop::Value;
  using result_view_type =
      Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  value_type* value;
  HYPERMATCH_FN explicit Reducer(value_type& v) : value(&v) {}
  HYPERMATCH_FN void join(value_type& to, const value_type& from) const {
    to = Loop::combine(to, from);
  }
  HYPERMATCH_FN void init(value_type& v) const { v = Loop::identity(); }
  HYPERMATCH_FN value_type& reference() const { return *value; }
  HYPERMATCH_FN result_view_type view() const { return result_view_type(value); }
  HYPERMATCH_FN bool references_scalar() const { return true; }
};

template <class Exec, class Loop>
struct Reduce {
  static constexpr bool k_splits_giants = false;
  using Value = typename Loop::Value;
  Loop loop;
  const Offset* offsets;
  Shape<Exec> shape = {};
  RowList rows = {};

  HYPERMATCH_FN void add(std::uint32_t row, std::uint64_t p, Value& value) const {
    if (!Loop::is_final(value)) value = Loop::combine(value, loop.value(row, loop.entry(p)));
  }
  template <class Member>
  HYPERMATCH_FN void in_lanes(const Member& member, std::uint32_t row, std::uint64_t begin,
                              std::uint64_t end) const {
    Value all = Loop::identity();
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(member, begin, end),
        [&](std::uint64_t p, Value& value) { add(row, p, value); }, Reducer<Loop>(all));
    Kokkos::single(Kokkos::PerThread(member), [&] { loop.store(row, all); });
  }
  template <class Member>
  HYPERMATCH_FN void in_team(const Member& member, std::uint32_t row, std::uint32_t /*part*/,
                             std::uint32_t /*parts*/) const {
    Value all = Loop::identity();
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, offsets[row], offsets[row + std::uint64_t{1}]),
        [&](std::uint64_t p, Value& value) { add(row, p, value); }, Reducer<Loop>(all));
    Kokkos::single(Kokkos::PerTeam(member), [&] { loop.store(row, all); });
    member.team_barrier();
  }
};

/// The number of some keys, and their OR and AND.
struct KeyCount {
  std::uint64_t keys;
  std::uint64_t any;
  std::uint64_t all;
};
template <class Loop>
struct CountKeys {
  using Value = KeyCount;
  Loop loop;
  std::uint64_t least;
  HYPERMATCH_FN static Value identity() { return {0, 0, ~std::uint64_t{0}}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    return {a.keys + b.keys, a.any | b.any, a.all & b.all};
  }
  HYPERMATCH_FN void add(std::uint64_t p, Value& value) const {
    const std::uint32_t entry = loop.entry(p);
    if (!loop.takes(entry)) return;
    const std::uint64_t key = loop.key(entry);
    if (key >= least) value = combine(value, {1, key, key});
  }
};

/// Bisects by the bits in which keys differ.
template <class Exec, class Loop>
struct Lowest {
  static constexpr bool k_splits_giants = false;
  Loop loop;
  const Offset* offsets;
  Shape<Exec> shape = {};
  RowList rows = {};

  /// `count(least)`: of the keys of the row from `least` on, for all threads that share it.
  template <class Count>
  HYPERMATCH_FN std::uint64_t find(std::uint32_t row, const Count& count, bool& any) const {
    const std::uint64_t room = loop.room(row);
    const KeyCount all = count(0);
    any = all.keys != 0;
    if (all.keys <= room) return 0;
    std::uint64_t lowest = all.all;  // no key is below the bits that all have
    std::uint64_t bits = all.any ^ all.all;
    // Ends: each turn goes to a lower bit. Keys from `lowest` on are never fewer than `room`.
    for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
      if ((bits & bit) == 0) continue;
      const std::uint64_t keys = count(lowest | bit).keys;
      if (keys >= room) lowest |= bit;
      if (keys == room) break;
    }
    return lowest;
  }
  template <class Member>
  HYPERMATCH_FN void in_lanes(const Member& member, std::uint32_t row, std::uint64_t begin,
                              std::uint64_t end) const {
    bool any = false;
    const std::uint64_t lowest = find(
        row,
        [&](std::uint64_t least) {
          const CountKeys<Loop> keys{loop, least};
          KeyCount all = keys.identity();
          Kokkos::parallel_reduce(
              Kokkos::ThreadVectorRange(member, begin, end),
              [&](std::uint64_t p, KeyCount& value) { keys.add(p, value); },
              Reducer<CountKeys<Loop>>(all));
          return all;
        },
        any);
    Kokkos::single(Kokkos::PerThread(member), [&] { loop.store(row, lowest, any); });
  }
  template <class Member>
  HYPERMATCH_FN void in_team(const Member& member, std::uint32_t row, std::uint32_t /*part*/,
                             std::uint32_t /*parts*/) const {
    bool any = false;
    const std::uint64_t lowest = find(
        row,
        [&](std::uint64_t least) {
          const CountKeys<Loop> keys{loop, least};
          KeyCount all = keys.identity();
          Kokkos::parallel_reduce(
              Kokkos::TeamThreadRange(member, offsets[row], offsets[row + std::uint64_t{1}]),
              [&](std::uint64_t p, KeyCount& value) { keys.add(p, value); },
              Reducer<CountKeys<Loop>>(all));
          member.team_barrier();
          return all;
        },
        any);
    Kokkos::single(Kokkos::PerTeam(member), [&] { loop.store(row, lowest, any); });
    member.team_barrier();
  }
};

}  // namespace hypermatch::detail::parallel::kokkos_loops
