// SPDX-License-Identifier: MIT
// METIS files keep their rows, in the order that `compress` gives them, whatever order, repeats and
// unequal weights the file has.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

const Context& one() {
  static const Context context({.threads = 1});
  return context;
}

GraphView rows_of(const Instance& instance) {
  return std::get<GraphView>(graph_of(instance).view().form());
}

// Rows that are what `compress` makes of their own list are in the one order that a list has, too.
void expect_rows_of_a_list(const Instance& instance) {
  ASSERT_TRUE(graph_of(instance).has_rows());
  const GraphView rows = rows_of(instance);
  ASSERT_NO_THROW(validate(rows));
  const CompressedGraph again = compress(one(), edges_of(one(), rows).view());
  EXPECT_TRUE(std::ranges::equal(rows.offsets, again.offsets));
  EXPECT_TRUE(std::ranges::equal(rows.neighbours, again.neighbours));
  const WeightsView expected = view_of(again.weights);
  ASSERT_EQ(rows.weights.index(), expected.index());
  for (std::size_t i = 0; i < size_of(expected); ++i) {
    ASSERT_EQ(weight_at(rows.weights, i), weight_at(expected, i)) << i;
  }
}

TEST(MetisRows, OfAFileByHand) {
  const Instance instance = parse_with(parse_metis, "3 2 1\n2 7 3 8\n1 7\n1 8\n");
  expect_rows_of_a_list(instance);
  const GraphView rows = rows_of(instance);
  EXPECT_TRUE(std::ranges::equal(rows.neighbours, std::vector<VertexId>{1, 2, 0, 0}));
  EXPECT_EQ(weight_at(rows.weights, 1), 8.0);
  EXPECT_EQ(instance.report.zero_weights, 0U);
}

TEST(MetisRows, BackwardEntriesAscendAndForwardOnesStayAsTheyStand) {
  const Instance instance = parse_with(parse_metis, "4 4 1\n4 1 2 2\n3 3 1 2\n4 4 2 3\n3 4 1 1\n");
  expect_rows_of_a_list(instance);
  EXPECT_TRUE(std::ranges::equal(rows_of(instance).neighbours,
                                 std::vector<VertexId>{3, 1, 0, 2, 1, 3, 0, 2}));
  EXPECT_EQ(edges_of(instance), "1-4:1 1-2:2 2-3:3 3-4:4");
}

TEST(MetisRows, CountsOfWeightsAreOfEdges) {
  const Instance instance = parse_with(parse_metis, "3 2 1\n2 0\n1 0 3 -2\n2 -2\n");
  EXPECT_EQ(instance.report.zero_weights, 1U);
  EXPECT_EQ(instance.report.negative_weights, 1U);
}

struct Messy {
  bool shuffled = false;
  bool repeated = false;
  bool unequal = false;
};

// A file of random edges; `edges` gets them.
std::string random_file(std::uint64_t seed, const Messy& messy,
                        std::set<std::pair<unsigned, unsigned>>& edges) {
  constexpr unsigned k_vertices = 40;
  std::vector<std::vector<std::pair<unsigned, unsigned>>> rows(k_vertices);
  for (unsigned i = 0; i < 120; ++i) {
    const auto u = static_cast<unsigned>(pick(seed + 3 * i, k_vertices));
    const auto v = static_cast<unsigned>(pick(seed + 3 * i + 1, k_vertices));
    if (u == v || !edges.insert(std::minmax(u, v)).second) continue;
    const auto w = static_cast<unsigned>(pick(seed + 3 * i + 2, 9));
    rows[u].emplace_back(v, w);
    rows[v].emplace_back(u, messy.unequal && i % 5 == 0 ? w + 1 : w);
    if (messy.repeated && i % 7 == 0) {
      rows[u].emplace_back(v, w + 2);
      rows[v].emplace_back(u, w);
    }
  }
  std::string text;
  std::size_t entries = 0;
  for (auto& row : rows) {
    if (!messy.shuffled) std::sort(row.begin(), row.end());
    for (const auto& [v, w] : row) {
      text += std::to_string(v + 1) + ' ' + std::to_string(w) + ' ';
      ++entries;
    }
    text += '\n';
  }
  return std::to_string(k_vertices) + ' ' + std::to_string(entries / 2) + " 1\n" + text;
}

TEST(MetisRows, OfWhateverFileAreThoseOfItsList) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (int bits = 0; bits < 8; ++bits) {
      const Messy messy{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
      std::set<std::pair<unsigned, unsigned>> edges;
      const std::string text = random_file(1000 * seed, messy, edges);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", messy " + std::to_string(bits));
      const Instance instance = parse_with(parse_metis, text);
      expect_rows_of_a_list(instance);
      EXPECT_EQ(graph_of(instance).num_edges(), edges.size());
      EXPECT_EQ(instance.report.parallel_edges != 0, messy.repeated);
      const Instance by_three = parse_with(parse_metis, text, Interpretation::automatic, 3);
      EXPECT_EQ(dump(by_three), dump(instance));
      // The file with one back entry less is refused, whatever else it has.
      const std::size_t begin = text.find('\n') + 1;
      const std::size_t last = text.find(' ', text.find(' ', begin) + 1) + 1;
      const std::string broken = text.substr(0, begin) + text.substr(last);
      if (text.substr(begin, last - begin).find('\n') != std::string::npos) continue;
      if (messy.repeated) continue;  // the entry may stand a second time
      EXPECT_NE(error_of(parse_metis, broken).find("in the lines of both its ends"),
                std::string::npos);
    }
  }
}

