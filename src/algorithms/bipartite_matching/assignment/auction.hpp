// SPDX-License-Identifier: MIT
// The auction for assignments (Bertsekas 1979, 1988, doi:10.1007/BF02186476): free bidders bid for
// the object that costs them least at its price, as much as makes their second choice as good, and
// epsilon; objects go to the highest bid. In Jacobi rounds, so that one answer is found on every
// place; with epsilon scaling, and with reverse rounds (Bertsekas, Castanon 1992,
// doi:10.1007/BF00247653) where columns or rows may stay free. Ties: of equal costs the first
// object from a place on that the bidder's number hashes to; of equal bids that of the lowest
// bidder.
//
// Prices are integers: costs times `scale`, which is above the number of columns plus one, so that
// pairs that are within an epsilon of 1 are the cheapest ones. Each bid raises a price by epsilon
// at least, so rounds end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/bipartite_matching/assignment/auction_input.hpp"
#include "algorithms/bipartite_matching/assignment/auction_rows.hpp"
#include "base/random.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Prices beyond this are refused: sums of a price and a cost keep within 64 bits.
inline constexpr std::int64_t k_most_price = std::int64_t{1} << 61;

/// One side of the auction: its vertices, with the entries that they bid for. The other side's
/// vertices are its objects.
template <class P, class Cost>
struct Bidders {
  parallel::Rows<P> rows;
  typename P::template Words<const VertexId> objects;  ///< none: of each bidder all, in order
  typename P::template Words<const Cost> costs;
  /// Not 0 for bidders that may stay free, which then costs 0; none: `all_may_stay_free`.
  typename P::template Words<const std::uint8_t> may_stay_free;
  bool all_may_stay_free = false;
  VertexId num_objects = 0;
  typename P::template Words<VertexId> mates;
  typename P::template Words<std::int64_t> prices;
  // The bid of a bidder: the object, its new price, and what the bidder's own price becomes.
  typename P::template Words<VertexId> choices;
  typename P::template Words<std::int64_t> amounts;
  typename P::template Words<std::int64_t> gains;
  // The highest bid for an object, and the code of the bidder among equal ones.
  typename P::template Words<std::int64_t> bids;
  typename P::template Words<std::uint32_t> codes;

  [[nodiscard]] HYPERMATCH_FN bool is_optional(VertexId bidder) const {
    return may_stay_free.exists() ? may_stay_free.get(bidder) != 0 : all_may_stay_free;
  }
  /// The object that a bidder prefers among equal ones.
  [[nodiscard]] HYPERMATCH_FN VertexId favourite(VertexId bidder) const {
    return static_cast<VertexId>(((base::splitmix64(bidder) >> 32) * num_objects) >> 32);
  }
};

/// One loop's view of an auction: who bids, and at what step.
template <class P, class Cost>
struct AuctionRound {
  Bidders<P, Cost> own;
  Bidders<P, Cost> other;
  std::int32_t scale = 1;
  std::int64_t epsilon = 1;
  std::int64_t single = 1;  ///< what a bidder without a second choice raises a price by
  typename P::template Words<std::uint32_t> overflowed;
};

namespace auction_rounds {

using parallel::Worklist;

// Reduces the entries of a bidder to its two best ones. `object` counts from the favourite.
template <class P, class Cost>
struct LookForTwo {
  using Value = TwoCheapest;
  AuctionRound<P, Cost> round;

