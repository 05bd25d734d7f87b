// SPDX-License-Identifier: MIT
// A set of vertices of a huge instance that numbers its members in ascending order. Pages without a
// member take no memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::order {

class PagedBits {
 public:
  /// Vertices that share a page.
  static constexpr int k_page_bits = 12;

  explicit PagedBits(VertexId num_vertices)
      : num_vertices_(num_vertices),
        page_of_((std::size_t{num_vertices} >> k_page_bits) + 1, k_none) {}

  void insert(VertexId v) {
    std::uint32_t& page = page_of_[v >> k_page_bits];
    if (page == k_none) {
      page = static_cast<std::uint32_t>(pages_.size());
      pages_.emplace_back();
    }
    pages_[page].words[v / 64 % k_words] |= std::uint64_t{1} << (v % 64);
  }
  [[nodiscard]] bool contains(VertexId v) const {
    const std::uint32_t page = page_of_[v >> k_page_bits];
    return page != k_none && (pages_[page].words[v / 64 % k_words] >> (v % 64) & 1) != 0;
  }

  /// Whether a member may lie in the page of v.
  [[nodiscard]] bool has_page(VertexId v) const { return page_of_[v >> k_page_bits] != k_none; }

  /// Numbers the members. @returns how many there are
  std::uint32_t number() {
    std::uint32_t count = 0;
    for (const std::uint32_t page : page_of_) {
      if (page == k_none) continue;
      for (std::size_t i = 0; i < k_words; ++i) {
        pages_[page].before[i] = count;
        count += static_cast<std::uint32_t>(std::popcount(pages_[page].words[i]));
      }
    }
    is_full_ = count == num_vertices_;
    return count;
  }
  /// Numbers the members. @returns them, ascending
  Array<VertexId> members() {
    Array<VertexId> members(number());
    VertexId* out = members.data();
    for (std::size_t p = 0; p < page_of_.size(); ++p) {
      if (page_of_[p] == k_none) continue;
      for (std::size_t i = 0; i < k_words; ++i) {
        for (std::uint64_t word = pages_[page_of_[p]].words[i]; word != 0; word &= word - 1) {
          *out++ = static_cast<VertexId>((p << k_page_bits) + 64 * i +
                                         static_cast<std::size_t>(std::countr_zero(word)));
        }
      }
    }
    return members;
  }
  /// The number of a member, once they are numbered.
  [[nodiscard]] std::uint32_t number_of(VertexId v) const {
    if (is_full_) return v;
    const Page& page = pages_[page_of_[v >> k_page_bits]];
    const std::size_t i = v / 64 % k_words;
    const std::uint64_t below = page.words[i] & ((std::uint64_t{1} << (v % 64)) - 1);
    return page.before[i] + static_cast<std::uint32_t>(std::popcount(below));
  }

 private:
  static constexpr std::size_t k_words = (std::size_t{1} << k_page_bits) / 64;
  static constexpr std::uint32_t k_none = ~std::uint32_t{0};

  struct Page {
    std::uint64_t words[k_words] = {};
    std::uint32_t before[k_words] = {};  // members in front of each word
  };

  VertexId num_vertices_;
  bool is_full_ = false;  // all vertices are members, once they are numbered
  std::vector<std::uint32_t> page_of_;
  std::vector<Page> pages_;
};

}  // namespace hypermatch::detail::order
