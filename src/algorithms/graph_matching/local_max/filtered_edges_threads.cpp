// SPDX-License-Identifier: MIT
// Local max over a list of edges, filtered: the greedy matching of the one order (local max: Birn,
// Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66) without a full sort
// and without a CSR. Guarantee 1/2.
//
// Edges are taken in batches of falling key, between thresholds from a sample. A pass selects the
// batch by its weights and drops an edge that has a matched end; survivors become records in
// buckets of falling key. Bucket after bucket is filtered again, sorted and committed in order,
// which is greedy by definition. Several threads prepare a wave of buckets before it is committed.
// Expected work O(m); O(m log m) always. Memory 4 bytes an edge, n / 8 a thread, and the mates.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/images.hpp"
#include "algorithms/graph_matching/local_max/filtered.hpp"
#include "algorithms/graph_matching/matched_vertices.hpp"
#include "algorithms/graph_matching/order.hpp"
#include "algorithms/graph_matching/ranks.hpp"
#include "base/large_vector.hpp"
#include "parallel/batch_thresholds.hpp"
#include "parallel/bucket_store.hpp"
#include "parallel/primitives.hpp"
#include "parallel/sort_falling.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

struct EdgeRecord {
  std::uint64_t key;
  VertexId u;
  VertexId v;
};

using parallel::KeyRange;
using Store = parallel::BucketStore<EdgeRecord>;
using SortSpace = parallel::KeySortSpace<EdgeRecord>;

// Edges selected together; such blocks in a chunk, at most; chunks for each thread, at least.
constexpr std::size_t k_block = Store::k_most_appended;
constexpr std::size_t k_most_blocks = 64;
constexpr std::size_t k_chunks = 16;
constexpr std::size_t k_ahead = 8;

template <class Images>
class EdgeBatches {
 public:
  EdgeBatches(const Context& context, const EdgeListView& graph, const Images& images,
              const GraphOrder& order, const EdgeTuning& tuning)
      : context_(context),
        threads_(static_cast<std::size_t>(context.threads())),
        thresholds_(graph.edges.size(), tuning, 256,
                    std::max(tuning.bucket / (threads_ == 1 ? 1 : 2), std::size_t{1})),
        num_vertices_(graph.num_vertices),
        m_(graph.edges.size()),
        edges_(graph.edges.data()),
        images_(images),
        mix_(order.seed),
        store_(std::make_unique<Store>(thresholds_.room(), threads_)),
        workers_(threads_),
        // One thread has nobody to wait for, and filters best with all that is matched so far.
        most_buckets_(threads_ == 1 ? 1 : std::max(2 * threads_, tuning.wave)),
        width_(std::min(2 * threads_, most_buckets_)) {
    for (Wave& wave : waves_) wave.buckets.resize(most_buckets_);
  }

  GraphMatching run() {
    prepare_batches();
    const auto is_alive = [&](const GraphEdge& edge) {
      return (matched().mask_of_free(edge.u) & matched().mask_of_free(edge.v)) != 0;
    };
    KeyRange range{0, std::numeric_limits<std::uint64_t>::max()};
    GraphMatching matching;
    // Ends: each turn commits a non-empty range of keys.
    while (true) {
      context_.check_cancelled();
      range.low = thresholds_.choose_low(range.high, is_alive, splitters_);
      collect(range);
      commit_batch();
      ++matching.stats.rounds;
      context_.report({"solve", ~range.low >> 32, std::numeric_limits<std::uint32_t>::max()});
      if (range.low == 0) break;
      range.high = range.low - 1;
    }
    parallel::run_tasks(context_, 2 * most_buckets_,
                        [&](std::size_t i) { write_mates(waves_[i % 2].buckets[i / 2]); });
    matching.mates = std::move(mates_);
    return matching;
  }

 private:
  static constexpr bool k_unit = std::is_same_v<Images, UnitImages>;
  static constexpr bool k_wide = sizeof(typename Images::Image) == sizeof(std::uint64_t);