  HYPERMATCH_FN static Value identity() { return {k_no_cost, k_no_cost, k_none}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    const bool takes_a = a.first < b.first || (a.first == b.first && a.object < b.object);
    const std::int64_t loser = takes_a ? b.first : a.first;
    const std::int64_t second = a.second < b.second ? a.second : b.second;
    return {takes_a ? a.first : b.first, loser < second ? loser : second,
            takes_a ? a.object : b.object};
  }
  HYPERMATCH_FN static bool is_final(const Value& /*value*/) { return false; }
  HYPERMATCH_FN bool is_active(std::uint32_t /*bidder*/) const { return true; }
  HYPERMATCH_FN static std::uint64_t entry(std::uint64_t p) { return p; }
  HYPERMATCH_FN Value value(std::uint32_t bidder, std::uint64_t p) const {
    const Bidders<P, Cost>& own = round.own;
    const VertexId object =
        own.objects.exists() ? own.objects.get(p)
                             : static_cast<VertexId>(p - bidder * std::uint64_t{own.num_objects});
    const VertexId favourite = own.favourite(bidder);
    return {scaled_cost(own.costs.get(p), round.scale) + round.other.prices.get(object), k_no_cost,
            object >= favourite ? object - favourite : object + own.num_objects - favourite};
  }
  [[nodiscard]] TwoCheapest whole(std::uint32_t bidder) const requires(P::k_is_host) {
    const Bidders<P, Cost>& own = round.own;
    const std::uint64_t begin = own.rows.offsets.get(bidder);
    return two_cheapest(BidderRow<Cost>{own.costs.data() + begin,
                                        own.objects.exists() ? own.objects.data() + begin : nullptr,
                                        own.rows.offsets.get(bidder + std::uint64_t{1}) - begin,
                                        own.num_objects, own.favourite(bidder), round.scale},
                        round.other.prices.data());
  }
  [[nodiscard]] HYPERMATCH_FN VertexId object_of(VertexId bidder, const Value& best) const {
    const std::uint64_t object = std::uint64_t{best.object} + round.own.favourite(bidder);
    return static_cast<VertexId>(object < round.own.num_objects ? object
                                                                : object - round.own.num_objects);
  }
};

// The beginning of a phase: pairs that are not within the new epsilon are given up.
template <class P, class Cost>
struct GiveUp : LookForTwo<P, Cost> {
  Worklist<P> next;
  HYPERMATCH_FN void store(std::uint32_t bidder, const TwoCheapest& best) const {
    const auto& [own, other, scale, epsilon, single, overflowed] = this->round;
    const VertexId mate = own.mates.get(bidder);
    if (mate != k_none || own.is_optional(bidder)) {
      if (best.first >= -own.prices.get(bidder) - epsilon) return;
    }
    if (mate != k_none) {
      other.mates.set(mate, k_none);
      own.mates.set(bidder, k_none);
    }
    next.push(bidder);
  }
};

// Those that stay free have made their choice, and price 0.
template <class P, class Cost>
struct Bid : LookForTwo<P, Cost> {
  HYPERMATCH_FN void store(std::uint32_t bidder, const TwoCheapest& best) const {
    const auto& [own, other, scale, epsilon, single, overflowed] = this->round;
    own.choices.set(bidder, k_none);
    const bool is_optional = own.is_optional(bidder);
    if (is_optional && best.first >= -epsilon) {
      own.prices.set(bidder, 0);
      return;
    }
    if (best.first == k_no_cost) {
      overflowed.store(0, 1);
      return;
    }
    const std::int64_t second = best.second == k_no_cost ? best.first + single : best.second;
    const std::int64_t most = second + epsilon;
    const std::int64_t level = is_optional && most > 0 ? 0 : most;
    const VertexId object = this->object_of(bidder, best);
    const std::int64_t amount = other.prices.get(object) + (level - best.first);
    if (amount > k_most_price) {
      overflowed.store(0, 1);
      return;
    }
    own.choices.set(bidder, object);
    own.amounts.set(bidder, amount);
    own.gains.set(bidder, -level);
    own.bids.raise(object, amount);
  }
};

template <class P, class Cost>
struct RaiseCodes {
  AuctionRound<P, Cost> round;
  HYPERMATCH_FN void operator()(std::uint32_t bidder) const {
    const Bidders<P, Cost>& own = round.own;
    const VertexId object = own.choices.get(bidder);
    if (object != k_none && own.bids.get(object) == own.amounts.get(bidder)) {
      own.codes.raise(object, ~bidder);
    }
  }
};

// An object goes to one bidder. Those that lost, and the one that had it before, go on; columns of
// price 0 may stay free.
template <class P, class Cost>
struct Award {
  AuctionRound<P, Cost> round;
  Worklist<P> next;
  HYPERMATCH_FN void operator()(std::uint32_t bidder) const {
    const Bidders<P, Cost>& own = round.own;
    const Bidders<P, Cost>& other = round.other;
    const VertexId object = own.choices.get(bidder);
    if (object == k_none) return;
    // The code is written by one bidder alone, whose code it was.
    if (own.bids.get(object) != own.amounts.get(bidder) || own.codes.load(object) != ~bidder) {
      next.push(bidder);
      return;
    }
    own.codes.store(object, 0);
    const VertexId before = other.mates.get(object);
    other.mates.set(object, bidder);
    own.mates.set(bidder, object);
    other.prices.set(object, own.amounts.get(bidder));
    own.prices.set(bidder, own.gains.get(bidder));
    if (before == k_none) return;
    own.mates.set(before, k_none);
    if (!own.all_may_stay_free || own.prices.get(before) > 0) next.push(before);
  }
};

// Highest bids of a side begin at the prices of its objects.
template <class P, class Cost>
struct OpenBids {
  AuctionRound<P, Cost> round;
  HYPERMATCH_FN void operator()(std::uint32_t object) const {
    round.own.bids.set(object, round.other.prices.get(object));
    round.own.codes.set(object, 0);
  }
};
template <class P, class Cost>
struct ListPriced {
  Bidders<P, Cost> own;
  Worklist<P> next;
  HYPERMATCH_FN void operator()(std::uint32_t bidder) const {
    if (own.mates.get(bidder) == k_none && own.prices.get(bidder) > 0) next.push(bidder);
  }
};

// Before a round: counts its bidders, and empties the list of the next one.
template <class P>
struct BeginRound {
  Worklist<P> now;
  Worklist<P> next;
  typename P::template Words<std::uint64_t> totals;
  HYPERMATCH_FN void operator()(std::uint32_t /*item*/) const {
    const std::uint32_t count = now.count.get(0);
    totals.set(0, totals.get(0) + count);
    totals.set(1, totals.get(1) + (count != 0 ? 1 : 0));
    next.count.set(0, 0);
  }
};
template <class P>
struct ListAll {
  Worklist<P> list;
  std::uint64_t count;
  HYPERMATCH_FN void operator()(std::uint32_t item) const {
    list.items.set(item, item);
    if (item == 0) list.count.set(0, static_cast<std::uint32_t>(count));
  }
};
template <class P>
struct Empty {
  Worklist<P> list;
  HYPERMATCH_FN void operator()(std::uint32_t /*item*/) const { list.count.set(0, 0); }
};

}  // namespace auction_rounds

