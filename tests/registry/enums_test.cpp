// SPDX-License-Identifier: MIT
// Numbers that are no enumerators, one per option of the public functions: each is refused by name.
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/hypermatch.hpp"

namespace hypermatch {
namespace {

/// A number beyond all enumerators.
struct NoEnumerator {
  template <class E>
  operator E() const {  // NOLINT(google-explicit-constructor)
    return static_cast<E>(97);
  }
};

constexpr NoEnumerator bad;

struct Instances {
  Context context{{.threads = 1}};
  std::vector<GraphEdge> edges_of_list = {{0, 1}, {1, 2}};
  EdgeListView list{3, edges_of_list, {}};
  CompressedGraph rows = compress(context, list);
  Hypergraph hypergraph = to_hypergraph(list);
  std::vector<Offset> offsets_of_rows = {0, 1, 2};
  std::vector<VertexId> columns = {0, 1};
  BipartiteView bipartite{2, 2, offsets_of_rows, columns};
  std::vector<Offset> offsets = {0, 1, 2};
  std::vector<VertexId> partners = {1, 0};
  PreferencesView preferences{Sides::two, 2, 1, offsets, partners};
  std::vector<GraphEdge> pairs = {{0, 1}};
  std::vector<VertexId> labels = {0, 0, 0};
  std::vector<VertexId> mates = {1, 0, k_none};
  std::vector<VertexId> row_mates = {0, 1};
  std::vector<RowColumn> entries = {{0, 0}};
  std::vector<EdgeId> edges = {0};
  MatchingDual dual = exact(context, list).dual;

