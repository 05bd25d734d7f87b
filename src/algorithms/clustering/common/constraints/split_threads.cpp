// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/split.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

#include "algorithms/clustering/common/constraints/merge.hpp"
#include "algorithms/clustering/common/contract/components.hpp"
#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// A graph without the arcs between communities. Their weight stays in the volumes: an arc of weight
// x adds x / 2 to the loop of its vertex. All weights are doubled, so that halves are integers.
struct InnerGraph {
  CompressedGraph graph;
  Array<std::int64_t> loops;
  Array<std::int64_t> volume;
  Objective objective;

  [[nodiscard]] LevelView view() const {
    return {graph.view(), std::span<const std::int64_t>(loops.view()), volume.view()};
  }
};

InnerGraph inner_graph(const Context& context, const LevelView& level, const Objective& objective,
                       std::span<const VertexId> communities) {
  // Sums are at most 2^62: where they would not double, halves are lost, which are 2^-61 of them.
  const std::int64_t factor = objective.total <= std::int64_t{1} << 61 ? 2 : 1;
  const GraphView& graph = level.graph;
  const std::size_t n = graph.num_vertices;
  InnerGraph inner{{}, Array<std::int64_t>(n), Array<std::int64_t>(n), objective};
  inner.objective.total *= factor;
  inner.objective.unit /= static_cast<double>(factor);
  inner.graph.num_vertices = graph.num_vertices;
  inner.graph.offsets.resize(n + 1);
  const auto is_inner = [&](std::size_t v, Offset a) {
    return communities[graph.neighbours[a]] == communities[v];
  };
  const auto num_inner = [&](std::size_t v) {
    Offset count = 0;
    for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a)
      count += is_inner(v, a) ? 1 : 0;
    return count;
  };
  const Offset arcs = parallel::exclusive_scan<Offset>(
      context, n, num_inner, [&](std::size_t v, Offset begin) { inner.graph.offsets[v] = begin; });
  inner.graph.offsets[n] = arcs;
  inner.graph.neighbours.resize(arcs);
  Array<std::int64_t> weights(arcs);
  with_weights(graph.weights, [&](const auto& weight_at) {
    parallel::for_each(context, n, [&](std::size_t v) {
      Offset place = inner.graph.offsets[v];
      std::int64_t outer = 0;
      std::int64_t sum = 0;
      for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) {
        const std::int64_t weight = weight_at(a);
        if (!is_inner(v, a)) {
          outer += weight;
          continue;
        }
        inner.graph.neighbours[place] = graph.neighbours[a];
        weights[place++] = factor * weight;
        sum += factor * weight;
      }
      const std::int64_t loop = loop_at(level.loops, static_cast<VertexId>(v));
      inner.loops[v] = factor * loop + (factor == 2 ? outer : outer / 2);
      inner.volume[v] = objective.kind == CommunityObjective::modularity ? sum + 2 * inner.loops[v]
                                                                         : level.volume[v];
    });
  });
  inner.graph.weights = std::move(weights);
  return inner;
}

// Finds parts of communities at higher resolutions.
class Splitter {
 public:
  Splitter(const Context& context, const InnerGraph& inner, const Limits& limits, VertexId min_size,
           const MultilevelOptions& options)
      : context_(context),
        inner_(inner.view()),
        objective_(inner.objective),
        limits_(limits),
        min_size_(min_size),
        options_(options) {}

  // Parts of which there are at least `count`, not many more if that can be had; all vertices alone
  // if nothing else is left, which may be fewer with `min_size`.
  [[nodiscard]] Array<VertexId> parts(VertexId count) {
    double low = 0.0;
    // Ends: resolutions up to 2^64 times the given one.
    for (double exponent = 1.0; exponent <= 64.0; exponent *= 2) {
      Array<VertexId> found = parts_at(exponent);
      if (count_labels(context_, found.view()) >= count) {
        return narrowed(low, exponent, count, std::move(found));
      }
      low = exponent;
    }
    return without_small(singletons(context_, inner_).community);
  }

 private:
  static constexpr int k_bisections = 5;

  // Connected parts at 2^exponent times the resolution.
  [[nodiscard]] Array<VertexId> parts_at(double exponent) {
    Objective finer = objective_;
    finer.resolution *= std::exp2(exponent);
    const FinestLevel finest(inner_, finer);
    Multilevel multilevel(context_, finest, options_);
    multilevel.start(singletons(context_, inner_));
    louvain(multilevel);
    const Partition& partition = multilevel.partition();
    return without_small(components_of(context_, inner_.graph, partition.community.view()));
  }

  [[nodiscard]] Array<VertexId> without_small(Array<VertexId> parts) {
    if (min_size_ < 2) return parts;
    const Level level = contract_communities(context_, inner_, parts.view());
    const Array<VertexId>& up = level.contraction.coarse_vertex;
    const Limits limits =
        contract_limits(context_, limits_, up.view(), level.contraction.graph.num_vertices);
    return project(context_,
                   merge_small(context_, level.view(), objective_, limits, min_size_).view(),
                   up.view());
  }

  // Fewer parts than the `found` ones at `high`, if a lower resolution above `low` has enough.
  [[nodiscard]] Array<VertexId> narrowed(double low, double high, VertexId count,
                                         Array<VertexId> found) {
    for (int i = 0; i < k_bisections; ++i) {
      // A quarter more than wanted is close enough.
      if (count_labels(context_, found.view()) <= count + count / 4 + 1) break;
      const double middle = (low + high) / 2;
      Array<VertexId> parts = parts_at(middle);
      if (count_labels(context_, parts.view()) >= count) {
        found = std::move(parts);
        high = middle;
      } else {
        low = middle;
      }
    }
    return found;
  }

  const Context& context_;
  LevelView inner_;
  const Objective& objective_;
  const Limits& limits_;
  VertexId min_size_;
  MultilevelOptions options_;
};

}  // namespace

VertexId count_labels(const Context& context, std::span<const VertexId> labels) {
  Array<std::uint8_t> is_used(labels.size(), 0);
  parallel::for_each(context, labels.size(), [&](std::size_t v) {
    // Relaxed: all write 1, and readers come after the loop.
    std::atomic_ref(is_used[labels[v]]).store(1, std::memory_order_relaxed);
  });
  return parallel::reduce<VertexId>(
      context, labels.size(), 0, [&](std::size_t c) { return VertexId{is_used[c]}; },
      [](VertexId a, VertexId b) { return a + b; });
}

Array<VertexId> split_to(const Context& context, const LevelView& level, const Objective& objective,
                         const Limits& limits, std::span<const VertexId> communities,
                         VertexId count, VertexId min_size, const MultilevelOptions& options) {
  const InnerGraph inner = inner_graph(context, level, objective, communities);
  const Array<VertexId> parts = Splitter(context, inner, limits, min_size, options).parts(count);
  const Level contracted = contract_communities(context, inner.view(), parts.view());
  const Array<VertexId>& up = contracted.contraction.coarse_vertex;
  const Limits of_parts =
      contract_limits(context, limits, up.view(), contracted.contraction.graph.num_vertices);
  return project(context,
                 merge_to(context, contracted.view(), inner.objective, of_parts, count).view(),
                 up.view());
}

}  // namespace hypermatch::detail::clustering
