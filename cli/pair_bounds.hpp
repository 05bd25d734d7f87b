// SPDX-License-Identifier: MIT
// Bounds of rows and columns, as `bipartite` and `verify --bipartite` take them.
#pragma once

#include <string>

#include "command.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

/// What was given; empty: nothing.
struct PairBoundsFlags {
  Objective objective = Objective::automatic;
  std::string capacity;
  std::string row_capacity;
  std::string column_capacity;
  bool minimize = false;
  bool perfect = false;  ///< the side with less room is full

  /// Whether pairs under bounds, heavy or cheap ones are asked for.
  [[nodiscard]] bool are_given() const {
    return objective == Objective::weight || minimize || perfect || !capacity.empty() ||
           !row_capacity.empty() || !column_capacity.empty();
  }
  [[nodiscard]] Sense sense() const { return minimize ? Sense::minimize : Sense::maximize; }
};

/// Bounds that own what they refer to.
struct OwnedBounds {
  PairBounds common;
  io::VertexBounds rows;  ///< empty: the common ones
  io::VertexBounds columns;
  std::vector<std::string> notes;  ///< how their files were read

  [[nodiscard]] PairBounds view() const;
};

/// `--minimize` and `--perfect`.
void add_minimize_flags(Command& command, PairBoundsFlags& flags);
/// "40 pairs, cost 1152.85".
/// By how much others may be better at most, where weights were rounded; else empty.
[[nodiscard]] std::string gap_words(double gap);
[[nodiscard]] std::string pair_words(const MatchingValue& value, const PairBoundsFlags& flags);
/// `--row-capacity` and `--column-capacity`.
void add_side_capacity_flags(Command& command, PairBoundsFlags& flags);
/// Whether it is `LO..HI` or `LO..`.
[[nodiscard]] bool is_range(const std::string& given);
/// Refuses, before anything is read, what no instance could have. @throws Error{invalid_option}
void check_pair_bounds(const PairBoundsFlags& flags);
/// @throws as `io::read_bounds`
[[nodiscard]] OwnedBounds load_pair_bounds(const PairBoundsFlags& flags, const BipartiteView& graph,
                                           const io::SideLabels& labels);
/// The files that are named, empty where there is none.
[[nodiscard]] std::vector<std::string> bounds_files(const PairBoundsFlags& flags);
/// Objective and capacities, as reports show options.
void report_bounds(Json& options, const PairBoundsFlags& flags);

}  // namespace hypermatch::cli
