// SPDX-License-Identifier: MIT
// Edge ratings for coarsening: Holtgrewe, Sanders, Schulz 2010 ("Engineering a Scalable High
// Quality Graph Partitioner", doi:10.1109/IPDPS.2010.5470485). O(n + m) work. Each quotient comes
// from the same operands in the same order, and out(v) is the exact sum of the edges of v, rounded
// once, so that ratings are the same on any number of threads. Where the denominator of
// `inner_outer` is much smaller than its terms, it is their exact sum, rounded once. What would be
// infinite is the largest double: ratings may serve as weights, which are finite.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/exact_sum.hpp"
#include "coarsen/classes.hpp"
#include "coarsen/pair_scan.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace base = detail::base;
namespace parallel = detail::parallel;

namespace {

constexpr VertexId k_vertices_between_stops = 256;
constexpr double k_largest = std::numeric_limits<double>::max();

double finite(double value) {
  return std::clamp(value, -k_largest, k_largest);
}

// out(v) of every vertex, rounded once; infinite beyond the range of double.
struct OutWeights {
  Array<double> rounded;
  bool exact = false;  // all of them; else `rows` tells the exact sums
  GraphView rows = {};
  std::optional<CompressedGraph> made = {};  // what `rows` shows, if it was made for that
};

// Operands of a rating. `out` holds only the sums that the rating needs.
struct Operands {
  std::span<const std::int64_t> vertex_weights;
  OutWeights out;

  [[nodiscard]] double weight_of(VertexId v) const {
    return vertex_weights.empty() ? 1.0 : static_cast<double>(vertex_weights[v]);
  }
};

void check_positive(const Context& context, std::size_t num_vertices,
                    std::span<const std::int64_t> weights) {
  check_vertex_weights(num_vertices, weights);
  const std::size_t bad = parallel::first_wrong(context, "check", weights.size(),
                                                [&](std::size_t v) { return weights[v] <= 0; });
  if (bad == weights.size()) return;
  throw Error(ErrorCode::invalid_input, "vertex_weights[" + std::to_string(bad) + "] is " +
                                            std::to_string(weights[bad]) + ", must be positive");
}

// Sums of edge weights per vertex of a graph in rows. The graph must outlive them.
OutWeights out_weights(const Context& context, const GraphView& rows) {
  OutWeights out{.rounded = Array<double>(rows.num_vertices), .rows = rows};
  with_weights(rows.weights, [&](auto weight) {
    parallel::for_each_in_blocks(context, "rate", rows.num_vertices, [&](std::size_t v) {
      const Offset first = rows.offsets[v];
      out.rounded[v] = base::exact_sum(rows.offsets[v + 1] - first,
                                       [&](std::size_t i) { return weight(first + i); });
    });
  });
  return out;
}

// One thread adds as it meets the edges, and is done if that was exact, as it is for integers;
// several threads, and exact sums, need the incident edges of each vertex.
OutWeights out_weights(const Context& context, const EdgeListView& graph) {
  if (context.threads() == 1) {
    OutWeights out{.rounded = Array<double>(graph.num_vertices, 0.0), .exact = true};
    with_weights(graph.weights, [&](auto weight) {
      parallel::for_each_in_blocks(context, "rate", graph.edges.size(), [&](std::size_t e) {
        out.exact &= base::add_exactly(out.rounded[graph.edges[e].u], weight(e));
        out.exact &= base::add_exactly(out.rounded[graph.edges[e].v], weight(e));
      });
    });
    if (out.exact) return out;
  }
  std::optional<CompressedGraph> made = compress(context, graph);
  OutWeights out = out_weights(context, made->view());
  out.made = std::move(made);
  out.rows = out.made->view();
  return out;
}

// The denominator of `inner_outer` for an edge of weight w, from rounded sums. In this order it is
// never infinity less infinity.
double others_of(const OutWeights& out, const GraphEdge& edge, double w) {
  return (finite(out.rounded[edge.u]) - w) + (finite(out.rounded[edge.v]) - w);
}

// A quarter of it, which is finite.
double quarter_of_others(const OutWeights& out, const GraphEdge& edge, double w) {
  return (finite(out.rounded[edge.u]) / 4 - w / 4) + (finite(out.rounded[edge.v]) / 4 - w / 4);
}

// True if digits of that denominator are lost: it is much smaller than the rounded sums. Else its
// relative error is at most 2^-49.
bool cancels(const OutWeights& out, const GraphEdge& edge, double w) {
  return std::abs(others_of(out, edge, w)) <
         (std::abs(finite(out.rounded[edge.u])) / 4 + std::abs(finite(out.rounded[edge.v])) / 4);
}

double inner_outer(double w, double others) {
  return others == 0 ? k_largest : w / others;
}

// Exact sums of the edges at some vertices, each as few doubles.
class ExactOutWeights {
 public:
  // `wanted`: 1 for each vertex whose sum is asked for, else 0.
  ExactOutWeights(const Context& context, const OutWeights& out, const Array<std::uint8_t>& wanted)
      : out_(out) {
    if (out.exact) return;
    vertices_.resize(wanted.size());
    vertices_.resize(parallel::select(
        context, wanted.size(), [&](std::size_t v) { return wanted[v] != 0; },
        [&](std::size_t place, std::size_t v) { vertices_[place] = static_cast<VertexId>(v); }));
    parts_.resize(vertices_.size());
    with_weights(out.rows.weights, [&](auto weight) {
      parallel::for_each(context, vertices_.size(), [&](std::size_t i) {
        const VertexId v = vertices_[i];
        base::ExactSum sum;
        for (Offset a = out.rows.offsets[v]; a < out.rows.offsets[v + std::size_t{1}]; ++a) {
          sum.add(weight(a));
        }
        // Ends: what is left is less than half of the last digit that was taken off, and a multiple
        // of the least double.
        for (double part = sum.value(); part != 0; part = sum.value()) {
          parts_[i].push_back(finite(part));
          if (!std::isfinite(part)) break;
          sum.add(-part);
        }
      });
    });
  }

