// SPDX-License-Identifier: MIT
// The auction on a device: copies costs there, and mates and prices back.
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/bipartite_matching/assignment/auction_part.hpp"
#include "algorithms/bipartite_matching/common/device/functions.hpp"
#include "hypermatch/device_assignment.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

namespace {

using namespace detail::bipartite_matching;

// Entries on the device, with the arrays that hold them.
template <class Cost>
struct UploadedEntries {
  DeviceArray<Offset> begin;
  DeviceArray<VertexId> objects;
  DeviceArray<Cost> costs;

  UploadedEntries(const DeviceContext& context, const AuctionEntries<Cost>& entries)
      : begin(upload(context, entries.begin)),
        objects(upload(context, entries.objects)),
        costs(upload(context, entries.costs)) {}
  [[nodiscard]] DeviceAuctionEntries view() const {
    return {begin.view().data(), objects.view().data(), costs.view().data()};
  }
};

template <class Cost>
AuctionOutcome bid_on_device(const DeviceContext& context, const AuctionInput<Cost>& input) {
  const detail::parallel::DeviceScope scope(context.device());
  const UploadedEntries<Cost> rows(context, input.by_rows);
  const UploadedEntries<Cost> columns(context, input.by_columns);
  const DeviceArray<std::uint8_t> may_stay_free = upload(context, input.may_stay_free);
  DeviceWorkspace workspace;
  detail::parallel::DrainedOnThrow drained(context.stream());
  const DeviceAuctionOutcome found =
      on_device().auction({.context = context,
                           .workspace = workspace,
                           .num_rows = input.num_rows,
                           .num_columns = input.num_columns,
                           .num_entries = input.by_rows.costs.size(),
                           .is_wide = std::is_same_v<Cost, std::int64_t>,
                           .by_rows = rows.view(),
                           .by_columns = columns.view(),
                           .may_stay_free = may_stay_free.view().data(),
                           .plan = input.plan});
  drained.disarm();
  AuctionOutcome outcome;
  outcome.counts = found.counts;
  outcome.row_mates = Array<VertexId>(input.num_rows);
  outcome.column_prices = Array<std::int64_t>(input.num_columns);
  detail::copy_to_host(context, outcome.row_mates.data(), found.row_mates,
                       input.num_rows * sizeof(VertexId));
  detail::copy_to_host(context, outcome.column_prices.data(), found.column_prices,
                       input.num_columns * sizeof(std::int64_t));
  return outcome;
}

}  // namespace

std::variant<BAssignment, ViolatedCut> auction(const DeviceContext& device, const Context& host,
                                               const BipartiteView& graph,
                                               const WeightsView& weights,
                                               const BAssignmentOptions& options) {
  return assign_by(
      host, graph, weights, options, "auction",
      [&](const Context& where, const WeightedPairs& pairs, const AssignedPart& part) {
        return solve_part_by_auction(where, pairs, part, [&](const AnyAuctionInput& any) {
          return std::visit([&](const auto& input) { return bid_on_device(device, input); }, any);
        });
      });
}

}  // namespace hypermatch
