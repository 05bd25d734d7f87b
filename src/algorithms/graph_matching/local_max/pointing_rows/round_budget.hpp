// SPDX-License-Identifier: MIT
// Decides when rounds give way to walks. Rounds run on all threads, but each of them visits all
// open vertices; where few vertices are matched per round, as on long chains of dependence, walks
// on one thread are faster. Costs are counted in arcs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::graph_matching {

/// Work of a round.
struct RoundWork {
  std::size_t open = 0;    ///< open vertices before it
  std::size_t looks = 0;   ///< rows that were scanned
  std::uint64_t arcs = 0;  ///< arcs that were scanned
};

class RoundBudget {
 public:
  RoundBudget(const GraphView& graph, int threads, const RowTuning& tuning)
      : arcs_per_vertex_(static_cast<double>(graph.num_arcs()) /
                         static_cast<double>(graph.num_vertices)),
        threads_(threads),
        round_cost_factor_(tuning.round_cost_factor) {}

  /// Notes a round behind which `open` vertices are left, at least one, of which `looking` look
  /// again in the next one.
  void note(const RoundWork& round, std::size_t open, std::size_t looking) {
    const auto left = static_cast<double>(open);
    const double matched = static_cast<double>(round.open) - left;
    const double looks =
        static_cast<double>(round.arcs) + k_look * static_cast<double>(round.looks);
    const double cost = cost_of(looks, static_cast<double>(round.open));
    if (most_ == 0) most_ = 4 * walks_of(static_cast<double>(round.open));
    spent_ += cost;
    const double share = matched / static_cast<double>(round.open);
    is_slow_ = share < 1.0 / 8;
    // A chain is matched from its end, however many vertices it has.
    falls_ = is_slow_ && share < last_share_ ? falls_ + 1 : 0;
    last_share_ = share;
    const double walks = walks_of(left);
    // What is left costs as much as the next round for each vertex, unless later rounds match more.
    // The less likely rounds are to be faster, the less is spent on them.
    const double next = cost_of(looks * static_cast<double>(looking) /
                                    static_cast<double>(std::max(round.looks, std::size_t{1})),
                                left);
    const double rounds = matched > 0 && falls_ < k_most_falls ? next * left / matched : k_never;
    is_spent_ = (rounds > walks && spent_ * rounds > walks * walks) || spent_ > most_;
  }

  /// Whether the last round matched few vertices.
  [[nodiscard]] bool is_slow() const { return is_slow_; }
  /// Whether walks should take over.
  [[nodiscard]] bool is_spent() const { return is_spent_; }

 private:
  static constexpr double k_look = 8;         // a row whose lines are prefetched
  static constexpr double k_walk = 32;        // a row whose lines are not
  static constexpr double k_barriers = 4096;  // three parallel loops
  static constexpr double k_never = 1e30;
  static constexpr int k_most_falls = 2;  // of the share that is matched, round after round

  // The cost of a round on all threads.
  [[nodiscard]] double cost_of(double looks, double open) const {
    return (looks + open) / threads_ + (threads_ > 1 ? k_barriers : 0);
  }
  [[nodiscard]] double walks_of(double open) const {
    // Factor 2: words that other threads wrote are in their caches.
    return round_cost_factor_ * (arcs_per_vertex_ + k_walk) * open * (threads_ > 1 ? 2 : 1);
  }

  double arcs_per_vertex_;
  double threads_;
  double round_cost_factor_;
  double spent_ = 0;
  double most_ = 0;
  double last_share_ = 0;
  int falls_ = 0;
  bool is_slow_ = false;
  bool is_spent_ = false;
};

}  // namespace hypermatch::detail::graph_matching
