// SPDX-License-Identifier: MIT
#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/registry_rows.hpp"

namespace hypermatch::registry {
namespace {

// A path of three edges: 0-1, 1-2, 2-3 with weights 2, 3, 2.
Hypergraph path() {
  Hypergraph h;
  h.num_vertices = 4;
  h.offsets = Array<Offset>(std::vector<Offset>{0, 2, 4, 6});
  h.pins = Array<VertexId>(std::vector<VertexId>{0, 1, 1, 2, 2, 3});
  h.weights = Array<std::int32_t>(std::vector<std::int32_t>{2, 3, 2});
  return h;
}

// The code and the message of what `call` throws; fails if it throws nothing.
template <class Call>
std::pair<ErrorCode, std::string> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, ""};
}

// `find` of `MatchingRequest` does not take it.
bool has_request_of_its_own(const AlgorithmInfo& algorithm) {
  return algorithm.problem != Problem::hypergraph_matching &&
         algorithm.problem != Problem::graph_matching;
}

TEST(Registry, EntriesAreWellFormed) {
  std::set<std::tuple<Problem, std::string_view, std::string_view>> names;
  using Name = std::pair<Problem, std::string_view>;
  std::set<Name> closed;       // names whose run of entries has ended
  std::set<Name> on_the_host;  // names that some host back end runs
  std::map<Problem, int> defaults;
  Name previous;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const Name name{algorithm.problem, algorithm.name};
    EXPECT_TRUE(names.insert({algorithm.problem, algorithm.name, algorithm.variant}).second)
        << algorithm.name;
    if (name != previous) {
      EXPECT_FALSE(closed.contains(name)) << algorithm.name << " stands in two places";
      closed.insert(previous);
      previous = name;
    }
    defaults[algorithm.problem] += algorithm.is_default ? 1 : 0;
    EXPECT_EQ(algorithm.greedy && !algorithm.maximal, false) << "greedy matchings are maximal";
    EXPECT_FALSE(algorithm.guarantee.empty());
    EXPECT_FALSE(algorithm.complexity.empty());
    EXPECT_FALSE(algorithm.reference.empty());
    EXPECT_EQ(algorithm.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
              std::string_view::npos);
    ASSERT_FALSE(algorithm.backends.empty());
    if (algorithm.runs_on_host()) {
      on_the_host.insert(name);
    } else {
      // Of rows and columns every algorithm finds a largest matching: any of the host's is the
      // truth.
      const bool has_truth = algorithm.problem == Problem::bipartite_matching
                                 ? defaults[Problem::bipartite_matching] == 1
                                 : on_the_host.contains(name);
      EXPECT_TRUE(has_truth) << "the host's truth stands first";
    }
    for (const BackendInfo& backend : algorithm.backends) {
      const bool is_device =
          backend.kind == BackendKind::cuda || backend.kind == BackendKind::cuda_group;
      EXPECT_EQ(why_unavailable(backend), is_device ? available_devices().reason
                                          : backend.kind == BackendKind::kokkos
                                              ? why_no_kokkos_space()
                                              : "");
    }
  }
  for (const auto& [problem, count] : defaults) EXPECT_EQ(count, 1) << name_of(problem);
}

TEST(Registry, ProblemsStandTogether) {
  std::size_t sum = 0;
  for (const Problem problem :
       {Problem::hypergraph_matching, Problem::graph_matching, Problem::bipartite_matching,
        Problem::b_assignment, Problem::clustering, Problem::stable_matching}) {
    for (const AlgorithmInfo& algorithm : algorithms(problem)) {
      EXPECT_EQ(algorithm.problem, problem);
      ++sum;
    }
  }
  EXPECT_EQ(sum, algorithms().size());
}

TEST(Registry, FindsEveryEntryByItsNames) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (has_request_of_its_own(algorithm)) continue;
    MatchingRequest request;
    request.problem = algorithm.problem;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    EXPECT_EQ(&find(request), &algorithm) << algorithm.name << ' ' << algorithm.variant;
  }
}

TEST(Registry, DefaultsAreFilteredLocalMaxAndTheFirstVariant) {
  EXPECT_EQ(find(MatchingRequest{}).name, "local_max");
  EXPECT_EQ(find(MatchingRequest{}).variant, "filtered");
  MatchingRequest request;
  request.variant = "crew";
  EXPECT_EQ(find(request).variant, "crew");
  request = {};
  request.algorithm = "stack_streaming";
  EXPECT_EQ(find(request).variant, "lenient");
}

