// SPDX-License-Identifier: MIT
// The begin and the end of every call: options checked, communities that callers gave, and what
// callers get.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// @throws Error{invalid_option} unless 0 <= value <= 1
void check_share(double value, const char* name);
/// @throws Error{invalid_option} unless it is finite
void check_quality(double quality);
/// @throws Error{invalid_option} for 0
void check_at_least_one(std::uint32_t value, const char* name);

/// The communities that a call begins with: `initial`, or each vertex alone where there are none.
/// @throws Error{invalid_input} as `partition_of`
[[nodiscard]] Partition start(const Context& context, const FinestLevel& finest,
                              std::span<const VertexId> initial);

struct AlgorithmName {
  std::string_view algorithm;
  std::string_view variant;
};

/// What a call found.
struct Outcome {
  std::span<const VertexId> communities;  ///< of the vertices
  TakenRecords records;
  /// Where a hierarchy is wanted: of each contraction the coarse vertex of each vertex, the finest
  /// first. There may be none: the hierarchy then is the communities alone.
  std::optional<std::vector<Array<VertexId>>> contractions = std::nullopt;
  std::optional<double> quality = std::nullopt;  ///< of the communities, where it is known
  /// The communities that the call began with, none of them where each vertex was alone: they are
  /// the answer if their quality is higher. nullopt: they are not looked at.
  std::optional<std::span<const VertexId>> start = std::nullopt;
};

/// Whether communities of this quality can be worse than those that a call began with. Without
/// loops, vertices alone have no positive quality.
[[nodiscard]] inline bool can_be_below_start(double quality, bool has_initial, bool has_loops) {
  return has_initial || has_loops || !(quality > 0.0);
}

/// `Clustering::hierarchy` of contractions as above; `communities` are numbered below n.
[[nodiscard]] Labels hierarchy_of(std::span<const VertexId> communities,
                                  const std::vector<Array<VertexId>>& contractions);

/// The communities numbered by their first vertices, with their quality. Moves of one sub-round do
/// not see each other, so that a sweep can lose; an answer is not below `Outcome::start` for all
/// that.
[[nodiscard]] Clustering answer(const Context& context, const FinestLevel& finest, Outcome outcome,
                                const AlgorithmName& name);

}  // namespace hypermatch::detail::clustering
