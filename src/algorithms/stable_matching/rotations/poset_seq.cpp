// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "parallel/host/stop_check.hpp"
#include "rotations.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// A stable matching on its way from the left side's best to the right side's.
class Descent {
 public:
  explicit Descent(const PairLists& lists)
      : lists_(lists),
        current_(lists.num_left, 0),
        scanned_(lists.num_left, 0),
        worst_ends_(lists.num_agents()),
        num_held_(lists.num_agents(), 0),
        held_(lists.partners.size(), 0),
        left_by_(lists.partners.size(), k_none),
        passed_by_(lists.partners.size(), k_none) {
    for (VertexId x = 0; x < lists.num_agents(); ++x) worst_ends_[x] = lists.length(x);
  }

  /// The left-optimal matching.
  void propose_all(parallel::StopCheck& stop, RotationPoset& poset) {
    for (VertexId x = 0; x < lists_.num_left; ++x) {
      // Ends: every step goes down a list.
      for (VertexId active = x; active != k_none;) {
        stop.done(16);
        active = propose(active, poset.proposals);
      }
    }
    poset.start.assign(lists_.num_left, RotationPoset::k_no_place);
    for (VertexId x = 0; x < lists_.num_left; ++x) {
      if (is_matched(x)) poset.start[x] = current_[x];
      scanned_[x] = current_[x];
    }
  }

  [[nodiscard]] bool is_matched(VertexId x) const { return current_[x] < lists_.length(x); }

  /// The left agent that x would displace by its next move, or k_none where x stays for good.
  VertexId successor(VertexId x) {
    if (!is_matched(x)) return k_none;
    if (scanned_[x] == current_[x]) ++scanned_[x];
    for (; scanned_[x] < lists_.length(x); ++scanned_[x]) {
      const VertexId y = lists_.partner(x, scanned_[x]);
      // An agent with room would take x: no stable matching has x with a worse one.
      if (!is_full(y)) break;
      if (lists_.place_at_partner(x, scanned_[x]) < worst(y)) return lists_.partner(y, worst(y));
    }
    scanned_[x] = lists_.length(x);
    return k_none;
  }

  /// Eliminates the rotation of these agents, whose successors are known.
  void eliminate(std::span<const VertexId> agents, RotationPoset& poset) {
    const std::uint32_t rotation = poset.num_rotations();
    for (const VertexId x : agents) {
      const VertexId y = lists_.partner(x, scanned_[x]);
      const std::uint32_t before = worst(y);
      entry(held_, y, before) = 0;
      entry(held_, y, lists_.place_at_partner(x, scanned_[x])) = 1;
      for (std::uint32_t place = worst(y) + 1; place < before; ++place) {
        entry(passed_by_, y, place) = rotation;
      }
    }
    for (const VertexId x : agents) {
      entry(left_by_, x, current_[x]) = rotation;
      poset.moves.push_back({x, current_[x], scanned_[x], worst(lists_.partner(x, scanned_[x]))});
      current_[x] = scanned_[x];
    }
    poset.move_offsets.push_back(poset.moves.size());
  }

