// SPDX-License-Identifier: MIT
// Arrays of a wrong size, one per argument of the verifiers: refused or a violation, never read
// beyond their ends.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_communities.hpp"
#include "hypermatch/verify_contraction.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_exact.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_matrix_scaling.hpp"
#include "hypermatch/verify_stable.hpp"

namespace hypermatch::verify {
namespace {

// A path of three vertices, a matrix with two entries, an agent on each side.
struct Instances {
  Context context{{.threads = 1}};
  std::vector<GraphEdge> edges = {{0, 1}, {1, 2}};
  EdgeListView list{3, edges, {}};
  CompressedGraph compressed = compress(context, list);
  GraphView rows = compressed.view();
  Hypergraph hyperedges = to_hypergraph(list);
  HypergraphView hypergraph = hyperedges.view();
  std::vector<Offset> offsets = {0, 1, 2};
  std::vector<VertexId> columns = {0, 1};
  BipartiteView bipartite{2, 2, offsets, columns};
  std::vector<VertexId> partners = {1, 0};
  PreferencesView preferences{Sides::two, 2, 1, offsets, partners};
  std::vector<GraphEdge> pairs = {{0, 1}};
  std::vector<VertexId> classes = {0, 0, 1};
  std::vector<std::int64_t> coarse_weights = {2, 1};
  std::vector<GraphEdge> coarse_edges = {{0, 1}};
  CompressedGraph coarse = compress(context, EdgeListView{2, coarse_edges, {}});
};

/// Calls a verifier with arrays of `size` elements; returns its violation.
using Call = std::function<std::string(const Instances&, std::size_t size)>;

struct Case {
  const char* name;
  std::size_t size;  // the right one
  Call call;
};

template <class T>
std::vector<T> many(std::size_t size, T value) {
  return std::vector<T>(size, value);
}

std::vector<Case> cases_of_graphs() {
  return {
      {"mates", 3,
       [](const Instances& all, std::size_t size) {
         const auto mates = many<VertexId>(size, k_none);
         return check_graph_matching(all.context, all.list, mates, {}).violation;
       }},
      {"mates of rows", 3,
       [](const Instances& all, std::size_t size) {
         const auto mates = many<VertexId>(size, k_none);
         return check_graph_matching(all.context, all.rows, mates, {}).violation;
       }},
      {"ratings", 2,
       [](const Instances& all, std::size_t size) {
         const auto ratings = many(size, 1.0);
         const auto mates = many<VertexId>(3, k_none);
         return check_graph_matching(all.context, all.list, mates, {.ratings = ratings}).violation;
       }},
      {"capacities", 3,
       [](const Instances& all, std::size_t size) {
         const auto capacities = many<std::uint32_t>(size, 2);
         return check_graph_matching(all.context, all.list, std::span<const VertexPair>(),
                                     {.capacities = {1, capacities}})
             .violation;
       }},
      {"capacities of a cover", 3,
       [](const Instances& all, std::size_t size) {
         const auto capacities = many<std::uint32_t>(size, 0);
         return check_edge_cover(all.context, all.list, std::span<const VertexPair>(),
                                 {.capacities = {1, capacities}})
             .violation;
       }},
      {"lists of partners", 4,
       [](const Instances& all, std::size_t size) {
         Partners partners;
         for (const Offset offset : many<Offset>(size, 0)) partners.offsets.push_back(offset);
         return check_graph_matching(all.context, all.list, partners, {}).violation;
       }},
      {"capacities of a hypergraph", 3,
       [](const Instances& all, std::size_t size) {
         const auto capacities = many<std::uint32_t>(size, 2);
         return check_matching(all.context, all.hypergraph, std::span<const EdgeId>(),
                               {.capacities = {1, capacities}})
             .violation;
       }},
      {"mates of an exact matching", 3,
       [](const Instances& all, std::size_t size) {
         MatchingDual dual;
         dual.vertices = {0, 1, 0};
         auto mates = many<VertexId>(size, k_none);
         if (size >= 2) mates[0] = 1, mates[1] = 0;
         return check_exact(all.context, all.list, mates, dual).violation;
       }},
      {"duals of vertices", 3,
       [](const Instances& all, std::size_t size) {
         MatchingDual dual;
         dual.vertices = many<std::int64_t>(size, 0);
         if (size > 1) dual.vertices[1] = 1;
         const std::vector<VertexId> mates = {1, 0, k_none};
         return check_exact(all.context, all.list, mates, dual).violation;
       }},
      {"labels", 3,
       [](const Instances& all, std::size_t size) {
         const auto labels = many<VertexId>(size, 0);
         return check_communities(all.context, all.rows, LabelsView(labels)).violation;
       }},
      {"fixed labels", 3,
       [](const Instances& all, std::size_t size) {
         const auto fixed = many<VertexId>(size, 0);
         return check_communities(all.context, all.rows, LabelsView(many<VertexId>(3, 0)),
                                  {.constraints = {.fixed = fixed}})
             .violation;
       }},
      {"loops", 3,
       [](const Instances& all, std::size_t size) {
         const auto loops = many<std::int32_t>(size, 1);
         return check_communities(all.context, all.rows, LabelsView(many<VertexId>(3, 0)),
                                  {.loop_weights = std::span<const std::int32_t>(loops)})
             .violation;
       }},
      {"clusterings", 3,
       [](const Instances& all, std::size_t size) {
         const auto found = many<VertexId>(size, 0);
         const auto truth = many<VertexId>(3, 0);
         (void)compare_clusterings(all.context, LabelsView(found), LabelsView(truth));
         return std::string();
       }},
  };
}

std::vector<Case> cases_of_contractions() {
  const auto judged = [](const Instances& all, const ContractionView& contraction) {
    return check_contraction(all.rows, all.coarse.view(), contraction).violation;
  };
  return {
      {"coarse vertices", 3,
       [judged](const Instances& all, std::size_t size) {
         std::vector<VertexId> to = {0, 0, 1, 1};
         to.resize(size);
         to.shrink_to_fit();
         return judged(all, {to, {}, all.coarse_weights});
       }},
      {"weights of vertices", 3,
       [judged](const Instances& all, std::size_t size) {
         const auto weights = many<std::int64_t>(size, 1);
         return judged(all, {all.classes, weights, all.coarse_weights});
       }},
      {"weights of coarse vertices", 2,
       [judged](const Instances& all, std::size_t size) {
         auto weights = many<std::int64_t>(size, 1);
         if (size > 0) weights[0] = 2;
         return judged(all, {all.classes, {}, weights});
       }},
      {"rows of the coarse graph", 3,
       [](const Instances& all, std::size_t size) {
         std::vector<Offset> offsets = {0, 1, 2, 3};
         offsets.resize(size);
         offsets.shrink_to_fit();
         const std::vector<VertexId> ends = {1, 0};
         return check_contraction(all.rows, GraphView{2, offsets, ends, {}},
                                  {all.classes, {}, all.coarse_weights})
             .violation;
       }},
  };
}

std::vector<Case> cases_of_two_sides() {
  return {
      {"mates of rows", 2,
       [](const Instances& all, std::size_t size) {
         const auto mates = many<VertexId>(size, k_none);
         return check_bipartite(all.context, all.bipartite, mates).violation;
       }},
      {"duals of rows", 2,
       [](const Instances& all, std::size_t size) {
         const auto duals = many(size, 0.0);
         return check_b_assignment(all.context, all.bipartite, {}, {}, {.row_duals = duals})
             .violation;
       }},
      {"duals of columns", 2,
       [](const Instances& all, std::size_t size) {
         const auto duals = many(size, 0.0);
         return check_b_assignment(all.context, all.bipartite, {}, {}, {.column_duals = duals})
             .violation;
       }},
      {"weights of entries", 2,
       [](const Instances& all, std::size_t size) {
         const auto weights = many(size, 1.0);
         return check_b_assignment(all.context, all.bipartite, std::span<const double>(weights), {})
             .violation;
       }},
      {"bounds of rows", 2,
       [](const Instances& all, std::size_t size) {
         const auto upper = many<std::uint32_t>(size, 1);
         return check_b_assignment(all.context, all.bipartite, {}, {},
                                   {.bounds = {.row_upper = {1, upper}}})
             .violation;
       }},
      {"values of a matrix", 2,
       [](const Instances& all, std::size_t size) {
         const auto values = many(size, 1.0);
         return check_product_matching(all.context, all.bipartite, std::span<const double>(values),
                                       {{0, 1}, {0, 1}, 2, 0.0, {0, 0}, {0, 0}});
       }},
      {"factors of columns", 2,
       [](const Instances& all, std::size_t size) {
         return check_product_matching(all.context, all.bipartite, {},
                                       {{0, 1}, {0, 1}, 2, 0.0, {0, 0}, many(size, 0.0)});
       }},
      {"lists", 3,
       [](const Instances& all, std::size_t size) {
         std::vector<Offset> offsets = {0, 1, 2, 3};
         offsets.resize(size);
         offsets.shrink_to_fit();
         PreferencesView view = all.preferences;
         view.offsets = offsets;
         (void)explain(view, all.pairs, 0);
         return check_stable(view, all.pairs).violation;
       }},
      {"capacities of agents", 2,
       [](const Instances& all, std::size_t size) {
         const auto capacities = many<std::uint32_t>(size, 1);
         PreferencesView view = all.preferences;
         view.capacities = capacities;
         (void)explain(view, all.pairs, 0);
         return check_no_blocking_pair(view, all.pairs).violation;
       }},
      {"ties", 2,
       [](const Instances& all, std::size_t size) {
         const auto ties = many<std::uint32_t>(size, 0);
         PreferencesView view = all.preferences;
         view.ties = ties;
         (void)explain(view, all.pairs, 1);
         return check_popular(view, all.pairs).violation;
       }},
      {"turns", 1,
       [](const Instances& all, std::size_t size) {
         const auto turns = many<VertexId>(size, 0);
         return check_serial_dictatorship(all.preferences, all.pairs, turns).violation;
       }},
  };
}

std::optional<std::string> complaint(const Instances& all, const Case& each, std::size_t size) {
  try {
    const std::string violation = each.call(all, size);
    return violation.empty() ? std::nullopt : std::optional(violation);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << each.name << ": " << error.what();
    return error.what();
  }
}

TEST(Sizes, ArraysOfAWrongSizeAreNeverReadBeyondTheirEnds) {
  const Instances all;
  for (const auto& cases : {cases_of_graphs(), cases_of_contractions(), cases_of_two_sides()}) {
    for (const Case& each : cases) {
      EXPECT_EQ(complaint(all, each, each.size), std::nullopt) << each.name;
      EXPECT_TRUE(complaint(all, each, each.size + 1)) << each.name << ", one more";
      // Empty ones stand for defaults, where there are some.
      if (each.size > 1) {
        EXPECT_TRUE(complaint(all, each, each.size - 1)) << each.name << ", one less";
      }
    }
  }
}

TEST(Sizes, AgentsOfPairsExist) {
  const Instances all;
  const std::vector<GraphEdge> beyond = {{0, 2}};
  EXPECT_THROW((void)explain(all.preferences, beyond, 0), Error);
  EXPECT_THROW((void)explain(all.preferences, all.pairs, 2), Error);
  EXPECT_THROW((void)check_stable(all.preferences, beyond), Error);
  EXPECT_NE(check_no_blocking_pair(all.preferences, beyond).violation, "");
  EXPECT_NE(check_popular(all.preferences, beyond).violation, "");
  EXPECT_NE(check_rank_maximal(all.preferences, beyond).violation, "");
}

}  // namespace
}  // namespace hypermatch::verify
