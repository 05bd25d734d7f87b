// SPDX-License-Identifier: MIT
// Vectors that are returned to callers, large, and filled at once.
#pragma once

#include <cstddef>
#include <vector>

#include "hypermatch/array.hpp"

namespace hypermatch::detail {

/// Asks for huge pages under memory that is not an `Array`'s, which has asked for them. Does
/// nothing where the system can't.
void advise_huge_pages(void* memory, std::size_t bytes) noexcept;

/// Asks for the pages under memory that is about to be written, all at once: one fault per page
/// costs several times as much. By several threads at once for parts of one array: it excludes no
/// other. Does nothing where the system can't.
void populate_pages(void* memory, std::size_t bytes) noexcept;

/// `size` copies of `value`; populate(memory, bytes) asks for the pages of a large one.
/// @throws Error{resources}
template <class T, class Populate>
[[nodiscard]] std::vector<T> filled_vector(std::size_t size, const T& value,
                                           const Populate& populate) {
  constexpr std::size_t k_large = std::size_t{1} << 20;  // bytes
  std::vector<T> items;
  if (size <= items.max_size()) check_memory(size * sizeof(T));
  items.reserve(size);
  if (size * sizeof(T) >= k_large) {
    advise_huge_pages(items.data(), size * sizeof(T));
    populate(static_cast<void*>(items.data()), size * sizeof(T));
  }
  items.resize(size, value);
  return items;
}
/// As above, on the calling thread.
template <class T>
[[nodiscard]] std::vector<T> filled_vector(std::size_t size, const T& value) {
  return filled_vector(size, value, populate_pages);
}

}  // namespace hypermatch::detail
