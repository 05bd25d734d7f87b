// SPDX-License-Identifier: MIT
// The guarantees that results print, against the optimum by brute force, on tiny instances whose
// weights lie all over the range of their type; and the bounds of streams.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::MatchingRequest;
using test::Dice;
using test::WeightKind;

constexpr std::uint64_t k_seeds_per_kind = 150;  // of each kind of weights
// Ratings are floats, each within 2^-24 of its quotient.
constexpr long double k_in_float = 1 - 0x1p-22L;

// What follows `name` in the text, "a = 0.5" say.
long double number_after(const std::string& text, const std::string& name) {
  return std::stold(text.substr(text.find(name) + name.size()));
}

// The share of the optimum that a guarantee promises, in an instance of n vertices whose edges have
// at most d pins; none where it promises nothing about the objective.
std::optional<long double> promised_share(const std::string& guarantee, long double n,
                                          long double d) {
  const auto begins = [&](const char* with) { return guarantee.rfind(with, 0) == 0; };
  if (begins("none") || begins("maximal")) return std::nullopt;
  // Among the largest matchings, others may be heavier; the tests of `exact` hold it to that.
  if (begins("the largest weight of the most edges")) return std::nullopt;
  if (begins("1/2 of")) return 0.5L;
  if (begins("1 of") || begins("the largest weight") || begins("the most edges")) return 1;
  if (begins("1/d of")) return 1 / d;
  if (begins("1/min(d, sqrt(n)) of")) return 1 / std::min(d, std::sqrt(n));
  if (begins("1/(d (1 + ")) return 1 / (d * (1 + number_after(guarantee, "1/(d (1 + ")));
  if (begins("1/(2d - 1")) return 1 / (2 * d - 1 + 2 * std::sqrt(d * (d - 1)));
  if (begins("1/(1 + a)")) return 1 / (1 + number_after(guarantee, "a = "));
  const long double a = number_after(guarantee, ", a = ");
  if (begins("1/((1 + a) (d + (d - 1) / a))")) return 1 / ((1 + a) * (d + (d - 1) / a));
  if (begins("1/((1 + a) (d + (d - 1) / b))")) {
    return 1 / ((1 + a) * (d + (d - 1) / number_after(guarantee, ", b = ")));
  }
  ADD_FAILURE() << "unknown guarantee: " << guarantee;
  return std::nullopt;
}

bool has_negative(const HypergraphView& h) {
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    if (test::wide_weight(h, e) < 0) return true;
  }
  return false;
}

long double objective_of(const HypergraphView& h, const OrderOptions& order,
                         const std::vector<EdgeId>& edges) {
  long double sum = 0;
  for (const EdgeId e : edges) sum += test::by_weight(h, order) ? test::wide_weight(h, e) : 1;
  return sum;
}

// Holds what was found, and what it promises, to the optimum.
void expect_promise(const std::string& guarantee, const HypergraphView& h,
                    const OrderOptions& order, const std::vector<EdgeId>& edges,
                    const std::string& what) {
  std::uint64_t d = 1;
  for (EdgeId e = 0; e < h.num_edges(); ++e) d = std::max(d, h.edge_size(e));
  const auto share = promised_share(guarantee, h.num_vertices, static_cast<long double>(d));
  if (!share) return;
  if (test::by_weight(h, order) && order.nonpositive == NonPositive::keep && has_negative(h)) {
    EXPECT_NE(guarantee.find("negative"), std::string::npos) << what << ": " << guarantee;
    return;
  }
  const long double best = test::optimum(h, order);
  EXPECT_GE(objective_of(h, order, edges), *share * best * k_in_float) << what << ": " << guarantee;
}

std::string title(const AlgorithmInfo& algorithm, WeightKind kind, std::uint64_t seed) {
  return std::string(algorithm.name) + " " + std::string(algorithm.variant) + ", kind " +
         std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed);
}

MatchingRequest request_for(const AlgorithmInfo& algorithm, const OrderOptions& order) {
  MatchingRequest request;
  request.problem = algorithm.problem;
  request.algorithm = algorithm.name;
  request.variant = algorithm.variant;
  request.order = order;
  if (algorithm.streams())
    request.order.rating = Rating::automatic;  // they take edges as they come
  request.determinism = algorithm.determinism;
  return request;
}

OrderOptions order_with_guarantee(Dice& dice) {
  constexpr Rating k_ratings[] = {Rating::automatic, Rating::weight, Rating::weight_per_pin,
                                  Rating::weight_per_sqrt_pins};
  return {.rating = k_ratings[dice.below(4)],
          .objective = dice.below(5) == 0 ? Objective::cardinality : Objective::automatic,
          .nonpositive = dice.below(4) == 0 ? NonPositive::keep : NonPositive::drop,
          .seed = dice.below(100)};
}

