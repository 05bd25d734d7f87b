// SPDX-License-Identifier: MIT
// Thresholds of batches of edges of falling key, and of the buckets in a batch, placed by a sample.
// Shared by all algorithms that take edges in batches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "order/bucket_store.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::order {

/// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low;
  std::uint64_t high;
};

/// Sizes of batches. They change the time, never the answer.
struct BatchTuning {
  /// At most this many edges are matched by one thread, in one or two batches.
  std::size_t few = parallel::threshold(std::size_t{8192});
  /// Edges drawn to place thresholds; of smaller instances one of `edges_a_draw`, but an eighth of
  /// this at least.
  std::size_t sample = 4096;
  std::size_t edges_a_draw = 256;
  /// Share of the edges in the first batch: nothing can be filtered yet, but what it takes kills
  /// most edges of the second.
  double first_share = 0.1;
  /// Share of all edges that may survive the filter of one batch, so that records stay a small part
  /// of the memory.
  double batch_share = 0.13;
  /// Share of the edges for whose records there is room; more survivors repeat the batch.
  double capacity_share = 0.25;
  /// No batch is planned smaller, no room is smaller than 8 of these.
  std::size_t min_batch = parallel::grain(4096, 64);
  /// Survivors that a bucket should have.
  std::size_t bucket = parallel::grain(2048, 16);
  /// Threads from which on a batch is taken by reservations, where the problem allows for that.
  int reserve_from_threads = parallel::threshold(8, 4);
  /// Undecided edges that are not worth a round of reservations.
  std::size_t few_undecided = parallel::threshold(std::size_t{2048});
  /// Lists of fewer edges are not looked at for being sorted by weights, 2 at least.
  std::size_t least_scanned = 1024;
};

/// `Edge`: all that it takes to see whether a sampled edge is alive.
template <class Edge>
class BatchThresholds {
 public:
  /// Thresholds are multiples of `key_step`, a power of two; the keys of the sample must be, too.
  BatchThresholds(std::size_t num_edges, const BatchTuning& tuning, std::uint64_t key_step = 1)
      : num_edges_(num_edges), tuning_(tuning), key_step_(key_step) {}

  /// Survivors that a batch should have.
  [[nodiscard]] std::size_t edges_of_batch() const { return share_of_edges(tuning_.batch_share); }
  /// Survivors that there should be room for.
  [[nodiscard]] std::size_t room() const {
    return std::min(num_edges_, std::max(share_of_edges(tuning_.capacity_share),
                                         8 * std::max(tuning_.min_batch, std::size_t{1})));
  }

  /// Draws edges at random places (all edges where there are few), with replacement;
  /// draw_edge(place, add) calls add(key, edge) of those that are eligible.
  template <class DrawEdge>
  void draw(const DrawEdge& draw_edge) {
    const std::size_t draws = std::min(
        num_edges_,
        std::clamp(num_edges_ / tuning_.edges_a_draw, tuning_.sample / 8 + 1, tuning_.sample + 1));
    edges_a_draw_ = static_cast<double>(num_edges_) / static_cast<double>(draws);
    sample_.reserve(draws);
    const auto add = [&](std::uint64_t key, const Edge& edge) { sample_.push_back({key, edge}); };
    for (std::size_t i = 0; i < draws; ++i) {
      draw_edge(draws == num_edges_ ? i : base::below(base::hash(0, i), num_edges_), add);
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
  }

  /// The lowest key of the next batch, such that about its share of the edges survives the filter
  /// (up to half more if that makes it the last); puts the splitters of its buckets in place.
  template <class IsAlive>
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high, const IsAlive& is_alive,
                                         KeySplitters& splitters) {
    const bool first = high == std::numeric_limits<std::uint64_t>::max();
    const std::size_t batch =
        std::max(first ? share_of_edges(tuning_.first_share) : edges_of_batch(), tuning_.min_batch);
    const auto limit = static_cast<std::size_t>(static_cast<double>(batch) / edges_a_draw_) + 1;
    alive_.clear();
    for (std::size_t i = 0; i < sample_.size() && alive_.size() < limit + limit / 2; ++i) {
      const auto& [key, edge] = sample_[i];
      if (key <= high && is_alive(edge)) alive_.push_back(key);
    }
    const bool last = alive_.size() < limit + limit / 2;
    if (!last) alive_.resize(limit);
    place(splitters);
    return last ? 0 : alive_.back();
  }

  /// Whether no threshold parts the range.
  [[nodiscard]] bool has_one_step(const KeyRange& range) const {
    return range.high - range.low < key_step_;
  }
  /// After an overflow of a range of more than one step: a range of fewer, by the sample where it
  /// can tell, else half.
  [[nodiscard]] std::uint64_t raise_low(const KeyRange& range, KeySplitters& splitters) {
    while (!alive_.empty() && alive_.back() <= range.low) alive_.pop_back();
    std::uint64_t low = range.low + (((range.high - range.low) / 2 + key_step_) & -key_step_);
    if (alive_.size() > 1) {
      low = alive_[alive_.size() / 2];
      alive_.resize(alive_.size() / 2 + 1);
    }
    place(splitters);
    return low;
  }

 private:
  [[nodiscard]] std::size_t share_of_edges(double share) const {
    return static_cast<std::size_t>(share * static_cast<double>(num_edges_));
  }

  struct SampleEdge {
    std::uint64_t key;
    Edge edge;
  };

  void place(KeySplitters& splitters) const {
    const double expected = static_cast<double>(alive_.size()) * edges_a_draw_;
    const std::size_t buckets =
        std::clamp(static_cast<std::size_t>(expected / static_cast<double>(tuning_.bucket)),
                   std::size_t{1}, std::min(KeySplitters::k_max_buckets, alive_.size() + 1));
    std::vector<std::uint64_t> falling;
    for (std::size_t b = 1; b < buckets; ++b) {
      falling.push_back(alive_[b * alive_.size() / buckets]);
    }
    falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
    splitters.assign(falling);
  }

  std::size_t num_edges_;
  BatchTuning tuning_;
  std::uint64_t key_step_;
  std::vector<SampleEdge> sample_;    // falling
  std::vector<std::uint64_t> alive_;  // falling keys of the sampled edges that live in this batch
  double edges_a_draw_ = 1;
};

}  // namespace hypermatch::detail::order
