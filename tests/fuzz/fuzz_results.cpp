// SPDX-License-Identifier: MIT
// Any bytes as a file of results, capacities or bounds: nothing but hypermatch::Error may come out,
// or what the reader promises; and where an algorithm takes what was read, an answer that the
// verifier finds right. The first byte of the input picks the reader, the rest is the file.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "hypermatch/points_io.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_exact.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_point_assignment.hpp"

namespace {

using namespace hypermatch;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_results: %s\n", what.c_str());
  std::abort();
}

const Context& one() {
  static const Context context({.threads = 1});
  return context;
}

// A file of these bytes, as readers open it.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes) : file_(::memfd_create("fuzz", 0)) {
    expect(file_ >= 0 &&
               ::write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
           "no file in memory");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(file_); }

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

// Names of vertices that have them, one the beginning of another.
const io::VertexLabels& names() {
  static const io::VertexLabels labels{"aabb c", {0, 1, 3, 4, 6}, 1};
  return labels;
}
constexpr VertexId k_named = 4;

// A triangle with two more vertices, weights with a tie and one of them negative.
constexpr std::array<GraphEdge, 6> k_edges = {{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {0, 4}}};
constexpr std::array<std::int32_t, 6> k_weights = {5, 7, 7, -2, 3, 9};
const EdgeListView k_graph{5, k_edges, std::span<const std::int32_t>(k_weights)};

// Two rows and three columns.
constexpr std::array<Offset, 3> k_offsets = {0, 3, 5};
constexpr std::array<VertexId, 5> k_columns = {0, 1, 2, 0, 2};
constexpr std::array<double, 5> k_values = {0.5, -1.0, 2.0, 1e30, 1e-30};
const BipartiteView k_matrix{2, 3, k_offsets, k_columns};

void check_capacities(const std::string& path) {
  const std::vector<std::uint32_t> each = io::read_capacities(path, k_graph.num_vertices);
  expect(each.size() == k_graph.num_vertices, "not one capacity per vertex");
  const Capacities capacities{.each = each};
  const Partners matching = local_max(one(), k_graph, capacities);
  expect(greedy(one(), k_graph, capacities).partners == matching.partners, "not what greedy has");
  const auto verdict = verify::check_graph_matching(one(), k_graph, matching,
                                                    {.greedy = true, .capacities = capacities});
  expect(verdict.ok, verdict.violation);
}

void check_bounds(const std::string& path) {
  const auto [lower, upper] = io::read_bounds(path, 5);
  expect(lower.size() == 5 && upper.size() == 5, "not bounds of each vertex");
  const std::span<const std::uint32_t> low(lower), high(upper);
  const PairBounds bounds{.row_lower = {.each = low.first(2)},
                          .row_upper = {.each = high.first(2)},
                          .column_lower = {.each = low.last(3)},
                          .column_upper = {.each = high.last(3)}};
  for (const WeightsView& weights :
       {WeightsView(std::span<const double>(k_values)), WeightsView{}}) {
    const auto found = b_assignment(one(), k_matrix, weights, {.bounds = bounds});
    if (const auto* cut = std::get_if<ViolatedCut>(&found)) {
      const std::string wrong = verify::check_violated_cut(k_matrix, bounds, *cut);
      expect(wrong.empty(), wrong);
      continue;
    }
    const auto& answer = std::get<BAssignment>(found);
    const auto verdict = verify::check_b_assignment(one(), k_matrix, weights, answer.pairs,
                                                    {.bounds = bounds,
                                                     .maximum = true,
                                                     .row_duals = answer.row_duals,
                                                     .column_duals = answer.column_duals});
    expect(verdict.ok, verdict.violation);
  }
}

void check_pairs(const io::VertexPairs& read, bool is_cover) {
  const verify::GraphMatchingDemands demands{.greedy = true, .capacities = {.common = 2}};
  if (is_cover) {
    (void)verify::check_edge_cover(one(), k_graph, read.pairs, demands);
  } else {
    (void)verify::check_graph_matching(one(), k_graph, read.pairs, demands);
  }
}

// Duals are a start of the search: any of them lead to the same verdict.
void check_duals(const std::string& path) {
  const io::PairDuals duals = io::read_duals(path, 2, 3);
  const RowColumn best[] = {{0, 2}, {1, 0}};
  const auto verdict = verify::check_b_assignment(
      one(), k_matrix, WeightsView(std::span<const double>(k_values)), best,
      {.maximum = true, .row_duals = duals.rows, .column_duals = duals.columns});
  expect(verdict.ok, verdict.violation);
}

// No duals prove a matching that is not the best one.
void check_matching_dual(const std::string& path) {
  const MatchingDual dual = io::read_matching_dual(path, k_graph.num_vertices);
  const std::array<VertexId, 5> best = {4, 2, 1, k_none, 0};
  const std::array<VertexId, 5> worse = {2, k_none, 0, 4, 3};
  (void)verify::check_exact(one(), k_graph, best, dual);
  expect(!verify::check_exact(one(), k_graph, worse, dual).ok, "a false proof is accepted");
}

void check_points(const std::string& path) {
  const io::Points points = io::read_points(path);
  expect(points.dimension > 0 && points.coordinates.size() % points.dimension == 0,
         "a point lacks a coordinate");
  if (points.view().size() > 20) return;
  const PointAssignment found = point_assignment(one(), points.view(), points.view());
  const std::string wrong =
      verify::check_point_assignment(one(), points.view(), points.view(), {}, found);
  expect(wrong.empty(), wrong);
}

void check_communities(const io::Communities& read, VertexId vertices) {
  if (!read.violation.empty()) return;
  const Labels& found = read.communities;
  expect(found.labels.size() == vertices, "not one community per vertex");
  expect(std::all_of(found.labels.begin(), found.labels.end(),
                     [&](VertexId label) { return label < vertices; }),
         "a community has a number that no vertex has");
}

void read(std::uint8_t reader, const std::string& path) {
  switch (reader % 15) {
    case 0:
      return check_capacities(path);
    case 1:
      return check_bounds(path);
    case 2:
      (void)verify::check_matching(one(), to_hypergraph(k_graph).view(), io::read_matching(path),
                                   {.greedy = true, .capacities = {.common = 2}});
      return;
    case 3:
      return check_pairs(io::read_graph_matching(path, {}, 5), false);
    case 4:
      return check_pairs(io::read_b_matching(path, {}, 5, io::MatchingLayout::mates), false);
    case 5:
      return check_pairs(io::read_b_matching(path, {}, 5), true);
    case 6:
      (void)io::read_graph_matching(path, names(), k_named, io::MatchingLayout::mates);
      return;
    case 7:
      (void)verify::check_b_assignment(one(), k_matrix, {}, io::read_pairs(path),
                                       {.maximum = true});
      return;
    case 8:
      (void)io::read_cover(path);
      return;
    case 9:
      return check_communities(io::read_communities(path, {}, 5), 5);
    case 10:
      return check_communities(io::read_hierarchy(path, names(), k_named), k_named);
    case 11:
      return check_duals(path);
    case 12:
      return check_matching_dual(path);
    case 14:
      return check_points(path);
    default: {
      const std::vector<VertexId> some =
          io::read_some_communities(path, names(), k_named).communities.labels;
      expect(some.size() == k_named, "not one entry per vertex");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const MemoryFile file(std::span(data + 1, size - 1));
  try {
    read(data[0], file.path());
  } catch (const Error& error) {
    expect(error.code() != ErrorCode::internal, error.what());
  }
  return 0;
}
