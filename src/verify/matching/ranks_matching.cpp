// SPDX-License-Identifier: MIT
// Greedy-ness of a matching whose edges lie on many ranks, from the definition.
#include <algorithm>
#include <string>
#include <vector>

#include "hypermatch/verify_ranks.hpp"
#include "parallel/ranks/mail.hpp"
#include "structures/value_sum.hpp"
#include "verify/matching/order_rule.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail;
using detail::verify::Edge;
using detail::verify::Facts;
using detail::verify::OrderKey;
using detail::verify::OrderRule;

class RanksCheck {
 public:
  RanksCheck(const Context& context, Communicator& ranks, const EdgePart& part,
             std::span<const ExternalEdge> matched, const RankDemands& demands)
      : context_(context),
        mail_(ranks),
        part_(part),
        matched_(matched),
        demands_(demands),
        rule_(demands.order, demands.is_graph) {}

  MatchingVerdict run() {
    find_matched();
    settle_order();
    if (ends()) return verdict_;
    mark_vertices();
    if (ends()) return verdict_;
    weigh();
    ask_for_ghosts();
    check_edges();
    if (ends()) return verdict_;
    verdict_.ok = verdict_.valid = verdict_.maximal = verdict_.greedy = true;
    rule_.bound(dual_, verdict_);
    return verdict_;
  }

 private:
  // The matched edge at a vertex.
  struct Slot {
    std::uint64_t rating = 0;
    std::uint32_t tie = 0;
    std::uint32_t rest = 0;
    std::uint64_t edge = ~std::uint64_t{0};
  };
  struct Mark {
    Slot slot;
    std::uint64_t vertex = 0;
  };

  void violate(const std::string& what) {
    if (violation_.empty()) violation_ = what;
  }
  // Whether some rank found a violation; that of the lowest such rank is everywhere then.
  [[nodiscard]] bool ends() {
    agree(mail_.ranks(), [&] { context_.check_cancelled(); });
    mail_.clear();
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<char>(q, violation_);
    mail_.exchange();
    for (std::size_t q = 0; q < mail_.size() && verdict_.violation.empty(); ++q) {
      const std::span<const char> told = mail_.take<char>(q);
      verdict_.violation.assign(told.begin(), told.end());
    }
    mail_.clear();
    return !verdict_.violation.empty();
  }

  [[nodiscard]] Edge edge(std::size_t e) const {
    return {part_.first_edge + e, part_.pins_of(e), view_of(part_.weights), e};
  }
  [[nodiscard]] std::string name(const Edge& edge) const { return edge.name(demands_.is_graph); }
  [[nodiscard]] std::uint64_t first_of(std::size_t q) const {
    return std::uint64_t{part_.num_vertices} * q / mail_.size();
  }
  [[nodiscard]] std::size_t owner_of(std::uint64_t v) const {
    const std::uint64_t p = mail_.size();
    auto q = static_cast<std::size_t>(
        std::min<std::uint64_t>(v * p / std::max<std::uint64_t>(part_.num_vertices, 1), p - 1));
    // Ends: the guess is off by one at most.
    while (v >= first_of(q + 1)) ++q;
    return q;
  }

  void find_matched() {
    is_matched_ = Array<std::uint8_t>(part_.num_edges(), 0);
    for (const ExternalEdge& named : matched_) {
      if (named.id < part_.first_edge || named.id - part_.first_edge >= part_.num_edges()) {
        violate("edge " + std::to_string(named.id + 1) + " does not exist");
        return;
      }
      const auto e = static_cast<std::size_t>(named.id - part_.first_edge);
      const Edge found = edge(e);
      if (is_matched_[e]++ != 0) violate(name(found) + " is there twice");
      if (demands_.is_graph && (named.u != found.pins[0] || named.v != found.pins[1])) {
        violate("the ends of edge " + std::to_string(named.id + 1) +
                " are others than the matching says");
      }
    }
  }

  void settle_order() {
    Facts own;
    for (std::size_t e = 0; e < part_.num_edges(); ++e) own.take(edge(e));
    mail_.clear();
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<Facts>(q, {&own, 1});
    mail_.exchange();
    Facts all;
    for (std::size_t q = 0; q < mail_.size(); ++q) all.join(mail_.take<Facts>(q)[0]);
    mail_.clear();
    rule_.settle(all, is_weighted(view_of(part_.weights)));
  }

