// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::graph_matching::device {

namespace {

using parallel::CudaPlace;

// Each pair at its smaller end.
struct IsPair {
  CudaPlace::Words<const VertexId> mates;
  __device__ bool operator()(std::uint64_t v) const {
    const VertexId mate = mates.get(v);
    return mate != k_none && v < mate;
  }
};

}  // namespace

void count_pairs(const DeviceContext& context, const DeviceGraphOutcome& outcome,
                 std::uint64_t num_vertices) {
  CudaPlace(context).count(num_vertices, IsPair{CudaPlace::Words<const VertexId>(outcome.mates)},
                           CudaPlace::Words<std::uint64_t>(outcome.count));
}

}  // namespace hypermatch::detail::graph_matching::device
