// SPDX-License-Identifier: MIT
// Local max over a list of edges, filtered: the greedy matching of the one order (local max: Birn,
// Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66) without a full sort
// and without a CSR. Guarantee 1/2.
//
// Edges are taken in batches of falling key, between thresholds from a sample. A pass selects the
// batch by its weights and drops an edge that has a matched end; survivors become records in
// buckets of falling key. Bucket after bucket is filtered again, sorted and committed in order,
// which is greedy by definition. Each thread takes a bucket at a time, and commits it when those
// before it are committed; then others learn what it matched.
// Expected work O(m); O(m log m) always. Memory 4 bytes an edge, 4 a vertex beside the mates, and
// n / 8 a thread; 16 bytes an edge where over a quarter of the edges share one key.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/matched_vertices.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/filtered.hpp"
#include "base/graph_order.hpp"
#include "base/large_vector.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/sort_falling.hpp"
#include "order/weight_images.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/turn.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

struct EdgeRecord {
  std::uint64_t key;
  VertexId u;
  VertexId v;
};

using Store = order::BucketStore<EdgeRecord>;
using SortSpace = order::KeySortSpace<EdgeRecord>;

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
        graph_(graph),
        num_vertices_(graph.num_vertices),
        m_(graph.edges.size()),
        edges_(graph.edges.data()),
        images_(images),
        mix_(order.seed),
        store_(std::make_unique<Store>(thresholds_.room(), threads_)),
        workers_(threads_),
        pairs_(graph.num_vertices / 2) {}

  GraphMatching run() {
    prepare_batches();
    const auto is_alive = [&](const GraphEdge& edge) {
      const MatchedVertices& matched = workers_[0].matched;
      return (matched.mask_of_free(edge.u) & matched.mask_of_free(edge.v)) != 0;
    };
    order::KeyRange range{0, std::numeric_limits<std::uint64_t>::max()};
    GraphMatching matching;
    // Ends: each turn commits a non-empty range of keys.
    while (true) {
      context_.check_cancelled();
      catch_up(workers_[0], num_pairs_);
      range.low = thresholds_.choose_low(range.high, is_alive, splitters_);
      collect(range);
      commit_batch();
      ++matching.stats.rounds;
      context_.report({"solve", ~range.low >> 32, std::numeric_limits<std::uint32_t>::max()});
      if (range.low == 0) break;
      range.high = range.low - 1;
    }
    matching.mates = std::move(mates_);
    return matching;
  }

 private:
  static constexpr bool k_unit = std::is_same_v<Images, order::UnitImages>;
  static constexpr bool k_wide = sizeof(typename Images::Image) == sizeof(std::uint64_t);

  // What one thread has for itself, the matched vertices included: a bitmap that one writes and
  // others read would travel from core to core.
  struct Worker {
    MatchedVertices matched{0};
    std::size_t known = 0;    // pairs that are among them
    std::uint64_t loops = 0;  // not 0: met one that would be matched
    Store::Stage stage;
    SortSpace sort_space;
  };

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
    // Before other tasks take pages: `pairs_` is as large.
    check_memory(num_vertices_ * sizeof(VertexId));
    const std::size_t parts = store_->memory_parts(thresholds_.edges_of_batch());
    parallel::run_tasks(context_, 1 + threads_ + parts + 2, [&](std::size_t task) {
      if (task == 0) {
        thresholds_.draw([&](std::size_t e, const auto& add) {
          if (images_(e) >= images_.lowest()) add(key_of(e), edges_[e]);
        });
      } else if (task <= threads_) {
        workers_[task - 1].matched = MatchedVertices(num_vertices_);
      } else if (task <= threads_ + parts) {
        store_->populate(task - 1 - threads_);
      } else if (task == threads_ + parts + 1) {
        mates_ = filled_vector(num_vertices_, k_none);
      } else {
        populate_pages(pairs_.data(), pairs_.size() * sizeof(GraphEdge));
      }
    });
  }

  // Fills the store with the survivors of the range, whose lower end is raised until they fit. One
  // key cannot be cut, so then there is made room for all edges.
  void collect(order::KeyRange& range) {
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
  bool try_collect(const order::KeyRange& range) {
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
  void filter_block(std::size_t first, std::size_t count, const order::KeyRange& range,
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
  void append(std::size_t first, std::size_t count, const Select& select,
              const order::KeyRange& range, const MatchedVertices& matched,
              Store::Stage& stage) const {
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

  // Buckets in order: filter again, sort, commit.
  void commit_batch() {
    const std::size_t buckets = splitters_.buckets();
    ends_.assign(buckets + 1, num_pairs_);
    parallel::Turn turn;
    // Relaxed: the counter only hands out buckets.
    std::atomic<std::size_t> next = 0;
    for_workers([&](Worker& worker) {
      try {
        // Ends: the counter only grows.
        while (true) {
          const std::size_t bucket = next.fetch_add(1, std::memory_order_relaxed);
          if (bucket >= buckets || !take(bucket, turn, worker)) break;
        }
      } catch (...) {
        turn.give_up();
        throw;
      }
    });
    num_pairs_ = ends_[buckets];
    for (const Worker& worker : workers_) {
      if (worker.loops != 0) structures::throw_broken_promise(graph_);
    }
  }

  // False if another thread has failed.
  bool take(std::size_t bucket, parallel::Turn& turn, Worker& worker) {
    const std::size_t now = turn.now();
    if (now == parallel::Turn::k_given_up) return false;
    catch_up(worker, ends_[now]);
    const std::size_t count = prepare(bucket, worker);
    if (!turn.wait_for(bucket)) return false;
    const std::size_t begin = ends_[bucket];
    catch_up(worker, begin);
    const std::size_t end = commit(worker, count);
    ends_[bucket + 1] = end;
    turn.pass_on();
    write_mates(begin, end);
    return true;
  }

  // body(worker) for each of them, who knows what is committed.
  template <class Body>
  void for_workers(const Body& body) {
    parallel::run_tasks(context_, threads_, [&](std::size_t task) {
      catch_up(workers_[task], num_pairs_);
      body(workers_[task]);
    });
  }

  // The first `num_pairs` are committed.
  void catch_up(Worker& worker, std::size_t num_pairs) const {
    for (; worker.known < num_pairs; ++worker.known) {
      worker.matched.insert(pairs_[worker.known].u);
      worker.matched.insert(pairs_[worker.known].v);
    }
  }

  // Of committed pairs. No two of them share a vertex, so that all threads may do it.
  void write_mates(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i + k_ahead < end) {
        __builtin_prefetch(mates_.data() + pairs_[i + k_ahead].u, 1);
        __builtin_prefetch(mates_.data() + pairs_[i + k_ahead].v, 1);
      }
      mates_[pairs_[i].u] = pairs_[i].v;
      mates_[pairs_[i].v] = pairs_[i].u;
    }
  }

  // Puts the live edges of a bucket into the worker's sort_space.sorted, from the top of the order;
  // returns how many.
  std::size_t prepare(std::size_t bucket, Worker& worker) {
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
    const auto count = static_cast<std::size_t>(out - space.items.data());
    order::sort_falling(space, count);
    if constexpr (k_wide) settle_ties(space.sorted.data(), count);
    return count;
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

  // Appends those of a worker's sorted edges that are still free to the pairs, all of which it
  // knows; returns how many there are then.
  std::size_t commit(Worker& worker, std::size_t count) {
    MatchedVertices& matched = worker.matched;
    std::uint64_t loops = 0;
    GraphEdge spare;
    GraphEdge* const limit = pairs_.data() + pairs_.size();
    GraphEdge* out = pairs_.data() + worker.known;
    for (const EdgeRecord& edge : std::span(worker.sort_space.sorted.data(), count)) {
      // No branch to mispredict: many are not free. Behind the last pair there is none.
      const std::uint64_t free = matched.mask_of_free(edge.u) & matched.mask_of_free(edge.v);
      matched.insert_if(edge.u, free);
      matched.insert_if(edge.v, free);
      *(out == limit ? &spare : out) = {edge.u, edge.v};
      // A loop, which there should not be, would go past the limit.
      const std::uint64_t is_loop = edge.u == edge.v ? 1 : 0;
      out += free & (is_loop ^ 1);
      loops |= free & is_loop;
    }
    worker.loops |= loops;
    return worker.known = static_cast<std::size_t>(out - pairs_.data());
  }

  const Context& context_;
  const std::size_t threads_;
  order::BatchThresholds<GraphEdge, EdgeTuning> thresholds_;
  const EdgeListView graph_;
  const VertexId num_vertices_;
  const std::size_t m_;
  const GraphEdge* edges_;
  const Images images_;
  const base::PairMixer mix_;

  std::vector<VertexId> mates_;
  order::KeySplitters splitters_;
  std::unique_ptr<Store> store_;
  std::vector<Worker> workers_;
  Array<GraphEdge> pairs_;  // that are committed, in the order of that
  std::size_t num_pairs_ = 0;
  std::vector<std::size_t> ends_;  // of pairs_, behind each bucket of a batch that is committed
};

}  // namespace

GraphMatching local_max_filtered(const Context& context, const EdgeListView& graph,
                                 const GraphOrder& order, const EdgeTuning& tuning) {
  GraphMatching matching;
  if (graph.num_edges() == 0) {
    matching.mates = filled_vector(graph.num_vertices, k_none);
  } else {
    matching = order::with_images(graph.weights, order, [&](auto images) {
      return EdgeBatches(context, graph, images, order, tuning).run();
    });
  }
  matching.stats = greedy_stats(order, matching.stats.rounds, "local_max", "filtered");
  return matching;
}

}  // namespace hypermatch::detail::graph_matching
