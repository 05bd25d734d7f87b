// SPDX-License-Identifier: MIT
// Local max, filtered: the greedy matching of the one order (local max: Reinstaedtler, Schulz,
// Sitchinava, Walliser 2026) without a full sort and without incidence. Guarantee as greedy's.
//
// Edges are taken in batches of falling key, between thresholds from a sample. A pass over the CSR
// drops an edge of the batch at its first matched pin, and most edges die there; survivors become
// records in buckets of falling key. Then bucket after bucket is filtered again, sorted and
// committed in order of the key, which is greedy by definition. With several threads, buckets are
// prepared against a bitmap that lags behind while the one before is committed: commits check
// again. Expected work O(pins) and a few passes over the weights; memory 6 bytes an edge and n / 8.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/hypergraph_matching/edge_priorities.hpp"
#include "algorithms/hypergraph_matching/guarantee.hpp"
#include "algorithms/hypergraph_matching/local_max/filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/filtered_records.hpp"
#include "algorithms/hypergraph_matching/local_max/filtered_sort.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "base/edge_order.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

using base::make_key;
using base::TieMixer;

// Edges whose keys are computed together.
constexpr std::size_t k_block = FilteredStore::k_most_appended;
constexpr std::size_t k_chunk = 64 * k_block;  // edges a thread takes at a time

// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low;
  std::uint64_t high;
};

template <class Priority, class Eligible>
class Filtered {
 public:
  Filtered(const Context& context, const HypergraphView& hypergraph, const OrderOptions& order,
           const FilteredTuning& tuning, Priority priority, Eligible eligible)
      : context_(context),
        tuning_(tuning),
        m_(hypergraph.num_edges()),
        offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        num_vertices_(hypergraph.num_vertices),
        mix_(order.seed),
        priority_(priority),
        eligible_(eligible),
        threads_(static_cast<std::size_t>(context.threads())),
        matched_(hypergraph.num_vertices),
        // One thread never lags behind.
        lagging_(threads_ == 1 ? 0 : hypergraph.num_vertices),
        chosen_(m_ / 64 + 1, 0),
        store_(std::min(m_, std::max(share_of_edges(tuning.capacity_share),
                                     8 * std::max(tuning.min_batch, std::size_t{1}))),
               threads_),
        stages_(threads_),
        slots_(threads_ == 1 ? 1 : std::max(2 * threads_, tuning.wave)),
        ready_(slots_.size()) {}

  HypergraphMatching run() {
    draw_sample();
    std::uint64_t batches = 0;
    KeyRange range{0, std::numeric_limits<std::uint64_t>::max()};
    // Ends: each turn either commits a non-empty range of keys, or halves one that was too full.
    while (true) {
      context_.check_cancelled();
      range.low = choose_low(range.high);
      // Ends: a range of at most `capacity` keys cannot overflow, and each turn is smaller.
      while (!collect(range)) range.low = raise_low(range);
      commit_batch();
      ++batches;
      context_.report({"solve", ~range.low >> 32, std::numeric_limits<std::uint32_t>::max()});
      if (range.low == 0) break;
      range.high = range.low - 1;
    }
    HypergraphMatching matching;
    matching.edges = chosen_edges();
    matching.stats.rounds = batches;
    return matching;
  }

 private:
  struct SampleEdge {
    std::uint64_t key;
    EdgeId edge;
  };

  // An edge of a prepared bucket. Everything that the commit needs of a small edge, side by side in
  // the order of the key: another thread prepared it, so each line has to come from its cache.
  struct Candidate {
    EdgeId edge;
    VertexId pins[FilteredRecord::k_inline_pins];  // the last is k_none for a large edge
  };
  struct Slot {
    FilteredSortSpace space;
    Array<Candidate> candidates;
    std::size_t count = 0;
  };

