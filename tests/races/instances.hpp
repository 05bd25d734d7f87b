// SPDX-License-Identifier: MIT
// Small instances of different shape and weights, for tests of data races. Made once, by one
// thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::test {

enum class WeightKind { none, int32, int64, real32, real64 };

/// `m` weights of this kind; those of 32-bit integers are few, so that there are ties.
[[nodiscard]] Weights some_weights(std::uint64_t m, WeightKind kind);

struct NamedHypergraph {
  std::string name;
  Hypergraph hypergraph;
};
struct NamedGraph {
  std::string name;
  EdgeList list;
  CompressedGraph rows;
};
struct NamedBipartite {
  std::string name;
  Bipartite graph;
};
struct NamedPreferences {
  std::string name;
  Preferences preferences;
};

using Parameters = std::map<std::string, double>;
[[nodiscard]] Hypergraph make_hypergraph(const std::string& family, const Parameters& parameters,
                                         WeightKind kind);
[[nodiscard]] NamedGraph make_graph(const std::string& family, const Parameters& parameters,
                                    WeightKind kind);

[[nodiscard]] const std::vector<NamedHypergraph>& hypergraphs();
[[nodiscard]] const std::vector<NamedGraph>& graphs();
/// Graphs with communities.
[[nodiscard]] const std::vector<NamedGraph>& community_graphs();
[[nodiscard]] const std::vector<NamedBipartite>& bipartite_graphs();
/// Two-sided instances, then one-sided ones.
[[nodiscard]] const std::vector<NamedPreferences>& preferences();
/// One list per side, or a third one that some left agents have.
[[nodiscard]] SharedPreferences shared_preferences(bool with_third);
[[nodiscard]] const ScoredPairs& scored_pairs();

/// A capacity from 0 to 3 for each of `n` vertices.
[[nodiscard]] std::vector<std::uint32_t> some_capacities(VertexId n);

}  // namespace hypermatch::test