TEST(Guarantees, OfHypergraphMatchingsHoldForWeightsOfAllSizes) {
  const Context context({.threads = 1});
  for (const WeightKind kind : test::k_weight_kinds) {
    for (std::uint64_t seed = 0; seed < k_seeds_per_kind; ++seed) {
      const Hypergraph hypergraph = test::random_tiny(seed + 5000, kind);
      Dice dice(seed);
      const OrderOptions order = order_with_guarantee(dice);
      std::vector<EdgeId> expected;
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::hypergraph_matching)) {
        if (!algorithm.runs_on_host()) continue;
        const std::string what = title(algorithm, kind, seed);
        MatchingRequest request = request_for(algorithm, order);
        HypergraphMatching matching = registry::match(context, hypergraph.view(), request);
        expect_promise(matching.stats.guarantee, hypergraph.view(), order, matching.edges, what);
        if (algorithm.greedy) {
          if (expected.empty()) expected = matching.edges;
          EXPECT_EQ(matching.edges, expected) << what;
        }
        if (!algorithm.redraws_ties) continue;
        request.parameters.set("ties", "redraw");
        matching = registry::match(context, hypergraph.view(), request);
        expect_promise(matching.stats.guarantee, hypergraph.view(), order, matching.edges,
                       what + ", redrawn");
      }
    }
  }
}

TEST(Guarantees, OfGraphMatchingsHoldForWeightsOfAllSizes) {
  const Context context({.threads = 1});
  for (const WeightKind kind : test::k_weight_kinds) {
    for (std::uint64_t seed = 0; seed < k_seeds_per_kind; ++seed) {
      Dice dice(seed + 9000);
      EdgeList graph;
      graph.num_vertices = static_cast<VertexId>(3 + dice.below(5));
      for (VertexId u = 0; u < graph.num_vertices; ++u) {
        for (VertexId v = u + 1; v < graph.num_vertices; ++v) {
          if (dice.below(5) < 2 && graph.edges.size() < 10) graph.edges.push_back({u, v});
        }
      }
      graph.weights = test::random_weights(kind, graph.edges.size(), dice);
      const Hypergraph same = to_hypergraph(graph.view());
      OrderOptions order = order_with_guarantee(dice);
      order.rating = Rating::automatic;
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::graph_matching)) {
        if (!algorithm.runs_on_host()) continue;
        for (const EdgeRating rating :
             {EdgeRating::weight, EdgeRating::expansion, EdgeRating::expansion_star,
              EdgeRating::expansion_star_2, EdgeRating::inner_outer}) {
          if (algorithm.is_exact() && rating != EdgeRating::weight) continue;  // refused
          MatchingRequest request = request_for(algorithm, order);
          request.edge_rating = rating;
          const GraphMatching matching = registry::match(context, graph, request);
          expect_promise(matching.stats.guarantee, same.view(), order,
                         matched_edges(graph.view(), matching.mates),
                         title(algorithm, kind, seed) + ", rating " +
                             std::to_string(static_cast<int>(rating)));
        }
      }
    }
  }
}

TEST(Guarantees, BoundsOfStreamsAreNeverBelowTheOptimumNorNaN) {
  const Context context({.threads = 1});
  for (const WeightKind kind : test::k_weight_kinds) {
    for (std::uint64_t seed = 0; seed < k_seeds_per_kind; ++seed) {
      const Hypergraph hypergraph = test::random_tiny(seed + 7000, kind);
      const HypergraphView view = hypergraph.view();
      Dice dice(seed);
      const OrderOptions order = order_with_guarantee(dice);
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::hypergraph_matching)) {
        if (!algorithm.streams()) continue;
        const std::string what = title(algorithm, kind, seed);
        HypergraphStream stream(view);
        const StreamingMatching matching =
            registry::match(context, stream, request_for(algorithm, order));
        EXPECT_GE(static_cast<long double>(matching.upper_bound), test::optimum(view, order))
            << what;
        EXPECT_FALSE(std::isnan(matching.value.weight)) << what;
        EXPECT_EQ(matching.value.weight, value_of(view, matching.edges).weight) << what;
        const long double sum =
            objective_of(view, {.objective = Objective::weight}, matching.edges);
        if (std::fabs(sum) > std::numeric_limits<double>::max() * 0.99L) continue;
        EXPECT_TRUE(std::isfinite(matching.value.weight)) << what;
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch
