// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/multilevel/multilevel.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "algorithms/clustering/common/contract/components.hpp"
#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "base/random.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

MoveOptions Multilevel::moves_of(std::size_t i, bool knows_inner) {
  return {.seed = base::hash(options_.seed, num_moves_++),
          .threshold = threshold_of(options_.threshold_schedule, view(i).graph.num_vertices,
                                    options_.threshold),
          .max_sweeps = options_.sweeps_of(i),
          .max_arcs = options_.arcs_of(finest_.view().graph.num_arcs()),
          .inner = i == 0 && knows_inner ? &inner_ : nullptr,
          .records = &records_};
}

Sweeps Multilevel::move(std::size_t i, Partition& partition, const MoveOptions& options) {
  const Sweeps sweeps = limits_.empty() ? move_vertices(context_, view(i), finest_.objective(),
                                                        partition, options, workspace_)
                                        : move_within_limits(context_, view(i), finest_.objective(),
                                                             limits_[i], partition, options);
  // The finest level takes one sweep where no more are wanted.
  if (i != 0 || options.max_sweeps != 1) records_.swept(sweeps, options.max_sweeps);
  return sweeps;
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

void Multilevel::project_down(Partition& partition, std::size_t i) {
  const Array<VertexId>& coarse_vertex = levels_[i].contraction.coarse_vertex;
  const std::size_t known = partition.volume.size();
  projected_.resize(coarse_vertex.size());
  parallel::for_each(context_, coarse_vertex.size(),
                     [&](std::size_t v) { projected_[v] = partition.community[coarse_vertex[v]]; });
  std::swap(partition.community, projected_);
  partition.volume.resize(coarse_vertex.size());
  parallel::for_each(context_, partition.volume.size() - known,
                     [&](std::size_t c) { partition.volume[known + c] = 0; });
}

Partition Multilevel::coarsen_and_refine(Partition partition, bool iterates) {
  clear_levels();
  inner_.known = false;
  const Objective& objective = finest_.objective();
  double quality = 0.0;
  for (std::size_t i = 0; i < options_.max_levels; ++i) {
    const LevelView level = view(i);
    if (i != 0) set_singletons(context_, level, partition);
    records_.begin(i);
    const Sweeps sweeps = move(i, partition, moves_of(i));
    records_.moved();
    Level next = contract_communities(context_, level, partition);
    const double next_quality = quality_of_vertices(context_, next.view(), objective);
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    // The communities of the finest level may be given, and stay if nothing moves.
    if (i != 0 && (!shrank || !(next_quality > quality))) break;
    quality = next_quality;
    records_.end(level, sweeps, quality);
    push_level(std::move(next));
    if (!shrank) break;
    if (i + 1 == options_.max_levels) records_.reach_levels();
  }
  set_singletons(context_, levels_.back().view(), partition);
  for (std::size_t i = levels_.size(); i-- > 0;) {
    if (i == 0 && !options_.thorough && levels_.size() > 1 && limits_.empty() &&
        inner_vertices_stay(view(0), objective)) {
      find_inner_vertices(context_, view(1).graph, levels_[0].contraction.coarse_vertex.view(),
                          partition.community.view(), inner_);
    }
    project_down(partition, i);
    if (i + 1 == levels_.size()) continue;  // has just been swept
    records_.begin(i);
    const LevelView level = view(i);
    const Sweeps sweeps = move(i, partition, moves_of(i, iterates || inner_.known));
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

void Multilevel::project_up(const Level& next, Partition& partition) {
  const std::span<const VertexId> coarse_vertex = next.contraction.coarse_vertex.view();
  const std::size_t coarse_n = next.volume.size();
  // The vertices of a coarse vertex have one community. Numbers must be below the coarse n: a
  // community gets the lowest coarse vertex in it.
  projected_.resize(coarse_n);
  parallel::for_each(context_, coarse_vertex.size(), [&](std::size_t v) {
    // Relaxed: all write the same value.
    std::atomic_ref(projected_[coarse_vertex[v]])
        .store(partition.community[v], std::memory_order_relaxed);
  });
  Array<VertexId>& lowest = workspace_.number;
  lowest.resize(coarse_vertex.size());
  parallel::for_each(context_, lowest.size(), [&](std::size_t c) { lowest[c] = k_none; });
  parallel::for_each(context_, coarse_n, [&](std::size_t c) {
    // Relaxed: a minimum, read after the loop.
    std::atomic_ref<VertexId> word(lowest[projected_[c]]);
    VertexId seen = word.load(std::memory_order_relaxed);
    // Ends: the word falls whenever an exchange fails.
    while (c < seen &&
           !word.compare_exchange_weak(seen, static_cast<VertexId>(c), std::memory_order_relaxed)) {
    }
  });
  parallel::for_each(context_, coarse_n,
                     [&](std::size_t c) { projected_[c] = lowest[projected_[c]]; });
  set_communities(context_, next.view(), projected_.view(), partition);
}

Partition Multilevel::leiden_iteration(Partition partition) {
  iterate_up(partition);
  for (std::size_t i = levels_.size(); i-- > 0;) {
    if (i == 0 && inner_.known) {
      update_inner_vertices(context_, view(1).graph, levels_[0].contraction.coarse_vertex.view(),
                            before_.view(), partition.community.view(), inner_);
    }
    project_down(partition, i);
  }
  return partition;
}

// Vertices of each level are connected subgraphs of the one below it, and a level has all arcs
// between them and all weights inside. So components and quality of the coarsest one are those of
// the finest.
Connected Multilevel::last_leiden_iteration(Partition partition) {
  iterate_up(partition);
  const LevelView top = view(levels_.size());
  Connected result;
  result.communities = components_of(context_, top.graph, partition.community.view());
  result.quality =
      quality_of_communities(context_, top, finest_.objective(), result.communities.view());
  for (std::size_t i = levels_.size(); i-- > 0;) {
    const std::span<const VertexId> coarse_vertex = levels_[i].contraction.coarse_vertex.view();
    projected_.resize(coarse_vertex.size());
    parallel::for_each(context_, coarse_vertex.size(), [&](std::size_t v) {
      projected_[v] = result.communities[coarse_vertex[v]];
    });
    std::swap(result.communities, projected_);
  }
  return result;
}

// Leaves communities of the coarsest level.
void Multilevel::iterate_up(Partition& partition) {
  clear_levels();
  const Objective& objective = finest_.objective();
  for (std::size_t i = 0; i < options_.max_levels; ++i) {
    const LevelView level = view(i);
    records_.begin(i);
    MoveOptions options = moves_of(i, true);
    options.max_sweeps = options_.max_sweeps;
    Sweeps sweeps = move(i, partition, options);
    records_.moved();
    MoveOptions once = moves_of(i);
    once.max_sweeps = 1;
    sweeps +=
        refine(context_, level, objective, partition.community.view(), refined_, once, workspace_);
    Level next = contract_communities(context_, level, refined_);
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    records_.end(level, sweeps, std::nullopt);
    if (!shrank) break;
    project_up(next, partition);
    push_level(std::move(next));
    if (i + 1 == options_.max_levels) records_.reach_levels();
    if (i != 0 || !inner_.known) continue;
    before_.resize(partition.community.size());
    parallel::for_each(context_, before_.size(),
                       [&](std::size_t v) { before_[v] = partition.community[v]; });
  }
}

}  // namespace hypermatch::detail::clustering
