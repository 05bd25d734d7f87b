// SPDX-License-Identifier: MIT
// Random graphs with planted communities, in which pairs are drawn independently: the planted
// partition model (Condon, Karp 2001, Random Structures and Algorithms 18) with given numbers of
// edges, and the degree-corrected block model (Karrer, Newman 2011,
// doi:10.1103/PhysRevE.83.016107).
#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "generate/build_graph.hpp"
#include "generate/families.hpp"
#include "generate/power_law_integers.hpp"

namespace hypermatch::detail::generate {

namespace {

// n vertices in communities of consecutive numbers whose sizes differ by at most one.
class EqualBlocks {
 public:
  EqualBlocks(std::uint64_t n, std::uint64_t count) : n_(n), count_(count) {}

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // n and count are below 2^32.
  [[nodiscard]] std::uint64_t begin(std::uint64_t block) const { return block * n_ / count_; }
  [[nodiscard]] std::uint64_t size(std::uint64_t block) const {
    return begin(block + 1) - begin(block);
  }
  [[nodiscard]] std::uint64_t smallest() const { return n_ / count_; }
  [[nodiscard]] std::uint64_t of(std::uint64_t v) const {
    // The last block that begins at v or before it.
    return ((v + 1) * count_ - 1) / n_;
  }

 private:
  std::uint64_t n_;
  std::uint64_t count_;
};

EqualBlocks blocks_of(const Parameters& p) {
  p.require_at_most("communities", "n");
  return {p["n"], p["communities"]};
}

std::uint64_t pairs_of(std::uint64_t n) {
  return n * (n - 1) / 2;
}

// Numbers things of groups in a row: group i has those from begin(i) on.
class Groups {
 public:
  template <class Count>
  Groups(std::uint64_t num_groups, const Count& count) {
    begins_.reserve(num_groups + 1);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < num_groups; ++i) {
      begins_.push_back(sum);
      sum += count(i);
    }
    begins_.push_back(sum);
  }
  [[nodiscard]] std::uint64_t total() const { return begins_.back(); }
  [[nodiscard]] std::uint64_t begin(std::uint64_t group) const { return begins_[group]; }
  /// The group of a number below total().
  [[nodiscard]] std::uint64_t of(std::uint64_t number) const {
    return static_cast<std::uint64_t>(std::upper_bound(begins_.begin(), begins_.end(), number) -
                                      begins_.begin() - 1);
  }

 private:
  std::vector<std::uint64_t> begins_;
};

// The stubs of vertices: of vertex v as many as its expected degree.
struct Stubs {
  Array<Offset> begin;     // size n + 1
  Array<VertexId> vertex;  // of each stub
};

Stubs stubs_of(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  const PowerLawIntegers degrees(p["min_degree"], p["max_degree"], p["exponent"]);
  Stubs stubs;
  stubs.begin.resize(n + 1);
  const auto degree = [&](std::size_t v) -> Offset {
    Draws draws(seed, Purpose::sizes, v);
    return degrees.draw(draws);
  };
  for_edges(
      context, n, [] { return 0; }, [&](std::size_t v, int) { stubs.begin[v] = degree(v); });
  const Offset total = parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t v) { return stubs.begin[v]; },
      [&](std::size_t v, Offset sum) { stubs.begin[v] = sum; });
  stubs.begin[n] = total;
  check_graph_size(p, static_cast<double>(n), static_cast<double>(total) / 2,
                   2 * sizeof(GraphEdge) + 2 * sizeof(VertexId));
  stubs.vertex.resize(total);
  for_edges(
      context, n, [] { return 0; },
      [&](std::size_t v, int) {
        for (Offset s = stubs.begin[v]; s < stubs.begin[v + 1]; ++s) {
          stubs.vertex[s] = static_cast<VertexId>(v);
        }
      });
  return stubs;
}

}  // namespace

