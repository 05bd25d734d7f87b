// SPDX-License-Identifier: MIT
#include "super_stable.hpp"

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// A left agent is assigned to all agents of its best tie that have not deleted it. A right agent
/// deletes ties from the end of its list only.
class Assignments {
 public:
  Assignments(const Context& context, const PairLists& lists)
      : stop_(context),
        lists_(lists),
        ends_(lists.num_agents()),
        scanned_(lists.num_agents()),
        num_assigned_(lists.num_agents(), 0),
        tie_ends_(lists.num_left, 0),
        was_full_(lists.num_agents(), 0),
        assigned_(lists.partners.size(), 0) {
    for (VertexId y = 0; y < lists.num_agents(); ++y) ends_[y] = scanned_[y] = lists.length(y);
  }

  DecidedMates run() {
    DecidedMates result;
    for (VertexId x = lists_.num_left; x-- > 0;) waiting_.push_back(x);
    // Ends: an agent returns after a deletion, and goes down its list.
    while (!waiting_.empty()) {
      stop_.done(16);
      const VertexId x = waiting_.back();
      waiting_.pop_back();
      while (num_assigned_[x] == 0 && tie_ends_[x] < lists_.length(x)) propose_to_tie(x);
    }
    result.left.proposals = proposals_;
    result.left.mates.assign(lists_.num_left, k_none);
    for (VertexId x = 0; x < lists_.num_left; ++x) {
      if (num_assigned_[x] > 1) result.witness = x;
    }
    for (VertexId y = lists_.num_left; y < lists_.num_agents(); ++y) {
      if (was_full_[y] != 0 && num_assigned_[y] < lists_.capacity(y)) result.witness = y;
      for (std::uint32_t place = 0; place < ends_[y]; ++place) {
        if (is_assigned(y, place)) result.left.mates[lists_.partner(y, place)] = y;
      }
    }
    result.exists = result.witness == k_none;
    return result;
  }

 private:
  [[nodiscard]] bool is_assigned(VertexId y, std::uint32_t place) const {
    return assigned_[lists_.offsets[y] + place] != 0;
  }

  void propose_to_tie(VertexId x) {
    std::uint32_t place = tie_ends_[x];
    const std::uint32_t rank = lists_.rank(x, place);
    for (; place < lists_.length(x) && lists_.rank(x, place) == rank; ++place) {
      const VertexId y = lists_.partner(x, place);
      const std::uint32_t at_y = lists_.place_at_partner(x, place);
      if (at_y >= ends_[y]) continue;
      ++proposals_;
      assigned_[lists_.offsets[y] + at_y] = 1;
      ++num_assigned_[x];
      ++num_assigned_[y];
      shrink(y);
    }
    tie_ends_[x] = place;
  }

  void shrink(VertexId y) {
    // Over its capacity none of the last tie can stay: any of them would block with another.
    if (num_assigned_[y] > lists_.capacity(y)) delete_last_tie(y);
    if (num_assigned_[y] < lists_.capacity(y) || ends_[y] == 0) return;
    was_full_[y] = 1;
    if (scanned_[y] > ends_[y]) scanned_[y] = ends_[y];
    while (scanned_[y] > 0 && !is_assigned(y, scanned_[y] - 1)) --scanned_[y];
    std::uint32_t end = scanned_[y];
    while (end > 0 && end < ends_[y] && lists_.rank(y, end) == lists_.rank(y, end - 1)) ++end;
    ends_[y] = end;
  }

  void delete_last_tie(VertexId y) {
    was_full_[y] = 1;
    const std::uint32_t rank = lists_.rank(y, ends_[y] - 1);
    while (ends_[y] > 0 && lists_.rank(y, ends_[y] - 1) == rank) {
      const std::uint32_t place = --ends_[y];
      if (!is_assigned(y, place)) continue;
      assigned_[lists_.offsets[y] + place] = 0;
      --num_assigned_[y];
      const VertexId x = lists_.partner(y, place);
      if (--num_assigned_[x] == 0) waiting_.push_back(x);
    }
  }

  parallel::StopCheck stop_;
  const PairLists& lists_;
  std::vector<std::uint32_t> ends_;     ///< right: what is behind is deleted
  std::vector<std::uint32_t> scanned_;  ///< right, full: no agent behind is assigned
  std::vector<std::uint32_t> num_assigned_;
  std::vector<std::uint32_t> tie_ends_;  ///< left: behind the tie proposed to last
  std::vector<std::uint8_t> was_full_;
  std::vector<std::uint8_t> assigned_;  ///< per entry of a right agent
  std::vector<VertexId> waiting_;
  std::uint64_t proposals_ = 0;
};

}  // namespace

DecidedMates super_stable(const Context& context, const PairLists& lists) {
  return Assignments(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
