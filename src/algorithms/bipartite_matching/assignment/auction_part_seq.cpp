// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/assignment/auction_part.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/part_entries.hpp"
#include "hypermatch/assignment.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

// The entries of a part by rows, and the entry of the graph that each is.
struct PartEntries {
  Array<Offset> begin;
  Array<VertexId> columns;       // none: each row has all, in their order
  Array<std::uint32_t> entries;  // none: as they are in the graph
  [[nodiscard]] std::uint32_t entry(std::size_t p) const {
    return entries.empty() ? static_cast<std::uint32_t>(p) : entries[p];
  }
};

PartEntries entries_of(const BipartiteView& graph, const AssignedPart& part) {
  PartEntries made;
  made.begin = offsets_of(graph, part);
  const bool is_whole = part.rows.empty() && part.columns.empty();
  if (is_whole && !part.transposed && is_dense(graph)) return made;
  const bool dense = is_whole && is_dense(graph);
  const std::size_t count = made.begin[part.num_rows];
  made.entries.resize(count);
  if (!dense) made.columns.resize(count);
  std::vector<Offset> next(made.begin.begin(), made.begin.end());
  for_each_entry(graph, part, [&](VertexId row, VertexId column, Offset e) {
    const Offset at = next[row]++;
    if (!dense) made.columns[at] = column;
    made.entries[at] = static_cast<std::uint32_t>(e);
  });
  return made;
}

// The entries by columns, as numbers of entries by rows.
struct Turned {
  Array<Offset> begin;
  Array<VertexId> rows;
  Array<std::uint64_t> places;
};

Turned turn(const PartEntries& made, const AssignedPart& part) {
  Turned turned;
  const std::size_t count = made.begin[part.num_rows];
  const auto for_each = [&](const auto& take) {
    for (VertexId r = 0; r < part.num_rows; ++r) {
      for (Offset p = made.begin[r]; p < made.begin[r + std::size_t{1}]; ++p) {
        take(r, made.columns.empty() ? static_cast<VertexId>(p - made.begin[r]) : made.columns[p],
             p);
      }
    }
  };
  turned.begin = Array<Offset>(part.num_columns + std::size_t{1}, 0);
  for_each([&](VertexId, VertexId column, Offset) { ++turned.begin[column + std::size_t{1}]; });
  for (std::size_t c = 0; c < part.num_columns; ++c) turned.begin[c + 1] += turned.begin[c];
  if (!made.columns.empty()) turned.rows.resize(count);
  turned.places.resize(count);
  std::vector<Offset> next(turned.begin.begin(), turned.begin.end());
  for_each([&](VertexId row, VertexId column, Offset p) {
    const Offset at = next[column]++;
    if (!made.columns.empty()) turned.rows[at] = row;
    turned.places[at] = p;
  });
  return turned;
}

// Costs in units of 2^shift of the fixed point.
struct Units {
  int shift = 0;
  [[nodiscard]] std::int64_t of(Int128 cost) const {
    if (shift == 0) return static_cast<std::int64_t>(cost);
    return static_cast<std::int64_t>((cost + (Int128{1} << (shift - 1))) >> shift);
  }
};

// Whether all rows that may not stay free can be assigned.
bool can_assign(const Context& context, const PartEntries& made, const AssignedPart& part) {
  if (part.may_stay_free.empty()) {
    if (part.num_rows > part.num_columns) return false;
    if (made.columns.empty()) return true;
    const BipartiteView graph{.num_rows = part.num_rows,
                              .num_columns = part.num_columns,
                              .offsets = made.begin.view(),
                              .columns = made.columns.view()};
    return maximum_matching(context, graph).cardinality == part.num_rows;
  }
  std::vector<Offset> begin = {0};
  std::vector<VertexId> columns;
  for (VertexId r = 0; r < part.num_rows; ++r) {
    if (part.may_stay_free[r] != 0) continue;
    for (Offset p = made.begin[r]; p < made.begin[r + std::size_t{1}]; ++p) {
      columns.push_back(made.columns.empty() ? static_cast<VertexId>(p - made.begin[r])
                                             : made.columns[p]);
    }
    begin.push_back(columns.size());
  }
  const BipartiteView graph{.num_rows = static_cast<VertexId>(begin.size() - 1),
                            .num_columns = part.num_columns,
                            .offsets = begin,
                            .columns = columns};
  return graph.num_rows == 0 || maximum_matching(context, graph).cardinality == graph.num_rows;
}

class PartAuction {
 public:
  PartAuction(const Context& context, const WeightedPairs& pairs, const AssignedPart& part)
      : context_(context), pairs_(pairs), part_(part), made_(entries_of(pairs.graph, part)) {}

