// SPDX-License-Identifier: MIT
// Stable matchings of two sides on a device: lists in device memory in, partners in device memory
// out; and the same for preferences in host memory.
//
// With strict lists the answer is unique: the bytes of the cores, whatever the device's timing.
#pragma once

#include <cstdint>

#include "hypermatch/device.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

/// Lists of the proposing side in device memory, mutual and strict; trivially copyable. Proposers
/// and receivers are numbered from 0, each side by itself, and proposers have one place each.
struct DeviceProposersView {
  VertexId num_proposers = 0;  ///< at most 2^31
  VertexId num_receivers = 0;
  DeviceSpan<const Offset> offsets;  ///< size num_proposers + 1: where each list is
  /// Best first. Bits 0 .. 31: the receiver; bits 32 .. 62: where its list has the proposer, or
  /// any number that orders its proposers in the same way, below num_proposers; bit 63: set in the
  /// last entry of each list, and in no other one.
  DeviceSpan<const std::uint64_t> entries;
  /// Size num_receivers + 1: where the places of each receiver begin. Empty: one place each.
  DeviceSpan<const Offset> places;
  std::uint64_t num_places = 0;  ///< of all receivers
};

/// Owning lists of the proposing side in device memory.
struct DeviceProposers {
  VertexId num_proposers = 0;
  VertexId num_receivers = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<std::uint64_t> entries;
  DeviceArray<Offset> places;
  std::uint64_t num_places = 0;
  std::uint64_t dropped = 0;  ///< entries of both sides that are not listed in return

  [[nodiscard]] DeviceProposersView view() const {
    return {num_proposers,  num_receivers, offsets.view(),
            entries.view(), places.view(), num_places};
  }
};

/// Who continues a displaced proposer.
enum class ChainKernel {
  look_ahead,           ///< the same thread, and a warp once few are left, up to 32 entries at once
  thread_per_proposer,  ///< the same thread, entry by entry (Naim 2017)
};

struct DeviceStableOptions {
  OptimalSide optimal = OptimalSide::left;  ///< the proposing side
  std::uint64_t seed = 0;                   ///< of ties, as in `StableMatchingOptions`
  ChainKernel kernel = ChainKernel::look_ahead;
};

/// The most places of a receiver on a device: a proposal that is accepted reads all of them.
inline constexpr std::uint32_t k_most_device_places = 4096;

/// Mutual lists with ties broken by `options.seed`, on the device.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one
/// side; Error{unsupported} for proposers of several places, or receivers of more than
/// `k_most_device_places`; Error{resources, device, cancelled}
[[nodiscard]] DeviceProposers prepare(const DeviceContext& context,
                                      const PreferencesView& preferences,
                                      const DeviceStableOptions& options = {});

/// Partners in device memory, in the workspace until its next use or end.
struct DeviceStableMatching {
  DeviceSpan<const VertexId> mates;  ///< size num_proposers: the receiver, or k_none
  std::uint64_t proposals = 0;       ///< entries of lists that were asked
  RunStats stats;
};

/// The stable matching that is best for the proposing side, by the order of McVitie and Wilson
/// (1971, doi:10.1145/362619.362631) with a chain of displaced proposers per thread (Naim 2017,
/// thesis, Paper IV). What a receiver holds is one word, which says how good its proposer is and
/// which entry follows in the list of that one. O(entries); a place that is taken costs O(capacity)
/// where receivers have several. Memory beside the lists: 8 bytes per place, 4 per proposer, and a
/// bit per entry. A second call that needs no more memory allocates nothing.
/// @throws Error{invalid_input} for sizes that do not fit; Error{unsupported} where rank and number
/// of an entry do not fit a word; Error{resources, device, cancelled}
[[nodiscard]] DeviceStableMatching mcvitie_wilson(const DeviceContext& context,
                                                  const DeviceProposersView& lists,
                                                  const DeviceStableOptions& options,
                                                  DeviceWorkspace& workspace);

/// Prepares, solves, downloads: stats.transfer_seconds holds the copy back. What `prepare` refuses
/// for its places is solved by the host (stats.stop_reason). @throws as `prepare` and above
[[nodiscard]] StableMatching mcvitie_wilson(const DeviceContext& context,
                                            const PreferencesView& preferences,
                                            const DeviceStableOptions& options = {});

}  // namespace hypermatch
