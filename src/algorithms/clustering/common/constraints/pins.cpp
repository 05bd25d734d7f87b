// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/pins.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/clustering/common/contract/contraction.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::clustering {

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::invalid_option, message);
}

// Vertices per label.
std::vector<VertexId> sizes_of_labels(std::span<const VertexId> fixed, VertexId n) {
  std::vector<VertexId> sizes(n, 0);
  for (std::size_t v = 0; v < fixed.size(); ++v) {
    if (fixed[v] == k_none) continue;
    if (fixed[v] >= n) {
      throw Error(ErrorCode::invalid_input, "the label of vertex " + std::to_string(v) + " is " +
                                                std::to_string(fixed[v]) + ", must be below " +
                                                std::to_string(n) + ", or k_none");
    }
    ++sizes[fixed[v]];
  }
  return sizes;
}

}  // namespace

void check_constraints(const CommunityConstraints& constraints, VertexId num_vertices) {
  const auto& [fixed, communities, min_size, max_size] = constraints;
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  if (!fixed.empty() && fixed.size() != num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + text(fixed.size()) +
                                              " labels of fixed vertices for " +
                                              text(num_vertices) + " vertices");
  }
  if (max_size != 0 && min_size > max_size) {
    refuse("min_size is " + text(min_size) + ", must be at most max_size, which is " +
           text(max_size));
  }
  if (communities > num_vertices) {
    refuse("communities is " + text(communities) + ", must be at most the number of vertices, " +
           text(num_vertices));
  }
  if (communities != 0 && max_size != 0 && std::uint64_t{communities} * max_size < num_vertices) {
    refuse("communities is " + text(communities) + ", and so many of max_size " + text(max_size) +
           " do not hold " + text(num_vertices) + " vertices");
  }
  const std::vector<VertexId> sizes = sizes_of_labels(fixed, fixed.empty() ? 0 : num_vertices);
  VertexId labels = 0;
  for (std::size_t label = 0; label < sizes.size(); ++label) {
    labels += sizes[label] != 0 ? 1 : 0;
    if (max_size == 0 || sizes[label] <= max_size) continue;
    refuse("max_size is " + text(max_size) + ", but " + text(sizes[label]) +
           " vertices have one label");
  }
  if (communities != 0 && labels > communities) {
    refuse("communities is " + text(communities) + ", but fixed vertices have " + text(labels) +
           " labels");
  }
}

PinnedLevel::PinnedLevel(const Context& context, const FinestLevel& given,
                         const CommunityConstraints& constraints)
    : given_(given) {
  const VertexId n = given.view().graph.num_vertices;
  limits_ = {Array<std::uint8_t>(n, 0), Array<VertexId>(n, 1), constraints.max_size};
  if (constraints.fixed.empty()) {
    vertex_.resize(n);
    std::iota(vertex_.begin(), vertex_.end(), VertexId{0});
    return;
  }
  std::vector<VertexId> first(n, k_none);  // of each label
  Array<VertexId> classes(n);
  for (VertexId v = 0; v < n; ++v) {
    classes[v] = v;
    const VertexId label = constraints.fixed[v];
    if (label == k_none) continue;
    if (first[label] == k_none) first[label] = v;
    classes[v] = first[label];
    limits_.pinned[v] = 1;
  }
  contracted_ = contract_communities(context, given.view(), classes.view());
  vertex_ = std::move(contracted_.contraction.coarse_vertex);
  pinned_.emplace(contracted_.view(), given.objective());
  limits_ =
      contract_limits(context, limits_, vertex_.view(), contracted_.contraction.graph.num_vertices);
}

Partition PinnedLevel::start(const Context& context, std::span<const VertexId> initial) const {
  const LevelView level = finest().view();
  if (initial.empty()) return singletons(context, level);
  (void)partition_of(context, given_.view(), initial);  // checks it
  const VertexId n = level.graph.num_vertices;
  // Vertices of one label begin where the first of them does.
  Array<VertexId> community(n);
  for (std::size_t v = initial.size(); v-- > 0;) community[vertex_[v]] = initial[v];
  std::vector<VertexId> pin(initial.size(), k_none);  // of each community, the first one
  std::vector<VertexId> size(initial.size(), 0);
  const auto is_second_pin = [&](VertexId v) {
    return limits_.pinned[v] != 0 && pin[community[v]] != v;
  };
  for (VertexId v = 0; v < n; ++v) {
    if (limits_.pinned[v] != 0 && pin[community[v]] == k_none) pin[community[v]] = v;
  }
  for (VertexId v = 0; v < n; ++v) {
    if (!is_second_pin(v)) size[community[v]] += limits_.size[v];
  }
  // A community is called by its first vertex that stays, one that is alone by itself.
  std::vector<VertexId> first(initial.size(), k_none);
  Array<VertexId> result(n);
  for (VertexId v = 0; v < n; ++v) {
    const VertexId c = community[v];
    const bool is_too_large = limits_.max_size != 0 && size[c] > limits_.max_size;
    if (is_second_pin(v) || is_too_large) {
      result[v] = v;
      continue;
    }
    if (first[c] == k_none) first[c] = v;
    result[v] = first[c];
  }
  return partition_of(context, level, result.view());
}

}  // namespace hypermatch::detail::clustering
