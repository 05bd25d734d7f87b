// SPDX-License-Identifier: MIT
// The numbers that steer `filtered` on a device; tests change them to reach its rare paths.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"

namespace hypermatch::detail::hypergraph_matching {

struct DeviceFilteredTuning {
  /// How many edges compete at once at first: so many times slots / (pins per edge)^2, where two
  /// edges meet by chance about once in two. Raised while most of those that compete win.
  float target_competitors = 0.7F;
  /// target_competitors of edges that are stored with their pins, which makes a round cheap.
  float carried_target_competitors = 1.4F;
  /// But not fewer, as far as that is a fifth of all edges: they take as long as a few.
  float least_target_competitors = 2048.0F;
  /// Under capacities no more edges compete at once than lets an edge share so many of its pins
  /// with two others, in the mean.
  float most_crowded_pins = 0.375F;
  /// A batch takes at most so many times the last one.
  float growth = 2.0F;
  /// growth for instances of fewer than `small` edges, in which another round costs more than a few
  /// more candidates.
  float small_growth = 4.0F;
  std::uint32_t small = 1U << 20;
  /// After so many rounds the next batch enters, whatever is still undecided.
  std::uint32_t rounds_before_refill = 9;
  /// This many consecutive rounds that decide less than one edge in 32 indicate a chain.
  std::uint32_t stubborn_rounds = 16;
  /// Largest number of slots; a power of two.
  std::uint32_t max_slots = 1U << 27;
  /// The workspace should stay below this share of the instance's arrays.
  double memory_share = 0.46;
  /// Smallest number of candidates that a warp has room for, at least 1. With much less than a tile
  /// of edges, chains that lie side by side are cut into batches too small to be noticed.
  std::uint32_t least_share = 64;
  /// Candidates that a warp has room for, 0: as many as memory_share leaves.
  std::uint32_t share = 0;
  /// Codes that keys are mapped to, 2 .. k_codes; of few, many edges share one.
  std::uint32_t codes = k_codes;
};

/// How it ended; a chain is followed by another way to the same answer.
enum class DeviceFilteredEnd : std::uint32_t {
  complete,  ///< the matching is written
  chain,     ///< too little is decided in a round
};

/// `filtered` inside the library of device code; the outcome may be that the host is to solve it.
[[nodiscard]] DeviceOutcome run_filtered(const DeviceProblem& problem,
                                         const DeviceFilteredTuning& tuning);
/// `run_filtered` under capacities, for an instance with pins.
[[nodiscard]] DeviceOutcome run_filtered_by_room(const DeviceProblem& problem,
                                                 const DeviceFilteredTuning& tuning);
/// As the host calls it: the host's `filtered` solves what is no work for a device.
[[nodiscard]] DeviceOutcome filtered_on_device(const DeviceProblem& problem,
                                               const DeviceFilteredTuning& tuning);

}  // namespace hypermatch::detail::hypergraph_matching
