// SPDX-License-Identifier: MIT
// Stable matchings of two sides on a device: lists in device memory in, partners in device memory
// out; and the same for preferences in host memory.
//
// With strict lists the answer is unique: the bytes of the cores, whatever the device's timing.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/device_context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

/// Preference lists of two sides in device memory; trivially copyable. As `PreferencesView`,
/// whose invariants hold here too: they are not checked on the device.
struct DevicePreferencesView {
  VertexId num_agents = 0;
  VertexId num_left = 0;
  DeviceSpan<const Offset> offsets;            ///< size num_agents + 1 (empty: no agents)
  DeviceSpan<const VertexId> partners;         ///< size offsets[num_agents], best first
  DeviceSpan<const std::uint32_t> ties;        ///< per entry, as there; empty: none
  DeviceSpan<const std::uint32_t> capacities;  ///< size num_agents; empty: one place each
};

/// Owning preference lists in device memory.
struct DevicePreferences {
  VertexId num_agents = 0;
  VertexId num_left = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<VertexId> partners;
  DeviceArray<std::uint32_t> ties;
  DeviceArray<std::uint32_t> capacities;

  [[nodiscard]] DevicePreferencesView view() const {
    return {num_agents, num_left, offsets.view(), partners.view(), ties.view(), capacities.view()};
  }
};

/// Copies preferences to the device, in pieces through pinned memory, and waits until they are
/// there. @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of
/// one side; Error{resources, device, cancelled}
[[nodiscard]] DevicePreferences upload(const DeviceContext& context,
                                       const PreferencesView& preferences);

/// Lists of the proposing side in device memory, mutual and strict; trivially copyable. Proposers
/// and receivers are numbered from 0, each side by itself.
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
  /// Size num_proposers + 1: where the places of each proposer begin; `places` is given, too.
  /// Empty: one place each.
  DeviceSpan<const Offset> turns = {};
  std::uint64_t num_turns = 0;  ///< places of all proposers

  [[nodiscard]] std::uint64_t num_mates() const {
    return turns.size() == 0 ? num_proposers : num_turns;
  }
};

/// Owning lists of the proposing side in device memory.
struct DeviceProposers {
  VertexId num_proposers = 0;
  VertexId num_receivers = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<std::uint64_t> entries;
  DeviceArray<Offset> places;
  std::uint64_t num_places = 0;
  DeviceArray<Offset> turns;
  std::uint64_t num_turns = 0;
  std::uint64_t dropped = 0;  ///< entries of both sides that are not listed in return

  [[nodiscard]] DeviceProposersView view() const {
    return {num_proposers, num_receivers, offsets.view(), entries.view(),
            places.view(), num_places,    turns.view(),   num_turns};
  }
};

/// The assignment of displaced proposers to threads.
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

/// Mutual and strict lists of the proposing side, made on the device: ties are broken by
/// `options.seed`, as on the host. O(entries log length) and a sort, with ties two more; the
/// workspace holds about 40 bytes per pair while they are made, 80 with ties.
/// @throws Error{invalid_input} for sizes that do not fit; Error{unsupported} for receivers of more
/// than `k_most_device_places`, and sides of 2^32 entries or more; Error{resources, device,
/// cancelled}
[[nodiscard]] DeviceProposers prepare(const DeviceContext& context,
                                      const DevicePreferencesView& preferences,
                                      const DeviceStableOptions& options,
                                      DeviceWorkspace& workspace);

/// Uploads preferences from host memory, then prepares them as above.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one
/// side; and as above
[[nodiscard]] DeviceProposers prepare(const DeviceContext& context,
                                      const PreferencesView& preferences,
                                      const DeviceStableOptions& options = {});

/// Complete lists of which each side has one in common, in device memory; trivially copyable. A
/// million agents take two vectors.
struct DeviceSharedProposersView {
  VertexId num_proposers = 0;
  VertexId num_receivers = 0;
  DeviceSpan<const VertexId> receivers;  ///< the list of all proposers, best first
  DeviceSpan<const VertexId> proposers;  ///< the list of all receivers, best first
};

/// Owning lists of that kind.
struct DeviceSharedProposers {
  DeviceArray<VertexId> receivers;
  DeviceArray<VertexId> proposers;

  [[nodiscard]] DeviceSharedProposersView view() const {
    return {static_cast<VertexId>(proposers.size()), static_cast<VertexId>(receivers.size()),
            receivers.view(), proposers.view()};
  }
};

/// From the lists that the proposers and the receivers have in common, each all agents of the other
/// side, numbered from 0. @throws Error{invalid_input} for a list that holds an agent twice or one
/// that does not exist; Error{resources, device, cancelled}
[[nodiscard]] DeviceSharedProposers share(const DeviceContext& context,
                                          std::span<const VertexId> list_of_proposers,
                                          std::span<const VertexId> list_of_receivers);

/// Partners in device memory, in the workspace until its next use or end.
struct DeviceStableMatching {
  /// One per place of a proposer: a receiver, those of a proposer best first, or k_none.
  DeviceSpan<const VertexId> mates;
  std::uint64_t proposals = 0;  ///< entries of lists that were asked
  RunStats stats;
};

/// The stable matching that is best for the proposing side, by the order of McVitie and Wilson
/// (1971, doi:10.1145/362619.362631) with a chain of displaced proposers per thread (Naim 2017,
/// thesis, Paper IV). What a receiver holds is one word, which says how good its proposer is and
/// which entry follows in the list of that one. O(entries); a place that is taken costs O(capacity)
/// where receivers have several. Proposers of several places go entry by entry with either kernel.
/// Memory beside the lists: 8 bytes per place of a receiver, 4 per place of a proposer, a bit per
/// entry, and where proposers have several places 4 bytes for each of them. A second call that
/// needs no more memory allocates nothing.
/// @throws Error{invalid_input} for sizes that do not fit; Error{unsupported} where rank and number
/// of an entry do not fit a word; Error{resources, device, cancelled}
[[nodiscard]] DeviceStableMatching mcvitie_wilson(const DeviceContext& context,
                                                  const DeviceProposersView& lists,
                                                  const DeviceStableOptions& options,
                                                  DeviceWorkspace& workspace);

/// The stable matching of shared lists. Proposers start in the order of the receivers' list, the
/// best first, so that a proposal reads one word of a vector in the order of the proposers' list.
/// @throws as above
[[nodiscard]] DeviceStableMatching mcvitie_wilson(const DeviceContext& context,
                                                  const DeviceSharedProposersView& lists,
                                                  const DeviceStableOptions& options,
                                                  DeviceWorkspace& workspace);

/// Prepares, solves, downloads: stats.transfer_seconds holds the copy back. What `prepare` refuses
/// for its places is solved by the host (stats.stop_reason). @throws as `prepare` and above
[[nodiscard]] StableMatching mcvitie_wilson(const DeviceContext& context,
                                            const PreferencesView& preferences,
                                            const DeviceStableOptions& options = {});

}  // namespace hypermatch
