// SPDX-License-Identifier: MIT
// Takes the edges of one batch greedily by many threads at once: deterministic reservations
// (Blelloch, Fineman, Gibbons, Shun 2012, doi:10.1145/2145816.2145840). Buckets are sorted in
// waves. Every edge of a wave reserves its vertices; the uppermost reservation of each vertex wins.
// An edge that wins all its vertices is taken, one that meets a matched vertex is dropped, and the
// others reserve again. Under capacities as many of the uppermost reservations of a vertex win as
// it has room for: were all of them taken, there would be room for each. One thread finishes what
// few rounds leave, so chains of dependence cost no more than one pass in order.
//
// Reservations are grouped by ranges of vertices, and one thread works on a range at a time: no
// word is contended, and what is looked up fits the thread's cache. Memory 4 bytes per vertex, and
// the records and reservations of a wave.
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
///   note_taken(records, task)    records that were taken for good; by several tasks at once
///   note_matched(v, record)      v is matched by it; by several threads at once
///   Vertices::room(v)            where vertices have capacities: how many edges v may still take
///   Vertices::for_all(record, f) calls f(v) for each vertex v of the edge
///   Vertices::insert_if(v, mask) makes v matched where the mask is all ones, not where it is 0; by
///                                several threads at once, for v of different words of 64
template <class P>
concept SharedStateProblem = requires(P& problem, typename P::Vertices& state,
                                      const typename P::Record& record,
                                      std::span<const typename P::Record> records,
                                      void (*body)(VertexId)) {
  { problem.num_vertices() } -> std::convertible_to<std::size_t>;
  problem.note_taken(records, std::size_t{});
  problem.note_matched(VertexId{}, record);
  state.for_all(record, body);
  state.insert_if(VertexId{}, std::uint64_t{});
};

template <class Problem>
class BatchReservations {
 public:
  using Record = typename Problem::Record;
  using Vertices = typename Problem::Vertices;
  using Store = BucketStore<Record>;

  /// `few`: `BatchTuning::few_undecided`.
  BatchReservations(const Context& context, Problem& problem, std::size_t few)
      : context_(context),
        problem_(problem),
        few_(few),
        threads_(static_cast<std::size_t>(context.threads())),
        slots_(problem.num_vertices()),
        space_(threads_) {
    // Ends: `range_bits_` rises, and no number of vertices has 64 bits.
    while ((slots_.size() >> range_bits_) >= k_ranges) ++range_bits_;
  }

  /// Parts of the memory, each prepared by one call of `prepare`.
  [[nodiscard]] std::size_t memory_parts() const { return (slots_.size() + k_part - 1) / k_part; }
  void prepare(std::size_t part) {
    const std::size_t end = std::min(slots_.size(), (part + 1) * k_part);
    std::fill(slots_.data() + part * k_part, slots_.data() + end, k_open);
  }

  /// Takes what is free in the buckets, in order, and marks its vertices in `vertices`.
  void take(const Store& store, std::size_t buckets, Vertices& vertices) {
    places_.assign(buckets + 1, 0);
    parallel::for_each(
        context_, buckets, [&](std::size_t b) { places_[b + 1] = store.bucket_size(b); }, 1);
    for (std::size_t b = 0; b < buckets; ++b) places_[b + 1] += places_[b];
    const std::size_t most = std::max(places_[buckets] / k_waves, threads_ * few_);
    // Ends: each turn takes a bucket at least.
    for (std::size_t begin = 0; begin < buckets;) {
      std::size_t end = begin + 1;
      while (end < buckets && places_[end + 1] - places_[begin] <= most) ++end;
      take_wave(store, begin, end, vertices);
      begin = end;
    }
  }

 private:
  // The place of a record in its wave: below that of any edge that is lower in the order.
  using Rank = std::uint32_t;
  static constexpr Rank k_open = std::numeric_limits<Rank>::max();

  static constexpr std::size_t k_part = std::size_t{1} << 19;  // slots
  static constexpr std::size_t k_waves = 6;                    // in a batch
  static constexpr std::size_t k_ranges = 64;                  // of vertices, at most
  // Reservations of a wave, for each of its records and for each thread: larger edges are taken in
  // order, so that memory stays bounded.
  static constexpr std::size_t k_most_of_record = 16;
  static constexpr std::size_t k_most_of_thread = std::size_t{1} << 16;

  // An edge wants a vertex.
  struct Reservation {
    VertexId vertex;
    Rank rank;
  };

  // A bucket of the wave.
  struct Bucket {
    std::size_t count = 0;                         // records that reserve
    std::size_t lost = 0;                          // those that are not taken
    std::size_t space = 0;                         // where its reservations are
    std::array<std::size_t, k_ranges + 1> begins;  // of each range's
  };

  // Aligned, so that no two share a cache line.
  struct alignas(128) Space {
    KeySortSpace<Record> sort;  // `items` hold what is taken, too
    Array<Reservation> reservations;
    std::size_t num_reservations = 0;
  };