  [[nodiscard]] std::size_t share_of_edges(double share) const {
    return static_cast<std::size_t>(share * static_cast<double>(m_));
  }
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return make_key(priority_(e), mix_(static_cast<std::uint32_t>(e)));
  }
  [[nodiscard]] EdgeId edge_of(std::uint64_t key) const {
    return mix_.inverse(static_cast<std::uint32_t>(key));
  }

  [[nodiscard]] Offset size_of(EdgeId e) const {
    return offsets_[e + std::size_t{1}] - offsets_[e];
  }
  [[nodiscard]] static std::uint64_t meets_inline(const MatchedVertices& matched,
                                                  const FilteredRecord& record) {
    return matched.contains(record.pins[0]) | matched.contains(record.pins[1]) |
           matched.contains(record.pins[2]);
  }

  // Falling keys of eligible edges at random places (all edges where there are few).
  void draw_sample() {
    const std::size_t draws =
        std::min(m_, std::clamp(m_ / 64, tuning_.sample / 8 + 1, tuning_.sample + 1));
    edges_a_draw_ = static_cast<double>(m_) / static_cast<double>(draws);
    sample_.reserve(draws);
    for (std::size_t i = 0; i < draws; ++i) {
      const auto e = static_cast<EdgeId>(draws == m_ ? i : base::below(base::hash(0, i), m_));
      if (eligible_(e)) sample_.push_back({key_of(e), e});
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
    sample_.erase(std::unique(sample_.begin(), sample_.end(),
                              [](const auto& a, const auto& b) { return a.key == b.key; }),
                  sample_.end());
  }

  // The lowest key of the next batch, such that about batch_share of the edges survive the
  // filter (up to half more if that makes it the last); puts the splitters of its buckets in place.
  std::uint64_t choose_low(std::uint64_t high) {
    const bool first = high == std::numeric_limits<std::uint64_t>::max();
    const std::size_t batch = std::max(
        share_of_edges(first ? tuning_.first_share : tuning_.batch_share), tuning_.min_batch);
    const auto limit = static_cast<std::size_t>(static_cast<double>(batch) / edges_a_draw_) + 1;
    alive_.clear();
    for (std::size_t i = 0; i < sample_.size() && alive_.size() < limit + limit / 2; ++i) {
      if (sample_[i].key > high) continue;
      const Offset begin = offsets_[sample_[i].edge];
      const Offset size = offsets_[sample_[i].edge + std::size_t{1}] - begin;
      if (!matched_.meets(pins_ + begin, size)) alive_.push_back(sample_[i].key);
    }
    const bool last = alive_.size() < limit + limit / 2;
    if (!last) alive_.resize(limit);
    place_splitters();
    return last ? 0 : alive_.back();
  }

  void place_splitters() {
    const double expected = static_cast<double>(alive_.size()) * edges_a_draw_;
    const std::size_t buckets =
        std::clamp(static_cast<std::size_t>(expected / static_cast<double>(tuning_.bucket)),
                   std::size_t{1}, std::min(FilteredSplitters::k_max_buckets, alive_.size() + 1));
    std::vector<std::uint64_t> falling;
    for (std::size_t b = 1; b < buckets; ++b) {
      falling.push_back(alive_[b * alive_.size() / buckets]);
    }
    falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
    splitters_.assign(falling);
  }

  // After an overflow: a range of fewer keys, by the sample where it can tell, else half.
  std::uint64_t raise_low(const KeyRange& range) {
    while (!alive_.empty() && alive_.back() <= range.low) alive_.pop_back();
    std::uint64_t low = range.low + (range.high - range.low) / 2 + 1;
    if (alive_.size() > 1) {
      low = std::max(range.low + 1, alive_[alive_.size() / 2]);
      alive_.resize(alive_.size() / 2 + 1);
    }
    place_splitters();
    return low;
  }

  // Fills the store with the surviving edges of the range; false if they do not fit.
  bool collect(const KeyRange& range) {
    store_.clear();
    // Relaxed: the counter only hands out chunks.
    std::atomic<std::size_t> next_chunk = 0;
    const std::size_t chunks = (m_ + k_chunk - 1) / k_chunk;
    parallel::run_tasks(context_, std::min(threads_, chunks), [&](std::size_t task) {
      FilteredStore::Stage& stage = stages_[task];
      stage.size = 0;
      // Ends: the counter only grows.
      while (true) {
        const std::size_t chunk = next_chunk.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunks || store_.overflowed()) break;
        const std::size_t end = std::min(m_, (chunk + 1) * k_chunk);
        for (std::size_t e = chunk * k_chunk; e < end; e += k_block) {
          if (stage.full()) store_.flush(stage, splitters_);
          filter_block(e, std::min(k_block, end - e), range, stage);
        }
      }
      store_.flush(stage, splitters_);
    });
    return !store_.overflowed();
  }

  // Appends the surviving edges of the range among first .. first + count - 1 to the stage.
  void filter_block(std::size_t first, std::size_t count, const KeyRange& range,
                    FilteredStore::Stage& stage) const {
    std::uint64_t keys[k_block];
    std::uint32_t selected[k_block];
    const std::uint64_t width = range.high - range.low;
    for (std::size_t i = 0; i < count; ++i) keys[i] = key_of(first + i);
    std::size_t num_selected = 0;
    for (std::size_t i = 0; i < count; ++i) {
      selected[num_selected] = static_cast<std::uint32_t>(i);
      num_selected += keys[i] - range.low <= width ? 1 : 0;
    }
    if (4 * num_selected < count) {
      // A sparse choice: the lines between are skipped, so ask for all that are needed at once.
      for (std::size_t j = 0; j < num_selected; ++j) {
        __builtin_prefetch(offsets_ + first + selected[j]);
      }
      for (std::size_t j = 0; j < num_selected; ++j) {
        __builtin_prefetch(pins_ + offsets_[first + selected[j]]);
      }
    }
    FilteredRecord* out = stage.records.data() + stage.size;
    for (std::size_t j = 0; j < num_selected; ++j) {
      const std::size_t e = first + selected[j];
      const Offset begin = offsets_[e];
      const Offset size = offsets_[e + 1] - begin;
      if (!eligible_(e)) continue;
      const VertexId* pins = pins_ + begin;
      const std::uint64_t has_second = size > 1 ? 1 : 0;
      const std::uint64_t has_third = size > 2 ? 1 : 0;
      const std::uint64_t is_large = size > FilteredRecord::k_inline_pins ? 1 : 0;
      const VertexId p0 = pins[0];
      const VertexId p1 = pins[has_second];
      const VertexId p2 = pins[has_second + has_third];
      std::uint64_t alive =
          1 - (matched_.contains(p0) | matched_.contains(p1) | matched_.contains(p2));
      if ((alive & is_large) != 0) alive = matched_.meets(pins + 3, size - 3) ? 0 : 1;
      // Written always, kept only if alive: no branch to mispredict.
      out->key = keys[selected[j]];
      out->pins[0] = p0;
      out->pins[1] = p1;
      out->pins[2] = p2;
      out->is_large = static_cast<std::uint32_t>(is_large);
      out += alive;
    }
    stage.size = static_cast<std::size_t>(out - stage.records.data());
  }

  // Buckets in order: filter again, sort, commit. While one wave is committed the next is prepared.
  void commit_batch() {
    const std::size_t buckets = splitters_.buckets();
    std::size_t largest = 0;
    for (std::size_t b = 0; b < buckets; ++b) largest = std::max(largest, store_.bucket_size(b));
    for (std::vector<Slot>* wave : {&slots_, &ready_}) {
      for (Slot& slot : *wave) {
        if (slot.candidates.size() >= largest) continue;
        slot.space.items.resize(largest);
        slot.space.sorted.resize(largest);
        slot.candidates.resize(largest);
      }
    }
    const std::size_t width = slots_.size();
    std::size_t in_ready = 0;
    for (std::size_t b = 0; b < buckets || in_ready != 0; b += width) {
      // Threads that look at words that another one writes slow each other down several times over.
      if (threads_ > 1) lagging_.copy_from(context_, matched_);
      const std::size_t in_slots = b < buckets ? std::min(width, buckets - b) : 0;
      parallel::run_tasks(context_, in_slots + 1, [&](std::size_t task) {
        if (task == 0) {
          for (std::size_t i = 0; i < in_ready; ++i) commit(ready_[i]);
        } else {
          prepare(b + task - 1, slots_[task - 1]);
        }
      });
      std::swap(slots_, ready_);
      in_ready = in_slots;
    }
  }

  // The live edges of a bucket, by falling key.
  void prepare(std::size_t bucket, Slot& slot) const {
    const MatchedVertices& seen = threads_ == 1 ? matched_ : lagging_;
    FilteredItem* items = slot.space.items.data();
    std::size_t count = 0;
    store_.for_pieces(bucket, [&](std::span<const FilteredRecord> piece, std::uint32_t first) {
      for (std::size_t i = 0; i < piece.size(); ++i) {
        items[count] = {piece[i].key, first + static_cast<std::uint32_t>(i), 0};
        count += meets_inline(seen, piece[i]) == 0 ? 1 : 0;
      }
    });
    sort_falling(slot.space, count);
    const FilteredItem* sorted = slot.space.sorted.data();
    // Large edges have pins elsewhere: ask for them well ahead.
    constexpr std::size_t k_offsets_ahead = 16;
    constexpr std::size_t k_pins_ahead = 8;
    const auto is_large = [&](std::size_t i) {
      return i < count && store_[sorted[i].record].is_large != 0;
    };
    slot.count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_large(i + k_offsets_ahead)) {
        __builtin_prefetch(offsets_ + edge_of(sorted[i + k_offsets_ahead].key));
      }
      if (is_large(i + k_pins_ahead)) {
        const VertexId* pins = pins_ + offsets_[edge_of(sorted[i + k_pins_ahead].key)];
        __builtin_prefetch(pins);
        __builtin_prefetch(pins + 16);
      }
      const FilteredRecord& record = store_[sorted[i].record];
      Candidate candidate{edge_of(record.key), {record.pins[0], record.pins[1], record.pins[2]}};
      if (record.is_large != 0) {
        if (seen.meets(pins_ + offsets_[candidate.edge], size_of(candidate.edge))) continue;
        candidate.pins[2] = k_none;
      }
      slot.candidates[slot.count++] = candidate;
    }
  }

  // Takes the edges of a prepared bucket that are still free.
  void commit(const Slot& slot) {
    for (std::size_t i = 0; i < slot.count; ++i) {
      const Candidate& candidate = slot.candidates[i];
      const auto [p0, p1, p2] = candidate.pins;
      if ((matched_.contains(p0) | matched_.contains(p1)) != 0) continue;
      if (p2 == k_none) {
        const VertexId* pins = pins_ + offsets_[candidate.edge];
        const Offset size = size_of(candidate.edge);
        if (matched_.meets(pins + 2, size - 2)) continue;
        for (Offset p = 0; p < size; ++p) matched_.insert(pins[p]);
      } else {
        if (matched_.contains(p2) != 0) continue;
        matched_.insert(p0);
        matched_.insert(p1);
        matched_.insert(p2);
      }
      chosen_[candidate.edge / 64] |= std::uint64_t{1} << (candidate.edge % 64);
      ++num_chosen_;
    }
  }

  [[nodiscard]] std::vector<EdgeId> chosen_edges() const {
    std::vector<EdgeId> edges;
    edges.reserve(num_chosen_);
    for (std::size_t w = 0; w < chosen_.size(); ++w) {
      for (std::uint64_t word = chosen_[w]; word != 0; word &= word - 1) {
        edges.push_back(
            static_cast<EdgeId>(64 * w + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
    return edges;
  }

  const Context& context_;
  const FilteredTuning tuning_;
  const std::size_t m_;
  const Offset* offsets_;
  const VertexId* pins_;
  const VertexId num_vertices_;
  const TieMixer mix_;
  const Priority priority_;
  const Eligible eligible_;
  const std::size_t threads_;

  std::vector<SampleEdge> sample_;
  std::vector<std::uint64_t> alive_;  // falling keys of the sampled edges that live in this batch
  double edges_a_draw_ = 1;

  MatchedVertices matched_;      // written by commits only
  MatchedVertices lagging_;      // a copy, for preparing while another thread commits
  Array<std::uint64_t> chosen_;  // matched edges, as a bitmap
  std::size_t num_chosen_ = 0;
  FilteredSplitters splitters_;
  FilteredStore store_;
  std::vector<FilteredStore::Stage> stages_;
  std::vector<Slot> slots_;  // being prepared
  std::vector<Slot> ready_;  // being committed
};

}  // namespace

HypergraphMatching local_max_filtered(const Context& context, const HypergraphView& hypergraph,
                                      const OrderOptions& order, const FilteredTuning& tuning) {
  HypergraphMatching matching;
  if (hypergraph.num_edges() != 0) {
    matching = with_priorities(context, hypergraph, order, [&](auto priority, auto eligible) {
      if (order.rating == Rating::weight) {
        return Filtered(context, hypergraph, order, tuning, priority, eligible).run();
      }
      // Quotients are dear and read in every pass: compute them once.
      Array<std::uint32_t> priorities(hypergraph.num_edges());
      parallel::for_each(context, hypergraph.num_edges(), [&](std::size_t i) {
        const auto e = static_cast<EdgeId>(i);
        priorities[i] = eligible(e) ? priority(e) : 0;
      });
      const std::uint32_t* stored = priorities.data();
      return Filtered(
                 context, hypergraph, order, tuning, [stored](std::size_t e) { return stored[e]; },
                 eligible)
          .run();
    });
  }
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = greedy_guarantee(order);
  matching.stats.stop_reason = "complete";
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching
