// SPDX-License-Identifier: MIT
// What calls on a device ask before they begin.
#pragma once

#include "hypermatch/device_stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// @throws Error{invalid_option}
void check(const DeviceStableOptions& options);

/// The first receiver with more than `k_most_device_places` places, or k_none.
[[nodiscard]] VertexId unserved(const PreferencesView& preferences, OptimalSide optimal);

}  // namespace hypermatch::detail::stable_matching
