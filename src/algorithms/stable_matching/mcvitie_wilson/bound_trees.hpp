// SPDX-License-Identifier: MIT
// For few lists that proposers share: where in a list the next receiver of a group stands whose
// bound is above a place. A tree of largest bounds per list and group. O(log n) per question and
// per bound that falls, 8 to 16 bytes per entry of the lists.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

/// The entries of one list that are of one group, with their bounds.
class BoundTree {
 public:
  void add(std::uint32_t place, std::uint32_t bound) {
    places_.push_back(place);
    largest_.push_back(bound);
  }
  void finish() {
    leaves_ = std::bit_ceil(std::max<std::size_t>(places_.size(), 1));
    std::vector<std::uint32_t> all(2 * leaves_, 0);
    std::copy(largest_.begin(), largest_.end(), all.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
      all[node] = std::max(all[2 * node], all[2 * node + 1]);
    }
    largest_ = std::move(all);
  }
  void set(std::uint32_t entry, std::uint32_t bound) {
    std::size_t node = leaves_ + entry;
    largest_[node] = bound;
    // Ends: at the root.
    while (node > 1) {
      node /= 2;
      const std::uint32_t both = std::max(largest_[2 * node], largest_[2 * node + 1]);
      if (largest_[node] == both) return;
      largest_[node] = both;
    }
  }
  /// The place in the list of the first entry at `begin` or behind it whose bound is above `place`;
  /// k_none: there is none.
  [[nodiscard]] std::uint32_t first_above(std::size_t begin, std::uint32_t place) const {
    std::size_t node = leaves_ + num_before(begin);
    if (node == 2 * leaves_ || places_.empty()) return k_none;
    // Ends: at the root, whose right side is empty.
    while (largest_[node] <= place) {
      while (node % 2 == 1) {
        node /= 2;
        if (node <= 1) return k_none;
      }
      ++node;
    }
    // Ends: at a leaf.
    while (node < leaves_) node = 2 * node + (largest_[2 * node] > place ? 0 : 1);
    return places_[node - leaves_];
  }
  /// How many entries stand in front of `begin`.
  [[nodiscard]] std::size_t num_before(std::size_t begin) const {
    return static_cast<std::size_t>(std::lower_bound(places_.begin(), places_.end(), begin) -
                                    places_.begin());
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(places_.size()); }

 private:
  std::vector<std::uint32_t> places_;   // in the list, ascending
  std::vector<std::uint32_t> largest_;  // heap: leaves from `leaves_` on, 0 behind the last
  std::size_t leaves_ = 1;
};

/// The trees of all lists that proposers have.
class BoundTrees {
 public:
  /// `groups` and `bounds` are by receiver, these from `first` on.
  BoundTrees(std::span<const std::span<const VertexId>> lists, VertexId first,
             std::span<const std::uint32_t> groups, std::span<const std::uint32_t> bounds,
             std::size_t num_groups)
      : first_(first), groups_(groups), trees_(lists.size(), std::vector<BoundTree>(num_groups)) {
    for (const std::span<const VertexId> list : lists) {
      std::vector<BoundTree>& trees = trees_[entries_.size()];
      std::vector<std::uint32_t>& entries = entries_.emplace_back(groups.size(), k_none);
      for (std::size_t i = 0; i < list.size(); ++i) {
        const std::size_t r = list[i] - first;
        entries[r] = trees[groups[r]].size();
        trees[groups[r]].add(static_cast<std::uint32_t>(i), bounds[r]);
      }
      for (BoundTree& tree : trees) tree.finish();
    }
  }
  /// The first place in a list, from `begin` on, whose receiver accepts an agent with these places
  /// in the lists of the groups; k_none: none does.
  [[nodiscard]] std::uint32_t first_accepting(std::size_t list, std::size_t begin,
                                              std::span<const std::uint32_t> places) const {
    std::uint32_t found = k_none;
    for (std::size_t group = 0; group < places.size(); ++group) {
      if (places[group] == k_none) continue;
      found = std::min(found, trees_[list][group].first_above(begin, places[group]));
    }
    return found;
  }
  void set(VertexId receiver, std::uint32_t bound) {
    const std::size_t r = receiver - first_;
    for (std::size_t list = 0; list < entries_.size(); ++list) {
      if (entries_[list][r] != k_none) trees_[list][groups_[r]].set(entries_[list][r], bound);
    }
  }
  /// How many of the first `passed` entries of a list are of groups that list the agent.
  [[nodiscard]] std::uint64_t count_asked(std::size_t list, std::size_t passed,
                                          std::span<const std::uint32_t> places) const {
    std::uint64_t asked = 0;
    for (std::size_t group = 0; group < places.size(); ++group) {
      if (places[group] != k_none) asked += trees_[list][group].num_before(passed);
    }
    return asked;
  }

 private:
  VertexId first_;
  std::span<const std::uint32_t> groups_;
  std::vector<std::vector<BoundTree>> trees_;        // by list and group
  std::vector<std::vector<std::uint32_t>> entries_;  // by list and receiver: the entry in its tree
};

}  // namespace hypermatch::detail::stable_matching
