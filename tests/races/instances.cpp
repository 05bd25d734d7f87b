// SPDX-License-Identifier: MIT
#include "tests/races/instances.hpp"

#include <limits>

#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {

namespace {

namespace base = detail::base;

template <class T>
Array<T> filled(std::uint64_t m, std::int64_t most, T unit) {
  Array<T> weights(m);
  for (std::size_t e = 0; e < m; ++e) {
    weights[e] = static_cast<T>(base::random_weight(e, 1, most, 5)) * unit;
  }
  return weights;
}

}  // namespace

Weights some_weights(std::uint64_t m, WeightKind kind) {
  switch (kind) {
    case WeightKind::none:
      break;
    case WeightKind::int32:
      return filled<std::int32_t>(m, 20, 1);
    case WeightKind::int64:
      return filled<std::int64_t>(m, std::int64_t{1} << 40, 1);
    case WeightKind::real32:
      return filled<float>(m, 1000, 0.125F);
    case WeightKind::real64:
      return filled<double>(m, std::int64_t{1} << 40, 0.1);
  }
  return std::monostate{};
}

Hypergraph make_hypergraph(const std::string& family, const Parameters& parameters,
                           WeightKind kind) {
  Hypergraph made = generate::hypergraph(serial(), family, parameters, 3);
  made.weights = some_weights(made.view().num_edges(), kind);
  return made;
}

NamedGraph make_graph(const std::string& family, const Parameters& parameters, WeightKind kind) {
  NamedGraph made{family, generate::graph(serial(), family, parameters, 3), {}};
  made.list.weights = some_weights(made.list.edges.size(), kind);
  made.rows = compress(serial(), made.list.view());
  return made;
}

const std::vector<NamedHypergraph>& hypergraphs() {
  static const std::vector<NamedHypergraph> all = [] {
    std::vector<NamedHypergraph> made;
    const auto add = [&](const char* family, const Parameters& parameters, WeightKind kind) {
      made.push_back({family, make_hypergraph(family, parameters, kind)});
    };
    add("uniform", {{"n", 400}, {"m", 1500}, {"k", 3}}, WeightKind::int32);
    add("sizes", {{"n", 300}, {"m", 1200}, {"min", 2}, {"max", 9}}, WeightKind::real64);
    add("power_law", {{"n", 400}, {"m", 700}}, WeightKind::none);
    add("stencil27", {{"x", 8}, {"y", 8}, {"z", 6}}, WeightKind::int64);
    add("chain", {{"m", 600}, {"d", 3}}, WeightKind::real32);
    return made;
  }();
  return all;
}

const std::vector<NamedGraph>& graphs() {
  static const std::vector<NamedGraph> all = [] {
    std::vector<NamedGraph> made;
    made.push_back(make_graph("random_graph", {{"n", 500}, {"alpha", 3}}, WeightKind::int32));
    made.push_back(make_graph("rgg", {{"n", 300}}, WeightKind::real32));
    made.push_back(make_graph("star_of_stars", {{"hubs", 6}, {"leaves", 130}}, WeightKind::int64));
    made.push_back(make_graph("rmat", {{"scale", 8}, {"edge_factor", 6}}, WeightKind::none));
    made.push_back(make_graph("grid", {{"x", 20}, {"y", 20}}, WeightKind::real64));
    // Long chains of dependence.
    NamedGraph path{"path", generate::graph(serial(), "path", {{"n", 600}, {"weights", 2}}, 1), {}};
    path.rows = compress(serial(), path.list.view());
    made.push_back(std::move(path));
    return made;
  }();
  return all;
}

const std::vector<NamedGraph>& community_graphs() {
  static const std::vector<NamedGraph> all = [] {
    std::vector<NamedGraph> made;
    made.push_back(make_graph("planted_partition",
                              {{"n", 400}, {"communities", 8}, {"degree_in", 8}, {"degree_out", 3}},
                              WeightKind::none));
    made.push_back(make_graph(
        "lfr",
        {{"n", 500}, {"max_degree", 60}, {"min_degree", 4}, {"max_size", 80}, {"mixing", 25}},
        WeightKind::int32));
    made.push_back(make_graph("star_of_stars", {{"hubs", 6}, {"leaves", 60}}, WeightKind::real32));
    made.push_back(make_graph("grid", {{"x", 18}, {"y", 18}}, WeightKind::int64));
    return made;
  }();
  return all;
}

