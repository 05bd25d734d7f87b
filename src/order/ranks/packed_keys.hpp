// SPDX-License-Identifier: MIT
// Keys in messages: as differences from the lowest one, in as few bytes as they need. Keys of a
// batch lie between two bars, so that mostly 4 to 6 of 8 bytes are sent.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "order/ranks/rank_keys.hpp"

namespace hypermatch::detail::order {

template <class Key>
struct PackedKeys {
  std::uint64_t base = 0;
  std::uint64_t width = sizeof(Key);  ///< bytes of a key
};

/// Appends falling keys to `bytes`. @returns how to read them
template <class Key>
[[nodiscard]] PackedKeys<Key> pack(std::span<const Key> keys, std::vector<std::uint8_t>& bytes) {
  static_assert(std::endian::native == std::endian::little);
  PackedKeys<Key> packed;
  if constexpr (std::is_same_v<Key, NarrowKey>) {
    if (!keys.empty()) {
      packed.base = keys.back();
      const int bits = static_cast<int>(std::bit_width(keys.front() - keys.back()));
      packed.width = static_cast<std::uint64_t>(std::max(1, (bits + 7) / 8));
    }
    bytes.resize(keys.size() * packed.width + sizeof(Key));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint64_t difference = keys[i] - packed.base;
      std::memcpy(bytes.data() + i * packed.width, &difference, sizeof(difference));
    }
  } else {
    bytes.resize(keys.size_bytes());
    if (!keys.empty()) std::memcpy(bytes.data(), keys.data(), keys.size_bytes());
  }
  return packed;
}

/// Key i of those that were packed.
template <class Key>
[[nodiscard]] Key unpack(const PackedKeys<Key>& packed, std::span<const std::uint8_t> bytes,
                         std::size_t i) {
  Key key{};
  std::memcpy(&key, bytes.data() + i * packed.width, sizeof(key));
  if constexpr (std::is_same_v<Key, NarrowKey>) {
    // The bytes behind those of the key are shifted out.
    const auto rest = static_cast<int>(8 * (sizeof(key) - packed.width));
    key = (key << rest >> rest) + packed.base;
  }
  return key;
}

}  // namespace hypermatch::detail::order
