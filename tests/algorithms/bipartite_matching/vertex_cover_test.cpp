// SPDX-License-Identifier: MIT
// Covers against their definition, and largest matchings of real matrices with the ranks that are
// published for them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

TEST(VertexCover, HasAsManyMembersAsTheMatchingPairs) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Rows rows = random_rows(9, 11, 5 + seed % 25, seed);
    const Bipartite graph = graph_of(11, rows);
    std::vector<VertexId> order = ascending(rows.size());
    const VertexCover cover = vertex_cover(context, graph.view(), simple_matching(11, rows, order));
    EXPECT_EQ(cover.size(), simple_rank(11, rows));
    EXPECT_TRUE(std::is_sorted(cover.rows.begin(), cover.rows.end()));
    EXPECT_TRUE(std::is_sorted(cover.columns.begin(), cover.columns.end()));
    for (VertexId r = 0; r < rows.size(); ++r) {
      if (std::binary_search(cover.rows.begin(), cover.rows.end(), r)) continue;
      for (const VertexId c : rows[r]) {
        EXPECT_TRUE(std::binary_search(cover.columns.begin(), cover.columns.end(), c));
      }
    }
    std::reverse(order.begin(), order.end());
    const VertexCover again = vertex_cover(context, graph.view(), simple_matching(11, rows, order));
    EXPECT_EQ(again.rows, cover.rows);
    EXPECT_EQ(again.columns, cover.columns);
  }
}

TEST(VertexCover, RefusesSmallerMatchings) {
  const Bipartite graph = graph_of(2, {{0, 1}, {0}});
  const std::vector<VertexId> smaller = {0, k_none};
  EXPECT_THROW((void)vertex_cover(Context({.threads = 1}), graph.view(), smaller), Error);
}

struct Known {
  std::string file;
  std::uint64_t rank = 0;
};

/// The ranks of the manifest, of files that are there.
std::vector<Known> known_ranks(const std::string& folder) {
  std::vector<Known> known;
  std::ifstream table(folder + "/MANIFEST.tsv");
  for (std::string row; std::getline(table, row);) {
    constexpr std::string_view k_what = "bipartite max matching ";
    const std::size_t at = row.find(k_what);
    if (at == std::string::npos) continue;
    std::string file = folder + "/" + row.substr(0, row.find('\t')) + ".zst";
    if (!std::filesystem::exists(file)) continue;
    known.push_back({std::move(file), std::stoull(row.substr(at + k_what.size()))});
  }
  return known;
}

constexpr std::uint64_t k_small = 250'000;  // entries

TEST(RealMatrices, HaveTheRanksThatAreKnown) {
  const char* given = std::getenv("HYPERMATCH_DATA_DIR");
  const std::vector<Known> all = known_ranks(given != nullptr ? given : HYPERMATCH_DATA_DIR);
  if (all.empty()) GTEST_SKIP() << "no real matrices with known ranks";
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (const Known& known : all) {
    SCOPED_TRACE(known.file);
    const io::Instance instance =
        io::read(context, known.file, {.format = {}, .as = io::Interpretation::bipartite});
    const BipartiteView view = std::get<Bipartite>(instance.data).view();
    const BipartiteMatching matching = maximum_matching(context, view);
    EXPECT_EQ(matching.cardinality, known.rank);
    // Deep ones take some of these too long for a test.
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      if (view.num_entries() > k_small) break;
      EXPECT_EQ(algorithm.run(context, view, {}).cardinality, known.rank) << algorithm.name;
    }
    const VertexCover cover = vertex_cover(context, view, matching.row_mates);
    std::vector<RowColumn> pairs;
    for (VertexId r = 0; r < view.num_rows; ++r) {
      if (matching.row_mates[r] != k_none) pairs.push_back({r, matching.row_mates[r]});
    }
    const verify::VertexCoverView proof{cover.rows, cover.columns};
    EXPECT_EQ(
        verify::check_bipartite(context, view, pairs, {.maximum = true, .cover = proof}).violation,
        "");
    EXPECT_EQ(verify::check_bipartite(context, view, pairs, {.maximum = true}).violation, "");
    const DulmageMendelsohn d = dulmage_mendelsohn(context, view, matching.row_mates);
    EXPECT_EQ(d.horizontal.rows + d.square.rows + d.vertical.columns, known.rank);
  }
}

}  // namespace
}  // namespace hypermatch
