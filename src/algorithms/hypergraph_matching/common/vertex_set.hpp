// SPDX-License-Identifier: MIT
// A set of vertices as a bitmap: n / 8 bytes, so that it stays in cache where bytes would not.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

class VertexSet {
 public:
  explicit VertexSet(VertexId num_vertices) : words_(num_vertices / 64 + std::size_t{1}, 0) {}

  [[nodiscard]] bool contains(VertexId v) const { return ((words_[v / 64] >> (v % 64)) & 1) != 0; }
  void insert(VertexId v) { words_[v / 64] |= std::uint64_t{1} << (v % 64); }
  void remove(VertexId v) { words_[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }

  [[nodiscard]] bool meets(std::span<const VertexId> pins) const {
    for (const VertexId v : pins) {
      if (contains(v)) return true;
    }
    return false;
  }
  void insert(std::span<const VertexId> pins) {
    for (const VertexId v : pins) insert(v);
  }
  [[nodiscard]] std::uint64_t* words() { return words_.data(); }

 private:
  Array<std::uint64_t> words_;
};

}  // namespace hypermatch::detail::hypergraph_matching
