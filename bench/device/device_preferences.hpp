// SPDX-License-Identifier: MIT
// Lists of the proposing side made on the device, with the ranks that receivers give them: pure
// functions of their parameters. And a check of matchings of such lists, from the definition.
#pragma once

#include <cstdint>
#include <string>

#include "hypermatch/device_stable_matching.hpp"

namespace hypermatch::bench {

/// `easy:N`: N agents per side, each proposer lists (1 + eps) ln N random receivers, eps uniform in
/// [0, 1), and these rank them at random (Naim 2017, thesis, Paper IV); `uniform:N`: complete lists
/// in random order, those of receivers too. Waits for the device.
/// @throws Error{invalid_option} for others; Error{resources, device}
[[nodiscard]] DeviceProposers make_device_lists(const DeviceContext& context,
                                                const std::string& spec, std::uint64_t seed);

struct DeviceListsVerdict {
  std::uint64_t pairs = 0;
  std::uint64_t blocking = 0;  ///< entries of pairs that block, and mates that are on no list
};
/// Of receivers with one place each.
[[nodiscard]] DeviceListsVerdict check_on_device(const DeviceContext& context,
                                                 const DeviceProposersView& lists,
                                                 DeviceSpan<const VertexId> mates);

}  // namespace hypermatch::bench
