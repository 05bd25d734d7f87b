// SPDX-License-Identifier: MIT
// Priorities of hyperedges: from a resolved order to a small callable per weight type, so that hot
// loops see no variant and no branch on the rating.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
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
template <class Body>
decltype(auto) with_priorities(const Context& context, const HypergraphView& hypergraph,
                               const OrderOptions& order, const Capacities& capacities,
                               Body&& body) {
  const std::span<const Offset> offsets = hypergraph.offsets;
  const auto size = [offsets](std::size_t e) { return offsets[e + 1] - offsets[e]; };
  const auto with_table = [&](const Array<std::uint32_t>& priorities,
                              auto eligible) -> decltype(auto) {
    const std::uint32_t* const table = priorities.data();
    return body([table](std::size_t e) { return table[e]; }, eligible);
  };
  const auto with_rating = [&](auto weight, auto eligible) -> decltype(auto) {
    if (structures::rates_by_load(order, capacities)) {
      Array<std::uint32_t> priorities(hypergraph.num_edges());
      parallel::for_each(context, priorities.size(), [&](std::size_t i) {
        const auto e = static_cast<EdgeId>(i);
        if (!eligible(e)) return;
        const std::uint64_t load = structures::load_of(hypergraph, capacities, e);
        priorities[e] = base::priority_image(structures::weight_per_load(weight(e), load));
      });
      return with_table(priorities, eligible);
    }
    if (order.rating != Rating::weight_per_sqrt_pins) {
      return body(
          [weight, size](std::size_t e) {
            return base::priority_image(structures::weight_per_pin(weight(e), size(e)));
          },
          eligible);
    }
    return body(
        [weight, size](std::size_t e) {
          return base::priority_image(structures::weight_per_sqrt_pins(weight(e), size(e)));
        },
        eligible);
  };

  if (!by_weight(hypergraph, order)) {
    const auto eligible = [size](std::size_t e) { return size(e) != 0; };
    if (order.rating == Rating::weight) return body([](std::size_t) { return 0U; }, eligible);
    return with_rating([](std::size_t) { return 1.0; }, eligible);
  }

  return std::visit(
      [&](const auto& weights) -> decltype(auto) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          // Not reached: there are weights.
          return body([](std::size_t) { return 0U; },
                      [size](std::size_t e) { return size(e) != 0; });
        } else {
          using T = typename View::value_type;
          const bool keep = order.nonpositive == NonPositive::keep;
          const auto eligible = [weights, size, keep](std::size_t e) {
            return size(e) != 0 && (keep || weights[e] > T{0});
          };
          if (order.rating != Rating::weight) {
            if constexpr (std::is_integral_v<T>) {
              return with_rating(
                  [weights](std::size_t e) { return static_cast<double>(weights[e]); }, eligible);
            } else {
              const double scale = rating_scale(context, hypergraph, order);
              return with_rating(
                  [weights, scale](std::size_t e) {
                    return static_cast<double>(weights[e]) * scale;
                  },
                  eligible);
            }
          }
          if constexpr (sizeof(T) == 4) {
            return body([weights](std::size_t e) { return base::priority_image(weights[e]); },
                        eligible);
          } else {
            const Array<std::uint32_t> ranks = dense_ranks(context, weights);
            return with_table(ranks, eligible);
          }
        }
      },
      hypergraph.weights);
}

/// `with_priorities` for bodies that read priorities often and take long to compile. Quotients and
/// ranks of wide weights are computed once, stored, and have one type.
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
    const bool keep = order.nonpositive == NonPositive::keep;
    const auto with_weights = [&](auto weights) -> decltype(auto) {
      return body([weights](std::size_t e) { return base::priority_image(weights[e]); },
                  [weights, size, keep](std::size_t e) {
                    return size(e) != 0 && (keep || weights[e] > 0);
                  });
    };
    const WeightsView& weights = hypergraph.weights;
    if (const auto* whole = std::get_if<std::span<const std::int32_t>>(&weights)) {
      return with_weights(*whole);
    }
    if (const auto* single = std::get_if<std::span<const float>>(&weights)) {
      return with_weights(*single);
    }
  }

  constexpr std::size_t k_word = 64;
  const std::size_t m = hypergraph.num_edges();
  Array<std::uint32_t> priorities(m);
  Array<std::uint64_t> words(m / k_word + 1, 0);
  with_priorities(context, hypergraph, order, capacities, [&](auto priority, auto eligible) {
    parallel::for_each(context, words.size(), [&](std::size_t word) {
      const std::size_t end = std::min(m, (word + 1) * k_word);
      for (std::size_t e = word * k_word; e < end; ++e) {
        const bool is_eligible = eligible(e);
        priorities[e] = is_eligible ? priority(e) : 0;
        words[word] |= std::uint64_t{is_eligible} << (e % k_word);
      }
    });
  });
  const std::uint32_t* const priority = priorities.data();
  const std::uint64_t* const eligible = words.data();
  return body(
      [priority](std::size_t e) { return priority[e]; },
      [eligible](std::size_t e) { return (eligible[e / k_word] >> (e % k_word) & 1) != 0; });
}

}  // namespace hypermatch::detail::order
