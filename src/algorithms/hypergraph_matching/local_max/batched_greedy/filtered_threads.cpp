// SPDX-License-Identifier: MIT
// Local max, filtered: the greedy matching of the one order (local max: Reinstaedtler, Schulz,
// Sitchinava, Walliser 2026) without a full sort and without incidence. Guarantee as greedy's.
//
// Edges are taken in batches of falling key, between thresholds from a sample. A pass over the CSR
// drops an edge of the batch at its first matched pin, and most edges die there; survivors become
// records in buckets of falling key. Then bucket after bucket is filtered again, sorted and
// committed in order of the key, which is greedy by definition. Several threads prepare a wave of
// buckets before it is committed: commits check again. Expected work O(pins) and a few passes over
// the weights; memory 6 bytes an edge and n / 8.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered_records.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/filtered_sort.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "base/edge_order.hpp"
#include "order/batch_thresholds.hpp"
#include "order/edge_priorities.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

using base::make_key;
using base::TieMixer;

// Edges whose keys are computed together.
constexpr std::size_t k_block = FilteredStore::k_most_appended;
constexpr std::size_t k_chunk = 64 * k_block;  // edges a thread takes at a time

template <class Priority, class Eligible>
class Filtered {
 public:
  Filtered(const Context& context, const HypergraphView& hypergraph, const OrderOptions& order,
           const FilteredTuning& tuning, Priority priority, Eligible eligible)
      : context_(context),
        thresholds_(hypergraph.num_edges(), tuning, 64, tuning.bucket),
        m_(hypergraph.num_edges()),
        offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        num_vertices_(hypergraph.num_vertices),
        mix_(order.seed),
        priority_(priority),
        eligible_(eligible),
        threads_(static_cast<std::size_t>(context.threads())),
        matched_(hypergraph.num_vertices),
        chosen_(m_ / 64 + 1, 0),
        store_(thresholds_.room(), threads_),
        stages_(threads_),
        sort_spaces_(threads_),
        // One thread has nobody to wait for, and filters best with all that is matched so far.
        wave_(threads_ == 1 ? 1 : std::max(2 * threads_, tuning.wave)),
        width_(std::min(2 * threads_, wave_.size())) {}

