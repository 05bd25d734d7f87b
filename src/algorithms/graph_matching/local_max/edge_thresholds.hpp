// SPDX-License-Identifier: MIT
// Where batches of edges, and the buckets of a batch, begin and end: thresholds from a sample.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/graph_matching/local_max/filtered.hpp"
#include "algorithms/graph_matching/matched_vertices.hpp"
#include "base/random.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/bucket_store.hpp"

namespace hypermatch::detail::graph_matching {

/// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low;
  std::uint64_t high;
};

class EdgeThresholds {
 public:
  EdgeThresholds(std::span<const GraphEdge> edges, const EdgeTuning& tuning, std::size_t threads)
      : edges_(edges),
        tuning_(tuning),
        bucket_(threads == 1 ? tuning.bucket : std::max(tuning.bucket / 2, std::size_t{1})) {}

  [[nodiscard]] std::size_t share_of_edges(double share) const {
    return static_cast<std::size_t>(share * static_cast<double>(edges_.size()));
  }
  /// That a batch should have.
  [[nodiscard]] std::size_t edges_of_batch() const { return share_of_edges(tuning_.batch_share); }

  /// Draws keys of eligible edges at random places (all edges where there are few).
  template <class KeyOf, class Eligible>
  void draw(const KeyOf& key_of, const Eligible& eligible) {
    const std::size_t m = edges_.size();
    const std::size_t draws =
        std::min(m, std::clamp(m / 256, tuning_.sample / 8 + 1, tuning_.sample + 1));
    edges_a_draw_ = static_cast<double>(m) / static_cast<double>(draws);
    for (std::size_t i = 0; i < draws; ++i) {
      const std::size_t e = draws == m ? i : base::below(base::hash(0, i), m);
      if (eligible(e)) sample_.push_back({key_of(e), edges_[e]});
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
  }

  /// The lowest key of the next batch, such that about batch_share of the edges survive the filter
  /// (up to half more if that makes it the last); puts the splitters of its buckets in place.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high, const MatchedVertices& matched,
                                         parallel::KeySplitters& splitters) {
    const bool first = high == std::numeric_limits<std::uint64_t>::max();
    const std::size_t batch = std::max(
        share_of_edges(first ? tuning_.first_share : tuning_.batch_share), tuning_.min_batch);
    const auto limit = static_cast<std::size_t>(static_cast<double>(batch) / edges_a_draw_) + 1;
    alive_.clear();
    for (std::size_t i = 0; i < sample_.size() && alive_.size() < limit + limit / 2; ++i) {
      const auto& [key, edge] = sample_[i];
      if (key > high || (matched.contains(edge.u) | matched.contains(edge.v)) != 0) continue;
      alive_.push_back(key);
    }
    const bool last = alive_.size() < limit + limit / 2;
    if (!last) alive_.resize(limit);
    place(splitters);
    return last ? 0 : alive_.back();
  }

  /// After an overflow of a range of more than one key: a range of fewer, by the sample where it
  /// can tell, else half.
  [[nodiscard]] std::uint64_t raise_low(const KeyRange& range, parallel::KeySplitters& splitters) {
    while (!alive_.empty() && alive_.back() <= range.low) alive_.pop_back();
    std::uint64_t low = range.low + (range.high - range.low) / 2 + 1;
    if (alive_.size() > 1) {
      low = std::max(range.low + 1, alive_[alive_.size() / 2]);
      alive_.resize(alive_.size() / 2 + 1);
    }
    place(splitters);
    return low;
  }

 private:
  struct SampleEdge {
    std::uint64_t key;
    GraphEdge edge;
  };

  void place(parallel::KeySplitters& splitters) const {
    const double expected = static_cast<double>(alive_.size()) * edges_a_draw_;
    const std::size_t buckets = std::clamp(
        static_cast<std::size_t>(expected / static_cast<double>(bucket_)), std::size_t{1},
        std::min(parallel::KeySplitters::k_max_buckets, alive_.size() + 1));
    std::vector<std::uint64_t> falling;
    for (std::size_t b = 1; b < buckets; ++b) {
      falling.push_back(alive_[b * alive_.size() / buckets]);
    }
    falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
    splitters.assign(falling);
  }

  std::span<const GraphEdge> edges_;
  EdgeTuning tuning_;
  std::size_t bucket_;                // survivors of one
  std::vector<SampleEdge> sample_;    // falling
  std::vector<std::uint64_t> alive_;  // falling keys of the sampled edges that live in this batch
  double edges_a_draw_ = 1;
};

}  // namespace hypermatch::detail::graph_matching
