// SPDX-License-Identifier: MIT
// Common parts of text formats: a cursor over tokens and lines, number tokens, chunks at line ends
// for parallel parsing, errors with line numbers, and a buffered writer. Parsers never count lines:
// a failure carries its place, and the line number is counted once, when the error is made.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/swar.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

/// Throws Error{invalid_input} "NAME:LINE: message"; `line` counts from 1.
[[noreturn]] void fail_at(std::string_view name, std::uint64_t line, const std::string& message);

/// A piece of text, [begin, end).
struct TextRange {
  const char* begin = nullptr;
  const char* end = nullptr;
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

[[nodiscard]] inline TextRange range_of(std::span<const char> text) {
  return {text.data(), text.data() + text.size()};
}

/// An error at a position in the text. Thrown inside parsers only; `located` turns it into the
/// Error that users see.
struct TextFailure {
  const char* where;
  std::string message;
};

/// 1-based number of the line that holds `where`; of the last line if that is the end of the text.
[[nodiscard]] std::uint64_t line_of(TextRange text, const char* where);

/// The token at `at` as messages show it: quoted, shortened, or the end of the line or file.
[[nodiscard]] std::string shown_token(const char* at, const char* end);

/// Throws TextFailure "expected WHAT, found TOKEN" for the token at `at`.
[[noreturn]] void fail_expected(const char* at, const char* end, const std::string& what);

/// A hint for messages about an id outside 1 .. n: a file with id 0 may count from 0.
[[nodiscard]] std::string zero_hint(std::string_view id);

/// Throws TextFailure for the id at `at`, which is none of the `count` numbers from `first` on:
/// "expected WHAT in 1..3, found '0'", and the hint where it is 0.
[[noreturn]] void fail_id(const char* at, const char* end, std::string_view what,
                          std::uint64_t first, std::uint64_t count);
/// "1..3": `count` numbers from `first` on.
[[nodiscard]] std::string shown_range(std::uint64_t first, std::uint64_t count);

/// Throws TextFailure naming the limit if `count` things are more than an instance may have.
void check_limit(const char* where, std::uint64_t count, const char* things);

/// Runs `body()` and turns its TextFailure into an Error with file and line.
template <class Body>
auto located(const ParseInput& input, const Body& body) {
  try {
    return body();
  } catch (const TextFailure& failure) {
    fail_at(input.name, line_of(range_of(input.text), failure.where), failure.message);
  }
}

[[nodiscard]] inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
[[nodiscard]] inline bool is_space(char c) {
  return is_blank(c) || c == '\n';
}
/// Without the blanks at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// A number as a weight may be written: an integer that fits 64 bits (also as `5.0` or `1e3`), or
/// a finite double.
struct Number {
  std::int64_t integer = 0;  ///< the value if `is_integer`
  double real = 0.0;         ///< the value if not
  bool is_integer = true;
};

/// The number that fills [begin, end); nothing if that is no number or not finite. -0 is 0.
[[nodiscard]] std::optional<Number> parse_number(const char* begin, const char* end);
[[nodiscard]] inline bool is_number(std::string_view text) {
  return parse_number(text.data(), text.data() + text.size()).has_value();
}

/// Whether all words between blanks in [begin, end), a line, are numbers.
[[nodiscard]] bool are_numbers(const char* begin, const char* end);

/// Walks over tokens (separated by blanks) and lines (ended by '\n') of a text that need not end
/// with a terminator.
class Cursor {
 public:
  explicit Cursor(TextRange text) : at_(text.begin), end_(text.end) {}

  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] const char* end() const { return end_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] bool at_line_end() const { return at_ == end_ || *at_ == '\n'; }
  /// True if the next byte is `c`.
  [[nodiscard]] bool sees(char c) const { return at_ != end_ && *at_ == c; }
  [[nodiscard]] bool sees(std::string_view prefix) const {
    return static_cast<std::size_t>(end_ - at_) >= prefix.size() &&
           std::memcmp(at_, prefix.data(), prefix.size()) == 0;
  }

