// SPDX-License-Identifier: MIT
// Candidates and keys as the rounds on the device see them.
#pragma once

#include <cstdint>

#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The best edge seen so far at a vertex; `k_none` is below every edge.
struct DeviceCandidate {
  std::uint64_t key;
  EdgeId edge;
};

/// The upper of two candidates; equal keys are settled by the smaller edge number. `k_none` comes
/// with key 0 and is the largest number, so it needs no case of its own.
__device__ inline DeviceCandidate upper_of(const DeviceCandidate& a, const DeviceCandidate& b) {
  return a.key > b.key || (a.key == b.key && a.edge < b.edge) ? a : b;
}

/// Keys whose ties are mixed: computed at every look-up, so that only the priority is read.
struct MixedKeys {
  const std::uint32_t* priorities;  ///< null: all are 0
  base::TieMixer mixer;
  __device__ std::uint64_t operator()(EdgeId e) const {
    return base::make_key(priorities != nullptr ? priorities[e] : 0, mixer(e));
  }
};

/// Keys in memory.
struct StoredKeys {
  const std::uint64_t* keys;
  __device__ std::uint64_t operator()(EdgeId e) const { return keys[e]; }
};

}  // namespace hypermatch::detail::hypergraph_matching
