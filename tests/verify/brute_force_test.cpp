// SPDX-License-Identifier: MIT
// The verifier against the truth on hundreds of tiny hypergraphs of every weight type.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using test::Dice;
using test::Fact;
using test::k_weight_kinds;
using test::WeightKind;
using Ids = std::vector<std::uint64_t>;

constexpr std::uint64_t k_seeds = 60;  // a weight kind

OrderOptions random_order(Dice& dice) {
  constexpr Rating k_ratings[] = {Rating::automatic, Rating::weight, Rating::weight_per_pin,
                                  Rating::weight_per_sqrt_pins};
  constexpr Objective k_objectives[] = {Objective::automatic, Objective::weight,
                                        Objective::cardinality};
  return {.rating = k_ratings[dice.below(4)],
          .objective = k_objectives[dice.below(3)],
          .nonpositive = dice.below(2) == 0 ? NonPositive::drop : NonPositive::keep,
          .seed = dice.below(100)};
}

// What the verdict says, in the terms of `first_violation`.
Fact stated(const MatchingVerdict& verdict) {
  if (verdict.ok) return {};
  for (const char* kind : {"does not exist", "occurs twice", "has no pins", "has weight",
                           "share vertex", "could be added", "not greedy"}) {
    if (verdict.violation.find(kind) == std::string::npos) continue;
    // "edges A and B share vertex V" is found at B, all others name their edge first.
    const std::string before = std::string(kind) == "share vertex" ? " and " : "edge ";
    const std::size_t at = verdict.violation.find(before) + before.size();
    return {kind, std::stoull(verdict.violation.substr(at)) - 1};
  }
  return {verdict.violation, 0};
}

void compare(const Context& context, const HypergraphView& hypergraph, const Ids& ids,
             const OrderOptions& order, const std::string& what) {
  for (const Ties ties : {Ties::fixed, Ties::redraw}) {
    for (const auto& [maximal, greedy] : {std::pair{false, false}, {true, false}, {false, true}}) {
      const MatchingVerdict verdict = check_matching(
          context, hypergraph, ids,
          {.order = order, .maximal = maximal, .greedy = greedy, .ties = ties, .bound = false});
      const Fact truth = test::first_violation(hypergraph, order, ids, maximal, greedy, ties);
      EXPECT_EQ(stated(verdict), truth) << what << ": said `" << verdict.violation << "`, true is `"
                                        << truth.kind << "` of edge " << truth.edge + 1;
    }
  }
}

TEST(BruteForce, EverySetOfEdgesIsJudgedByTheDefinitions) {
  const Context context({.threads = 1});
  std::size_t right = 0, wrong = 0;
  for (const WeightKind kind : k_weight_kinds) {
    for (std::uint64_t seed = 0; seed < k_seeds; ++seed) {
      const Hypergraph hypergraph = test::random_tiny(seed, kind);
      const HypergraphView view = hypergraph.view();
      Dice dice(seed + 1000);
      const OrderOptions order = random_order(dice);
      const std::string what =
          "kind " + std::to_string(static_cast<int>(kind)) + " seed " + std::to_string(seed);
      const HypergraphMatching matching = greedy(context, view, {.order = order});
      const Ids ids(matching.edges.begin(), matching.edges.end());
      const MatchingVerdict verdict =
          check_matching(context, view, ids, {.order = order, .maximal = true, .greedy = true});
      EXPECT_TRUE(verdict.ok) << what << ": " << verdict.violation;
      ++right;

      // Every mutation of one edge, against the definitions.
      for (std::size_t i = 0; i < ids.size(); ++i) {
        Ids removed = ids;
        removed.erase(removed.begin() + static_cast<std::ptrdiff_t>(i));
        const MatchingVerdict smaller =
            check_matching(context, view, removed, {.order = order, .greedy = true});
        EXPECT_FALSE(smaller.ok) << what << " without edge " << ids[i] + 1;
        compare(context, view, removed, order, what + " removed");
        for (EdgeId e = 0; e < view.num_edges(); ++e) {
          Ids swapped = ids;
          swapped[i] = e;
          compare(context, view, swapped, order, what + " swapped");
        }
        Ids doubled = ids;
        doubled.push_back(ids[i]);
        compare(context, view, doubled, order, what + " doubled");
        ++wrong;
      }
      for (EdgeId e = 0; e < view.num_edges(); ++e) {
        Ids added = ids;
        added.insert(added.begin(), e);
        EXPECT_FALSE(check_matching(context, view, added, {.order = order}).ok)
            << what << " with edge " << e + 1;
        compare(context, view, added, order, what + " added");
      }
      for (const std::uint64_t beyond : Ids{view.num_edges(), 1ULL << 32, ~0ULL - 1}) {
        Ids added = ids;
        added.push_back(beyond);
        compare(context, view, added, order, what + " beyond");
      }
      Ids any;
      for (EdgeId e = 0; e < view.num_edges(); ++e) {
        if (dice.below(3) == 0) any.push_back(e);
      }
      compare(context, view, any, order, what + " any");
    }
  }
  EXPECT_GT(right, 400U);
  EXPECT_GT(wrong, 400U);
}

TEST(BruteForce, BoundsAreNeverBelowTheOptimum) {
  const Context context({.threads = 1});
  for (const WeightKind kind : k_weight_kinds) {
    double sum_of_gaps = 0;
    for (std::uint64_t seed = 0; seed < k_seeds; ++seed) {
      const Hypergraph hypergraph = test::random_tiny(seed, kind);
      const HypergraphView view = hypergraph.view();
      Dice dice(seed + 2000);
      const OrderOptions order = random_order(dice);
      const long double best = test::optimum(view, order);
      const HypergraphMatching matching = greedy(context, view, {.order = order});
      // From the greedy matching and from nothing.
      for (const Ids& ids : {Ids(matching.edges.begin(), matching.edges.end()), Ids{}}) {
        const MatchingVerdict verdict = check_matching(context, view, ids, {.order = order});
        ASSERT_TRUE(verdict.ok) << verdict.violation;
        EXPECT_GE(static_cast<long double>(verdict.upper_bound), best)
            << "kind " << static_cast<int>(kind) << " seed " << seed;
        long double reached = 0;
        for (const std::uint64_t id : ids) {
          reached +=
              test::by_weight(view, order) ? test::wide_weight(view, static_cast<EdgeId>(id)) : 1;
        }
        EXPECT_EQ(std::isnan(verdict.certified_ratio), reached < 0);
        if (reached >= 0) {
          EXPECT_GE(verdict.certified_ratio, 0.0);
          EXPECT_LE(verdict.certified_ratio, 1.0);
        }
        if (best > 0) {
          if (reached >= 0) {
            EXPECT_LE(static_cast<long double>(verdict.certified_ratio) * best, reached);
          }
          if (std::isfinite(verdict.upper_bound)) {
            sum_of_gaps +=
                static_cast<double>(static_cast<long double>(verdict.upper_bound) / best);
          } else {
            // Shares of a bound beyond double are known all the same.
            EXPECT_GT(best, 0x1p1022L);
            if (reached == best) {
              EXPECT_GT(verdict.certified_ratio, 0.5);
            }
            sum_of_gaps += 1;
          }
        } else {
          EXPECT_EQ(verdict.upper_bound, 0.0);
          sum_of_gaps += 1;
        }
      }
    }
    // Fractional and whole optimum differ little on average, and so must the bound.
    EXPECT_LT(sum_of_gaps / (2 * k_seeds), 1.06) << "kind " << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace hypermatch::verify
