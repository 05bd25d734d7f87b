// SPDX-License-Identifier: MIT
// The communities of a level's vertices while they move.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/level.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

struct Partition {
  Array<VertexId> community;   ///< size n, numbers below n
  Array<std::int64_t> volume;  ///< size n: of each community
};

/// What the sweeps of a level did.
struct Sweeps {
  std::uint64_t sweeps = 0;
  std::uint64_t arcs = 0;  ///< that were looked at
};

}  // namespace hypermatch::detail::clustering
