// SPDX-License-Identifier: MIT
// The steps of `filtered` (filtered.hpp has its loop) for many edges: a batch is the free edges of
// a range of falling key, collected into buckets; in order, each bucket keeps the edges that are
// still free, sorts and takes them. Thresholds come from a sample. The first filter removes most
// edges; it reads its input once, in order. Expected work O(edges); O(m log m) always.
//
// Up to seven threads take one bucket each at a time and commit buckets in order; the other threads
// then update their state. Memory: a quarter of the records or so, what is taken in one batch, and
// the state of the vertices once per thread. From eight threads on they take a batch together
// (batch_reservations.hpp), and share one state.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "order/batch_reservations.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/greedy_problem.hpp"
#include "order/sort_falling.hpp"
#include "parallel/host/ordered_section.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

/// Requirements on a `Problem`. All functions but `vertices`, `note`, `check_room` and `prepare`
/// are called in hot loops.
///   Record   an edge: a member `key`, and what it takes to see whether it is free
///   Sample   all that it takes to see whether a sampled edge is free
///   num_edges(); most_taken(), entries of Vertices::Taken that one batch may come to
///   k_key_step          a power of two: keys between two multiples of it stay in one bucket, where
///                       `settle_ties` orders them
///   sample(e, add)      add(key, Sample) if edge e takes part; the key is rounded down to a step
///   select(first, count, range, vertices, out)  writes the records of those of the edges
///                       first .. first + count - 1 that are in the range and free behind each
///                       other; returns their end. It may write one record more
///   settle_ties(sorted, count)  orders what keys alone do not, within steps of them
///   vertices()          the state of the vertices before anything is taken
///   check_room()        called once all arrays exist and before their pages are taken: throws if
///                       what `prepare` makes does not fit beside them
///   prepare()           called once, while memory is made ready on other threads
///   note(vertices, taken)  entries that were taken for good, and the state of that worker; by
///                       several threads at once
/// and `Problem::Vertices`, the state of the vertices: bits of the matched ones, or what is left of
/// their capacities. Each thread has its own: memory that one writes and others read would travel
/// from core to core. A `SharedStateProblem` supplies more, and then many threads share one.
///   Taken               what others need to know of an edge that was taken
///   is_free(Record or Sample)     1 if the edge can be taken, else 0
///   look_ahead(records, i) is called before record i is looked at; may prefetch
///   take_if_free(record, out)     takes it and writes its entries, if it is free; returns their
///                       end. It may write one entry more
///   learn(taken)        another thread took this; prefetch(taken), where there is one, is called
///                       some entries before
template <GreedyProblem Problem>
class BatchedGreedy {
 public:
  BatchedGreedy(const Context& context, Problem& problem, const BatchTuning& tuning)
      : context_(context),
        problem_(problem),
        threads_(static_cast<std::size_t>(context.threads())),
        thresholds_(problem.num_edges(), tuning, Problem::k_key_step),
        store_(std::make_unique<Store>(thresholds_.room(), threads_)),
        workers_(threads_),
        shares_(k_can_share && threads_ > 1 && context.threads() >= tuning.reserve_from_threads),
        taken_(shares_ ? 0 : problem.most_taken() + 1) {
    if constexpr (k_can_share) {
      if (shares_)
        reservations_ = std::make_unique<Reservations>(context, problem, tuning.few_undecided);
    }
  }

  /// Makes the sample, and memory that all threads are to write: each part by one thread.
  void prepare() {
    problem_.check_room();
    const std::size_t states = shares_ ? 1 : threads_;
    const std::size_t parts = store_->memory_parts(thresholds_.edges_of_batch());
    const std::size_t slots = reservation_parts();
    // The longest tasks stand at the ends: a team begins there.
    parallel::run_tasks(context_, states + parts + slots + 3, [&](std::size_t task) {
      if (task == 0) {
        thresholds_.draw([&](std::size_t e, const auto& add) { problem_.sample(e, add); });
      } else if (task <= states) {
        workers_[task - 1].vertices.emplace(problem_.vertices());
      } else if (task <= states + parts) {
        store_->populate(task - 1 - states);
      } else if (task <= states + parts + slots) {
        if constexpr (k_can_share) reservations_->prepare(task - 1 - states - parts);
      } else if (task == states + parts + slots + 1) {
        problem_.prepare();
      } else if (threads_ != 1) {
        populate_pages(taken_.data(), taken_.size() * sizeof(Taken));
      }
    });
  }

