// SPDX-License-Identifier: MIT
// Where a proposing agent goes next in a row that is not sorted: to the best partner behind the
// last one that would take it. Partners that refuse once refuse for good, so they are passed over
// (as Suitor does: Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "algorithms/stable_matching/mcvitie_wilson/score_receivers.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/score_rows.hpp"

namespace hypermatch::detail::stable_matching {

/// look(i) for the scores from `least` to `most`, in their order; `least` may rise meanwhile.
/// Blocks without such scores are skipped.
template <class Score, class Look>
void for_each_between(std::span<const Score> scores, const Score& least, Score most,
                      const Look& look) {
  constexpr std::size_t k_block = 16;
  // As wide as the scores, so that it is made vectors of.
  using Count = std::conditional_t<sizeof(Score) == 8, std::uint64_t, std::uint32_t>;
  const auto look_from = [&](std::size_t i, std::size_t end) {
    for (; i < end; ++i) {
      if (scores[i] >= least && scores[i] <= most) look(i);
    }
  };
  std::size_t i = 0;
  for (; scores.size() - i >= k_block; i += k_block) {
    const Score bar = least;
    Count found = 0;
    for (std::size_t k = i; k < i + k_block; ++k) {
      found += (scores[k] >= bar ? Count{1} : Count{0}) & (scores[k] <= most ? Count{1} : Count{0});
    }
    if (found != 0) look_from(i, i + k_block);
  }
  look_from(i, scores.size());
}

/// What an agent has asked of its row, and what it will ask next. Several agents may search at
/// once, one agent not.
template <class Score, bool is_shared>
class ScoreSearches {
 public:
  using Receivers = ScoreReceivers<Score, is_shared>;
  /// Places in the row of one agent, for a while.
  using Scratch = std::vector<std::uint32_t>;

  ScoreSearches(const Context& context, const ScoreRows<Score>& rows, ScoreSearch search)
      : rows_(rows), cursors_(rows.proposing.size()) {
    parallel::for_each(context, cursors_.size(), [&](std::size_t i) { cursors_[i] = {}; });
    if (search == ScoreSearch::partial) best_first_.resize(rows.partners.size());
  }

  /// The place in the row of the next partner that might take the agent, which is then asked, or
  /// k_none if there is none, then and later.
  [[nodiscard]] std::uint32_t next(VertexId agent, const Receivers& receivers, Scratch& scratch) {
    Cursor& cursor = cursors_[agent - rows_.first()];
    if (cursor.asked == k_all) return k_none;
    const Row row(rows_, agent);
    const std::uint32_t place = best_first_.empty() ? best_behind(row, cursor.asked, receivers)
                                                    : next_of_few(row, cursor, receivers, scratch);
    cursor.asked = place == k_none ? k_all : place;
    return place;
  }

  /// How many entries a sorted row would have asked up to the last one.
  [[nodiscard]] std::uint64_t num_asked(VertexId agent) const {
    const std::uint32_t last = cursors_[agent - rows_.first()].asked;
    if (last == k_none) return 0;
    const Row row(rows_, agent);
    if (last == k_all) return row.mine.size();
    std::uint64_t above = 0, tied = 0;
    for (const Score score : row.mine) {
      above += score > row.mine[last] ? 1 : 0;
      tied += score == row.mine[last] ? 1 : 0;
    }
    if (tied == 1) return above + 1;
    for (std::uint32_t i = 0; i < row.mine.size(); ++i) {
      if (row.mine[i] == row.mine[last] && row.tie(i) <= row.tie(last)) ++above;
    }
    return above;
  }

  HYPERMATCH_ALWAYS_INLINE void prefetch_agent(VertexId agent) const {
    __builtin_prefetch(cursors_.data() + (agent - rows_.first()), 1);
    __builtin_prefetch(rows_.offsets.data() + (agent - rows_.first()));
  }
  HYPERMATCH_ALWAYS_INLINE void prefetch_row(VertexId agent) const {
    const Offset begin = rows_.begin(agent);
    __builtin_prefetch(rows_.mine.data() + begin);
    __builtin_prefetch(rows_.partners.data() + begin);
    __builtin_prefetch(rows_.theirs.data() + begin);
    if (!best_first_.empty()) __builtin_prefetch(best_first_.data() + begin, 1);
  }

 private:
  static constexpr std::uint32_t k_all = k_none - 1;  ///< rows are shorter
  static constexpr std::uint32_t k_few = 8;           ///< that are sorted at first

