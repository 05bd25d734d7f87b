// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_device.cuh"
#include "algorithms/graph_matching/local_max/edge_rounds/work_optimal.hpp"
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
    sizes_ = arena.take<parallel::RowSizes>(1);
    heavy_ = arena.take<std::uint32_t>(parallel::heavy_room(2 * m));
    num_heavy_ = arena.take<std::uint32_t>(2);
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
    parallel::find_row_sizes(incidence_.offsets, list.num_vertices, sizes_, place_.stream());
    largest_ = place_.read<1>(CudaPlace::Words<parallel::RowSizes>(sizes_))[0].largest;
  }

  std::uint64_t run(const DeviceEdgeListView& list, const device::ArcWords& images,
                    const CudaPlace::Words<VertexId>& mates) {
    const std::uint64_t m = list.edges.size();
    rated_.rate(place_, list, images, options_);
    const CudaPlace::Words<Offset> offsets(incidence_.offsets);
    return rounds_.run({.ends = rated_.ends,
                        .words = rated_.words,
                        .num_edges = m,
                        .offsets = offsets,
                        .entries = CudaPlace::Words<EdgeId>(incidence_.edges),
                        .vertices = {},
                        .rows = {.offsets = offsets,
                                 .count = list.num_vertices,
                                 .entries = 2 * m,
                                 .largest = largest_,
                                 .heavy = heavy_,
                                 .num_heavy = num_heavy_}},
                       PairKeys(options_), mates);
  }

 private:
  CudaPlace& place_;
  const GraphLocalMaxOptions& options_;
  WorkOptimal<CudaPlace> rounds_;
  RatedOnDevice rated_;
  parallel::DeviceIncidence incidence_;
  parallel::IncidenceBuffers buffers_;
  parallel::RowSizes* sizes_ = nullptr;
  std::uint32_t* heavy_ = nullptr;
  std::uint32_t* num_heavy_ = nullptr;
  std::uint64_t largest_ = 0;
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
