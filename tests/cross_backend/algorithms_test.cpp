// SPDX-License-Identifier: MIT
// Every algorithm of the registry against sequential greedy and against the verifier, on every host
// back end. An algorithm that joins the registry is tested here without a line being added.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/cross_backend/instances.hpp"
#include "tests/cross_backend/one_thread.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::Determinism;
using registry::MatchingRequest;
using test::serial;
using test::title;
using Edges = std::vector<EdgeId>;

constexpr Rating k_ratings[] = {Rating::automatic, Rating::weight, Rating::weight_per_pin,
                                Rating::weight_per_sqrt_pins};
constexpr Objective k_objectives[] = {Objective::weight, Objective::cardinality};

MatchingRequest request_for(const AlgorithmInfo& algorithm, const OrderOptions& order) {
  MatchingRequest request;
  request.algorithm = algorithm.name;
  request.variant = algorithm.variant;
  request.order = order;
  request.determinism = algorithm.determinism;
  return request;
}

std::vector<std::uint64_t> wide(const Edges& edges) {
  return {edges.begin(), edges.end()};
}

// All back ends, with a number of threads that is no power of two.
std::vector<test::Where> all_places() {
  std::vector<test::Where> places = test::everywhere();
  places.push_back({HostBackend::std_threads, 3});
#if defined(HYPERMATCH_HAVE_TBB)
  places.push_back({HostBackend::tbb, 3});
#endif
  return places;
}

class CrossBackend : public test::Everywhere {};

INSTANTIATE_TEST_SUITE_P(All, CrossBackend, testing::ValuesIn(all_places()), test::CaseName());

TEST_P(CrossBackend, FixedTiesGiveTheGreedyMatchingToTheByte) {
  for (const std::uint64_t seed : {0ULL, 3ULL}) {
    for (const test::NamedInstance& instance : test::instances(false, seed)) {
      const HypergraphView h = instance.hypergraph.view();
      for (const Rating rating : k_ratings) {
        for (const Objective objective : k_objectives) {
          // A seed sees all ratings for one objective and the default one for the other: half the
          // time.
          if ((seed == 0) == (objective == Objective::cardinality) && rating != Rating::automatic) {
            continue;
          }
          const OrderOptions order{.rating = rating,
                                   .objective = objective,
                                   .nonpositive = seed == 0 ? NonPositive::drop : NonPositive::keep,
                                   .seed = seed};
          const Edges expected = greedy(serial(), h, {.order = order}).edges;
          for (const AlgorithmInfo& algorithm :
               registry::algorithms(registry::Problem::hypergraph_matching)) {
            if (algorithm.streams() || algorithm.determinism != Determinism::any_backend) continue;
            const auto request = request_for(algorithm, order);
            const auto matching = registry::match(context_, h, request);
            ASSERT_EQ(matching.edges,
                      algorithm.greedy ? expected : registry::match(serial(), h, request).edges)
                << title(algorithm) << " on " << instance.name << ", rating "
                << static_cast<int>(rating) << ", objective " << static_cast<int>(objective);
            ASSERT_GE(matching.stats.rounds, 1U);
            ASSERT_FALSE(matching.stats.guarantee.empty());
          }
        }
      }
    }
  }
}

TEST_P(CrossBackend, RedrawnTiesGiveTheSameBytesInAllVariants) {
  for (const test::NamedInstance& instance : test::instances(false, 5)) {
    const HypergraphView h = instance.hypergraph.view();
    Edges expected;
    bool first = true;
    for (const AlgorithmInfo& algorithm :
         registry::algorithms(registry::Problem::hypergraph_matching)) {
      if (!algorithm.redraws_ties) continue;
      MatchingRequest request = request_for(algorithm, {.seed = 11});
      request.parameters.set("ties", "redraw");
      if (first) expected = registry::match(serial(), h, request).edges;
      first = false;
      ASSERT_EQ(registry::match(context_, h, request).edges, expected)
          << title(algorithm) << " on " << instance.name;
    }
  }
}

TEST_P(CrossBackend, StreamingIsTheSameEverywhere) {
  for (const test::NamedInstance& instance : test::instances(false, 1)) {
    const HypergraphView h = instance.hypergraph.view();
    for (const AlgorithmInfo& algorithm :
         registry::algorithms(registry::Problem::hypergraph_matching)) {
      if (!algorithm.streams()) continue;
      const MatchingRequest request = request_for(algorithm, {});
      ASSERT_EQ(registry::match(context_, h, request).edges,
                registry::match(serial(), h, request).edges)
          << title(algorithm) << " on " << instance.name;
    }
  }
}

TEST_P(CrossBackend, RepeatsKeepTheDeclaredLevel) {
  const test::NamedInstance instance = std::move(test::instances(false, 2).front());
  const HypergraphView h = instance.hypergraph.view();
  for (const AlgorithmInfo& algorithm :
       registry::algorithms(registry::Problem::hypergraph_matching)) {
    if (algorithm.determinism == Determinism::none) continue;
    const MatchingRequest request = request_for(algorithm, {.seed = 1});
    const Edges expected = registry::match(context_, h, request).edges;
    for (int repeat = 0; repeat < 5; ++repeat) {
      ASSERT_EQ(registry::match(context_, h, request).edges, expected) << title(algorithm);
    }
  }
}