  /// What has to be eliminated before a rotation: the one that moved an agent to where it leaves
  /// from, those by which right agents became better than an agent that passes them, and the one by
  /// which a right agent's worst became the one that it gives up.
  void find_predecessors(RotationPoset& poset) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;  // (rotation, its predecessor)
    std::vector<std::uint32_t> last_follower(poset.num_rotations(), k_none);
    std::vector<std::uint32_t> last_at(lists_.num_agents(), k_none);
    for (std::uint32_t rotation = 0; rotation < poset.num_rotations(); ++rotation) {
      for (const Move& move : poset.moves_of(rotation)) {
        const VertexId y = lists_.partner(move.agent, move.to);
        const std::uint32_t before = std::exchange(last_at[y], rotation);
        // With one place, the agent that moved to y is the one that leaves it: see below.
        if (before != k_none && lists_.capacity(y) > 1) arcs.emplace_back(rotation, before);
      }
    }
    for (VertexId x = 0; x < lists_.num_left; ++x) {
      if (poset.start[x] == RotationPoset::k_no_place) continue;
      std::uint32_t rotation = k_none;
      for (std::uint32_t place = poset.start[x]; place < current_[x]; ++place) {
        const std::uint32_t leaving = left_by_[lists_.offsets[x] + place];
        std::uint32_t before;
        if (leaving != k_none) {
          before = rotation;
          rotation = leaving;
        } else {
          const VertexId y = lists_.partner(x, place);
          before = passed_by_[lists_.offsets[y] + lists_.place_at_partner(x, place)];
        }
        if (before == k_none || before == rotation || last_follower[before] == rotation) continue;
        last_follower[before] = rotation;
        arcs.emplace_back(rotation, before);
      }
    }
    group(arcs, poset);
  }

 private:
  template <class T>
  T& entry(std::vector<T>& entries, VertexId x, std::uint32_t place) {
    return entries[lists_.offsets[x] + place];
  }

  [[nodiscard]] bool is_full(VertexId y) const { return num_held_[y] >= lists_.capacity(y); }

  /// The place of the worst agent that y, which is full, holds: it only becomes better.
  std::uint32_t worst(VertexId y) {
    while (entry(held_, y, worst_ends_[y] - 1) == 0) --worst_ends_[y];
    return worst_ends_[y] - 1;
  }

  VertexId propose(VertexId x, std::uint64_t& proposals) {
    for (; current_[x] < lists_.length(x); ++current_[x]) {
      ++proposals;
      const VertexId y = lists_.partner(x, current_[x]);
      const std::uint32_t place = lists_.place_at_partner(x, current_[x]);
      if (!is_full(y)) {
        entry(held_, y, place) = 1;
        ++num_held_[y];
        return k_none;
      }
      if (lists_.capacity(y) == 0 || place > worst(y)) continue;
      const std::uint32_t displaced = worst(y);
      entry(held_, y, displaced) = 0;
      entry(held_, y, place) = 1;
      const VertexId other = lists_.partner(y, displaced);
      ++current_[other];
      return other;
    }
    return k_none;
  }

  static void group(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& arcs,
                    RotationPoset& poset) {
    poset.predecessor_offsets.assign(std::size_t{poset.num_rotations()} + 1, 0);
    for (const auto& arc : arcs) ++poset.predecessor_offsets[arc.first + 1];
    for (std::uint32_t i = 0; i < poset.num_rotations(); ++i) {
      poset.predecessor_offsets[i + 1] += poset.predecessor_offsets[i];
    }
    poset.predecessors.resize(arcs.size());
    std::vector<std::uint64_t> ends = poset.predecessor_offsets;
    for (const auto& arc : arcs) poset.predecessors[ends[arc.first]++] = arc.second;
  }

  const PairLists& lists_;
  std::vector<std::uint32_t> current_;  ///< left: place of the partner; the length where unmatched
  std::vector<std::uint32_t> scanned_;  ///< left: none between takes it any more
  std::vector<std::uint32_t> worst_ends_;
  std::vector<std::uint32_t> num_held_;
  std::vector<std::uint8_t> held_;        ///< per entry of a right agent
  std::vector<std::uint32_t> left_by_;    ///< per entry of a left agent: the rotation that parts it
  std::vector<std::uint32_t> passed_by_;  ///< per entry of a right agent: what made it better
};

/// Follows successors; agents that meet themselves are a rotation, the way there stays.
void find_rotations(parallel::StopCheck& stop, VertexId num_left, Descent& descent,
                    RotationPoset& poset) {
  std::vector<VertexId> path;
  std::vector<VertexId> positions(num_left, k_none);
  std::vector<std::uint8_t> stays(num_left, 0);
  for (VertexId x = 0; x < num_left; ++x) {
    // Ends: an agent is taken off the path once it has moved down its list, or stays for good.
    while (stays[x] == 0) {
      stop.done(16);
      if (path.empty()) {
        positions[x] = 0;
        path.push_back(x);
      }
      const VertexId next = descent.successor(path.back());
      if (next == k_none || stays[next] != 0) {
        // No agent on the path can move: each waits for the one behind it.
        for (const VertexId agent : path) {
          stays[agent] = 1;
          positions[agent] = k_none;
        }
        path.clear();
      } else if (positions[next] == k_none) {
        positions[next] = static_cast<VertexId>(path.size());
        path.push_back(next);
      } else {
        const std::size_t begin = positions[next];
        descent.eliminate(std::span<const VertexId>(path).subspan(begin), poset);
        for (std::size_t i = begin; i < path.size(); ++i) positions[path[i]] = k_none;
        path.resize(begin);
      }
    }
  }
}

}  // namespace

RotationPoset rotation_poset(const Context& context, const PairLists& lists) {
  parallel::StopCheck stop(context);
  RotationPoset poset;
  Descent descent(lists);
  descent.propose_all(stop, poset);
  find_rotations(stop, lists.num_left, descent, poset);
  descent.find_predecessors(poset);
  return poset;
}

std::vector<VertexId> mates_of(const PairLists& lists, const RotationPoset& poset,
                               const ClosedSet& set) {
  std::vector<std::uint32_t> places = poset.start;
  for (std::uint32_t rotation = 0; rotation < poset.num_rotations(); ++rotation) {
    if (set[rotation] == 0) continue;
    for (const Move& move : poset.moves_of(rotation)) places[move.agent] = move.to;
  }
  std::vector<VertexId> mates(places.size(), k_none);
  for (VertexId x = 0; x < mates.size(); ++x) {
    if (places[x] != RotationPoset::k_no_place) mates[x] = lists.partner(x, places[x]);
  }
  return mates;
}

bool next_closed_set(const RotationPoset& poset, ClosedSet& set) {
  for (std::uint32_t i = poset.num_rotations(); i-- > 0;) {
    const auto predecessors = poset.predecessors_of(i);
    if (set[i] == 0 && std::all_of(predecessors.begin(), predecessors.end(),
                                   [&](std::uint32_t before) { return set[before] != 0; })) {
      set[i] = 1;
      std::fill(set.begin() + i + 1, set.end(), std::uint8_t{0});
      return true;
    }
  }
  return false;
}

}  // namespace hypermatch::detail::stable_matching
