// SPDX-License-Identifier: MIT
#include "algorithms/clustering/matching/pairs.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/clustering/common/multilevel/arc_weights.hpp"
#include "coarsen/vertex_matcher.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Pairs of neighbours, rated by what their merge gains: a product of both volumes, so that both
// ends compute the same bits.
template <class Weights>
class GainScan {
 public:
  GainScan(const LevelView& level, MoveGain gain, const Weights& weights)
      : graph_(level.graph), volume_(level.volume), gain_(gain), weights_(weights) {}

  [[nodiscard]] std::size_t num_vertices() const { return graph_.num_vertices; }
  template <class Body>
  void for_each_pair(VertexId v, coarsen::PartnerSums& /*unused*/, const Body& body) const {
    const auto volume = static_cast<double>(volume_[v]);
    for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + std::size_t{1}]; ++a) {
      const VertexId u = graph_.neighbours[a];
      const double product = volume * static_cast<double>(volume_[u]);
      body(u, static_cast<double>(weights_[a]) - gain_.factor * product);
    }
  }
  [[nodiscard]] bool visits_more_than(std::uint64_t many, VertexId v) const {
    return graph_.degree(v) > many;
  }
  template <class Body>
  void for_each_partner(VertexId v, const Body& body) const {
    for (const VertexId u : graph_.neighbours_of(v)) body(u);
  }

 private:
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  MoveGain gain_;
  const Weights& weights_;
};

// Vertices that the matching left, and the pairs that they join.
template <class Weights>
class Joiner {
 public:
  Joiner(const Context& context, const LevelView& level, MoveGain gain, const Weights& weights,
         std::span<const VertexId> mates, Array<VertexId>& labels)
      : context_(context),
        graph_(level.graph),
        volume_(level.volume),
        gain_(gain),
        weights_(weights),
        mates_(mates),
        labels_(labels) {}

  VertexId run() {
    const std::size_t n = graph_.num_vertices;
    Array<VertexId> vertices(n);
    Array<VertexId> pair(n);
    parallel::for_each(context_, n, [&](std::size_t v) {
      pair[v] = mates_[v] == k_none ? best_pair(static_cast<VertexId>(v)) : k_none;
    });
    context_.check_cancelled();
    vertices.resize(parallel::select(
        context_, n, [&](std::size_t v) { return pair[v] != k_none; },
        [&](std::size_t place, std::size_t v) { vertices[place] = static_cast<VertexId>(v); }));
    parallel::radix_sort(context_, vertices, [&](VertexId v) { return pair[v]; });
    Array<std::size_t> begins(vertices.size() + 1);
    const std::size_t groups = parallel::select(
        context_, vertices.size(),
        [&](std::size_t i) { return i == 0 || pair[vertices[i]] != pair[vertices[i - 1]]; },
        [&](std::size_t place, std::size_t i) { begins[place] = i; });
    begins[groups] = vertices.size();
    return parallel::reduce<VertexId>(
        context_, groups, 0,
        [&](std::size_t g) {
          return join(vertices.view().subspan(begins[g], begins[g + 1] - begins[g]),
                      pair[vertices[begins[g]]]);
        },
        [](VertexId a, VertexId b) { return a + b; }, 64);
  }

 private:
  [[nodiscard]] double gain(VertexId v, std::int64_t links, std::int64_t volume) const {
    return MoveGain::of(gain_.price(volume_[v]), links, volume);
  }

  // The label of the pair of the best neighbour, if that is one which v gains with.
  [[nodiscard]] VertexId best_pair(VertexId v) const {
    VertexId best = k_none;
    double best_gain = 0.0;
    for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + std::size_t{1}]; ++a) {
      const VertexId u = graph_.neighbours[a];
      const double found = gain(v, weights_[a], volume_[u]);
      if (found > best_gain || (found == best_gain && best != k_none && u < best)) {
        best = u;
        best_gain = found;
      }
    }
    // Rounded otherwise, the pair of two free vertices may gain a little.
    return best == k_none || mates_[best] == k_none ? k_none : labels_[best];
  }

  // These want to join the pair of that label; how many do.
  VertexId join(std::span<const VertexId> vertices, VertexId first) {
    const VertexId second = mates_[first];
    std::int64_t volume = volume_[first] + volume_[second];
    VertexId joined = 0;
    for (const VertexId v : vertices) {
      if (!(gain(v, links(v, first, second), volume) > 0.0)) continue;
      volume += volume_[v];
      labels_[v] = first;
      ++joined;
    }
    return joined;
  }
  [[nodiscard]] std::int64_t links(VertexId v, VertexId first, VertexId second) const {
    std::int64_t sum = 0;
    for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + std::size_t{1}]; ++a) {
      const VertexId u = graph_.neighbours[a];
      if (u == first || u == second) sum += weights_[a];
    }
    return sum;
  }

  const Context& context_;
  const GraphView& graph_;
  std::span<const std::int64_t> volume_;
  MoveGain gain_;
  const Weights& weights_;
  std::span<const VertexId> mates_;
  Array<VertexId>& labels_;
};

}  // namespace

Pairing pair_vertices(const Context& context, const LevelView& level, const Objective& objective,
                      std::uint64_t seed) {
  const MoveGain gain = objective.gain();
  return with_arc_weights(level.graph.weights, [&](const auto& weights) {
    const GainScan scan(level, gain, weights);
    const VertexMatching matching =
        coarsen::VertexMatcher(context, scan, {.two_hop = TwoHop::leave, .seed = seed}).run();
    Pairing result;
    result.labels = labels_of(context, matching.mates.view());
    result.sweeps = {matching.rounds, level.graph.num_arcs()};
    const auto matched = parallel::reduce<VertexId>(
        context, matching.mates.size(), 0,
        [&](std::size_t v) { return VertexId{matching.mates[v] != k_none}; },
        [](VertexId a, VertexId b) { return a + b; });
    result.joined =
        matched / 2 +
        Joiner(context, level, gain, weights, matching.mates.view(), result.labels).run();
    return result;
  });
}

}  // namespace hypermatch::detail::clustering
