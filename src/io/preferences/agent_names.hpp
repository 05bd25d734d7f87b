// SPDX-License-Identifier: MIT
// Names of agents in files of preferences. A side is numbered until an agent of it has a name; then
// its agents are numbered by the first appearance of their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hypermatch/preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/text/vertex_numbers.hpp"

namespace hypermatch::detail::io {

enum class AgentSide { left, right };

[[nodiscard]] inline AgentSide other_side(AgentSide side) {
  return side == AgentSide::left ? AgentSide::right : AgentSide::left;
}

/// Thrown where an agent of a numbered side has a name: its files are then parsed anew.
struct SideHasNames {
  AgentSide side;
};

/// The names of both sides; of one side all are left.
class NamesOfSides {
 public:
  [[nodiscard]] bool has_names(AgentSide side) const { return sides_[index(side)].has_names; }
  [[nodiscard]] bool has_any() const { return sides_[0].has_names || sides_[1].has_names; }
  /// From now on; forgets what was seen on both sides.
  void begin_names(AgentSide side);

  /// The agent of that name, a new one if it was not seen before.
  [[nodiscard]] VertexId number_of(AgentSide side, std::string_view name) {
    return sides_[index(side)].table.number_of_copy(name);
  }
  /// Whether an agent of either side has that name.
  [[nodiscard]] bool knows(std::string_view name) const {
    return sides_[0].table.find(name) != k_none || sides_[1].table.find(name) != k_none;
  }
  [[nodiscard]] std::size_t count(AgentSide side) const {
    return sides_[index(side)].table.names().size();
  }
  /// As messages show agent `number` of a side, from 0: its name in quotes, or its number from 1.
  [[nodiscard]] std::string shown(AgentSide side, VertexId number) const;
  /// A number of an agent, from 0, in a format that does not say how many there are.
  void see_number(AgentSide side, VertexId number);
  /// Numbers of which most are of no agent are ids. @throws SideHasNames for such a side
  void judge_numbers() const;
  /// A file says how many agents there are.
  void keep_numbers() { keeps_numbers_ = true; }
  /// Labels of all agents; the ids of those without a name are empty. No labels where a side is
  /// numbered.
  [[nodiscard]] hypermatch::io::AgentNames names(VertexId num_left, VertexId num_right) const;

 private:
  struct Side {
    bool has_names = false;
    NameTable table;
    std::vector<bool> seen = {};  // by number
    std::size_t num_seen = 0;
  };
  static std::size_t index(AgentSide side) { return side == AgentSide::left ? 0 : 1; }
  Side sides_[2];
  bool keeps_numbers_ = false;
};

/// body(names), again where a side turns out to have names.
template <class Body>
auto with_names(const Body& body) {
  NamesOfSides names;
  // Ends: each side gets names once.
  while (true) {
    try {
      auto result = body(names);
      names.judge_numbers();
      return result;
    } catch (const SideHasNames& found) {
      names.begin_names(found.side);
    }
  }
}

/// Whether a word is a number, but not one in plain digits: no name, and no number of an agent.
[[nodiscard]] bool is_odd_number(std::string_view word);

/// As messages call an agent: `l 3`, of a side with names `l Ann`.
[[nodiscard]] std::string shown_agent(const PreferencesView& preferences, VertexId agent,
                                      const NamesOfSides& names);

}  // namespace hypermatch::detail::io