  // body(item, task) for every item below `items`.
  template <class Body>
  void share_out(std::size_t items, const Body& body) {
    // Relaxed: the counter only hands out items.
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, std::min(threads_, items), [&](std::size_t task) {
      // Ends: the counter only grows.
      while (true) {
        const std::size_t item = next.fetch_add(1, std::memory_order_relaxed);
        if (item >= items) break;
        body(item, task);
      }
    });
  }

  void take_wave(const Store& store, std::size_t first, std::size_t last, Vertices& vertices) {
    begin_wave(first, last);
    share_out(buckets_.size(), [&](std::size_t b, std::size_t task) {
      KeySortSpace<Record>& space = space_[task].sort;
      const std::size_t count = gather(store, first + b, vertices, space);
      Record* const records = records_of(b);
      sort_falling(space, count, records);
      problem_.settle_ties(records, count);
      buckets_[b].count = count;
      reserve(b, vertices, task);
    });
    std::size_t before = std::numeric_limits<std::size_t>::max();
    // Ends: `left` falls by half in each round but the last.
    while (!overflows_.load(std::memory_order_relaxed)) {
      const std::size_t ranges = (slots_.size() >> range_bits_) + 1;
      share_out(ranges, [&](std::size_t range, std::size_t) { compare(range, vertices); });
      share_out(ranges + buckets_.size(), [&](std::size_t item, std::size_t task) {
        if (item < ranges) {
          mark_taken(item, vertices);
        } else {
          note_taken(item - ranges, task);
        }
      });
      std::size_t left = 0;
      for (const Bucket& bucket : buckets_) left += bucket.lost;
      if (left == 0) return;
      if (left <= few_ || left > before / 2) break;
      before = left;
      for (Space& space : space_) space.num_reservations = 0;
      share_out(buckets_.size(), [&](std::size_t b, std::size_t task) {
        keep_free(b, vertices);
        reserve(b, vertices, task);
      });
    }
    finish(vertices);
  }

  void begin_wave(std::size_t first, std::size_t last) {
    first_ = first;
    buckets_.resize(last - first);
    const std::size_t size = places_[last] - places_[first];
    if (wave_.size() < size) {
      // Free before reallocating: both may not fit.
      wave_ = {};
      lost_ = {};
      wave_.resize(size + size / 8);
      lost_.resize(size + size / 8);
    }
    most_reservations_ = size * k_most_of_record / threads_ + k_most_of_thread;
    overflows_ = false;
    for (Space& space : space_) space.num_reservations = 0;
  }

  // The first record of a bucket in the wave.
  [[nodiscard]] std::size_t place_of(std::size_t b) const {
    return places_[first_ + b] - places_[first_];
  }
  [[nodiscard]] Record* records_of(std::size_t b) { return wave_.data() + place_of(b); }

  // The records of a bucket of the store that are free.
  std::size_t gather(const Store& store, std::size_t bucket, const Vertices& vertices,
                     KeySortSpace<Record>& space) {
    fit(space, places_[bucket + 1] - places_[bucket]);
    Record* out = space.items.data();
    store.for_pieces(bucket, [&](std::span<const Record> piece, std::uint32_t) {
      out = copy_free(piece, vertices, out);
    });
    return static_cast<std::size_t>(out - space.items.data());
  }
  static void fit(KeySortSpace<Record>& space, std::size_t size) {
    if (space.items.size() < size + 1) space.items.resize(size + size / 4 + 1);
  }

  // `out` may be where the records stand.
  static Record* copy_free(std::span<const Record> records, const Vertices& vertices, Record* out) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      vertices.look_ahead(records, i);
      const Record record = records[i];
      // Written always, kept only if free: no branch to mispredict.
      *out = record;
      out += vertices.is_free(record);
    }
    return out;
  }

  // Keeps what has lost, but is free.
  void keep_free(std::size_t b, const Vertices& vertices) {
    Record* const records = records_of(b);
    std::size_t& count = buckets_[b].count;
    const std::uint8_t* const lost = lost_.data() + place_of(b);
    Record* out = records;
    for (std::size_t i = 0; i < count; ++i) {
      const Record record = records[i];
      *out = record;
      out += lost[i] != 0 ? vertices.is_free(record) : 0;
    }
    count = static_cast<std::size_t>(out - records);
  }

  // Writes the reservations of a bucket, grouped by the ranges of their vertices.
  void reserve(std::size_t b, const Vertices& vertices, std::size_t task) {
    Bucket& bucket = buckets_[b];
    const std::span<const Record> records(records_of(b), bucket.count);
    std::array<std::size_t, k_ranges + 1>& begins = bucket.begins;
    begins.fill(0);
    for (std::size_t i = 0; i < records.size(); ++i) {
      vertices.look_ahead(records, i);
      vertices.for_all(records[i], [&](VertexId v) { ++begins[(v >> range_bits_) + 1]; });
    }
    Space& space = space_[task];
    begins[0] = space.num_reservations;
    for (std::size_t r = 0; r < k_ranges; ++r) begins[r + 1] += begins[r];
    if (begins[k_ranges] > most_reservations_) {
      // Relaxed: read after the parallel phase, as what is shared below.
      overflows_.store(true, std::memory_order_relaxed);
      return;
    }
    bucket.space = task;
    space.num_reservations = begins[k_ranges];
    if (space.reservations.size() < space.num_reservations) {
      space.reservations.resize(2 * space.num_reservations);
    }
    std::array<std::size_t, k_ranges> next;
    std::copy_n(begins.begin(), k_ranges, next.begin());
    Reservation* const out = space.reservations.data();
    auto rank = static_cast<Rank>(place_of(b));
    std::fill_n(lost_.data() + rank, records.size(), std::uint8_t{0});
    for (const Record& record : records) {
      vertices.for_all(record, [&](VertexId v) { out[next[v >> range_bits_]++] = {v, rank}; });
      ++rank;
    }
  }

  template <class Body>
  void for_reservations(std::size_t range, const Body& body) const {
    for (const Bucket& bucket : buckets_) {
      const Reservation* const all = space_[bucket.space].reservations.data();
      const std::size_t end = bucket.begins[range + 1];
      for (std::size_t i = bucket.begins[range]; i < end; ++i) body(all[i]);
    }
  }

  // Finds the uppermost reservations of each vertex of a range and flags all others as lost. Ranks
  // ascend within and across buckets, so that the first reservation of a vertex is the uppermost.
  void compare(std::size_t range, const Vertices& vertices) {
    for_reservations(range, [&](const Reservation& reservation) {
      Rank& slot = slots_[reservation.vertex];
      bool loses = false;
      if constexpr (requires { vertices.room(reservation.vertex); }) {
        slot = slot == k_open ? 1 : slot + 1;  // reservations so far
        loses = slot > vertices.room(reservation.vertex);
      } else {
        slot = std::min(slot, reservation.rank);
        loses = slot != reservation.rank;
      }
      if (loses) {
        // Relaxed: all threads write the same value, which is read after the parallel phase.
        std::atomic_ref(lost_[reservation.rank]).store(1, std::memory_order_relaxed);
      }
    });
  }

  // Marks what was taken of a range, and opens the slots again. No other range shares a word.
  void mark_taken(std::size_t range, Vertices& vertices) {
    for_reservations(range, [&](const Reservation& reservation) {
      const auto [v, rank] = reservation;
      slots_[v] = k_open;
      vertices.insert_if(v, std::uint64_t{lost_[rank]} - 1);
      if (lost_[rank] == 0) problem_.note_matched(v, wave_[rank]);
    });
  }

  // Notes what was taken of a bucket. Records stay where they are.
  void note_taken(std::size_t b, std::size_t task) {
    Bucket& bucket = buckets_[b];
    KeySortSpace<Record>& space = space_[task].sort;
    fit(space, bucket.count);
    const Record* const records = records_of(b);
    const std::uint8_t* const lost = lost_.data() + place_of(b);
    Record* taken = space.items.data();
    for (std::size_t i = 0; i < bucket.count; ++i) {
      *taken = records[i];
      taken += 1 - lost[i];
    }
    const auto num_taken = static_cast<std::size_t>(taken - space.items.data());
    bucket.lost = bucket.count - num_taken;
    problem_.note_taken({space.items.data(), num_taken}, task);
  }

  // The calling thread takes the free edges among those that lost or never reserved, in order.
  void finish(Vertices& vertices) {
    const bool overflows = overflows_.load(std::memory_order_relaxed);
    for (std::size_t b = 0; b < buckets_.size(); ++b) {
      const std::span<const Record> records(records_of(b), buckets_[b].count);
      const std::uint8_t* const lost = lost_.data() + place_of(b);
      KeySortSpace<Record>& space = space_.front().sort;
      fit(space, records.size());
      Record* taken = space.items.data();
      for (std::size_t i = 0; i < records.size(); ++i) {
        vertices.look_ahead(records, i);
        if ((!overflows && lost[i] == 0) || vertices.is_free(records[i]) == 0) continue;
        vertices.for_all(records[i], [&](VertexId v) {
          vertices.insert_if(v, ~std::uint64_t{0});
          problem_.note_matched(v, records[i]);
        });
        *taken++ = records[i];
      }
      problem_.note_taken({space.items.data(), taken}, 0);
    }
  }

  const Context& context_;
  Problem& problem_;
  const std::size_t few_;
  const std::size_t threads_;
  unsigned range_bits_ = 6;          // of vertices in a range: at least a word of a bitmap
  Array<Rank> slots_;                // of each vertex
  std::vector<Space> space_;         // of each thread
  std::vector<std::size_t> places_;  // of the batch: where each bucket begins
  std::size_t first_ = 0;            // bucket of the wave
  std::vector<Bucket> buckets_;      // of the wave
  Array<Record> wave_;               // sorted, each bucket at its place
  Array<std::uint8_t> lost_;         // of each record: 1 if another has reserved a vertex of it
  std::size_t most_reservations_ = 0;
  std::atomic<bool> overflows_ = false;
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
