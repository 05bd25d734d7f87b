// SPDX-License-Identifier: MIT
// Rows that devices share out to more threads than others.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hypermatch::detail::parallel {

/// Rows above this are heavy: listed once a CSR, and worked on by kernels of their own.
inline constexpr std::uint64_t k_heavy_row = 2048;

/// Room for the lists of heavy rows of any CSR with so many entries.
[[nodiscard]] inline std::size_t heavy_room(std::uint64_t entries) {
  return static_cast<std::size_t>(entries / k_heavy_row) + 1;
}

}  // namespace hypermatch::detail::parallel
