// SPDX-License-Identifier: MIT
// Sizes that SciPy's maximum_bipartite_matching finds: scipy_sizes.py writes scipy_sizes.tsv.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

struct KnownSize {
  std::string family;
  std::map<std::string, double> parameters;
  std::uint64_t seed = 0;
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::uint64_t size = 0;
};

std::vector<KnownSize> known_sizes() {
  std::ifstream file(HYPERMATCH_SOURCE_DIR "/tests/algorithms/bipartite_matching/scipy_sizes.tsv");
  std::vector<KnownSize> sizes;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    KnownSize known;
    std::string parameters;
    words >> known.family >> parameters >> known.seed >> known.num_rows >> known.num_columns >>
        known.size;
    EXPECT_FALSE(words.fail()) << line;
    std::istringstream pairs(parameters);
    for (std::string pair; std::getline(pairs, pair, ',');) {
      const std::size_t sign = pair.find('=');
      known.parameters[pair.substr(0, sign)] = std::stod(pair.substr(sign + 1));
    }
    sizes.push_back(std::move(known));
  }
  return sizes;
}

// A hyperedge is a row; of a graph, the adjacency matrix.
Bipartite rows_and_columns(const Context& context, const KnownSize& known) {
  AnyInstance instance = generate::instance(context, known.family, known.parameters, known.seed);
  if (auto* hypergraph = std::get_if<Hypergraph>(&instance)) {
    const EdgeId num_rows = hypergraph->view().num_edges();
    return {num_rows, hypergraph->num_vertices, std::move(hypergraph->offsets),
            std::move(hypergraph->pins)};
  }
  if (auto* graph = std::get_if<Graph>(&instance)) {
    CompressedGraph both = compress(context, graph->edges(context).view());
    return {both.num_vertices, both.num_vertices, std::move(both.offsets),
            std::move(both.neighbours)};
  }
  return std::get<Bipartite>(std::move(instance));
}

TEST(BipartiteSizes, AgreeWithSciPy) {
  const Context context({.threads = 2});
  const std::vector<KnownSize> sizes = known_sizes();
  ASSERT_GE(sizes.size(), 400U);
  for (const KnownSize& known : sizes) {
    SCOPED_TRACE(known.family + ", seed " + std::to_string(known.seed));
    const Bipartite graph = rows_and_columns(context, known);
    ASSERT_EQ(graph.num_rows, known.num_rows);
    ASSERT_EQ(graph.num_columns, known.num_columns);
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      EXPECT_EQ(algorithm.run(context, graph.view(), {}).cardinality, known.size) << algorithm.name;
    }
  }
}

}  // namespace
}  // namespace hypermatch
