// SPDX-License-Identifier: MIT
// The priority queue of Dijkstra's algorithm: a heap of four children per node, so that items that
// are far, as most are, are entered by one comparison.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
class NearestQueue {
 public:
  struct Item {
    T distance;
    VertexId column;
    VertexId row;
  };

  void clear() { heap_.clear(); }
  void push(const Item& item) {
    std::size_t place = heap_.size();
    heap_.push_back(item);
    // Ends: the place falls.
    while (place > 0) {
      const std::size_t parent = (place - 1) / 4;
      if (heap_[parent].distance <= item.distance) break;
      heap_[place] = heap_[parent];
      place = parent;
    }
    heap_[place] = item;
  }
  /// Takes the nearest item, if it is nearer than `end`.
  bool pop(T end, Item& item) {
    if (heap_.empty() || heap_.front().distance >= end) return false;
    item = heap_.front();
    const Item last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    std::size_t place = 0;
    // Ends: the place rises.
    while (4 * place + 1 < size) {
      std::size_t least = 4 * place + 1;
      for (std::size_t child = least + 1; child < std::min(4 * place + 5, size); ++child) {
        if (heap_[child].distance < heap_[least].distance) least = child;
      }
      if (heap_[least].distance >= last.distance) break;
      heap_[place] = heap_[least];
      place = least;
    }
    if (size > 0) heap_[place] = last;
    return true;
  }

 private:
  std::vector<Item> heap_;
};

}  // namespace hypermatch::detail::bipartite_matching
