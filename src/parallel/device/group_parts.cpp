// SPDX-License-Identifier: MIT
#include "parallel/device/group_parts.hpp"

#include <algorithm>
#include <map>

namespace hypermatch::detail::parallel {

std::vector<std::uint32_t> firsts_of_parts(std::span<const Offset> offsets, std::size_t num_parts,
                                           std::uint32_t unit) {
  // No offsets stand for no rows.
  const auto rows = static_cast<std::uint32_t>(offsets.empty() ? 0 : offsets.size() - 1);
  const std::uint64_t all = rows + (offsets.empty() ? 0 : offsets.back());
  std::vector<std::uint32_t> firsts(num_parts + 1, rows);
  std::uint32_t low = 0;
  for (std::size_t p = 0; p < num_parts; ++p) {
    const std::uint64_t before = all / num_parts * p;
    std::uint32_t high = rows;
    // Ends: the range of rows becomes smaller.
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (offsets[middle] + middle < before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    firsts[p] = low / unit * unit;
  }
  return firsts;
}

std::uint64_t peak_of_devices(const DeviceGroup& devices, std::span<const std::uint64_t> bytes) {
  std::map<int, std::uint64_t> held;
  std::uint64_t most = 0;
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    most = std::max(most, held[devices[p].device()] += bytes[p]);
  }
  return most;
}

}  // namespace hypermatch::detail::parallel
