// SPDX-License-Identifier: MIT
// Which communities a vertex may move to.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "base/per_isa.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

/// Free vertices go to any neighbouring community.
class FreeMoves {
 public:
  explicit FreeMoves(const Partition& partition) : community_(partition.community.data()) {}

  static constexpr bool k_once = false;

  /// A function from a neighbour of v to its community as a target of v, or k_none.
  [[nodiscard]] auto targets_of(VertexId) const {
    return [community = community_](VertexId u) { return community[u]; };
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch(VertexId u) const { __builtin_prefetch(community_ + u); }
  void moved(Move) const {}

 private:
  const VertexId* community_;
};

/// Vertices that are alone join communities inside their own of a coarser partition. Each is looked
/// at once, so that the vertices that wait for their sub-round, and are still alone, are active.
/// During its sub-round a vertex that is alone is hidden: no vertex's target.
class MergesWithin {
 public:
  MergesWithin(const Context& context, std::span<const VertexId> within, Workspace& workspace) {
    workspace.nested.resize(within.size());
    nested_ = workspace.nested.data();
    parallel::for_each(context, within.size(), [&](std::size_t v) {
      nested_[v] = {.outer = within[v], .inner = static_cast<VertexId>(v)};
    });
  }

  static constexpr bool k_once = true;

  [[nodiscard]] auto targets_of(VertexId v) const {
    return [nested = nested_, outer = nested_[v].outer](VertexId u) {
      const NestedCommunities of = nested[u];
      return of.outer != outer ? k_none : of.inner;
    };
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch(VertexId u) const { __builtin_prefetch(nested_ + u); }
  void hide(VertexId v) const { nested_[v].inner = k_none; }
  void show(VertexId v) const { nested_[v].inner = v; }
  void moved(Move move) const { nested_[move.vertex].inner = move.to; }

 private:
  NestedCommunities* nested_;
};

}  // namespace hypermatch::detail::clustering
