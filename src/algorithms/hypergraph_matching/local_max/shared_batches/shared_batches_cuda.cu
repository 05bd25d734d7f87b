// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_loop.hpp"
#include "parallel/device/place_scans.cuh"

namespace hypermatch::detail::hypergraph_matching {

SharedOutcome solve_shared(const SharedBatches& shared) {
  return shared_batches::solve<parallel::CudaPlace>(shared);
}

std::uint64_t shared_workspace_bytes(const SharedBatches& shared, std::size_t part) {
  return shared_batches::workspace_bytes<parallel::CudaPlace>(shared, part);
}

}  // namespace hypermatch::detail::hypergraph_matching
