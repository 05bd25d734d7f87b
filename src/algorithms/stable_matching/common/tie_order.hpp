// SPDX-License-Identifier: MIT
// The order of a list whose ties are broken: entries of a tie by a hash of both agents and the
// seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

/// Lists one after the other. Not for several threads at once.
class TieOrder {
 public:
  TieOrder(const PreferencesView& preferences, std::uint64_t seed)
      : given_(preferences), seed_(seed) {}

  /// The list of x, best first; until the next call.
  [[nodiscard]] std::span<const VertexId> of(VertexId x) {
    const std::span<const VertexId> list = given_.list_of(x);
    if (given_.ties.empty() || list.empty()) return list;
    const std::uint32_t* const ties = given_.ties.data() + given_.offsets[x];
    if (ties[list.size() - 1] == list.size() - 1) return list;  // each entry is a tie of its own
    ordered_.assign(list.begin(), list.end());
    for (std::size_t begin = 0; begin < list.size();) {
      std::size_t end = begin + 1;
      // Ends: `end` grows.
      while (end < list.size() && ties[end] == ties[begin]) ++end;
      if (end - begin > 1) order(x, begin, end);
      begin = end;
    }
    return ordered_;
  }

 private:
  void order(VertexId x, std::size_t begin, std::size_t end) {
    tied_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      tied_.emplace_back(base::hash(seed_, x, ordered_[i]), ordered_[i]);
    }
    std::sort(tied_.begin(), tied_.end());
    for (std::size_t i = begin; i < end; ++i) ordered_[i] = tied_[i - begin].second;
  }

  const PreferencesView& given_;
  std::uint64_t seed_;
  std::vector<VertexId> ordered_;
  std::vector<std::pair<std::uint64_t, VertexId>> tied_;
};

}  // namespace hypermatch::detail::stable_matching
