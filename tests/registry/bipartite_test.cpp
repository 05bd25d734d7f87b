// SPDX-License-Identifier: MIT
// Requests for matchings of rows and columns: every entry runs and is what it says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "tests/registry/error_of.hpp"

namespace hypermatch::registry {
namespace {

// A path: row i meets columns i and i + 1, so that all rows can be matched.
struct Path {
  std::vector<Offset> offsets = {0};
  std::vector<VertexId> columns;

  explicit Path(VertexId rows) {
    for (VertexId r = 0; r < rows; ++r) {
      columns.insert(columns.end(), {r + 1, r});
      offsets.push_back(columns.size());
    }
  }
  [[nodiscard]] BipartiteView view() const {
    const auto rows = static_cast<VertexId>(offsets.size() - 1);
    return {rows, rows + 1, offsets, columns};
  }
};

TEST(BipartiteRegistry, EveryEntryRunsOnTheHostOrSaysWhereItDoes) {
  const Path path(50);
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (const AlgorithmInfo& algorithm : algorithms(Problem::bipartite_matching)) {
    SCOPED_TRACE(algorithm.name);
    EXPECT_EQ(algorithm.problem, Problem::bipartite_matching);
    const BipartiteRequest request{.algorithm = std::string(algorithm.name),
                                   .variant = std::string(algorithm.variant)};
    EXPECT_EQ(&find(request), &algorithm);
    const bool on_host = algorithm.runs_on_host();
    try {
      const BipartiteMatching matching = match(context, path.view(), request);
      EXPECT_TRUE(on_host);
      EXPECT_EQ(matching.cardinality, 50U);
    } catch (const Error& error) {
      EXPECT_FALSE(on_host) << error.what();
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
    }
  }
}

TEST(BipartiteRegistry, DefaultsKeepTheLevelThatIsAskedFor) {
  EXPECT_TRUE(find(BipartiteRequest{}).is_default);
  for (const Determinism level : {Determinism::any_backend, Determinism::run_to_run}) {
    EXPECT_LE(find(BipartiteRequest{.determinism = level}).determinism, level);
  }
  for (const AlgorithmInfo& algorithm : algorithms(Problem::bipartite_matching)) {
    if (algorithm.determinism == Determinism::any_backend) continue;
    const BipartiteRequest request{.algorithm = std::string(algorithm.name),
                                   .variant = std::string(algorithm.variant),
                                   .determinism = Determinism::any_backend};
    EXPECT_NE(error_of(request, ErrorCode::unsupported).find("determinism any_backend"),
              std::string::npos);
  }
}

TEST(BipartiteRegistry, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(error_of(BipartiteRequest{.algorithm = "suitor"}, ErrorCode::invalid_option)
                .find("hopcroft_karp"),
            std::string::npos);
  EXPECT_NE(error_of(BipartiteRequest{.algorithm = "hopcroft_karp", .variant = "x"},
                     ErrorCode::unsupported)
                .find("no variants"),
            std::string::npos);
}

}  // namespace
}  // namespace hypermatch::registry