template <parallel::ListingPlace P, class Cost>
class Auction {
 public:
  using Side = Bidders<P, Cost>;

  explicit Auction(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, std::uint64_t rows, std::uint64_t columns) {
    const std::uint64_t most = std::max(rows, columns);
    take(arena, rows_, rows, columns);
    take(arena, columns_, columns, rows);
    now_ = place_.lay_out_worklist(arena, most);
    next_ = place_.lay_out_worklist(arena, most);
    totals_ = arena.template take<std::uint64_t>("totals", 2);
    overflowed_ = arena.template take<std::uint32_t>("overflowed", 1);
  }

  /// Finds the mates of all rows that may not stay free; there are such mates. `rows` and `columns`
  /// say what they bid for; entries of columns are needed with reverse rounds only.
  AuctionCounts run(const Side& rows, const Side& columns, const AuctionPlan& plan) {
    begin(rows, rows_);
    begin(columns, columns_);
    place_.fill(totals_, 2, std::uint64_t{0});
    place_.fill(overflowed_, 1, std::uint32_t{0});
    std::uint64_t phases = 1;
    for (std::int64_t e = plan.first_epsilon; e > 1; e /= plan.factor) ++phases;
    std::int64_t epsilon = plan.first_epsilon;
    // Ends: epsilon falls to 1. Each run of bids ends, because every bid raises a price by epsilon
    // at least, up to what makes another object cheaper.
    for (std::uint64_t left = phases;; --left) {
      place_.report(left, phases);
      AuctionRound<P, Cost> forward{rows_, columns_, plan.scale, epsilon, plan.single, overflowed_};
      list_all_rows(next_);
      empty(now_);
      place_.row_reduce_listed(rows_.rows, next_, auction_rounds::GiveUp<P, Cost>{{forward}, now_});
      bid(forward);
      if (plan.has_reverse) {
        AuctionRound<P, Cost> reverse{columns_, rows_,       plan.scale,
                                      epsilon,  plan.single, overflowed_};
        empty(now_);
        place_.for_each(columns_.rows.count, auction_rounds::ListPriced<P, Cost>{columns_, now_});
        bid(reverse);
      }
      if (epsilon == 1 || place_.template read<1>(overflowed_)[0] != 0) break;
      epsilon = std::max<std::int64_t>(epsilon / plan.factor, 1);
    }
    place_.report(0, phases);
    const auto totals = place_.template read<2>(totals_);
    return {totals[0], totals[1], place_.template read<1>(overflowed_)[0] != 0};
  }

