// SPDX-License-Identifier: MIT
// The LFR benchmark (Lancichinetti, Fortunato, Radicchi 2008, doi:10.1103/PhysRevE.78.046110):
// degrees and sizes of communities follow power laws, and each vertex has the same share of its
// edges to other communities. Stubs are joined at random, inside each community and between them;
// loops, repeated edges and edges between communities that are inside one exchange ends with random
// edges, and the few that still do not fit are left out.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

#include "generate/build_graph.hpp"
#include "generate/families.hpp"
#include "generate/power_law_integers.hpp"

namespace hypermatch::detail::generate {

namespace {

struct Degrees {
  std::vector<VertexId> all;
  std::vector<VertexId> inside;
};

Degrees degrees_of(const Context& context, const Parameters& p, std::uint64_t seed) {
  const PowerLawIntegers law(p["min_degree"], p["max_degree"], p["degree_exponent"]);
  const std::uint64_t n = p["n"], share = 100 - p["mixing"];
  Degrees degrees{std::vector<VertexId>(n), std::vector<VertexId>(n)};
  for_edges(
      context, n, [] { return 0; },
      [&](std::size_t v, int) {
        Draws draws(seed, Purpose::sizes, v);
        const std::uint64_t degree = law.draw(draws);
        degrees.all[v] = static_cast<VertexId>(degree);
        degrees.inside[v] = static_cast<VertexId>((degree * share + 50) / 100);
      });
  return degrees;
}

// Sizes of communities, descending, n in all. The last one drawn is cut to what is left; if that is
// too few, others grow by one each as far as they may.
std::vector<VertexId> community_sizes(const Parameters& p, std::uint64_t seed) {
  const PowerLawIntegers law(p["min_size"], p["max_size"], p["size_exponent"]);
  Draws draws(seed, Purpose::communities, 0);
  std::vector<VertexId> sizes;
  std::uint64_t left = p["n"];
  while (left >= p["min_size"]) {
    sizes.push_back(static_cast<VertexId>(std::min(law.draw(draws), left)));
    left -= sizes.back();
  }
  for (std::size_t i = 0; i < sizes.size() && left > 0; ++i) {
    if (sizes[i] == p["max_size"]) continue;
    ++sizes[i];
    --left;
  }
  if (left > 0) sizes.push_back(static_cast<VertexId>(left));
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

// Communities in rows: position i is held by vertex[i], and community c has those from begin[c] on.
struct Communities {
  std::vector<std::size_t> begin;
  std::vector<VertexId> vertex;

  [[nodiscard]] std::size_t count() const { return begin.size() - 1; }
};

// Puts each vertex into a random community that is larger than its degree inside: from the largest
// degree down, so that the communities that fit only become more. Where none has room, the largest
// one that is left is taken, and the vertex has fewer edges inside.
Communities assign(const Parameters& p, Degrees& degrees, std::uint64_t seed) {
  const std::vector<VertexId> sizes = community_sizes(p, seed);
  Communities communities;
  communities.begin.assign(sizes.size() + 1, 0);
  std::inclusive_scan(sizes.begin(), sizes.end(), communities.begin.begin() + 1, std::plus<>(),
                      std::size_t{0});
  const std::size_t n = degrees.all.size();
  communities.vertex.resize(n);
  std::vector<VertexId> by_degree(n);
  std::iota(by_degree.begin(), by_degree.end(), VertexId{0});
  std::stable_sort(by_degree.begin(), by_degree.end(),
                   [&](VertexId a, VertexId b) { return degrees.inside[a] > degrees.inside[b]; });
  std::vector<std::size_t> free;  // positions in communities that fit
  std::size_t opened = 0;         // communities whose positions were added
  const auto open_next = [&] {
    for (std::size_t i = communities.begin[opened]; i < communities.begin[opened + 1]; ++i) {
      free.push_back(i);
    }
    ++opened;
  };
  for (const VertexId v : by_degree) {
    while (opened < sizes.size() && sizes[opened] > degrees.inside[v]) open_next();
    // There is one: the communities have n positions.
    if (free.empty()) open_next();
    Draws draws(seed, Purpose::communities, std::uint64_t{v} + 1);
    const std::size_t i = draws.below(free.size());
    communities.vertex[free[i]] = v;
    free[i] = free.back();
    free.pop_back();
  }
  for (std::size_t c = 0; c < communities.count(); ++c) {
    for (std::size_t i = communities.begin[c]; i < communities.begin[c + 1]; ++i) {
      VertexId& inside = degrees.inside[communities.vertex[i]];
      inside = std::min(inside, sizes[c] - 1);
    }
  }
  return communities;
}

// Edges of positions, of which a range may exchange ends.
struct Wiring {
  Array<GraphEdge> edges;
  std::vector<VertexId> community;  // of a position; empty: edges may be inside a community
};

// Joins the stubs of positions begin .. end - 1 at random; one that is left over is dropped.
template <class StubsOf>
void join(std::size_t begin, std::size_t end, const StubsOf& stubs_of, std::uint64_t seed,
          std::vector<GraphEdge>& edges) {
  std::vector<VertexId> stubs;
  for (std::size_t i = begin; i < end; ++i) {
    stubs.insert(stubs.end(), stubs_of(i), static_cast<VertexId>(i));
  }
  if (stubs.size() < 2) return;
  const Permutation place(stubs.size(), seed, static_cast<std::uint64_t>(RandomStream::stubs));
  for (std::size_t s = 0; s + 1 < stubs.size(); s += 2) {
    edges.push_back(upward(stubs[place(s)], stubs[place(s + 1)]));
  }
}

std::uint64_t key_of(const GraphEdge& edge) {
  return (std::uint64_t{edge.u} << 32) | edge.v;
}

// One round: each sorted edge that may not stay exchanges ends with a random edge of the same
// group, if both new edges may stay. Returns how many remain.
template <class GroupOf>
std::size_t exchange(Wiring& wiring, const GroupOf& group_of, std::uint64_t seed) {
  Array<GraphEdge>& edges = wiring.edges;
  const auto may_be = [&](const GraphEdge& e) {
    return e.u != e.v &&
           (wiring.community.empty() || wiring.community[e.u] != wiring.community[e.v]);
  };
  const auto stays = [&](std::size_t i) {
    return may_be(edges[i]) && (i == 0 || !(edges[i] == edges[i - 1]));
  };
  const auto is_there = [&](const GraphEdge& e) {
    return std::binary_search(
        edges.begin(), edges.end(), e,
        [](const GraphEdge& a, const GraphEdge& b) { return key_of(a) < key_of(b); });
  };
  constexpr int k_tries = 16;
  std::unordered_set<std::uint64_t> made;
  std::unordered_set<std::size_t> taken;
  std::vector<std::pair<std::size_t, GraphEdge>> changes;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (stays(i)) continue;
    ++bad;
    const auto [begin, end] = group_of(edges[i]);
    Draws draws(seed, Purpose::swaps, i);
    for (int attempt = 0; attempt < k_tries; ++attempt) {
      const std::size_t j = begin + draws.below(end - begin);
      if (j == i || !stays(j) || taken.contains(j)) continue;
      const bool crossed = draws.below(2) != 0;
      const GraphEdge first = upward(edges[i].u, crossed ? edges[j].v : edges[j].u);
      const GraphEdge second = upward(edges[i].v, crossed ? edges[j].u : edges[j].v);
      if (!may_be(first) || !may_be(second) || first == second || is_there(first) ||
          is_there(second) || made.contains(key_of(first)) || made.contains(key_of(second))) {
        continue;
      }
      made.insert({key_of(first), key_of(second)});
      taken.insert(j);
      changes.emplace_back(i, first);
      changes.emplace_back(j, second);
      --bad;
      break;
    }
  }
  for (const auto& [place, edge] : changes) edges[place] = edge;
  return bad;
}

// Exchanges ends for a few rounds, then drops what may not stay.
template <class GroupOf>
Array<GraphEdge> made_simple(const Context& context, Wiring wiring, const GroupOf& group_of,
                             std::uint64_t seed) {
  constexpr std::uint64_t k_rounds = 8;
  sort_edges(context, wiring.edges);
  for (std::uint64_t round = 0; round < k_rounds; ++round) {
    context.check_cancelled();
    const std::size_t bad = exchange(wiring, group_of, base::hash(seed, round));
    sort_edges(context, wiring.edges);
    if (bad == 0) break;
  }
  if (!wiring.community.empty()) {
    // As loops they are left out, too.
    for (GraphEdge& e : wiring.edges) {
      if (wiring.community[e.u] == wiring.community[e.v]) e.v = e.u;
    }
    sort_edges(context, wiring.edges);
  }
  return simple_edges(context, wiring.edges);
}

Array<GraphEdge> array_of(const std::vector<GraphEdge>& edges) {
  Array<GraphEdge> array(edges.size());
  std::copy(edges.begin(), edges.end(), array.begin());
  return array;
}

Array<GraphEdge> edges_inside(const Context& context, const Communities& communities,
                              const Degrees& degrees, std::uint64_t seed) {
  std::vector<GraphEdge> edges;
  std::vector<std::size_t> first;  // edge of each community
  std::vector<VertexId> community(degrees.all.size());
  for (std::size_t c = 0; c < communities.count(); ++c) {
    context.check_cancelled();
    first.push_back(edges.size());
    const std::size_t begin = communities.begin[c], end = communities.begin[c + 1];
    std::fill(community.begin() + static_cast<std::ptrdiff_t>(begin),
              community.begin() + static_cast<std::ptrdiff_t>(end), static_cast<VertexId>(c));
    join(
        begin, end, [&](std::size_t i) { return degrees.inside[communities.vertex[i]]; },
        base::hash(seed, c), edges);
  }
  first.push_back(edges.size());
  // Sorted edges keep these places: those of a community have its positions as smaller ends.
  return made_simple(
      context, {array_of(edges), {}},
      [&](const GraphEdge& e) {
        return std::pair(first[community[e.u]], first[community[e.u] + 1]);
      },
      base::hash(seed, 0));
}

Array<GraphEdge> edges_between(const Context& context, const Communities& communities,
                               const Degrees& degrees, std::uint64_t seed) {
  std::vector<GraphEdge> edges;
  const std::size_t n = degrees.all.size();
  join(
      0, n,
      [&](std::size_t i) {
        const VertexId v = communities.vertex[i];
        return degrees.all[v] - degrees.inside[v];
      },
      base::hash(seed, communities.count()), edges);
  Wiring wiring{array_of(edges), std::vector<VertexId>(n)};
  for (std::size_t c = 0; c < communities.count(); ++c) {
    std::fill(wiring.community.begin() + static_cast<std::ptrdiff_t>(communities.begin[c]),
              wiring.community.begin() + static_cast<std::ptrdiff_t>(communities.begin[c + 1]),
              static_cast<VertexId>(c));
  }
  const std::pair<std::size_t, std::size_t> all(0, edges.size());
  return made_simple(
      context, std::move(wiring), [all](const GraphEdge&) { return all; }, base::hash(seed, 1));
}

void check_lfr(const Parameters& p) {
  p.require_at_most("min_degree", "max_degree");
  p.require_at_most("max_degree", "n");
  p.require_at_most("min_size", "max_size");
  p.require_at_most("max_size", "n");
  const auto n = static_cast<double>(p["n"]);
  check_graph_size(p, n, n * static_cast<double>(p["min_degree"]) / 2,
                   3 * sizeof(GraphEdge) + 4 * sizeof(VertexId));
}

}  // namespace

EdgeList lfr(const Context& context, const Parameters& p, std::uint64_t seed) {
  check_lfr(p);
  Degrees degrees = degrees_of(context, p, seed);
  const double stubs = std::accumulate(degrees.all.begin(), degrees.all.end(), 0.0);
  check_graph_size(p, static_cast<double>(p["n"]), stubs / 2, 3 * sizeof(GraphEdge));
  const Communities communities = assign(p, degrees, seed);
  const Array<GraphEdge> inside = edges_inside(context, communities, degrees, seed);
  const Array<GraphEdge> between = edges_between(context, communities, degrees, seed);
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(p["n"]);
  graph.edges.resize(inside.size() + between.size());
  parallel::for_each(context, graph.edges.size(), [&](std::size_t i) {
    const GraphEdge e = i < inside.size() ? inside[i] : between[i - inside.size()];
    graph.edges[i] = upward(communities.vertex[e.u], communities.vertex[e.v]);
  });
  sort_edges(context, graph.edges);
  context.check_cancelled();
  weigh(context, graph, static_cast<WeightKind>(p["weights"]), seed);
  return graph;
}

Array<VertexId> lfr_communities(const Context& context, const Parameters& p, std::uint64_t seed) {
  check_lfr(p);
  Degrees degrees = degrees_of(context, p, seed);
  const Communities communities = assign(p, degrees, seed);
  Array<VertexId> community(degrees.all.size());
  for (std::size_t c = 0; c < communities.count(); ++c) {
    for (std::size_t i = communities.begin[c]; i < communities.begin[c + 1]; ++i) {
      community[communities.vertex[i]] = static_cast<VertexId>(c);
    }
  }
  return community;
}

}  // namespace hypermatch::detail::generate
