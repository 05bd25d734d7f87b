// SPDX-License-Identifier: MIT
// Common part of the verifiers of matchings and b-matchings of graphs: loops over the edges that
// find the matched edges and the violations, and the texts of violations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/matching/any_values.hpp"
#include "verify/matching/graph_edges.hpp"
#include "verify/matching/judge.hpp"
#include "verify/matching/partner_places.hpp"

namespace hypermatch::detail::verify {

/// An edge that tells against a matching.
template <class Place>
struct Witness {
  Place place = 0;
  Ends ends = {k_none, k_none};

  [[nodiscard]] bool is_there() const { return ends[0] != k_none; }
};

template <class Place>
using Unmatched = Counterexamples<Witness<Place>>;

/// Which edges may be in the answer.
enum class Answers { eligible_edges, all_edges };

/// @throws Error{invalid_option, invalid_input} if the demands do not fit the edges
template <class Edges>
void check_demands(const Edges& edges, const hypermatch::verify::GraphMatchingDemands& demands) {
  check_enum("ties", demands.ties);
  check_capacities(demands.capacities, edges.num_vertices());
  if (demands.ratings.empty() || demands.ratings.size() == edges.num_edges()) return;
  throw Error(ErrorCode::invalid_input, base::there_are(demands.ratings.size(), "rating") +
                                            " for " + base::counted(edges.num_edges(), "edge"));
}

/// A graph in either form and what is demanded of its matching, both of which must outlive this;
/// Edges is ListEdges or RowEdges.
template <class Edges>
class JudgedGraph {
 public:
  using Place = typename Edges::Place;
  using Demands = hypermatch::verify::GraphMatchingDemands;

  JudgedGraph(const Edges& edges, const Demands& demands)
      : edges_(edges),
        demands_(demands),
        objective_(resolve(demands.order.objective, is_weighted(edges.weights()))),
        weights_(objective_ == Objective::weight ? edges.weights() : WeightsView{}),
        mix_(demands.order.seed) {}

  [[nodiscard]] const Edges& edges() const { return edges_; }
  [[nodiscard]] const Demands& demands() const { return demands_; }
  [[nodiscard]] Objective objective() const { return objective_; }

  /// Appends the places of the eligible edges that are matched, ascending; the first edge that is
  /// matched and not eligible, in words, or nothing. is_matched(place, ends) is asked by many
  /// threads. @throws Error{cancelled}
  template <class IsMatched>
  [[nodiscard]] std::string collect(const Context& context, std::vector<Place>& matched,
                                    const IsMatched& is_matched,
                                    Answers answers = Answers::eligible_edges) const {
    struct Part {
      std::vector<Place> matched;
      Witness<Place> ineligible;
    };
    const auto parts = in_chunks<Part>(context, [&](Part& part, Place place, const Ends& ends) {
      if (part.ineligible.is_there() || !is_matched(place, ends)) return;
      if (answers == Answers::all_edges || is_eligible(place)) {
        part.matched.push_back(place);
      } else {
        part.ineligible = {place, ends};
      }
    });
    for (const Part& part : parts) {
      matched.insert(matched.end(), part.matched.begin(), part.matched.end());
      if (!part.ineligible.is_there()) continue;
      return text(part.ineligible.ends) + " has weight " +
             AnyValues(edges_.weights()).text(part.ineligible.place) +
             ", only edges of positive weight take part";
    }
    return {};
  }

  /// The first edges that tell against the matching, where look(unmatched, place, ends) enters an
  /// edge that does. @throws Error{cancelled}
  template <class Look>
  [[nodiscard]] Unmatched<Place> first_unmatched(const Context& context, const Look& look) const {
    using Part = Unmatched<Place>;
    const auto parts = in_chunks<Part>(context, [&](Part& part, Place place, const Ends& ends) {
      // Nothing behind an edge that could be added tells anything new.
      if (!part.addable.is_there()) look(part, place, ends);
    });
    return first_of(parts);
  }

  /// Calls body(weight, rating), functions of a place that compare as what counts and what edges
  /// are ordered by.
  template <class Body>
  auto with_ratings(const Body& body) const {
    if (demands_.ratings.empty()) {
      return with_weights([&](const auto& weight) { return body(weight, weight); });
    }
    const Array<double> copied = edges_.at_places(demands_.ratings);
    return body(weights_, AnyValues(copied.empty() ? demands_.ratings : copied.view()));
  }
  /// Calls body(weight), where weight(place) compares as what counts.
  template <class Body>
  auto with_weights(const Body& body) const {
    return with_values(edges_.weights(), objective_ == Objective::weight, body);
  }