  /// Mates and prices when it has run.
  [[nodiscard]] const Side& rows() const { return rows_; }
  [[nodiscard]] const Side& columns() const { return columns_; }

 private:
  static void take(typename P::Arena& arena, Side& side, std::uint64_t count,
                   std::uint64_t objects) {
    side.mates = arena.template take<VertexId>("mates", count);
    side.prices = arena.template take<std::int64_t>("prices", count);
    side.choices = arena.template take<VertexId>("choices", count);
    side.amounts = arena.template take<std::int64_t>("amounts", count);
    side.gains = arena.template take<std::int64_t>("gains", count);
    side.bids = arena.template take<std::int64_t>("bids", objects);
    side.codes = arena.template take<std::uint32_t>("codes", objects);
  }
  void begin(const Side& given, Side& side) {
    side.rows = given.rows;
    side.objects = given.objects;
    side.costs = given.costs;
    side.may_stay_free = given.may_stay_free;
    side.all_may_stay_free = given.all_may_stay_free;
    side.num_objects = given.num_objects;
    place_.fill(side.mates, given.rows.count, VertexId{k_none});
    place_.fill(side.prices, given.rows.count, std::int64_t{0});
  }
  void list_all_rows(const parallel::Worklist<P>& list) {
    place_.for_each(rows_.rows.count, auction_rounds::ListAll<P>{list, rows_.rows.count});
  }
  void empty(const parallel::Worklist<P>& list) {
    place_.for_each(1, auction_rounds::Empty<P>{list});
  }
  void bid(const AuctionRound<P, Cost>& round) {
    place_.for_each(round.other.rows.count, auction_rounds::OpenBids<P, Cost>{round});
    place_.while_listed(now_, next_, [&](const auto& now, const auto& next) {
      place_.for_each(1, auction_rounds::BeginRound<P>{now, next, totals_});
      place_.row_reduce_listed(round.own.rows, now, auction_rounds::Bid<P, Cost>{{round}});
      place_.for_each_listed(now, auction_rounds::RaiseCodes<P, Cost>{round});
      place_.for_each_listed(now, auction_rounds::Award<P, Cost>{round, next});
    });
  }

  P& place_;
  Side rows_;
  Side columns_;
  parallel::Worklist<P> now_;
  parallel::Worklist<P> next_;
  typename P::template Words<std::uint64_t> totals_;
  typename P::template Words<std::uint32_t> overflowed_;
};

}  // namespace hypermatch::detail::bipartite_matching
