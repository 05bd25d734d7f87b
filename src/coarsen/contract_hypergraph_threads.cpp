// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

#include "coarsen/classes.hpp"
#include "coarsen/identical_edges.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

// From this many pins on, a hyperedge is renamed by all threads.
constexpr std::uint64_t k_wide_edge = parallel::threshold(std::uint64_t{1} << 16, 64);
constexpr std::size_t k_edges_between_stops = 256;  // hyperedges

// Hyperedges with renamed pins, where they stood in the input.
struct RenamedEdges {
  std::span<const Offset> offsets;
  Array<VertexId> size;
  Array<VertexId> pins;

  [[nodiscard]] SortedEdges view() const { return {offsets, size.view(), pins.view()}; }
};

VertexId distinct(std::span<VertexId> pins) {
  std::sort(pins.begin(), pins.end());
  return static_cast<VertexId>(std::unique(pins.begin(), pins.end()) - pins.begin());
}

VertexId rename_wide_edge(const Context& context, std::span<const VertexId> pins,
                          std::span<const VertexId> class_of, std::span<VertexId> renamed) {
  Array<VertexId> sorted(pins.size());
  parallel::for_each(context, pins.size(), [&](std::size_t i) { sorted[i] = class_of[pins[i]]; });
  parallel::radix_sort(context, sorted, [](VertexId pin) { return pin; });
  return static_cast<VertexId>(parallel::select(
      context, sorted.size(), [&](std::size_t i) { return i == 0 || sorted[i] != sorted[i - 1]; },
      [&](std::size_t place, std::size_t i) { renamed[place] = sorted[i]; }));
}

RenamedEdges rename_pins(const Context& context, const HypergraphView& hypergraph,
                         std::span<const VertexId> class_of) {
  const std::size_t m = hypergraph.num_edges();
  RenamedEdges edges{hypergraph.offsets, Array<VertexId>(m),
                     Array<VertexId>(hypergraph.num_pins())};
  const auto offset = [&](std::size_t e) { return hypergraph.offsets[e]; };
  const auto is_wide = [&](std::size_t e) { return offset(e + 1) - offset(e) >= k_wide_edge; };
  const auto out = [&](std::size_t e) {
    return edges.pins.span().subspan(offset(e), offset(e + 1) - offset(e));
  };
  const parallel::WorkProgress progress(context, "contract", hypergraph.num_pins());
  parallel::for_pieces(context, m, offset, [&](const parallel::RowPiece& piece) {
    if (piece.row % k_edges_between_stops == 0) progress.done(piece.begin);
    // A narrow hyperedge belongs to the piece that it starts in.
    if (!piece.starts || is_wide(piece.row)) return;
    const std::span<VertexId> pins = out(piece.row);
    for (std::size_t i = 0; i < pins.size(); ++i) {
      pins[i] = class_of[hypergraph.pins[offset(piece.row) + i]];
    }
    edges.size[piece.row] = distinct(pins);
  });
  for (std::size_t e = 0; e < m; ++e) {
    if (!is_wide(e)) continue;
    context.check_cancelled();
    edges.size[e] =
        rename_wide_edge(context, hypergraph.pins_of(static_cast<EdgeId>(e)), class_of, out(e));
  }
  return edges;
}

// Numbers the hyperedges that stay, which are returned; `first` of each hyperedge becomes the
// number of the one that stands for it.
Array<EdgeId> number_edges(const Context& context, std::span<EdgeId> first) {
  Array<EdgeId> kept(first.size());
  Array<EdgeId> number(first.size());
  kept.resize(parallel::select(
      context, first.size(), [&](std::size_t e) { return first[e] == e; },
      [&](std::size_t place, std::size_t e) {
        kept[place] = static_cast<EdgeId>(e);
        number[e] = static_cast<EdgeId>(place);
      }));
  parallel::for_each(context, first.size(), [&](std::size_t e) {
    if (first[e] != k_none) first[e] = number[first[e]];
  });
  return kept;
}

