// SPDX-License-Identifier: MIT
// Takes the edges of one batch greedily by many threads at once: deterministic reservations
// (Blelloch, Fineman, Gibbons, Shun 2012, doi:10.1145/2145816.2145840). Buckets are sorted in
// waves. Every edge of a wave reserves its free vertices; the uppermost reservation of a vertex
// stands. An edge that holds all its vertices is taken, one that meets a taken vertex is dropped,
// and the others reserve again. One thread finishes what few rounds leave, so chains of dependence
// cost no more than one pass in order. Memory 4 bytes per vertex and the records of a wave.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "order/bucket_store.hpp"
#include "order/sort_falling.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

/// A problem in which an edge is free if and only if none of its vertices is matched, so that one
/// state of the vertices serves all threads:
///   num_vertices()
///   note_shared(records)         records that were taken for good; by several threads at once
///   Vertices::all_of(record, f)  whether f(v) holds for all vertices v of the edge
///   Vertices::near(record)       those vertices that stand in the record itself
///   Vertices::set_word(i, word)  makes 64 * i .. 64 * i + 63 matched by the bits of a word
template <class P>
concept SharedStateProblem = requires(P& problem, typename P::Vertices& state,
                                      const typename P::Record& record,
                                      std::span<const typename P::Record> records,
                                      bool (*holds)(VertexId)) {
  { problem.num_vertices() } -> std::convertible_to<std::size_t>;
  problem.note_shared(records);
  { state.all_of(record, holds) } -> std::convertible_to<bool>;
  state.near(record);
  state.set_word(std::size_t{}, std::uint64_t{});
};

template <class Problem>
class BatchReservations {
 public:
  using Record = typename Problem::Record;
  using Vertices = typename Problem::Vertices;
  using Store = BucketStore<Record>;

  /// `few`: as `BatchTuning` has it.
  BatchReservations(const Context& context, Problem& problem, std::size_t few)
      : context_(context),
        problem_(problem),
        few_(few),
        threads_(static_cast<std::size_t>(context.threads())),
        slots_(problem.num_vertices()),
        space_(threads_) {}

  /// Parts of the memory, each prepared by one call of `prepare`.
  [[nodiscard]] std::size_t memory_parts() const { return (slots_.size() + k_part - 1) / k_part; }
  void prepare(std::size_t part) {
    const std::size_t end = std::min(slots_.size(), (part + 1) * k_part);
    std::fill(slots_.data() + part * k_part, slots_.data() + end, k_open);
  }

  /// Takes what is free in the buckets, in order, and brings `vertices` up to date.
  void take(const Store& store, std::size_t buckets, Vertices& vertices) {
    places_.assign(buckets + 1, 0);
    parallel::for_each(
        context_, buckets, [&](std::size_t b) { places_[b + 1] = store.bucket_size(b); }, 1);
    for (std::size_t b = 0; b < buckets; ++b) places_[b + 1] += places_[b];
    const std::size_t most = std::max(places_[buckets] / k_waves, threads_ * few_);
    // Ends: each turn takes a bucket at least.
    // To show the matched vertices after each wave takes a pass over all slots; else edges of the
    // next wave ask the slots, which are farther away.
    const bool shows_waves = slots_.size() <= most * k_slots_a_record;
    for (std::size_t begin = 0; begin < buckets;) {
      std::size_t end = begin + 1;
      while (end < buckets && places_[end + 1] - places_[begin] <= most) ++end;
      take_wave(store, begin, end, shows_waves, vertices);
      if (shows_waves || end == buckets) show_matched(vertices);
      begin = end;
    }
  }

 private:
  using Rank = std::uint32_t;
  // What a slot holds besides the rank, from 1, of the uppermost edge that reserved the vertex.
  static constexpr Rank k_matched = 0;
  static constexpr Rank k_open = std::numeric_limits<Rank>::max();

  static constexpr std::size_t k_part = std::size_t{1} << 19;  // slots
  static constexpr std::size_t k_waves = 4;                    // in a batch
  static constexpr std::size_t k_ahead = 12;                   // records
  // Slots that are passed over in the time that one record of a wave takes.
  static constexpr std::size_t k_slots_a_record = 32;

  // Aligned, so that no two share a cache line.
  struct alignas(128) Space {
    KeySortSpace<Record> sort;
    std::vector<Record> taken;
  };

