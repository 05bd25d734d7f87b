// SPDX-License-Identifier: MIT
// Matchings on a device of one graph under changing weights, which alone travel.
#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "algorithms/graph_matching/common/weighted_form.hpp"
#include "base/clock.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_graph_solver.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::graph_matching;

namespace {

// Rows of the structure; of a list, the number of its edge as the weight of each arc.
DeviceGraph upload_structure(const DeviceContext& context, const AnyGraphView& structure) {
  if (structure.has_rows()) return upload(context, std::get<GraphView>(structure.form()));
  EdgeListView list = std::get<EdgeListView>(structure.form());
  detail::structures::check_shape(list);
  Array<std::int32_t> numbers(list.edges.size());
  for (std::size_t e = 0; e < numbers.size(); ++e) {
    numbers[e] = static_cast<std::int32_t>(static_cast<EdgeId>(e));
  }
  list.weights = numbers.view();
  MatchingStats stats;
  return detail::graph_matching::upload_as_rows(context, list, stats);
}

void reserve(const DeviceContext& context, DeviceBytes& memory, std::size_t bytes) {
  if (memory.size() >= bytes) return;
  memory = DeviceBytes();  // both may not fit
  memory = DeviceBytes(context, bytes);
}

}  // namespace

DeviceGraphSolver::DeviceGraphSolver(const DeviceContext& context, const AnyGraphView& structure,
                                     const Capacities& capacities)
    : structure_(with_weights(structure, {})), common_(capacities.common) {
  check_capacities(capacities, structure.num_vertices());
  is_plain_ = are_ones(context.state()->host(), capacities);
  rows_ = upload_structure(context, structure_);
  if (!is_plain_) each_ = upload(context, capacities.each);
}

std::uint64_t DeviceGraphSolver::bytes_held() const {
  return bytes_of(rows_.view()) + weights_.size() + of_edges_.size() + each_.size() * 4 +
         workspace_.size();
}

DeviceGraphView DeviceGraphSolver::send_weights(const DeviceContext& context,
                                                const WeightsView& weights) {
  const AnyGraphView graph = with_weights(structure_, weights);
  std::visit([&](const auto& form) { detail::parallel::check_host_input(context, form); },
             graph.form());
  DeviceGraphView view = rows_.view();
  view.weights = std::monostate{};
  std::visit(
      [&](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          using Weight = typename View::value_type;
          const std::size_t arcs = rows_.neighbours.size();
          reserve(context, weights_, arcs * sizeof(Weight));
          if (structure_.has_rows()) {
            detail::copy_to_device(context, weights_.data(), items.data(), items.size_bytes());
          } else {
            reserve(context, of_edges_, items.size_bytes());
            detail::copy_to_device(context, of_edges_.data(), items.data(), items.size_bytes());
            const auto& numbers = std::get<DeviceArray<std::int32_t>>(rows_.weights);
            on_device().arc_weights({context,
                                     reinterpret_cast<const EdgeId*>(numbers.view().data()),
                                     of_edges_.data(), weights_.data(), arcs, sizeof(Weight)});
          }
          view.weights =
              DeviceSpan<const Weight>(static_cast<const Weight*>(weights_.data()), arcs);
        }
      },
      weights);
  return view;
}

GraphMatching DeviceGraphSolver::match(const DeviceContext& context, const WeightsView& weights,
                                       const GraphOrder& order) {
  require_plain(is_plain_);
  const AnyGraphView on_host = with_weights(structure_, weights);
  const detail::parallel::DeviceScope scope(context.device());
  detail::parallel::DrainedOnThrow drained(context.stream());
  const Clock::time_point begin = Clock::now();
  const DeviceGraphView graph = send_weights(context, weights);
  double transfer = seconds_since(begin);
  DeviceGraphMatching found =
      local_max_of_rows(context, graph, &on_host, {.order = order}, workspace_, {});
  const Clock::time_point solved = Clock::now();
  GraphMatching matching;
  matching.mates = detail::filled_vector(found.mates.size(), k_none);
  detail::copy_to_host(context, matching.mates.data(), found.mates.data(),
                       found.mates.size() * sizeof(VertexId));
  drained.disarm();
  transfer += seconds_since(solved);
  matching.stats = std::move(found.stats);
  matching.stats.transfer_seconds += transfer;
  matching.stats.device_peak_bytes = std::max(matching.stats.device_peak_bytes, bytes_held());
  return matching;
}

Partners DeviceGraphSolver::b_match(const DeviceContext& context, const WeightsView& weights,
                                    const GraphOrder& order) {
  if (is_plain_) return partners_of(match(context, weights, order));
  const detail::parallel::DeviceScope scope(context.device());
  detail::parallel::DrainedOnThrow drained(context.stream());
  const Clock::time_point begin = Clock::now();
  const DeviceGraphView graph = send_weights(context, weights);
  double transfer = seconds_since(begin);
  const DevicePartners found =
      local_max(context, graph, {common_, each_.view()}, order, workspace_);
  const Clock::time_point solved = Clock::now();
  Partners matching = partners_on_host(context, found);
  drained.disarm();
  transfer += seconds_since(solved);
  matching.stats.transfer_seconds += transfer;
  matching.stats.device_peak_bytes = std::max(matching.stats.device_peak_bytes, bytes_held());
  return matching;
}

}  // namespace hypermatch
