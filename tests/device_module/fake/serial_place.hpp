// SPDX-License-Identifier: MIT
// The calling thread as a place, as far as steps of several devices use one: the stand-in for
// device code links nothing of the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hypermatch/device_context.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/heavy_rows.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel {

class SerialPlace {
 public:
  template <class T>
  using Words = PlainWords<SerialPlace, T>;
  class Flags {
   public:
    Flags() = default;
    explicit Flags(Words<std::uint8_t> bytes) : bytes_(bytes) {}
    [[nodiscard]] bool is_set(std::uint64_t i) const { return bytes_.get(i) != 0; }
    [[nodiscard]] bool is_set_by_now(std::uint64_t i) const { return is_set(i); }
    void set(std::uint64_t i) const { bytes_.set(i, 1); }
    void clear(std::uint64_t i) const { bytes_.set(i, 0); }

   private:
    Words<std::uint8_t> bytes_;
  };
  class Arena {
   public:
    explicit Arena(DeviceArena& arena) : arena_(arena) {}
    template <class T>
    [[nodiscard]] Words<T> take(const char* /*name*/, std::size_t count) {
      return Words<T>(arena_.take<T>(count));
    }
    [[nodiscard]] Flags take_flags(const char* name, std::size_t count) {
      return Flags(take<std::uint8_t>(name, count));
    }

   private:
    DeviceArena& arena_;
  };

  struct Team {
    [[nodiscard]] static std::uint32_t rank() { return 0; }
    [[nodiscard]] static std::uint32_t size() { return 1; }
    static void wait() {}
    [[nodiscard]] static bool any(bool mine) { return mine; }
  };

  explicit SerialPlace(const DeviceContext& /*context*/) {}

  template <class T>
  [[nodiscard]] static std::remove_const_t<T> load(T& word) {
    return word;
  }
  template <class T>
  static void store(T& word, T value) {
    word = value;
  }
  template <class T>
  static T fetch_or(T& word, T bits) {
    const T before = word;
    word = static_cast<T>(before | bits);
    return before;
  }
  template <class T>
  static T fetch_max(T& word, T value) {
    const T before = word;
    if (word < value) word = value;
    return before;
  }

  template <class T>
  void fill(const Words<T>& words, std::uint64_t count, std::type_identity_t<T> value) {
    for (std::uint64_t i = 0; i < count; ++i) words.set(i, value);
  }
  void clear(const Flags& flags, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) flags.clear(i);
  }
  template <std::size_t k_count, class T>
  [[nodiscard]] std::array<T, k_count> read(const Words<T>& words) const {
    std::array<T, k_count> copy;
    for (std::size_t i = 0; i < k_count; ++i) copy[i] = words.get(i);
    return copy;
  }
  template <class Body>
  void for_each(std::uint64_t items, const Body& body) {
    for (std::uint64_t i = 0; i < items; ++i) body(static_cast<std::uint32_t>(i));
  }
  void find_heavy_rows(const Rows<SerialPlace>& rows) {
    if (rows.largest > k_heavy_row && rows.heavy == nullptr) {
      throw Error(ErrorCode::internal, "heavy rows without a list");
    }
  }
  template <class Loop>
  void row_for_each(const Rows<SerialPlace>& rows, const Loop& loop) {
    for_each(rows.count, [&](std::uint32_t row) {
      if (!loop.is_active(row)) return;
      for (std::uint64_t p = rows.offsets.get(row); p < rows.offsets.get(row + std::uint64_t{1});
           ++p) {
        loop.visit(row, p);
      }
    });
  }
  template <class Loop>
  void row_reduce(const Rows<SerialPlace>& rows, const Loop& loop) {
    for_each(rows.count, [&](std::uint32_t row) {
      if (!loop.is_active(row)) return;
      auto value = Loop::identity();
      for (std::uint64_t p = rows.offsets.get(row); p < rows.offsets.get(row + std::uint64_t{1});
           ++p) {
        value = Loop::combine(value, loop.value(row, loop.entry(p)));
      }
      loop.store(row, value);
    });
  }
  void lay_out_scans(Arena& /*arena*/, std::uint64_t /*items*/) {}
  template <class Loop>
  void scan_rows(std::uint64_t items, const Loop& loop) {
    RowsBefore before;
    for_each(items, [&](std::uint32_t i) {
      const RowsBefore its = loop(i);
      loop(i, before);
      before += its;
    });
  }
  template <class Map>
  void list_mapped(std::uint64_t items, const Map& map, const Words<std::uint32_t>& out,
                   std::uint64_t room, const Words<std::uint64_t>& count_to) {
    std::uint64_t count = 0;
    for (std::uint64_t p = 0; p < items; ++p) {
      const std::uint32_t number = map(p);
      if (number != k_none && count++ < room) out.set(count - 1, number);
    }
    count_to.set(0, count);
  }
  template <class Body>
  void by_one_team(const Body& body) {
    body(Team{});
  }
  void post(const Words<std::uint64_t>& word, std::size_t slot) { posted_[slot] = word.get(0); }
  [[nodiscard]] std::uint64_t posted(std::size_t slot) const { return posted_[slot]; }

 private:
  std::uint64_t posted_[2] = {};
};

}  // namespace hypermatch::detail::parallel
