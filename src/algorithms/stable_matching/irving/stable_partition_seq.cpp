// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/irving/stable_partition.hpp"

#include <span>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// The lists while pairs are deleted. An agent deletes from the end of its list only, so a pair is
/// left where both agents' ends are behind it.
class RoommatesTable {
 public:
  /// As phase 1 leaves them: an agent's first partner is the one that holds its proposal, its last
  /// one the one whose proposal it holds.
  RoommatesTable(const ProposalLists& lists, const std::vector<VertexId>& mates)
      : lists_(lists), ends_(mates.size()), firsts_(mates.size()), seconds_(mates.size(), 0) {
    for (VertexId x = 0; x < mates.size(); ++x) ends_[x] = lists.num_mutual(x);
    for (VertexId x = 0; x < mates.size(); ++x) {
      std::uint32_t place = 0;
      // Ends: the mate is in the list; without one its end is reached.
      while (place < lists.num_mutual(x) && partner(x, place) != mates[x]) ++place;
      firsts_[x] = place;
      if (mates[x] != k_none) ends_[mates[x]] = place_at_partner(x, place) + 1;
    }
  }

  [[nodiscard]] bool empty(VertexId x) const { return firsts_[x] >= ends_[x]; }
  [[nodiscard]] VertexId first(VertexId x) const { return partner(x, firsts_[x]); }
  [[nodiscard]] VertexId second(VertexId x) const { return partner(x, seconds_[x]); }
  [[nodiscard]] VertexId last(VertexId x) const { return partner(x, ends_[x] - 1); }

  /// Phase 2: finds the second candidate of x. False where there is none.
  bool find_second(VertexId x) {
    if (empty(x)) return false;
    seconds_[x] = next_left(x, seconds_[x] > firsts_[x] ? seconds_[x] : firsts_[x] + 1);
    return seconds_[x] < ends_[x];
  }

  /// The candidates of each agent of the rotation are two others of it. Its elimination would leave
  /// them none: they are an odd party (Tan 1991). Seconds are found.
  [[nodiscard]] bool is_odd_party(std::span<const VertexId> rotation) const {
    const std::size_t size = rotation.size(), half = size / 2;
    if (size % 2 == 0) return false;
    for (std::size_t i = 0; i < size; ++i) {
      const VertexId x = rotation[i];
      if (seconds_[x] + 1 != ends_[x] || first(x) != rotation[(i + half) % size]) return false;
    }
    return true;
  }

  void eliminate(std::span<const VertexId> rotation) {
    for (const VertexId x : rotation) {
      ends_[second(x)] = place_at_partner(x, seconds_[x]) + 1;
      firsts_[x] = seconds_[x];
    }
  }

 private:
  /// The first place from `place` on whose pair is left; the end where there is none.
  [[nodiscard]] std::uint32_t next_left(VertexId x, std::uint32_t place) const {
    while (place < ends_[x] && place_at_partner(x, place) >= ends_[partner(x, place)]) {
      ++place;
    }
    return place < ends_[x] ? place : ends_[x];
  }

  [[nodiscard]] VertexId partner(VertexId x, std::uint32_t place) const {
    return lists_.list_of(x)[place].partner;
  }
  [[nodiscard]] std::uint32_t place_at_partner(VertexId x, std::uint32_t place) const {
    return lists_.list_of(x)[place].place;
  }

  const ProposalLists& lists_;
  std::vector<std::uint32_t> ends_, firsts_, seconds_;
};

/// Phase 2: x leads to the last candidate of its second one. A path that meets itself has found a
/// rotation; the way there stays on the stack.
class RoommatesRotations {
 public:
  RoommatesRotations(const Context& context, RoommatesTable& table, Partition& result)
      : stop_(context),
        table_(table),
        result_(result),
        positions_(result.successors.size(), k_none) {}

  /// Until x has one candidate, or is in an odd party.
  void run(VertexId x) {
    // Ends: an agent is taken off the stack with a list that has become shorter, or is frozen.
    while (!path_.empty() || has_two(x)) {
      if (path_.empty()) push(x);
      stop_.done(16);
      const VertexId top = path_.back();
      if (!has_two(top)) {
        pop();
        continue;
      }
      const VertexId next = table_.last(table_.second(top));
      if (positions_[next] == k_none) {
        push(next);
      } else {
        settle(positions_[next]);
      }
    }
  }

 private:
  [[nodiscard]] bool has_two(VertexId x) {
    return result_.successors[x] == k_none && table_.find_second(x);
  }
  void push(VertexId x) {
    positions_[x] = static_cast<VertexId>(path_.size());
    path_.push_back(x);
  }
  void pop() {
    positions_[path_.back()] = k_none;
    path_.pop_back();
  }

  void settle(std::size_t begin) {
    const std::span<const VertexId> rotation = std::span(path_).subspan(begin);
    if (table_.is_odd_party(rotation)) {
      for (const VertexId x : rotation) result_.successors[x] = table_.first(x);
      ++result_.odd_parties;
    } else {
      table_.eliminate(rotation);
      ++result_.rotations;
    }
    while (path_.size() > begin) pop();
  }

  parallel::StopCheck stop_;
  RoommatesTable& table_;
  Partition& result_;
  std::vector<VertexId> path_;
  std::vector<VertexId> positions_;  ///< on the path
};

}  // namespace

Partition stable_partition(const Context& context, const ProposalLists& lists,
                           const FirstPhase& first) {
  const VertexId num_agents = lists.last();
  Partition result;
  result.successors.assign(num_agents, k_none);
  RoommatesTable table(lists, first.mates);
  {
    RoommatesRotations search(context, table, result);
    for (VertexId x = 0; x < num_agents; ++x) search.run(x);
  }
  for (VertexId x = 0; x < num_agents; ++x) {
    if (result.successors[x] != k_none) continue;
    result.successors[x] = table.empty(x) ? x : table.first(x);
  }
  return result;
}

}  // namespace hypermatch::detail::stable_matching