TEST(Registry, UnknownNamesListTheKnownOnes) {
  MatchingRequest request;
  request.algorithm = "gredy";
  auto [code, message] = error_of([&] { (void)find(request); });
  EXPECT_EQ(code, ErrorCode::invalid_option);
  EXPECT_EQ(
      message,
      "algorithm is 'gredy', must be one of local_max, greedy, interior_first, stack_streaming, "
      "greedy_streaming; did you mean greedy?");

  request = {};
  request.variant = "fast";
  std::tie(code, message) = error_of([&] { (void)find(request); });
  EXPECT_EQ(code, ErrorCode::invalid_option);
  EXPECT_EQ(message,
            "variant is 'fast', must be one of filtered, sequential, crcw, crew, work_optimal for "
            "local_max");
}

TEST(Registry, RefusesWhatAnAlgorithmCannotDo) {
  const auto refused = [](auto change) {
    MatchingRequest request;
    change(request);
    const auto [code, message] = error_of([&] { (void)find(request); });
    EXPECT_EQ(code, ErrorCode::unsupported) << message;
    return message;
  };
  EXPECT_EQ(refused([](auto& r) { r.parameters.set("ties", "redraw"); }),
            "local_max (filtered) does not redraw ties; these do: local_max (sequential), "
            "local_max (crcw), local_max (crew), local_max (work_optimal)");
  EXPECT_NE(refused([](auto& r) {
              r.algorithm = "greedy";
              r.parameters.set("ties", "redraw");
            }).find("greedy does not redraw"),
            std::string::npos);
  EXPECT_NE(refused([](auto& r) {
              r.algorithm = "greedy";
              r.variant = "crew";
            }).find("has no variants"),
            std::string::npos);
  EXPECT_NE(refused([](auto& r) {
              r.algorithm = "stack_streaming";
              r.order.rating = Rating::weight_per_pin;
            }).find("no rating"),
            std::string::npos);
  EXPECT_NE(refused([](auto& r) {
              r.algorithm = "greedy_streaming";
              r.parameters.set("noise", 0.5);
            }).find("no noise"),
            std::string::npos);
  EXPECT_NE(refused([](auto& r) {
              r.algorithm = "greedy";
              r.parameters.set("noise_generator", "xorwow");
            }).find("generator"),
            std::string::npos);
}

TEST(Registry, AcceptsRedrawnTiesWhereTheyAreDeclared) {
  for (const AlgorithmInfo& algorithm : algorithms(Problem::hypergraph_matching)) {
    MatchingRequest request;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    request.parameters.set("ties", "redraw");
    if (algorithm.redraws_ties) {
      EXPECT_EQ(&find(request), &algorithm);
    } else {
      EXPECT_EQ(error_of([&] { (void)find(request); }).first, ErrorCode::unsupported);
    }
  }
}

TEST(Registry, RunsEveryAlgorithmInMemory) {
  const Hypergraph h = path();
  for (const AlgorithmInfo& algorithm : algorithms(Problem::hypergraph_matching)) {
    MatchingRequest request;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    const HypergraphMatching matching = match(Context(), h.view(), request);
    // Greedy takes the heavy middle. Swaps want more than sqrt(1/2) times what they give up; the
    // stack ends with the third edge, whose pins have dual 1.
    // The middle crosses two parts.
    const bool is_light = algorithm.streams() || algorithm.name == "interior_first";
    const std::vector<EdgeId> expected =
        is_light ? std::vector<EdgeId>{0, 2} : std::vector<EdgeId>{1};
    EXPECT_EQ(matching.edges, expected) << algorithm.name << ' ' << algorithm.variant;
    EXPECT_FALSE(matching.stats.guarantee.empty());
    EXPECT_EQ(matching.stats.objective, Objective::weight);
  }
}

TEST(Registry, StreamsOnlyWithStreamingAlgorithms) {
  const Hypergraph h = path();
  for (const AlgorithmInfo& algorithm : algorithms(Problem::hypergraph_matching)) {
    HypergraphStream stream(h.view());
    MatchingRequest request;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    if (algorithm.streams()) {
      const StreamingMatching matching = match(Context(), stream, request);
      EXPECT_EQ(matching.edges, match(Context(), h.view(), request).edges);
      EXPECT_EQ(matching.edges_seen, 3U);
    } else {
      const auto [code, message] = error_of([&] { (void)match(Context(), stream, request); });
      EXPECT_EQ(code, ErrorCode::unsupported);
      EXPECT_NE(message.find("whole instance"), std::string::npos);
    }
  }
}

