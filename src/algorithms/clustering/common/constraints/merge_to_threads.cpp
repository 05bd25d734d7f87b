// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/merge.hpp"
#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::clustering {

namespace {

// From here on merges are made one by one, in a matrix of links. Answers depend on it, so tests of
// data races have it, too.
constexpr VertexId k_matrix_rows = 1024;

// A merge of two communities, low < high; none: low is k_none.
struct Merge {
  double gain = 0.0;
  VertexId low = k_none;
  VertexId high = k_none;

  [[nodiscard]] bool is_none() const { return low == k_none; }
  /// Larger gains first, then lower numbers; none is behind all.
  [[nodiscard]] bool is_before(const Merge& other) const {
    if (is_none() || other.is_none()) return !is_none();
    return std::tuple(-gain, low, high) < std::tuple(-other.gain, other.low, other.high);
  }
};

// Merges of the best pair, again and again. A row holds its best merge as of when it was looked
// for. Later merges of the partner only make it worth less, but for the merge with the new
// community, which that one's row holds: an outdated entry is a bound, and is looked for again when
// no other one is better.
template <class WeightAt>
class Matrix {
 public:
  Matrix(const Context& context, const LevelView& level, const Objective& objective,
         const Limits& limits, const WeightAt& weight_at)
      : stop_(context),
        rows_(level.graph.num_vertices),
        gain_(objective.gain()),
        limits_(limits),
        links_(std::size_t{rows_} * rows_, k_apart),
        neighbours_(rows_),
        volume_(level.volume.begin(), level.volume.end()),
        size_(limits.size.begin(), limits.size.end()),
        pinned_(limits.pinned.begin(), limits.pinned.end()),
        labels_(rows_),
        best_(rows_),
        is_outdated_(rows_, 0) {
    std::iota(labels_.begin(), labels_.end(), VertexId{0});
    const GraphView& graph = level.graph;
    for (VertexId c = 0; c < rows_; ++c) {
      for (Offset a = graph.offsets[c]; a < graph.offsets[c + 1]; ++a) {
        links(c, graph.neighbours[a]) = weight_at(a);
        neighbours_[c].push_back(graph.neighbours[a]);
      }
    }
    alive_ = labels_;
    for (VertexId c = 0; c < rows_; ++c) find_best(c);
  }

  Array<VertexId> run(VertexId count) {
    // Ends: each turn makes a merge.
    while (alive_.size() > count) {
      const Merge merge = find_best();
      if (merge.is_none()) break;
      make(merge);
    }
    return Array<VertexId>(std::span<const VertexId>(labels_));
  }

 private:
  static constexpr std::int64_t k_apart = -1;  // no neighbours

  std::int64_t& links(VertexId a, VertexId b) { return links_[std::size_t{a} * rows_ + b]; }

  void find_best(VertexId c) {
    stop_.done(neighbours_[c].size() + 1);
    std::erase_if(neighbours_[c], [&](VertexId other) { return labels_[other] != other; });
    Merge best;
    for (const VertexId other : neighbours_[c]) {
      if ((pinned_[c] & pinned_[other]) != 0 || !limits_.fit(size_[c], size_[other])) continue;
      const auto [low, high] = std::minmax(c, other);
      const Merge merge{gain_of_merge(gain_, links(c, other), volume_[low], volume_[high]), low,
                        high};
      if (merge.is_before(best)) best = merge;
    }
    best_[c] = best;
    is_outdated_[c] = 0;
  }

  Merge find_best() {
    stop_.done(alive_.size());
    Merge best;
    for (const VertexId c : alive_) {
      if (is_outdated_[c] == 0 && best_[c].is_before(best)) best = best_[c];
    }
    for (const VertexId c : alive_) {
      // Of equal gain, too: what it stands for may have lower numbers.
      if (is_outdated_[c] == 0 || (!best.is_none() && best_[c].gain < best.gain)) continue;
      find_best(c);
      if (best_[c].is_before(best)) best = best_[c];
    }
    return best;
  }

  void make(const Merge& merge) {
    const VertexId low = merge.low;
    const VertexId high = merge.high;
    alive_.erase(std::lower_bound(alive_.begin(), alive_.end(), high));
    for (VertexId& label : labels_) {
      if (label == high) label = low;
    }
    for (const VertexId other : neighbours_[high]) {
      if (labels_[other] != other || other == low) continue;
      std::int64_t& sum = links(low, other);
      if (sum == k_apart) {
        sum = 0;
        neighbours_[low].push_back(other);
        neighbours_[other].push_back(low);
      }
      sum += links(high, other);
      links(other, low) = sum;
    }
    volume_[low] += volume_[high];
    size_[low] += size_[high];
    pinned_[low] |= pinned_[high];
    for (const VertexId other : neighbours_[low]) {
      const Merge& held = best_[other];
      const VertexId partner = held.low == other ? held.high : held.low;
      if (!held.is_none() && (partner == low || partner == high)) is_outdated_[other] = 1;
    }
    find_best(low);
  }

