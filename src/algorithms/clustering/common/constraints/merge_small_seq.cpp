// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/merge.hpp"
#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Communities that were merged are a tree whose root has the lowest number, and a list.
template <class WeightAt>
class SmallMerger {
 public:
  SmallMerger(const Context& context, const LevelView& level, const Objective& objective,
              const Limits& limits, const WeightAt& weight_at)
      : stop_(context),
        graph_(level.graph),
        gain_(objective.gain()),
        limits_(limits),
        weight_at_(weight_at),
        parent_(graph_.num_vertices),
        next_(graph_.num_vertices, k_none),
        last_(graph_.num_vertices),
        volume_(level.volume.begin(), level.volume.end()),
        size_(limits.size.begin(), limits.size.end()),
        pinned_(limits.pinned.begin(), limits.pinned.end()),
        arcs_(graph_.num_vertices) {
    std::iota(parent_.begin(), parent_.end(), VertexId{0});
    std::iota(last_.begin(), last_.end(), VertexId{0});
    for (VertexId c = 0; c < graph_.num_vertices; ++c) arcs_[c] = graph_.degree(c);
  }

  Array<VertexId> run(VertexId min_size) {
    using Entry = std::pair<VertexId, VertexId>;  // size, root
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> small;
    for (VertexId c = 0; c < graph_.num_vertices; ++c) {
      if (size_[c] < min_size) small.emplace(size_[c], c);
    }
    // Ends: a merge removes a community, and other entries are not replaced.
    while (!small.empty()) {
      const auto [size, c] = small.top();
      small.pop();
      if (parent_[c] != c || size_[c] != size) continue;  // was merged meanwhile
      const VertexId other = best_neighbour(c);
      if (other == k_none) continue;
      const VertexId root = merge(c, other);
      if (size_[root] < min_size) small.emplace(size_[root], root);
    }
    Array<VertexId> labels(graph_.num_vertices);
    for (VertexId c = 0; c < graph_.num_vertices; ++c) labels[c] = root_of(c);
    return labels;
  }

 private:
  VertexId root_of(VertexId c) {
    // Ends: c falls.
    while (parent_[c] != c) {
      parent_[c] = parent_[parent_[c]];
      c = parent_[c];
    }
    return c;
  }

  VertexId best_neighbour(VertexId c) {
    stop_.done(arcs_[c] + 1);
    sums_.begin(std::min<std::size_t>(arcs_[c], graph_.num_vertices), graph_.num_vertices);
    for (VertexId member = c; member != k_none; member = next_[member]) {
      const Offset begin = graph_.offsets[member];
      sums_.add(
          graph_.offsets[member + 1] - begin,
          [&](std::size_t i) {
            const VertexId other = root_of(graph_.neighbours[begin + i]);
            return other == c ? k_none : other;
          },
          [&](std::size_t i) { return weight_at_(begin + i); });
    }
    VertexId best = k_none;
    double best_gain = 0.0;
    sums_.drain([](VertexId) {},
                [&](VertexId other, std::int64_t links) {
                  if (!may_merge(c, other)) return;
                  const auto [low, high] = std::minmax(c, other);
                  const double gain = gain_of_merge(gain_, links, volume_[low], volume_[high]);
                  if (best == k_none || gain > best_gain || (gain == best_gain && other < best)) {
                    best = other;
                    best_gain = gain;
                  }
                });
    return best;
  }

  [[nodiscard]] bool may_merge(VertexId a, VertexId b) const {
    return (pinned_[a] == 0 || pinned_[b] == 0) && limits_.fit(size_[a], size_[b]);
  }

  VertexId merge(VertexId a, VertexId b) {
    const auto [low, high] = std::minmax(a, b);
    parent_[high] = low;
    next_[last_[low]] = high;
    last_[low] = last_[high];
    volume_[low] += volume_[high];
    size_[low] += size_[high];
    pinned_[low] |= pinned_[high];
    arcs_[low] += arcs_[high];
    return low;
  }

  parallel::StopCheck stop_;
  GraphView graph_;
  MoveGain gain_;
  const Limits& limits_;
  const WeightAt& weight_at_;
  std::vector<VertexId> parent_;
  std::vector<VertexId> next_;  // in the list of a root
  std::vector<VertexId> last_;  // of a root's list
  std::vector<std::int64_t> volume_;
  std::vector<VertexId> size_;
  std::vector<std::uint8_t> pinned_;
  std::vector<std::uint64_t> arcs_;
  CommunitySums sums_;
};

}  // namespace

Array<VertexId> merge_small(const Context& context, const LevelView& level,
                            const Objective& objective, const Limits& limits, VertexId min_size) {
  return with_weights(level.graph.weights, [&](const auto& weight_at) {
    return SmallMerger(context, level, objective, limits, weight_at).run(min_size);
  });
}

}  // namespace hypermatch::detail::clustering
