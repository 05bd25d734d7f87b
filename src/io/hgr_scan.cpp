// SPDX-License-Identifier: MIT
#include "io/hgr_scan.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "io/swar.hpp"
#include "io/text.hpp"
#include "io/windows.hpp"

namespace hypermatch::detail::io {

namespace {

// What separates words inside a line.
constexpr bool is_gap(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The value of any number of digits; whatever does not fit is the largest value.
std::uint64_t saturated_value(const char*& p) {
  constexpr std::uint64_t k_most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  for (; is_digit(*p); ++p) {
    const auto digit = static_cast<std::uint64_t>(*p - '0');
    value = value > (k_most - digit) / 10 ? k_most : value * 10 + digit;
  }
  return value;
}

std::string expected_vertex(VertexId num_vertices) {
  return "expected a vertex in 1.." + std::to_string(num_vertices) + ", found ";
}

}  // namespace

void EdgeColumns::clear(GrowingWeights::Kind kind) {
  offsets.resize(1);
  pins.resize(0);
  weights.clear(kind);
}

void EdgeColumns::reserve_more(std::size_t more_pins, std::size_t more_edges, bool weighted) {
  pins.reserve(pins.size() + more_pins);
  offsets.reserve(offsets.size() + more_edges);
  if (weighted) weights.reserve(weights.size() + more_edges);
}

ScanCounts& ScanCounts::operator+=(const ScanCounts& other) {
  comment_lines += other.comment_lines;
  blank_lines += other.blank_lines;
  blank_edges += other.blank_edges;
  merged_pins += other.merged_pins;
  empty_edges += other.empty_edges;
  zero_weights += other.zero_weights;
  negative_weights += other.negative_weights;
  return *this;
}

void ScanCounts::add_to(hypermatch::io::ReadReport& report) const {
  report.comment_lines += comment_lines;
  report.blank_lines += blank_lines;
  report.merged_pins += merged_pins;
  report.empty_edges += empty_edges;
  report.zero_weights += zero_weights;
  report.negative_weights += negative_weights;
}

template <bool Weighted>
ScanResult HgrScanner::scan_lines(const char* begin, const char* end, std::uint64_t most,
                                  EdgeColumns& columns) {
  // Room for whatever the text may hold, so that the loop below never asks. Memory that is not
  // touched costs nothing.
  const auto bytes = static_cast<std::size_t>(end - begin);
  const auto most_lines =
      static_cast<std::size_t>(std::min<std::uint64_t>(most, most_edges(bytes, shape_)));
  columns.reserve_more(most_pins(bytes), most_lines, Weighted);

  const std::uint64_t n = shape_.num_vertices;
  ScanResult result;
  ScanCounts& counts = result.counts;
  VertexId* const pins = columns.pins.data();
  VertexId* pin = pins + columns.pins.size();
  Offset* const offsets = columns.offsets.data();
  Offset* const first_offset = offsets + columns.offsets.size();
  Offset* offset = first_offset;
  Offset* const last_offset = first_offset + most_lines;
  // While weights are narrow they are stored through this pointer.
  std::int32_t* narrow = nullptr;
  if constexpr (Weighted) {
    if (columns.weights.kind() == GrowingWeights::Kind::int32) {
      narrow = columns.weights.narrow().data() + columns.weights.size();
    }
  }
  const auto keep_narrow_size = [&] {
    if (narrow != nullptr) {
      columns.weights.narrow().resize(
          static_cast<std::size_t>(narrow - columns.weights.narrow().data()));
    }
  };
  const auto fail = [&](const char* at, std::string message) {
    result.error_at = at;
    result.message = std::move(message);
  };

  const char* p = begin;
  // Ends: every turn takes at least one line.
  while (p < end && offset != last_offset) {
    const char* const line = p;
    if (!is_digit(*p)) {
      while (is_gap(*p)) ++p;
      if (*p == '%') {
        ++counts.comment_lines;
        p = behind_line(p, end);
        continue;
      }
      if (*p == '\n' || p >= end) {
        ++counts.blank_lines;
        if (p < end) ++p;
        if (!Weighted && shape_.blank_is_edge) {
          ++counts.blank_edges;
          ++counts.empty_edges;
          *offset++ = static_cast<Offset>(pin - pins);
        }
        continue;
      }
    }
    if constexpr (Weighted) {
      const DigitWord word(p);
      const int bits = word.bits();
      const char* const behind = p + bits / 8;
      if (bits != 0 && bits != 64 && narrow != nullptr && (*behind == ' ' || *behind == '\n')) {
        const std::uint32_t weight = word.value(bits);
        counts.zero_weights += weight == 0 ? 1 : 0;
        *narrow++ = static_cast<std::int32_t>(weight);
        p = behind;
      } else {
        const char* const word_begin = p;
        while (p < end && !is_gap(*p) && *p != '\n') ++p;
        const std::optional<Number> weight = parse_number(word_begin, p);
        if (!weight) {
          fail(word_begin, "expected a hyperedge's weight (a finite number), found " +
                               shown_token(word_begin, end));
          result.stop = line;
          break;
        }
        const bool zero = weight->is_integer ? weight->integer == 0 : weight->real == 0.0;
        const bool negative = weight->is_integer ? weight->integer < 0 : weight->real < 0.0;
        counts.zero_weights += zero ? 1 : 0;
        counts.negative_weights += negative ? 1 : 0;
        keep_narrow_size();
        columns.weights.push(*weight);
        narrow = columns.weights.kind() == GrowingWeights::Kind::int32
                     ? columns.weights.narrow().data() + columns.weights.size()
                     : nullptr;
      }
    }
    VertexId* const first_pin = pin;
    // Ends: every turn takes bytes, and the text has an end.
    while (true) {
      const DigitWord word(p);
      const int bits = word.bits();
      std::uint64_t vertex = 0;
      const char* const word_begin = p;
      if (bits != 0 && bits != 64) [[likely]] {
        vertex = word.value(bits);
        p += bits / 8;
      } else if (bits == 64) {
        vertex = saturated_value(p);
      } else {
        while (is_gap(*p)) ++p;
        if (is_digit(*p)) continue;
        if (*p == '\n' || p >= end) break;
        fail(p, expected_vertex(shape_.num_vertices) + shown_token(p, end));
        break;
      }
      if (vertex - 1 >= n) [[unlikely]] {
        fail(word_begin, expected_vertex(shape_.num_vertices) + shown_token(word_begin, end));
        break;
      }
      *pin++ = static_cast<VertexId>(vertex - 1);
      if (*p == ' ') {
        ++p;
        continue;
      }
      if (*p == '\n') break;
      if (!is_gap(*p) && p < end) [[unlikely]] {
        fail(word_begin, expected_vertex(shape_.num_vertices) + shown_token(word_begin, end));
        break;
      }
    }
    if (result.error_at != nullptr) [[unlikely]] {
      // The broken edge leaves nothing.
      pin = first_pin;
      if constexpr (Weighted) {
        if (narrow != nullptr) {
          --narrow;
        } else {
          columns.weights.resize(columns.weights.size() - 1);
        }
      }
      result.stop = line;
      break;
    }
    if (p < end) ++p;  // the line end
    const auto size = static_cast<std::size_t>(pin - first_pin);
    const std::size_t kept = duplicates_.merge(first_pin, size);
    counts.merged_pins += size - kept;
    counts.empty_edges += size == 0 ? 1 : 0;
    pin = first_pin + kept;
    *offset++ = static_cast<Offset>(pin - pins);
  }
  if (result.stop == nullptr) result.stop = p;
  columns.pins.resize(static_cast<std::size_t>(pin - pins));
  columns.offsets.resize(static_cast<std::size_t>(offset - offsets));
  keep_narrow_size();
  return result;
}

HYPERMATCH_PER_ISA
ScanResult HgrScanner::scan(const char* begin, const char* end, std::uint64_t most,
                            EdgeColumns& columns) {
  return shape_.weighted ? scan_lines<true>(begin, end, most, columns)
                         : scan_lines<false>(begin, end, most, columns);
}

}  // namespace hypermatch::detail::io