  /// Why this is no pair of vertices, or nothing.
  [[nodiscard]] std::string fault_of(const hypermatch::verify::VertexPair& pair) const {
    for (const std::uint64_t end : pair) {
      if (end < edges_.num_vertices()) continue;
      return "vertex " + name(end) + " does not exist, " +
             base::there_are(edges_.num_vertices(), "vertex");
    }
    return pair[0] == pair[1] ? "vertex " + name(pair[0]) + " is paired with itself" : "";
  }
  /// The first pair that occurs twice, in words, or nothing.
  [[nodiscard]] std::string find_twice(const Context& context,
                                       const PartnerPlaces<Place>& partners) const {
    const auto twice_at = [&](VertexId v) {
      const auto row = partners.of(v);
      const auto twice = std::adjacent_find(row.begin(), row.end());
      return twice == row.end() ? k_none : *twice;
    };
    const VertexId first = first_vertex(context, [&](VertexId v) { return twice_at(v) != k_none; });
    return first == k_none
               ? ""
               : "vertices " + name(first) + " and " + name(twice_at(first)) + " are paired twice";
  }
  /// Gives each pair the place of its edge, and appends the places, ascending; the first edge that
  /// may not be in the answer, or the first pair without an edge, in words, or nothing. Held is
  /// PartnerPlaces or MatePlaces. @throws Error{cancelled}
  template <class Held>
  [[nodiscard]] std::string place(const Context& context, Held& held, std::vector<Place>& places,
                                  Answers answers = Answers::eligible_edges) const {
    const auto find = [&](Place place, const Ends& ends) {
      const std::size_t at = held.find(ends[0], ends[1]);
      if (at == held.partners.size()) return false;
      const std::size_t back = held.find(ends[1], ends[0]);
      if (back == held.partners.size()) return false;
      // No other edge has these ends.
      held.places[at] = held.places[back] = place;
      return true;
    };
    std::string ineligible = collect(context, places, find, answers);
    if (!ineligible.empty()) return ineligible;
    const auto nowhere_at = [&](VertexId v) {
      const auto row = held.places.view().subspan(held.first(v), held.count(v));
      return std::find(row.begin(), row.end(), Held::k_nowhere) - row.begin();
    };
    const VertexId first = first_vertex(context, [&](VertexId v) {
      return static_cast<std::uint64_t>(nowhere_at(v)) != held.count(v);
    });
    if (first == k_none) return {};
    const std::size_t at = held.first(first) + static_cast<std::size_t>(nowhere_at(first));
    return "no edge joins " + name(first) + " and " + name(held.partners[at]);
  }

  /// Compares edges given by place and ends; with redrawn ties an edge is above its equals.
  template <class Rating>
  [[nodiscard]] bool is_above(const Rating& rating, Place a, const Ends& of_a, Place b,
                              const Ends& of_b) const {
    const auto first = rating(a), second = rating(b);
    if (first != second) return first > second;
    if (demands_.ties == Ties::redraw) return true;
    return base::graph_rank(0, mix_, of_a[0], of_a[1]) >
           base::graph_rank(0, mix_, of_b[0], of_b[1]);
  }

  [[nodiscard]] bool is_eligible(Place place) const {
    return demands_.order.nonpositive == NonPositive::keep || weights_(place) > 0;
  }
  [[nodiscard]] std::string name(std::uint64_t v) const {
    return demands_.name ? demands_.name(v) : std::to_string(v + 1);
  }
  [[nodiscard]] std::string text(const Ends& ends) const {
    return "edge " + name(ends[0]) + " " + name(ends[1]);
  }

  /// The first vertex v with is_so(v), k_none without one. @throws Error{cancelled}
  template <class IsSo>
  [[nodiscard]] VertexId first_vertex(const Context& context, const IsSo& is_so) const {
    return parallel::reduce(
        context, edges_.num_vertices(), k_none,
        [&](std::size_t v) {
          return is_so(static_cast<VertexId>(v)) ? static_cast<VertexId>(v) : k_none;
        },
        [](VertexId a, VertexId b) { return std::min(a, b); });
  }

 private:
  // body(part, place, ends) for all edges, with one part per chunk. @throws Error{cancelled}
  template <class Part, class Body>
  [[nodiscard]] std::vector<Part> in_chunks(const Context& context, const Body& body) const {
    const parallel::Chunks chunks = parallel::cut(context, edges_.num_places(), k_block_places);
    std::vector<Part> parts(chunks.count);
    parallel::for_chunks(context, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           for (; begin < end; begin += k_block_places) {
                             context.check_cancelled();
                             edges_.for_each(begin, std::min(end, begin + k_block_places),
                                             [&](std::size_t place, const Ends& ends) {
                                               body(parts[chunk], static_cast<Place>(place), ends);
                                             });
                           }
                         });
    return parts;
  }

  const Edges& edges_;
  const Demands& demands_;
  Objective objective_;
  AnyValues weights_;  // what counts
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::verify
