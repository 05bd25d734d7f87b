// SPDX-License-Identifier: MIT
#include "irving.hpp"

#include <span>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// The lists while pairs are deleted. An agent deletes from the end of its list only, so a pair is
/// left where both agents' ends are behind it.
class Table {
 public:
  explicit Table(const PairLists& lists)
      : lists_(lists),
        ends_(lists.num_agents()),
        firsts_(lists.num_agents(), 0),
        seconds_(lists.num_agents(), 0),
        holds_(lists.num_agents(), k_none) {
    for (VertexId x = 0; x < lists.num_agents(); ++x) ends_[x] = lists.length(x);
  }

  /// Phase 1: x proposes down its list, and an agent that is displaced continues. Ends since every
  /// step goes down a list.
  std::uint64_t propose(VertexId x) {
    std::uint64_t proposals = 0;
    while (x != k_none) {
      firsts_[x] = next_left(x, firsts_[x]);
      if (firsts_[x] == ends_[x]) break;
      ++proposals;
      const VertexId y = first(x);
      const VertexId displaced = holds_[y];
      holds_[y] = x;
      ends_[y] = lists_.place_at_partner(x, firsts_[x]) + 1;
      x = displaced;
    }
    return proposals;
  }

  [[nodiscard]] bool empty(VertexId x) const { return firsts_[x] >= ends_[x]; }
  [[nodiscard]] VertexId first(VertexId x) const { return lists_.partner(x, firsts_[x]); }
  [[nodiscard]] VertexId second(VertexId x) const { return lists_.partner(x, seconds_[x]); }
  [[nodiscard]] VertexId last(VertexId x) const { return lists_.partner(x, ends_[x] - 1); }

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
      ends_[second(x)] = lists_.place_at_partner(x, seconds_[x]) + 1;
      firsts_[x] = seconds_[x];
    }
  }

 private:
  /// The first place from `place` on whose pair is left; the end where there is none.
  [[nodiscard]] std::uint32_t next_left(VertexId x, std::uint32_t place) const {
    while (place < ends_[x] &&
           lists_.place_at_partner(x, place) >= ends_[lists_.partner(x, place)]) {
      ++place;
    }
    return place < ends_[x] ? place : ends_[x];
  }

  const PairLists& lists_;
  std::vector<std::uint32_t> ends_, firsts_, seconds_;
  std::vector<VertexId> holds_;  ///< phase 1: whose proposal an agent holds
};

/// Phase 2: x leads to the last candidate of its second one. A path that meets itself has found a
/// rotation; the way there stays on the stack.
class RotationSearch {
 public:
  RotationSearch(const Context& context, Table& table, Partition& result)
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
  Table& table_;
  Partition& result_;
  std::vector<VertexId> path_;
  std::vector<VertexId> positions_;  ///< on the path
};

}  // namespace

Partition stable_partition(const Context& context, const PairLists& lists) {
  const VertexId num_agents = lists.num_agents();
  Partition result;
  result.successors.assign(num_agents, k_none);
  Table table(lists);
  parallel::StopCheck stop(context);
  for (VertexId x = 0; x < num_agents; ++x) {
    const std::uint64_t proposals = table.propose(x);
    stop.done(16 * proposals);
    result.proposals += proposals;
  }
  {
    RotationSearch search(context, table, result);
    for (VertexId x = 0; x < num_agents; ++x) search.run(x);
  }
  for (VertexId x = 0; x < num_agents; ++x) {
    if (result.successors[x] != k_none) continue;
    result.successors[x] = table.empty(x) ? x : table.first(x);
  }
  return result;
}

}  // namespace hypermatch::detail::stable_matching