  // Relaxed throughout: reserving, looking and taking are parallel phases of their own, and slots
  // publish no other data.
  [[nodiscard]] Rank slot(VertexId v) {
    return std::atomic_ref(slots_[v]).load(std::memory_order_relaxed);
  }
  void set_slot(VertexId v, Rank rank) {
    std::atomic_ref(slots_[v]).store(rank, std::memory_order_relaxed);
  }

  template <class Body>
  static void for_all(const Record& record, const Vertices& vertices, const Body& body) {
    (void)vertices.all_of(record, [&](VertexId v) {
      body(v);
      return true;
    });
  }

  // body(bucket, space) for every bucket of a wave.
  template <class Body>
  void for_buckets(std::size_t first, std::size_t last, const Body& body) {
    // Relaxed: the counter only hands out buckets.
    std::atomic<std::size_t> next = first;
    parallel::run_tasks(context_, std::min(threads_, last - first), [&](std::size_t task) {
      // Ends: the counter only grows.
      while (true) {
        const std::size_t bucket = next.fetch_add(1, std::memory_order_relaxed);
        if (bucket >= last) break;
        body(bucket, space_[task]);
      }
    });
  }

  [[nodiscard]] Record* records_of(std::size_t bucket, std::size_t first) {
    return wave_.data() + (places_[bucket] - places_[first]);
  }
  // From 1, and below the rank of any edge that is lower in the order.
  [[nodiscard]] Rank first_rank(std::size_t bucket) const {
    return static_cast<Rank>(places_[bucket] + 1);
  }

  // Brings `vertices` up to date.
  void show_matched(Vertices& vertices) {
    parallel::for_each(context_, (slots_.size() + 63) / 64, [&](std::size_t i) {
      const Rank* const slots = slots_.data() + i * 64;
      const std::size_t count = std::min<std::size_t>(64, slots_.size() - i * 64);
      std::uint64_t word = 0;
      if (count == 64) {
        // Bytes first, which vectorises; eight of them then move to eight bits by one product.
        std::array<std::uint8_t, 64> matched;
        for (std::size_t v = 0; v < 64; ++v) matched[v] = slots[v] == k_matched ? 1 : 0;
        for (std::size_t byte = 0; byte < 8; ++byte) {
          std::uint64_t eight = 0;
          for (std::size_t v = 0; v < 8; ++v) {
            eight |= std::uint64_t{matched[byte * 8 + v]} << (8 * v);
          }
          word |= (eight * 0x0102040810204080U) >> 56 << (8 * byte);
        }
      } else {
        for (std::size_t v = 0; v < count; ++v) {
          word |= std::uint64_t{slots[v] == k_matched ? 1U : 0U} << v;
        }
      }
      vertices.set_word(i, word);
    });
  }

  void take_wave(const Store& store, std::size_t first, std::size_t last, bool is_shown,
                 const Vertices& vertices) {
    const std::size_t size = places_[last] - places_[first];
    if (wave_.size() < size) {
      wave_ = {};
      wave_.resize(size + size / 8);
    }
    counts_.resize(std::max(counts_.size(), last));
    for_buckets(first, last, [&](std::size_t bucket, Space& space) {
      const std::size_t count = gather(store, bucket, is_shown, vertices, space.sort);
      Record* const records = records_of(bucket, first);
      sort_falling(space.sort, count, records);
      problem_.settle_ties(records, count);
      counts_[bucket] = count;
      reserve({records, count}, first_rank(bucket), vertices);
    });
    std::size_t before = std::numeric_limits<std::size_t>::max();
    // Ends: `left` falls by half in each round but the last.
    while (true) {
      for_buckets(first, last, [&](std::size_t bucket, Space& space) {
        take_winners(bucket, records_of(bucket, first), vertices, space);
      });
      std::size_t left = 0;
      for (std::size_t b = first; b < last; ++b) left += counts_[b];
      if (left == 0) return;
      if (left <= few_ || left > before / 2) break;
      before = left;
      for_buckets(first, last, [&](std::size_t bucket, Space&) {
        Record* const records = records_of(bucket, first);
        std::size_t& count = counts_[bucket];
        count = static_cast<std::size_t>(keep_open({records, count}, vertices, records) - records);
        reserve({records, count}, first_rank(bucket), vertices);
      });
    }
    finish(first, last, vertices);
  }

