// SPDX-License-Identifier: MIT
#include "io/formats/hgr/hgr_window.hpp"

#include <algorithm>
#include <utility>

#include "io/source/windows.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

HgrWindowParser::HgrWindowParser(const Context& context, std::size_t chunk_bytes)
    : context_(context),
      chunk_bytes_(chunk_bytes),
      workers_(static_cast<std::size_t>(context.threads())) {}

void HgrWindowParser::cut(const char* begin, const char* end) {
  count_ = 0;
  for (const char* at = begin; at < end; ++count_) {
    if (count_ == chunks_.size()) chunks_.emplace_back();
    chunks_[count_].begin = at;
    at = static_cast<std::size_t>(end - at) <= chunk_bytes_ ? end
                                                            : behind_line(at + chunk_bytes_, end);
    chunks_[count_].end = at;
  }
}

void HgrWindowParser::limit_lines(std::uint64_t most) {
  parallel::run_tasks(context_, count_, [&](std::size_t i) {
    chunks_[i].lines = count_lines(chunks_[i].begin, chunks_[i].end);
  });
  std::uint64_t lines = 0;
  std::size_t kept = 0;
  while (kept < count_ && (lines += chunks_[kept].lines) <= most) ++kept;
  count_ = kept;
}

std::size_t HgrWindowParser::num_bytes() const {
  return count_ == 0 ? 0 : static_cast<std::size_t>(chunks_[count_ - 1].end - chunks_[0].begin);
}

ScanResult HgrWindowParser::append(const HgrShape& shape, std::uint64_t most,
                                   EdgeColumns& columns) {
  most_ = most;
  shape_ = shape;
  columns_ = &columns;
  next_.store(0, std::memory_order_relaxed);
  for (std::size_t i = 0; i < count_; ++i) chunks_[i].arrivals = 0;
  chunks_[0].first_edge = columns.num_edges();
  chunks_[0].first_pin = columns.pins.size();
  chunks_[0].arrivals = 1;
  for (Worker& worker : workers_) worker.scanner = HgrScanner(shape);
  parallel::run_tasks(context_, workers_.size(), [&](std::size_t i) { work(workers_[i]); });
  // The last chunks' places may have become known when their parsers were gone.
  parallel::run_tasks(context_, workers_.size(),
                      [&](std::size_t i) { copy_what_has_a_place(workers_[i]); });
  for (Worker& worker : workers_) {
    for (Parsed& parsed : worker.parsed) worker.spare.push_back(std::move(parsed.columns));
    worker.parsed.clear();
  }

  std::uint64_t edges = columns.num_edges();
  std::uint64_t pins = columns.pins.size();
  ScanResult all;
  all.stop = chunks_[0].begin;
  for (std::size_t i = 0; i < count_ && fits(chunks_[i]); ++i) {
    edges += chunks_[i].edges;
    pins += chunks_[i].pins;
    all.counts += chunks_[i].result.counts;
    all.stop = chunks_[i].end;
  }
  columns.offsets.resize(edges + 1);
  columns.pins.resize(pins);
  if (shape_.weighted) columns.weights.resize(edges);
  return all;
}

void HgrWindowParser::work(Worker& worker) {
  // Ends: every turn takes a chunk.
  while (true) {
    // Relaxed: only which chunk it is comes from this counter.
    const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= count_) return;
    Chunk& chunk = chunks_[i];
    if (worker.spare.empty()) worker.spare.emplace_back();
    EdgeColumns buffer = std::move(worker.spare.back());
    worker.spare.pop_back();
    buffer.clear(columns_->weights.kind());
    // Rounded up, so that the buffer fits the other chunks too.
    const auto bytes = (static_cast<std::size_t>(chunk.end - chunk.begin) | 0xFFFF) + 1;
    buffer.reserve_more(most_pins(bytes), most_edges(bytes, shape_), shape_.weighted);
    chunk.result = worker.scanner.scan(chunk.begin, chunk.end, k_no_limit, buffer);
    chunk.edges = buffer.num_edges();
    chunk.pins = buffer.pins.size();
    chunk.weights = buffer.weights.kind();
    worker.parsed.push_back({i, std::move(buffer)});
    arrive(i);
    copy_what_has_a_place(worker);
  }
}

void HgrWindowParser::arrive(std::size_t i) {
  // Ends: every turn goes to the next chunk.
  while (true) {
    Chunk& chunk = chunks_[i];
    // Releases what the first to come wrote, and acquires it for the second.
    const int before = std::atomic_ref(chunk.arrivals).fetch_add(1, std::memory_order_acq_rel);
    if (before == 0 || !fits(chunk) || ++i == count_) return;
    chunks_[i].first_edge = chunk.first_edge + chunk.edges;
    chunks_[i].first_pin = chunk.first_pin + chunk.pins;
  }
}

// Whether a parsed chunk, whose place is known, can be copied as it is.
bool HgrWindowParser::fits(const Chunk& chunk) const {
  return chunk.result.error_at == nullptr && chunk.weights == columns_->weights.kind() &&
         chunk.first_edge + chunk.edges <= most_;
}

void HgrWindowParser::copy_what_has_a_place(Worker& worker) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < worker.parsed.size(); ++i) {
    Parsed& parsed = worker.parsed[i];
    Chunk& chunk = chunks_[parsed.chunk];
    // Acquires the place.
    if (std::atomic_ref(chunk.arrivals).load(std::memory_order_acquire) == 2 && fits(chunk)) {
      copy(chunk, parsed.columns);
      worker.spare.push_back(std::move(parsed.columns));
    } else {
      if (left != i) worker.parsed[left] = std::move(parsed);
      ++left;
    }
  }
  worker.parsed.erase(worker.parsed.begin() + static_cast<std::ptrdiff_t>(left),
                      worker.parsed.end());
}

void HgrWindowParser::copy(const Chunk& chunk, const EdgeColumns& from) {
  std::copy(from.pins.begin(), from.pins.end(), columns_->pins.data() + chunk.first_pin);
  Offset* const offsets = columns_->offsets.data() + chunk.first_edge + 1;
  for (std::size_t e = 0; e < from.num_edges(); ++e) {
    offsets[e] = from.offsets[e + 1] + chunk.first_pin;
  }
  if (shape_.weighted) columns_->weights.copy_from(from.weights, chunk.first_edge);
}

}  // namespace hypermatch::detail::io
