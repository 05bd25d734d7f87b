// SPDX-License-Identifier: MIT
// Holds the variants of local max to their papers' memory patterns, on a place that records: CREW
// and work-optimal write no word twice in a phase and use no atomics, CRCW does so only where the
// pattern says it may, and every array that work-optimal passes over shrinks in every round. Each
// check is also shown to fail on a variant with another pattern.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/rounds/crcw.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/on_place.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/parallel/checked_place.hpp"

namespace hypermatch {
namespace {

using namespace detail::hypergraph_matching;
using test::CheckedPlace;
using test::Uses;

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

// Runs Rounds on every instance, mode and number of threads, and gives what was recorded to
// look(uses, outcome).
template <template <class> class Rounds, class Look>
void record(const Look& look) {
  for (const test::NamedInstance& instance : instances()) {
    for (const Mode& mode : k_modes) {
      for (const int threads : {1, 3}) {
        SCOPED_TRACE(instance.name + ", " + mode.name + ", threads " + std::to_string(threads));
        const Context context({.threads = threads});
        const HypergraphView hypergraph = instance.hypergraph.view();
        LocalMaxOptions options{.order = {.nonpositive = mode.nonpositive, .seed = 5},
                                .variant = LocalMaxVariant::sequential,
                                .ties = mode.ties,
                                .noise = mode.noise,
                                .capacities = {.common = mode.capacity}};
        const HypergraphMatching expected = local_max(context, hypergraph, options);
        options.order = detail::structures::resolve(hypergraph, options.order);
        const detail::parallel::Incidence incidence =
            detail::parallel::build_incidence(context, hypergraph);
        Uses uses;
        CheckedPlace place(context, uses);
        CheckedPlace::Arena arena(uses);
        const LocalMaxOutcome outcome = run_rounds<Rounds>(
            place, arena, {hypergraph, incidence}, rate_edges(context, hypergraph, options),
            RoundOrder(options), mode.capacity == 1 ? Capacities{} : options.capacities);
        EXPECT_EQ(outcome.edges, expected.edges);
        EXPECT_EQ(outcome.rounds, expected.stats.rounds);
        EXPECT_EQ(outcome.rounds, uses.rounds());
        look(uses, outcome);
      }
    }
  }
}

void expect_exclusive_writes(const Uses& uses) {
  EXPECT_EQ(uses.counts().second_writes, 0U);
  EXPECT_EQ(uses.counts().second_atomic_writes, 0U);
  EXPECT_EQ(uses.counts().reads_after_writes, 0U);
  EXPECT_EQ(uses.counts().atomics, 0U);
}

TEST(LocalMaxMemory, CrewWritesNoWordTwiceInAPhase) {
  record<Crew>([](const Uses& uses, const LocalMaxOutcome&) { expect_exclusive_writes(uses); });
}

TEST(LocalMaxMemory, WorkOptimalWritesNoWordTwiceInAPhase) {
  record<WorkOptimal>(
      [](const Uses& uses, const LocalMaxOutcome&) { expect_exclusive_writes(uses); });
}

TEST(LocalMaxMemory, WorkOptimalPassesOverLessInEveryRound) {
  record<WorkOptimal>([](const Uses& uses, const LocalMaxOutcome&) {
    // `matched` collects the matching, no round reads it. In the input an edge's number is its
    // place, so `origins` are passed over from the second round on. Totals are a few words.
    EXPECT_EQ(uses.not_shrinking({{"matched", uses.rounds()},
                                  {"origins", 1},
                                  {"totals", uses.rounds()},
                                  {"left", uses.rounds()}}),
              "");
  });
}

TEST(LocalMaxMemory, CrcwWritesTwiceOnlyCountersAndFlags) {
  // Everything that is not written atomically is exclusive; and the exclusive-write check sees the
  // sums and the common writes that make this variant CRCW.
  std::uint64_t seen = 0;
  record<Crcw>([&](const Uses& uses, const LocalMaxOutcome&) {
    EXPECT_EQ(uses.counts().second_writes, 0U);
    EXPECT_EQ(uses.counts().reads_after_writes, 0U);
    seen += uses.counts().second_atomic_writes;
  });
  EXPECT_GT(seen, 0U);
}

TEST(LocalMaxMemory, SoftDeletesDoNotPassTheShrinkingCheck) {
  const auto look = [](const Uses& uses, const LocalMaxOutcome& outcome) {
    if (outcome.rounds > 1) {
      EXPECT_NE(uses.not_shrinking(), "");
    }
  };
  record<Crew>(look);
  record<Crcw>(look);
}

// What would be wrong with CREW if its fifth phase pushed from vertices to edges with plain stores,
// as CRCW does with atomic ones: the check must see it.
TEST(LocalMaxMemory, TheCheckSeesPlainStoresToOneWord) {
  Uses uses;
  CheckedPlace::Arena arena(uses);
  const auto flags = arena.take<std::uint8_t>("flags", 4);
  const test::Edges edges = {{0, 1}, {1, 2}, {2, 3}};
  uses.begin_loop();
  for (const auto& edge : edges) {
    for (const VertexId v : edge) flags.set(v, 1);
  }
  EXPECT_EQ(uses.counts().second_writes, 2U);
  uses.begin_loop();
  for (VertexId v = 0; v < 4; ++v) flags.set(v, 0);
  EXPECT_EQ(uses.counts().second_writes, 2U);
  EXPECT_EQ(uses.counts().reads_after_writes, 0U);
  EXPECT_EQ(flags.get(2), 0U);
  EXPECT_EQ(uses.counts().reads_after_writes, 1U);
  uses.begin_loop();
  EXPECT_EQ(flags.get(2), 0U);
  EXPECT_EQ(uses.counts().reads_after_writes, 1U);
}

}  // namespace
}  // namespace hypermatch
