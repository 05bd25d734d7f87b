// SPDX-License-Identifier: MIT
// What edges count when a graph is coarsened: Holtgrewe, Sanders, Schulz 2010 ("Engineering a
// Scalable High Quality Graph Partitioner", doi:10.1109/IPDPS.2010.5470485). O(n + m) work. Each
// quotient comes from the same operands in the same order, and out(v) is the exact sum of the edges
// of v, rounded once, so that ratings are the same on any number of threads. Where the denominator
// of `inner_outer` is much smaller than its terms, it is their exact sum, rounded once. What would
// be infinite is the largest double: ratings may serve as weights, which are finite.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace base = detail::base;
namespace parallel = detail::parallel;

namespace {

constexpr double k_largest = std::numeric_limits<double>::max();

double finite(double value) {
  return std::clamp(value, -k_largest, k_largest);
}

// out(v) of every vertex, rounded once; infinite beyond the range of double.
struct OutWeights {
  Array<double> rounded;
  std::optional<CompressedGraph> rows;  // none if all sums are exact
};

// What a rating is made of; of the sums in `out` only what the rating asks for is there.
struct Operands {
  std::span<const std::int64_t> vertex_weights;
  OutWeights out;

  [[nodiscard]] double weight_of(VertexId v) const {
    return vertex_weights.empty() ? 1.0 : static_cast<double>(vertex_weights[v]);
  }
};

void check_vertex_weights(const EdgeListView& graph, std::span<const std::int64_t> weights) {
  if (weights.empty()) return;
  if (weights.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(weights.size()) +
                                              " vertex weights for " +
                                              std::to_string(graph.num_vertices) + " vertices");
  }
  const auto bad = std::find_if(weights.begin(), weights.end(), [](auto w) { return w <= 0; });
  if (bad != weights.end()) {
    throw Error(ErrorCode::invalid_input, "vertex_weights[" +
                                              std::to_string(bad - weights.begin()) + "] is " +
                                              std::to_string(*bad) + ", must be positive");
  }
}

// Calls body(weight), a callable from edge or arc numbers to double.
template <class Body>
decltype(auto) with_weights(const WeightsView& weights, Body&& body) {
  return std::visit(
      [&](const auto& held) -> decltype(auto) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return body([](std::size_t) { return 1.0; });
        } else {
          return body([held](std::size_t e) { return static_cast<double>(held[e]); });
        }
      },
      weights);
}

// One thread adds as it meets the edges, and is done if that was exact, as it is for integers;
// several, and exact sums, need to know which edges are whose.
OutWeights out_weights(const Context& context, const EdgeListView& graph) {
  OutWeights out{Array<double>(graph.num_vertices, 0.0), {}};
  if (context.threads() == 1) {
    bool exact = true;
    with_weights(graph.weights, [&](auto weight) {
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        exact &= base::add_exactly(out.rounded[graph.edges[e].u], weight(e));
        exact &= base::add_exactly(out.rounded[graph.edges[e].v], weight(e));
      }
    });
    if (exact) return out;
  }
  const CompressedGraph& rows = out.rows.emplace(compress(context, graph));
  with_weights(view_of(rows.weights), [&](auto weight) {
    parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
      const Offset first = rows.offsets[v];
      out.rounded[v] = base::exact_sum(rows.offsets[v + 1] - first,
                                       [&](std::size_t i) { return weight(first + i); });
    });
  });
  return out;
}

// The denominator of `inner_outer` for an edge of weight w, from rounded sums. In this order it is
// never infinity less infinity.
double others_of(const OutWeights& out, const GraphEdge& edge, double w) {
  return (finite(out.rounded[edge.u]) - w) + (finite(out.rounded[edge.v]) - w);
}

// Whether digits of that denominator are lost: it is much smaller than the sums, whose last digits
// are rounded. Else its relative error is at most 2^-49.
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
    if (!out.rows) return;
    vertices_.resize(wanted.size());
    vertices_.resize(parallel::select(
        context, wanted.size(), [&](std::size_t v) { return wanted[v] != 0; },
        [&](std::size_t place, std::size_t v) { vertices_[place] = static_cast<VertexId>(v); }));
    parts_.resize(vertices_.size());
    with_weights(view_of(out.rows->weights), [&](auto weight) {
      parallel::for_each(context, vertices_.size(), [&](std::size_t i) {
        const VertexId v = vertices_[i];
        base::ExactSum sum;
        for (Offset a = out.rows->offsets[v]; a < out.rows->offsets[v + std::size_t{1}]; ++a) {
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
    if (!out_.rows) return {out_.rounded.data() + v, 1};
    return parts_[static_cast<std::size_t>(std::lower_bound(vertices_.begin(), vertices_.end(), v) -
                                           vertices_.begin())];
  }

  const OutWeights& out_;
  Array<VertexId> vertices_;                // rising
  std::vector<std::vector<double>> parts_;  // of each of them
};

// Rates anew the edges whose denominator lost digits.
template <class Weight>
void mend_cancelled(const Context& context, const EdgeListView& graph, const OutWeights& out,
                    const Weight& weight, Array<double>& ratings) {
  Array<std::uint8_t> wanted(graph.num_vertices, 0);
  // Relaxed: all threads write the same, and it is read after the loop.
  const auto want = [&](VertexId v) {
    std::atomic_ref(wanted[v]).store(1, std::memory_order_relaxed);
  };
  Array<EdgeId> edges(graph.edges.size());
  edges.resize(parallel::select(
      context, graph.edges.size(),
      [&](std::size_t e) { return cancels(out, graph.edges[e], weight(e)); },
      [&](std::size_t place, std::size_t e) {
        edges[place] = static_cast<EdgeId>(e);
        want(graph.edges[e].u);
        want(graph.edges[e].v);
      }));
  if (edges.empty()) return;
  const ExactOutWeights exact(context, out, wanted);
  parallel::for_each(context, edges.size(), [&](std::size_t i) {
    const EdgeId e = edges[i];
    const double w = weight(e);
    ratings[e] = finite(inner_outer(w, finite(exact.others_of(graph.edges[e], w))));
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
    case EdgeRating::inner_outer:
      return inner_outer(w, others_of(operands.out, edge, w));
  }
  return w;
}

}  // namespace

Array<double> rate_edges(const Context& context, const EdgeListView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  parallel::check_input(context, graph);
  check_vertex_weights(graph, vertex_weights);
  const Operands operands{vertex_weights, rating == EdgeRating::inner_outer
                                              ? out_weights(context, graph)
                                              : OutWeights()};
  context.check_cancelled();
  Array<double> ratings(graph.edges.size());
  with_weights(graph.weights, [&](auto weight) {
    parallel::for_each(context, graph.edges.size(), [&](std::size_t e) {
      ratings[e] = finite(quotient(rating, operands, weight(e), graph.edges[e]));
    });
    if (rating == EdgeRating::inner_outer) {
      context.check_cancelled();
      mend_cancelled(context, graph, operands.out, weight, ratings);
    }
  });
  return ratings;
}

}  // namespace hypermatch
