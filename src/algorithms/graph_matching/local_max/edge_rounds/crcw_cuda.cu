// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/crcw.hpp"
#include "algorithms/graph_matching/local_max/edge_rounds/on_device.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using parallel::CudaPlace;

// Edges as they were brought; keys are made when asked for.
struct MadePairs {
  const GraphEdge* ends;
  device::ArcWords images;
  PairKeys keys;
  void begin_round(std::uint64_t r) { keys.begin_round(r); }
  __device__ KeyedPair operator()(std::uint32_t e) const {
    const std::uint32_t image = on_device_detail::image_of(images, e);
    const GraphEdge edge = ends[e];
    return {image < images.least ? GraphEdge{0, 0} : edge,
            base::graph_key(image, keys.mixer(), edge.u, edge.v)};
  }
};

class CrcwOnDevice {
 public:
  CrcwOnDevice(CudaPlace& place, const GraphLocalMaxOptions& options)
      : place_(place), options_(options), rounds_(place) {}

  void lay_out(parallel::DeviceArena& arena, const DeviceEdgeListView& list) {
    CudaPlace::Arena of_place(arena);
    rounds_.lay_out(of_place, list.num_vertices);
    if (options_.noise > 0.0) rated_.lay_out(of_place, list.edges.size());
  }
  void prepare(const DeviceEdgeListView& /*list*/) {}
  std::uint64_t run(const DeviceEdgeListView& list, const device::ArcWords& images,
                    const CudaPlace::Words<VertexId>& mates) {
    const PairKeys keys(options_);
    if (!keys.adds_noise()) {
      return rounds_.run(MadePairs{list.edges.data(), images, keys}, list.edges.size(),
                         list.num_vertices, mates);
    }
    rated_.rate(place_, list, images, options_);
    return rounds_.run(RatedPairs<CudaPlace>{rated_.ends, rated_.words, keys}, list.edges.size(),
                       list.num_vertices, mates);
  }

 private:
  CudaPlace& place_;
  const GraphLocalMaxOptions& options_;
  Crcw<CudaPlace> rounds_;
  RatedOnDevice rated_;
};

}  // namespace

DeviceGraphOutcome crcw_on_device(const DeviceEdgeListProblem& problem,
                                  const GraphLocalMaxOptions& options) {
  return run_on_list<CrcwOnDevice, BroughtList>(problem, options);
}

DeviceGraphOutcome crcw_on_device(const DeviceGraphProblem& problem,
                                  const GraphLocalMaxOptions& options) {
  return run_on_list<CrcwOnDevice, ListOfRows>(problem, options);
}

}  // namespace hypermatch::detail::graph_matching
