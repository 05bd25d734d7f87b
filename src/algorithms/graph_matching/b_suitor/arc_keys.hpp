// SPDX-License-Identifier: MIT
// Keys of the arcs of a vertex: image and tie hash, in one word where images have 32 bits, side by
// side where they have 64. Overloads for both, so that proposals and heaps are written once.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/graph_order.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

using NarrowKey = std::uint64_t;

/// Without padding, so that an arc takes 16 bytes.
struct [[gnu::packed, gnu::aligned(4)]] WideKey {
  std::uint64_t image = 0;
  std::uint32_t hash = 0;

  friend bool operator<(const WideKey& a, const WideKey& b) {
    return a.image != b.image ? a.image < b.image : a.hash < b.hash;
  }
  friend bool operator>(const WideKey& a, const WideKey& b) {
    return b < a;
  }
};

template <class Image>
using KeyOf = std::conditional_t<sizeof(Image) == 8, WideKey, NarrowKey>;

template <class Key>
struct KeyedArc {
  Key key = {};
  VertexId head = k_none;  ///< k_none: no arc
};

[[nodiscard]] inline NarrowKey key_of(std::uint32_t image, std::uint32_t hash) {
  return base::make_key(image, hash);
}
[[nodiscard]] inline WideKey key_of(std::uint64_t image, std::uint32_t hash) {
  return {image, hash};
}

[[nodiscard]] inline std::uint32_t image_of(NarrowKey key) {
  return static_cast<std::uint32_t>(key >> 32);
}
[[nodiscard]] inline std::uint64_t image_of(const WideKey& key) {
  return key.image;
}

/// No key is above this one.
template <class Key>
[[nodiscard]] Key highest_key() {
  if constexpr (std::is_same_v<Key, NarrowKey>) {
    return ~NarrowKey{0};
  } else {
    return {~std::uint64_t{0}, ~std::uint32_t{0}};
  }
}

/// Puts into `key` the one right below it; false if there is none.
[[nodiscard]] inline bool step_down(NarrowKey& key) {
  return key-- != 0;
}
[[nodiscard]] inline bool step_down(WideKey& key) {
  if (key.hash-- == 0) return key.image-- != 0;
  return true;
}

/// The bar of a vertex whose lowest suitor has this key, in one word that threads may read while it
/// rises. It passes all higher keys, and wide keys of equal image.
[[nodiscard]] inline std::uint64_t bar_above(NarrowKey lowest) {
  return lowest + (lowest != ~NarrowKey{0} ? 1 : 0);
}
[[nodiscard]] inline std::uint64_t bar_above(const WideKey& lowest) {
  return lowest.image;
}
[[nodiscard]] inline bool passes(NarrowKey key, std::uint64_t bar) {
  return key >= bar;
}
[[nodiscard]] inline bool passes(const WideKey& key, std::uint64_t bar) {
  return key.image >= bar;
}

}  // namespace hypermatch::detail::graph_matching
