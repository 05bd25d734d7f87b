// SPDX-License-Identifier: MIT
// Sorts, scans and selections over device memory, on CUB. Compiled once, for the few types that
// algorithms use; all are enqueued on the stream and wait for nothing. Results are the same in
// every run. `..._bytes` is the scratch that a call with so many items needs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "parallel/device/arena.hpp"

namespace hypermatch::detail::parallel {

/// Stable sort of (key, value) by the lowest `bits` bits of the key. Input and output must not
/// overlap.
[[nodiscard]] std::size_t radix_sort_bytes(std::uint64_t items);
void radix_sort(DeviceScratch scratch, const std::uint32_t* keys, std::uint32_t* sorted_keys,
                const std::uint32_t* values, std::uint32_t* sorted_values, std::uint64_t items,
                int bits, DeviceStream stream);
[[nodiscard]] std::size_t radix_sort_wide_bytes(std::uint64_t items);
void radix_sort(DeviceScratch scratch, const std::uint64_t* keys, std::uint64_t* sorted_keys,
                const std::uint32_t* values, std::uint32_t* sorted_values, std::uint64_t items,
                DeviceStream stream);

/// sums[i] = values[0] + .. + values[i - 1].
[[nodiscard]] std::size_t exclusive_scan_bytes(std::uint64_t items);
void exclusive_scan(DeviceScratch scratch, const std::uint32_t* values, std::uint64_t* sums,
                    std::uint64_t items, DeviceStream stream);

/// The numbers i, ascending, with flags[i] != 0, and how many they are.
[[nodiscard]] std::size_t select_bytes(std::uint64_t items);
void select(DeviceScratch scratch, const std::uint8_t* flags, std::uint32_t* selected,
            std::uint64_t* count, std::uint64_t items, DeviceStream stream);

}  // namespace hypermatch::detail::parallel
