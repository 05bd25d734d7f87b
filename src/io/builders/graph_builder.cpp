// SPDX-License-Identifier: MIT
#include "io/builders/graph_builder.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/pair_buckets.hpp"
#include "io/builders/parallel_weights.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/sorted_pairs.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::ParallelEdges;

namespace {

/// Merges entries of one pair after the other, in the order of the file.
template <class Held, class Combine>
class PairMerger {
 public:
  PairMerger(Array<GraphEdge>& pairs, Held& weights, const Combine& combine)
      : pairs_(pairs), weights_(weights), combine_(combine) {}

  /// The first entry of a pair.
  void begin(std::size_t place) {
    keep_ = place;
    is_new_ = true;
  }
  /// Another entry of that pair.
  void add(std::size_t place) {
    pairs_[place] = k_repeated;
    ++count_.merged;
    if constexpr (k_weighted) {
      // Equal entries leave the first one as it is, but for sums.
      const auto before = weights_[keep_];
      if (is_new_ && weights_[place] != before) {
        ++count_.differing;
        is_new_ = false;
      }
      combine_(weights_[keep_], weights_[place]);
    }
  }
  [[nodiscard]] const MergedEdges& count() const { return count_; }

 private:
  static constexpr bool k_weighted = !std::is_same_v<Held, std::monostate>;
  Array<GraphEdge>& pairs_;
  Held& weights_;
  const Combine& combine_;
  std::size_t keep_ = 0;
  bool is_new_ = true;  // no entry has differed from the first
  MergedEdges count_;
};

/// Merges a run of slots of one smaller end, ascending: the first slot of each run of equal ends is
/// the pair's first appearance.
template <class Held, class Combine>
void merge_bucket(const Slot* begin, const Slot* end, PairMerger<Held, Combine>& merger) {
  merger.begin(place_in_file(*begin));
  for (const Slot* slot = begin + 1; slot != end; ++slot) {
    if (other_end(*slot) == other_end(slot[-1])) {
      merger.add(place_in_file(*slot));
    } else {
      merger.begin(place_in_file(*slot));
    }
  }
}

template <class Held, class Combine>
MergedEdges merge_by_buckets(const Context& context, VertexId num_vertices, Array<GraphEdge>& pairs,
                             Held& weights, const Combine& combine) {
  Buckets buckets = bucket_pairs(context, num_vertices, pairs.view(), BucketBy::smaller_end);
  const parallel::Chunks chunks = parallel::cut(context, num_vertices, 1024, 32);
  std::vector<MergedEdges> merged(chunks.count);
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         PairMerger<Held, Combine> merger(pairs, weights, combine);
                         for (std::size_t v = first; v < last; ++v) {
                           Slot* const begin = buckets.slots.data() + buckets.begin[v];
                           Slot* const end = buckets.slots.data() + buckets.begin[v + 1];
                           if (end - begin < 2) continue;
                           if (!std::is_sorted(begin, end)) std::sort(begin, end);
                           merge_bucket(begin, end, merger);
                         }
                         merged[chunk] = merger.count();
                       });
  MergedEdges total;
  for (const MergedEdges& count : merged) {
    total.merged += count.merged;
    total.differing += count.differing;
  }
  return total;
}

/// For few pairs among many vertices: no memory per vertex.
template <class Held, class Combine>
MergedEdges merge_by_sorting(const Context& context, Array<GraphEdge>& pairs, Held& weights,
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
  PairMerger<Held, Combine> merger(pairs, weights, combine);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == 0 || items[i].ends != items[i - 1].ends) {
      merger.begin(items[i].place);
    } else {
      merger.add(items[i].place);
    }
  }
  return merger.count();
}

template <class Combine>
MergedEdges merge_with(const Context& context, VertexId num_vertices, Array<GraphEdge>& pairs,
                       Weights& weights, const Combine& combine) {
  if (parallel::are_sorted(context, pairs.view())) return {};
  constexpr std::size_t k_many_vertices = 16;
  const MergedEdges merged = std::visit(
      [&](auto& held) {
        return num_vertices / k_many_vertices > pairs.size()
                   ? merge_by_sorting(context, pairs, held, combine)
                   : merge_by_buckets(context, num_vertices, pairs, held, combine);
      },
      weights);
  if (merged.merged != 0) drop_repeated(context, pairs, weights);
  return merged;
}

}  // namespace

MergedEdges merge_parallel_edges(const Context& context, VertexId num_vertices,
                                 Array<GraphEdge>& pairs, Weights& weights, ParallelEdges how,
                                 std::string_view name) {
  prepare_weights(weights, pairs.size(), how);
  const MergedEdges merged = combining(how, name, weights, [&](const auto& combine) {
    return merge_with(context, num_vertices, pairs, weights, combine);
  });
  finish_weights(weights, how);
  return merged;
}

void merge_parallel_edges(const ParseInput& input, EdgeList& graph,
                          hypermatch::io::ReadReport& report) {
  report.parallel = input.parallel;
  const MergedEdges merged = merge_parallel_edges(input.context, graph.num_vertices, graph.edges,
                                                  graph.weights, input.parallel, input.name);
  report.parallel_edges = merged.merged;
  // Sums and counts are made of all of them.
  const bool loses_some =
      input.parallel == ParallelEdges::heaviest || input.parallel == ParallelEdges::lightest;
  report.differing_weights = loses_some ? merged.differing : 0;
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

void drop_zeros(const Context& context, Array<GraphEdge>& pairs, Weights& weights) {
  const WeightsView held = view_of(weights);
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    if (weight_at(held, i) == 0) pairs[i] = k_repeated;
  });
  drop_repeated(context, pairs, weights);
}

void check_graph_interpretation(const ParseInput& input, const char* format) {
  using hypermatch::io::Interpretation;
  if (input.as != Interpretation::automatic && input.as != Interpretation::graph &&
      input.as != Interpretation::hypergraph && input.as != Interpretation::bipartite) {
    throw Error(ErrorCode::unsupported, std::string(input.name) + ": a file of format '" + format +
                                            "' is read as graph or hypergraph, not as " +
                                            std::string(name_of(input.as)));
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

}  // namespace hypermatch::detail::io