  // Owners learn which matched edge their vertices have.
  void mark_vertices() {
    std::vector<std::vector<Mark>> marks(mail_.size());
    for (std::size_t e = 0; e < part_.num_edges(); ++e) {
      if (is_matched_[e] == 0) continue;
      const Edge matched = edge(e);
      if (!rule_.takes_part(matched)) violate("matched " + name(matched) + " takes no part");
      const OrderKey key = rule_.key_of(matched);
      for (const VertexId v : matched.pins) {
        marks[owner_of(v)].push_back({{key.rating, key.tie, key.rest, matched.id}, v});
      }
    }
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<Mark>(q, marks[q]);
    mail_.exchange();
    const std::uint64_t first = first_of(mail_.rank());
    slots_ = Array<Slot>(static_cast<std::size_t>(first_of(mail_.rank() + 1) - first), Slot{});
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      for (const Mark& mark : mail_.take<Mark>(q)) {
        Slot& slot = slots_[static_cast<std::size_t>(mark.vertex - first)];
        if (slot.edge != Slot{}.edge) {
          violate("matched edges " + std::to_string(std::min(slot.edge, mark.slot.edge) + 1) +
                  " and " + std::to_string(std::max(slot.edge, mark.slot.edge) + 1) +
                  " meet in vertex " + std::to_string(mark.vertex + 1));
        }
        slot = mark.slot;
      }
    }
    mail_.clear();
  }

  // Edges, weight and dual of all ranks, added up in their order.
  void weigh() {
    double own = 0;
    std::vector<std::uint64_t> bits;
    for (std::size_t e = 0; e < part_.num_edges(); ++e) {
      if (is_matched_[e] == 0) continue;
      const Edge matched = edge(e);
      own += rule_.dual_of(matched);
      bits.push_back(matched.bits(rule_.has_reals()));
    }
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<double>(q, {&own, 1});
    mail_.put<std::uint64_t>(0, bits);
    mail_.exchange();
    structures::ValueSum sum(!rule_.has_reals());
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      dual_ += mail_.take<double>(q)[0];
      if (mail_.rank() != 0) continue;
      for (const std::uint64_t one : mail_.take<std::uint64_t>(q)) sum.add(one);
    }
    mail_.clear();
    MatchingValue value = sum.value();
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<MatchingValue>(q, {&value, 1});
    mail_.exchange();
    verdict_.value = mail_.take<MatchingValue>(0)[0];
    mail_.clear();
  }

  // Vertices of other owners that edges here meet.
  void ask_for_ghosts() {
    std::vector<VertexId> wanted;
    for (const VertexId v : part_.pins) {
      if (owner_of(v) != mail_.rank()) wanted.push_back(v);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    auto from = wanted.begin();
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      const auto to = std::lower_bound(from, wanted.end(), first_of(q + 1));
      mail_.put<VertexId>(q, {from, to});
      from = to;
    }
    mail_.exchange();
    std::vector<std::vector<Slot>> answers(mail_.size());
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      for (const VertexId v : mail_.take<VertexId>(q)) {
        answers[q].push_back(slots_[static_cast<std::size_t>(v - first_of(mail_.rank()))]);
      }
    }
    mail_.clear();
    for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<Slot>(q, answers[q]);
    mail_.exchange();
    ghosts_ = std::move(wanted);
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      const std::span<const Slot> told = mail_.take<Slot>(q);
      ghost_slots_.insert(ghost_slots_.end(), told.begin(), told.end());
    }
    mail_.clear();
  }

  [[nodiscard]] const Slot& slot_of(VertexId v) const {
    const std::uint64_t first = first_of(mail_.rank());
    if (v - first < slots_.size()) return slots_[static_cast<std::size_t>(v - first)];
    const auto at = std::lower_bound(ghosts_.begin(), ghosts_.end(), v);
    return ghost_slots_[static_cast<std::size_t>(at - ghosts_.begin())];
  }

  void check_edges() {
    for (std::size_t e = 0; e < part_.num_edges(); ++e) {
      if (is_matched_[e] != 0) continue;
      const Edge other = edge(e);
      if (!rule_.takes_part(other)) continue;
      const OrderKey key = rule_.key_of(other);
      const bool is_settled = std::any_of(other.pins.begin(), other.pins.end(), [&](VertexId v) {
        const Slot& slot = slot_of(v);
        return slot.edge != Slot{}.edge && OrderKey{slot.rating, slot.tie, slot.rest}.is_above(key);
      });
      if (!is_settled) return violate(name(other) + " meets no matched edge above it");
    }
  }

  const Context& context_;
  parallel::Mail mail_;
  const EdgePart& part_;
  std::span<const ExternalEdge> matched_;
  const RankDemands& demands_;
  OrderRule rule_;
  MatchingVerdict verdict_;
  std::string violation_;  // found here
  Array<std::uint8_t> is_matched_;
  Array<Slot> slots_;  // of own vertices
  std::vector<VertexId> ghosts_;
  std::vector<Slot> ghost_slots_;
  double dual_ = 0;
};

}  // namespace

MatchingVerdict check_ranks_matching(const Context& context, Communicator& ranks,
                                     const EdgePart& part, std::span<const ExternalEdge> matched,
                                     const RankDemands& demands) {
  return RanksCheck(context, ranks, part, matched, demands).run();
}

}  // namespace hypermatch::verify
