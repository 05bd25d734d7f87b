// SPDX-License-Identifier: MIT
// What vertices decide in a sub-round, from the communities that the last one left.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/moves/short_rows.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

// What a task of a region works with.
template <class Sum>
struct alignas(64) DecisionScratch {
  static constexpr std::size_t k_rows = 8;  // that are gathered and not yet decided

  TaskMemory& memory;
  ShortRow<Sum> rows[k_rows] = {};
  std::int64_t gain = 0;
  std::uint64_t arcs = 0;
  std::size_t inner = 0;  // vertices that were marked
};

template <class Rule, class Weights>
class Decisions {
 public:
  using Sum = typename Weights::Type;

  Decisions(const LevelView& level, const Objective& objective, const Rule& rule, Weights weights,
            const Partition& partition)
      : graph_(level.graph),
        volume_(level.volume),
        rule_(rule),
        weights_(weights),
        gain_(objective.gain()),
        gain_units_(objective.total == 0 ? 0.0
                                         : k_gain_units / static_cast<double>(objective.total)),
        partition_(partition) {}

  [[nodiscard]] const MoveGain& gain() const { return gain_; }
  /// From now on inner vertices are marked here; null: nowhere.
  void mark_inner(std::uint8_t* is_inner) { is_inner_ = is_inner; }

  /// Lists the moves of vertices.
  // Rows are looked up some vertices ahead, because they, and what is known of their communities,
  // are likely in no cache: first where a row is, then the communities of its vertices, then the
  // volumes of these.
  void decide(std::span<const VertexId> due, DecisionScratch<Sum>& scratch) {
    constexpr std::size_t k_ahead_row = 16;
    constexpr std::size_t k_ahead_targets = 8;
    constexpr std::size_t k_ahead_volumes = 4;
    constexpr std::size_t k_rows = DecisionScratch<Sum>::k_rows;
    static_assert(k_ahead_volumes < k_rows);
    const std::size_t count = due.size();
    const auto prefetch_row = [&](std::size_t i) {
      const Offset begin = graph_.offsets[due[i]];
      __builtin_prefetch(graph_.neighbours.data() + begin);
      weights_.prefetch(begin);
    };
    const auto prefetch_targets = [&](std::size_t i) {
      const Offset begin = graph_.offsets[due[i]];
      const Offset end = std::min(begin + k_short, graph_.offsets[due[i] + std::size_t{1}]);
      for (Offset a = begin; a < end; ++a) rule_.prefetch(graph_.neighbours[a]);
    };
    for (std::size_t i = 0; i < std::min(count, k_ahead_row); ++i) prefetch_row(i);
    for (std::size_t i = 0; i < std::min(count, k_ahead_targets); ++i) prefetch_targets(i);
    for (std::size_t i = 0; i < count + k_ahead_volumes; ++i) {
      if (i + k_ahead_row < count) prefetch_row(i + k_ahead_row);
      if (i + k_ahead_targets < count) prefetch_targets(i + k_ahead_targets);
      if (i < count) gather(due[i], scratch.rows[i % k_rows]);
      if (i >= k_ahead_volumes) {
        decide(scratch.rows[(i - k_ahead_volumes) % k_rows], scratch);
      }
    }
  }

 private:
  static constexpr bool k_units = Weights::k_units;
  static constexpr std::size_t k_short = k_most_short;

  void mark(VertexId v) const {
    if (is_inner_ != nullptr) is_inner_[v] = 1;
  }

