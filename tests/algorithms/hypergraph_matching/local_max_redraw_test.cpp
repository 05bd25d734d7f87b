// SPDX-License-Identifier: MIT
// Redrawn ties and noise: every variant follows the definition, round by round, whatever the number
// of threads; without noise the result is greedy up to the order of ties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/noise.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/edge_priorities.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

namespace base = detail::base;

constexpr LocalMaxVariant k_redrawing_variants[] = {LocalMaxVariant::sequential,
                                                    LocalMaxVariant::crcw, LocalMaxVariant::crew,
                                                    LocalMaxVariant::work_optimal};
constexpr NoiseGenerator k_generators[] = {NoiseGenerator::mix, NoiseGenerator::xorwow,
                                           NoiseGenerator::xorshift, NoiseGenerator::park_miller};

std::uint32_t word_of(NoiseGenerator generator, std::uint64_t seed, std::uint64_t round, EdgeId e) {
  const std::uint64_t state = base::hash(seed, round, e);
  switch (generator) {
    case NoiseGenerator::mix:
      break;
    case NoiseGenerator::xorwow:
      return base::xorwow(state);
    case NoiseGenerator::xorshift:
      return base::xorshift(state);
    case NoiseGenerator::park_miller:
      return base::park_miller(state);
  }
  return base::TieMixer(base::hash(seed, round))(e);
}

double rating_of(const HypergraphView& hypergraph, const OrderOptions& order, EdgeId e) {
  const double weight =
      order.objective == Objective::cardinality ? 1.0 : weight_at(hypergraph.weights, e);
  const auto size = static_cast<double>(hypergraph.edge_size(e));
  if (order.rating == Rating::weight_per_pin) return static_cast<float>(weight / size);
  if (order.rating == Rating::weight_per_sqrt_pins) {
    return static_cast<float>(weight / std::sqrt(size));
  }
  return weight;
}

struct Outcome {
  std::vector<EdgeId> edges;
  std::uint64_t rounds = 0;
};

// Local max as it is defined, edge against edge. `priority` and `eligible` as in with_priorities.
template <class Priority, class Eligible>
Outcome by_definition(const HypergraphView& hypergraph, const LocalMaxOptions& options,
                      const Priority& priority, const Eligible& eligible) {
  const auto meet = [&](EdgeId e, EdgeId f) {
    const auto pins = hypergraph.pins_of(e);
    return std::any_of(pins.begin(), pins.end(), [&](VertexId v) {
      const auto others = hypergraph.pins_of(f);
      return std::find(others.begin(), others.end(), v) != others.end();
    });
  };
  std::vector<EdgeId> left;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    if (eligible(e)) left.push_back(e);
  }
  Outcome outcome;
  while (!left.empty()) {
    const std::uint64_t round = outcome.rounds++;
    using Key = std::pair<std::uint64_t, EdgeId>;
    std::vector<Key> keys;
    for (const EdgeId e : left) {
      const std::uint32_t word = word_of(options.noise_generator, options.order.seed, round, e);
      std::uint32_t high = 0;
      if (options.noise == 0.0) {
        high = priority(e);
      } else {
        const double noise = options.noise * (static_cast<double>(word) / 4294967296.0);
        high = base::priority_image(
            static_cast<float>(rating_of(hypergraph, options.order, e) + noise));
      }
      keys.emplace_back(base::make_key(high, word), ~e);  // the smaller number is above
    }
    std::vector<EdgeId> chosen;
    for (std::size_t i = 0; i < left.size(); ++i) {
      bool on_top = true;
      for (std::size_t j = 0; j < left.size(); ++j) {
        if (keys[j] > keys[i] && meet(left[i], left[j])) on_top = false;
      }
      if (on_top) chosen.push_back(left[i]);
    }
    outcome.edges.insert(outcome.edges.end(), chosen.begin(), chosen.end());
    std::erase_if(left, [&](EdgeId e) {
      return std::any_of(chosen.begin(), chosen.end(), [&](EdgeId f) { return meet(e, f); });
    });
  }
  std::sort(outcome.edges.begin(), outcome.edges.end());
  return outcome;
}

Outcome by_definition(const Context& context, const HypergraphView& hypergraph,
                      LocalMaxOptions options) {
  options.order = detail::structures::resolve(hypergraph, options.order);
  return detail::order::with_priorities(
      context, hypergraph, options.order, {}, [&](auto priority, auto eligible) {
        return by_definition(hypergraph, options, priority, eligible);
      });
}

