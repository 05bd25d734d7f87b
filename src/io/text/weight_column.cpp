// SPDX-License-Identifier: MIT
#include "io/text/weight_column.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

std::size_t WeightColumn::size() const {
  return std::visit([](const auto& held) { return held.size(); }, values_);
}

template <std::size_t k_kind>
void WeightColumn::widen() {
  using To = std::variant_alternative_t<k_kind, decltype(values_)>;
  To wide;
  std::visit(
      [&](const auto& held) {
        wide.reserve(held.size() + held.size() / 2);
        wide.resize(held.size());
        for (std::size_t i = 0; i < held.size(); ++i) {
          wide[i] = static_cast<std::decay_t<decltype(wide[i])>>(held[i]);
        }
      },
      values_);
  values_ = std::move(wide);
}

void WeightColumn::push_slowly(const Number& number) {
  if (!number.is_integer) {
    if (kind() != 2) widen<2>();
    std::get<2>(values_).push_back(number.real);
    return;
  }
  if (kind() == 0) widen<1>();
  if (kind() == 1) {
    std::get<1>(values_).push_back(number.integer);
  } else {
    std::get<2>(values_).push_back(static_cast<double>(number.integer));
  }
}

namespace {

template <class To, class Values>
Array<To> join_as(const Context& context, std::span<WeightColumn* const> columns,
                  const Values& values_of) {
  std::vector<std::size_t> places(columns.size() + 1, 0);
  for (std::size_t i = 0; i < columns.size(); ++i) places[i + 1] = places[i] + columns[i]->size();
  if (columns.size() == 1) {
    if (auto* held = std::get_if<Array<To>>(&values_of(*columns[0]))) {
      Array<To> only = std::move(*held);
      only.shrink_to_fit();
      return only;
    }
  }
  Array<To> all(places.back());
  parallel::run_tasks(context, columns.size(), [&](std::size_t i) {
    std::visit(
        [&](auto& held) {
          const auto mine = std::move(held);
          for (std::size_t k = 0; k < mine.size(); ++k) {
            all[places[i] + k] = static_cast<To>(mine[k]);
          }
        },
        values_of(*columns[i]));
  });
  return all;
}

}  // namespace

Weights join_columns(const Context& context, std::span<WeightColumn* const> columns,
                     std::size_t kind) {
  for (const WeightColumn* column : columns) kind = std::max(kind, column->kind());
  const auto values_of = [](WeightColumn & column) -> auto& {
    return column.values_;
  };
  if (kind == 0) return join_as<std::int32_t>(context, columns, values_of);
  if (kind == 1) return join_as<std::int64_t>(context, columns, values_of);
  return join_as<double>(context, columns, values_of);
}

void count_signs(const Context& context, const WeightsView& weights,
                 hypermatch::io::ReadReport& report) {
  struct Signs {
    std::uint64_t zero = 0;
    std::uint64_t negative = 0;
  };
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          const Signs signs = parallel::reduce<Signs>(
              context, held.size(), Signs{},
              [&](std::size_t e) {
                return Signs{held[e] == 0 ? std::uint64_t{1} : 0,
                             held[e] < 0 ? std::uint64_t{1} : 0};
              },
              [](Signs a, Signs b) {
                return Signs{a.zero + b.zero, a.negative + b.negative};
              });
          report.zero_weights += signs.zero;
          report.negative_weights += signs.negative;
        }
      },
      weights);
}

}  // namespace hypermatch::detail::io
