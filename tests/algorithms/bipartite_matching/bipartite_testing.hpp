// SPDX-License-Identifier: MIT
// All algorithms and starts by name, and what every matching is held to.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::testing {

using BipartiteAlgorithm = BipartiteMatching(const Context&, const BipartiteView&,
                                             const BipartiteOptions&);

struct NamedAlgorithm {
  const char* name;
  BipartiteAlgorithm* run;
  bool same_bytes;  ///< on any number of threads
};

inline constexpr std::array<NamedAlgorithm, 8> k_algorithms = {{
    {"hopcroft_karp", hopcroft_karp, true},
    {"hkdw", hkdw, true},
    {"pfp", pfp, true},
    {"maximum_matching", maximum_matching, true},
    {"p_hk", p_hk, false},
    {"p_pfp", p_pfp, false},
    {"p_dbfs", p_dbfs, false},
    {"ms_bfs_graft", ms_bfs_graft, false},
}};

inline constexpr std::array<BipartiteStart, 6> k_starts = {
    BipartiteStart::automatic,   BipartiteStart::none,      BipartiteStart::cheap,
    BipartiteStart::karp_sipser, BipartiteStart::two_sided, BipartiteStart::least_degree};

/// The matching is one of the graph, both sides agree, and its numbers are right.
inline void expect_valid(const BipartiteView& graph, const BipartiteMatching& matching,
                         bool maximum) {
  std::vector<RowColumn> pairs;
  ASSERT_EQ(matching.row_mates.size(), graph.num_rows);
  ASSERT_EQ(matching.column_mates.size(), graph.num_columns);
  std::size_t matched_columns = 0;
  for (const VertexId r : matching.column_mates) matched_columns += r != k_none ? 1 : 0;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    const VertexId c = matching.row_mates[r];
    if (c == k_none) continue;
    pairs.push_back({r, c});
    ASSERT_LT(c, graph.num_columns);
    ASSERT_EQ(matching.column_mates[c], r);
  }
  EXPECT_EQ(matched_columns, pairs.size());
  EXPECT_EQ(matching.cardinality, pairs.size());
  const verify::BipartiteVerdict verdict = verify::check_bipartite(
      Context({.threads = 1}), graph, pairs, {.maximum = maximum, .cover = std::nullopt});
  EXPECT_TRUE(verdict.ok) << verdict.violation;
}

/// No row and column that are both free are adjacent.
inline bool is_maximal(const BipartiteView& graph, const BipartiteMatching& matching) {
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    if (matching.row_mates[r] != k_none) continue;
    for (const VertexId c : graph.columns_of(r)) {
      if (matching.column_mates[c] == k_none) return false;
    }
  }
  return true;
}

/// Row r meets columns r + 1 and r, the last one only its own: what starts leave is one path
/// through all rows.
inline Bipartite chain(VertexId length) {
  Bipartite graph;
  graph.num_rows = graph.num_columns = length;
  graph.offsets.push_back(0);
  for (VertexId r = 0; r < length; ++r) {
    if (r + 1 < length) graph.columns.push_back(r + 1);
    graph.columns.push_back(r);
    graph.offsets.push_back(graph.columns.size());
  }
  return graph;
}

}  // namespace hypermatch::testing