TEST(MetisRows, AreWrittenAsTheyStand) {
  std::set<std::pair<unsigned, unsigned>> edges;
  const Instance instance = parse_with(parse_metis, random_file(5, {}, edges));
  Instance list;
  list.data = edges_of(one(), rows_of(instance));
  EXPECT_EQ(written(write_metis, instance), written(write_metis, list));
  EXPECT_EQ(written(write_edge_list, instance), written(write_edge_list, list));
  EXPECT_EQ(written(write_dimacs_graph, instance), written(write_dimacs_graph, list));
  EXPECT_EQ(written(write_matrix_market, instance), written(write_matrix_market, list));
}

// A cycle with chords of `n` vertices, long enough to be cut into many parts. `front(v)` stands in
// front of the neighbours of v, `weight(u, v)` behind each, `above(v)` above the line.
template <class Front, class WeightOf, class Above>
std::string long_file(unsigned n, const std::string& format, const Front& front,
                      const WeightOf& weight, const Above& above) {
  std::string text;
  for (unsigned v = 0; v < n; ++v) {
    text += above(v) + front(v);
    for (const unsigned step : {1U, 2U, n / 2, n - 2, n - 1}) {
      const unsigned u = (v + step) % n;
      text += ' ' + std::to_string(u + 1) + weight(std::min(u, v), std::max(u, v));
    }
    text += '\n';
  }
  return std::to_string(n) + ' ' + std::to_string(n * 5 / 2) + ' ' + format + '\n' + text;
}

void expect_same_of_all_threads(const std::string& text) {
  const std::string expected = error_of(parse_metis, text);
  for (const int threads : {2, 4, 7}) {
    EXPECT_EQ(error_of(parse_metis, text, Interpretation::automatic, threads), expected);
  }
  if (expected != "none") return;
  const Instance one_part = parse_with(parse_metis, text);
  expect_rows_of_a_list(one_part);
  for (const int threads : {2, 4, 7}) {
    const Instance parts = parse_with(parse_metis, text, Interpretation::automatic, threads);
    EXPECT_TRUE(std::ranges::equal(rows_of(parts).offsets, rows_of(one_part).offsets));
    EXPECT_TRUE(std::ranges::equal(rows_of(parts).neighbours, rows_of(one_part).neighbours));
    EXPECT_TRUE(dump(parts) == dump(one_part)) << threads;
  }
}

TEST(MetisRows, OfManyPartsAreThoseOfOne) {
  constexpr unsigned k_n = 20000;
  const auto nothing = [](auto...) { return std::string(); };
  const auto small = [](unsigned u, unsigned v) { return ' ' + std::to_string((u + v) % 9); };
  expect_same_of_all_threads(long_file(k_n, "0", nothing, nothing, nothing));
  expect_same_of_all_threads(long_file(k_n, "1", nothing, small, nothing));
  // Wider weights in one part only, comments, and words in front of the neighbours.
  expect_same_of_all_threads(long_file(
      k_n, "1", nothing,
      [&](unsigned u, unsigned v) { return u == 15000 ? " 5000000000" : small(u, v); }, nothing));
  expect_same_of_all_threads(long_file(
      k_n, "1", nothing, [&](unsigned u, unsigned v) { return v == 3 ? " 0.5" : small(u, v); },
      [](unsigned v) { return std::string(v % 1000 == 7 ? "% a comment 1 2 3\n" : ""); }));
  const auto front = [](unsigned v) { return std::to_string(v) + " 1 -" + std::to_string(v); };
  expect_same_of_all_threads(long_file(k_n, "111 2", front, small, nothing));
  // Self-loops leave gaps between parts.
  expect_same_of_all_threads(long_file(
      k_n, "0", [](unsigned v) { return v % 3 == 0 ? std::to_string(v + 1) : std::string(); },
      nothing, nothing));
}

TEST(MetisRows, OfManyPartsFailLikeOne) {
  constexpr unsigned k_n = 20000;
  const auto nothing = [](auto...) { return std::string(); };
  // One entry is missing its back entry, or has another weight there, which is no failure.
  for (const unsigned place : {0U, 5000U, 19999U}) {
    std::string text = long_file(
        k_n, "1", nothing, [](auto...) { return std::string(" 3"); }, nothing);
    const std::size_t at = text.find(" 3", text.size() / (k_n + 1) * place + 20);
    expect_same_of_all_threads(text.replace(at, 2, " 4"));
  }
  std::string text = long_file(k_n, "0", nothing, nothing, nothing);
  const std::size_t at = text.rfind(" 10001 ");
  expect_same_of_all_threads(text.replace(at, 7, " 10006 "));
  // Long lines in front of lines that lack the words that stand in front of neighbours.
  std::string lacking = "60000 1 10\n1";
  for (unsigned i = 0; i < 40000; ++i) lacking += " 2";
  lacking += '\n' + std::string(60000, '\n');
  expect_same_of_all_threads(lacking);
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
