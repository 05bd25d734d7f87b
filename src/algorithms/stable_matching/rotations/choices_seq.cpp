// SPDX-License-Identifier: MIT
#include <algorithm>

#include "closure_flow.hpp"
#include "rotations.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// The rank that the partner at this place gives to x.
std::uint32_t rank_at_partner(const PairLists& lists, VertexId x, std::uint32_t place) {
  return lists.rank(lists.partner(x, place), lists.place_at_partner(x, place));
}

/// A stable matching that descends, with the worst rank of either side.
class RegretDescent {
 public:
  RegretDescent(const PairLists& lists, const RotationPoset& poset)
      : lists_(lists),
        poset_(poset),
        worst_ranks_(lists.num_agents(), 0),
        improved_(lists.num_agents(), 0),
        set_(poset.num_rotations(), 0) {
    for (VertexId x = 0; x < lists.num_left; ++x) {
      const std::uint32_t place = poset.start[x];
      if (place == RotationPoset::k_no_place) continue;
      left_worst_ = std::max(left_worst_, lists.rank(x, place));
      auto& worst = worst_ranks_[lists.partner(x, place)];
      worst = std::max(worst, rank_at_partner(lists, x, place));
    }
    index_improvements();
    std::uint32_t most = 0;
    for (const std::uint32_t worst : worst_ranks_) most = std::max(most, worst);
    by_rank_.resize(std::size_t{most} + 1);
    for (VertexId y = lists.num_left; y < lists.num_agents(); ++y) {
      by_rank_[worst_ranks_[y]].push_back(y);
    }
  }

  ClosedSet run() {
    ClosedSet best = set_;
    std::uint32_t best_regret = k_none;
    for (std::uint32_t rank = static_cast<std::uint32_t>(by_rank_.size()); rank-- > 0;) {
      // No right agent is worse than `rank`.
      if (!improve_all(rank, best, best_regret)) break;
    }
    return best;
  }

 private:
  /// Moves every right agent of this rank to a better one. False where one cannot, or where the
  /// left side decides.
  bool improve_all(std::uint32_t rank, ClosedSet& best, std::uint32_t& best_regret) {
    auto& agents = by_rank_[rank];
    bool first = true;
    while (!agents.empty()) {
      const VertexId y = agents.back();
      if (worst_ranks_[y] < rank) {
        agents.pop_back();
        by_rank_[worst_ranks_[y]].push_back(y);
        continue;
      }
      if (first) keep(std::max(rank, left_worst_), best, best_regret);
      first = false;
      if (left_worst_ >= rank || improved_[y] == improvement_offsets_[y + 1]) return false;
      eliminate(improvements_[improved_[y]]);
    }
    return true;
  }

  void keep(std::uint32_t regret, ClosedSet& best, std::uint32_t& best_regret) {
    if (regret >= best_regret) return;
    best_regret = regret;
    best = set_;
  }

  /// Per right agent its rotations in order.
  void index_improvements() {
    improvement_offsets_.assign(std::size_t{lists_.num_agents()} + 1, 0);
    for (const Move& move : poset_.moves) {
      ++improvement_offsets_[lists_.partner(move.agent, move.to) + 1];
    }
    for (VertexId y = 0; y < lists_.num_agents(); ++y) {
      improvement_offsets_[y + 1] += improvement_offsets_[y];
    }
    improvements_.resize(poset_.moves.size());
    std::vector<std::uint64_t> ends = improvement_offsets_;
    for (std::uint32_t i = 0; i < poset_.num_rotations(); ++i) {
      for (const Move& move : poset_.moves_of(i)) {
        improvements_[ends[lists_.partner(move.agent, move.to)]++] = i;
      }
    }
    std::copy(improvement_offsets_.begin(), improvement_offsets_.end() - 1, improved_.begin());
  }

  /// With all that has to be eliminated before it.
  void eliminate(std::uint32_t rotation) {
    stack_.assign(1, rotation);
    while (!stack_.empty()) {
      const std::uint32_t top = stack_.back();
      stack_.pop_back();
      if (set_[top] != 0) continue;
      set_[top] = 1;
      for (const std::uint32_t before : poset_.predecessors_of(top)) stack_.push_back(before);
      for (const Move& move : poset_.moves_of(top)) {
        left_worst_ = std::max(left_worst_, lists_.rank(move.agent, move.to));
        const VertexId y = lists_.partner(move.agent, move.to);
        ++improved_[y];
        worst_ranks_[y] = std::min(worst_ranks_[y], lists_.rank(y, move.worst_after));
      }
    }
  }

  const PairLists& lists_;
  const RotationPoset& poset_;
  std::vector<std::uint32_t> worst_ranks_;  ///< right
  std::vector<std::uint64_t> improvement_offsets_;
  std::vector<std::uint32_t> improvements_;
  std::vector<std::uint64_t> improved_;  ///< right: its next improvement
  std::vector<std::vector<VertexId>> by_rank_;
  std::vector<std::uint32_t> stack_;
  ClosedSet set_;
  std::uint32_t left_worst_ = 0;
};

}  // namespace

ClosedSet egalitarian(const Context& context, const PairLists& lists, const RotationPoset& poset) {
  std::vector<std::int64_t> weights(poset.num_rotations(), 0);
  for (std::uint32_t i = 0; i < poset.num_rotations(); ++i) {
    for (const Move& move : poset.moves_of(i)) {
      const auto change = [](std::uint32_t to, std::uint32_t from) {
        return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
      };
      weights[i] += change(lists.rank(move.agent, move.to), lists.rank(move.agent, move.from)) +
                    change(rank_at_partner(lists, move.agent, move.to),
                           rank_at_partner(lists, move.agent, move.from));
    }
  }
  return least_closure(context, poset, weights);
}

ClosedSet minimum_regret(const PairLists& lists, const RotationPoset& poset) {
  return RegretDescent(lists, poset).run();
}

}  // namespace hypermatch::detail::stable_matching
