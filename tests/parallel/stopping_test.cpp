// SPDX-License-Identifier: MIT
// What takes long on large inputs stops in its midst when it is asked to: conversions, sorts,
// checks, sequential algorithms, families, verdicts and readers.
#include "tests/stopping.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/verify_matching.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::test {
namespace {

const Context& one_thread() {
  static const Context context({.threads = 1});
  return context;
}

// Large enough that each call looks several times.
struct Instances {
  EdgeList list = generate::graph(one_thread(), "random_graph", {{"n", 60000}, {"alpha", 10}});
  EdgeList shuffled;
  CompressedGraph rows;
  Hypergraph hypergraph =
      generate::hypergraph(one_thread(), "uniform", {{"n", 60000}, {"m", 300000}});
  Bipartite bipartite;
  GraphMatching matching;
  HypergraphMatching hypermatching;
  std::string metis, matrix, edges;

  Instances() {
    shuffled.num_vertices = list.num_vertices;
    for (std::size_t e = 0; e < list.edges.size(); ++e) {
      const GraphEdge edge = list.edges[(e * 1000003) % list.edges.size()];
      shuffled.edges.push_back(e % 2 == 0 ? edge : GraphEdge{edge.v, edge.u});
    }
    rows = compress(one_thread(), list.view());
    bipartite.num_rows = rows.num_vertices;
    bipartite.num_columns = rows.num_vertices;
    bipartite.offsets = rows.offsets.clone();
    bipartite.columns = rows.neighbours.clone();
    matching = greedy(one_thread(), list.view());
    hypermatching = greedy(one_thread(), hypergraph.view());
    metis = std::to_string(rows.num_vertices) + ' ' + std::to_string(list.edges.size()) + '\n';
    for (VertexId v = 0; v < rows.num_vertices; ++v) {
      for (const VertexId u : rows.view().neighbours_of(v)) metis += std::to_string(u + 1) + ' ';
      metis += '\n';
    }
    const std::string n = std::to_string(rows.num_vertices);
    matrix = "%%MatrixMarket matrix coordinate pattern general\n" + n + ' ' + n + ' ' +
             std::to_string(shuffled.edges.size()) + '\n';
    for (const auto [u, v] : shuffled.edges) {
      const std::string line = std::to_string(u + 1) + ' ' + std::to_string(v + 1) + '\n';
      matrix += line;
      edges += line;
    }
  }
};

const Instances& instances() {
  static const Instances made;
  return made;
}

struct LongCall {
  std::string name;
  StoppedCall call;
};

void PrintTo(const LongCall& call, std::ostream* out) {
  *out << call.name;
}

class Stops : public ::testing::TestWithParam<LongCall> {};

TEST_P(Stops, InItsMidst) {
  (void)instances();
  expect_stops(GetParam().call, 1, {0.3});
}

LongCall generates(const std::string& family, const std::map<std::string, double>& parameters) {
  return {"generate_" + family,
          [=](const Context& context) { (void)generate::instance(context, family, parameters); }};
}

LongCall reads(const std::string& format, const std::string Instances::*text) {
  return {"read_" + format, [=](const Context& context) {
            const std::string& bytes = instances().*text;
            (void)io::read_text(context, std::span<const char>(bytes.data(), bytes.size()), "text",
                                {.format = format});
          }};
}

std::vector<LongCall> long_calls() {
  using namespace detail::parallel;
  const auto i = [] { return std::cref(instances()); };
  return {
      {"compress", [=](const Context& c) { (void)compress(c, i().get().list.view()); }},
      {"edges_of", [=](const Context& c) { (void)edges_of(c, i().get().rows.view()); }},
      {"transpose", [=](const Context& c) { (void)transpose(c, i().get().bipartite.view()); }},
      {"build_incidence",
       [=](const Context& c) { (void)build_incidence(c, i().get().hypergraph.view()); }},
      {"build_adjacency",
       [=](const Context& c) { (void)build_adjacency(c, i().get().list.view()); }},
      {"radix_sort",
       [](const Context& c) {
         Array<std::uint64_t> items(1 << 20);
         for (std::size_t k = 0; k < items.size(); ++k) items[k] = detail::base::hash(1, k, 2);
         radix_sort(c, items, [](std::uint64_t item) { return item; });
       }},
      {"validate_list", [=](const Context& c) { validate(c, i().get().shuffled.view()); }},
      {"validate_rows", [=](const Context& c) { validate(c, i().get().rows.view()); }},
      {"validate_hypergraph", [=](const Context& c) { validate(c, i().get().hypergraph.view()); }},
      {"greedy", [=](const Context& c) { (void)greedy(c, i().get().list.view()); }},
      {"sorted_greedy", [=](const Context& c) { (void)sorted_greedy(c, i().get().list.view()); }},
      {"gpa", [=](const Context& c) { (void)gpa(c, i().get().list.view()); }},
      {"complete",
       [=](const Context& c) {
         (void)complete(c, i().get().list.view(),
                        std::vector<VertexId>(i().get().list.num_vertices, k_none));
       }},
      {"hypergraph_greedy",
       [=](const Context& c) { (void)greedy(c, i().get().hypergraph.view()); }},
      {"hypergraph_complete",
       [=](const Context& c) { (void)complete(c, i().get().hypergraph.view(), {}); }},
      {"verify_list",
       [=](const Context& c) {
         (void)verify::check_graph_matching(c, i().get().list.view(),
                                            std::span<const VertexId>(i().get().matching.mates));
       }},
      {"verify_rows",
       [=](const Context& c) {
         (void)verify::check_graph_matching(c, i().get().rows.view(),
                                            std::span<const VertexId>(i().get().matching.mates));
       }},
      {"verify_hypergraph",
       [=](const Context& c) {
         (void)verify::check_matching(c, i().get().hypergraph.view(),
                                      std::span<const EdgeId>(i().get().hypermatching.edges));
       }},
      generates("uniform", {{"n", 60000}, {"m", 300000}}),
      generates("power_law", {{"n", 60000}, {"m", 200000}}),
      generates("stencil27", {{"x", 40}, {"y", 40}, {"z", 40}}),
      generates("random_graph", {{"n", 60000}, {"alpha", 10}}),
      generates("rmat", {{"scale", 15}}),
      generates("rgg", {{"n", 100000}}),
      generates("delaunay", {{"n", 60000}}),
      generates("grid", {{"x", 500}, {"y", 500}}),
      reads("metis", &Instances::metis),
      reads("matrix_market", &Instances::matrix),
      reads("edge_list", &Instances::edges),
  };
}

INSTANTIATE_TEST_SUITE_P(LongCalls, Stops, ::testing::ValuesIn(long_calls()),
                         [](const auto& call) { return call.param.name; });

}  // namespace
}  // namespace hypermatch::test
