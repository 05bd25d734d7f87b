// SPDX-License-Identifier: MIT
// Vectors that are returned to callers, large, whose pages all threads ask for: of what many
// threads fill in milliseconds, fresh pages from one thread are the largest part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/large_vector.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// `size` copies of `value`. @throws Error{resources}
template <class T>
[[nodiscard]] std::vector<T> filled_by_threads(const Context& context, std::size_t size,
                                               const T& value) {
  return detail::filled_vector(size, value, [&](void* memory, std::size_t bytes) {
    constexpr std::size_t k_part = std::size_t{4} << 20;  // two huge pages
    char* const begin = static_cast<char*>(memory);
    run_tasks(context, (bytes + k_part - 1) / k_part, [&](std::size_t part) {
      populate_pages(begin + part * k_part, std::min(k_part, bytes - part * k_part));
    });
  });
}

}  // namespace hypermatch::detail::parallel