EdgeList planted_partition(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  const EqualBlocks blocks = blocks_of(p);
  if (p["degree_in"] >= blocks.smallest()) {
    p.reject("degree_in", "below the size of the smallest community, which is " +
                              std::to_string(blocks.smallest()));
  }
  check_graph_size(
      p, static_cast<double>(n),
      static_cast<double>(n) *
          (static_cast<double>(p["degree_in"]) + static_cast<double>(p["degree_out"])) / 2,
      sizeof(GraphEdge));
  // Inside: of each community's pairs as many as make the degree.
  const Groups inside(blocks.count(),
                      [&](std::uint64_t c) { return blocks.size(c) * p["degree_in"] / 2; });
  // Between: a community's vertices with all vertices behind it.
  const Groups between(blocks.count(),
                       [&](std::uint64_t c) { return blocks.size(c) * (n - blocks.begin(c + 1)); });
  const std::uint64_t num_between = n * p["degree_out"] / 2;
  if (num_between > between.total()) {
    p.reject("degree_out", "at most what all pairs between communities give, which is " +
                               std::to_string(2 * between.total() / n));
  }
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.edges.resize(inside.total() + num_between);
  struct Drawing {
    std::uint64_t community = std::numeric_limits<std::uint64_t>::max();
    std::optional<DistinctDraws> pairs;
  };
  for_edges(
      context, inside.total(), [] { return Drawing{}; },
      [&](std::size_t e, Drawing& drawing) {
        if (const std::uint64_t c = inside.of(e); c != drawing.community) {
          drawing.community = c;
          drawing.pairs.emplace(pairs_of(blocks.size(c)), base::hash(seed, c), RandomStream::pairs);
        }
        const std::uint64_t c = drawing.community;
        const GraphEdge pair =
            pair_of_number((*drawing.pairs)(e - inside.begin(c)), blocks.size(c));
        const auto first = static_cast<VertexId>(blocks.begin(c));
        graph.edges[e] = {first + pair.u, first + pair.v};
      });
  const DistinctDraws pairs(std::max<std::uint64_t>(between.total(), 1), seed,
                            RandomStream::pairs_between);
  for_edges(
      context, num_between, [] { return 0; },
      [&](std::size_t i, int) {
        const std::uint64_t number = pairs(i);
        const std::uint64_t c = between.of(number), end = blocks.begin(c + 1);
        const std::uint64_t rest = number - between.begin(c);
        graph.edges[inside.total() + i] = {
            static_cast<VertexId>(blocks.begin(c) + rest / (n - end)),
            static_cast<VertexId>(end + rest % (n - end))};
      });
  sort_edges(context, graph.edges);
  context.check_cancelled();
  return finish(context, std::move(graph), p, seed);
}

EdgeList block_model(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"], mixing = p["mixing"];
  p.require_at_most("min_degree", "max_degree");
  const EqualBlocks blocks = blocks_of(p);
  if (blocks.count() == 1 && mixing != 0) p.reject("mixing", "0 where there is one community");
  const Stubs stubs = stubs_of(context, p, seed);
  const Offset total = stubs.vertex.size();
  Array<GraphEdge> edges(total / 2);
  for_edges(
      context, edges.size(), [] { return 0; },
      [&](std::size_t e, int) {
        Draws draws(seed, Purpose::edges, e);
        const VertexId u = stubs.vertex[draws.below(total)];
        const std::uint64_t c = blocks.of(u);
        const Offset begin = stubs.begin[blocks.begin(c)];
        const Offset count = stubs.begin[blocks.begin(c + 1)] - begin;
        Offset stub = 0;
        if (draws.below(100) >= mixing) {
          stub = begin + draws.below(count);
        } else {
          stub = draws.below(total - count);
          if (stub >= begin) stub += count;
        }
        edges[e] = upward(u, stubs.vertex[stub]);
      });
  sort_edges(context, edges);
  context.check_cancelled();
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.edges = simple_edges(context, edges);
  return finish(context, std::move(graph), p, seed);
}

Array<VertexId> equal_blocks(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  const EqualBlocks blocks = blocks_of(p);
  const Permutation number(n, seed, static_cast<std::uint64_t>(RandomStream::vertices));
  const bool shuffled = p["shuffle"] != 0;
  Array<VertexId> community(n);
  parallel::for_each(context, n, [&](std::size_t v) {
    community[shuffled ? number(v) : v] = static_cast<VertexId>(blocks.of(v));
  });
  return community;
}

}  // namespace hypermatch::detail::generate
