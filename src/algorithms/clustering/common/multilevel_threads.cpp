// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/multilevel.hpp"

#include <algorithm>
#include <atomic>

#include "base/random.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

MoveOptions Multilevel::moves_of(std::size_t i) {
  const std::uint64_t arcs = finest_.view().graph.num_arcs();
  return {.seed = base::hash(options_.seed, num_moves_++),
          .threshold = options_.threshold,
          .max_sweeps = i == 0 ? 1 : options_.max_sweeps,
          .max_arcs = std::max<std::uint64_t>(arcs / 2, 1)};
}

Sweeps Multilevel::move(std::size_t i, Partition& partition, const MoveOptions& options) {
  if (limits_.empty()) {
    return move_vertices(context_, view(i), finest_.objective(), partition, options);
  }
  return move_within_limits(context_, view(i), finest_.objective(), limits_[i], partition, options);
}

void Multilevel::clear_levels() {
  levels_.clear();
  if (!limits_.empty()) limits_.resize(1);
}

void Multilevel::push_level(Level next) {
  if (!limits_.empty()) {
    limits_.push_back(contract_limits(context_, limits_.back(),
                                      next.contraction.coarse_vertex.view(),
                                      next.contraction.graph.num_vertices));
  }
  levels_.push_back(std::move(next));
}

void Multilevel::project_down(Partition& partition, std::size_t i) const {
  partition.community =
      project(context_, partition.community.view(), levels_[i].contraction.coarse_vertex.view());
  const std::size_t known = partition.volume.size();
  partition.volume.resize(partition.community.size());
  parallel::for_each(context_, partition.volume.size() - known,
                     [&](std::size_t c) { partition.volume[known + c] = 0; });
}

Partition Multilevel::coarsen_and_refine(Partition partition) {
  clear_levels();
  const Objective& objective = finest_.objective();
  double quality = 0.0;
  for (std::size_t i = 0; i < options_.max_levels; ++i) {
    const LevelView level = view(i);
    if (i != 0) partition = singletons(context_, level);
    records_.begin();
    const Sweeps sweeps = move(i, partition, moves_of(i));
    records_.moved();
    Level next = contract_communities(context_, level, objective, partition.community.view());
    const double next_quality = quality_of_vertices(context_, next.view(), objective);
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    // The communities of the finest level may be given, and stay if nothing moves.
    if (i != 0 && (!shrank || !(next_quality > quality))) break;
    quality = next_quality;
    records_.end(level, sweeps, quality);
    push_level(std::move(next));
    if (!shrank) break;
  }
  partition = singletons(context_, levels_.back().view());
  for (std::size_t i = levels_.size(); i-- > 0;) {
    project_down(partition, i);
    if (i + 1 == levels_.size()) continue;  // has just been swept
    records_.begin();
    const LevelView level = view(i);
    const Sweeps sweeps = move(i, partition, moves_of(i));
    records_.moved();
    records_.end(level, sweeps, std::nullopt);
  }
  return partition;
}

std::vector<Array<VertexId>> Multilevel::take_contractions() {
  std::vector<Array<VertexId>> contractions;
  contractions.reserve(levels_.size());
  for (Level& level : levels_) contractions.push_back(std::move(level.contraction.coarse_vertex));
  levels_.clear();
  return contractions;
}

Partition Multilevel::project_up(const Level& next, const Partition& partition) const {
  const std::span<const VertexId> coarse_vertex = next.contraction.coarse_vertex.view();
  const std::size_t coarse_n = next.volume.size();
  // The vertices of a coarse vertex have one community. Numbers must be below the coarse n: a
  // community gets the lowest coarse vertex in it.
  Array<VertexId> community(coarse_n);
  parallel::for_each(context_, coarse_vertex.size(), [&](std::size_t v) {
    // Relaxed: all write the same value.
    std::atomic_ref(community[coarse_vertex[v]])
        .store(partition.community[v], std::memory_order_relaxed);
  });
  Array<VertexId> lowest(coarse_vertex.size(), k_none);
  parallel::for_each(context_, coarse_n, [&](std::size_t c) {
    // Relaxed: a minimum, read after the loop.
    std::atomic_ref<VertexId> word(lowest[community[c]]);
    VertexId seen = word.load(std::memory_order_relaxed);
    // Ends: the word falls whenever an exchange fails.
    while (c < seen &&
           !word.compare_exchange_weak(seen, static_cast<VertexId>(c), std::memory_order_relaxed)) {
    }
  });
  parallel::for_each(context_, coarse_n,
                     [&](std::size_t c) { community[c] = lowest[community[c]]; });
  return partition_of(context_, next.view(), community.view());
}

Partition Multilevel::leiden_iteration(Partition partition) {
  clear_levels();
  const Objective& objective = finest_.objective();
  for (std::size_t i = 0; i < options_.max_levels; ++i) {
    const LevelView level = view(i);
    records_.begin();
    MoveOptions options = moves_of(i);
    options.max_sweeps = options_.max_sweeps;
    Sweeps sweeps = move(i, partition, options);
    records_.moved();
    MoveOptions once = moves_of(i);
    once.max_sweeps = 1;
    const Partition refined =
        refine(context_, level, objective, partition.community.view(), once, sweeps);
    Level next = contract_communities(context_, level, objective, refined.community.view());
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    records_.end(level, sweeps, std::nullopt);
    if (!shrank) break;
    partition = project_up(next, partition);
    push_level(std::move(next));
  }
  for (std::size_t i = levels_.size(); i-- > 0;) project_down(partition, i);
  return partition_of(context_, finest_.view(), partition.community.view());
}

}  // namespace hypermatch::detail::clustering
