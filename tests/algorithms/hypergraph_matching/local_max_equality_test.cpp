// SPDX-License-Identifier: MIT
// The strongest test: with fixed ties every variant of local max returns the edges of greedy, on
// every back end and number of threads, and all that work in rounds need the same number of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

constexpr LocalMaxVariant k_variants[] = {LocalMaxVariant::sequential, LocalMaxVariant::crcw,
                                          LocalMaxVariant::crew, LocalMaxVariant::work_optimal,
                                          LocalMaxVariant::filtered};

std::vector<OrderOptions> orders(std::uint64_t seed) {
  std::vector<OrderOptions> all;
  for (const Rating rating :
       {Rating::automatic, Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      all.push_back({.rating = rating,
                     .objective = Objective::weight,
                     .nonpositive = nonpositive,
                     .seed = seed});
    }
    all.push_back({.rating = rating, .objective = Objective::cardinality, .seed = seed});
  }
  return all;
}

std::string text(const OrderOptions& order) {
  return "rating " + std::to_string(static_cast<int>(order.rating)) + ", objective " +
         std::to_string(static_cast<int>(order.objective)) + ", nonpositive " +
         std::to_string(static_cast<int>(order.nonpositive)) + ", seed " +
         std::to_string(order.seed);
}

void expect_greedy(const Context& context, const HypergraphView& hypergraph,
                   const OrderOptions& order) {
  const HypergraphMatching expected = greedy(context, hypergraph, {.order = order});
  std::uint64_t rounds = 0;
  for (const LocalMaxVariant variant : k_variants) {
    const HypergraphMatching matching =
        local_max(context, hypergraph, {.order = order, .variant = variant});
    ASSERT_EQ(matching.edges, expected.edges)
        << "variant " << static_cast<int>(variant) << ", " << text(order);
    EXPECT_EQ(matching.stats.rating, expected.stats.rating);
    if (variant == LocalMaxVariant::sequential) rounds = matching.stats.rounds;
    if (variant != LocalMaxVariant::filtered) {
      EXPECT_EQ(matching.stats.rounds, rounds) << "variant " << static_cast<int>(variant);
    }
  }
}

TEST(LocalMaxEqualsGreedy, OnSmallInstancesOfManySeeds) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const test::NamedInstance& instance : test::random_instances(seed)) {
      SCOPED_TRACE(instance.name);
      for (const OrderOptions& order : orders(seed)) {
        expect_greedy(context, instance.hypergraph.view(), order);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(LocalMaxEqualsGreedy, OnTinyInstancesOfVeryManySeeds) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Draw draw(seed);
    const auto n = static_cast<VertexId>(1 + draw.below(12));
    const auto m = static_cast<EdgeId>(draw.below(16));
    Hypergraph hypergraph = test::random_hypergraph({n, m, 0, 4}, seed);
    test::assign_random_weights<std::int32_t>(hypergraph, test::Spread::few, seed);
    expect_greedy(context, hypergraph.view(), {.nonpositive = NonPositive::keep, .seed = seed});
    if (HasFatalFailure()) return;
  }
}

struct Where {
  HostBackend backend;
  const char* name;
  int threads;
};
void PrintTo(const Where& where, std::ostream* out) {
  *out << where.name << where.threads;
}

class LocalMaxEverywhere : public testing::TestWithParam<Where> {
 protected:
  Context context_{{.threads = GetParam().threads, .backend = GetParam().backend}};
};

// Instances that are cut into several chunks; the skewed and the wide one have vertices and edges
// that several chunks share.
TEST_P(LocalMaxEverywhere, EqualsGreedy) {
  const test::Shape shapes[] = {
      {2000, 5000, 3, 3}, {1500, 3000, 0, 7}, {4000, 6000, 2, 4, true}, {9000, 12, 3000, 9000}};
  for (const test::Shape& shape : shapes) {
    Hypergraph hypergraph = test::random_hypergraph(shape, 77);
    expect_greedy(context_, hypergraph.view(), {.seed = 1});
    test::assign_random_weights<float>(hypergraph, test::Spread::few, 77);
    expect_greedy(context_, hypergraph.view(), {.nonpositive = NonPositive::keep, .seed = 2});
    test::assign_random_weights<std::int64_t>(hypergraph, test::Spread::many, 77);
    expect_greedy(context_, hypergraph.view(), {.seed = 3});
    if (HasFatalFailure()) return;
  }
  expect_greedy(context_, test::star(10'000, 2).view(), {});
}

// The same call again and again; threads take turns in another way each time.
TEST_P(LocalMaxEverywhere, RepeatsGiveTheSameBytes) {
  const Hypergraph hypergraph = test::random_hypergraph({3000, 6000, 1, 4, true}, 3);
  for (const LocalMaxVariant variant : k_variants) {
    const HypergraphMatching first = local_max(context_, hypergraph.view(), {.variant = variant});
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(local_max(context_, hypergraph.view(), {.variant = variant}).edges, first.edges);
    }
  }
}

std::vector<Where> everywhere() {
  std::vector<Where> all = {{HostBackend::serial, "serial", 1}};
  for (const int threads : {1, 2, 3, 4, 8}) {
    all.push_back({HostBackend::std_threads, "std_threads", threads});
#if defined(HYPERMATCH_HAVE_TBB)
    all.push_back({HostBackend::tbb, "tbb", threads});
#endif
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(, LocalMaxEverywhere, testing::ValuesIn(everywhere()),
                         [](const testing::TestParamInfo<Where>& where) {
                           return where.param.name + std::to_string(where.param.threads);
                         });

}  // namespace
}  // namespace hypermatch
