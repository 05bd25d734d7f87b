// SPDX-License-Identifier: MIT
// Holds the variants of local max to their papers' memory patterns, by recording arrays: CREW and
// work-optimal write no word twice in a phase and use no atomics, CRCW does so only where the
// pattern says it may, and every array that work-optimal passes over shrinks in every round. Each
// check is also shown to fail on a variant with another pattern.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/rounds/crcw.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hypergraph_matching/checked_arrays.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

using namespace detail::hypergraph_matching;
using test::CheckedArrays;

std::vector<test::NamedInstance> instances() {
  std::vector<test::NamedInstance> all;
  const auto add = [&](const char* name, const test::Shape& shape) {
    Hypergraph hypergraph = test::random_hypergraph(shape, 11);
    test::assign_random_weights<std::int32_t>(hypergraph, test::Spread::few, 11);
    all.push_back({name, std::move(hypergraph)});
  };
  // Large enough to be cut into several chunks, the last with rows that several chunks share.
  add("3-uniform", {1500, 3000, 3, 3});
  add("sizes 0..6", {1000, 2000, 0, 6});
  add("skewed", {3000, 4000, 2, 4, true});
  add("wide", {6000, 5, 5000, 6000});
  all.push_back({"star", test::star(5000, 2)});
  all.push_back({"chain", test::falling_chain(60, 3)});
  all.push_back({"nothing", Hypergraph{}});
  return all;
}

struct Mode {
  const char* name;
  Ties ties;
  double noise;
  NonPositive nonpositive;
  std::uint32_t capacity = 1;
};
constexpr Mode k_modes[] = {{"fixed", Ties::fixed, 0.0, NonPositive::drop},
                            {"fixed, keep", Ties::fixed, 0.0, NonPositive::keep},
                            {"redraw", Ties::redraw, 0.0, NonPositive::drop},
                            {"noise", Ties::redraw, 1.5, NonPositive::keep},
                            {"capacity 3", Ties::fixed, 0.0, NonPositive::drop, 3}};

// Runs rounds(context, directions, rated, order, arrays, claims) on every instance, mode and number
// of threads, and gives what it left to look(arrays, outcome).
template <class Rounds, class Look>
void record(const Rounds& rounds, const Look& look) {
  for (const test::NamedInstance& instance : instances()) {
    for (const Mode& mode : k_modes) {
      for (const int threads : {1, 3}) {
        SCOPED_TRACE(instance.name + ", " + mode.name + ", threads " + std::to_string(threads));
        const Context context({.threads = threads});
        const HypergraphView hypergraph = instance.hypergraph.view();
        LocalMaxOptions options{.order = {.nonpositive = mode.nonpositive, .seed = 5},
                                .variant = LocalMaxVariant::crew,
                                .ties = mode.ties,
                                .noise = mode.noise,
                                .capacities = {.common = mode.capacity}};
        const HypergraphMatching expected = local_max(context, hypergraph, options);
        options.order = detail::structures::resolve(hypergraph, options.order);
        const detail::parallel::Incidence incidence =
            detail::parallel::build_incidence(context, hypergraph);
        CheckedArrays arrays;
        const LocalMaxOutcome outcome = with_claims(
            context, hypergraph, options.capacities, rate_edges(context, hypergraph, options),
            arrays, [&](RatedEdges rated, auto claims) {
              return rounds(context, Directions{hypergraph, incidence}, std::move(rated),
                            RoundOrder(options), arrays, std::move(claims));
            });
        EXPECT_EQ(outcome.edges, expected.edges);
        EXPECT_EQ(outcome.rounds, expected.stats.rounds);
        EXPECT_EQ(outcome.rounds, arrays.rounds());
        look(arrays, outcome);
      }
    }
  }
}

const auto k_crcw = [](auto&&... args) {
  return crcw_rounds(std::forward<decltype(args)>(args)...);
};
const auto k_crew = [](auto&&... args) {
  return crew_rounds(std::forward<decltype(args)>(args)...);
};
const auto k_work_optimal = [](auto&&... args) {
  return work_optimal_rounds(std::forward<decltype(args)>(args)...);
};

void expect_exclusive_writes(const CheckedArrays& arrays) {
  EXPECT_EQ(arrays.counts().second_writes, 0U);
  EXPECT_EQ(arrays.counts().second_atomic_writes, 0U);
  EXPECT_EQ(arrays.counts().reads_after_writes, 0U);
  EXPECT_EQ(arrays.counts().atomics, 0U);
}

TEST(LocalMaxMemory, CrewWritesNoWordTwiceInAPhase) {
  record(k_crew, [](const CheckedArrays& arrays, const LocalMaxOutcome&) {
    expect_exclusive_writes(arrays);
  });
}

TEST(LocalMaxMemory, WorkOptimalWritesNoWordTwiceInAPhase) {
  record(k_work_optimal, [](const CheckedArrays& arrays, const LocalMaxOutcome&) {
    expect_exclusive_writes(arrays);
  });
}

TEST(LocalMaxMemory, WorkOptimalPassesOverLessInEveryRound) {
  record(k_work_optimal, [](const CheckedArrays& arrays, const LocalMaxOutcome&) {
    // `chosen` collects the matching, no round reads it. In the input an edge's number is its
    // place, so `origins` are passed over from the second round on.
    EXPECT_EQ(arrays.not_shrinking({{"chosen", arrays.rounds()}, {"origins", 1}}), "");
  });
}

TEST(LocalMaxMemory, CrcwWritesTwiceOnlyCountersAndFlags) {
  // Everything that is not written atomically is exclusive; and the exclusive-write check sees the
  // sums and the common writes that make this variant CRCW.
  std::uint64_t seen = 0;
  record(k_crcw, [&](const CheckedArrays& arrays, const LocalMaxOutcome&) {
    EXPECT_EQ(arrays.counts().second_writes, 0U);
    EXPECT_EQ(arrays.counts().reads_after_writes, 0U);
    seen += arrays.counts().second_atomic_writes;
  });
  EXPECT_GT(seen, 0U);
}

TEST(LocalMaxMemory, SoftDeletesDoNotPassTheShrinkingCheck) {
  const auto look = [](const CheckedArrays& arrays, const LocalMaxOutcome& outcome) {
    if (outcome.rounds > 1) {
      EXPECT_NE(arrays.not_shrinking(), "");
    }
  };
  record(k_crew, look);
  record(k_crcw, look);
}

// What would be wrong with CREW if its fifth phase pushed from vertices to edges with plain stores,
// as CRCW does with atomic ones: the check must see it.
TEST(LocalMaxMemory, TheCheckSeesPlainStoresToOneWord) {
  CheckedArrays arrays;
  auto flags = arrays.make("flags", 4, std::uint8_t{0});
  const test::Edges edges = {{0, 1}, {1, 2}, {2, 3}};
  arrays.begin_phase();
  for (const auto& edge : edges) {
    for (const VertexId v : edge) flags.set(v, 1);
  }
  EXPECT_EQ(arrays.counts().second_writes, 2U);
  arrays.begin_phase();
  for (VertexId v = 0; v < 4; ++v) flags.set(v, 0);
  EXPECT_EQ(arrays.counts().second_writes, 2U);
  EXPECT_EQ(arrays.counts().reads_after_writes, 0U);
  EXPECT_EQ(flags.get(2), 0U);
  EXPECT_EQ(arrays.counts().reads_after_writes, 1U);
  arrays.begin_phase();
  EXPECT_EQ(flags.get(2), 0U);
  EXPECT_EQ(arrays.counts().reads_after_writes, 1U);
}

}  // namespace
}  // namespace hypermatch
