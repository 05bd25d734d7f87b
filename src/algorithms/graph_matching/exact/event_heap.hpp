// SPDX-License-Identifier: MIT
// Binary heap of a search's events, the earliest at its top. Events are never changed: one that no
// longer holds is dropped where it is popped.
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/graph_matching/exact/exact_rows.hpp"

namespace hypermatch::detail::graph_matching::exact {

/// An edge from an even vertex to another one, or to itself.
struct Event {
  Value key = 0;
  VertexId u = 0;
  VertexId v = 0;
};

class EventHeap {
 public:
  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] const Event& top() const { return events_.front(); }
  /// The key of the top, or `otherwise`.
  [[nodiscard]] Value least(Value otherwise) const {
    return events_.empty() ? otherwise : events_.front().key;
  }
  void clear() { events_.clear(); }

  void push(const Event& event) {
    events_.push_back(event);
    std::size_t at = events_.size() - 1;
    while (at > 0) {
      const std::size_t parent = (at - 1) / 2;
      if (events_[parent].key <= event.key) break;
      events_[at] = events_[parent];
      at = parent;
    }
    events_[at] = event;
  }

  void pop() {
    const Event last = events_.back();
    events_.pop_back();
    const std::size_t size = events_.size();
    if (size == 0) return;
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && events_[child + 1].key < events_[child].key) ++child;
      if (events_[child].key >= last.key) break;
      events_[at] = events_[child];
      at = child;
    }
    events_[at] = last;
  }

 private:
  std::vector<Event> events_;
};

}  // namespace hypermatch::detail::graph_matching::exact
