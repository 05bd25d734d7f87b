// SPDX-License-Identifier: MIT
// b-Suitor on several devices: parts of about as many arcs, weights that compare the same on all of
// them, and the partners of all parts together.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
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
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;

namespace {

// The first vertex of each part; the last item is n. Parts have about the same number of rows and
// arcs together.
std::vector<VertexId> firsts_of_parts(const GraphView& graph, std::size_t num_parts) {
  const std::uint64_t all = graph.num_arcs() + graph.num_vertices;
  std::vector<VertexId> firsts(num_parts + 1, graph.num_vertices);
  VertexId low = 0;
  for (std::size_t p = 0; p < num_parts; ++p) {
    const std::uint64_t before = all / num_parts * p;
    VertexId high = graph.num_vertices;
    // Ends: the range of vertices becomes smaller.
    while (low < high) {
      const VertexId middle = low + (high - low) / 2;
      if (graph.offsets[middle] + middle < before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    firsts[p] = low;
  }
  return firsts;
}

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

// Drains the streams of all devices after an exception, before memory of any part is freed. The
// meaning of a stream may depend on the current device.
class DrainedDevicesOnThrow {
 public:
  explicit DrainedDevicesOnThrow(const DeviceGroup& devices) : devices_(devices) {}
  ~DrainedDevicesOnThrow() {
    if (!armed_) return;
    for (const DeviceContext& device : devices_) {
      try {
        const detail::parallel::DeviceScope scope(device.device());
        detail::parallel::runtime::synchronize_quietly(device.stream());
      } catch (const Error&) {
        // The device is lost, and what it was doing with it.
      }
    }
  }
  DrainedDevicesOnThrow(const DrainedDevicesOnThrow&) = delete;
  DrainedDevicesOnThrow& operator=(const DrainedDevicesOnThrow&) = delete;
  void disarm() { armed_ = false; }

 private:
  const DeviceGroup& devices_;
  bool armed_ = true;
};

// The peak of the device that holds most, over all of its parts.
std::uint64_t peak_bytes(const DeviceGroup& devices, const std::vector<Part>& parts) {
  std::map<int, std::uint64_t> held;
  std::uint64_t most = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::uint64_t& bytes = held[devices[p].device()];
    bytes += parts[p].bytes();
    most = std::max(most, bytes);
  }
  return most;
}

DeviceGraph upload_rows(const DeviceContext& device, const GraphView& graph,
                        const WeightsView& weights, VertexId first, VertexId end) {
  // No offsets stand for no vertices.
  const auto offset_of = [&](VertexId v) { return graph.offsets.empty() ? 0 : graph.offsets[v]; };
  const Offset begin = offset_of(first);
  const Offset arcs = offset_of(end) - begin;
  Array<Offset> offsets(std::size_t{end} - first + 1);
  for (VertexId i = 0; i <= end - first; ++i) offsets[i] = offset_of(first + i) - begin;
  DeviceGraph part;
  part.num_vertices = end - first;
  part.offsets = upload(device, std::span<const Offset>(offsets));
  part.neighbours = upload(device, graph.neighbours.subspan(begin, arcs));
  std::visit(
      [&](const auto& all) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(all)>, std::monostate>) {
          part.weights = upload(device, all.subspan(begin, arcs));
        }
      },
      weights);
  return part;
}

}  // namespace

Partners b_suitor(const DeviceGroup& devices, const GraphView& graph, const Capacities& capacities,
                  const GraphOrder& order) {
  return b_suitor_in_parts(devices, graph, capacities, order, 0);
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
  const std::vector<VertexId> firsts = firsts_of_parts(graph, devices.size());
  std::vector<Part> parts(devices.size());
  std::vector<DeviceBGraphProblem> problems;
  DrainedDevicesOnThrow drained(devices);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    leader.check_cancelled();
    parts[p].rows = upload_rows(devices[p], graph, weights, firsts[p], firsts[p + 1]);
    parts[p].each = upload(devices[p], capacities.each);
    problems.push_back({devices[p],
                        parts[p].rows.view(),
                        {capacities.common, parts[p].each.view()},
                        order,
                        parts[p].workspace});
  }
  const Clock::time_point uploaded = Clock::now();
  const std::vector<DeviceBGraphOutcome> outcomes =
      on_device().b_suitor_on_several({problems, firsts, most_reserved});
  const Clock::time_point solved = Clock::now();

  Partners matching;
  matching.offsets = detail::filled_vector(graph.num_vertices + std::size_t{1}, Offset{0});
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Offset before = matching.offsets[firsts[p]];
    detail::copy_to_host(devices[p], matching.offsets.data() + firsts[p], outcomes[p].offsets,
                         (std::size_t{firsts[p + 1]} - firsts[p] + 1) * sizeof(Offset));
    for (std::size_t v = firsts[p]; v <= firsts[p + 1]; ++v) matching.offsets[v] += before;
  }
  matching.partners = detail::filled_vector(matching.offsets.back(), VertexId{0});
  for (std::size_t p = 0; p < parts.size(); ++p) {
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
  matching.stats.device_peak_bytes = peak_bytes(devices, parts);
  return matching;
}

}  // namespace hypermatch
