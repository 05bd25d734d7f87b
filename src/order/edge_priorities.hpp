// SPDX-License-Identifier: MIT
// Priorities of hyperedges: from a resolved order to a small callable per weight type, so that hot
// loops see no variant and no branch on the rating.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/dense_ranks.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/any_weights.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::order {

/// True if edges are to be compared by their weights, rather than all alike.
inline bool by_weight(const HypergraphView& hypergraph, const OrderOptions& order) {
  return order.objective == Objective::weight && hypergraph.is_weighted();
}

/// `structures::rating_scale` on all threads.
inline double rating_scale(const Context& context, const HypergraphView& hypergraph,
                           const OrderOptions& order) {
  if (!structures::may_need_scale(hypergraph, order)) return 1;
  const std::size_t m = hypergraph.num_edges();
  constexpr std::size_t k_piece = 4096;
  const auto largest_of = [&](std::size_t first, std::size_t last) {
    return structures::largest_rated_weight(hypergraph, order, first, std::min(m, last));
  };
  // Floats leave their range downwards only: one of the first edges mostly shows that they do not.
  if (std::holds_alternative<std::span<const float>>(hypergraph.weights)) {
    const double first = largest_of(0, k_piece);
    if (first > 0 && structures::scale_of(first) == 1) return 1;
  }
  return structures::scale_of(std::abs(parallel::reduce<double>(
      context, (m + k_piece - 1) / k_piece, 0,
      [&](std::size_t i) { return largest_of(i * k_piece, (i + 1) * k_piece); },
      structures::larger_rated_weight, 4)));
}

/// Calls body(priority, eligible), two callables on edge numbers: `std::uint32_t priority(e)` and
/// `bool eligible(e)`. They take std::size_t, so that loops over edges vectorise. `order` must be
/// resolved. `priority` is defined for eligible edges only. O(m), and O(pins) more for loads.
/// Common orders have types of their own, all others share some that look at the kind per edge.
template <class Body>
decltype(auto) with_priorities(const Context& context, const HypergraphView& hypergraph,
                               const OrderOptions& order, const Capacities& capacities,
                               Body&& body) {
  const std::span<const Offset> offsets = hypergraph.offsets;
  const auto size = [offsets](std::size_t e) { return offsets[e + 1] - offsets[e]; };
  const bool keep = order.nonpositive == NonPositive::keep;
  const bool is_rated = order.rating != Rating::weight;
  const bool by_load = structures::rates_by_load(order, capacities);
  const bool by_sqrt = order.rating == Rating::weight_per_sqrt_pins;
  const WeightsView& weights = hypergraph.weights;
  if (!is_rated || by_sqrt) {
    const auto rated = [&](auto weight, auto eligible) -> decltype(auto) {
      return body(
          [weight, size](std::size_t e) {
            return base::priority_image(
                structures::weight_per_sqrt_pins(static_cast<double>(weight(e)), size(e)));
          },
          eligible);
    };
    if (!by_weight(hypergraph, order)) {
      const auto eligible = [size](std::size_t e) { return size(e) != 0; };
      if (is_rated) return rated([](std::size_t) { return 1; }, eligible);
      return body([](std::size_t) { return 0U; }, eligible);
    }
    if (const auto* held = std::get_if<std::span<const std::int32_t>>(&weights)) {
      const auto weight = [whole = *held](std::size_t e) { return whole[e]; };
      const auto eligible = [weight, size, keep](std::size_t e) {
        return size(e) != 0 && (keep || weight(e) > 0);
      };
      if (is_rated) return rated(weight, eligible);
      return body([weight](std::size_t e) { return base::priority_image(weight(e)); }, eligible);
    }
  }

  const structures::AnyWeights weight(by_weight(hypergraph, order) ? weights : WeightsView{});
  const auto eligible = [weight, size, keep](std::size_t e) {
    return size(e) != 0 && (keep || weight(e) > 0);
  };
  if (const auto* single = std::get_if<std::span<const float>>(&weights); single && !is_rated) {
    return body([held = *single](std::size_t e) { return base::priority_image(held[e]); },
                eligible);
  }
  const double scale = rating_scale(context, hypergraph, order);
  if (is_rated && !by_load) {
    return body(
        [weight, size, scale, by_sqrt](std::size_t e) {
          const double scaled = weight(e) * scale;
          return base::priority_image(by_sqrt ? structures::weight_per_sqrt_pins(scaled, size(e))
                                              : structures::weight_per_pin(scaled, size(e)));
        },
        eligible);
  }
  Array<std::uint32_t> priorities;
  if (by_load) {
    priorities.resize(hypergraph.num_edges());
    parallel::for_each(context, priorities.size(), [&](std::size_t i) {
      const auto e = static_cast<EdgeId>(i);
      if (!eligible(e)) return;
      const std::uint64_t load = structures::load_of(hypergraph, capacities, e);
      priorities[e] = base::priority_image(structures::weight_per_load(weight(e) * scale, load));
    });
  } else if (const auto* wide = std::get_if<std::span<const std::int64_t>>(&weights)) {
    priorities = dense_ranks(context, *wide);
  } else {
    priorities = dense_ranks(context, std::get<std::span<const double>>(weights));
  }
  return body([table = priorities.data()](std::size_t e) { return std::uint32_t{table[e]}; },
              eligible);
}

/// `with_priorities` for bodies that read priorities often and take long to compile. It stores
/// all priorities in one type, except for `Rating::weight` with weights that are absent, ignored or
/// int32.
template <class Body>
decltype(auto) with_stored_priorities(const Context& context, const HypergraphView& hypergraph,
                                      const OrderOptions& order, const Capacities& capacities,
                                      Body&& body) {
  const std::span<const Offset> offsets = hypergraph.offsets;
  const auto size = [offsets](std::size_t e) { return offsets[e + 1] - offsets[e]; };
  if (order.rating == Rating::weight) {
    if (!by_weight(hypergraph, order)) {
      return body([](std::size_t) { return 0U; }, [size](std::size_t e) { return size(e) != 0; });
    }
    if (const auto* held = std::get_if<std::span<const std::int32_t>>(&hypergraph.weights)) {
      const bool keep = order.nonpositive == NonPositive::keep;
      return body([whole = *held](std::size_t e) { return base::priority_image(whole[e]); },
                  [whole = *held, size, keep](std::size_t e) {
                    return size(e) != 0 && (keep || whole[e] > 0);
                  });
    }
  }

  constexpr std::size_t k_word = 64;
  const std::size_t m = hypergraph.num_edges();
  Array<std::uint32_t> priorities(m);
  Array<std::uint64_t> words(m / k_word + 1);
  with_priorities(context, hypergraph, order, capacities, [&](auto priority, auto eligible) {
    const auto store = [=, out = priorities.data(), bits = words.data()](std::size_t word) {
      const std::size_t end = std::min(m, (word + 1) * k_word);
      std::uint64_t of_word = 0;
      for (std::size_t e = word * k_word; e < end; ++e) {
        const bool is_eligible = eligible(e);
        out[e] = is_eligible ? priority(e) : 0;
        of_word |= std::uint64_t{is_eligible} << (e % k_word);
      }
      bits[word] = of_word;
    };
    parallel::for_each(context, words.size(), store);
  });
  const std::uint32_t* const priority = priorities.data();
  const std::uint64_t* const eligible = words.data();
  return body(
      [priority](std::size_t e) { return priority[e]; },
      [eligible](std::size_t e) { return (eligible[e / k_word] >> (e % k_word) & 1) != 0; });
}

}  // namespace hypermatch::detail::order
