// SPDX-License-Identifier: MIT
#include "io/graph_builder.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/interpretation.hpp"
#include "io/self_loops.hpp"
#include "io/weight_column.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/sorted_pairs.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::ParallelEdges;

namespace {

/// One pair in the bucket of its smaller end: ordered by the other end, then by place in the file.
using Slot = std::uint64_t;

/// Sorts pairs into buckets by their smaller end. Afterwards bucket v is [begin[v], begin[v + 1]),
/// its slots ascending.
struct Buckets {
  Array<Offset> begin;
  Array<Slot> slots;
};

Buckets bucket_alone(VertexId num_vertices, std::span<const GraphEdge> pairs) {
  Buckets buckets{Array<Offset>(num_vertices + std::size_t{1}, 0), Array<Slot>(pairs.size())};
  // begin[v + 1] first counts bucket v, then is the place of its next slot, which ends as the begin
  // of bucket v + 1.
  Offset* const next = buckets.begin.data() + 1;
  for (const GraphEdge& pair : pairs) ++next[std::min(pair.u, pair.v)];
  Offset sum = 0;
  for (std::size_t v = 0; v < num_vertices; ++v) sum += std::exchange(next[v], sum);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [low, high] = std::minmax(pairs[i].u, pairs[i].v);
    buckets.slots[next[low]++] = (static_cast<Slot>(high) << 32) | i;
  }
  return buckets;
}

/// Sorts pairs into buckets on all threads. Pairs are first scattered to ranges of smaller ends, so
/// that only one thread counts for a vertex and the counters of a range fit a cache.
class SharedBuckets {
 public:
  SharedBuckets(const Context& context, VertexId num_vertices, std::span<const GraphEdge> pairs)
      : context_(context),
        num_vertices_(num_vertices),
        pairs_(pairs),
        chunks_(parallel::cut(context, pairs.size(), std::size_t{1} << 14, 1)) {
    // Ends: the number of ranges falls to 1.
    while ((num_vertices - std::size_t{1}) >> shift_ >= k_most_ranges) ++shift_;
    num_ranges_ = ((num_vertices - std::size_t{1}) >> shift_) + 1;
  }

  [[nodiscard]] Buckets run() {
    scatter();
    Buckets buckets{Array<Offset>(num_vertices_ + std::size_t{1}), Array<Slot>(pairs_.size())};
    buckets.begin[num_vertices_] = pairs_.size();
    parallel::for_chunks(context_, parallel::cut(context_, num_ranges_, 1, 8),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           std::vector<Offset> next;
                           for (std::size_t r = first; r < last; ++r) fill(buckets, r, next);
                         });
    return buckets;
  }

 private:
  struct Item {
    VertexId low;
    VertexId high;
    EdgeId place;
  };
  static constexpr std::size_t k_most_ranges = 1024;

  [[nodiscard]] std::size_t range_of(const GraphEdge& pair) const {
    return std::min(pair.u, pair.v) >> shift_;
  }

  void scatter() {
    // Range by range, in it chunk by chunk: the number of pairs, then the place of the next one.
    places_ = Array<Offset>(num_ranges_ * chunks_.count + 1, 0);
    parallel::for_chunks(context_, chunks_,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           std::vector<Offset> counts(num_ranges_, 0);
                           for (std::size_t i = begin; i < end; ++i) ++counts[range_of(pairs_[i])];
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
                             const auto [low, high] = std::minmax(pairs_[i].u, pairs_[i].v);
                             items_[next[low >> shift_]++] = {low, high, static_cast<EdgeId>(i)};
                           }
                         });
  }

  void fill(Buckets& buckets, std::size_t range, std::vector<Offset>& next) const {
    const std::size_t first = range << shift_;
    const std::size_t last = std::min<std::size_t>(num_vertices_, (range + 1) << shift_);
    Offset sum = places_[range * chunks_.count];
    const std::span<const Item> items =
        items_.view().subspan(sum, places_[(range + 1) * chunks_.count] - sum);
    next.assign(last - first, 0);
    for (const Item& item : items) ++next[item.low - first];
    for (std::size_t v = first; v < last; ++v) {
      buckets.begin[v] = sum;
      sum += std::exchange(next[v - first], sum);
    }
    for (const Item& item : items) {
      buckets.slots[next[item.low - first]++] = (static_cast<Slot>(item.high) << 32) | item.place;
    }
  }

  const Context& context_;
  VertexId num_vertices_;
  std::span<const GraphEdge> pairs_;
  parallel::Chunks chunks_;
  unsigned shift_ = 0;
  std::size_t num_ranges_ = 0;
  Array<Offset> places_;
  Array<Item> items_;
};

