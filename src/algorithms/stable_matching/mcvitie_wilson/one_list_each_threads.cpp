// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/stable_matching/mcvitie_wilson/first_bound.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/shared_ways.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// Proposers; with a part of the bounds they fit a small cache.
constexpr std::size_t k_batch = parallel::grain(1024, 16);
constexpr std::size_t k_part = parallel::grain(4096, 64);  // receivers

class OneListEach {
 public:
  OneListEach(const Context& context, const SharedLists& lists)
      : context_(context),
        lists_(lists),
        receivers_(lists.given().list_of(lists.first())),
        proposers_(lists.given().list_of(lists.first_receiver())),
        bounds_(receivers_.size()),
        batches_((proposers_.size() + k_batch - 1) / k_batch) {
    for (std::size_t i = 0; i < receivers_.size(); ++i) {
      bounds_[i] = lists.turns(receivers_[i]) == 0 ? 0 : k_none;
    }
    if (!lists.all_capacities_are_1()) {
      room_.resize(receivers_.size());
      for (std::size_t i = 0; i < receivers_.size(); ++i) room_[i] = lists.turns(receivers_[i]);
    }
    for (std::size_t place = 0; place < proposers_.size(); ++place) {
      const std::uint32_t turns = lists.turns(proposers_[place]);
      if (turns == 0) continue;
      batches_[place / k_batch].waiting.push_back({static_cast<std::uint32_t>(place), turns});
    }
  }

  StableMatching run() {
    const std::size_t parts = (receivers_.size() + k_part - 1) / k_part;
    const std::size_t diagonals = parts == 0 ? 0 : batches_.size() + parts - 1;
    for (std::size_t d = 0; d < diagonals; ++d) {
      const std::size_t first = d < parts ? 0 : d - parts + 1;
      const std::size_t last = std::min(d, batches_.size() - 1);
      parallel::run_tasks(context_, last - first + 1, [&](std::size_t task) {
        const std::size_t batch = first + task;
        if (batches_[batch].waiting.empty()) return;
        context_.check_cancelled();
        pass(batches_[batch], (d - batch) * k_part);
      });
    }
    return answer();
  }

 private:
  struct Turns {
    std::uint32_t place;  // that all receivers give the proposer
    std::uint32_t left;
  };
  struct Batch {
    std::vector<Turns> waiting;  // by place
    std::vector<GraphEdge> pairs;
    std::uint64_t asked = 0;
  };

  // The batch's proposers ask the receivers of a part, which hold better ones only.
  void pass(Batch& batch, std::size_t begin) {
    const std::size_t end = std::min(begin + k_part, bounds_.size());
    std::size_t kept = 0;
    for (Turns turns : batch.waiting) {
      std::size_t i = begin;
      while (turns.left > 0) {
        i = first_bound_above(bounds_.view(), i, end, turns.place);
        if (i == end) break;
        accept(batch, turns.place, i++);
        --turns.left;
      }
      if (turns.left == 0) {
        batch.asked += i;
      } else {
        batch.waiting[kept++] = turns;
      }
    }
    batch.waiting.resize(kept);
  }

  void accept(Batch& batch, std::uint32_t place, std::size_t i) {
    if (room_.empty() || --room_[i] == 0) bounds_[i] = place;
    const VertexId proposer = proposers_[place];
    const bool is_left = lists_.first() == 0;
    batch.pairs.push_back(is_left ? GraphEdge{proposer, receivers_[i]}
                                  : GraphEdge{receivers_[i], proposer});
  }

  [[nodiscard]] StableMatching answer() const {
    StableMatching found;
    for (const Batch& batch : batches_) {
      found.pairs.insert(found.pairs.end(), batch.pairs.begin(), batch.pairs.end());
      found.proposals += batch.asked + batch.waiting.size() * receivers_.size();
    }
    std::sort(found.pairs.begin(), found.pairs.end(), [](const GraphEdge& a, const GraphEdge& b) {
      return a.u != b.u ? a.u < b.u : a.v < b.v;
    });
    return found;
  }

  const Context& context_;
  const SharedLists& lists_;
  std::span<const VertexId> receivers_;  // best first
  std::span<const VertexId> proposers_;  // best first
  Array<std::uint32_t> bounds_;  // per receiver, in this order, what a place must be better than
  Array<std::uint32_t> room_;    // per receiver, where there are capacities
  std::vector<Batch> batches_;
};

}  // namespace

StableMatching match_one_list_each(const Context& context, const SharedLists& lists) {
  return OneListEach(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
