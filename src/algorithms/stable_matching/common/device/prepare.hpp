// SPDX-License-Identifier: MIT
// What calls on a device ask before they begin.
#pragma once

#include "hypermatch/device_stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// @throws Error{invalid_option}
void check(const DeviceStableOptions& options);

/// The first agent with more places than a device serves, or k_none: proposers have one, receivers
/// `k_most_device_places`.
[[nodiscard]] VertexId unserved(const PreferencesView& preferences, OptimalSide optimal);

}  // namespace hypermatch::detail::stable_matching