Buckets bucket_pairs(const Context& context, VertexId num_vertices,
                     std::span<const GraphEdge> pairs) {
  if (context.threads() == 1 || num_vertices == 0) return bucket_alone(num_vertices, pairs);
  return SharedBuckets(context, num_vertices, pairs).run();
}

/// Combines the weights of a repeated pair, in the order of the file.
struct TakeHeaviest {
  template <class T>
  void operator()(T& kept, T other) const {
    kept = std::max(kept, other);
  }
};
/// Integers are int64 here.
struct Add {
  std::atomic<bool>& overflowed;

  template <class T>
  void operator()(T& kept, T other) const {
    bool is_beyond = false;
    if constexpr (std::is_floating_point_v<T>) {
      kept += other;
      is_beyond = !std::isfinite(kept);
    } else {
      is_beyond = __builtin_add_overflow(kept, other, &kept);
    }
    // Relaxed: read after the tasks are done only.
    if (is_beyond) overflowed.store(true, std::memory_order_relaxed);
  }
};

/// Merges a run of slots of one smaller end, ascending: the first slot of each run of equal ends is
/// the pair's first appearance. @returns how many were merged into others
template <class Held, class Combine>
std::uint64_t merge_bucket(const Slot* begin, const Slot* end, Array<GraphEdge>& pairs,
                           Held& weights, const Combine& combine) {
  std::uint64_t merged = 0;
  std::size_t keep = static_cast<std::uint32_t>(*begin);
  for (const Slot* slot = begin + 1; slot != end; ++slot) {
    const std::size_t i = static_cast<std::uint32_t>(*slot);
    if ((*slot >> 32) != (slot[-1] >> 32)) {
      keep = i;
      continue;
    }
    pairs[i] = k_repeated;
    ++merged;
    if constexpr (!std::is_same_v<Held, std::monostate>) {
      combine(weights[keep], weights[i]);
    }
  }
  return merged;
}

template <class Held, class Combine>
std::uint64_t merge_by_buckets(const Context& context, VertexId num_vertices,
                               Array<GraphEdge>& pairs, Held& weights, const Combine& combine) {
  Buckets buckets = bucket_pairs(context, num_vertices, pairs.view());
  const parallel::Chunks chunks = parallel::cut(context, num_vertices, 1024, 32);
  std::vector<std::uint64_t> merged(chunks.count, 0);
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         std::uint64_t sum = 0;
                         for (std::size_t v = first; v < last; ++v) {
                           Slot* const begin = buckets.slots.data() + buckets.begin[v];
                           Slot* const end = buckets.slots.data() + buckets.begin[v + 1];
                           if (end - begin < 2) continue;
                           if (!std::is_sorted(begin, end)) std::sort(begin, end);
                           sum += merge_bucket(begin, end, pairs, weights, combine);
                         }
                         merged[chunk] = sum;
                       });
  std::uint64_t total = 0;
  for (const std::uint64_t count : merged) total += count;
  return total;
}