  /// Skips blanks; true if a token follows on this line.
  bool skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return !at_line_end();
  }
  /// Goes behind the next newline, or to the end.
  void skip_line() {
    const void* newline =
        at_ == end_ ? nullptr : std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = newline == nullptr ? end_ : static_cast<const char*>(newline) + 1;
  }
  /// Ends a line: nothing but blanks may follow. @throws TextFailure naming what `what` expected
  void finish_line(const char* what = "the end of the line") {
    if (skip_blanks()) [[unlikely]] {
      expected(what);
    }
    if (at_ != end_) ++at_;
  }

  /// The bytes up to the next blank or newline.
  [[nodiscard]] std::string_view read_token() {
    const char* begin = at_;
    while (at_ != end_ && !is_space(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  /// Reads a token of one to seven digits if there is one, and eight bytes are left; else false.
  bool read_small(std::uint64_t& value) {
    if (end_ - at_ < 8) return false;
    const DigitWord word(at_);
    const int bits = word.bits();
    // 0 bits mean no digits, 64 bits too many.
    if (static_cast<unsigned>(bits - 1) >= 63 || !is_space(at_[bits / 8])) return false;
    value = word.value(bits);
    at_ += bits / 8;
    return true;
  }
  /// A token of digits only, at the cursor. @throws TextFailure "expected WHAT, found ..."
  std::uint64_t read_unsigned(const char* what) {
    std::uint64_t small = 0;
    if (read_small(small)) [[likely]] {
      return small;
    }
    const char* p = at_;
    std::uint64_t value = 0;
    unsigned digit = 0;
    while (p != end_ && (digit = digit_of(*p)) <= 9) {
      value = value * 10 + digit;
      ++p;
    }
    const auto length = static_cast<std::size_t>(p - at_);
    if (length - 1 >= 19 || (p != end_ && !is_space(*p))) [[unlikely]] {
      return read_unsigned_slowly(what);
    }
    at_ = p;
    return value;
  }

  /// A token of digits with a minus sign or none, at most 18 of them, at the cursor.
  /// @throws TextFailure "expected WHAT, found ..."
  std::int64_t read_signed(const char* what) {
    const char* begin = at_;
    const bool negative = sees('-');
    if (negative) ++at_;
    const char* digits = at_;
    while (at_ != end_ && digit_of(*at_) <= 9) ++at_;
    const auto length = static_cast<std::size_t>(at_ - digits);
    if (length - 1 >= 18 || (at_ != end_ && !is_space(*at_))) [[unlikely]] {
      fail_expected(begin, end_, what);
    }
    std::int64_t value = 0;
    for (const char* p = digits; p != at_; ++p) {
      value = value * 10 + static_cast<std::int64_t>(digit_of(*p));
    }
    return negative ? -value : value;
  }

  /// A number token at the cursor. @throws TextFailure "expected WHAT, found ..."
  Number read_number(const char* what) {
    std::uint64_t small = 0;
    if (read_small(small)) [[likely]] {
      return {static_cast<std::int64_t>(small), 0.0, true};
    }
    const char* p = at_;
    const bool negative = p != end_ && *p == '-';
    if (negative) ++p;
    const char* digits = p;
    std::int64_t value = 0;
    unsigned digit = 0;
    while (p != end_ && (digit = digit_of(*p)) <= 9 && p - digits < 18) {
      value = value * 10 + static_cast<std::int64_t>(digit);
      ++p;
    }
    if (p == digits || (p != end_ && !is_space(*p))) [[unlikely]] {
      return read_number_slowly(what);
    }
    at_ = p;
    return {negative ? -value : value, 0.0, true};
  }

  /// Reads exponents of Fortran as well (`1.5D-3`).
  Number read_fortran_number(const char* what);

  /// @throws TextFailure "expected WHAT, found TOKEN" at the cursor
  [[noreturn]] void expected(const std::string& what) const { fail_expected(at_, end_, what); }

 private:
  static unsigned digit_of(char c) {
    return static_cast<unsigned>(static_cast<unsigned char>(c)) - unsigned{'0'};
  }
  std::uint64_t read_unsigned_slowly(const char* what);
  Number read_number_slowly(const char* what);

  const char* at_;
  const char* end_;
};

/// Base of the chunks of a text that is parsed in parallel; formats derive from it.
struct ChunkPart {
  TextRange text;
  std::optional<TextFailure> failure;
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
};

/// Cuts a text at line ends: one chunk for one thread, several a thread for more.
[[nodiscard]] std::vector<TextRange> cut_at_lines(const Context& context, TextRange text,
                                                  std::size_t grain = std::size_t{1} << 16);

template <class Part>
[[nodiscard]] std::vector<Part> make_parts(const Context& context, TextRange text) {
  const std::vector<TextRange> ranges = cut_at_lines(context, text);
  std::vector<Part> parts(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) parts[i].text = ranges[i];
  return parts;
}

/// First position behind a newline at or after `at`, or `end`.
[[nodiscard]] const char* line_begin_after(const char* at, const char* end);

/// body(part, cursor) over slices of whole lines of each part, parts in parallel, slices of one
/// part in order. A TextFailure ends its part and is kept there. Reports progress.
/// @throws Error{cancelled}
template <class Part, class Body>
void parse_parts(const Context& context, std::vector<Part>& parts, const Body& body) {
  constexpr std::size_t k_slice = std::size_t{4} << 20;
  const std::thread::id caller = std::this_thread::get_id();
  std::uint64_t total = 0;
  for (const Part& part : parts) total += part.text.size();
  std::atomic<std::uint64_t> done = 0;
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    Part& part = parts[i];
    const char* at = part.text.begin;
    try {
      while (at != part.text.end) {
        context.check_cancelled();
        const auto left = static_cast<std::size_t>(part.text.end - at);
        const char* stop =
            left <= k_slice ? part.text.end : line_begin_after(at + k_slice, part.text.end);
        Cursor cursor(TextRange{at, stop});
        body(part, cursor);
        // Relaxed: the count says nothing about other data.
        const std::uint64_t before =
            done.fetch_add(static_cast<std::uint64_t>(stop - at), std::memory_order_relaxed);
        if (std::this_thread::get_id() == caller) context.report({"read", before, total});
        at = stop;
      }
    } catch (TextFailure& failure) {
      part.failure = std::move(failure);
    }
  });
}

