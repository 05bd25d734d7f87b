// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/assignment/auction.hpp"
#include "algorithms/bipartite_matching/common/device/auction.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::bipartite_matching {

namespace {

using parallel::CudaPlace;

template <class Cost>
Bidders<CudaPlace, Cost> bidders_on_device(const DeviceAuctionEntries& entries, std::uint64_t count,
                                           std::uint64_t num_entries, VertexId num_objects) {
  Bidders<CudaPlace, Cost> side;
  side.rows.offsets = CudaPlace::Words<const Offset>(entries.begin);
  side.rows.count = count;
  side.rows.entries = num_entries;
  side.objects = CudaPlace::Words<const VertexId>(entries.objects);
  side.costs = CudaPlace::Words<const Cost>(static_cast<const Cost*>(entries.costs));
  side.num_objects = num_objects;
  return side;
}

template <class Cost>
DeviceAuctionOutcome run_on_device(const DeviceAuctionProblem& problem) {
  CudaPlace place(problem.context);
  Auction<CudaPlace, Cost> auction(place);
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    CudaPlace::Arena of_place(arena);
    auction.lay_out(of_place, problem.num_rows, problem.num_columns);
  });
  Bidders<CudaPlace, Cost> rows = bidders_on_device<Cost>(problem.by_rows, problem.num_rows,
                                                          problem.num_entries, problem.num_columns);
  rows.may_stay_free = CudaPlace::Words<const std::uint8_t>(problem.may_stay_free);
  Bidders<CudaPlace, Cost> columns = bidders_on_device<Cost>(
      problem.by_columns, problem.num_columns, problem.num_entries, problem.num_rows);
  columns.all_may_stay_free = true;
  DeviceAuctionOutcome outcome;
  outcome.counts = auction.run(rows, columns, problem.plan);
  outcome.row_mates = auction.rows().mates.data();
  outcome.column_prices = auction.columns().prices.data();
  return outcome;
}

}  // namespace

DeviceAuctionOutcome auction_on_device(const DeviceAuctionProblem& problem) {
  return problem.is_wide ? run_on_device<std::int64_t>(problem)
                         : run_on_device<std::int32_t>(problem);
}

}  // namespace hypermatch::detail::bipartite_matching
