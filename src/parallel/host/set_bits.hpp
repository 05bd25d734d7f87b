// SPDX-License-Identifier: MIT
// The numbers of the bits that are set in a bitmap.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/large_vector.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// Bit i is bit i % 64 of word i / 64. Ascending.
[[nodiscard]] inline std::vector<std::uint32_t> set_bits(const Context& context,
                                                         std::span<const std::uint64_t> words) {
  constexpr std::size_t k_words = grain(4096);
  const std::size_t chunks = (words.size() + k_words - 1) / k_words;
  const auto words_of = [&](std::size_t chunk) {
    return words.subspan(chunk * k_words, std::min(k_words, words.size() - chunk * k_words));
  };
  std::vector<std::size_t> begins(chunks + 1, 0);
  for_each(
      context, chunks,
      [&](std::size_t chunk) {
        for (const std::uint64_t word : words_of(chunk)) {
          begins[chunk + 1] += static_cast<std::size_t>(std::popcount(word));
        }
      },
      1);
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::uint32_t> numbers = filled_vector(begins.back(), std::uint32_t{0});
  for_each(
      context, chunks,
      [&](std::size_t chunk) {
        std::uint32_t* out = numbers.data() + begins[chunk];
        std::size_t base = chunk * k_words * 64;
        for (std::uint64_t word : words_of(chunk)) {
          for (; word != 0; word &= word - 1) {
            *out++ =
                static_cast<std::uint32_t>(base + static_cast<std::size_t>(std::countr_zero(word)));
          }
          base += 64;
        }
      },
      1);
  return numbers;
}

}  // namespace hypermatch::detail::parallel
