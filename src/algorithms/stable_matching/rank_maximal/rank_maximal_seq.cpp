// SPDX-License-Identifier: MIT
#include "rank_maximal.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

class Phases {
 public:
  Phases(const Context& context, const WishLists& lists)
      : lists_(lists),
        graph_(context, lists),
        begins_(lists.offsets.begin(), lists.offsets.end() - 1),
        claims_(lists.num_agents(), WishGraph::Claim::may),
        closed_agents_(lists.num_agents(), 0),
        closed_items_(lists.num_items, 0) {}

  std::vector<VertexId> run() {
    // Ends: every agent that is left goes down its list in each phase.
    for (std::uint32_t rank = 0; add_entries(rank); ++rank) {
      graph_.augment(claims_, WishGraph::Claim::may);
      graph_.find_parities(agents_, items_);
      reduce();
    }
    return graph_.mates();
  }

 private:
  /// Entries of this rank between vertices that have no better ones to keep. False where no agent
  /// has any from here on.
  bool add_entries(std::uint32_t rank) {
    bool any_left = false;
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (closed_agents_[agent] != 0) continue;
      std::uint64_t& entry = begins_[agent];
      for (; entry < lists_.offsets[agent + 1] && lists_.rank(agent, entry) == rank; ++entry) {
        graph_.set(entry, closed_items_[lists_.items[entry]] == 0);
        any_left = true;
      }
      any_left = any_left || entry < lists_.offsets[agent + 1];
    }
    return any_left;
  }

  /// No rank-maximal matching has an edge between two odd vertices, or an odd and an unreachable
  /// one; and each of these is matched by edges of the ranks so far.
  void reduce() {
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      const Parity mine = agents_[agent];
      if (mine != Parity::even) closed_agents_[agent] = 1;
      if (mine == Parity::even) continue;
      for (std::uint64_t entry = lists_.offsets[agent]; entry < begins_[agent]; ++entry) {
        const Parity other = items_[lists_.items[entry]];
        if (other == Parity::even) continue;
        if (mine == Parity::odd || other == Parity::odd) graph_.set(entry, false);
      }
    }
    for (VertexId item = 0; item < lists_.num_items; ++item) {
      if (items_[item] != Parity::even) closed_items_[item] = 1;
    }
  }

  const WishLists& lists_;
  WishGraph graph_;
  std::vector<std::uint64_t> begins_;  ///< per agent: its first entry that no phase has had
  std::vector<WishGraph::Claim> claims_;
  std::vector<std::uint8_t> closed_agents_, closed_items_;
  std::vector<Parity> agents_, items_;
};

}  // namespace

std::vector<VertexId> rank_maximal(const Context& context, const WishLists& lists) {
  return Phases(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