  [[nodiscard]] io::Instance read(io::ReadOptions options) const {
    return io::read_text(context, std::string_view("1 2\n2 3\n"), "a.txt", options);
  }
};

struct Case {
  const char* option;
  std::function<void(const Instances&)> call;
};

#define HYPERMATCH_CASE(option, expression)                                   \
  Case {                                                                      \
    option, []([[maybe_unused]] const Instances& all) { (void)(expression); } \
  }

std::vector<Case> cases_of_matchings() {
  return {
      HYPERMATCH_CASE("objective", greedy(all.context, all.list, {.objective = bad})),
      HYPERMATCH_CASE("nonpositive", greedy(all.context, all.list, {.nonpositive = bad})),
      HYPERMATCH_CASE("rating",
                      greedy(all.context, all.hypergraph.view(), {.order = {.rating = bad}})),
      HYPERMATCH_CASE("objective",
                      greedy(all.context, all.hypergraph.view(), {.order = {.objective = bad}})),
      HYPERMATCH_CASE("nonpositive",
                      greedy(all.context, all.hypergraph.view(), {.order = {.nonpositive = bad}})),
      HYPERMATCH_CASE("variant", local_max(all.context, all.hypergraph.view(), {.variant = bad})),
      HYPERMATCH_CASE("ties", local_max(all.context, all.hypergraph.view(), {.ties = bad})),
      HYPERMATCH_CASE("noise_generator",
                      local_max(all.context, all.hypergraph.view(), {.noise_generator = bad})),
      HYPERMATCH_CASE("variant",
                      local_max(all.context, all.list, GraphLocalMaxOptions{.variant = bad})),
      HYPERMATCH_CASE("ties",
                      local_max(all.context, all.rows.view(), GraphLocalMaxOptions{.ties = bad})),
      HYPERMATCH_CASE("variant", suitor(all.context, all.rows.view(), {.variant = bad})),
      HYPERMATCH_CASE("variant", b_suitor(all.context, all.rows.view(), {}, {.variant = bad})),
      HYPERMATCH_CASE("variant", red_blue(all.context, all.rows.view(), {.variant = bad})),
      HYPERMATCH_CASE("visit", hem(all.context, all.rows.view(), {.visit = bad})),
      HYPERMATCH_CASE("variant", karp_sipser(all.context, all.list, {.variant = bad})),
      HYPERMATCH_CASE("sense", exact(all.context, all.list, {.sense = bad})),
      HYPERMATCH_CASE("size", exact(all.context, all.list, {.size = bad})),
      HYPERMATCH_CASE("rating", rate_edges(all.context, all.list, {}, bad)),
      HYPERMATCH_CASE("rating", rate_edges(all.context, all.rows.view(), {}, bad)),
      HYPERMATCH_CASE("start", maximum_matching(all.context, all.bipartite, {.start = bad})),
      HYPERMATCH_CASE("start", start_matching(all.context, all.bipartite, {.start = bad})),
      HYPERMATCH_CASE(
          "level", dulmage_mendelsohn(all.context, all.bipartite, all.row_mates, {.level = bad})),
      HYPERMATCH_CASE("objective",
                      b_assignment(all.context, all.bipartite, {}, {.objective = bad})),
      HYPERMATCH_CASE("sense", b_assignment(all.context, all.bipartite, {}, {.sense = bad})),
      {"update",
       [](const Instances& all) {
         HypergraphStream stream(all.hypergraph.view());
         (void)stack_streaming(all.context, stream, {.update = bad});
       }},
      {"objective",
       [](const Instances& all) {
         HypergraphStream stream(all.hypergraph.view());
         (void)stack_streaming(all.context, stream, {.objective = bad});
       }},
      {"nonpositive",
       [](const Instances& all) {
         HypergraphStream stream(all.hypergraph.view());
         (void)greedy_streaming(all.context, stream, {.nonpositive = bad});
       }},
  };
}

std::vector<Case> cases_of_structures() {
  return {
      HYPERMATCH_CASE("backend", Context({.backend = bad})),
      HYPERMATCH_CASE("backend", why_unavailable(HostBackend{bad})),
      HYPERMATCH_CASE("validation", Context({.validation = bad})),
      HYPERMATCH_CASE("validation", Context(all.context, {.validation = bad})),
      HYPERMATCH_CASE(
          "loops", contract(all.context, all.rows.view(), LabelsView(all.labels), {.loops = bad})),
      HYPERMATCH_CASE("small_edges", contract(all.context, all.hypergraph.view(),
                                              LabelsView(all.labels), {.small_edges = bad})),
      HYPERMATCH_CASE("identical_edges",
                      contract(all.context, all.hypergraph.view(), LabelsView(all.labels),
                               {.identical_edges = bad})),
      HYPERMATCH_CASE("two_hop", match_vertices(all.context, all.rows.view(), {.two_hop = bad})),
      HYPERMATCH_CASE("expansion", expand(all.context, all.hypergraph.view(), bad)),
      HYPERMATCH_CASE("base", bipartite_of(all.context, {.base = bad})),
      HYPERMATCH_CASE("weights", graph_of(all.context, {}, bad)),
      HYPERMATCH_CASE("symmetrize", symmetric_graph_of(all.context, {}, bad)),
      HYPERMATCH_CASE("objective",
                      louvain(all.context, all.rows.view(), {.quality = {.objective = bad}})),
      HYPERMATCH_CASE("objective",
                      leiden(all.context, all.rows.view(), {.quality = {.objective = bad}})),
      HYPERMATCH_CASE("variant", louvain(all.context, all.rows.view(), {.variant = bad})),
      HYPERMATCH_CASE("problem", registry::algorithms(registry::Problem{bad})),
      HYPERMATCH_CASE("problem", registry::find_pass(bad, "complete")),
      HYPERMATCH_CASE("problem", registry::find(registry::MatchingRequest{.problem = bad})),
      HYPERMATCH_CASE("determinism", registry::find(registry::MatchingRequest{.determinism = bad})),
  };
}

std::vector<Case> cases_of_agents() {
  return {
      HYPERMATCH_CASE("sides", check_preferences({bad, 0, 0, {}, {}})),
      HYPERMATCH_CASE("order", serial_dictatorship(all.context, all.preferences, {.order = bad})),
      HYPERMATCH_CASE("choice", gusfield_irving(all.context, all.preferences, {.choice = bad})),
      HYPERMATCH_CASE("optimal", mcvitie_wilson(all.context, all.preferences, {.optimal = bad})),
      HYPERMATCH_CASE("balance", mcvitie_wilson(all.context, all.preferences, {.balance = bad})),
      HYPERMATCH_CASE("proposal_order",
                      mcvitie_wilson(all.context, all.preferences, {.proposal_order = bad})),
      HYPERMATCH_CASE("search", mcvitie_wilson(all.context, all.preferences, {}, bad)),
      HYPERMATCH_CASE("variant", gale_shapley(all.context, all.preferences, {.variant = bad})),
      HYPERMATCH_CASE("stability", verify::check_no_blocking_pair(all.preferences, all.pairs, bad)),
  };
}

std::vector<Case> cases_of_files() {
  return {
      HYPERMATCH_CASE("as", all.read({.as = bad})),
      HYPERMATCH_CASE("zeros", all.read({.zeros = bad})),
      HYPERMATCH_CASE("self_loops", all.read({.self_loops = bad})),
      HYPERMATCH_CASE("parallel", all.read({.parallel = bad})),
      HYPERMATCH_CASE("negative_weights", all.read({.negative_weights = bad})),
      HYPERMATCH_CASE("mapping", all.read({.mapping = bad})),
      HYPERMATCH_CASE("sides", all.read({.sides = Sides{bad}})),
      HYPERMATCH_CASE("entry_weights", all.read({.entry_weights = bad})),
      HYPERMATCH_CASE("zeros", io::to_bipartite(all.context, all.read({}), bad)),
      HYPERMATCH_CASE("weights", io::to_bipartite(all.context, all.read({}), {}, bad)),
      HYPERMATCH_CASE("format", io::read_preferences(all.context, "none", {.format = bad})),
      HYPERMATCH_CASE("sides", io::read_preferences(all.context, "none", {.sides = bad})),
      HYPERMATCH_CASE("mapping", io::read_preferences(all.context, "none", {.mapping = bad})),
      HYPERMATCH_CASE("mapping", io::read_shared_preferences(all.context, "none", bad)),
      HYPERMATCH_CASE("layout", io::read_graph_matching("none", {}, 3, bad)),
      HYPERMATCH_CASE("layout", io::read_b_matching("none", {}, 3, bad)),
      {"layout",
       [](const Instances& all) {
         io::write_graph_matching(all.context, 3, all.pairs, {}, "none", bad);
       }},
      {"weights",
       [](const Instances& all) {
         io::write_pins(all.context, all.hypergraph.view(), all.edges, {}, "none", bad);
       }},
  };
}

std::vector<Case> cases_of_verdicts() {
  using namespace verify;
  return {
      HYPERMATCH_CASE("ties", check_matching(all.context, all.hypergraph.view(),
                                             std::span<const EdgeId>(all.edges), {.ties = bad})),
      HYPERMATCH_CASE(
          "rating", check_matching(all.context, all.hypergraph.view(),
                                   std::span<const EdgeId>(all.edges), {.order = {.rating = bad}})),
      HYPERMATCH_CASE(
          "ties", check_graph_matching(all.context, all.list, std::span<const VertexId>(all.mates),
                                       {.ties = bad})),
      HYPERMATCH_CASE("objective", check_graph_matching(all.context, all.rows.view(),
                                                        std::span<const VertexId>(all.mates),
                                                        {.order = {.objective = bad}})),
      HYPERMATCH_CASE("ties", check_edge_cover(all.context, all.list, std::span<const VertexPair>(),
                                               {.ties = bad})),
      HYPERMATCH_CASE("objective", check_b_assignment(all.context, all.bipartite, {}, all.entries,
                                                      {.objective = bad})),
      HYPERMATCH_CASE(
          "sense", check_b_assignment(all.context, all.bipartite, {}, all.entries, {.sense = bad})),
      HYPERMATCH_CASE("side", check_violated_cut(all.bipartite, {}, {bad, {}, {}, 0, 0, 0, {}})),
      HYPERMATCH_CASE("objective",
                      check_communities(all.context, all.rows.view(), LabelsView(all.labels),
                                        {.quality = {.objective = bad}})),
      HYPERMATCH_CASE("sense",
                      check_exact(all.context, all.list, all.mates, all.dual, {.sense = bad})),
      HYPERMATCH_CASE("size",
                      check_exact(all.context, all.list, all.mates, all.dual, {.size = bad})),
  };
}

#undef HYPERMATCH_CASE

TEST(Enums, NumbersThatAreNoEnumeratorsAreRefusedByTheNameOfTheOption) {
  const Instances all;
  std::size_t number = 0;
  for (const auto& cases : {cases_of_matchings(), cases_of_structures(), cases_of_agents(),
                            cases_of_files(), cases_of_verdicts()}) {
    for (const Case& each : cases) {
      const std::string where = "case " + std::to_string(number++) + ", " + each.option;
      try {
        each.call(all);
        ADD_FAILURE() << where << " is accepted";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_option) << where << ": " << error.what();
        const std::string expected = std::string(each.option) + " is 97, must be ";
        EXPECT_EQ(std::string(error.what()).substr(0, expected.size()), expected) << where;
      }
    }
  }
}

TEST(Enums, MessagesSayWhatThereIs) {
  const Instances all;
  const auto message = [](const auto& body) -> std::string {
    try {
      body();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(
      message([&] { (void)suitor(all.context, all.rows.view(), {.variant = SuitorVariant{9}}); }),
      "variant is 9, must be one of unsorted|sorted|locks|lock_free");
  EXPECT_EQ(message([&] { (void)expand(all.context, all.hypergraph.view(), Expansion{-1}); }),
            "expansion is -1, must be 0 .. 1");
}

}  // namespace
}  // namespace hypermatch
