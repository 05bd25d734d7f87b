// SPDX-License-Identifier: MIT
// An execution space of Kokkos as a place: its memory, its loops, its atomics. Kokkos 3.4 and
// newer. Loops are enqueued on the context's instance, one after the other; `read` and `rounds`
// wait. Each copy to the host is of one or two words, through pinned memory where the space has it.
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "parallel/kokkos/loops_kokkos.hpp"
#include "parallel/kokkos/rows_kokkos.hpp"
#include "parallel/kokkos/spaces.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel {

template <class Exec>
class KokkosPlace {
 public:
  using Memory = typename Exec::memory_space;
  static constexpr bool k_recomputes = true;
  // Also of host spaces: they run what devices run, so that tests without a device run it, too.
  static constexpr bool k_is_host = false;

  template <class T>
  using Words = PlainWords<KokkosPlace, T>;

  /// A bitmap, as on devices.
  using Flags = BitFlags<KokkosPlace>;

  /// Items of which fewer and fewer are left.
  struct Left {
    std::uint64_t items = 0;
  };

  /// Owns arrays in the space's memory.
  class Arena {
   public:
    explicit Arena(const KokkosPlace& place) : exec_(place.exec_) {}

    template <class T>
    [[nodiscard]] Words<T> take(const char* name, std::size_t count) {
      return Words<T>(reinterpret_cast<T*>(
          blocks_.emplace_back(kokkos_loops::make_block<Memory>(name, count * sizeof(T))).data()));
    }
    [[nodiscard]] Flags take_flags(const char* name, std::size_t count) {
      return Flags(take<std::uint32_t>(name, (count + 31) / 32));
    }
    /// A copy of what the host has, which may change as soon as the place was read.
    template <class T>
    [[nodiscard]] Words<T> adopt(const char* name, std::span<T> items) {
      const auto words = take<std::remove_const_t<T>>(name, items.size());
      kokkos_loops::copy<Memory, Kokkos::HostSpace>(exec_, words.data(), items.data(),
                                                    items.size());
      return words;
    }

   private:
    Exec exec_;
    std::vector<kokkos_loops::Block<Memory>> blocks_;
  };

  /// Holds the instance until its end: no other call enqueues there. The host's threads must not be
  /// asked for anything meanwhile, because they may be those of the same space.
  explicit KokkosPlace(const KokkosContext& context)
      : context_(context.host()),
        exec_(instance_of<Exec>(context)),
        turn_(kokkos_loops::region_of(exec_)),
        mail_(kokkos_loops::make_block<MailMemory>("mail", k_mail_bytes)) {}

  template <class T>
  [[nodiscard]] HYPERMATCH_FN static std::remove_const_t<T> load(T& word) {
    // Kokkos' own loads are compare-and-swaps from 3.7 on. Devices read an aligned word at once.
    if constexpr (kokkos_loops::k_is_host<Exec>) {
      return std::atomic_ref(const_cast<std::remove_const_t<T>&>(word))
          .load(std::memory_order_relaxed);
    } else {
      return *const_cast<const volatile T*>(&word);
    }
  }
  template <class T>
  HYPERMATCH_FN static void store(T& word, T value) {
    if constexpr (kokkos_loops::k_is_host<Exec>) {
      std::atomic_ref(word).store(value, std::memory_order_relaxed);
    } else {
      *const_cast<volatile T*>(&word) = value;
    }
  }
  template <class T>
  HYPERMATCH_FN static T fetch_add(T& word, T value) {
    return Kokkos::atomic_fetch_add(&word, value);
  }
  template <class T>
  HYPERMATCH_FN static T fetch_or(T& word, T bits) {
    return Kokkos::atomic_fetch_or(&word, bits);
  }
  template <class T>
  HYPERMATCH_FN static void fetch_max(T& word, T value) {
    (void)Kokkos::atomic_fetch_max(&word, value);
  }
  template <class T>
  HYPERMATCH_FN static void publish(T& word, T value) {
    store(word, value);
    Kokkos::memory_fence();
  }
  template <class T>
  [[nodiscard]] HYPERMATCH_FN static T observe(T& word) {
    return load(word);
  }

