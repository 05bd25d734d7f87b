// SPDX-License-Identifier: MIT
// Matched edges, which come by falling key, in ascending order of their numbers.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "hypermatch/external_matching.hpp"
#include "order/external_sort/external_sorter.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::order {

class SortedRuns final : public ExternalEdges {
 public:
  /// The context until `finish` was called.
  SortedRuns(const Context& context, std::shared_ptr<parallel::ScratchFile> scratch,
             std::size_t bytes)
      : sorter_(context, std::move(scratch), bytes) {}

  void add(const ExternalEdge& edge) { sorter_.add(edge); }
  void finish() { sorter_.finish(); }
  void for_each(const ExternalSink& sink) override {
    constexpr std::size_t k_some = 1024;
    std::vector<ExternalEdge> some;
    Sorter::Cursor cursor(sorter_);
    // Ends: each turn takes an edge.
    for (; cursor.peek() != nullptr; cursor.pop()) {
      some.push_back(*cursor.peek());
      if (some.size() < k_some) continue;
      sink(some);
      some.clear();
    }
    if (!some.empty()) sink(some);
  }

 private:
  struct ByNumber {
    static void sort(const Context& context, Array<ExternalEdge>& edges) {
      parallel::radix_sort(context, edges, [](const ExternalEdge& edge) { return edge.id; });
    }
    static bool is_before(const ExternalEdge& a, const ExternalEdge& b) { return a.id < b.id; }
  };
  using Sorter = ExternalSorter<ExternalEdge, ByNumber>;

  Sorter sorter_;
};

}  // namespace hypermatch::detail::order
