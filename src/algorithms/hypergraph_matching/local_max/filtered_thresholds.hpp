// SPDX-License-Identifier: MIT
// Where the batches of filtered local max, and the buckets of a batch, begin and end: thresholds
// from a sample of the edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/filtered_records.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "base/random.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low;
  std::uint64_t high;
};

class FilteredThresholds {
 public:
  FilteredThresholds(const HypergraphView& hypergraph, const FilteredTuning& tuning)
      : hypergraph_(hypergraph), tuning_(tuning), m_(hypergraph.num_edges()) {}

  [[nodiscard]] std::size_t share_of_edges(double share) const {
    return static_cast<std::size_t>(share * static_cast<double>(m_));
  }

  /// Draws falling keys of eligible edges at random places (all edges where there are few).
  template <class KeyOf, class Eligible>
  void draw(const KeyOf& key_of, const Eligible& eligible) {
    const std::size_t draws =
        std::min(m_, std::clamp(m_ / 64, tuning_.sample / 8 + 1, tuning_.sample + 1));
    edges_a_draw_ = static_cast<double>(m_) / static_cast<double>(draws);
    sample_.reserve(draws);
    for (std::size_t i = 0; i < draws; ++i) {
      const auto e = static_cast<EdgeId>(draws == m_ ? i : base::below(base::hash(0, i), m_));
      if (eligible(e)) sample_.push_back({key_of(e), e});
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
    sample_.erase(std::unique(sample_.begin(), sample_.end(),
                              [](const auto& a, const auto& b) { return a.key == b.key; }),
                  sample_.end());
  }

  /// The lowest key of the next batch, such that about batch_share of the edges survive the
  /// filter (up to half more if that makes it the last); puts the splitters of its buckets in
  /// place.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high, const MatchedVertices& matched,
                                         FilteredSplitters& splitters) {
    const bool first = high == std::numeric_limits<std::uint64_t>::max();
    const std::size_t batch = std::max(
        share_of_edges(first ? tuning_.first_share : tuning_.batch_share), tuning_.min_batch);
    const auto limit = static_cast<std::size_t>(static_cast<double>(batch) / edges_a_draw_) + 1;
    alive_.clear();
    for (std::size_t i = 0; i < sample_.size() && alive_.size() < limit + limit / 2; ++i) {
      if (sample_[i].key > high) continue;
      const std::span<const VertexId> pins = hypergraph_.pins_of(sample_[i].edge);
      if (!matched.meets(pins.data(), pins.size())) alive_.push_back(sample_[i].key);
    }
    const bool last = alive_.size() < limit + limit / 2;
    if (!last) alive_.resize(limit);
    place(splitters);
    return last ? 0 : alive_.back();
  }

  /// After an overflow: a range of fewer keys, by the sample where it can tell, else half.
  [[nodiscard]] std::uint64_t raise_low(const KeyRange& range, FilteredSplitters& splitters) {
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
    EdgeId edge;
  };

  void place(FilteredSplitters& splitters) const {
    const double expected = static_cast<double>(alive_.size()) * edges_a_draw_;
    const std::size_t buckets =
        std::clamp(static_cast<std::size_t>(expected / static_cast<double>(tuning_.bucket)),
                   std::size_t{1}, std::min(FilteredSplitters::k_max_buckets, alive_.size() + 1));
    std::vector<std::uint64_t> falling;
    for (std::size_t b = 1; b < buckets; ++b) {
      falling.push_back(alive_[b * alive_.size() / buckets]);
    }
    falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
    splitters.assign(falling);
  }

  const HypergraphView hypergraph_;
  const FilteredTuning tuning_;
  const std::size_t m_;
  std::vector<SampleEdge> sample_;    // falling
  std::vector<std::uint64_t> alive_;  // falling keys of the sampled edges that live in this batch
  double edges_a_draw_ = 1;
};

}  // namespace hypermatch::detail::hypergraph_matching
