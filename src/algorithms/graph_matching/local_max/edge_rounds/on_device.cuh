// SPDX-License-Identifier: MIT
// Rounds of local max on graphs on a device: the edges as kernels see them.
#pragma once

#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/local_max/edge_rounds/device_list.cuh"
#include "algorithms/graph_matching/local_max/edge_rounds/pair_keys.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::graph_matching {

namespace on_device_detail {

using parallel::CudaPlace;

[[nodiscard]] __device__ inline std::uint32_t image_of(const device::ArcWords& words,
                                                       std::uint32_t e) {
  return words.bits == nullptr ? 0 : words.image(words.bits[e]);
}

/// Weights of any type as double; 1 where there are none.
struct AsDouble {
  const void* weights = nullptr;
  std::size_t type = 0;  ///< index in DeviceWeightsView
  [[nodiscard]] __device__ double operator()(std::uint32_t e) const {
    switch (type) {
      case 1:
        return static_cast<const std::int32_t*>(weights)[e];
      case 2:
        return static_cast<double>(static_cast<const std::int64_t*>(weights)[e]);
      case 3:
        return static_cast<const float*>(weights)[e];
      case 4:
        return static_cast<const double*>(weights)[e];
      default:
        return 1.0;
    }
  }
};

/// Writes the ends and the words of edges; those that take no part become loops.
struct RateEdges {
  const GraphEdge* edges;
  device::ArcWords images;
  AsDouble ratings;
  PairKeys keys;
  CudaPlace::Words<GraphEdge> ends;
  CudaPlace::Words<std::uint64_t> words;
  __device__ void operator()(std::uint32_t e) const {
    const std::uint32_t image = image_of(images, e);
    const GraphEdge edge = edges[e];
    ends.set(e, image < images.least ? GraphEdge{0, 0} : edge);
    words.set(e, keys.word(image, ratings(e), edge));
  }
};

[[nodiscard]] inline AsDouble as_double(const DeviceWeightsView& weights, const GraphOrder& order) {
  if (order.objective != Objective::weight) return {};
  return std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return AsDouble{};
        } else {
          return AsDouble{held.data(), weights.index()};
        }
      },
      weights);
}

}  // namespace on_device_detail

/// Edges with words that are written once.
struct RatedOnDevice {
  parallel::CudaPlace::Words<GraphEdge> ends;
  parallel::CudaPlace::Words<std::uint64_t> words;

  void lay_out(parallel::CudaPlace::Arena& arena, std::uint64_t num_edges) {
    ends = arena.take<GraphEdge>("ends", num_edges);
    words = arena.take<std::uint64_t>("words", num_edges);
  }
  void rate(parallel::CudaPlace& place, const DeviceEdgeListView& list,
            const device::ArcWords& images, const GraphLocalMaxOptions& options) const {
    place.for_each(list.edges.size(), on_device_detail::RateEdges{
                                          list.edges.data(), images,
                                          on_device_detail::as_double(list.weights, options.order),
                                          PairKeys(options), ends, words});
  }
};

/// Runs Rounds on a list: rounds.lay_out(arena, list), rounds.prepare(list) for what depends on the
/// structure alone, and rounds.run(list, images of weights, mates).
template <class Rounds, class List, class Problem>
[[nodiscard]] DeviceGraphOutcome run_on_list(const Problem& problem,
                                             const GraphLocalMaxOptions& options) {
  const DeviceStream stream = problem.context.stream();
  parallel::CudaPlace place(problem.context);
  Rounds rounds(place, options);
  List list(problem);
  DeviceGraphOutcome outcome;
  device::RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, problem.graph.num_vertices, outcome);
    list.lay_out(arena);
    ranks = device::lay_out_ranks(arena, list.view.weights, options.order);
    rounds.lay_out(arena, list.view);
  });
  parallel::runtime::Event begin;
  parallel::runtime::Event end;
  begin.record(stream);
  list.make(problem.context);
  rounds.prepare(list.view);
  end.record(stream);
  const device::ArcWords images =
      device::make_words(list.view.weights, options.order, ranks, stream);
  outcome.rounds =
      rounds.run(list.view, images, parallel::CudaPlace::Words<VertexId>(outcome.mates));
  device::count_pairs(problem.context, outcome, problem.graph.num_vertices);
  parallel::runtime::synchronize(stream);
  outcome.prepare_seconds = end.seconds_since(begin);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