/// For few pairs among many vertices: no memory per vertex.
template <class Held, class Combine>
std::uint64_t merge_by_sorting(const Context& context, Array<GraphEdge>& pairs, Held& weights,
                               const Combine& combine) {
  struct Item {
    std::uint64_t ends;
    std::uint64_t place;
  };
  Array<Item> items(pairs.size());
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    const auto [low, high] = std::minmax(pairs[i].u, pairs[i].v);
    items[i] = {(static_cast<std::uint64_t>(low) << 32) | high, i};
  });
  parallel::radix_sort(context, items, [](const Item& item) { return item.ends; });
  std::uint64_t merged = 0;
  std::size_t keep = 0;
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].ends != items[keep].ends) {
      keep = i;
      continue;
    }
    pairs[items[i].place] = k_repeated;
    ++merged;
    if constexpr (!std::is_same_v<Held, std::monostate>) {
      combine(weights[items[keep].place], weights[items[i].place]);
    }
  }
  return merged;
}

template <class Combine>
std::uint64_t merge_with(const Context& context, VertexId num_vertices, Array<GraphEdge>& pairs,
                         Weights& weights, const Combine& combine) {
  if (parallel::are_sorted(context, pairs.view())) return 0;
  constexpr std::size_t k_many_vertices = 16;
  const std::uint64_t merged = std::visit(
      [&](auto& held) {
        return num_vertices / k_many_vertices > pairs.size()
                   ? merge_by_sorting(context, pairs, held, combine)
                   : merge_by_buckets(context, num_vertices, pairs, held, combine);
      },
      weights);
  if (merged != 0) drop_repeated(context, pairs, weights);
  return merged;
}

/// Integers as int64, so that sums have room; 1 for each of the `size` pairs without a weight, or
/// where the pairs are counted.
void prepare_sums(Weights& weights, std::size_t size, ParallelEdges how) {
  if (how == ParallelEdges::count || !is_weighted(view_of(weights))) {
    weights = Array<std::int64_t>(size, 1);
  } else if (const auto* narrow = std::get_if<Array<std::int32_t>>(&weights)) {
    Array<std::int64_t> wide(narrow->size());
    std::copy(narrow->begin(), narrow->end(), wide.begin());
    weights = std::move(wide);
  }
}

/// Back to int32 where all fit, as weights of a text are held.
void narrow(Weights& weights) {
  const auto* wide = std::get_if<Array<std::int64_t>>(&weights);
  const auto fits = [](std::int64_t value) { return value == static_cast<std::int32_t>(value); };
  if (wide == nullptr || !std::all_of(wide->begin(), wide->end(), fits)) return;
  Array<std::int32_t> narrowed(wide->size());
  std::transform(wide->begin(), wide->end(), narrowed.begin(),
                 [](std::int64_t value) { return static_cast<std::int32_t>(value); });
  weights = std::move(narrowed);
}

}  // namespace

std::uint64_t merge_parallel_edges(const Context& context, VertexId num_vertices,
                                   Array<GraphEdge>& pairs, Weights& weights, ParallelEdges how,
                                   std::string_view name) {
  if (how == ParallelEdges::heaviest) {
    return merge_with(context, num_vertices, pairs, weights, TakeHeaviest());
  }
  prepare_sums(weights, pairs.size(), how);
  std::atomic<bool> overflowed = false;
  const std::uint64_t merged = merge_with(context, num_vertices, pairs, weights, Add{overflowed});
  // Relaxed: the tasks are done.
  if (overflowed.load(std::memory_order_relaxed)) throw_sum_beyond(name, weights);
  narrow(weights);
  return merged;
}

void merge_parallel_edges(const ParseInput& input, EdgeList& graph,
                          hypermatch::io::ReadReport& report) {
  report.parallel = input.parallel;
  report.parallel_edges = merge_parallel_edges(input.context, graph.num_vertices, graph.edges,
                                               graph.weights, input.parallel, input.name);
}