  // A row that is too long is marked by a count of 0.
  void gather(VertexId v, ShortRow<Sum>& row) {
    const Offset begin = graph_.offsets[v];
    const std::size_t count = graph_.offsets[v + std::size_t{1}] - begin;
    row.vertex = v;
    row.own = partition_.community[v];
    row.count = 0;
    if (count > k_short) return;
    const VertexId* const neighbours = graph_.neighbours.data() + begin;
    // Arcs that lead nowhere count as those to `own`, of which there are no others then.
    const auto target_of = rule_.targets_of(v);
    const VertexId own = row.own;
    VertexId differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      VertexId target = target_of(neighbours[i]);
      if (Rule::k_once) target = target == k_none ? own : target;
      row.communities[i] = target;
      differing |= target ^ own;
    }
    const bool all_own = differing == 0;
    row.all_own = all_own;
    if (!all_own) {
      const std::int64_t* const volumes = partition_.volume.data();
      for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(volumes + row.communities[i]);
    }
    const std::size_t end = (count + 7) / 8 * 8;
    for (std::size_t i = count; i < end; ++i) row.communities[i] = row.own;
    if constexpr (!k_units) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t weight = weights_[begin + i];
        row.weights[i] = static_cast<Sum>(weight);
        sum += weight;
      }
      for (std::size_t i = count; i < end; ++i) row.weights[i] = 0;
      row.sum = sum;
    }
    row.count = static_cast<std::uint32_t>(count);
  }

  void decide(const ShortRow<Sum>& row, DecisionScratch<Sum>& scratch) {
    const VertexId v = row.vertex;
    const double price = gain_.price(volume_[v]);
    const std::size_t degree = graph_.degree(v);
    scratch.arcs += degree;
    if (degree == 0) {
      mark(v);
      settle(v, row.own, {}, scratch);
      return;
    }
    if (row.count == 0 || !std::isfinite(price)) {
      decide_long(v, scratch);
      return;
    }
    RowValue value;
    if (row.all_own) {
      mark(v);
      ++scratch.inner;
      value.own_links = k_units ? static_cast<std::int64_t>(row.count) : row.sum;
    } else if constexpr (k_units) {
      value = value_of_units(row, price, partition_.volume.data());
    } else if (row.sum <= std::numeric_limits<Sum>::max()) {
      value = value_of(row, price, partition_.volume.data());
    } else {
      value = value_of(with_long_sums(row), price, partition_.volume.data());
    }
    if (Rule::k_once) value.own_links = 0;
    settle(v, row.own, value, scratch);
  }

  // The same row for sums that 32 bits do not hold.
  ShortRow<std::int64_t> with_long_sums(const ShortRow<Sum>& row) const {
    ShortRow<std::int64_t> result;
    result.own = row.own;
    result.count = row.count;
    const Offset begin = graph_.offsets[row.vertex];
    for (std::size_t i = 0; i < (row.count + 7) / 8 * 8; ++i) {
      result.communities[i] = row.communities[i];
      result.weights[i] = i < row.count ? weights_[begin + i] : 0;
    }
    return result;
  }

  void decide_long(VertexId v, DecisionScratch<Sum>& scratch) {
    constexpr std::size_t k_ahead = 32;
    const Offset begin = graph_.offsets[v];
    const std::span<const VertexId> neighbours = graph_.neighbours_of(v);
    CommunitySums& sums = scratch.memory.sums;
    sums.begin(std::min<std::size_t>(neighbours.size(), graph_.num_vertices), graph_.num_vertices);
    const auto target_of = rule_.targets_of(v);
    sums.add(
        neighbours.size(),
        [&](std::size_t i) {
          if (i + k_ahead < neighbours.size()) rule_.prefetch(neighbours[i + k_ahead]);
          return target_of(neighbours[i]);
        },
        [&](std::size_t i) { return weights_[begin + i]; });
    const VertexId own = partition_.community[v];
    const double price = gain_.price(volume_[v]);
    RowValue value;
    Target& best = value.best;
    sums.drain([&](VertexId community) { __builtin_prefetch(&partition_.volume[community]); },
               [&](VertexId community, std::int64_t links) {
                 if (community == own) {
                   value.own_links = links;
                   return;
                 }
                 const double gain = MoveGain::of(price, links, partition_.volume[community]);
                 if (best.community == k_none || gain > best.gain ||
                     (gain == best.gain && community < best.community)) {
                   best = {community, gain};
                 }
               });
    settle(v, own, value, scratch);
  }

  void settle(VertexId v, VertexId own, const RowValue& value, DecisionScratch<Sum>& scratch) {
    Target best = value.best;
    const double own_gain =
        MoveGain::of(gain_.price(volume_[v]), value.own_links, partition_.volume[own] - volume_[v]);
    if (own_gain < 0.0 && (best.community == k_none || best.gain < 0.0) &&
        partition_.volume[v] == 0) {
      // To be alone is worth 0. The number v is free: only v may take it.
      best = {v, 0.0};
    }
    if (best.community == k_none || !(best.gain > own_gain)) return;
    scratch.memory.moves.push_back({v, best.community});
    add_gain(scratch.gain, (best.gain - own_gain) * gain_units_);
  }

  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const Rule& rule_;
  Weights weights_;
  MoveGain gain_;
  double gain_units_;
  const Partition& partition_;
  std::uint8_t* is_inner_ = nullptr;
};

}  // namespace hypermatch::detail::clustering
