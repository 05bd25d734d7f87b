// SPDX-License-Identifier: MIT
// The heaviest matching of a path or an even cycle by dynamic programming. Instead of the weight of
// the best matching of the first i edges, which may leave the type of the weights, it carries what
// edge i adds to it, gain(i) = max(0, w(i) - gain(i - 1)): at most w(i), so integers are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hypermatch::detail::graph_matching {

/// Weights are int64 or double; those below or equal to 0 are never taken. At equal weight an edge
/// is left out rather than taken, decided from the last edge back; of a cycle's first and last
/// edge, one of which no matching holds, the last is left out.
template <class Weight>
class HeaviestOnPath {
 public:
  /// Whether each edge of the path is matched; valid until the next call.
  [[nodiscard]] std::span<const std::uint8_t> path(std::span<const Weight> weights) {
    taken_.assign(weights.size(), 0);
    solve(weights, taken_);
    return taken_;
  }

  /// Whether each edge of the cycle is matched; valid until the next call. A cycle has an even
  /// number of edges, at least 2; the first and the last share a vertex.
  [[nodiscard]] std::span<const std::uint8_t> cycle(std::span<const Weight> weights) {
    taken_.assign(weights.size(), 0);
    const std::size_t paths = weights.size() - 1;
    if (last_is_dispensable(weights)) {
      solve(weights.first(paths), std::span(taken_).first(paths));
    } else {
      solve(weights.last(paths), std::span(taken_).last(paths));
    }
    return taken_;
  }

 private:
  [[nodiscard]] static Weight gain(Weight weight, Weight gain_before) {
    return weight > gain_before ? weight - gain_before : Weight{0};
  }

  // taken[i] first says whether edge i improves on the edges before it, then whether it is matched.
  static void solve(std::span<const Weight> weights, std::span<std::uint8_t> taken) {
    Weight last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      last = gain(weights[i], last);
      taken[i] = last > 0 ? 1 : 0;
    }
    for (std::size_t i = weights.size(); i-- > 1;) {
      if (taken[i] != 0) taken[--i] = 0;
    }
  }

  // Whether the path without the last edge is as heavy as the one without the first. The lead of
  // the former grows by a difference of gains and stays between 0 and the first weight.
  [[nodiscard]] static bool last_is_dispensable(std::span<const Weight> weights) {
    Weight with_first = gain(weights[0], 0);
    Weight without_first = 0;
    Weight lead = with_first;
    for (std::size_t i = 1; i + 1 < weights.size(); ++i) {
      with_first = gain(weights[i], with_first);
      without_first = gain(weights[i], without_first);
      lead += with_first - without_first;
    }
    return lead >= gain(weights.back(), without_first);
  }

  std::vector<std::uint8_t> taken_;
};

}  // namespace hypermatch::detail::graph_matching