/// Throws the failure of the first part that has one.
template <class Part>
void throw_first_failure(std::vector<Part>& parts) {
  for (Part& part : parts) {
    if (part.failure) throw std::move(*part.failure);
  }
}

/// The arrays `of(part)` of all parts, one after another; the parts' arrays are given back.
template <class T, class Part, class Of>
[[nodiscard]] Array<T> join(const Context& context, std::vector<Part>& parts, const Of& of) {
  if (parts.size() == 1) {
    Array<T> only = std::move(of(parts[0]));
    only.shrink_to_fit();
    return only;
  }
  std::vector<std::size_t> places(parts.size() + 1, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) places[i + 1] = places[i] + of(parts[i]).size();
  Array<T> all(places.back());
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    const Array<T> mine = std::move(of(parts[i]));
    if (!mine.empty()) std::memcpy(all.data() + places[i], mine.data(), mine.size() * sizeof(T));
  });
  return all;
}

/// Collects text and hands it to a sink in large pieces. Call `flush` at the end.
class TextWriter {
 public:
  explicit TextWriter(const Sink& sink);
  TextWriter& operator<<(std::string_view text);
  TextWriter& operator<<(char c) { return *this << std::string_view(&c, 1); }
  TextWriter& operator<<(std::uint64_t value);
  TextWriter& operator<<(std::int64_t value);
  /// The shortest digits that read back as the same double.
  TextWriter& operator<<(double value);
  /// Weight `e` of an instance; floats as the double they are equal to.
  TextWriter& write_weight(const WeightsView& weights, std::size_t e);
  void flush();

 private:
  void make_room(std::size_t bytes);

  const Sink& sink_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace hypermatch::detail::io
