// SPDX-License-Identifier: MIT
#include "io/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

void fail_at(std::string_view name, std::uint64_t line, const std::string& message) {
  throw Error(ErrorCode::invalid_input,
              std::string(name) + ":" + std::to_string(line) + ": " + message);
}

std::uint64_t line_of(TextRange text, const char* where) {
  // A failure at the end of the text belongs to the last line.
  if (where == text.end && where != text.begin) --where;
  return 1 + static_cast<std::uint64_t>(std::count(text.begin, where, '\n'));
}

std::string shown_token(const char* at, const char* end) {
  if (at == end) return "the end of the file";
  if (*at == '\n' || (*at == '\r' && (at + 1 == end || at[1] == '\n')))
    return "the end of the line";
  // A byte more than is shown tells that there is more; a character has four at most.
  const char* stop = at;
  while (stop != end && !is_space(*stop) &&
         static_cast<std::size_t>(stop - at) < k_longest_shown + 4) {
    ++stop;
  }
  return shown_text({at, static_cast<std::size_t>(stop - at)});
}

void fail_expected(const char* at, const char* end, const std::string& what) {
  throw TextFailure{at, "expected " + what + ", found " + shown_token(at, end)};
}

std::string zero_hint(std::string_view id) {
  return id == "0" ? "; a file that counts from 0 is read with --zero-based" : "";
}

std::string shown_range(std::uint64_t first, std::uint64_t count) {
  if (first == 0 && count == 0) return "none";
  return std::to_string(first) + ".." + std::to_string(first + count - 1);
}

void fail_id(const char* at, const char* end, std::string_view what, std::uint64_t first,
             std::uint64_t count) {
  Cursor cursor(TextRange{at, end});
  const std::string_view id = cursor.read_token();
  throw TextFailure{at, "expected " + std::string(what) + " in " + shown_range(first, count) +
                            ", found " + shown_token(at, end) + zero_hint(id)};
}

void check_limit(const char* where, std::uint64_t count, const char* things) {
  if (count <= k_max_count) return;
  throw TextFailure{where, std::string("expected at most 2^32 - 2 ") + things + ", found " +
                               std::to_string(count)};
}

namespace {

// The exponent of Fortran's double precision, `1.5D+02`, behind digits that end at `exponent`.
std::optional<Number> parse_fortran(const char* begin, const char* at, const char* exponent,
                                    const char* end) {
  const bool is_marked = exponent != at && (*exponent == 'D' || *exponent == 'd');
  const bool has_point = std::find(at, exponent, '.') != exponent;
  const bool is_signed =
      is_marked && end - exponent > 1 && (exponent[1] == '+' || exponent[1] == '-');
  if (!is_marked || (!has_point && !is_signed)) return std::nullopt;
  std::string text(begin, end);
  text[static_cast<std::size_t>(exponent - begin)] = 'e';
  return parse_number(text.data(), text.data() + text.size());
}

}  // namespace

std::optional<Number> parse_number(const char* begin, const char* end) {
  const char* at = begin;
  bool negative = false;
  if (at != end && (*at == '+' || *at == '-')) negative = *at++ == '-';
  if (at == end || *at == '+' || *at == '-') return std::nullopt;
  std::uint64_t magnitude = 0;
  const auto [digits_end, digits_error] = std::from_chars(at, end, magnitude);
  if (digits_end == end && digits_error == std::errc{}) {
    constexpr std::uint64_t k_limit = std::uint64_t{1} << 63;
    if (magnitude < k_limit) {
      const auto value = static_cast<std::int64_t>(magnitude);
      return Number{negative ? -value : value, 0.0, true};
    }
    if (negative && magnitude == k_limit) return Number{INT64_MIN, 0.0, true};
  }
  double value = 0.0;
  const auto [real_end, real_error] = std::from_chars(at, end, value);
  if (real_end != end) return parse_fortran(begin, at, real_end, end);
  if (real_error == std::errc::result_out_of_range) {
    // Too large is an error, too small is the nearest value there is.
    value = std::strtod(std::string(at, end).c_str(), nullptr);
  }
  if (!std::isfinite(value)) return std::nullopt;
  if (negative) value = -value;
  // Integers that a double holds exactly are integers, however they are written.
  if (std::abs(value) <= 9007199254740992.0 && value == std::trunc(value)) {
    return Number{static_cast<std::int64_t>(value), 0.0, true};
  }
  return Number{0, value, false};
}

bool are_numbers(const char* begin, const char* end) {
  Cursor cursor(TextRange{begin, end});
  // Ends: each turn takes a word.
  while (cursor.skip_blanks()) {
    if (!is_number(cursor.read_token())) return false;
  }
  return true;
}