TEST(AllAlgorithms, EveryFamilyIsTested) {
  std::set<std::string> tested;
  for (const test::FamilyCase& family : test::family_cases()) tested.insert(family.family);
  for (const generate::FamilyInfo& family : generate::families()) {
    if (family.kind != InstanceKind::hypergraph) continue;
    EXPECT_TRUE(tested.contains(family.name)) << family.name;
  }
}

TEST(AllAlgorithms, TheVerifierAcceptsEveryResult) {
  for (const test::NamedInstance& instance : test::instances(true)) {
    const HypergraphView h = instance.hypergraph.view();
    for (const Objective objective : k_objectives) {
      const OrderOptions order{.objective = objective, .seed = 4};
      std::set<Edges> checked;  // equal answers need one check
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::hypergraph_matching)) {
        Edges edges = registry::match(serial(), h, request_for(algorithm, order)).edges;
        if (!checked.insert(edges).second && !algorithm.streams()) continue;
        const auto verdict = verify::check_matching(serial(), h, wide(edges),
                                                    {.order = order,
                                                     .maximal = algorithm.maximal,
                                                     .greedy = algorithm.greedy,
                                                     .bound = false});
        ASSERT_TRUE(verdict.ok) << title(algorithm) << " on " << instance.name << ": "
                                << verdict.violation;
        ASSERT_EQ(verdict.value.edges, edges.size());
      }
    }
  }
}

TEST(AllAlgorithms, RedrawnTiesAreGreedyUpToTies) {
  for (const test::NamedInstance& instance : test::instances(false, 6)) {
    const HypergraphView h = instance.hypergraph.view();
    for (const AlgorithmInfo& algorithm :
         registry::algorithms(registry::Problem::hypergraph_matching)) {
      if (!algorithm.redraws_ties) continue;
      MatchingRequest request = request_for(algorithm, {.seed = 2});
      request.parameters.set("ties", "redraw");
      const auto verdict =
          verify::check_matching(serial(), h, wide(registry::match(serial(), h, request).edges),
                                 {.order = request.order,
                                  .maximal = true,
                                  .greedy = true,
                                  .ties = Ties::redraw,
                                  .bound = false});
      ASSERT_TRUE(verdict.ok) << title(algorithm) << " on " << instance.name << ": "
                              << verdict.violation;
    }
  }
}

TEST(AllAlgorithms, StreamingDualsBoundWhatOthersFind) {
  for (const test::NamedInstance& instance : test::instances(true, 8)) {
    const HypergraphView h = instance.hypergraph.view();
    for (const Objective objective : k_objectives) {
      const auto objective_of = [&](const Edges& edges) {
        const MatchingValue value = value_of(h, edges);
        return objective == Objective::cardinality ? static_cast<double>(value.edges)
                                                   : value.weight;
      };
      const OrderOptions order{.objective = objective};
      const double heavy = objective_of(greedy(serial(), h, {.order = order}).edges);
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::hypergraph_matching)) {
        if (!algorithm.streams()) continue;
        HypergraphStream stream(h);
        const auto matching = registry::match(serial(), stream, request_for(algorithm, order));
        const double got = objective_of(matching.edges);
        ASSERT_GE(matching.upper_bound, heavy) << title(algorithm) << " on " << instance.name;
        ASSERT_GE(matching.upper_bound, got);
        if (algorithm.name == "stack_streaming") {
          const auto d = static_cast<double>(matching.max_edge_size);
          ASSERT_GE(got * d * 1.1 * (1.0 + 1e-12), matching.upper_bound)
              << title(algorithm) << " on " << instance.name;
        }
        ASSERT_EQ(matching.value.weight, value_of(h, matching.edges).weight);
        // What a greedy pass over the rest makes of it is maximal and no worse.
        const Edges completed = complete(serial(), h, matching.edges, order).edges;
        ASSERT_GE(objective_of(completed), got);
        const auto verdict = verify::check_matching(
            serial(), h, wide(completed), {.order = order, .maximal = true, .bound = false});
        ASSERT_TRUE(verdict.ok) << title(algorithm) << " on " << instance.name << ": "
                                << verdict.violation;
      }
    }
  }
}

TEST(AllAlgorithms, SeedsDecideTies) {
  const Hypergraph h =
      generate::hypergraph(serial(), "uniform", {{"n", 2'000}, {"m", 6'000}, {"k", 3}}, 1);
  for (const AlgorithmInfo& algorithm :
       registry::algorithms(registry::Problem::hypergraph_matching)) {
    if (algorithm.streams()) continue;
    std::set<Edges> answers;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      answers.insert(
          registry::match(serial(), h.view(), request_for(algorithm, {.seed = seed})).edges);
    }
    EXPECT_EQ(answers.size(), 4U) << title(algorithm);
  }
}

}  // namespace
}  // namespace hypermatch
