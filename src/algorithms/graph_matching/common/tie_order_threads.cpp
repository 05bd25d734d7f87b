// SPDX-License-Identifier: MIT
// Orders of ties as values: edges compare by them as by weights, on every place.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/dense_ranks.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace {

namespace parallel = detail::parallel;

Array<EdgeId> degrees_of(const Context& context, const EdgeListView& graph) {
  Array<EdgeId> degrees(graph.num_vertices, 0);
  parallel::for_each(context, graph.edges.size(), [&](std::size_t e) {
    // Relaxed: sums, read after the loop.
    std::atomic_ref(degrees[graph.edges[e].u]).fetch_add(1, std::memory_order_relaxed);
    std::atomic_ref(degrees[graph.edges[e].v]).fetch_add(1, std::memory_order_relaxed);
  });
  return degrees;
}

// Ranks of the ratings, those that are equal with one rank; none where there are no ratings.
Array<std::uint32_t> ranks_of(const Context& context, const WeightsView& ratings) {
  return std::visit(
      [&](const auto& items) -> Array<std::uint32_t> {
        using Items = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<Items, std::monostate>) {
          return {};
        } else {
          using Item = std::remove_const_t<typename Items::value_type>;
          using Wide = std::conditional_t<std::is_integral_v<Item>, std::int64_t, double>;
          if constexpr (std::is_same_v<Item, Wide>) {
            return detail::order::dense_ranks(context, items);
          } else {
            Array<Wide> wide(items.size());
            parallel::for_each(context, items.size(),
                               [&](std::size_t e) { wide[e] = static_cast<Wide>(items[e]); });
            return detail::order::dense_ranks(context, std::span<const Wide>(wide.view()));
          }
        }
      },
      ratings);
}

}  // namespace

Array<double> order_ties(const Context& context, const EdgeListView& graph,
                         const WeightsView& ratings, TieOrder ties) {
  detail::check_enum("tie_order", ties);
  const std::size_t m = graph.edges.size();
  if (is_weighted(ratings) && size_of(ratings) != m) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size_of(ratings)) +
                                              " ratings for " + std::to_string(m) + " edges");
  }
  const Array<std::uint32_t> ranks = ranks_of(context, ratings);
  const Array<EdgeId> degrees =
      ties == TieOrder::degree ? degrees_of(context, graph) : Array<EdgeId>();
  const auto sum_of_degrees = [&](std::size_t e) {
    return std::int64_t{degrees[graph.edges[e].u]} + degrees[graph.edges[e].v];
  };
  const std::int64_t above =
      ties == TieOrder::degree
          ? 1 + parallel::reduce<std::int64_t>(
                    context, m, 0, sum_of_degrees,
                    [](std::int64_t a, std::int64_t b) { return std::max(a, b); })
          : static_cast<std::int64_t>(m);
  const auto value = [&](std::size_t e) -> std::int64_t {
    switch (ties) {
      case TieOrder::hash:
        break;
      case TieOrder::degree:
        return above - sum_of_degrees(e);
      case TieOrder::number:
        return above - static_cast<std::int64_t>(e);
    }
    return 1;
  };
  Array<double> values(m);
  if (ranks.empty()) {
    parallel::for_each(context, m,
                       [&](std::size_t e) { values[e] = static_cast<double>(value(e)); });
    return values;
  }
  Array<std::int64_t> ties_of(m);
  parallel::for_each(context, m, [&](std::size_t e) { ties_of[e] = value(e); });
  const Array<std::uint32_t> low =
      detail::order::dense_ranks(context, std::span<const std::int64_t>(ties_of.view()));
  parallel::for_each(context, m, [&](std::size_t e) {
    const std::uint64_t place = (std::uint64_t{ranks[e]} << 32) | low[e];
    ties_of[e] = static_cast<std::int64_t>(place ^ 0x8000000000000000ULL);
  });
  const Array<std::uint32_t> both =
      detail::order::dense_ranks(context, std::span<const std::int64_t>(ties_of.view()));
  parallel::for_each(context, m, [&](std::size_t e) { values[e] = double{1} + both[e]; });
  return values;
}

}  // namespace hypermatch