  SolvedPart solve(const RunAuction& run) {
    SolvedPart solved;
    if (made_.begin[part_.num_rows] == 0) return solve_part(context_, pairs_, part_);
    if (!can_assign(context_, made_, part_)) return solved;
    // Few bids raise a price by all that costs differ by.
    constexpr int k_room_bits = 6;
    keep_bits(k_room_bits);
    AuctionOutcome outcome = bid(run);
    if (outcome.counts.overflowed) {
      // As many as there are rows may.
      keep_bits(k_room_bits + static_cast<int>(std::bit_width(part_.num_rows)));
      outcome = bid(run);
    }
    if (outcome.counts.overflowed) {
      throw Error(ErrorCode::unsupported,
                  "auction: prices leave 64 bits on these costs (assignment: any costs)");
    }
    std::vector<std::int64_t> prices = exact_prices_of(outcome);
    if (units_.shift != 0 || !pairs_.fixed.is_exact) return finish(outcome, prices);
    take_pairs(outcome, prices, solved);
    solved.searches = outcome.counts.bids;
    return solved;
  }

 private:
  [[nodiscard]] std::int64_t cost(std::size_t p) const {
    return units_.of(pairs_.exact_cost(made_.entry(p)));
  }
  [[nodiscard]] bool takes_wide() const {
    return pairs_.fixed.bits - units_.shift > 31 ||
           scale() > std::numeric_limits<std::int32_t>::max();
  }
  [[nodiscard]] std::int64_t scale() const { return std::int64_t{part_.num_columns} + 2; }

  template <class Cost>
  [[nodiscard]] Cost held(std::size_t p) const {
    return static_cast<Cost>(sizeof(Cost) == sizeof(std::int64_t) ? cost(p) * scale() : cost(p));
  }

