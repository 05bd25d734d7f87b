// SPDX-License-Identifier: MIT
#include "hypermatch/results.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

#include "base/refuse_input.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/error.hpp"
#include "structures/graph_shape.hpp"
#include "structures/levels.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

void check_partner_lists(const Partners& matching, VertexId num_vertices) {
  const auto& [offsets, partners, stats] = matching;
  if (offsets.empty() && num_vertices == 0 && partners.empty()) return;
  if (offsets.size() != num_vertices + std::size_t{1}) {
    refuse_input("there are " + std::to_string(offsets.size()) + " offsets of partners for " +
                 std::to_string(num_vertices) + " vertices, must be one more");
  }
  if (offsets.front() != 0 || offsets.back() != partners.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    refuse_input("the offsets of partners must rise from 0 to " + std::to_string(partners.size()));
  }
}

// The partners of each vertex in ascending order, and which of them an edge has joined so far.
class OpenPartners {
 public:
  explicit OpenPartners(const Partners& matching)
      : offsets_(matching.offsets),
        sorted_(std::span<const VertexId>(matching.partners)),
        joined_(sorted_.size(), false) {
    for (std::size_t v = 0; v + 1 < offsets_.size(); ++v) {
      std::sort(sorted_.begin() + offsets_[v], sorted_.begin() + offsets_[v + 1]);
    }
  }

  /// Takes the edge u v; whether v is a partner of u.
  bool join(VertexId u, VertexId v) {
    const auto begin = sorted_.begin() + offsets_[u];
    const auto end = sorted_.begin() + offsets_[u + std::size_t{1}];
    const auto found = std::lower_bound(begin, end, v);
    if (found == end || *found != v) return false;
    const auto place = static_cast<std::size_t>(found - sorted_.begin());
    if (joined_[place]) {
      refuse_input("two edges join " + std::to_string(u) + " and " + std::to_string(v) +
                   ", must be one");
    }
    joined_[place] = true;
    return true;
  }

  /// @throws Error{invalid_input} if there is a partner that no edge has joined
  void check_all_joined() const {
    for (std::size_t v = 0; v + 1 < offsets_.size(); ++v) {
      for (Offset i = offsets_[v]; i < offsets_[v + 1]; ++i) {
        if (joined_[i]) continue;
        const bool twice = i > offsets_[v] && sorted_[i] == sorted_[i - 1];
        refuse_input("vertex " + std::to_string(v) + " has partner " + std::to_string(sorted_[i]) +
                     (twice ? " twice" : ", but no edge joins them"));
      }
    }
  }

 private:
  std::span<const Offset> offsets_;
  Array<VertexId> sorted_;
  std::vector<bool> joined_;
};

void check_labels(std::span<const VertexId> labels) {
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] < labels.size()) continue;
    refuse_input("labels[" + std::to_string(v) + "] is " + std::to_string(labels[v]) +
                 ", must be below " + std::to_string(labels.size()));
  }
}

}  // namespace

MatchedEdges weigh_matching(const EdgeListView& graph, const Partners& matching) {
  detail::structures::check_shape(graph);
  check_partner_lists(matching, graph.num_vertices);
  OpenPartners open(matching);
  MatchedEdges matched;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    if (u >= graph.num_vertices || v >= graph.num_vertices) {
      refuse_input("edges[" + std::to_string(e) + "] has vertex " + std::to_string(std::max(u, v)) +
                   ", must be below " + std::to_string(graph.num_vertices));
    }
    const bool forth = open.join(u, v);
    const bool back = open.join(v, u);
    if (forth != back) {
      const VertexId from = forth ? u : v;
      const VertexId to = forth ? v : u;
      refuse_input("vertex " + std::to_string(from) + " has partner " + std::to_string(to) +
                   ", but not the other way round");
    }
    if (forth) matched.edges.push_back(static_cast<EdgeId>(e));
  }
  open.check_all_joined();
  matched.value = detail::structures::value_of(graph.weights, matched.edges);
  return matched;
}

RunStats stats_of(const AnyResult& result) {
  const auto common = [](const auto& stats, std::uint64_t rounds) {
    return RunStats{.algorithm = stats.algorithm,
                    .variant = stats.variant,
                    .rounds = rounds,
                    .prepare_seconds = stats.prepare_seconds,
                    .transfer_seconds = stats.transfer_seconds,
                    .device_seconds = stats.device_seconds,
                    .device_peak_bytes = stats.device_peak_bytes,
                    .stop_reason = stats.stop_reason};
  };
  return std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held.stats)>, BipartiteStats>) {
          return common(held.stats, held.stats.phases);
        } else {
          return common(held.stats, held.stats.rounds);
        }
      },
      result);
}

std::span<const VertexId> level_of(const Labels& labels, std::size_t level) {
  if (level == 0) return labels.labels;
  if (level <= labels.levels.size()) return labels.levels[level - 1];
  throw Error(ErrorCode::invalid_option, "level is " + std::to_string(level) +
                                             ", must be at most " +
                                             std::to_string(labels.levels.size()));
}

void check_levels(const Labels& labels) {
  check_labels(labels.labels);
  for (std::size_t level = 1; level <= labels.levels.size(); ++level) {
    const std::span<const VertexId> coarse = level_of(labels, level);
    if (coarse.size() != labels.labels.size()) {
      refuse_input("level " + std::to_string(level) + " has " + std::to_string(coarse.size()) +
                   " labels for " + std::to_string(labels.labels.size()) + " vertices");
    }
    check_labels(coarse);
    const auto split = detail::structures::find_split(level_of(labels, level - 1), coarse);
    if (!split) continue;
    refuse_input("level " + std::to_string(level) + " separates vertices " +
                 std::to_string(split->first) + " and " + std::to_string(split->second) +
                 ", which level " + std::to_string(level - 1) + " has together");
  }
}

LabelsFacts facts_of(const Labels& labels) {
  check_levels(labels);
  std::vector<std::uint64_t> sizes(labels.labels.size(), 0);
  for (const VertexId community : labels.labels) ++sizes[community];
  LabelsFacts facts;
  for (const std::uint64_t size : sizes) {
    facts.communities += size != 0 ? 1 : 0;
    facts.largest = std::max(facts.largest, size);
  }
  facts.levels = 1 + labels.levels.size();
  return facts;
}

std::vector<VertexId> numbered_by_first_vertex(std::span<const VertexId> labels) {
  check_labels(labels);
  std::vector<VertexId> numbers(labels.size(), k_none);
  std::vector<VertexId> result(labels.size());
  VertexId next = 0;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    VertexId& number = numbers[labels[v]];
    if (number == k_none) number = next++;
    result[v] = number;
  }
  return result;
}

}  // namespace hypermatch
