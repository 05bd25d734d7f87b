// SPDX-License-Identifier: MIT
// Appends to a list that several threads fill at once, block by block, so that they seldom meet at
// its end.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// One thread's. `list` has room for all; `size` is right once all writers are gone.
class LevelWriter {
 public:
  LevelWriter(Array<VertexId>& list, std::size_t& size) : list_(list), size_(size) {}
  LevelWriter(const LevelWriter&) = delete;
  LevelWriter& operator=(const LevelWriter&) = delete;
  ~LevelWriter() { flush(); }

  void push(VertexId vertex) {
    block_[used_++] = vertex;
    if (used_ == block_.size()) flush();
  }

 private:
  void flush() {
    if (used_ == 0) return;
    // Relaxed: only the places must differ; the list is read after the end of the step.
    const std::size_t place =
        std::atomic_ref<std::size_t>(size_).fetch_add(used_, std::memory_order_relaxed);
    std::copy_n(block_.begin(), used_, list_.begin() + place);
    used_ = 0;
  }

  Array<VertexId>& list_;
  std::size_t& size_;
  std::size_t used_ = 0;
  std::array<VertexId, 256> block_;
};

}  // namespace hypermatch::detail::bipartite_matching
