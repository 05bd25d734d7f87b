// SPDX-License-Identifier: MIT
// Weights as they come out of a text: int32 while all fit, else int64, else double. The type is a
// property of the whole file, so columns of several chunks are joined at the widest one.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <variant>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/weights.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// |number|; the one integer whose absolute value does not fit becomes a double.
[[nodiscard]] inline Number absolute(const Number& number) {
  if (!number.is_integer) return {0, std::abs(number.real), false};
  if (number.integer == INT64_MIN) return {0, 0x1p63, false};
  return {std::abs(number.integer), 0.0, true};
}

/// -number; the one integer that has no opposite becomes a double.
[[nodiscard]] inline Number negative(const Number& number) {
  if (!number.is_integer) return {0, -number.real, false};
  if (number.integer == INT64_MIN) return {0, 0x1p63, false};
  return {-number.integer, 0.0, true};
}

/// The weights of one chunk.
class WeightColumn {
 public:
  void push(const Number& number) {
    if (auto* narrow = std::get_if<0>(&values_)) {
      const auto value = static_cast<std::int32_t>(number.integer);
      if (number.is_integer && value == number.integer) [[likely]] {
        narrow->push_back(value);
        return;
      }
    }
    push_slowly(number);
  }
  [[nodiscard]] std::size_t size() const;
  /// 0 int32, 1 int64, 2 double.
  [[nodiscard]] std::size_t kind() const { return values_.index(); }

  friend Weights join_columns(const Context& context, std::span<WeightColumn* const> columns,
                              std::size_t kind);

 private:
  void push_slowly(const Number& number);
  template <std::size_t k_kind>
  void widen();

  std::variant<Array<std::int32_t>, Array<std::int64_t>, Array<double>> values_;
};

/// The columns one after another, as the type that holds all of `kind` and of the columns; the
/// columns are given back.
[[nodiscard]] Weights join_columns(const Context& context, std::span<WeightColumn* const> columns,
                                   std::size_t kind = 0);

/// The columns `of(part)` of all parts, joined; see `join_columns`.
template <class Part, class Of>
[[nodiscard]] Weights join_weights(const Context& context, std::vector<Part>& parts, const Of& of,
                                   std::size_t kind = 0) {
  std::vector<WeightColumn*> columns;
  columns.reserve(parts.size());
  for (Part& part : parts) columns.push_back(&of(part));
  return join_columns(context, columns, kind);
}

/// Adds how many weights are zero and negative to the report.
void count_signs(const Context& context, const WeightsView& weights,
                 hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