  HypergraphMatching run() {
    thresholds_.draw([&](std::size_t e, const auto& add) {
      if (eligible_(static_cast<EdgeId>(e))) add(key_of(e), static_cast<EdgeId>(e));
    });
    std::uint64_t batches = 0;
    order::KeyRange range{0, std::numeric_limits<std::uint64_t>::max()};
    // Ends: each turn either commits a non-empty range of keys, or halves one that was too full.
    while (true) {
      context_.check_cancelled();
      range.low = thresholds_.choose_low(
          range.high, [&](EdgeId e) { return !matched_.meets(pins_ + offsets_[e], size_of(e)); },
          splitters_);
      // Ends: a range of at most `capacity` keys cannot overflow, and each turn is smaller.
      while (!collect(range)) range.low = thresholds_.raise_low(range, splitters_);
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
  // An edge of a prepared bucket. Everything that the commit needs of a small edge, side by side in
  // the order of the key: another thread may have prepared it, whose cache each line comes from.
  struct Candidate {
    EdgeId edge;
    VertexId pins[FilteredRecord::k_inline_pins];  // the last is k_none for a large edge
  };
  struct Prepared {
    Array<Candidate> candidates;
    std::size_t count = 0;
  };

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

  // Fills the store with the surviving edges of the range; false if they do not fit.
  bool collect(const order::KeyRange& range) {
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
  void filter_block(std::size_t first, std::size_t count, const order::KeyRange& range,
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

  // Buckets in order: filter again, sort, commit. Several threads prepare a wave of buckets
  // together, then one commits it: a bitmap that one thread writes while others read it costs more
  // than the waiting.
  void commit_batch() {
    const std::size_t buckets = splitters_.buckets();
    std::size_t largest = 0;
    for (std::size_t b = 0; b < buckets; ++b) largest = std::max(largest, store_.bucket_size(b));
    for (FilteredSortSpace& space : sort_spaces_) {
      if (space.items.size() >= largest) continue;
      space.items.resize(largest);
      space.sorted.resize(largest);
    }
    for (std::size_t begin = 0; begin < buckets;) {
      const std::size_t end = std::min(buckets, begin + width_);
      // Relaxed: the counter only hands out buckets.
      std::atomic<std::size_t> next = begin;
      parallel::run_tasks(context_, std::min(threads_, end - begin), [&](std::size_t task) {
        // Ends: the counter only grows.
        while (true) {
          const std::size_t bucket = next.fetch_add(1, std::memory_order_relaxed);
          if (bucket >= end) break;
          prepare(bucket, sort_spaces_[task], wave_[bucket - begin]);
        }
      });
      std::size_t prepared = 0;
      std::size_t taken = 0;
      for (std::size_t b = begin; b < end; ++b) {
        prepared += wave_[b - begin].count;
        taken += commit(wave_[b - begin]);
      }
      // Edges that a wave prepares in vain are the price of its width.
      if (taken >= prepared / 6 * 5) width_ = std::min(2 * width_, wave_.size());
      if (taken <= prepared / 3 * 2) {
        width_ = std::max(width_ / 2, std::min(threads_, wave_.size()));
      }
      begin = end;
    }
  }

  // Large edges have pins elsewhere: ask for them well ahead. k_none for none. Inlined by force: a
  // function that does nothing but prefetch has no effect for the compiler, which drops its calls.
  static constexpr std::size_t k_offsets_ahead = 16;
  static constexpr std::size_t k_pins_ahead = 8;
  static constexpr std::size_t k_words_ahead = 8;
  [[gnu::always_inline]] void prefetch_large(EdgeId offset_of, EdgeId pins_of) const {
    if (offset_of != k_none) __builtin_prefetch(offsets_ + offset_of);
    if (pins_of != k_none) {
      const VertexId* pins = pins_ + offsets_[pins_of];
      __builtin_prefetch(pins);
      __builtin_prefetch(pins + 16);
    }
  }

  // The live edges of a bucket, by falling key.
  void prepare(std::size_t bucket, FilteredSortSpace& space, Prepared& prepared) const {
    FilteredItem* items = space.items.data();
    std::size_t count = 0;
    store_.for_pieces(bucket, [&](std::span<const FilteredRecord> piece, std::uint32_t first) {
      for (std::size_t i = 0; i < piece.size(); ++i) {
        items[count] = {piece[i].key, first + static_cast<std::uint32_t>(i), 0};
        count += meets_inline(matched_, piece[i]) == 0 ? 1 : 0;
      }
    });
    order::sort_falling(space, count);
    const FilteredItem* sorted = space.sorted.data();
    if (prepared.candidates.size() < count) prepared.candidates.resize(count + count / 4);
    const auto large_edge = [&](std::size_t i) {
      return i < count && store_[sorted[i].record].is_large != 0 ? edge_of(sorted[i].key) : k_none;
    };
    prepared.count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      prefetch_large(large_edge(i + k_offsets_ahead), large_edge(i + k_pins_ahead));
      const FilteredRecord& record = store_[sorted[i].record];
      Candidate candidate{edge_of(record.key), {record.pins[0], record.pins[1], record.pins[2]}};
      if (record.is_large != 0) {
        if (matched_.meets(pins_ + offsets_[candidate.edge], size_of(candidate.edge))) continue;
        candidate.pins[2] = k_none;
      }
      prepared.candidates[prepared.count++] = candidate;
    }
  }

  // Takes the edges of a prepared bucket that are still free; returns how many.
  std::size_t commit(const Prepared& prepared) {
    const auto large_edge = [&](std::size_t i) {
      return i < prepared.count && prepared.candidates[i].pins[2] == k_none
                 ? prepared.candidates[i].edge
                 : k_none;
    };
    std::size_t taken = 0;
    for (std::size_t i = 0; i < prepared.count; ++i) {
      // Words that other threads have looked at, or that are seldom needed, take a while to come.
      if (i + k_words_ahead < prepared.count) {
        const Candidate& next = prepared.candidates[i + k_words_ahead];
        __builtin_prefetch(chosen_.data() + next.edge / 64, 1);
        if (threads_ > 1) {
          matched_.prefetch(next.pins[0]);
          matched_.prefetch(next.pins[1]);
          if (next.pins[2] != k_none) matched_.prefetch(next.pins[2]);
        }
      }
      // What this thread has just prepared is in its cache.
      if (threads_ > 1) {
        prefetch_large(large_edge(i + k_offsets_ahead), large_edge(i + k_pins_ahead));
      }
      const Candidate& candidate = prepared.candidates[i];
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
      ++taken;
    }
    return taken;
  }

  [[nodiscard]] std::vector<EdgeId> chosen_edges() const {
    constexpr std::size_t k_words = 4096;
    const std::size_t chunks = (chosen_.size() + k_words - 1) / k_words;
    const auto words_of = [&](std::size_t chunk) {
      return chosen_.view().subspan(chunk * k_words,
                                    std::min(k_words, chosen_.size() - chunk * k_words));
    };
    std::vector<std::size_t> begins(chunks + 1, 0);
    parallel::for_each(
        context_, chunks,
        [&](std::size_t chunk) {
          for (const std::uint64_t word : words_of(chunk)) {
            begins[chunk + 1] += static_cast<std::size_t>(std::popcount(word));
          }
        },
        1);
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<EdgeId> edges(begins.back());
    parallel::for_each(
        context_, chunks,
        [&](std::size_t chunk) {
          EdgeId* out = edges.data() + begins[chunk];
          std::size_t base = chunk * k_words * 64;
          for (std::uint64_t word : words_of(chunk)) {
            for (; word != 0; word &= word - 1) {
              *out++ = static_cast<EdgeId>(base + static_cast<std::size_t>(std::countr_zero(word)));
            }
            base += 64;
          }
        },
        1);
    return edges;
  }

  const Context& context_;
  order::BatchThresholds<EdgeId, FilteredTuning> thresholds_;
  const std::size_t m_;
  const Offset* offsets_;
  const VertexId* pins_;
  const VertexId num_vertices_;
  const TieMixer mix_;
  const Priority priority_;
  const Eligible eligible_;
  const std::size_t threads_;

  MatchedVertices matched_;      // written by commits only
  Array<std::uint64_t> chosen_;  // matched edges, as a bitmap
  order::KeySplitters splitters_;
  FilteredStore store_;
  std::vector<FilteredStore::Stage> stages_;
  std::vector<FilteredSortSpace> sort_spaces_;  // one a thread
  std::vector<Prepared> wave_;                  // one a bucket
  std::size_t width_;                           // buckets in the next wave
};

}  // namespace

HypergraphMatching local_max_filtered(const Context& context, const HypergraphView& hypergraph,
                                      const OrderOptions& order, const FilteredTuning& tuning) {
  HypergraphMatching matching;
  if (hypergraph.num_edges() != 0) {
    matching = order::with_stored_priorities(
        context, hypergraph, order, [&](auto priority, auto eligible) {
          return Filtered(context, hypergraph, order, tuning, priority, eligible).run();
        });
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "filtered";
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = greedy_guarantee(order);
  matching.stats.stop_reason = "complete";
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching
