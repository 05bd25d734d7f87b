// SPDX-License-Identifier: MIT
#include <cstdint>
#include <span>
#include <variant>

#include "algorithms/bipartite_matching/assignment/auction.hpp"
#include "parallel/host/place_threads.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using Place = parallel::Threads;

template <class Cost>
Bidders<Place, Cost> bidders(Place::Arena& arena, const AuctionEntries<Cost>& entries,
                             std::uint64_t count, VertexId num_objects) {
  Bidders<Place, Cost> side;
  side.rows = {.offsets = arena.adopt("offsets", entries.begin),
               .count = count,
               .entries = entries.costs.size()};
  side.objects = arena.adopt("objects", entries.objects);
  side.costs = arena.adopt("costs", entries.costs);
  side.num_objects = num_objects;
  return side;
}

template <class Cost>
AuctionOutcome run(const Context& context, const AuctionInput<Cost>& input) {
  const parallel::SpinScope spin_scope(context);
  Place place(context);
  Place::Arena arena;
  Bidders<Place, Cost> rows = bidders(arena, input.by_rows, input.num_rows, input.num_columns);
  rows.may_stay_free = arena.adopt("may_stay_free", input.may_stay_free);
  Bidders<Place, Cost> columns =
      bidders(arena, input.by_columns, input.num_columns, input.num_rows);
  columns.all_may_stay_free = true;
  Auction<Place, Cost> auction(place);
  auction.lay_out(arena, input.num_rows, input.num_columns);
  AuctionOutcome outcome;
  outcome.counts = auction.run(rows, columns, input.plan);
  outcome.row_mates =
      Array<VertexId>(std::span<const VertexId>(auction.rows().mates.data(), input.num_rows));
  outcome.column_prices = Array<std::int64_t>(
      std::span<const std::int64_t>(auction.columns().prices.data(), input.num_columns));
  return outcome;
}

}  // namespace

AuctionOutcome auction_on_threads(const Context& context, const AnyAuctionInput& input) {
  return std::visit([&](const auto& costs) { return run(context, costs); }, input);
}

}  // namespace hypermatch::detail::bipartite_matching