// Sums of the weights of what went to each of `count` coarse hyperedges.
template <class Value, class Weight>
Weights add_weights(const Context& context, std::span<const EdgeId> coarse_edge, std::size_t count,
                    const Weight& weight) {
  Array<Entry<Value>> sorted(coarse_edge.size());
  sorted.resize(parallel::select(
      context, coarse_edge.size(), [&](std::size_t e) { return coarse_edge[e] != k_none; },
      [&](std::size_t place, std::size_t e) {
        sorted[place] = {coarse_edge[e], weight(e)};
      }));
  sort_runs(context, sorted);
  using Sum = SumOf<Value>;
  Array<Sum> sums(count);
  bool wide = false;
  parallel::for_each(context, sorted.size(), [&](std::size_t i) {
    if (i > 0 && sorted[i].head == sorted[i - 1].head) return;
    const std::span<const Entry<Value>> all = sorted.view();
    const Sum sum = sum_of_run<Value>(all.subspan(i, end_of_run(all, i) - i));
    sums[sorted[i].head] = sum;
    // Relaxed: read after the loop has ended.
    if (!fits_int32(sum)) std::atomic_ref(wide).store(true, std::memory_order_relaxed);
  });
  if (wide || std::is_floating_point_v<Value>) return sums;
  Array<std::int32_t> narrow(count);
  parallel::for_each(context, count,
                     [&](std::size_t e) { narrow[e] = static_cast<std::int32_t>(sums[e]); });
  return narrow;
}

Weights add_weights(const Context& context, const WeightsView& weights,
                    std::span<const EdgeId> coarse_edge, std::size_t count) {
  return std::visit(
      [&](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return add_weights<One>(context, coarse_edge, count, [](std::size_t) { return One{}; });
        } else {
          return add_weights<std::remove_const_t<typename View::element_type>>(
              context, coarse_edge, count, [held](std::size_t e) { return held[e]; });
        }
      },
      weights);
}

// Copies the hyperedges that stay.
void copy_edges(const Context& context, const SortedEdges& edges, std::span<const EdgeId> kept,
                Hypergraph& coarse) {
  const std::size_t count = kept.size();
  coarse.offsets.resize(count + 1);
  coarse.offsets[count] = parallel::exclusive_scan<Offset>(
      context, count, [&](std::size_t e) { return Offset{edges.size[kept[e]]}; },
      [&](std::size_t e, Offset sum) { coarse.offsets[e] = sum; });
  coarse.pins.resize(coarse.offsets[count]);
  parallel::row_for_each(
      context, count, [&](std::size_t e) { return coarse.offsets[e]; },
      [](std::size_t) { return true; },
      [&](std::size_t e, std::uint64_t i) {
        coarse.pins[i] = edges.pins[edges.offsets[kept[e]] + (i - coarse.offsets[e])];
      });
}

}  // namespace

HypergraphContraction contract(const Context& context, const HypergraphView& hypergraph,
                               LabelsView labels, const HypergraphContractionOptions& options) {
  parallel::check_input(context, hypergraph);
  detail::check_enum("small_edges", options.small_edges, SmallEdges::keep);
  detail::check_enum("identical_edges", options.identical_edges, IdenticalEdges::keep);
  check_vertex_weights(hypergraph.num_vertices, options.vertex_weights);
  HypergraphContraction result;
  Classes classes = classes_of_labels(context, hypergraph.num_vertices, labels);
  result.vertex_weights = add_vertex_weights(context, classes, options.vertex_weights);
  result.hypergraph.num_vertices = static_cast<VertexId>(classes.size());
  result.coarse_vertex = std::move(classes.class_of);
  classes = {};
  context.check_cancelled();

  const RenamedEdges renamed = rename_pins(context, hypergraph, result.coarse_vertex.view());
  const SortedEdges edges = renamed.view();
  const VertexId smallest = options.small_edges == SmallEdges::drop ? 2 : 0;
  if (options.identical_edges == IdenticalEdges::merge) {
    result.coarse_edge = first_identical(context, edges, smallest);
  } else {
    result.coarse_edge.resize(edges.size.size());
    parallel::for_each(context, edges.size.size(), [&](std::size_t e) {
      result.coarse_edge[e] = edges.size[e] >= smallest ? static_cast<EdgeId>(e) : k_none;
    });
  }
  const Array<EdgeId> kept = number_edges(context, result.coarse_edge.span());
  context.check_cancelled();
  result.hypergraph.weights =
      add_weights(context, hypergraph.weights, result.coarse_edge.view(), kept.size());
  copy_edges(context, edges, kept.view(), result.hypergraph);
  return result;
}

}  // namespace hypermatch
