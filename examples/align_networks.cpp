// SPDX-License-Identifier: MIT
// Network alignment: which agents of one network are which of another? Two agents fit if their
// neighbours fit (Singh, Xu, Berger 2008, doi:10.1073/pnas.0806627105). The candidates stay, their
// weights change: one solver for all matchings.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

#include "hypermatch/hypermatch.hpp"

namespace {

using Links = std::vector<std::array<hypermatch::VertexId, 2>>;
using Weights = std::vector<double>;

// Six agents, and the same ones under other numbers: agent a is (5 a + 2) mod 6 there.
const Links k_here = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 3}};

Links links_there() {
  Links there;
  for (const auto& [a, b] : k_here) there.push_back({(5 * a + 2) % 6, (5 * b + 2) % 6});
  return there;
}

bool joins(const Links& links, hypermatch::VertexId a, hypermatch::VertexId b) {
  return std::any_of(links.begin(), links.end(), [&](const auto& link) {
    return (link[0] == a && link[1] == b) || (link[0] == b && link[1] == a);
  });
}

// Every agent here, 0 .. 5, with every agent there, 6 .. 11.
hypermatch::EdgeList all_candidates() {
  hypermatch::EdgeList candidates;
  candidates.num_vertices = 12;
  for (hypermatch::VertexId a = 0; a < 6; ++a) {
    for (hypermatch::VertexId b = 6; b < 12; ++b) candidates.edges.push_back({a, b});
  }
  return candidates;
}

std::size_t degree(const Links& links, hypermatch::VertexId agent) {
  return static_cast<std::size_t>(std::count_if(links.begin(), links.end(), [&](const auto& link) {
    return link[0] == agent || link[1] == agent;
  }));
}

// Links of which both networks have the image.
int overlap(const Links& there, const std::vector<hypermatch::VertexId>& mates) {
  int count = 0;
  for (const auto& [a, b] : k_here) count += joins(there, mates[a] - 6, mates[b] - 6) ? 1 : 0;
  return count;
}

// Each candidate hands its weight to those of its agents' neighbours, in equal parts.
Weights from_neighbours(const hypermatch::EdgeList& candidates, const Links& there,
                        const Weights& weights) {
  Weights next(weights.size(), 0.0);
  for (std::size_t e = 0; e < next.size(); ++e) {
    const auto [a, b] = candidates.edges[e];
    for (std::size_t f = 0; f < next.size(); ++f) {
      const auto [c, d] = candidates.edges[f];
      if (!joins(k_here, a, c) || !joins(there, b - 6, d - 6)) continue;
      next[e] += weights[f] / static_cast<double>(degree(k_here, c) * degree(there, d - 6));
    }
  }
  return next;
}

}  // namespace

int main() {
  const hypermatch::Context context({.threads = 1});
  const Links there = links_there();
  // docs: begin
  const hypermatch::EdgeList candidates = all_candidates();
  hypermatch::GraphSolver solver(context, candidates);
  Weights weights(candidates.edges.size(), 1.0);
  for (int round = 1; round <= 6; ++round) {
    const auto matching = solver.match(context, std::span<const double>(weights));
    std::printf("round %d: %d of 6 links kept\n", round, overlap(there, matching.mates));
    weights = from_neighbours(candidates, there, weights);
  }
  // docs: end
}
