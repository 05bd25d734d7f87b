// SPDX-License-Identifier: MIT
#include "strongly_stable.hpp"

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// A left agent is engaged to all agents of its best tie that have not deleted it; those that are
/// engaged to one right agent are tied there. A largest matching of the engagements is kept; where
/// it cannot grow, the right agents reached delete all that are engaged to them.
class Engagements {
 public:
  Engagements(const Context& context, const PairLists& lists)
      : stop_(context),
        lists_(lists),
        ends_(lists.num_agents()),
        tie_begins_(lists.num_left, 0),
        tie_ends_(lists.num_left, 0),
        mates_(lists.num_agents(), k_none),
        mate_places_(lists.num_agents(), 0),
        courted_(lists.num_agents(), 0),
        reached_(lists.num_agents(), k_none),
        parents_(lists.num_agents(), k_none),
        parent_places_(lists.num_agents(), 0) {
    for (VertexId y = 0; y < lists.num_agents(); ++y) ends_[y] = lists.length(y);
  }

  DecidedMates run() {
    for (VertexId x = lists_.num_left; x-- > 0;) waiting_.push_back(x);
    // Ends: an agent returns after a deletion.
    while (!waiting_.empty()) {
      stop_.done(16);
      const VertexId x = waiting_.back();
      waiting_.pop_back();
      if (mates_[x] == k_none && engage(x) && !augment(x)) waiting_.push_back(x);
    }
    DecidedMates result;
    result.left.proposals = proposals_;
    result.left.mates.assign(mates_.begin(), mates_.begin() + lists_.num_left);
    for (VertexId y = lists_.num_left; y < lists_.num_agents(); ++y) {
      if (courted_[y] != 0 && mates_[y] == k_none) result.witness = y;
    }
    result.exists = result.witness == k_none;
    return result;
  }

 private:
  [[nodiscard]] bool is_left(VertexId x, std::uint32_t place) const {
    return lists_.place_at_partner(x, place) < ends_[lists_.partner(x, place)];
  }

  /// Engages x to its best tie that is left. False where nothing is.
  bool engage(VertexId x) {
    for (;;) {
      for (std::uint32_t place = tie_begins_[x]; place < tie_ends_[x]; ++place) {
        if (is_left(x, place)) return true;
      }
      if (tie_ends_[x] == lists_.length(x)) return false;
      std::uint32_t place = tie_begins_[x] = tie_ends_[x];
      const std::uint32_t rank = lists_.rank(x, place);
      for (; place < lists_.length(x) && lists_.rank(x, place) == rank; ++place) {
        if (is_left(x, place)) court(x, place);
      }
      tie_ends_[x] = place;
    }
  }

  /// The agent deletes all that are worse than x.
  void court(VertexId x, std::uint32_t place) {
    ++proposals_;
    const VertexId y = lists_.partner(x, place);
    courted_[y] = 1;
    const std::uint32_t at_y = lists_.place_at_partner(x, place);
    const std::uint32_t rank = lists_.rank(y, at_y);
    while (lists_.rank(y, ends_[y] - 1) != rank) --ends_[y];
    if (mates_[y] != k_none && mate_places_[y] >= ends_[y]) part(y);
  }

  void part(VertexId y) {
    const VertexId x = mates_[y];
    mates_[x] = mates_[y] = k_none;
    waiting_.push_back(x);
  }

  /// Searches an augmenting path from x, breadth first. Without one, the right agents reached
  /// delete all that are engaged to them: these are the ends of their lists.
  bool augment(VertexId root) {
    queue_.assign(1, root);
    right_.clear();
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const VertexId x = queue_[i];
      stop_.done(16);
      for (std::uint32_t place = tie_begins_[x]; place < tie_ends_[x]; ++place) {
        const VertexId y = lists_.partner(x, place);
        if (!is_left(x, place) || reached_[y] == root) continue;
        reached_[y] = root;
        parents_[y] = x;
        parent_places_[y] = lists_.place_at_partner(x, place);
        if (mates_[y] == k_none) {
          flip(y);
          forget();
          return true;
        }
        right_.push_back(y);
        queue_.push_back(mates_[y]);
      }
    }
    for (const VertexId y : right_) {
      const std::uint32_t rank = lists_.rank(y, ends_[y] - 1);
      while (ends_[y] > 0 && lists_.rank(y, ends_[y] - 1) == rank) --ends_[y];
      part(y);
    }
    forget();
    return false;
  }

  void forget() {
    for (const VertexId y : right_) reached_[y] = k_none;
  }

  void flip(VertexId y) {
    reached_[y] = k_none;
    while (y != k_none) {
      const VertexId x = parents_[y];
      const VertexId before = mates_[x];
      mates_[x] = y;
      mates_[y] = x;
      mate_places_[y] = parent_places_[y];
      y = before;
    }
  }

  parallel::StopCheck stop_;
  const PairLists& lists_;
  std::vector<std::uint32_t> ends_;  ///< right: what is behind is deleted
  std::vector<std::uint32_t> tie_begins_, tie_ends_;
  std::vector<VertexId> mates_;
  std::vector<std::uint32_t> mate_places_;  ///< right: of the mate in its list
  std::vector<std::uint8_t> courted_;
  std::vector<VertexId> reached_;  ///< right: by the search from this agent
  std::vector<VertexId> parents_;
  std::vector<std::uint32_t> parent_places_;
  std::vector<VertexId> queue_, right_, waiting_;
  std::uint64_t proposals_ = 0;
};

}  // namespace

DecidedMates strongly_stable(const Context& context, const PairLists& lists) {
  return Engagements(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
