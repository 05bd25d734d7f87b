// SPDX-License-Identifier: MIT
// The graph that constraints are kept on: the vertices of each label are one vertex.
#pragma once

#include <optional>
#include <span>

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// @throws Error{invalid_input} for labels of a wrong size or of n and more; Error{invalid_option}
/// for constraints that no communities of n vertices meet
void check_constraints(const CommunityConstraints& constraints, VertexId num_vertices);

/// The caller's graph, or what is left of it when labels are contracted.
class PinnedLevel {
 public:
  /// `given` must outlive this. @throws as `contract`
  PinnedLevel(const Context& context, const FinestLevel& given,
              const CommunityConstraints& constraints);

  [[nodiscard]] const FinestLevel& finest() const { return pinned_ ? *pinned_ : given_; }
  [[nodiscard]] bool is_contracted() const { return pinned_.has_value(); }
  /// Size n: where each vertex went.
  [[nodiscard]] std::span<const VertexId> vertex() const { return vertex_.view(); }
  [[nodiscard]] const Limits& limits() const { return limits_; }

  /// The communities to begin with: `initial` of the caller's vertices, where it keeps to the
  /// limits, or each vertex alone. In a community with several labels the first one stays; the
  /// vertices of one that is too large are alone. @throws Error{invalid_input} as `partition_of`
  [[nodiscard]] Partition start(const Context& context, std::span<const VertexId> initial) const;

 private:
  const FinestLevel& given_;
  Level contracted_;
  std::optional<FinestLevel> pinned_;
  Array<VertexId> vertex_;
  Limits limits_;
};

}  // namespace hypermatch::detail::clustering
