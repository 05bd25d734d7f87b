// SPDX-License-Identifier: MIT
// Stable roommates with their first phase on a device.
#pragma once

#include "hypermatch/device_context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/roommates.hpp"

namespace hypermatch {

/// As `irving` on the host, with the same bytes: lists are prepared and rotations eliminated on the
/// host, and the proposals of phase 1 are the device's. Memory on the device 8 bytes and a bit per
/// mutual entry, 28 bytes per agent; stats.device_seconds holds phase 1.
/// @throws as `irving` on the host; Error{unsupported} where rank and number of an entry do not fit
/// a word; Error{device}
[[nodiscard]] StableOrNone irving(const DeviceContext& context, const PreferencesView& preferences,
                                  const RoommatesOptions& options = {});

}  // namespace hypermatch