  // The denominator of `inner_outer`, rounded once.
  [[nodiscard]] double others_of(const GraphEdge& edge, double w) const {
    const std::span<const double> u = parts_of(edge.u);
    const std::span<const double> v = parts_of(edge.v);
    return base::exact_sum(u.size() + v.size() + 2, [&](std::size_t i) {
      return i < u.size() ? u[i] : i - u.size() < v.size() ? v[i - u.size()] : -w;
    });
  }

 private:
  [[nodiscard]] std::span<const double> parts_of(VertexId v) const {
    if (out_.exact) return {out_.rounded.data() + v, 1};
    return parts_[static_cast<std::size_t>(std::lower_bound(vertices_.begin(), vertices_.end(), v) -
                                           vertices_.begin())];
  }

  const OutWeights& out_;
  Array<VertexId> vertices_;                // rising
  std::vector<std::vector<double>> parts_;  // of each of them
};

// Which vertices' exact sums are asked for.
class Wanted {
 public:
  explicit Wanted(std::size_t num_vertices) : marks_(num_vertices, 0) {}
  // By several threads at once. Relaxed: all write the same, and it is read after the loop.
  void add(const GraphEdge& edge) {
    std::atomic_ref(marks_[edge.u]).store(1, std::memory_order_relaxed);
    std::atomic_ref(marks_[edge.v]).store(1, std::memory_order_relaxed);
  }
  [[nodiscard]] const Array<std::uint8_t>& marks() const { return marks_; }

