// SPDX-License-Identifier: MIT
// Maxima over ranges of a list: the entries of agents that share a list, and the largest bar in a
// range of places.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::verify {

/// Entries by their places, each with the bar of its agent: it would take those of better places.
class Bars {
 public:
  /// `places` ascend and must stay. O(entries).
  Bars(std::span<const std::uint32_t> places, std::span<const std::uint32_t> bars)
      : places_(places), leaves_(std::bit_ceil(std::max<std::size_t>(1, bars.size()))) {
    largest_.assign(2 * leaves_, 0);
    std::copy(bars.begin(), bars.end(), largest_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
      largest_[node] = std::max(largest_[2 * node], largest_[2 * node + 1]);
    }
  }
  [[nodiscard]] bool empty() const { return places_.empty(); }

  /// Whether an entry of the places `begin` .. `end` - 1 has a bar above. O(log entries).
  [[nodiscard]] bool any_above(std::uint32_t begin, std::uint32_t end, std::uint32_t bar) const {
    const auto index = [&](std::uint32_t place) {
      return static_cast<std::size_t>(std::lower_bound(places_.begin(), places_.end(), place) -
                                      places_.begin());
    };
    std::size_t first = index(begin) + leaves_;
    std::size_t last = index(end) + leaves_;
    // Ends: both become half of what they are.
    for (; first < last; first /= 2, last /= 2) {
      if (first % 2 == 1 && largest_[first++] > bar) return true;
      if (last % 2 == 1 && largest_[--last] > bar) return true;
    }
    return false;
  }

 private:
  std::span<const std::uint32_t> places_;
  std::size_t leaves_;
  std::vector<std::uint32_t> largest_;  // a tree of maxima, its root at 1
};

/// A list's entries by the lists of their agents.
class ListByGroups {
 public:
  ListByGroups() = default;
  /// `groups` and `bars` have one item per agent. O(entries log entries).
  ListByGroups(std::span<const VertexId> list, std::span<const VertexId> groups,
               const std::vector<std::uint32_t>& bars)
      : entries_(list.size()), bars_(list.size()) {
    std::vector<std::uint32_t> order(list.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return groups[list[a]] < groups[list[b]];
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const VertexId agent = list[order[i]];
      if (i == 0 || groups[agent] != groups_.back()) {
        groups_.push_back(groups[agent]);
        begins_.push_back(i);
      }
      entries_[i] = order[i];
      bars_[i] = bars[agent];
    }
    begins_.push_back(order.size());
  }

  [[nodiscard]] Bars bars_of(VertexId group) const {
    const auto at = std::lower_bound(groups_.begin(), groups_.end(), group);
    if (at == groups_.end() || *at != group) return {{}, {}};
    const auto i = static_cast<std::size_t>(at - groups_.begin());
    const std::size_t length = begins_[i + 1] - begins_[i];
    return {std::span(entries_).subspan(begins_[i], length),
            std::span(bars_).subspan(begins_[i], length)};
  }

 private:
  std::vector<VertexId> groups_;  // ascending
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> entries_;  // places of the entries of each group, ascending
  std::vector<std::uint32_t> bars_;     // of the agents there
};

}  // namespace hypermatch::verify
