// SPDX-License-Identifier: MIT
// Matching in graphs on a device, of graphs in host memory: rows as they are, or rows that the
// device makes of a list of edges.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "algorithms/graph_matching/common/device/rows_on_device.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "base/clock.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::graph_matching;
using detail::parallel::DeviceScope;
using detail::parallel::DrainedOnThrow;
namespace runtime = detail::parallel::runtime;

namespace {

// Room on the device for the weights of all arcs.
void* take_weights(const DeviceContext& context, const DeviceWeightsView& weights, std::size_t arcs,
                   DeviceGraph& device) {
  return std::visit(
      [&](const auto& items) -> void* {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return nullptr;
        } else {
          using Held = DeviceArray<typename View::value_type>;
          return device.weights.emplace<Held>(context, arcs).span().data();
        }
      },
      weights);
}

DeviceGraph rows_of_list(const DeviceContext& context, const DeviceEdgeListView& list,
                         MatchingStats& stats) {
  const std::size_t arcs = 2 * list.edges.size();
  const Clock::time_point begin = Clock::now();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  DeviceGraph rows;
  rows.num_vertices = list.num_vertices;
  rows.offsets = DeviceArray<Offset>(context, list.num_vertices + std::size_t{1});
  rows.neighbours = DeviceArray<VertexId>(context, arcs);
  void* const arc_weights = take_weights(context, list.weights, arcs, rows);
  DeviceWorkspace workspace;
  on_device().rows_of_list({context, list, rows.offsets.span().data(),
                            rows.neighbours.span().data(), arc_weights, workspace});
  runtime::synchronize(context.stream());
  drained.disarm();
  stats.prepare_seconds = seconds_since(begin);
  stats.device_peak_bytes = workspace.size() + bytes_of(list) + bytes_of(rows.view());
  return rows;
}

}  // namespace

DeviceGraph detail::graph_matching::upload_as_rows(const DeviceContext& context,
                                                   const EdgeListView& graph,
                                                   MatchingStats& stats) {
  detail::parallel::check_host_input(context, graph);
  const DeviceArray<GraphEdge> edges = upload(context, graph.edges);
  DeviceGraph weights;  // of the edges, in its place for weights
  std::visit(
      [&](const auto& items) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          weights.weights = upload(context, items);
        }
      },
      graph.weights);
  return rows_of_list(context, {graph.num_vertices, edges.view(), weights.view().weights}, stats);
}

DeviceGraph rows_of(const DeviceContext& context, const DeviceEdgeListView& graph) {
  check_shape(graph);
  MatchingStats stats;
  return rows_of_list(context, graph, stats);
}

namespace {

// Calls run(view, workspace) with the graph that `bring(stats)` puts on the device; `stats` takes
// what that costs beside copies.
template <class Bring, class Run>
GraphMatching solve_brought(const DeviceContext& context, const Bring& bring, const Run& run) {
  const Clock::time_point begin = Clock::now();
  MatchingStats brought;
  const DeviceGraph on_device = bring(brought);
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  DeviceGraphMatching found = run(on_device.view(), workspace);
  const Clock::time_point solved = Clock::now();
  GraphMatching matching;
  matching.mates = detail::filled_vector(found.mates.size(), k_none);
  detail::copy_to_host(context, matching.mates.data(), found.mates.data(),
                       found.mates.size() * sizeof(VertexId));
  transfer += Clock::now() - solved;
  matching.stats = std::move(found.stats);
  matching.stats.prepare_seconds += brought.prepare_seconds;
  matching.stats.transfer_seconds = transfer.count() - brought.prepare_seconds;
  matching.stats.device_peak_bytes =
      std::max(matching.stats.device_peak_bytes, brought.device_peak_bytes);
  return matching;
}

template <class Run>
GraphMatching upload_and_solve(const DeviceContext& context, const GraphView& graph,
                               const Run& run) {
  return solve_brought(
      context, [&](MatchingStats&) { return upload(context, graph); }, run);
}

template <class Run>
GraphMatching upload_and_solve(const DeviceContext& context, const EdgeListView& graph,
                               const Run& run) {
  return solve_brought(
      context, [&](MatchingStats& stats) { return upload_as_rows(context, graph, stats); }, run);
}

}  // namespace

DeviceGraph upload_as_rows(const DeviceContext& context, const EdgeListView& graph) {
  MatchingStats stats;
  return detail::graph_matching::upload_as_rows(context, graph, stats);
}

namespace {

// Of either form.

template <class Form>
GraphMatching local_max_of(const DeviceContext& context, const Form& graph,
                           const GraphLocalMaxOptions& options) {
  check_for_device(options);
  const AnyGraphView on_host(graph);
  return upload_and_solve(context, graph, [&](const auto& view, DeviceWorkspace& workspace) {
    return local_max_of_rows(context, view, &on_host, options, workspace, {});
  });
}

template <class Form>
GraphMatching locally_dominant_of(const DeviceContext& context, const Form& graph,
                                  const GraphOrder& order) {
  return upload_and_solve(context, graph, [&](const auto& view, DeviceWorkspace& workspace) {
    return locally_dominant(context, view, order, workspace);
  });
}

template <class Form>
GraphMatching suitor_of(const DeviceContext& context, const Form& graph,
                        const DeviceSuitorOptions& options) {
  check_for_device(options);
  return upload_and_solve(context, graph, [&](const auto& view, DeviceWorkspace& workspace) {
    return suitor(context, view, options, workspace);
  });
}

template <class Form>
GraphMatching red_blue_of(const DeviceContext& context, const Form& graph,
                          const RedBlueOptions& options) {
  check(options);
  return upload_and_solve(context, graph, [&](const auto& view, DeviceWorkspace& workspace) {
    return red_blue(context, view, options, workspace);
  });
}

}  // namespace

GraphMatching local_max(const DeviceContext& context, const GraphView& graph,
                        const GraphLocalMaxOptions& options) {
  return local_max_of(context, graph, options);
}

GraphMatching locally_dominant(const DeviceContext& context, const GraphView& graph,
                               const GraphOrder& order) {
  return locally_dominant_of(context, graph, order);
}

GraphMatching suitor(const DeviceContext& context, const GraphView& graph,
                     const DeviceSuitorOptions& options) {
  return suitor_of(context, graph, options);
}

GraphMatching red_blue(const DeviceContext& context, const GraphView& graph,
                       const RedBlueOptions& options) {
  return red_blue_of(context, graph, options);
}

GraphMatching local_max(const DeviceContext& context, const EdgeListView& graph,
                        const GraphLocalMaxOptions& options) {
  return local_max_of(context, graph, options);
}

GraphMatching locally_dominant(const DeviceContext& context, const EdgeListView& graph,
                               const GraphOrder& order) {
  return locally_dominant_of(context, graph, order);
}

GraphMatching suitor(const DeviceContext& context, const EdgeListView& graph,
                     const DeviceSuitorOptions& options) {
  return suitor_of(context, graph, options);
}

GraphMatching red_blue(const DeviceContext& context, const EdgeListView& graph,
                       const RedBlueOptions& options) {
  return red_blue_of(context, graph, options);
}

}  // namespace hypermatch
