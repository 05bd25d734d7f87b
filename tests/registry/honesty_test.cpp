// SPDX-License-Identifier: MIT
// Every function of the table runs the algorithm and the variant that its row names. Lies that are
// planted here are seen.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/generate.hpp"
#include "registry/table.hpp"
#include "tests/registry/honesty.hpp"

namespace hypermatch::registry {
namespace {

const Context& two_threads() {
  static const Context context({.threads = 2, .backend = HostBackend::std_threads});
  return context;
}

// Runs one function of an entry, and says what is wrong with what ran.
std::string lie_of(const Entry<HypergraphMatchingProblem>& entry,
                   HypergraphMatchingProblem::Function* function) {
  const Hypergraph h =
      generate::hypergraph(two_threads(), "uniform", {{"n", 60}, {"m", 200}, {"k", 3}}, 1);
  return test::lie_of(entry.info, function(two_threads(), h.view(), {}).stats);
}

std::string lie_of(const Entry<GraphMatchingProblem>& entry,
                   GraphMatchingProblem::Function* function) {
  const EdgeList graph =
      generate::graph(two_threads(), "random_graph", {{"n", 60}, {"alpha", 3}}, 1);
  const EdgeListView view = graph.view();
  GraphForms forms(two_threads(), view);
  const MatchingRequest request;
  const GraphOrder order;
  return test::lie_of(entry.info, function(two_threads(), forms, {order, request}).stats);
}

std::string lie_of(const Entry<BipartiteMatchingProblem>& entry,
                   BipartiteMatchingProblem::Function* function) {
  const std::vector<Offset> offsets = {0, 2, 4, 5};
  const std::vector<VertexId> columns = {1, 0, 2, 1, 2};
  return test::lie_of(entry.info, function(two_threads(), {3, 3, offsets, columns}, {}).stats);
}

std::string lie_of(const Entry<BAssignmentProblem>& entry, BAssignmentProblem::Function* function) {
  const std::vector<Offset> offsets = {0, 2, 4, 5};
  const std::vector<VertexId> columns = {1, 0, 2, 1, 2};
  const auto found = function(two_threads(), {3, 3, offsets, columns}, {});
  MatchingStats stats;
  stats.algorithm = std::get<BAssignment>(found).stats.algorithm;
  return test::lie_of(entry.info, stats);
}

std::string lie_of(const Entry<ClusteringProblem>& entry, ClusteringProblem::Function* function) {
  const EdgeList graph =
      generate::graph(two_threads(), "random_graph", {{"n", 60}, {"alpha", 3}}, 1);
  const EdgeListView view = graph.view();
  GraphForms forms(two_threads(), view);
  return test::lie_of(entry.info, function(two_threads(), forms.rows(), {}).labels.stats);
}

// Preferences that the row serves: of two agents of each side, or of one.
std::string lie_of(const Entry<StableMatchingProblem>& entry,
                   StableMatchingProblem::Function* function) {
  const std::vector<Offset> offsets = {0, 1, 2, 3, 4};
  const std::vector<VertexId> partners = {2, 3, 0, 1};
  PreferencesView view{.num_agents = 4, .num_left = 2, .offsets = offsets, .partners = partners};
  if (std::string_view(entry.info.name) == "irving" || entry.info.name == "fixtures") {
    view.sides = Sides::one;
    view.num_left = 4;
  }
  return std::visit([&](const auto& result) { return test::lie_of(entry.info, result.stats); },
                    function(two_threads(), view, {}));
}

std::string lie_of_stream(const Entry<HypergraphMatchingProblem>& entry) {
  const Hypergraph h =
      generate::hypergraph(two_threads(), "uniform", {{"n", 60}, {"m", 200}, {"k", 3}}, 1);
  HypergraphStream edges(h.view());
  return test::lie_of(entry.info, entry.stream(two_threads(), edges, {}).stats);
}

std::string lie_of_pass(const Entry<HypergraphMatchingProblem>& entry) {
  const Hypergraph h =
      generate::hypergraph(two_threads(), "uniform", {{"n", 60}, {"m", 200}, {"k", 3}}, 1);
  return test::lie_of(entry.info, entry.pass(two_threads(), h.view(), {}, {}).stats);
}

std::string lie_of_pass(const Entry<GraphMatchingProblem>& entry) {
  const EdgeList graph = generate::graph(two_threads(), "path", {{"n", 10}}, 1);
  const EdgeListView view = graph.view();
  GraphForms forms(two_threads(), view);
  const std::vector<VertexId> mates(graph.num_vertices, k_none);
  const MatchingRequest request;
  const GraphOrder order;
  return test::lie_of(entry.info, entry.pass(two_threads(), forms, mates, {order, request}).stats);
}

// What is wrong with the host's functions of an entry.
template <class P>
std::vector<std::string> lies_of(const Entry<P>& entry) {
  std::vector<std::string> lies;
  const auto note = [&](std::string lie) {
    if (!lie.empty()) lies.push_back(std::move(lie));
  };
  if (entry.solve.seq != nullptr) note(lie_of(entry, entry.solve.seq));
  if (entry.solve.threads != nullptr) note(lie_of(entry, entry.solve.threads));
  if constexpr (std::is_same_v<P, HypergraphMatchingProblem>) {
    if (entry.stream != nullptr) note(lie_of_stream(entry));
  }
  if constexpr (requires { lie_of_pass(entry); }) {
    if (entry.pass != nullptr) note(lie_of_pass(entry));
  }
  return lies;
}

template <class P>
const Entry<P>& row(std::string_view name, std::string_view variant) {
  for (const Entry<P>& entry : table<P>()) {
    if (entry.info.name == name && entry.info.variant == variant) return entry;
  }
  throw Error(ErrorCode::internal, "no row " + std::string(name));
}

template <class P>
class Honesty : public testing::Test {};
using Problems = testing::Types<HypergraphMatchingProblem, GraphMatchingProblem, BAssignmentProblem,
                                BipartiteMatchingProblem, ClusteringProblem, StableMatchingProblem>;
TYPED_TEST_SUITE(Honesty, Problems);

TYPED_TEST(Honesty, EveryRowRunsWhatItNames) {
  for (const Entry<TypeParam>& entry : table<TypeParam>()) {
    EXPECT_EQ(lies_of(entry), std::vector<std::string>{});
  }
}

TEST(HonestyOfScores, RowsThatKeepThemRunWhatTheyName) {
  const std::vector<Offset> offsets = {0, 2, 4};
  const std::vector<VertexId> partners = {2, 3, 3, 2};
  const std::vector<float> scores = {1, 2, 2, 1};
  const std::span<const float> given(scores);
  const ScoredPairsView pairs{.num_agents = 4,
                              .num_left = 2,
                              .offsets = offsets,
                              .partners = partners,
                              .left_scores = given,
                              .right_scores = given};
  int kept = 0;
  for (const Entry<StableMatchingProblem>& entry : table<StableMatchingProblem>()) {
    if (!entry.info.runs_on_host() || entry.info.one_sided) continue;
    StableRequest request;
    request.algorithm = entry.info.name;
    request.variant = entry.info.variant;
    const StableResult found = match(two_threads(), pairs, request);
    std::visit([&](const auto& result) { EXPECT_EQ(test::lie_of(entry.info, result.stats), ""); },
               found);
    kept += keeps_scores(entry.info, Place::host) ? 1 : 0;
    EXPECT_FALSE(keeps_scores(entry.info, Place::device));
  }
  EXPECT_EQ(kept, 2);
}

TYPED_TEST(Honesty, RowsAgreeWithTheirFunctions) {
  for (const Entry<TypeParam>& entry : table<TypeParam>()) {
    const AlgorithmInfo& info = entry.info;
    SCOPED_TRACE(std::string(info.name) + " " + std::string(info.variant));
    EXPECT_EQ(info.problem, TypeParam::k_problem);
    EXPECT_EQ(info.kind == EntryKind::stream, entry.stream != nullptr);
    EXPECT_EQ(info.kind == EntryKind::pass, entry.pass != nullptr);
    if (info.kind != EntryKind::solver) continue;
    EXPECT_EQ(info.backends.has(BackendKind::seq), entry.solve.seq != nullptr);
    EXPECT_EQ(info.backends.has(BackendKind::threads), entry.solve.threads != nullptr);
    EXPECT_EQ(info.runs_on_cuda(), entry.solve.cuda != nullptr);
    EXPECT_EQ(info.runs_on_cuda_group(), entry.solve.cuda_group != nullptr);
    EXPECT_EQ(info.runs_in_kokkos(), entry.solve.kokkos != nullptr);
    EXPECT_EQ(info.runs_on_ranks(), entry.solve.ranks != nullptr);
    EXPECT_EQ(info.capacity_backends.has(BackendKind::cuda_group),
              entry.solve.capacitated.cuda_group != nullptr);
    EXPECT_EQ(info.runs_on_host(), entry.solve.on_host(1) != nullptr);
    EXPECT_EQ(info.runs_on_host(), entry.solve.on_host(2) != nullptr);
  }
}

TEST(PlantedLies, AnotherAlgorithmUnderTheAskedNameIsSeen) {
  Entry<GraphMatchingProblem> liar = row<GraphMatchingProblem>("path_growing", "");
  ASSERT_TRUE(lies_of(liar).empty());
  liar.solve.seq = row<GraphMatchingProblem>("local_max", "filtered").solve.seq;
  EXPECT_EQ(lies_of(liar),
            std::vector<std::string>{"the row path_growing  ran local_max filtered"});

  // Its answer would not give it away: both return the greedy matching.
  liar = row<GraphMatchingProblem>("suitor", "locks");
  liar.solve.threads = row<GraphMatchingProblem>("locally_dominant", "").solve.threads;
  EXPECT_EQ(lies_of(liar).size(), 1U);

  Entry<BipartiteMatchingProblem> pairs = row<BipartiteMatchingProblem>("p_hk", "");
  pairs.solve.threads = row<BipartiteMatchingProblem>("p_pfp", "").solve.threads;
  EXPECT_EQ(lies_of(pairs).size(), 1U);
}

TEST(PlantedLies, AnotherClusteringIsSeen) {
  Entry<ClusteringProblem> liar = row<ClusteringProblem>("louvain", "sub_rounds");
  ASSERT_TRUE(lies_of(liar).empty());
  liar.solve.seq = row<ClusteringProblem>("louvain", "sequential").solve.seq;
  liar.solve.threads = row<ClusteringProblem>("leiden", "").solve.threads;
  EXPECT_EQ(lies_of(liar).size(), 2U);
}

TEST(PlantedLies, AnotherVariantIsSeen) {
  Entry<HypergraphMatchingProblem> liar = row<HypergraphMatchingProblem>("local_max", "crcw");
  ASSERT_TRUE(lies_of(liar).empty());
  const auto& other = row<HypergraphMatchingProblem>("local_max", "crew");
  liar.solve.seq = other.solve.seq;
  liar.solve.threads = other.solve.threads;
  EXPECT_EQ(lies_of(liar).size(), 2U);

  liar = row<HypergraphMatchingProblem>("stack_streaming", "lenient");
  liar.stream = row<HypergraphMatchingProblem>("stack_streaming", "full").stream;
  EXPECT_EQ(lies_of(liar).size(), 1U);
}

TEST(Table, RefusesARequestForAnotherProblem) {
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  request.algorithm = "suitor";
  const Hypergraph h;
  try {
    (void)match(two_threads(), h.view(), request);
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_option) << error.what();
  }
}

TEST(Passes, CompleteMakesMaximalAndAddsItsRounds) {
  const EdgeList graph = generate::graph(two_threads(), "path", {{"n", 6}}, 1);
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  GraphMatching none;
  none.mates.assign(graph.num_vertices, k_none);
  none.stats.algorithm = "mine";
  none.stats.rounds = 2;
  GraphForms forms(two_threads(), graph);
  const GraphMatching completed = apply_pass(two_threads(), "complete", forms, none, request);
  request.algorithm = "greedy";
  EXPECT_EQ(completed.mates, match(two_threads(), graph, request).mates);
  EXPECT_EQ(completed.stats.algorithm, "mine");
  EXPECT_EQ(completed.stats.rounds, 3U);
  EXPECT_THROW((void)apply_pass(two_threads(), "polish", forms, none, request), Error);
}

TEST(Passes, TakeNoCapacities) {
  const EdgeList graph = generate::graph(two_threads(), "path", {{"n", 6}}, 1);
  const Hypergraph hypergraph = generate::hypergraph(two_threads(), "chain", {}, 1);
  const auto refusal = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  MatchingRequest request;
  request.capacities.common = 2;
  EXPECT_EQ(refusal([&] {
              (void)apply_pass(two_threads(), "complete", hypergraph.view(), HypergraphMatching{},
                               request);
            }),
            ErrorCode::unsupported);
  GraphForms forms(two_threads(), graph);
  GraphMatching none;
  none.mates.assign(graph.num_vertices, k_none);
  EXPECT_EQ(refusal([&] { (void)apply_pass(two_threads(), "complete", forms, none, request); }),
            ErrorCode::unsupported);
}

TEST(Passes, AreNoAlgorithms) {
  MatchingRequest request;
  request.algorithm = "complete";
  EXPECT_THROW((void)find(request), Error);
  EXPECT_EQ(passes(Problem::hypergraph_matching).size(), 1U);
  EXPECT_EQ(passes(Problem::bipartite_matching).size(), 0U);
  EXPECT_EQ(passes().size(), 2U);
}

}  // namespace
}  // namespace hypermatch::registry