  // What edges are batched and sorted by. Where it has no room for the hash, `above` settles ties;
  // else edges of equal keys do not meet, or are parallel.
  [[nodiscard]] std::uint64_t key_of(typename Images::Image image, const GraphEdge& edge) const {
    if constexpr (k_wide) {
      return image;
    } else {
      return base::graph_key(image, mix_, edge.u, edge.v);
    }
  }
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const { return key_of(images_(e), edges_[e]); }

  // Of two edges with equal keys.
  [[nodiscard]] bool above(const EdgeRecord& a, const EdgeRecord& b) const {
    return mix_(a.u, a.v) > mix_(b.u, b.v);
  }

  // Thresholds, and memory that all threads are to write: each part by one thread.
  void prepare_batches() {
    const std::size_t parts = store_->memory_parts(thresholds_.edges_of_batch());
    parallel::run_tasks(context_, 1 + threads_ + parts + 1, [&](std::size_t task) {
      if (task == 0) {
        thresholds_.draw([&](std::size_t e, const auto& add) {
          if (images_(e) >= images_.lowest()) add(key_of(e), edges_[e]);
        });
      } else if (task <= threads_) {
        workers_[task - 1].matched = MatchedVertices(num_vertices_);
      } else if (task <= threads_ + parts) {
        store_->populate(task - 1 - threads_);
      } else {
        mates_ = filled_vector(num_vertices_, k_none);
      }
    });
  }

  // Fills the store with the survivors of the range, whose lower end is raised until they fit. One
  // key cannot be cut, so then there is made room for all edges.
  void collect(KeyRange& range) {
    // Ends: a range that overflows has fewer keys in the next turn, or all the room it can need.
    while (!try_collect(range)) {
      if (range.low == range.high) {
        store_ = std::make_unique<Store>(m_, threads_);
      } else {
        range.low = thresholds_.raise_low(range, splitters_);
      }
    }
  }

