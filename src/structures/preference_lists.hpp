// SPDX-License-Identifier: MIT
// Checks of one preference list, for `check_preferences`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::structures {

/// Offsets, if there are any, that must begin with 0, never fall, and end with `entries`.
/// @throws Error{invalid_input} naming the offset that does not
void check_offsets(std::span<const Offset> offsets, std::uint64_t entries);

/// Sizes and offsets. @throws Error{invalid_input}
void check_shape(const PreferencesView& preferences);

/// Whether lists repeat an agent. Not for several threads at once.
class Repeats {
 public:
  /// Agents are 0 .. num_agents - 1. O(length of the list); the first long list, or one of
  /// a few entries with two of one hash, takes a bit per agent.
  [[nodiscard]] bool in(std::span<const VertexId> list, VertexId num_agents);

 private:
  std::vector<std::uint64_t> hashed_;  // a bit per hash of an agent; none is set between calls
  std::vector<std::uint64_t> listed_;  // a bit per agent; none is set between calls
};

/// Looks at lists of preferences of sound shape, in any order. Not for several threads at once.
class ListChecks {
 public:
  explicit ListChecks(const PreferencesView& preferences) : preferences_(preferences) {}

  /// Whether each entry of x's list may stand there, once, and its ties ascend by at most 1 from 0.
  /// Time and memory as of `Repeats`.
  [[nodiscard]] bool is_sound(VertexId x);
  /// @throws Error{invalid_input} naming what is wrong with the list of x, if something is
  void check(VertexId x);
  /// Whether the ties of x's list ascend by at most 1 from 0.
  [[nodiscard]] bool has_sound_ties(VertexId x) const;

 private:
  const PreferencesView& preferences_;
  Repeats repeats_;
};

}  // namespace hypermatch::detail::structures
