// SPDX-License-Identifier: MIT
#include "io/formats/hgr/hgr_scan.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string_view>

#include "io/source/windows.hpp"
#include "io/text/swar.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

// True for characters that separate words inside a line.
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

std::string expected_vertex(const HgrShape& shape) {
  return "expected a vertex in " + shown_range(shape.first_id, shape.num_vertices) + ", found ";
}

// Stores weights behind those of the columns, whose room suffices. While they are narrow, through a
// pointer.
class WeightCursor {
 public:
  explicit WeightCursor(GrowingWeights& weights) : weights_(weights) { point_at_end(); }

  [[nodiscard]] HYPERMATCH_ALWAYS_INLINE bool is_narrow() const { return next_ != nullptr; }
  HYPERMATCH_ALWAYS_INLINE void push_narrow(std::int32_t weight) { *next_++ = weight; }
  HYPERMATCH_ALWAYS_INLINE void push(const Number& weight) {
    keep();
    weights_.push(weight);
    point_at_end();
  }
  void drop_last() {
    keep();
    weights_.resize(weights_.size() - 1);
    point_at_end();
  }
  /// Makes what was stored a part of the columns.
  HYPERMATCH_ALWAYS_INLINE void keep() {
    if (next_ == nullptr) return;
    weights_.narrow().resize(static_cast<std::size_t>(next_ - weights_.narrow().data()));
  }

 private:
  HYPERMATCH_ALWAYS_INLINE void point_at_end() {
    const bool narrow = weights_.kind() == GrowingWeights::Kind::int32;
    next_ = narrow ? weights_.narrow().data() + weights_.size() : nullptr;
  }

  GrowingWeights& weights_;
  std::int32_t* next_ = nullptr;  // null: they are wide
};

// A weight of any form, from `p` to the end of the word. False if it is none.
HYPERMATCH_ALWAYS_INLINE bool push_weight(const char*& p, const char* end, WeightCursor& weights,
                                          ScanCounts& counts) {
  const char* const word = p;
  while (p < end && !is_gap(*p) && *p != '\n') ++p;
  const std::optional<Number> weight = parse_number(word, p);
  if (!weight) return false;
  const bool zero = weight->is_integer ? weight->integer == 0 : weight->real == 0.0;
  const bool negative = weight->is_integer ? weight->integer < 0 : weight->real < 0.0;
  counts.zero_weights += zero ? 1 : 0;
  counts.negative_weights += negative ? 1 : 0;
  weights.push(*weight);
  return true;
}

// The weight in front of a hyperedge: nearly always a few digits. False if it is none; `p` is then
// behind the word.
HYPERMATCH_ALWAYS_INLINE bool read_weight(const char*& p, const char* end, WeightCursor& weights,
                                          ScanCounts& counts) {
  const DigitWord word(p);
  const int bits = word.bits();
  const char* const behind = p + bits / 8;
  if (bits == 0 || bits == 64 || !weights.is_narrow() || (*behind != ' ' && *behind != '\n')) {
    return push_weight(p, end, weights, counts);
  }
  const std::uint32_t weight = word.value(bits);
  counts.zero_weights += weight == 0 ? 1 : 0;
  weights.push_narrow(static_cast<std::int32_t>(weight));
  p = behind;
  return true;
}

// Stores the pins up to the end of the line at `pin`, and leaves `p` there; or, at a word that is
// no vertex, at its begin. Returns whether all were vertices.
HYPERMATCH_ALWAYS_INLINE bool read_pins(const char*& p, const char* end, std::uint64_t num_vertices,
                                        std::uint64_t first_id, VertexId*& pin) {
  // Ends: every turn takes bytes, and the text has an end.
  while (true) {
    const DigitWord word(p);
    const int bits = word.bits();
    std::uint64_t vertex = 0;
    const char* const begin = p;
    if (bits != 0 && bits != 64) [[likely]] {
      vertex = word.value(bits);
      p += bits / 8;
    } else if (bits == 64) {
      vertex = saturated_value(p);
    } else {
      while (is_gap(*p)) ++p;
      if (is_digit(*p)) continue;
      return *p == '\n' || p >= end;
    }
    const bool is_vertex = vertex - first_id < num_vertices;
    if (is_vertex) [[likely]] {
      *pin++ = static_cast<VertexId>(vertex - first_id);
      if (*p == ' ') {
        ++p;
        continue;
      }
      if (*p == '\n') return true;
      if (is_gap(*p) || p >= end) continue;
    }
    p = begin;
    return false;
  }
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

  ScanResult result;
  ScanCounts& counts = result.counts;
  VertexId* const pins = columns.pins.data();
  VertexId* pin = pins + columns.pins.size();
  Offset* const offsets = columns.offsets.data();
  Offset* offset = offsets + columns.offsets.size();
  Offset* const last_offset = offset + most_lines;
  WeightCursor weights(columns.weights);

  const char* p = begin;
  const char* line = begin;
  // Ends: every iteration takes at least one line.
  while (p < end && offset != last_offset) {
    line = p;
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
      const char* const word = p;
      if (!read_weight(p, end, weights, counts)) [[unlikely]] {
        result.error_at = word;
        result.message = "expected a hyperedge's weight (a finite number), found ";
        break;
      }
    }
    VertexId* const first_pin = pin;
    if (!read_pins(p, end, shape_.num_vertices, shape_.first_id, pin)) [[unlikely]] {
      // The broken edge leaves nothing.
      pin = first_pin;
      if constexpr (Weighted) weights.drop_last();
      result.error_at = p;
      result.message = expected_vertex(shape_);
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
  if (result.error_at != nullptr) {
    const std::string found = shown_token(result.error_at, end);
    result.message += found;
    if (found == "'0'") result.message += zero_hint("0");
  }
  result.stop = result.error_at != nullptr ? line : p;
  columns.pins.resize(static_cast<std::size_t>(pin - pins));
  columns.offsets.resize(static_cast<std::size_t>(offset - offsets));
  if constexpr (Weighted) weights.keep();
  return result;
}

HYPERMATCH_PER_ISA
std::exception_ptr HgrScanner::try_scan(const char* begin, const char* end, std::uint64_t most,
                                        EdgeColumns& columns, ScanResult& result) noexcept {
  try {
    result = shape_.weighted ? scan_lines<true>(begin, end, most, columns)
                             : scan_lines<false>(begin, end, most, columns);
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

ScanResult HgrScanner::scan(const char* begin, const char* end, std::uint64_t most,
                            EdgeColumns& columns) {
  ScanResult result;
  const std::exception_ptr error = try_scan(begin, end, most, columns, result);
  if (error != nullptr) std::rethrow_exception(error);
  return result;
}

}  // namespace hypermatch::detail::io
