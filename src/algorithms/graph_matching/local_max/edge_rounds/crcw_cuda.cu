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

// Ratings with noise; apart, because a branch in keys costs as much as a pass.
struct NoisyPairs : MadePairs {
  on_device_detail::AsDouble ratings;
  __device__ KeyedPair operator()(std::uint32_t e) const {
    const GraphEdge edge = MadePairs::operator()(e).ends;
    return {edge, keys.key(keys.word(0, ratings(e), edge), edge)};
  }
};

class CrcwOnDevice {
 public:
  CrcwOnDevice(CudaPlace& place, const GraphLocalMaxOptions& options)
      : options_(options), rounds_(place) {}

  void lay_out(parallel::DeviceArena& arena, const DeviceEdgeListView& list) {
    CudaPlace::Arena of_place(arena);
    rounds_.lay_out(of_place, list.num_vertices);
  }
  void prepare(const DeviceEdgeListView& /*list*/) {}
  std::uint64_t run(const DeviceEdgeListView& list, const device::ArcWords& images,
                    const CudaPlace::Words<VertexId>& mates) {
    const MadePairs pairs{list.edges.data(), images, PairKeys(options_)};
    const std::uint64_t m = list.edges.size();
    if (options_.noise == 0.0) return rounds_.run(pairs, m, list.num_vertices, mates);
    return rounds_.run(NoisyPairs{pairs, on_device_detail::as_double(list.weights, options_.order)},
                       m, list.num_vertices, mates);
  }

 private:
  const GraphLocalMaxOptions& options_;
  Crcw<CudaPlace> rounds_;
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