  /// The lowest key of the range that goes down from `high`, in which a batch should be free.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high) {
    const auto is_alive = [&](const auto& edge) {
      return workers_[0].vertices->is_free(edge) != 0;
    };
    return thresholds_.choose_low(high, is_alive, splitters_);
  }

  /// Fills the store with what is free in the range, whose lower end is raised until that fits. One
  /// step of keys cannot be cut: all edges then get room.
  void collect_free(KeyRange& range) {
    // Ends: a range that overflows has fewer steps in the next turn, or all the room it can need.
    while (!try_collect(range)) {
      if (thresholds_.has_one_step(range)) {
        store_ = std::make_unique<Store>(problem_.num_edges(), threads_);
      } else {
        range.low = thresholds_.raise_low(range, splitters_);
      }
    }
  }

  /// Takes what is free in the buckets, from the top of the order.
  void take_in_order() {
    if constexpr (k_can_share) {
      if (shares_) {
        return reservations_->take(*store_, splitters_.buckets(), *workers_.front().vertices);
      }
    }
    commit();
  }

  /// All workers know what is taken, and it is forgotten. One thread, or one state, knows anyway.
  void learn() {
    if (threads_ == 1 || shares_) return;
    parallel::run_tasks(context_, threads_, [&](std::size_t task) {
      catch_up(workers_[task], ends_.back());
      workers_[task].known = 0;
    });
  }

 private:
  using Record = typename Problem::Record;
  using Vertices = typename Problem::Vertices;
  using Taken = typename Vertices::Taken;
  using Store = BucketStore<Record>;
  static constexpr bool k_can_share = SharedStateProblem<Problem>;
  using Reservations = typename ReservationsOf<Problem>::Type;

  // Blocks of edges that are selected together, at most, and shares of them for each thread.
  static constexpr std::size_t k_block = Store::k_most_appended;
  static constexpr std::size_t k_most_blocks = 64;
  static constexpr std::size_t k_chunks = 16;
  // Entries of taken_ between two updates of `shown_`.
  static constexpr std::ptrdiff_t k_show = 256;

  // Aligned, so that no two share a cache line.
  struct alignas(128) Worker {
    std::optional<Vertices> vertices;
    std::size_t known = 0;  // entries of taken_ that `vertices` has learnt
    typename Store::Stage stage;
    KeySortSpace<Record> sort_space;
  };

  [[nodiscard]] std::size_t reservation_parts() const {
    if constexpr (k_can_share) {
      if (shares_) return reservations_->memory_parts();
    }
    return 0;
  }

  // False if it does not fit.
  bool try_collect(const KeyRange& range) {
    store_->clear();
    const std::size_t m = problem_.num_edges();
    const std::size_t size =
        k_block * std::clamp(m / (k_chunks * threads_ * k_block), std::size_t{1}, k_most_blocks);
    const std::size_t chunks = (m + size - 1) / size;
    // Relaxed: the counter only hands out chunks.
    std::atomic<std::size_t> next_chunk = 0;
    parallel::run_tasks(context_, std::min(threads_, chunks), [&](std::size_t task) {
      auto& stage = workers_[task].stage;
      const Vertices& vertices = *workers_[shares_ ? 0 : task].vertices;
      stage.size = 0;
      // Ends: the counter only grows.
      while (true) {
        const std::size_t chunk = next_chunk.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunks || store_->overflowed()) break;
        const std::size_t end = std::min(m, (chunk + 1) * size);
        for (std::size_t e = chunk * size; e < end; e += k_block) {
          if (stage.full()) store_->flush(stage, splitters_);
          Record* const records = stage.records.data();
          stage.size =
              static_cast<std::size_t>(problem_.select(e, std::min(k_block, end - e), range,
                                                       vertices, records + stage.size) -
                                       records);
        }
      }
      store_->flush(stage, splitters_);
    });
    return !store_->overflowed();
  }

  // Takes what is free in the buckets, in order.
  void commit() {
    const std::size_t buckets = splitters_.buckets();
    ends_.assign(buckets + 1, 0);
    shown_ = 0;
    parallel::OrderedSection turn;
    // Relaxed: the counter only hands out buckets.
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, threads_, [&](std::size_t task) {
      try {
        // Ends: the counter only grows.
        while (true) {
          const std::size_t bucket = next.fetch_add(1, std::memory_order_relaxed);
          if (bucket >= buckets || !take_bucket(bucket, turn, workers_[task])) break;
        }
      } catch (...) {
        turn.give_up();
        throw;
      }
    });
  }

  // False if another thread has failed.
  bool take_bucket(std::size_t bucket, parallel::OrderedSection& turn, Worker& worker) {
    const std::size_t now = turn.now();
    if (now == parallel::OrderedSection::k_given_up) return false;
    catch_up(worker, ends_[now]);
    const std::span<const Record> sorted = keep_free(bucket, worker);
    const auto follow = [&](std::size_t item) {
      // Acquire: pairs with the release below.
      catch_up(worker, item + 1 == bucket ? shown_.load(std::memory_order_acquire) : ends_[item]);
    };
    if (!turn.wait_for(bucket, follow)) return false;
    const std::size_t begin = ends_[bucket];
    Taken* out = taken_.data() + begin;
    const Taken* shown = out;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      worker.vertices->look_ahead(sorted, i);
      out = worker.vertices->take_if_free(sorted[i], out);
      // So that the next in turn has little to learn when its turn comes.
      if (threads_ != 1 && out - shown >= k_show) {
        shown = out;
        shown_.store(static_cast<std::size_t>(out - taken_.data()), std::memory_order_release);
      }
    }
    const auto end = static_cast<std::size_t>(out - taken_.data());
    // With one thread no other worker reads the entries: they are overwritten, and stay in cache.
    worker.known = ends_[bucket + 1] = threads_ == 1 ? 0 : end;
    turn.pass_on();
    problem_.note(*worker.vertices, taken_.view().subspan(begin, end - begin));
    return true;
  }

  void catch_up(Worker& worker, std::size_t num_taken) const {
    constexpr std::size_t k_ahead = 16;
    for (; worker.known < num_taken; ++worker.known) {
      if constexpr (requires(const Vertices& own, const Taken& taken) { own.prefetch(taken); }) {
        worker.vertices->prefetch(taken_[std::min(worker.known + k_ahead, num_taken - 1)]);
      }
      worker.vertices->learn(taken_[worker.known]);
    }
  }

  // The edges of a bucket that are free in the worker's state, from the top of the order.
  std::span<const Record> keep_free(std::size_t bucket, Worker& worker) {
    const std::size_t size = store_->bucket_size(bucket);
    const Vertices& vertices = *worker.vertices;
    KeySortSpace<Record>& space = worker.sort_space;
    if (space.items.size() < size + 1) {
      space.items.resize(size + size / 4 + 1);
      space.sorted.resize(size + size / 4 + 1);
    }
    Record* out = space.items.data();
    store_->for_pieces(bucket, [&](std::span<const Record> piece, std::uint32_t) {
      for (std::size_t i = 0; i < piece.size(); ++i) {
        vertices.look_ahead(piece, i);
        // Written always, kept only if free: no branch to mispredict.
        *out = piece[i];
        out += vertices.is_free(piece[i]);
      }
    });
    const auto count = static_cast<std::size_t>(out - space.items.data());
    sort_falling(space, count);
    problem_.settle_ties(space.sorted.data(), count);
    return {space.sorted.data(), count};
  }

  const Context& context_;
  Problem& problem_;
  const std::size_t threads_;
  BatchThresholds<typename Problem::Sample> thresholds_;
  KeySplitters splitters_;
  std::unique_ptr<Store> store_;
  std::vector<Worker> workers_;
  const bool shares_;  // one state of the vertices, the first worker's
  std::unique_ptr<Reservations> reservations_;
  Array<Taken> taken_;             // in the batch that is committed, in order
  std::vector<std::size_t> ends_;  // of taken_, behind each bucket that is committed
  // Entries of taken_ that the next worker in turn may learn; on a line of its own.
  alignas(128) std::atomic<std::size_t> shown_ = 0;
};

}  // namespace hypermatch::detail::order
