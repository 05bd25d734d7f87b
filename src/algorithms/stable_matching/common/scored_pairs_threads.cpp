// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/scored_pairs.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/scored_row_checks.hpp"

namespace hypermatch {

namespace detail::stable_matching {

void check_pairs(const Context& context, const ScoredPairsView& pairs) {
  structures::check_shape(pairs);
  const parallel::Chunks chunks = parallel::cut(context, pairs.num_left, 256);
  std::vector<VertexId> wrong(chunks.count, k_none);  // the first one of each chunk
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    structures::Repeats repeats;
    parallel::StopCheck stop(context);
    for (std::size_t x = begin; x < end && wrong[chunk] == k_none; ++x) {
      const auto agent = static_cast<VertexId>(x);
      stop.done(pairs.row_of(agent).size() + 1);
      if (!structures::is_sound_row(pairs, agent, repeats)) wrong[chunk] = agent;
    }
  });
  for (const VertexId agent : wrong) {
    if (agent != k_none) structures::check_row(pairs, agent);
  }
}

namespace {

template <class Score>
struct ScoredEntry {
  Score score;
  VertexId partner;
};

// The lists of both sides, from the scores by a sort of each.
template <class Score>
class SortedLists {
 public:
  SortedLists(const Context& context, const ScoredPairsView& pairs, std::span<const Score> left,
              std::span<const Score> right)
      : context_(context), pairs_(pairs), left_(left), right_(right) {}

  [[nodiscard]] Preferences make() {
    lists_.num_left = pairs_.num_left;
    lists_.capacities = Array<std::uint32_t>(pairs_.capacities);
    if (pairs_.num_agents == 0) return std::move(lists_);
    put_offsets();
    deal();
    sort();
    return std::move(lists_);
  }

 private:
  // body(left agent, entry) for all entries, on all threads.
  template <class Body>
  void for_each_entry(const Body& body) const {
    parallel::for_each(
        context_, pairs_.num_left,
        [&](std::size_t x) {
          for (Offset e = pairs_.offsets[x]; e < pairs_.offsets[x + 1]; ++e) {
            body(static_cast<VertexId>(x), e);
          }
        },
        64);
  }

  void put_offsets() {
    lists_.offsets = Array<Offset>(pairs_.num_agents + std::size_t{1}, 0);
    for_each_entry([&](VertexId x, Offset e) {
      if (is_listed(left_[e])) ++lists_.offsets[x + std::size_t{1}];
      // Relaxed, as below: a counter that is read after the region.
      const std::atomic_ref length(lists_.offsets[pairs_.partners[e] + std::size_t{1}]);
      if (is_listed(right_[e])) length.fetch_add(1, std::memory_order_relaxed);
    });
    for (std::size_t i = 1; i < lists_.offsets.size(); ++i) {
      lists_.offsets[i] += lists_.offsets[i - 1];
    }
  }

  // In any order: lists are sorted afterwards.
  void deal() {
    entries_.resize(lists_.offsets[pairs_.num_agents]);
    Array<Offset> next(lists_.offsets.view());
    for_each_entry([&](VertexId x, Offset e) {
      const VertexId y = pairs_.partners[e];
      if (is_listed(left_[e])) entries_[next[x]++] = {left_[e], y};
      const std::atomic_ref place(next[y]);
      if (is_listed(right_[e])) {
        entries_[place.fetch_add(1, std::memory_order_relaxed)] = {right_[e], x};
      }
    });
  }

  void sort() {
    lists_.partners.resize(entries_.size());
    lists_.ties.resize(entries_.size());
    std::atomic<bool> has_ties = false;
    const parallel::Chunks chunks = parallel::cut(context_, pairs_.num_agents, 64);
    parallel::for_chunks(context_, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
      parallel::StopCheck stop(context_);
      bool ties_here = false;
      for (std::size_t x = begin; x < end; ++x) {
        ties_here = sort_list(lists_.offsets[x], lists_.offsets[x + 1]) || ties_here;
        stop.done(16 * (lists_.offsets[x + 1] - lists_.offsets[x]) + 1);
      }
      // Relaxed: read after the region.
      if (ties_here) has_ties.store(true, std::memory_order_relaxed);
    });
    if (!has_ties.load(std::memory_order_relaxed)) lists_.ties = {};
  }

  // Whether it has ties.
  bool sort_list(Offset begin, Offset end) {
    using Entry = ScoredEntry<Score>;
    std::sort(entries_.data() + begin, entries_.data() + end, [](const Entry& a, const Entry& b) {
      return a.score != b.score ? a.score > b.score : a.partner < b.partner;
    });
    std::uint32_t tie = 0;
    for (Offset i = begin; i < end; ++i) {
      if (i > begin && entries_[i].score != entries_[i - 1].score) ++tie;
      lists_.partners[i] = entries_[i].partner;
      lists_.ties[i] = tie;
    }
    return tie + std::size_t{1} < end - begin;
  }

  const Context& context_;
  const ScoredPairsView& pairs_;
  std::span<const Score> left_;
  std::span<const Score> right_;
  Preferences lists_;
  Array<ScoredEntry<Score>> entries_;
};

}  // namespace

}  // namespace detail::stable_matching

Preferences preferences_of_scores(const Context& context, const ScoredPairsView& pairs) {
  using namespace detail::stable_matching;
  check_pairs(context, pairs);
  return with_scores(pairs, [&]<class Score>(std::span<const Score> left, const auto& right) {
    return SortedLists<Score>(context, pairs, left, right).make();
  });
}

}  // namespace hypermatch
