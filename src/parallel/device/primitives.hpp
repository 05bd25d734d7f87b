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

/// How many bytes are equal to `value`.
[[nodiscard]] std::size_t count_equal_bytes(std::uint64_t items);
void count_equal(DeviceScratch scratch, const std::uint8_t* bytes, std::uint8_t value,
                 std::uint64_t* count, std::uint64_t items, DeviceStream stream);

/// Rows and entries of a CSR that stand before one: a prefix sum of both at once.
struct RowsBefore {
  std::uint64_t entries;
  std::uint32_t rows;
};

/// Computes before[row] for row = 0 .. items: the number of kept rows before `row`, and of their
/// entries. Rows with keep[row] == value are kept. The last element holds the totals.
[[nodiscard]] std::size_t scan_kept_rows_bytes(std::uint64_t items);
void scan_kept_rows(DeviceScratch scratch, const std::uint64_t* offsets, const std::uint8_t* keep,
                    std::uint8_t value, RowsBefore* before, std::uint64_t items,
                    DeviceStream stream);
/// Computes before[row] for rows of the given sizes. Empty rows are not kept.
void scan_sized_rows(DeviceScratch scratch, const std::uint32_t* sizes, RowsBefore* before,
                     std::uint64_t items, DeviceStream stream);

/// numbers[p] -> renumbered[numbers[p]], in order, leaving out those that become k_none; and how
/// many are left.
[[nodiscard]] std::size_t select_renumbered_bytes(std::uint64_t items);
void select_renumbered(DeviceScratch scratch, const std::uint32_t* numbers,
                       const std::uint32_t* renumbered, std::uint32_t* selected,
                       std::uint64_t* count, std::uint64_t items, DeviceStream stream);

}  // namespace hypermatch::detail::parallel