  template <class T>
  void fill(const Words<T>& words, std::size_t count, T value) {
    run("fill", count, kokkos_loops::Fill<T>{words.data(), value});
  }
  template <class Test>
  void assign(const Flags& flags, std::uint64_t items, const Test& test) {
    run("assign", (items + 31) / 32, kokkos_loops::AssignFlags<Test>{test, items, flags.data()});
  }
  void clear(const Flags& flags, std::uint64_t items) {
    fill(Words<std::uint32_t>(flags.data()), (items + 31) / 32, std::uint32_t{0});
  }
  void count_clear(const Flags& flags, std::uint64_t items, const Words<std::uint64_t>& count_to) {
    sum_up("count_clear", (items + 31) / 32, kokkos_loops::ClearBits{flags.data(), items},
           count_to);
  }
  template <class Test>
  void count(std::uint64_t items, const Test& test, const Words<std::uint64_t>& count_to) {
    sum_up("count", items, kokkos_loops::Passes<Test>{test}, count_to);
  }
  template <std::size_t k_count, class T>
  [[nodiscard]] std::array<std::remove_const_t<T>, k_count> read(const Words<T>& words) const {
    using Copy = std::array<std::remove_const_t<T>, k_count>;
    static_assert(sizeof(Copy) <= k_mail_bytes);
    auto* const mail = reinterpret_cast<std::remove_const_t<T>*>(mail_.data());
    kokkos_loops::copy<MailMemory, Memory>(exec_, mail, words.data(), k_count);
    exec_.fence();
    Copy copy;
    std::copy_n(mail, k_count, copy.begin());
    return copy;
  }
  /// Waits, and copies words to the host: answers.
  template <class T>
  void copy_to_host(const Words<T>& words, std::span<T> items) const {
    kokkos_loops::copy<Kokkos::HostSpace, Memory>(exec_, items.data(), words.data(), items.size());
    exec_.fence();
  }

  template <class Body>
  void for_each(std::uint64_t items, const Body& body, std::size_t /*grain*/ = 0) {
    run("for_each", items, kokkos_loops::ForEach<Body>{body});
  }
  /// Rows with room for the lists of heavy ones. Waits.
  [[nodiscard]] Rows<KokkosPlace> lay_out_rows(Arena& arena, const Words<const Offset>& offsets,
                                               std::uint64_t count, std::uint64_t entries) {
    Rows<KokkosPlace> rows{.offsets = offsets, .count = count, .entries = entries};
    const auto largest = arena.template take<std::uint64_t>("largest_row", 1);
    Kokkos::parallel_reduce("largest_row", range(count), kokkos_loops::LongestRow{offsets.data()},
                            view_of(largest.data()));
    rows.largest = count == 0 ? 0 : read<1>(largest)[0];
    if (rows.largest <= kokkos_loops::k_heavy_row) return rows;
    rows.heavy =
        arena.template take<std::uint32_t>("heavy", kokkos_loops::heavy_room(entries)).data();
    rows.num_heavy = arena.template take<std::uint32_t>("num_heavy", 2).data();
    return rows;
  }
  void find_heavy_rows(const Rows<KokkosPlace>& rows) {
    if (!kokkos_loops::has_heavy(rows)) return;
    fill(Words<std::uint32_t>(rows.num_heavy), 2, std::uint32_t{0});
    run("find_heavy_rows", rows.count, kokkos_loops::ListHeavy<KokkosPlace>{rows});
  }
  template <class Loop>
  void row_for_each(const Rows<KokkosPlace>& rows, const Loop& loop) {
    over_rows("row_for_each", rows, kokkos_loops::Visit<Exec, Loop>{loop, rows.offsets.data()});
  }
  template <class Loop>
  void row_reduce(const Rows<KokkosPlace>& rows, const Loop& loop) {
    over_rows("row_reduce", rows, kokkos_loops::Reduce<Exec, Loop>{loop, rows.offsets.data()});
  }
  template <class Loop>
  void row_lowest(const Rows<KokkosPlace>& rows, const Loop& loop) {
    over_rows("row_lowest", rows, kokkos_loops::Lowest<Exec, Loop>{loop, rows.offsets.data()});
  }

  [[nodiscard]] Left lay_out_left(Arena& /*arena*/, std::uint64_t items) const { return {items}; }
  template <class Body>
  void for_each_left(const Left& left, const Body& body) {
    for_each(left.items, body);
  }
  template <class Loop>
  void row_reduce_left(const Rows<KokkosPlace>& rows, const Left& /*left*/, const Loop& loop) {
    row_reduce(rows, loop);
  }
  template <class Test>
  void keep_left(const Left& left, const Test& test, const Words<std::uint64_t>& count_to) {
    count(left.items, test, count_to);
  }