const std::vector<NamedBipartite>& bipartite_graphs() {
  static const std::vector<NamedBipartite> all = [] {
    std::vector<NamedBipartite> made;
    const auto add = [&](const char* family, const Parameters& parameters) {
      made.push_back({family, generate::bipartite(serial(), family, parameters, 3)});
    };
    add("random_bipartite", {{"rows", 900}, {"columns", 800}, {"degree", 3}});
    add("layered", {{"levels", 300}, {"shuffle", 1}});
    add("chain_bipartite", {{"n", 400}});
    add("complete_bipartite", {{"rows", 30}, {"columns", 60}});
    return made;
  }();
  return all;
}

const std::vector<NamedPreferences>& preferences() {
  static const std::vector<NamedPreferences> all = [] {
    std::vector<NamedPreferences> made;
    const auto add = [&](const char* family, const Parameters& parameters) {
      made.push_back({family, generate::preferences(serial(), family, parameters, 3)});
    };
    add("easy_marriage", {{"n", 400}, {"left_ties", 30}, {"right_ties", 20}});
    add("random_marriage", {{"left", 60}, {"right", 70}, {"missing", 20}});
    add("residents", {{"residents", 500}, {"hospitals", 40}, {"length", 6}, {"places", 9}});
    add("master_list", {{"left", 300}, {"right", 280}, {"length", 8}});
    add("roommates", {{"n", 400}, {"length", 8}});
    add("roommates", {{"n", 60}, {"length", 59}});
    return made;
  }();
  return all;
}

SharedPreferences shared_preferences(bool with_third) {
  constexpr VertexId k_side = 300;
  constexpr VertexId k_short = 5;
  SharedPreferences made;
  made.num_left = k_side;
  made.lists.resize(2 * k_side);
  made.offsets = Array<Offset>(with_third ? 4 : 3);
  made.partners.resize(2 * k_side + (with_third ? k_short : 0));
  made.capacities = Array<std::uint32_t>(2 * k_side, 1);
  for (VertexId list = 0; list < 3; ++list) made.offsets[list] = list * k_side;
  for (VertexId i = 0; i < k_side; ++i) {
    made.partners[i] = k_side + (i * 7) % k_side;
    made.partners[k_side + i] = (i * 11) % k_side;
    made.lists[i] = with_third && i % 4 == 0 ? 2 : 0;
    made.lists[k_side + i] = 1;
    if (i % 5 == 0) made.capacities[k_side + i] = 2;
  }
  if (with_third) {
    made.offsets[3] = made.partners.size();
    for (VertexId i = 0; i < k_short; ++i) made.partners[2 * k_side + i] = k_side + i;
  }
  return made;
}

const ScoredPairs& scored_pairs() {
  static const ScoredPairs all = [] {
    const Bipartite pairs = generate::bipartite(
        serial(), "random_bipartite", {{"rows", 300}, {"columns", 280}, {"degree", 8}}, 4);
    ScoredPairs made;
    made.num_left = pairs.num_rows;
    made.num_agents = pairs.num_rows + pairs.num_columns;
    made.offsets = pairs.offsets.clone();
    made.partners = pairs.columns.clone();
    for (VertexId& partner : made.partners) partner += pairs.num_rows;
    made.left_scores = some_weights(made.partners.size(), WeightKind::real32);
    made.right_scores = some_weights(made.partners.size(), WeightKind::real32);
    made.capacities = Array<std::uint32_t>(made.num_agents, 1);
    for (VertexId agent = 0; agent < made.num_agents; agent += 3) made.capacities[agent] = 2;
    return made;
  }();
  return all;
}

std::vector<std::uint32_t> some_capacities(VertexId n) {
  std::vector<std::uint32_t> capacities(n);
  for (VertexId v = 0; v < n; ++v) {
    capacities[v] = static_cast<std::uint32_t>(base::hash(9, v) % 4);
  }
  return capacities;
}

}  // namespace hypermatch::test
