// SPDX-License-Identifier: MIT
#include "io/builders/pair_buckets.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

struct SmallerEnd {
  static GraphEdge of(const GraphEdge& pair) {
    const auto [low, high] = std::minmax(pair.u, pair.v);
    return {low, high};
  }
};

struct FirstEnd {
  static GraphEdge of(const GraphEdge& pair) { return pair; }
};

template <class By>
Buckets bucket_alone(VertexId num_buckets, std::span<const GraphEdge> pairs) {
  Buckets buckets{Array<Offset>(num_buckets + std::size_t{1}, 0), Array<Slot>(pairs.size())};
  // begin[v + 1] first counts bucket v, then is the place of its next slot, which ends as the begin
  // of bucket v + 1.
  Offset* const next = buckets.begin.data() + 1;
  for (const GraphEdge& pair : pairs) ++next[By::of(pair).u];
  Offset sum = 0;
  for (std::size_t v = 0; v < num_buckets; ++v) sum += std::exchange(next[v], sum);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const GraphEdge pair = By::of(pairs[i]);
    buckets.slots[next[pair.u]++] = (static_cast<Slot>(pair.v) << 32) | i;
  }
  return buckets;
}

/// Sorts pairs into buckets on all threads. Pairs are first scattered to ranges of buckets, so that
/// only one thread counts for a bucket and the counters of a range fit a cache.
template <class By>
class SharedBuckets {
 public:
  SharedBuckets(const Context& context, VertexId num_buckets, std::span<const GraphEdge> pairs)
      : context_(context),
        num_buckets_(num_buckets),
        pairs_(pairs),
        chunks_(parallel::cut(context, pairs.size(), std::size_t{1} << 14, 1)) {
    // Ends: the number of ranges falls to 1.
    while ((num_buckets - std::size_t{1}) >> shift_ >= k_most_ranges) ++shift_;
    num_ranges_ = ((num_buckets - std::size_t{1}) >> shift_) + 1;
  }

  [[nodiscard]] Buckets run() {
    scatter();
    Buckets buckets{Array<Offset>(num_buckets_ + std::size_t{1}), Array<Slot>(pairs_.size())};
    buckets.begin[num_buckets_] = pairs_.size();
    parallel::for_chunks(context_, parallel::cut(context_, num_ranges_, 1, 8),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           std::vector<Offset> next;
                           for (std::size_t r = first; r < last; ++r) fill(buckets, r, next);
                         });
    return buckets;
  }

 private:
  struct Item {
    GraphEdge ends;
    EdgeId place;
  };
  static constexpr std::size_t k_most_ranges = 1024;

  void scatter() {
    // Range by range, in it chunk by chunk: the number of pairs, then the place of the next one.
    places_ = Array<Offset>(num_ranges_ * chunks_.count + 1, 0);
    parallel::for_chunks(context_, chunks_,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           std::vector<Offset> counts(num_ranges_, 0);
                           for (std::size_t i = begin; i < end; ++i)
                             ++counts[By::of(pairs_[i]).u >> shift_];
                           for (std::size_t r = 0; r < num_ranges_; ++r) {
                             places_[r * chunks_.count + chunk] = counts[r];
                           }
                         });
    Offset sum = 0;
    for (Offset& place : places_) sum += std::exchange(place, sum);
    items_.resize(pairs_.size());
    parallel::for_chunks(context_, chunks_,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           std::vector<Offset> next(num_ranges_);
                           for (std::size_t r = 0; r < num_ranges_; ++r) {
                             next[r] = places_[r * chunks_.count + chunk];
                           }
                           for (std::size_t i = begin; i < end; ++i) {
                             const GraphEdge ends = By::of(pairs_[i]);
                             items_[next[ends.u >> shift_]++] = {ends, static_cast<EdgeId>(i)};
                           }
                         });
  }

  void fill(Buckets& buckets, std::size_t range, std::vector<Offset>& next) const {
    const std::size_t first = range << shift_;
    const std::size_t last = std::min<std::size_t>(num_buckets_, (range + 1) << shift_);
    Offset sum = places_[range * chunks_.count];
    const std::span<const Item> items =
        items_.view().subspan(sum, places_[(range + 1) * chunks_.count] - sum);
    next.assign(last - first, 0);
    for (const Item& item : items) ++next[item.ends.u - first];
    for (std::size_t v = first; v < last; ++v) {
      buckets.begin[v] = sum;
      sum += std::exchange(next[v - first], sum);
    }
    for (const Item& item : items) {
      buckets.slots[next[item.ends.u - first]++] =
          (static_cast<Slot>(item.ends.v) << 32) | item.place;
    }
  }

  const Context& context_;
  VertexId num_buckets_;
  std::span<const GraphEdge> pairs_;
  parallel::Chunks chunks_;
  unsigned shift_ = 0;
  std::size_t num_ranges_ = 0;
  Array<Offset> places_;
  Array<Item> items_;
};

template <class By>
Buckets bucket_by(const Context& context, VertexId num_buckets, std::span<const GraphEdge> pairs) {
  if (context.threads() == 1 || num_buckets == 0) return bucket_alone<By>(num_buckets, pairs);
  return SharedBuckets<By>(context, num_buckets, pairs).run();
}

}  // namespace

Buckets bucket_pairs(const Context& context, VertexId num_buckets, std::span<const GraphEdge> pairs,
                     BucketBy by) {
  return by == BucketBy::first_end ? bucket_by<FirstEnd>(context, num_buckets, pairs)
                                   : bucket_by<SmallerEnd>(context, num_buckets, pairs);
}

}  // namespace hypermatch::detail::io