  void lay_out_scans(Arena& arena, std::uint64_t /*items*/) {
    num_selected_ = arena.template take<std::uint64_t>("num_selected", 1);
  }
  template <class Loop>
  void scan_rows(std::uint64_t items, const Loop& loop) {
    Kokkos::parallel_scan("scan_rows", range(items), kokkos_loops::ScanRows<Loop>{loop});
  }
  template <class Map>
  void filter_map(std::uint64_t items, const Map& map, const Words<std::uint32_t>& out) {
    filter_map_within(items, map, out, items, num_selected_);
  }
  template <class Map>
  void filter_map_within(std::uint64_t items, const Map& map, const Words<std::uint32_t>& out,
                         std::uint64_t room, const Words<std::uint64_t>& count_to) {
    if (items == 0) return fill(count_to, 1, std::uint64_t{0});
    Kokkos::parallel_scan(
        "filter_map", range(items),
        kokkos_loops::FilterMap<Map>{map, out.data(), room, count_to.data(), items});
  }

  /// Asks for stops and reports that `left` of `total` items are left.
  void report(std::uint64_t left, std::uint64_t total) {
    context_.check_cancelled();
    context_.report({"solve", total - left, total});
    reported_.push_back(left);
  }
  /// The items that were left as each round began.
  [[nodiscard]] const std::vector<std::uint64_t>& left_per_round() const { return reported_; }
  /// Copies one number of 8 bytes per round to the host, and waits for it: Kokkos has no events, by
  /// which the next round could begin before.
  template <class Enqueue, class Stuck>
  std::uint64_t rounds(const Words<std::uint64_t>& left, const Enqueue& enqueue,
                       const Stuck& stuck) {
    const std::uint64_t total = read<1>(left)[0];
    std::uint64_t now = total;
    std::uint64_t done = 0;
    // Ends: every round leaves less, or throws.
    while (now > 0) {
      report(now, total);
      enqueue(++done);
      const std::uint64_t before = std::exchange(now, read<1>(left)[0]);
      if (now >= before) stuck(done);
    }
    return done;
  }

 private:
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
  using MailMemory = kokkos_loops::PinnedMemory;
  static constexpr std::size_t k_mail_bytes = 32;

  [[nodiscard]] Range range(std::uint64_t items) const { return Range(exec_, 0, items); }
  [[nodiscard]] static auto view_of(std::uint64_t* word) {
    return Kokkos::View<std::uint64_t, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(word);
  }
  template <class Body>
  void run(const char* name, std::uint64_t items, const Body& body) const {
    if (items != 0) Kokkos::parallel_for(name, range(items), body);
  }
  template <class Value>
  void sum_up(const char* name, std::uint64_t items, const Value& value,
              const Words<std::uint64_t>& sum) {
    if (items == 0) return fill(sum, 1, std::uint64_t{0});
    Kokkos::parallel_reduce(name, range(items), value, view_of(sum.data()));
  }
  // Rows that are not heavy are shared out to the lanes of team threads, heavy ones to teams.
  template <class Body>
  void over_rows(const char* name, const Rows<KokkosPlace>& rows, Body body) const {
    if (rows.count == 0) return;
    const kokkos_loops::Shape<Exec> shape(rows);
    body.shape = shape;
    body.rows = {rows.count, rows.heavy, rows.num_heavy, kokkos_loops::heavy_room(rows.entries)};
    Kokkos::parallel_for(name, shape.light(exec_), kokkos_loops::LightRows<Exec, Body>{body});
    if (!kokkos_loops::has_heavy(rows)) return;
    Kokkos::parallel_for(name, shape.heavy(exec_), kokkos_loops::HeavyRows<Exec, Body>{body});
  }

  const Context& context_;
  Exec exec_;
  std::unique_lock<std::mutex> turn_;
  kokkos_loops::Block<MailMemory> mail_;
  Words<std::uint64_t> num_selected_;  // of scans
  std::vector<std::uint64_t> reported_;
};

/// Units instantiate this: the space that Kokkos was built to run on first.
using KokkosDefault = KokkosPlace<Kokkos::DefaultExecutionSpace>;
static_assert(Place<KokkosDefault>);

/// call(place, arena) in the context's space. @throws what the call does, and Error{device} for
/// what Kokkos throws, without its trace of calls
template <class Call>
[[nodiscard]] auto in_kokkos(const KokkosContext& context, const Call& call) {
  try {
    KokkosDefault place(context);
    KokkosDefault::Arena arena(place);
    return call(place, arena);
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    throw Error(ErrorCode::device, "Kokkos: " + text.substr(0, text.find('\n')));
  }
}

}  // namespace hypermatch::detail::parallel