std::uint64_t Cursor::read_unsigned_slowly(const char* what) {
  const char* begin = at_;
  const std::string_view token = read_token();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (token.empty() || stop != token.data() + token.size()) fail_expected(begin, end_, what);
  if (error == std::errc::result_out_of_range) {
    fail_expected(begin, end_, std::string(what) + " below 2^64");
  }
  if (error != std::errc{}) fail_expected(begin, end_, what);
  return value;
}

Number Cursor::read_number_slowly(const char* what) {
  const char* begin = at_;
  const std::string_view token = read_token();
  const std::optional<Number> number = parse_number(token.data(), token.data() + token.size());
  if (!number) fail_expected(begin, end_, std::string(what) + " (a finite number)");
  return *number;
}

Number Cursor::read_fortran_number(const char* what) {
  std::uint64_t small = 0;
  if (read_small(small)) return {static_cast<std::int64_t>(small), 0.0, true};
  const char* begin = at_;
  const std::string_view token = read_token();
  std::optional<Number> number = parse_number(token.data(), token.data() + token.size());
  const std::size_t exponent = number ? std::string::npos : token.find_first_of("dD");
  if (exponent != std::string::npos) {
    std::string with_e(token);
    with_e[exponent] = 'e';
    number = parse_number(with_e.data(), with_e.data() + with_e.size());
  }
  if (!number) fail_expected(begin, end_, std::string(what) + " (a finite number)");
  return *number;
}

const char* line_begin_after(const char* at, const char* end) {
  const void* newline =
      at == end ? nullptr : std::memchr(at, '\n', static_cast<std::size_t>(end - at));
  return newline == nullptr ? end : static_cast<const char*>(newline) + 1;
}

std::vector<TextRange> cut_at_lines(const Context& context, TextRange text, std::size_t grain) {
  const parallel::Chunks chunks = parallel::cut(context, text.size(), grain);
  std::vector<TextRange> ranges;
  const char* at = text.begin;
  for (std::size_t i = 0; i < chunks.count && at != text.end; ++i) {
    const char* aim = text.begin + chunks.end(i);
    if (aim <= at) continue;  // a line longer than a chunk
    const char* stop = aim == text.end ? aim : line_begin_after(aim - 1, text.end);
    ranges.push_back({at, stop});
    at = stop;
  }
  return ranges;
}

namespace {
constexpr std::size_t k_buffer = std::size_t{1} << 18;
constexpr std::size_t k_longest_number = 32;
}  // namespace

TextWriter::TextWriter(const Sink& sink) : sink_(sink), buffer_(k_buffer) {}

void TextWriter::make_room(std::size_t bytes) {
  if (buffer_.size() - used_ < bytes) flush();
}

TextWriter& TextWriter::operator<<(std::string_view text) {
  while (!text.empty()) {
    make_room(1);
    const std::size_t piece = std::min(text.size(), buffer_.size() - used_);
    std::memcpy(buffer_.data() + used_, text.data(), piece);
    used_ += piece;
    text.remove_prefix(piece);
  }
  return *this;
}

TextWriter& TextWriter::operator<<(std::uint64_t value) {
  make_room(k_longest_number);
  char* at = buffer_.data() + used_;
  used_ += static_cast<std::size_t>(std::to_chars(at, at + k_longest_number, value).ptr - at);
  return *this;
}

TextWriter& TextWriter::operator<<(std::int64_t value) {
  make_room(k_longest_number);
  char* at = buffer_.data() + used_;
  used_ += static_cast<std::size_t>(std::to_chars(at, at + k_longest_number, value).ptr - at);
  return *this;
}

TextWriter& TextWriter::operator<<(double value) {
  make_room(k_longest_number);
  char* at = buffer_.data() + used_;
  used_ += static_cast<std::size_t>(std::to_chars(at, at + k_longest_number, value).ptr - at);
  return *this;
}

TextWriter& TextWriter::write_weight(const WeightsView& weights, std::size_t e) {
  return std::visit(
      [&](const auto& held) -> TextWriter& {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return *this << '1';
        } else if constexpr (std::is_integral_v<typename Held::value_type>) {
          return *this << static_cast<std::int64_t>(held[e]);
        } else {
          return *this << static_cast<double>(held[e]);
        }
      },
      weights);
}

void TextWriter::flush() {
  if (used_ != 0) sink_({buffer_.data(), used_});
  used_ = 0;
}

}  // namespace hypermatch::detail::io
