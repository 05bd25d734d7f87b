// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/multilevel/multilevel.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "algorithms/clustering/common/contract/components.hpp"
#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/leiden.hpp"
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

void Multilevel::move(std::size_t i, const MoveOptions& options) {
  records_.begin(i);
  sweeps_ = limits_.empty() ? move_vertices(context_, view(i), finest_.objective(), partition_,
                                            options, workspace_)
                            : move_within_limits(context_, view(i), finest_.objective(), limits_[i],
                                                 partition_, options);
  // The finest level takes one sweep where no more are wanted.
  if (i != 0 || options.max_sweeps != 1) records_.swept(sweeps_, options.max_sweeps);
  records_.moved();
}

void Multilevel::clear() {
  for (; !levels_.empty(); levels_.pop_back()) {
    spare_levels_.push_back(std::move(levels_.back()));
  }
  if (!limits_.empty()) limits_.resize(1);
}

void Multilevel::contract(std::size_t i, const Partition& partition) {
  Level memory;
  if (!spare_levels_.empty()) {
    memory = std::move(spare_levels_.back());
    spare_levels_.pop_back();
  }
  next_ = contract_communities(context_, view(i), partition, workspace_, std::move(memory));
}

void Multilevel::push_level() {
  const Contraction& contraction = next_.contraction;
  if (!limits_.empty()) {
    limits_.push_back(contract_limits(context_, limits_.back(), contraction.coarse_vertex.view(),
                                      contraction.graph.num_vertices));
  }
  levels_.push_back(std::move(next_));
}

void Multilevel::move(std::size_t i) {
  if (i == 0) inner_.known = false;
  move(i, moves_of(i));
}

Aggregate Multilevel::aggregate(std::size_t i) {
  const LevelView level = view(i);
  contract(i, partition_);
  return {.shrank = next_.contraction.graph.num_vertices < level.graph.num_vertices,
          .quality = quality_of_vertices(context_, next_.view(), finest_.objective())};
}

void Multilevel::keep_aggregate(std::size_t i, double quality) {
  records_.end(view(i), sweeps_, quality);
  push_level();
}

void Multilevel::project_to_sweep(std::size_t i) {
  if (i == 0 && !options_.thorough && levels_.size() > 1 && limits_.empty() &&
      inner_vertices_stay(view(0), finest_.objective())) {
    find_inner_vertices(context_, view(1).graph, levels_[0].contraction.coarse_vertex.view(),
                        partition_.community.view(), inner_);
  }
  take_communities_of(i);
}

void Multilevel::sweep_down(std::size_t i) {
  move(i, moves_of(i, options_.iterates || inner_.known));
  records_.end(view(i), sweeps_, std::nullopt);
}

void Multilevel::take_communities_of(std::size_t i) {
  const Array<VertexId>& coarse_vertex = levels_[i].contraction.coarse_vertex;
  const std::size_t known = partition_.volume.size();
  projected_.resize(coarse_vertex.size());
  parallel::for_each(context_, coarse_vertex.size(), [&](std::size_t v) {
    projected_[v] = partition_.community[coarse_vertex[v]];
  });
  std::swap(partition_.community, projected_);
  partition_.volume.resize(coarse_vertex.size());
  parallel::for_each(context_, partition_.volume.size() - known,
                     [&](std::size_t c) { partition_.volume[known + c] = 0; });
}

std::vector<Array<VertexId>> Multilevel::take_contractions() {
  std::vector<Array<VertexId>> contractions;
  contractions.reserve(levels_.size());
  for (Level& level : levels_) contractions.push_back(std::move(level.contraction.coarse_vertex));
  levels_.clear();
  return contractions;
}

void Multilevel::move_until_stable(std::size_t i) {
  MoveOptions options = moves_of(i, true);
  options.max_sweeps = options_.max_sweeps;
  move(i, options);
}

void Multilevel::refine(std::size_t i) {
  MoveOptions once = moves_of(i);
  once.max_sweeps = 1;
  sweeps_ += clustering::refine(context_, view(i), finest_.objective(), partition_.community.view(),
                                refined_, once, workspace_);
}

bool Multilevel::aggregate_refined(std::size_t i) {
  const LevelView level = view(i);
  contract(i, refined_);
  records_.end(level, sweeps_, std::nullopt);
  const bool shrank = next_.contraction.graph.num_vertices < level.graph.num_vertices;
  shrank ? push_level() : drop_aggregate();
  return shrank;
}

void Multilevel::lift_communities(std::size_t i) {
  const Level& next = levels_[i];
  const std::span<const VertexId> coarse_vertex = next.contraction.coarse_vertex.view();
  const std::size_t coarse_n = next.volume.size();
  // The vertices of a coarse vertex have one community. Numbers must be below the coarse n: a
  // community gets the lowest coarse vertex in it.
  projected_.resize(coarse_n);
  parallel::for_each(context_, coarse_vertex.size(), [&](std::size_t v) {
    // Relaxed: all write the same value.
    std::atomic_ref(projected_[coarse_vertex[v]])
        .store(partition_.community[v], std::memory_order_relaxed);
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
  set_communities(context_, next.view(), projected_.view(), partition_);
  if (i != 0 || !inner_.known) return;
  before_.resize(partition_.community.size());
  parallel::for_each(context_, before_.size(),
                     [&](std::size_t v) { before_[v] = partition_.community[v]; });
}

void Multilevel::project_down(std::size_t i) {
  if (i == 0 && inner_.known) {
    update_inner_vertices(context_, view(1).graph, levels_[0].contraction.coarse_vertex.view(),
                          before_.view(), partition_.community.view(), inner_);
  }
  take_communities_of(i);
}

// Vertices of each level are connected subgraphs of the one below it, and a level has all arcs
// between them and all weights inside. So components and quality of the coarsest one are those of
// the finest.
Connected Multilevel::last_leiden_iteration() {
  leiden_up(*this);
  const LevelView top = view(levels_.size());
  Connected result;
  result.communities = components_of(context_, top.graph, partition_.community.view());
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

}  // namespace hypermatch::detail::clustering
