// SPDX-License-Identifier: MIT
// b-Suitor on several devices: weights that compare the same on all of them, and the partners of
// all parts together.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/graph_parts.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "base/clock.hpp"
#include "base/edge_order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "order/dense_ranks.hpp"
#include "parallel/device/group_parts.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;

namespace {

// Weights of 64 bits as ranks from 1, those that take no part as 0.
template <class T>
Array<std::int32_t> ranks_of(const Context& host, std::span<const T> weights,
                             const GraphOrder& order) {
  const Array<std::uint32_t> ranks = detail::order::dense_ranks(host, weights);
  // As device code has it, which compares images.
  const auto takes_part = [&](std::size_t i) {
    return order.nonpositive == NonPositive::keep ||
           detail::base::wide_image(weights[i]) > detail::base::wide_image(T{0});
  };
  struct Range {
    std::uint32_t least = ~std::uint32_t{0};
    std::uint32_t most = 0;
  };
  const Range range = detail::parallel::reduce(
      host, ranks.size(), Range{},
      [&](std::size_t i) {
        return takes_part(i) ? Range{ranks[i], ranks[i]} : Range{};
      },
      [](const Range& a, const Range& b) {
        return Range{std::min(a.least, b.least), std::max(a.most, b.most)};
      });
  constexpr std::uint32_t k_most_distinct = 0x7FFFFFFFU;
  if (range.least <= range.most && range.most - range.least >= k_most_distinct) {
    throw Error(ErrorCode::unsupported,
                "several devices compare fewer than 2^31 distinct weights of 64 bits, these are " +
                    std::to_string(std::uint64_t{range.most} - range.least + 1));
  }
  Array<std::int32_t> words(ranks.size());
  detail::parallel::for_each(host, ranks.size(), [&](std::size_t i) {
    words[i] = takes_part(i) ? static_cast<std::int32_t>(ranks[i] - range.least + 1) : 0;
  });
  return words;
}

// Weights of 32 bits as they are, those of 64 in `ranks`.
WeightsView comparable_weights(const Context& host, const GraphView& graph, const GraphOrder& order,
                               Array<std::int32_t>& ranks) {
  if (order.objective != Objective::weight) return {};
  return std::visit(
      [&](const auto& weights) -> WeightsView {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return {};
        } else if constexpr (sizeof(typename View::value_type) == 8) {
          ranks = ranks_of(host, weights, order);
          return std::span<const std::int32_t>(ranks);
        } else {
          return weights;
        }
      },
      graph.weights);
}

/// The rows, capacities and workspace of one device.
struct Part {
  DeviceGraph rows;
  DeviceArray<std::uint32_t> each;
  DeviceWorkspace workspace;

  [[nodiscard]] std::uint64_t bytes() const {
    return workspace.size() + bytes_of(rows.view()) + each.size() * sizeof(std::uint32_t);
  }
};

}  // namespace

Partners b_suitor(const DeviceGroup& devices, const GraphView& graph, const Capacities& capacities,
                  const GraphOrder& order) {
  detail::parallel::check_host_input(devices.front(), graph);
  auto alone = on_one_device(devices, graph, [&](const DeviceContext& device) {
    return b_suitor(device, graph, capacities, order);
  });
  return alone ? *std::move(alone) : b_suitor_in_parts(devices, graph, capacities, order, 0);
}

Partners detail::graph_matching::b_suitor_in_parts(const DeviceGroup& devices,
                                                   const GraphView& graph,
                                                   const Capacities& capacities,
                                                   const GraphOrder& given,
                                                   std::uint64_t most_reserved) {
  const DeviceContext& leader = devices.front();
  detail::parallel::check_host_input(leader, graph);
  check_capacities(capacities, graph.num_vertices);
  const GraphOrder order = resolve(given, graph.is_weighted());
  const Context& host = leader.state()->host();
  Array<std::int32_t> ranks;
  const WeightsView weights = comparable_weights(host, graph, order, ranks);
  const Clock::time_point ranked = Clock::now();
  const GroupGraph shared = share_rows(devices, graph, weights);
  const std::vector<VertexId>& firsts = shared.firsts;
  std::vector<DeviceArray<std::uint32_t>> each(devices.size());
  std::vector<DeviceWorkspace> workspaces(devices.size());
  std::vector<DeviceBGraphProblem> problems;
  detail::parallel::DrainedDevicesOnThrow drained(devices);
  for (std::size_t p = 0; p < devices.size(); ++p) {
    each[p] = upload(devices[p], capacities.each);
    problems.push_back({devices[p],
                        shared.rows[p].view(),
                        {capacities.common, each[p].view()},
                        order,
                        workspaces[p]});
  }
  const Clock::time_point uploaded = Clock::now();
  const std::vector<DeviceBGraphOutcome> outcomes =
      on_device().b_suitor_on_several({problems, firsts, most_reserved});
  const Clock::time_point solved = Clock::now();

  Partners matching;
  matching.offsets = detail::filled_vector(graph.num_vertices + std::size_t{1}, Offset{0});
  for (std::size_t p = 0; p < devices.size(); ++p) {
    const Offset before = matching.offsets[firsts[p]];
    detail::copy_to_host(devices[p], matching.offsets.data() + firsts[p], outcomes[p].offsets,
                         (std::size_t{firsts[p + 1]} - firsts[p] + 1) * sizeof(Offset));
    for (std::size_t v = firsts[p]; v <= firsts[p + 1]; ++v) matching.offsets[v] += before;
  }
  matching.partners = detail::filled_vector(matching.offsets.back(), VertexId{0});
  for (std::size_t p = 0; p < devices.size(); ++p) {
    const Offset first = matching.offsets[firsts[p]];
    detail::copy_to_host(devices[p], matching.partners.data() + first, outcomes[p].partners,
                         (matching.offsets[firsts[p + 1]] - first) * sizeof(VertexId));
  }
  drained.disarm();
  sort_partners(host, matching);
  const std::chrono::duration<double> transfer = uploaded - ranked + (Clock::now() - solved);
  matching.stats = run_stats(
      order, are_ones(host, capacities) ? greedy_guarantee(order) : b_greedy_guarantee(order),
      outcomes.front().rounds, "b_suitor", name_of(BSuitorVariant::partial_eager));
  // By the host's clock: no device sees the whole of it.
  matching.stats.device_seconds = std::chrono::duration<double>(solved - uploaded).count();
  matching.stats.transfer_seconds = transfer.count();
  std::vector<std::uint64_t> bytes;
  for (std::size_t p = 0; p < devices.size(); ++p) {
    bytes.push_back(workspaces[p].size() + bytes_of(problems[p].graph) +
                    each[p].size() * sizeof(std::uint32_t));
  }
  matching.stats.device_peak_bytes = detail::parallel::peak_of_devices(devices, bytes);
  matching.stats.traffic = outcomes.front().traffic;
  return matching;
}

}  // namespace hypermatch
