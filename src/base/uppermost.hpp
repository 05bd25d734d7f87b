// SPDX-License-Identifier: MIT
// The k-th key from above.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace hypermatch::detail::base {

/// The lowest of the `room` uppermost keys, or 0 where there are no more than that. Permutes the
/// keys. `room` > 0. Expected work O(keys).
[[nodiscard]] inline std::uint64_t lowest_of_uppermost(std::span<std::uint64_t> keys,
                                                       std::uint32_t room) {
  if (keys.size() <= room) return 0;
  const auto lowest = keys.begin() + static_cast<std::ptrdiff_t>(room - 1);
  std::nth_element(keys.begin(), lowest, keys.end(), std::greater<>());
  return *lowest;
}

}  // namespace hypermatch::detail::base