  // Copies those records that meet no matched vertex to `out`, which may be where they stand.
  Record* keep_open(std::span<const Record> records, const Vertices& vertices, Record* out) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      look_ahead(records, i, vertices);
      const Record record = records[i];
      // Written always, kept only if open: no branch to mispredict.
      *out = record;
      out += vertices.all_of(record, [&](VertexId v) { return slot(v) != k_matched; }) ? 1 : 0;
    }
    return out;
  }

  // The records of a bucket that are open, as `vertices` knows if it is up to date, else as the
  // slots do.
  std::size_t gather(const Store& store, std::size_t bucket, bool is_shown,
                     const Vertices& vertices, KeySortSpace<Record>& space) {
    const std::size_t size = places_[bucket + 1] - places_[bucket];
    if (space.items.size() < size + 1) space.items.resize(size + size / 4 + 1);
    Record* out = space.items.data();
    store.for_pieces(bucket, [&](std::span<const Record> piece, std::uint32_t) {
      if (!is_shown) {
        out = keep_open(piece, vertices, out);
        return;
      }
      for (std::size_t i = 0; i < piece.size(); ++i) {
        vertices.look_ahead(piece, i);
        // Written always, kept only if free: no branch to mispredict.
        *out = piece[i];
        out += vertices.is_free(piece[i]);
      }
    });
    return static_cast<std::size_t>(out - space.items.data());
  }

  void look_ahead(std::span<const Record> records, std::size_t i, const Vertices& vertices) {
    vertices.look_ahead(records, i);
    if (i + k_ahead >= records.size()) return;
    for (const VertexId v : vertices.near(records[i + k_ahead])) {
      __builtin_prefetch(slots_.data() + v, 1);
    }
  }

  void reserve(std::span<const Record> records, Rank rank, const Vertices& vertices) {
    for (std::size_t i = 0; i < records.size(); ++i, ++rank) {
      look_ahead(records, i, vertices);
      for_all(records[i], vertices, [&](VertexId v) {
        const std::atomic_ref place(slots_[v]);
        Rank seen = place.load(std::memory_order_relaxed);
        // Ends: what others write meanwhile is smaller than what was there.
        while (rank < seen && !place.compare_exchange_weak(seen, rank, std::memory_order_relaxed)) {
        }
      });
    }
  }

  // Takes the edges of a bucket that hold all their vertices; the others give up what they hold,
  // and stay.
  void take_winners(std::size_t bucket, Record* records, const Vertices& vertices, Space& space) {
    const std::span<const Record> reserving(records, counts_[bucket]);
    space.taken.clear();
    Record* out = records;
    Rank rank = first_rank(bucket);
    for (std::size_t i = 0; i < reserving.size(); ++i, ++rank) {
      look_ahead(reserving, i, vertices);
      const Record record = reserving[i];
      if (vertices.all_of(record, [&](VertexId v) { return slot(v) == rank; })) {
        mark(record, vertices);
        space.taken.push_back(record);
      } else {
        for_all(record, vertices, [&](VertexId v) {
          // Only its owner changes a slot in this phase.
          if (slot(v) == rank) set_slot(v, k_open);
        });
        *out++ = record;
      }
    }
    counts_[bucket] = static_cast<std::size_t>(out - records);
    problem_.note_shared(space.taken);
  }

  void mark(const Record& record, const Vertices& vertices) {
    for_all(record, vertices, [&](VertexId v) { set_slot(v, k_matched); });
  }

  // In order, by the calling thread.
  void finish(std::size_t first, std::size_t last, const Vertices& vertices) {
    std::vector<Record>& taken = space_.front().taken;
    taken.clear();
    for (std::size_t bucket = first; bucket < last; ++bucket) {
      const std::span<const Record> records(records_of(bucket, first), counts_[bucket]);
      for (std::size_t i = 0; i < records.size(); ++i) {
        look_ahead(records, i, vertices);
        const auto is_open = [&](VertexId v) { return slot(v) != k_matched; };
        if (!vertices.all_of(records[i], is_open)) continue;
        mark(records[i], vertices);
        taken.push_back(records[i]);
      }
    }
    problem_.note_shared(taken);
  }

  const Context& context_;
  Problem& problem_;
  const std::size_t few_;
  const std::size_t threads_;
  Array<Rank> slots_;                // of each vertex
  std::vector<Space> space_;         // of each thread
  std::vector<std::size_t> places_;  // of the batch: where each bucket begins
  std::vector<std::size_t> counts_;  // of each bucket of the wave: records that are undecided
  Array<Record> wave_;               // sorted, each bucket at its place
};

/// `BatchReservations` of a problem that it serves.
template <class Problem>
struct ReservationsOf {
  using Type = std::monostate;
};
template <SharedStateProblem Problem>
struct ReservationsOf<Problem> {
  using Type = BatchReservations<Problem>;
};

}  // namespace hypermatch::detail::order