 private:
  Array<std::uint8_t> marks_;
};

// Rates the edges again whose denominator lost digits.
template <class Weight>
void mend_cancelled(const Context& context, const EdgeListView& graph, const OutWeights& out,
                    const Weight& weight, Array<double>& ratings) {
  Wanted wanted(graph.num_vertices);
  Array<EdgeId> edges(graph.edges.size());
  edges.resize(parallel::select(
      context, graph.edges.size(),
      [&](std::size_t e) { return cancels(out, graph.edges[e], weight(e)); },
      [&](std::size_t place, std::size_t e) {
        edges[place] = static_cast<EdgeId>(e);
        wanted.add(graph.edges[e]);
      }));
  if (edges.empty()) return;
  const ExactOutWeights exact(context, out, wanted.marks());
  parallel::for_each(context, edges.size(), [&](std::size_t i) {
    const EdgeId e = edges[i];
    const double w = weight(e);
    ratings[e] = finite(inner_outer(w, finite(exact.others_of(graph.edges[e], w))));
  });
}

// Recomputes the ratings of the arcs of rows whose denominator lost digits.
template <class Weight>
void mend_cancelled(const Context& context, const GraphView& graph, const OutWeights& out,
                    const Weight& weight, Array<double>& ratings) {
  const auto for_each_cancelled = [&](const auto& body) {
    parallel::for_each_in_blocks(context, "rate", graph.num_vertices, [&](std::size_t v) {
      for (Offset i = graph.offsets[v]; i < graph.offsets[v + 1]; ++i) {
        const GraphEdge edge{static_cast<VertexId>(v), graph.neighbours[i]};
        if (cancels(out, edge, weight(i))) body(i, edge);
      }
    });
  };
  Wanted wanted(graph.num_vertices);
  for_each_cancelled([&](Offset, const GraphEdge& edge) { wanted.add(edge); });
  const ExactOutWeights exact(context, out, wanted.marks());
  for_each_cancelled([&](Offset i, const GraphEdge& edge) {
    ratings[i] = finite(inner_outer(weight(i), finite(exact.others_of(edge, weight(i)))));
  });
}

double quotient(EdgeRating rating, const Operands& operands, double w, const GraphEdge& edge) {
  const double cu = operands.weight_of(edge.u);
  const double cv = operands.weight_of(edge.v);
  switch (rating) {
    case EdgeRating::weight:
      break;
    case EdgeRating::expansion:
      return w / (cu + cv);
    case EdgeRating::expansion_star:
      return w / (cu * cv);
    case EdgeRating::expansion_star_2:
      return w * w / (cu * cv);
    case EdgeRating::inner_outer: {
      const double others = others_of(operands.out, edge, w);
      return std::isfinite(others) ? inner_outer(w, others)
                                   : inner_outer(w / 4, quarter_of_others(operands.out, edge, w));
    }
  }
  return w;
}

// Checks a list or rows, and makes what the rating asks for.
template <class Graph>
Operands operands_of(const Context& context, const Graph& graph,
                     std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  parallel::check_input(context, graph);
  detail::check_enum("rating", rating);
  check_positive(context, graph.num_vertices, vertex_weights);
  Operands operands{vertex_weights, {}};
  if (rating == EdgeRating::inner_outer) operands.out = out_weights(context, graph);
  context.check_cancelled();
  return operands;
}

}  // namespace

Array<double> rate_edges(const Context& context, const EdgeListView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  const Operands operands = operands_of(context, graph, vertex_weights, rating);
  Array<double> ratings(graph.edges.size());
  with_weights(graph.weights, [&](auto weight) {
    parallel::for_each_in_blocks(context, "rate", graph.edges.size(), [&](std::size_t e) {
      ratings[e] = finite(quotient(rating, operands, weight(e), graph.edges[e]));
    });
    if (rating == EdgeRating::inner_outer) {
      context.check_cancelled();
      mend_cancelled(context, graph, operands.out, weight, ratings);
    }
  });
  return ratings;
}

Array<double> rate_edges(const Context& context, const GraphView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  const Operands operands = operands_of(context, graph, vertex_weights, rating);
  Array<double> ratings(graph.neighbours.size());
  const parallel::WorkProgress progress(context, "rate", ratings.size());
  with_weights(graph.weights, [&](auto weight) {
    parallel::for_pieces(
        context, graph.num_vertices,
        [&](std::size_t v) { return v < graph.offsets.size() ? graph.offsets[v] : 0; },
        [&](const parallel::RowPiece& piece) {
          const auto u = static_cast<VertexId>(piece.row);
          if (u % k_vertices_between_stops == 0) progress.done(piece.begin);
          for (std::uint64_t i = piece.begin; i < piece.end; ++i) {
            const GraphEdge edge{u, graph.neighbours[i]};
            ratings[i] = finite(quotient(rating, operands, weight(i), edge));
          }
        });
    if (rating == EdgeRating::inner_outer) {
      context.check_cancelled();
      mend_cancelled(context, graph, operands.out, weight, ratings);
    }
  });
  return ratings;
}

}  // namespace hypermatch
