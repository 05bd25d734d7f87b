// SPDX-License-Identifier: MIT
// Agglomeration by matchings on a device: which vertices of a level go together.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/device_level.hpp"
#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::clustering {

/// Arrays of n words each, but for `links` and the scratch.
struct PairMoves {
  DeviceLevelView level;
  VertexId* best = nullptr;       ///< partners; then the pairs that vertices want to join
  VertexId* mates = nullptr;      ///< k_none: free
  VertexId* lists[2] = {};        ///< vertices that look for a partner, by rounds in turn
  VertexId* matched = nullptr;    ///< in this round
  VertexId* labels = nullptr;     ///< a vertex of the community that each one joins
  std::uint8_t* flags = nullptr;  ///< n bytes
  std::int64_t* links = nullptr;  ///< n
  ClusteringControl* control = nullptr;
  parallel::DeviceScratch select_scratch;
  double factor = 0.0;  ///< of `MoveGain`
  std::uint64_t seed = 0;
};

/// Each vertex is free and looks for a partner.
void begin_pairs_on_device(const PairMoves& moves, DeviceStream stream);
/// Some rounds of the matching: control->pairing counts them, and who still looks.
void match_pairs_on_device(const PairMoves& moves, DeviceStream stream);
/// The labels of the pairs, and the free vertices that want to join one: in lists[0], ascending,
/// and their number in control->num_classes.
void list_joiners_on_device(const PairMoves& moves, DeviceStream stream);
[[nodiscard]] std::size_t join_scratch_bytes_on_device(std::uint64_t joiners);
/// So many vertices join their pairs, if that still gains.
void join_pairs_on_device(const PairMoves& moves, std::uint64_t joiners,
                          const parallel::DeviceScratch& scratch, DeviceStream stream);

}  // namespace hypermatch::detail::clustering