  parallel::StopCheck stop_;
  VertexId rows_;
  MoveGain gain_;
  const Limits& limits_;
  std::vector<std::int64_t> links_;
  std::vector<std::vector<VertexId>> neighbours_;  // also those that were merged into others
  std::vector<std::int64_t> volume_;
  std::vector<VertexId> size_;
  std::vector<std::uint8_t> pinned_;
  std::vector<VertexId> labels_;  // of an alive one itself
  std::vector<VertexId> alive_;   // ascending
  std::vector<Merge> best_;
  std::vector<std::uint8_t> is_outdated_;
};

// The best merge of c with a neighbour.
template <class WeightAt>
Merge best_merge(const LevelView& level, const MoveGain& gain, const Limits& limits,
                 const WeightAt& weight_at, VertexId c) {
  const GraphView& graph = level.graph;
  Merge best;
  for (Offset a = graph.offsets[c]; a < graph.offsets[c + 1]; ++a) {
    const VertexId other = graph.neighbours[a];
    if ((limits.pinned[c] & limits.pinned[other]) != 0) continue;
    if (!limits.fit(limits.size[c], limits.size[other])) continue;
    const auto [low, high] = std::minmax(c, other);
    const Merge merge{gain_of_merge(gain, weight_at(a), level.volume[low], level.volume[high]), low,
                      high};
    if (merge.is_before(best)) best = merge;
  }
  return best;
}

// Makes up to `most` of the best merges that communities propose; labels, and how many were made.
template <class WeightAt>
std::pair<Array<VertexId>, VertexId> merge_round(const Context& context, const LevelView& level,
                                                 const Objective& objective, const Limits& limits,
                                                 const WeightAt& weight_at, VertexId most) {
  const std::size_t n = level.graph.num_vertices;
  std::vector<Merge> merges(n);
  const MoveGain gain = objective.gain();
  parallel::for_each(context, n, [&](std::size_t c) {
    merges[c] = best_merge(level, gain, limits, weight_at, static_cast<VertexId>(c));
  });
  std::sort(merges.begin(), merges.end(),
            [](const Merge& a, const Merge& b) { return a.is_before(b); });
  context.check_cancelled();
  Array<VertexId> root(n);
  std::iota(root.begin(), root.end(), VertexId{0});
  std::vector<VertexId> size(limits.size.begin(), limits.size.end());
  std::vector<std::uint8_t> pinned(limits.pinned.begin(), limits.pinned.end());
  const auto root_of = [&](VertexId c) {
    // Ends: c falls.
    while (root[c] != c) {
      root[c] = root[root[c]];
      c = root[c];
    }
    return c;
  };
  VertexId made = 0;
  for (const Merge& merge : merges) {
    if (made == most || merge.is_none()) break;
    const auto [low, high] = std::minmax({root_of(merge.low), root_of(merge.high)});
    if (low == high || (pinned[low] & pinned[high]) != 0 || !limits.fit(size[low], size[high])) {
      continue;
    }
    root[high] = low;
    size[low] += size[high];
    pinned[low] |= pinned[high];
    ++made;
  }
  for (std::size_t c = 0; c < n; ++c) root[c] = root_of(static_cast<VertexId>(c));
  return {std::move(root), made};
}

}  // namespace

Array<VertexId> merge_to(const Context& context, const LevelView& level, const Objective& objective,
                         const Limits& limits, VertexId count) {
  const VertexId n = level.graph.num_vertices;
  Array<VertexId> labels(n);
  std::iota(labels.begin(), labels.end(), VertexId{0});
  Level held;
  Limits held_limits;
  LevelView now = level;
  const Limits* limits_now = &limits;
  const auto advance = [&](const Array<VertexId>& merged) {
    Level next = contract_communities(context, now, merged.view());
    const Array<VertexId>& up = next.contraction.coarse_vertex;
    held_limits =
        contract_limits(context, *limits_now, up.view(), next.contraction.graph.num_vertices);
    labels = project(context, up.view(), labels.view());
    held = std::move(next);
    now = held.view();
    limits_now = &held_limits;
  };
  // Ends: a round makes a merge, or is the last one.
  while (now.graph.num_vertices > std::max(count, k_matrix_rows)) {
    const VertexId size = now.graph.num_vertices;
    const VertexId most = std::min(size - std::max(count, k_matrix_rows), size / 8);
    auto [merged, made] = with_weights(now.graph.weights, [&](const auto& weight_at) {
      return merge_round(context, now, objective, *limits_now, weight_at, most);
    });
    if (made == 0) break;
    advance(merged);
  }
  if (now.graph.num_vertices > count && now.graph.num_vertices <= k_matrix_rows) {
    advance(with_weights(now.graph.weights, [&](const auto& weight_at) {
      return Matrix(context, now, objective, *limits_now, weight_at).run(count);
    }));
  }
  return labels;
}

}  // namespace hypermatch::detail::clustering