TEST(Registry, HandsParametersToTheAlgorithms) {
  const Hypergraph h = path();
  MatchingRequest request;
  request.algorithm = "stack_streaming";
  request.parameters.set("epsilon", -1.0);
  EXPECT_EQ(error_of([&] { (void)match(Context(), h.view(), request); }).first,
            ErrorCode::invalid_option);
  request = {};
  request.algorithm = "greedy_streaming";
  request.parameters.set(
      "alpha", 0.5);  // 3 >= 1.5 * 2: the middle replaces the first, and keeps the third out
  EXPECT_EQ(match(Context(), h.view(), request).edges, std::vector<EdgeId>{1});
  request = {};
  request.order.objective = Objective::cardinality;
  request.algorithm = "stack_streaming";
  EXPECT_EQ(match(Context(), h.view(), request).edges, (std::vector<EdgeId>{0, 2}));
}

TEST(Registry, RefusesParametersOfOtherAlgorithms) {
  const auto refusal = [](const MatchingRequest& request) {
    return error_of([&] { (void)find(request); });
  };
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (has_request_of_its_own(algorithm)) continue;
    MatchingRequest request;
    request.problem = algorithm.problem;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    request.determinism = Determinism::none;
    const auto check = [&](const char* name, double value, const char* owner) {
      MatchingRequest changed = request;
      changed.parameters.set(name, value);
      if (algorithm.name == owner) {
        EXPECT_EQ(&find(changed), &algorithm);
        return;
      }
      const auto [code, message] = refusal(changed);
      EXPECT_EQ(code, ErrorCode::unsupported) << algorithm.name;
      EXPECT_NE(message.find(name), std::string::npos) << message;
      EXPECT_NE(message.find(owner), std::string::npos) << message;
    };
    check("epsilon", 0.2, "stack_streaming");
    check("alpha", 0.5, "greedy_streaming");
    check("blue_share", 0.4, "red_blue");
  }
}

TEST(Registry, MethodsForEdgesThatAreNotHeldHaveRowsThatMatchDoesNotRun) {
  for (const Problem problem : {Problem::hypergraph_matching, Problem::graph_matching}) {
    const AlgorithmInfo& standard = find({.problem = problem});
    std::size_t external = 0;
    for (const AlgorithmInfo* row : rows_named(problem, standard.name)) {
      if (!row->is_external()) continue;
      ++external;
      EXPECT_TRUE(value_of_name<ExternalMethod>(row->variant));
      EXPECT_TRUE(row->greedy && row->maximal && row->runs_on_host());
      MatchingRequest request{.problem = problem};
      request.variant = row->variant;
      EXPECT_EQ(error_of([&] { (void)find(request); }).first, ErrorCode::invalid_option);
    }
    EXPECT_EQ(external, names_of<ExternalMethod>().size());
  }
}

TEST(Registry, MarkdownHasOneFullRowAnEntry) {
  std::istringstream lines(markdown());
  std::string line;
  std::vector<std::string> rows;
  while (std::getline(lines, line)) rows.push_back(line);
  std::vector<const AlgorithmInfo*> entries;
  for (const auto& problem : names_of<Problem>()) {
    for (const AlgorithmInfo* row : rows_named(problem.value, {})) entries.push_back(row);
  }
  ASSERT_EQ(rows.size(), entries.size() + 2);
  const auto bars = [](const std::string& row) { return std::count(row.begin(), row.end(), '|'); };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(bars(rows[i]), bars(rows[0])) << rows[i];
    EXPECT_EQ(rows[i].front(), '|');
    EXPECT_EQ(rows[i].back(), '|');
    if (i < 2) continue;
    const AlgorithmInfo& algorithm = *entries[i - 2];
    EXPECT_NE(rows[i].find(algorithm.name), std::string::npos);
    EXPECT_NE(rows[i].find(algorithm.reference), std::string::npos);
    EXPECT_EQ(rows[i].find("(default)") != std::string::npos, algorithm.is_default);
  }
}

}  // namespace
}  // namespace hypermatch::registry
