// SPDX-License-Identifier: MIT
#include "io/text/time_stamps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "hypermatch/error.hpp"
#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/text/printable.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

struct ValueRange {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  bool all_round = true;
};

template <class Values>
ValueRange value_range(const Context& context, const Values& values) {
  constexpr double k_round = 1e6;
  return parallel::reduce<ValueRange>(
      context, values.size(), ValueRange{},
      [&](std::size_t i) {
        const auto value = static_cast<double>(values[i]);
        return ValueRange{value, value, std::fmod(value, k_round) == 0};
      },
      [](const ValueRange& a, const ValueRange& b) {
        return ValueRange{std::min(a.min, b.min), std::max(a.max, b.max),
                          a.all_round && b.all_round};
      });
}

bool are_times(const ValueRange& range, double unit) {
  constexpr double k_most_seconds = 20 * 365.25 * 24 * 3600;
  return is_time_stamp(range.min / unit) && is_time_stamp(range.max / unit) && !range.all_round &&
         range.max - range.min < k_most_seconds * unit;
}

}  // namespace

bool may_be_times(const Context& context, const WeightsView& weights) {
  return std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return false;
        } else {
          // The first one spares most columns the look at all others.
          constexpr double k_milliseconds = 1e3;
          if (values.size() < 2) return false;
          const auto first = static_cast<double>(values[0]);
          if (!are_times({first, first, false}, 1) &&
              !are_times({first, first, false}, k_milliseconds)) {
            return false;
          }
          const ValueRange range = value_range(context, values);
          return are_times(range, 1) || are_times(range, k_milliseconds);
        }
      },
      weights);
}

bool drop_times(const ParseInput& input, Weights& weights, hypermatch::io::ReadReport& report) {
  if (!is_weighted(view_of(weights))) return false;
  const bool is_named = !report.weight_name.empty();
  const bool are_costs =
      input.keeps_times || input.parallel == hypermatch::io::ParallelEdges::lightest;
  if (is_named && !are_costs && names_ranks(report.weight_name)) {
    throw Error(ErrorCode::invalid_input,
                std::string(input.name) + ": column " + std::to_string(report.weight_column) +
                    " (" + printable(report.weight_name) +
                    ") holds ranks, of which the smallest is the best: `hypermatch stable "
                    "--columns A,B,RANK` reads preferences, `bipartite --minimize` costs; "
                    "--columns A,B,WEIGHT takes them as weights");
  }
  const bool are_times = is_named ? names_times(report.weight_name)
                                  : !input.keeps_times && !declares_weights(range_of(input.text)) &&
                                        may_be_times(input.context, view_of(weights));
  const bool are_numbers = is_named && names_numbers(report.weight_name);
  if (!are_times && !are_numbers) return false;
  report.notes.push_back("column " + std::to_string(report.weight_column) +
                         (is_named ? " (" + printable(report.weight_name) + ")" : "") +
                         (are_numbers ? " numbers the edges" : " holds times") +
                         ", no weights; --columns SOURCE,TARGET,WEIGHT takes it");
  weights = {};
  report.weight_column = 0;
  report.weight_name.clear();
  return true;
}

}  // namespace hypermatch::detail::io
