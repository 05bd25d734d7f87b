// SPDX-License-Identifier: MIT
#include "order/passes/sorted_runs.hpp"

#include <algorithm>
#include <queue>
#include <span>

namespace hypermatch::detail::order {

void SortedRuns::sort() {
  std::sort(edges_.begin(), edges_.end(),
            [](const ExternalEdge& a, const ExternalEdge& b) { return a.id < b.id; });
}

void SortedRuns::write_run() {
  sort();
  const std::uint64_t at = scratch_->append(std::as_bytes(std::span(edges_)));
  runs_.push_back({at, edges_.size()});
  edges_.clear();
}

void SortedRuns::for_each(const ExternalSink& sink) {
  if (runs_.empty()) {
    sort();
    sink(edges_);
    return;
  }
  if (!edges_.empty()) write_run();
  edges_ = {};
  struct Reader {
    Run run;
    std::vector<ExternalEdge> buffer;
    std::size_t next = 0;
  };
  const std::size_t room = std::max<std::size_t>(most_ / (runs_.size() + 1), 64);
  std::vector<Reader> readers(runs_.size());
  // Whether an edge is left, which then stands at `next`.
  const auto refill = [&](Reader& reader) {
    if (reader.next < reader.buffer.size()) return true;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room, reader.run.left));
    reader.buffer.resize(count);
    reader.next = 0;
    if (count == 0) return false;
    scratch_->read(reader.run.at, std::as_writable_bytes(std::span(reader.buffer)));
    reader.run.at += count * sizeof(ExternalEdge);
    reader.run.left -= count;
    return true;
  };
  using Head = std::pair<EdgeId, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    readers[i].run = runs_[i];
    if (refill(readers[i])) heads.emplace(readers[i].buffer.front().id, i);
  }
  std::vector<ExternalEdge> merged;
  // Ends: each turn takes an edge.
  while (!heads.empty()) {
    Reader& reader = readers[heads.top().second];
    const std::size_t number = heads.top().second;
    heads.pop();
    merged.push_back(reader.buffer[reader.next++]);
    if (refill(reader)) heads.emplace(reader.buffer[reader.next].id, number);
    if (merged.size() == room || heads.empty()) {
      sink(merged);
      merged.clear();
    }
  }
}

}  // namespace hypermatch::detail::order