  struct Cursor {
    std::uint32_t asked = k_none;  // the place of the partner that was asked last; k_none: no one
    std::uint32_t next = 0;        // of `best_first_`
    std::uint32_t sorted = 0;      // so many of `best_first_` are there
  };

  // A row, and the order of its places.
  struct Row {
    Row(const ScoreRows<Score>& rows, VertexId x)
        : agent(x),
          begin(rows.begin(x)),
          mine(rows.mine.subspan(begin, rows.length(x))),
          theirs(rows.theirs.subspan(begin, mine.size())),
          partners(rows.partners.subspan(begin, mine.size())),
          tie_break(rows.seed, x) {}
    [[nodiscard]] auto tie(std::uint32_t place) const { return tie_break(partners[place]); }
    [[nodiscard]] bool is_before(std::uint32_t a, std::uint32_t b) const {
      return mine[a] != mine[b] ? mine[a] > mine[b] : tie(a) < tie(b);
    }
    [[nodiscard]] bool is_accepted(std::uint32_t place, const Receivers& receivers) const {
      return receivers.accepts(partners[place], theirs[place], agent);
    }
    [[nodiscard]] Score most_behind(std::uint32_t place) const {
      return place == k_none ? highest_score<Score>() : mine[place];
    }

    VertexId agent;
    Offset begin;
    std::span<const Score> mine;
    std::span<const Score> theirs;
    std::span<const VertexId> partners;
    TieBreak tie_break;
  };

  // Behind `last`; k_none: of all.
  [[nodiscard]] std::uint32_t best_behind(const Row& row, std::uint32_t last,
                                          const Receivers& receivers) const {
    std::uint32_t best = k_none;
    Score bar = lowest_score<Score>();
    const Score most = row.most_behind(last);
    for_each_between(row.mine, bar, most, [&](std::size_t i) {
      const auto place = static_cast<std::uint32_t>(i);
      if (last != k_none && row.mine[i] == most && !row.is_before(last, place)) return;
      if (best != k_none && row.mine[i] == bar && !row.is_before(place, best)) return;
      if (!row.is_accepted(place, receivers)) return;
      best = place;
      bar = row.mine[i];
    });
    return best;
  }

  [[nodiscard]] std::uint32_t next_of_few(const Row& row, Cursor& cursor,
                                          const Receivers& receivers, Scratch& scratch) {
    // Ends: each round asks one of the row, or there are no more.
    for (;;) {
      if (cursor.next == cursor.sorted && !sort_more(row, cursor, receivers, scratch)) {
        return k_none;
      }
      const std::uint32_t place = best_first_[row.begin + cursor.next++];
      if (row.is_accepted(place, receivers)) return place;
    }
  }

  // Adds as many as there are, the best of those that are left. Whether there is any.
  bool sort_more(const Row& row, Cursor& cursor, const Receivers& receivers, Scratch& best) {
    std::uint32_t* const sorted = best_first_.data() + row.begin;
    const std::uint32_t last = cursor.sorted == 0 ? k_none : sorted[cursor.sorted - 1];
    const std::size_t wanted = std::max(cursor.sorted, k_few);
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) { return row.is_before(a, b); };
    const auto keep_wanted = [&] {
      if (best.size() <= wanted) return;
      std::nth_element(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(wanted - 1),
                       best.end(), is_before);
      best.resize(wanted);
    };
    best.clear();
    Score least = lowest_score<Score>();
    const Score most = row.most_behind(last);
    for_each_between(row.mine, least, most, [&](std::size_t i) {
      const auto place = static_cast<std::uint32_t>(i);
      if (last != k_none && row.mine[i] == most && !row.is_before(last, place)) return;
      if (!row.is_accepted(place, receivers)) return;
      best.push_back(place);
      if (best.size() < 2 * wanted) return;
      keep_wanted();
      least = row.mine[best.back()];
    });
    keep_wanted();
    std::sort(best.begin(), best.end(), is_before);
    std::copy(best.begin(), best.end(), sorted + cursor.sorted);
    cursor.sorted += static_cast<std::uint32_t>(best.size());
    return !best.empty();
  }

  const ScoreRows<Score>& rows_;
  Array<Cursor> cursors_;            // per proposing agent
  Array<std::uint32_t> best_first_;  // per entry, as far as it is sorted: places in the row
};

}  // namespace hypermatch::detail::stable_matching