void drop_repeated(const Context& context, Array<GraphEdge>& pairs, Weights& weights) {
  const auto keep = [&](std::size_t i) { return !(pairs[i] == k_repeated); };
  const std::size_t total = pairs.size();
  if (context.threads() == 1) {
    // In place: the next place never passes the item that moves there.
    std::visit(
        [&](auto& held) {
          std::size_t place = 0;
          for (std::size_t i = 0; i < total; ++i) {
            if (!keep(i)) continue;
            pairs[place] = pairs[i];
            if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
              held[place] = held[i];
            }
            ++place;
          }
          pairs.resize(place);
          pairs.shrink_to_fit();
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            held.resize(place);
            held.shrink_to_fit();
          }
        },
        weights);
    return;
  }
  const auto kept = static_cast<std::size_t>(parallel::reduce<std::uint64_t>(
      context, total, 0, [&](std::size_t i) { return keep(i) ? std::uint64_t{1} : 0; },
      [](std::uint64_t a, std::uint64_t b) { return a + b; }));
  Array<GraphEdge> edges(kept);
  std::visit(
      [&](auto& held) {
        std::decay_t<decltype(held)> kept_weights{};
        constexpr bool k_weighted = !std::is_same_v<std::decay_t<decltype(held)>, std::monostate>;
        if constexpr (k_weighted) kept_weights.resize(kept);
        parallel::select(context, total, keep, [&](std::size_t place, std::size_t i) {
          edges[place] = pairs[i];
          if constexpr (k_weighted) kept_weights[place] = held[i];
        });
        held = std::move(kept_weights);
      },
      weights);
  pairs = std::move(edges);
}

void check_graph_interpretation(const ParseInput& input, const char* format) {
  using hypermatch::io::Interpretation;
  if (input.as != Interpretation::automatic && input.as != Interpretation::graph &&
      input.as != Interpretation::hypergraph) {
    throw Error(ErrorCode::unsupported, std::string(input.name) + ": a file of format '" + format +
                                            "' is read as graph or hypergraph, not as " +
                                            interpretation_name(input.as));
  }
}

hypermatch::io::Instance finish_graph(const ParseInput& input, const char* format, Graph graph,
                                      hypermatch::io::ReadReport report, Weights loop_weights) {
  using hypermatch::io::Interpretation;
  using hypermatch::io::ReadReport;
  report.format = format;
  report.bytes = input.text.size();
  report.as = input.as == Interpretation::hypergraph ? input.as : Interpretation::graph;
  ReadReport signs;
  std::visit([&](const auto& form) { count_signs(input.context, view_of(form.weights), signs); },
             graph.form());
  // Rows have each edge twice.
  const std::uint64_t copies = graph.has_rows() ? 2 : 1;
  report.zero_weights += signs.zero_weights / copies;
  report.negative_weights += signs.negative_weights / copies;
  hypermatch::io::Instance instance;
  instance.report = std::move(report);
  if (input.as == Interpretation::hypergraph) {
    instance.data = to_hypergraph(input.context, std::move(graph));
  } else {
    instance.data = std::move(graph);
    instance.loop_weights = std::move(loop_weights);
  }
  return instance;
}

GraphToWrite::GraphToWrite(const hypermatch::io::Instance& instance, const EdgeListView& edges,
                           const char* format) {
  if (instance.is_graph()) {
    num_vertices_ = edges.num_vertices;
    edges_ = edges.edges;
    weights_ = edges.weights;
    return;
  }
  const HypergraphView hypergraph = std::get<Hypergraph>(instance.data).view();
  num_vertices_ = hypergraph.num_vertices;
  own_edges_.resize(hypergraph.num_edges());
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const auto pins = hypergraph.pins_of(e);
    if (pins.size() != 2) {
      throw Error(ErrorCode::unsupported, std::string("format '") + format +
                                              "' holds graphs; hyperedge " +
                                              std::to_string(e + std::uint64_t{1}) + " has " +
                                              base::counted(pins.size(), "pin") + ", must have 2");
    }
    own_edges_[e] = {pins[0], pins[1]};
  }
  own_weights_ = clone(std::get<Hypergraph>(instance.data).weights);
  (void)merge_parallel_edges(Context({.threads = 1}), num_vertices_, own_edges_, own_weights_);
  edges_ = own_edges_.view();
  weights_ = view_of(own_weights_);
}

}  // namespace hypermatch::detail::io