TEST(LocalMaxRedraw, FollowsTheDefinitionRoundByRound) {
  const Context context({.threads = 1});
  for (const std::uint64_t seed : {3ULL}) {
    for (const test::NamedInstance& instance : test::random_instances(seed)) {
      SCOPED_TRACE(instance.name);
      const HypergraphView hypergraph = instance.hypergraph.view();
      for (const NoiseGenerator generator : k_generators) {
        for (const double noise : {0.0, 0.75}) {
          LocalMaxOptions options{.order = {.nonpositive = NonPositive::keep, .seed = seed + 9},
                                  .ties = Ties::redraw,
                                  .noise = noise,
                                  .noise_generator = generator};
          const Outcome expected = by_definition(context, hypergraph, options);
          for (const LocalMaxVariant variant : k_redrawing_variants) {
            options.variant = variant;
            const HypergraphMatching matching = local_max(context, hypergraph, options);
            ASSERT_EQ(matching.edges, expected.edges)
                << "variant " << static_cast<int>(variant) << ", generator "
                << static_cast<int>(generator) << ", noise " << noise;
            ASSERT_EQ(matching.stats.rounds, expected.rounds);
          }
        }
      }
    }
  }
}

// Every unmatched eligible edge meets a matched one of at least its priority; matched edges are
// eligible and disjoint. Returns the first fact that is violated.
std::string greedy_up_to_ties(const Context& context, const HypergraphView& hypergraph,
                              const OrderOptions& options, const std::vector<EdgeId>& edges) {
  const OrderOptions order = detail::structures::resolve(hypergraph, options);
  return detail::order::with_priorities(
      context, hypergraph, order, {}, [&](auto priority, auto eligible) -> std::string {
        std::vector<EdgeId> at(hypergraph.num_vertices, k_none);
        for (const EdgeId e : edges) {
          if (!eligible(e)) return "edge " + std::to_string(e) + " takes no part";
          for (const VertexId v : hypergraph.pins_of(e)) {
            if (at[v] != k_none) return "vertex " + std::to_string(v) + " is matched twice";
            at[v] = e;
          }
        }
        for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
          if (!eligible(e)) continue;
          const auto pins = hypergraph.pins_of(e);
          if (std::none_of(pins.begin(), pins.end(), [&](VertexId v) {
                return at[v] != k_none && priority(at[v]) >= priority(e);
              })) {
            return "edge " + std::to_string(e) + " meets no matched edge of its priority";
          }
        }
        return {};
      });
}

TEST(LocalMaxRedraw, IsGreedyUpToTiesForEveryGenerator) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const test::NamedInstance& instance : test::random_instances(seed)) {
      SCOPED_TRACE(instance.name);
      for (const NoiseGenerator generator : k_generators) {
        for (const OrderOptions& order :
             {OrderOptions{.seed = seed},
              OrderOptions{.rating = Rating::weight, .nonpositive = NonPositive::keep},
              OrderOptions{.objective = Objective::cardinality}}) {
          const HypergraphMatching matching = local_max(context, instance.hypergraph.view(),
                                                        {.order = order,
                                                         .variant = LocalMaxVariant::work_optimal,
                                                         .ties = Ties::redraw,
                                                         .noise_generator = generator});
          ASSERT_EQ(greedy_up_to_ties(context, instance.hypergraph.view(), order, matching.edges),
                    "");
        }
      }
    }
  }
}

TEST(LocalMaxRedraw, TheCheckOfGreedinessRejectsWrongMatchings) {
  const Context context({.threads = 1});
  const Hypergraph path = test::make_hypergraph<int>(4, {{0, 1}, {1, 2}, {2, 3}}, {2, 3, 2});
  EXPECT_EQ(greedy_up_to_ties(context, path.view(), {}, {1}), "");
  EXPECT_NE(greedy_up_to_ties(context, path.view(), {}, {0, 2}), "");
  EXPECT_NE(greedy_up_to_ties(context, path.view(), {}, {}), "");
  EXPECT_NE(greedy_up_to_ties(context, path.view(), {}, {0, 1}), "");
}