  // Leaves `room` bits of prices beside those of scaled costs.
  void keep_bits(int room) {
    constexpr int k_price_bits = 61;
    const int most =
        k_price_bits - room - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(scale())));
    units_.shift = std::max(pairs_.fixed.bits - std::max(most, 1), 0);
  }

  AuctionOutcome bid(const RunAuction& run) const {
    return takes_wide() ? bid_at<std::int64_t>(run) : bid_at<std::int32_t>(run);
  }
  template <class Cost>
  AuctionOutcome bid_at(const RunAuction& run) const {
    const std::size_t count = made_.begin[part_.num_rows];
    Array<Cost> costs(count);
    parallel::for_each(context_, count, [&](std::size_t p) { costs[p] = held<Cost>(p); });
    AuctionInput<Cost> input;
    input.num_rows = part_.num_rows;
    input.num_columns = part_.num_columns;
    input.by_rows = {made_.begin.view(), made_.columns.view(), costs.view()};
    input.may_stay_free = part_.may_stay_free;
    Turned turned;
    Array<Cost> turned_costs;
    input.plan.has_reverse = !part_.all_assigned();
    if (input.plan.has_reverse) {
      turned = turn(made_, part_);
      turned_costs.resize(count);
      parallel::for_each(context_, count,
                         [&](std::size_t p) { turned_costs[p] = costs[turned.places[p]]; });
      turned.places = {};
      input.by_columns = {turned.begin.view(), turned.rows.view(), turned_costs.view()};
    }
    set_steps(std::span<const Cost>(costs.view()), input.plan);
    return run(input);
  }

  template <class Cost>
  void set_steps(std::span<const Cost> costs, AuctionPlan& plan) const {
    std::int64_t least = part_.may_stay_free.empty() ? std::numeric_limits<std::int64_t>::max() : 0;
    std::int64_t most = part_.may_stay_free.empty() ? std::numeric_limits<std::int64_t>::min() : 0;
    for (const Cost held : costs) {
      least = std::min<std::int64_t>(least, held);
      most = std::max<std::int64_t>(most, held);
    }
    const std::int64_t by = sizeof(Cost) == sizeof(std::int64_t) ? 1 : scale();
    const std::int64_t range = costs.empty() ? 0 : (most - least) * by;
    plan.scale = sizeof(Cost) == sizeof(std::int64_t) ? 1 : static_cast<std::int32_t>(scale());
    // About what bidders of random costs differ by at the end.
    const auto size =
        static_cast<std::int64_t>(costs.size() / std::max<VertexId>(part_.num_rows, 1));
    plan.first_epsilon = std::max<std::int64_t>(range / (size + 1), 1);
    plan.single = range + 1;
  }

  // Prices in units of costs. With `residue` one that no price has, in turn of it, rounding down
  // keeps all differences that an epsilon of 1 allows: see `auction.hpp`.
  [[nodiscard]] std::vector<std::int64_t> exact_prices_of(const AuctionOutcome& outcome) const {
    const std::int64_t by = scale();
    std::vector<std::int64_t> residues = {0};
    for (const std::int64_t price : outcome.column_prices) residues.push_back(price % by);
    std::sort(residues.begin(), residues.end());
    // There are fewer residues of prices than there are residues.
    std::int64_t free = 0;
    for (const std::int64_t residue : residues) free += residue == free ? 1 : 0;
    std::vector<std::int64_t> prices(part_.num_columns);
    for (std::size_t c = 0; c < prices.size(); ++c) {
      const std::int64_t price = outcome.column_prices[c];
      prices[c] = price / by + (price % by > free ? 1 : 0);
    }
    return prices;
  }

  void take_pairs(const AuctionOutcome& outcome, const std::vector<std::int64_t>& prices,
                  SolvedPart& solved) const {
    solved.pairs = {.row_mates = outcome.row_mates.clone(),
                    .row_prices = Array<Int128>(part_.num_rows, Int128{0}),
                    .column_prices = Array<Int128>(part_.num_columns),
                    .is_complete = true};
    solved.entries.assign(part_.num_rows, 0);
    for (std::size_t c = 0; c < prices.size(); ++c) solved.pairs.column_prices[c] = -prices[c];
    for (VertexId r = 0; r < part_.num_rows; ++r) {
      const VertexId mate = outcome.row_mates[r];
      if (mate == k_none) continue;
      const std::size_t p = cheapest(r, mate);
      solved.entries[r] = made_.entry(p);
      solved.pairs.row_prices[r] = Int128{cost(p)} + prices[mate];
    }
  }
  // The cheapest entry of a pair, the first of equal ones.
  [[nodiscard]] std::size_t cheapest(VertexId row, VertexId column) const {
    if (made_.columns.empty()) return made_.begin[row] + column;
    std::size_t best = made_.columns.size();
    for (Offset p = made_.begin[row]; p < made_.begin[row + std::size_t{1}]; ++p) {
      if (made_.columns[p] != column) continue;
      if (best == made_.columns.size() || cost(p) < cost(best)) best = p;
    }
    return best;
  }

  // Prices of rounded costs.
  [[nodiscard]] SolvedPart finish(const AuctionOutcome& outcome,
                                  const std::vector<std::int64_t>& prices) {
    const int exponent = pairs_.fixed.exponent + units_.shift;
    PricedPairs<double> found{.row_mates = outcome.row_mates.clone(),
                              .row_prices = Array<double>(part_.num_rows, 0.0),
                              .column_prices = Array<double>(part_.num_columns),
                              .is_complete = true};
    for (std::size_t c = 0; c < prices.size(); ++c) {
      found.column_prices[c] = -std::ldexp(static_cast<double>(prices[c]), exponent);
    }
    for (VertexId r = 0; r < part_.num_rows; ++r) {
      const VertexId mate = outcome.row_mates[r];
      if (mate == k_none) continue;
      found.row_prices[r] =
          std::ldexp(static_cast<double>(cost(cheapest(r, mate)) + prices[mate]), exponent);
    }
    made_ = {};
    SolvedPart solved = finish_part(context_, pairs_, part_, std::move(found));
    solved.searches += outcome.counts.bids;
    return solved;
  }

  const Context& context_;
  const WeightedPairs& pairs_;
  const AssignedPart& part_;
  PartEntries made_;
  Units units_;
};

}  // namespace

SolvedPart solve_part_by_auction(const Context& context, const WeightedPairs& pairs,
                                 const AssignedPart& part, const RunAuction& run) {
  if (part.num_rows == 0 || part.num_columns == 0) return solve_part(context, pairs, part);
  return PartAuction(context, pairs, part).solve(run);
}

}  // namespace hypermatch::detail::bipartite_matching

namespace hypermatch {

std::variant<BAssignment, ViolatedCut> auction(const Context& context, const BipartiteView& graph,
                                               const WeightsView& weights,
                                               const BAssignmentOptions& options) {
  using namespace detail::bipartite_matching;
  return assign_by(context, graph, weights, options, "auction",
                   [](const Context& where, const WeightedPairs& pairs, const AssignedPart& part) {
                     return solve_part_by_auction(where, pairs, part,
                                                  [&](const AnyAuctionInput& input) {
                                                    return auction_on_threads(where, input);
                                                  });
                   });
}

}  // namespace hypermatch
