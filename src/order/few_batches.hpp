// SPDX-License-Identifier: MIT
// The steps of `filtered` (filtered.hpp has its loop) for few edges, on one thread: one batch, or
// two where there are many edges per vertex, of which the second filters what the first has
// matched. No buckets and no threads: memory for them, and waking them, would take longer than the
// matching.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "hypermatch/array.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/greedy_problem.hpp"
#include "order/sampled_code.hpp"
#include "order/sort_falling.hpp"

namespace hypermatch::detail::order {

/// A `Problem` as `BatchedGreedy` has it.
template <GreedyProblem Problem>
class FewBatches {
 public:
  explicit FewBatches(Problem& problem) : problem_(problem), vertices_(problem.vertices()) {}

  void prepare() {
    problem_.check_room();
    problem_.prepare();
    taken_.resize(problem_.most_taken() + 1);
  }

  /// The least key of the first batch, 0 unless it is worth a second one, in which all is left.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high) const {
    return high == std::numeric_limits<std::uint64_t>::max() ? low_of_first() : 0;
  }

  void collect_free(const KeyRange& range) {
    constexpr std::size_t k_block = BucketStore<Record>::k_most_appended;
    const std::size_t m = problem_.num_edges();
    count_ = 0;
    for (std::size_t e = 0; e < m; e += k_block) {
      const std::size_t size = std::min(k_block, m - e);
      // One more, which `select` may write.
      if (space_.items.size() < count_ + size + 1) space_.items.resize(2 * count_ + size + 1);
      Record* const records = space_.items.data();
      count_ = static_cast<std::size_t>(
          problem_.select(e, size, range, vertices_, records + count_) - records);
    }
  }

  void take_in_order() {
    if (space_.sorted.size() < count_) space_.sorted.resize(count_);
    // As many as sorting so few items needs, not as many as it ever does.
    if (space_.bins.size() < 2 * count_ + 2) space_.bins.resize(2 * count_ + 2);
    sort_falling(space_, count_);
    Record* const sorted = space_.sorted.data();
    problem_.settle_ties(sorted, count_);
    Taken* out = taken_.data();
    for (std::size_t i = 0; i < count_; ++i) out = vertices_.take_if_free(sorted[i], out);
    problem_.note(vertices_, {taken_.data(), out});
  }

  void learn() const {}

 private:
  using Record = typename Problem::Record;
  using Taken = typename Problem::Vertices::Taken;

  [[nodiscard]] std::uint64_t low_of_first() const {
    constexpr std::size_t k_draws = 256;
    constexpr std::size_t k_worth = 1024;   // edges
    constexpr std::size_t k_per_taken = 8;  // edges of the first batch
    const std::size_t m = problem_.num_edges();
    const std::size_t first = k_per_taken * problem_.most_taken();
    if (m < k_worth || first >= m / 2) return 0;
    std::vector<std::uint64_t> keys;
    keys.reserve(k_draws);
    for (std::size_t i = 0; i < k_draws; ++i) {
      problem_.sample(place_of_draw(i, m, k_draws),
                      [&](std::uint64_t key, const auto&) { keys.push_back(key); });
    }
    const std::size_t place = first * k_draws / m;
    if (place >= keys.size()) return 0;
    const auto nth = keys.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(keys.begin(), nth, keys.end(), std::greater<>());
    return *nth;
  }

  Problem& problem_;
  typename Problem::Vertices vertices_;
  KeySortSpace<Record> space_;
  Array<Taken> taken_;
  std::size_t count_ = 0;  // free edges of the range
};

}  // namespace hypermatch::detail::order