// Large enough to be cut into chunks that share rows.
TEST(LocalMaxRedraw, VariantsAgreeOnEveryNumberOfThreads) {
  for (const test::Shape& shape :
       {test::Shape{2000, 5000, 1, 4}, test::Shape{4000, 5000, 2, 4, true},
        test::Shape{9000, 10, 4000, 9000}}) {
    Hypergraph hypergraph = test::random_hypergraph(shape, 21);
    test::assign_random_weights<std::int32_t>(hypergraph, test::Spread::few, 21);
    for (const NoiseGenerator generator : {NoiseGenerator::mix, NoiseGenerator::xorwow}) {
      for (const double noise : {0.0, 2.0}) {
        LocalMaxOptions options{.order = {.seed = 4},
                                .variant = LocalMaxVariant::sequential,
                                .ties = Ties::redraw,
                                .noise = noise,
                                .noise_generator = generator};
        const HypergraphMatching expected =
            local_max(Context({.threads = 1}), hypergraph.view(), options);
        for (const auto& [threads, backend] :
             {std::pair{2, HostBackend::automatic}, std::pair{8, HostBackend::automatic},
              std::pair{1, HostBackend::std_threads}, std::pair{3, HostBackend::std_threads}}) {
          const Context context({.threads = threads, .backend = backend});
          for (const LocalMaxVariant variant : k_redrawing_variants) {
            options.variant = variant;
            const HypergraphMatching matching = local_max(context, hypergraph.view(), options);
            ASSERT_EQ(matching.edges, expected.edges)
                << "variant " << static_cast<int>(variant) << ", threads " << threads;
            ASSERT_EQ(matching.stats.rounds, expected.stats.rounds);
          }
        }
      }
    }
  }
}

// What the mode is for: when all weights are equal, other seeds and generators give other
// matchings; noise below the smallest difference of ratings changes nothing, large noise does.
TEST(LocalMaxRedraw, SeedsGeneratorsAndNoiseMatter) {
  const Context context({.threads = 1});
  const auto run = [&](const Hypergraph& hypergraph, std::uint64_t seed, NoiseGenerator generator,
                       double noise) {
    return local_max(context, hypergraph.view(),
                     {.order = {.rating = Rating::weight, .seed = seed},
                      .variant = LocalMaxVariant::crew,
                      .ties = Ties::redraw,
                      .noise = noise,
                      .noise_generator = generator})
        .edges;
  };
  Hypergraph hypergraph = test::random_hypergraph({300, 600, 3, 3}, 8);
  std::vector<std::vector<EdgeId>> results;
  for (const NoiseGenerator generator : k_generators) {
    for (const std::uint64_t seed : {0ULL, 1ULL}) {
      results.push_back(run(hypergraph, seed, generator, 0.0));
    }
  }
  std::sort(results.begin(), results.end());
  EXPECT_EQ(std::unique(results.begin(), results.end()), results.end());

  std::vector<std::int32_t> distinct(600);
  for (std::size_t e = 0; e < distinct.size(); ++e) {
    distinct[e] = 1 + static_cast<std::int32_t>(e * 7 % 601);
  }
  hypergraph.weights = Array<std::int32_t>(std::span<const std::int32_t>(distinct));
  const std::vector<EdgeId> heaviest =
      greedy(context, hypergraph.view(), {.order = {.rating = Rating::weight}}).edges;
  EXPECT_EQ(run(hypergraph, 0, NoiseGenerator::xorshift, 0.5), heaviest);
  EXPECT_NE(run(hypergraph, 0, NoiseGenerator::xorshift, 500.0), heaviest);
}

// Ratings that overflow float once noise is added are ties, not trouble.
TEST(LocalMaxRedraw, HugeNoiseStillMatchesMaximally) {
  const Context context({.threads = 1});
  Hypergraph hypergraph = test::random_hypergraph({50, 100, 2, 4}, 5);
  test::assign_random_weights<double>(hypergraph, test::Spread::extreme, 5);
  const OrderOptions order{.nonpositive = NonPositive::keep};
  std::vector<EdgeId> first;
  for (const LocalMaxVariant variant : k_redrawing_variants) {
    const std::vector<EdgeId> edges =
        local_max(context, hypergraph.view(),
                  {.order = order, .variant = variant, .ties = Ties::redraw, .noise = 1e308})
            .edges;
    if (first.empty()) first = edges;
    EXPECT_EQ(edges, first);
    std::vector<bool> matched(50, false);
    for (const EdgeId e : edges) {
      for (const VertexId v : hypergraph.view().pins_of(e)) {
        EXPECT_FALSE(matched[v]);
        matched[v] = true;
      }
    }
    for (EdgeId e = 0; e < 100; ++e) {
      const auto pins = hypergraph.view().pins_of(e);
      EXPECT_TRUE(std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return matched[v]; }));
    }
  }
}

}  // namespace
}  // namespace hypermatch
