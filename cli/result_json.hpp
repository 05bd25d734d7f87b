// SPDX-License-Identifier: MIT
// The members of a report's `result`, one function per kind of result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/capacities.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/vertex_labels.hpp"
#include "json.hpp"

namespace hypermatch::cli {

/// What a matching has; absent members become null.
struct ResultFacts {
  std::optional<MatchingValue> value;
  std::optional<std::uint64_t> rounds;
  std::optional<std::string> guarantee;
  std::optional<double> certified_ratio;
  std::vector<std::string> hints = {};  ///< options that are known to find more
  Json members = Json::object();        ///< of its kind of matching only
  std::optional<CapacityUse> use = {};  ///< where capacities were asked for; no member without
};

/// Integers where the weights are integers, else a number or, where JSON has none, null.
[[nodiscard]] Json weight_json(const MatchingValue& value);
/// null for what JSON has no number for.
[[nodiscard]] Json number_json(double value);
template <class T>
[[nodiscard]] Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// An id as a label, or as the number that it is written as.
[[nodiscard]] Json id_json(const io::VertexLabels& labels, VertexId v);
[[nodiscard]] Json to_json(const ResultFacts& facts);
[[nodiscard]] Json array_of(std::span<const std::uint64_t> numbers);
/// What a matching of rows and columns has beside `ResultFacts`.
void add_members(Json& result, const BipartiteMatching& matching);
/// `ResultFacts`, the vertices that have partners, and the most partners of a vertex.
/// `value`: of the matched edges (`weigh_matching`).
[[nodiscard]] Json to_json(const Partners& matching, const MatchingValue& value);
/// Communities, the largest, and for each clustering of the hierarchy, the finest first, how many
/// communities it has. @throws Error{invalid_input} as `check_levels`
[[nodiscard]] Json to_json(const Labels& labels);
/// That there is no solution, and the proof.
[[nodiscard]] Json to_json(const NoSolution& none);

}  // namespace hypermatch::cli
