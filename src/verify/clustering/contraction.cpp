// SPDX-License-Identifier: MIT
// Contractions, judged by sets of classes: each edge of the fine instance becomes the sorted set of
// its classes; equal sets are one edge with the sum of the weights.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/verify_contraction.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::verify {

namespace {

/// An edge as the set of its ends, with its weight.
struct EndSet {
  std::vector<VertexId> ends;  // ascending, each once
  double weight;
};

/// Calls visit(ends, weight) for each edge once.
template <class Visit>
void for_each_edge(const GraphView& graph, const Visit& visit) {
  for (VertexId u = 0; u < graph.num_vertices; ++u) {
    for (Offset i = graph.offsets[u]; i < graph.offsets[u + 1]; ++i) {
      const VertexId v = graph.neighbours[i];
      if (u < v)
        visit(std::vector<VertexId>{u, v}, graph.is_weighted() ? weight_at(graph.weights, i) : 1.0);
    }
  }
}

template <class Visit>
void for_each_edge(const HypergraphView& hypergraph, const Visit& visit) {
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const auto pins = hypergraph.pins_of(e);
    visit(std::vector<VertexId>(pins.begin(), pins.end()),
          hypergraph.is_weighted() ? weight_at(hypergraph.weights, e) : 1.0);
  }
}

/// The sets of two or more ends under `name`, ascending, weights of equal ones added up.
template <class View, class Name>
std::vector<EndSet> end_sets(const View& view, const Name& name) {
  std::vector<EndSet> sets;
  for_each_edge(view, [&](std::vector<VertexId> ends, double weight) {
    for (VertexId& end : ends) end = name(end);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    if (ends.size() > 1) sets.push_back({std::move(ends), weight});
  });
  std::stable_sort(sets.begin(), sets.end(),
                   [](const EndSet& a, const EndSet& b) { return a.ends < b.ends; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (kept != 0 && sets[kept - 1].ends == sets[i].ends) {
      sets[kept - 1].weight += sets[i].weight;
    } else {
      if (kept != i) sets[kept] = std::move(sets[i]);
      ++kept;
    }
  }
  sets.resize(kept);
  return sets;
}

std::string shown(const std::vector<VertexId>& ends) {
  std::string text;
  for (const VertexId end : ends) text += " " + std::to_string(end + std::uint64_t{1});
  return text;
}

std::string wrong_vertices(std::uint64_t fine, std::uint64_t coarse,
                           const ContractionView& contraction) {
  if (contraction.coarse_vertex.size() != fine) return "not every vertex has a coarse vertex";
  if (contraction.coarse_weights.size() != coarse) return "not every coarse vertex has a weight";
  std::vector<std::int64_t> weights(coarse, 0);
  std::vector<bool> has_members(coarse, false);
  for (std::size_t v = 0; v < fine; ++v) {
    const VertexId c = contraction.coarse_vertex[v];
    if (c >= coarse)
      return "vertex " + std::to_string(v + 1) + " went to a vertex that is not there";
    has_members[c] = true;
    weights[c] += contraction.fine_weights.empty() ? 1 : contraction.fine_weights[v];
  }
  for (std::size_t c = 0; c < coarse; ++c) {
    const std::string name = "coarse vertex " + std::to_string(c + 1);
    if (!has_members[c]) return name + " has no members";
    if (weights[c] != contraction.coarse_weights[c]) {
      return name + " weighs " + std::to_string(contraction.coarse_weights[c]) + ", its members " +
             std::to_string(weights[c]);
    }
  }
  return "";
}

template <class View>
ContractionVerdict check(const View& fine, const View& coarse, const ContractionView& contraction) {
  validate(fine);
  validate(coarse);
  const std::size_t num_weights = contraction.fine_weights.size();
  if (num_weights != 0 && num_weights != fine.num_vertices) {
    detail::base::refuse_input(detail::base::there_are(num_weights, "weight") + " for " +
                               detail::base::counted(fine.num_vertices, "vertex"));
  }
  ContractionVerdict verdict;
  verdict.violation = wrong_vertices(fine.num_vertices, coarse.num_vertices, contraction);
  if (!verdict.violation.empty()) return verdict;
  const std::vector<EndSet> wanted =
      end_sets(fine, [&](VertexId v) { return contraction.coarse_vertex[v]; });
  const std::vector<EndSet> found = end_sets(coarse, [](VertexId c) { return c; });
  const std::size_t common = std::min(wanted.size(), found.size());
  constexpr double k_rounding = 0x1p-30;
  std::size_t num_edges = 0;
  for_each_edge(coarse, [&](const std::vector<VertexId>&, double) { ++num_edges; });
  for (std::size_t i = 0; i < common; ++i) {
    const EndSet& a = wanted[i];
    const EndSet& b = found[i];
    if (a.ends != b.ends) {
      verdict.violation = a.ends < b.ends ? "there is no coarse edge of" + shown(a.ends)
                                          : "no edge makes the coarse one of" + shown(b.ends);
      return verdict;
    }
    if (std::abs(a.weight - b.weight) > k_rounding * std::max(1.0, std::abs(a.weight))) {
      verdict.violation = "the coarse edge of" + shown(b.ends) + " weighs " +
                          std::to_string(b.weight) + ", its edges " + std::to_string(a.weight);
      return verdict;
    }
  }
  if (wanted.size() != found.size() || num_edges != found.size()) {
    verdict.violation =
        std::to_string(num_edges) + " coarse edges, must be " + std::to_string(wanted.size());
  }
  verdict.ok = verdict.violation.empty();
  return verdict;
}

}  // namespace

ContractionVerdict check_contraction(const GraphView& fine, const GraphView& coarse,
                                     const ContractionView& contraction) {
  return check(fine, coarse, contraction);
}

ContractionVerdict check_contraction(const HypergraphView& fine, const HypergraphView& coarse,
                                     const ContractionView& contraction) {
  return check(fine, coarse, contraction);
}

}  // namespace hypermatch::verify
