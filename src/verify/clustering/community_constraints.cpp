// SPDX-License-Identifier: MIT
#include "verify/clustering/community_constraints.hpp"

#include <map>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::verify {

namespace {

class ConstraintChecker {
 public:
  ConstraintChecker(const CommunitiesDemands& demands, std::span<const VertexId> labels,
                    std::size_t num_communities)
      : demands_(demands), labels_(labels), first_(num_communities, k_none) {
    for (VertexId v = 0; v < labels.size(); ++v) {
      if (first_[labels[v]] == k_none) first_[labels[v]] = v;
    }
  }

  [[nodiscard]] std::string labels() const {
    const std::span<const VertexId> fixed = demands_.constraints.fixed;
    std::map<VertexId, VertexId> vertex_of_label;
    std::map<VertexId, VertexId> vertex_of_community;
    for (VertexId v = 0; v < fixed.size(); ++v) {
      if (fixed[v] == k_none) continue;
      const VertexId mate = vertex_of_label.emplace(fixed[v], v).first->second;
      if (labels_[mate] != labels_[v]) {
        return "vertices " + name(mate) + " and " + name(v) +
               " are fixed in one community, and are in two";
      }
      const VertexId other = vertex_of_community.emplace(labels_[v], v).first->second;
      if (fixed[other] != fixed[v]) {
        return "vertices " + name(other) + " and " + name(v) +
               " are fixed in two communities, and are in one";
      }
    }
    return {};
  }

  [[nodiscard]] std::string sizes() const {
    const VertexId most = demands_.constraints.max_size;
    if (most == 0) return {};
    std::vector<VertexId> sizes(first_.size(), 0);
    for (const VertexId label : labels_) ++sizes[label];
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      if (sizes[c] <= most) continue;
      return "the community of vertex " + name(first_[c]) + " has " +
             detail::base::counted(sizes[c], "vertex") + ", more than " + std::to_string(most);
    }
    return {};
  }

 private:
  [[nodiscard]] std::string name(VertexId v) const {
    return demands_.name ? demands_.name(v) : std::to_string(v + 1);
  }

  const CommunitiesDemands& demands_;
  std::span<const VertexId> labels_;
  std::vector<VertexId> first_;  // vertex of each community
};

}  // namespace

std::string constraint_violation(const CommunitiesDemands& demands,
                                 std::span<const VertexId> labels, std::size_t num_communities) {
  const CommunityConstraints& asked = demands.constraints;
  if (!asked.any()) return {};
  if (!asked.fixed.empty() && asked.fixed.size() != labels.size()) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(asked.fixed.size()) +
                                              " labels of fixed vertices for " +
                                              std::to_string(labels.size()) + " vertices");
  }
  const ConstraintChecker checker(demands, labels, num_communities);
  if (std::string violation = checker.labels(); !violation.empty()) return violation;
  if (asked.communities != 0 && asked.communities != num_communities) {
    return "there are " + std::to_string(num_communities) + " communities, not " +
           std::to_string(asked.communities);
  }
  return checker.sizes();
}

AllowedChanges::AllowedChanges(const CommunityConstraints& constraints,
                               std::span<const VertexId> labels, std::span<const VertexId> sizes)
    : constraints_(constraints),
      labels_(labels),
      sizes_(sizes),
      num_fixed_(constraints.fixed.empty() ? 0 : sizes.size(), 0) {
  for (std::size_t v = 0; v < constraints.fixed.size(); ++v) {
    if (constraints.fixed[v] != k_none) ++num_fixed_[labels[v]];
  }
}

bool AllowedChanges::may_move(VertexId v, VertexId community) const {
  const VertexId own = labels_[v];
  const bool is_alone = sizes_[own] == 1;
  const bool to_alone = community == k_none;
  // The number of communities stays.
  if (constraints_.communities != 0 && is_alone != to_alone) return false;
  if (!to_alone && !fit(sizes_[community], 1)) return false;
  const VertexId least = constraints_.min_size;
  if (to_alone && least > 1) return false;
  if (!is_alone && sizes_[own] >= least && sizes_[own] - 1 < least) return false;
  if (num_fixed_.empty() || constraints_.fixed[v] == k_none) return true;
  // Those of its label, which are all in its community, stay together.
  return num_fixed_[own] == 1 && (to_alone || num_fixed_[community] == 0);
}

bool AllowedChanges::may_merge(VertexId a, VertexId b) const {
  if (constraints_.communities != 0 || !fit(sizes_[a], sizes_[b])) return false;
  return num_fixed_.empty() || num_fixed_[a] == 0 || num_fixed_[b] == 0;
}

}  // namespace hypermatch::verify
