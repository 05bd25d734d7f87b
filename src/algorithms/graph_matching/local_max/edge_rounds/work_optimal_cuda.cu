// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_device.cuh"
#include "algorithms/graph_matching/local_max/edge_rounds/work_optimal.hpp"
#include "parallel/device/measured_rows.cuh"
#include "parallel/device/pair_incidence.hpp"
#include "parallel/device/place_scans.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using parallel::CudaPlace;

class WorkOptimalOnDevice {
 public:
  WorkOptimalOnDevice(CudaPlace& place, const GraphLocalMaxOptions& options)
      : place_(place), options_(options), rounds_(place) {}

  void lay_out(parallel::DeviceArena& arena, const DeviceEdgeListView& list) {
    const std::uint64_t n = list.num_vertices;
    const std::uint64_t m = list.edges.size();
    incidence_ = parallel::lay_out_incidence(arena, n, 2 * m);
    rows_.lay_out(arena, 2 * m);
    // Arrays of the rounds lie where the incidence is built.
    parallel::DeviceArena building = arena;
    buffers_ = parallel::lay_out_incidence_buffers(building, n, 2 * m);
    CudaPlace::Arena of_place(arena);
    rated_.lay_out(of_place, m);
    rounds_.lay_out(of_place, n, m, options_.ties == Ties::redraw);
    if (building.bytes() > arena.bytes()) {
      (void)arena.take<std::byte>(building.bytes() - arena.bytes());
    }
  }

  void prepare(const DeviceEdgeListView& list) {
    static_assert(sizeof(GraphEdge) == 2 * sizeof(VertexId));
    const auto* const pins = reinterpret_cast<const VertexId*>(list.edges.data());
    parallel::build_incidence_of_pairs(pins, list.num_vertices, list.edges.size(), incidence_,
                                       buffers_, place_.stream());
    rows_.measure(place_, incidence_.offsets, list.num_vertices);
  }

  std::uint64_t run(const DeviceEdgeListView& list, const device::ArcWords& images,
                    const CudaPlace::Words<VertexId>& mates) {
    const std::uint64_t m = list.edges.size();
    rated_.rate(place_, list, images, options_);
    return rounds_.run({.ends = rated_.ends,
                        .words = rated_.words,
                        .num_edges = m,
                        .offsets = CudaPlace::Words<Offset>(incidence_.offsets),
                        .entries = CudaPlace::Words<EdgeId>(incidence_.edges),
                        .vertices = {},
                        .rows = rows_.rows()},
                       PairKeys(options_), mates);
  }

 private:
  CudaPlace& place_;
  const GraphLocalMaxOptions& options_;
  WorkOptimal<CudaPlace> rounds_;
  RatedOnDevice rated_;
  parallel::DeviceIncidence incidence_;
  parallel::IncidenceBuffers buffers_;
  parallel::MeasuredRows rows_;
};

}  // namespace

DeviceGraphOutcome work_optimal_on_device(const DeviceEdgeListProblem& problem,
                                          const GraphLocalMaxOptions& options) {
  return run_on_list<WorkOptimalOnDevice, BroughtList>(problem, options);
}

DeviceGraphOutcome work_optimal_on_device(const DeviceGraphProblem& problem,
                                          const GraphLocalMaxOptions& options) {
  return run_on_list<WorkOptimalOnDevice, ListOfRows>(problem, options);
}

}  // namespace hypermatch::detail::graph_matching