  // False if the edges of the range do not fit.
  bool try_collect(const KeyRange& range) {
    store_->clear();
    const std::size_t size =
        k_block * std::clamp(m_ / (k_chunks * threads_ * k_block), std::size_t{1}, k_most_blocks);
    const std::size_t chunks = (m_ + size - 1) / size;
    // Relaxed: the counter only hands out chunks.
    std::atomic<std::size_t> next_chunk = 0;
    for_workers([&](Worker& worker) {
      Store::Stage& stage = worker.stage;
      stage.size = 0;
      // Ends: the counter only grows.
      while (true) {
        const std::size_t chunk = next_chunk.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunks || store_->overflowed()) break;
        const std::size_t end = std::min(m_, (chunk + 1) * size);
        for (std::size_t e = chunk * size; e < end; e += k_block) {
          if (stage.full()) store_->flush(stage, splitters_);
          filter_block(e, std::min(k_block, end - e), range, worker.matched, stage);
        }
      }
      store_->flush(stage, splitters_);
    });
    return !store_->overflowed();
  }

  // Appends the surviving edges of the range among first .. first + count - 1 to the stage.
  void filter_block(std::size_t first, std::size_t count, const KeyRange& range,
                    const MatchedVertices& matched, Store::Stage& stage) const {
    if constexpr (k_unit) {
      append(
          first, count, [](std::size_t j) { return j; }, range, matched, stage);
    } else {
      // By the images alone, so that edges out of range are not even read.
      using Image = typename Images::Image;
      constexpr unsigned k_shift = k_wide ? 0 : 32;
      const Image low = std::max(static_cast<Image>(range.low >> k_shift), images_.lowest());
      const auto high = static_cast<Image>(range.high >> k_shift);
      if (low > high) return;
      const Image width = high - low;
      std::uint32_t selected[k_block];
      std::size_t num_selected = 0;
      for (std::size_t i = 0; i < count; ++i) {
        selected[num_selected] = static_cast<std::uint32_t>(i);
        num_selected += static_cast<Image>(images_(first + i) - low) <= width ? 1 : 0;
      }
      append(
          first, num_selected, [&](std::size_t j) { return std::size_t{selected[j]}; }, range,
          matched, stage);
    }
  }

  template <class Select>
  void append(std::size_t first, std::size_t count, const Select& select, const KeyRange& range,
              const MatchedVertices& matched, Store::Stage& stage) const {
    const std::uint64_t width = range.high - range.low;
    EdgeRecord* out = stage.records.data() + stage.size;
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t e = first + select(j);
      const GraphEdge edge = edges_[e];
      const std::uint64_t key = key_of(e);
      const std::uint64_t inside = key - range.low <= width ? 1 : 0;
      // Written always, kept only if alive: no branch to mispredict.
      *out = {key, edge.u, edge.v};
      out += matched.mask_of_free(edge.u) & matched.mask_of_free(edge.v) & inside;
    }
    stage.size = static_cast<std::size_t>(out - stage.records.data());
  }

  // Buckets in order: filter again, sort, commit. All prepare a wave of them, one commits it.
  void commit_batch() {
    const std::size_t buckets = splitters_.buckets();
    // Ends: `begin` grows.
    for (std::size_t begin = 0; begin < buckets;) {
      const std::size_t end = std::min(buckets, begin + width_);
      Wave& wave = waves_[turn_ ^ 1];
      // Relaxed: the counter only hands out buckets.
      std::atomic<std::size_t> next = begin;
      for_workers([&](Worker& worker) {
        // Ends: the counter only grows.
        while (true) {
          const std::size_t bucket = next.fetch_add(1, std::memory_order_relaxed);
          if (bucket >= end) break;
          prepare(bucket, worker, wave.buckets[bucket - begin]);
        }
      });
      std::size_t prepared = 0;
      std::size_t taken = 0;
      for (std::size_t b = begin; b < end; ++b) {
        prepared += wave.buckets[b - begin].count;
        taken += commit(wave.buckets[b - begin]);
      }
      wave.news = end - begin;
      turn_ ^= 1;
      // Edges that a wave prepares in vain are the price of its width.
      if (taken >= prepared / 6 * 5) width_ = std::min(2 * width_, most_buckets_);
      if (taken <= prepared / 3 * 2) width_ = std::max(width_ / 2, threads_);
      begin = end;
    }
  }

  // What one thread has for itself, the matched vertices included: a bitmap that one writes and
  // others read would travel from core to core in every wave.
  struct Worker {
    MatchedVertices matched{0};
    Store::Stage stage;
    SortSpace sort_space;
  };

  // What commits write to; others catch up with it.
  [[nodiscard]] MatchedVertices& matched() { return workers_[0].matched; }
  // body(worker) for each of them, who knows what is committed.
  template <class Body>
  void for_workers(const Body& body) {
    Wave& last = waves_[turn_];
    parallel::run_tasks(context_, threads_, [&](std::size_t task) {
      if (task != 0) catch_up(workers_[task].matched, last);
      body(workers_[task]);
    });
    last.news = 0;
  }

  // The live edges of a bucket, from the top of the order; once committed, those that were taken.
  // Without their keys: they travel from core to core.
  struct Prepared {
    Array<GraphEdge> edges;
    std::size_t count = 0;
  };

  struct Wave {
    std::vector<Prepared> buckets;
    std::size_t news = 0;  // of the first so many buckets the first worker alone knows
  };

  static void catch_up(MatchedVertices& matched, const Wave& wave) {
    for (std::size_t b = 0; b < wave.news; ++b) {
      for (const auto& [u, v] : wave.buckets[b].edges.view().first(wave.buckets[b].count)) {
        matched.insert(u);
        matched.insert(v);
      }
    }
  }

  // Writes the mates of committed edges. No two of them share a vertex, so any thread may do it.
  void write_mates(Prepared& committed) {
    const GraphEdge* taken = committed.edges.data();
    for (std::size_t i = 0; i < committed.count; ++i) {
      if (i + k_ahead < committed.count) {
        __builtin_prefetch(mates_.data() + taken[i + k_ahead].u, 1);
        __builtin_prefetch(mates_.data() + taken[i + k_ahead].v, 1);
      }
      mates_[taken[i].u] = taken[i].v;
      mates_[taken[i].v] = taken[i].u;
    }
    committed.count = 0;
  }

  void prepare(std::size_t bucket, Worker& worker, Prepared& prepared) {
    write_mates(prepared);  // of what stood here before
    const std::size_t size = store_->bucket_size(bucket);
    const MatchedVertices& matched = worker.matched;
    SortSpace& space = worker.sort_space;
    if (space.items.size() < size + 1) {
      space.items.resize(size + size / 4 + 1);
      space.sorted.resize(size + size / 4 + 1);
    }
    EdgeRecord* out = space.items.data();
    store_->for_pieces(bucket, [&](std::span<const EdgeRecord> piece, std::uint32_t) {
      for (const EdgeRecord& record : piece) {
        *out = record;
        out += matched.mask_of_free(record.u) & matched.mask_of_free(record.v) & 1;
      }
    });
    prepared.count = static_cast<std::size_t>(out - space.items.data());
    if (prepared.edges.size() < prepared.count) {
      prepared.edges.resize(prepared.count + prepared.count / 4);
    }
    parallel::sort_falling(space, prepared.count);
    EdgeRecord* sorted = space.sorted.data();
    if constexpr (k_wide) settle_ties(sorted, prepared.count);
    for (std::size_t i = 0; i < prepared.count; ++i) prepared.edges[i] = {sorted[i].u, sorted[i].v};
  }

  void settle_ties(EdgeRecord* sorted, std::size_t count) const {
    // Ends: `end` is above `begin`.
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin + 1;
      while (end < count && sorted[end].key == sorted[begin].key) ++end;
      if (end - begin > 1) {
        std::sort(sorted + begin, sorted + end,
                  [&](const EdgeRecord& a, const EdgeRecord& b) { return above(a, b); });
      }
      begin = end;
    }
  }

  // Takes the edges of a prepared bucket that are still free; returns how many. What one thread
  // does alone touches its bitmap only.
  std::size_t commit(Prepared& prepared) {
    MatchedVertices& matched = this->matched();
    GraphEdge* edges = prepared.edges.data();
    std::size_t taken = 0;
    for (const GraphEdge edge : std::span(edges, prepared.count)) {
      // No branch to mispredict: of a wide wave many are not free.
      const std::uint64_t free = matched.mask_of_free(edge.u) & matched.mask_of_free(edge.v);
      matched.insert_if(edge.u, free);
      matched.insert_if(edge.v, free);
      edges[taken] = edge;
      taken += free & 1;
    }
    return prepared.count = taken;
  }

  const Context& context_;
  const std::size_t threads_;
  parallel::BatchThresholds<GraphEdge, EdgeTuning> thresholds_;
  const VertexId num_vertices_;
  const std::size_t m_;
  const GraphEdge* edges_;
  const Images images_;
  const base::PairMixer mix_;

  std::vector<VertexId> mates_;
  parallel::KeySplitters splitters_;
  std::unique_ptr<Store> store_;
  std::vector<Worker> workers_;
  const std::size_t most_buckets_;  // of a wave
  std::size_t width_;               // buckets in the next wave
  std::array<Wave, 2> waves_;       // the one before the last is overwritten
  std::size_t turn_ = 0;            // of the last
};

}  // namespace

GraphMatching local_max_filtered(const Context& context, const EdgeListView& graph,
                                 const GraphOrder& order, const EdgeTuning& tuning) {
  GraphMatching matching;
  if (graph.num_edges() == 0) {
    matching.mates.assign(graph.num_vertices, k_none);
  } else {
    matching = with_images(graph.weights, order, [&](auto images) {
      return EdgeBatches(context, graph, images, order, tuning).run();
    });
  }
  matching.stats = greedy_stats(order, matching.stats.rounds);
  return matching;
}

}  // namespace hypermatch::detail::graph_matching
