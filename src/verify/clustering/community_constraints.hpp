// SPDX-License-Identifier: MIT
// Whether communities keep to the constraints that were asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/types.hpp"
#include "hypermatch/verify_communities.hpp"

namespace hypermatch::verify {

/// The first constraint of the demands that does not hold, empty if all do. `labels`: below
/// `num_communities`. @throws Error{invalid_input} if `fixed` has another size
[[nodiscard]] std::string constraint_violation(const CommunitiesDemands& demands,
                                               std::span<const VertexId> labels,
                                               std::size_t num_communities);

/// Changes of communities after which the constraints hold, if they did before. Changes that lower
/// a community below `min_size` are none of these.
class AllowedChanges {
 public:
  /// `labels`: below `sizes.size()`, of which each community has its number of vertices.
  AllowedChanges(const CommunityConstraints& constraints, std::span<const VertexId> labels,
                 std::span<const VertexId> sizes);

  /// Whether v may join `community`, another one than its own; k_none: be alone.
  [[nodiscard]] bool may_move(VertexId v, VertexId community) const;
  [[nodiscard]] bool may_merge(VertexId a, VertexId b) const;

 private:
  [[nodiscard]] bool fit(VertexId size_a, VertexId size_b) const {
    return constraints_.max_size == 0 || std::uint64_t{size_a} + size_b <= constraints_.max_size;
  }

  const CommunityConstraints& constraints_;
  std::span<const VertexId> labels_;
  std::span<const VertexId> sizes_;
  std::vector<VertexId> num_fixed_;  // vertices of a label per community, where there are labels
};

}  // namespace hypermatch::verify
