// SPDX-License-Identifier: MIT
// Small hypergraphs for the tests of the streaming algorithms, and optima by trying all matchings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "tests/make_hypergraph.hpp"

namespace hypermatch::test {

using Int128 = detail::base::Int128;

/// Weights that tests draw.
enum class WeightKind { none, small, ties, huge, real, tiny_float, mixed_signs };
inline constexpr WeightKind k_weight_kinds[] = {
    WeightKind::none, WeightKind::small,      WeightKind::ties,       WeightKind::huge,
    WeightKind::real, WeightKind::tiny_float, WeightKind::mixed_signs};

/// At most 12 edges of 1 to 5 pins on 10 vertices, some empty.
inline Hypergraph random_hypergraph(std::uint64_t seed, WeightKind kind) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  const auto n = static_cast<VertexId>(1 + below(10));
  std::vector<std::vector<VertexId>> edges(below(13));
  std::vector<VertexId> vertices(n);
  std::iota(vertices.begin(), vertices.end(), VertexId{0});
  const std::uint64_t uniform = below(3) == 0 ? std::min<std::uint64_t>(3, n) : 0;
  for (auto& edge : edges) {
    for (VertexId i = n; i > 1; --i) std::swap(vertices[i - 1], vertices[below(i)]);
    const std::uint64_t size =
        uniform != 0 ? uniform : std::min<std::uint64_t>(below(6), n);  // 0: an empty edge
    edge.assign(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(size));
  }
  const auto draw = [&]<class T>(auto make, T) {
    std::vector<T> weights(edges.size());
    for (T& w : weights) w = static_cast<T>(make());
    if (weights.empty()) weights.push_back(T{1});  // weighted, though there is no edge
    Hypergraph h = make_hypergraph(n, edges, weights);
    if (edges.empty()) h.weights = Array<T>();
    return h;
  };
  switch (kind) {
    case WeightKind::none:
      break;
    case WeightKind::small:
      return draw([&] { return 1 + below(100); }, std::int32_t{});
    case WeightKind::ties:
      return draw([&] { return 1 + below(3); }, std::int32_t{});
    case WeightKind::huge:  // a matching of ten such weights stays below 2^63
      return draw([&] { return (std::int64_t{1} << 59) + static_cast<std::int64_t>(below(5)); },
                  std::int64_t{});
    case WeightKind::real:
      return draw([&] { return static_cast<double>(random() >> 11) * 0x1p-53; }, double{});
    case WeightKind::tiny_float:
      return draw([&] { return static_cast<double>(1 + below(9)) * 0x1p-149; }, float{});
    case WeightKind::mixed_signs:
      return draw([&] { return static_cast<std::int64_t>(below(21)) - 10; }, std::int64_t{});
  }
  return make_hypergraph(n, edges);
}

/// Weights as the objective counts them, exactly: integers as they are, doubles as long double.
inline std::vector<long double> objective_weights(const HypergraphView& h, Objective objective) {
  std::vector<long double> weights(h.num_edges(), 1.0L);
  if (objective == Objective::cardinality) return weights;
  std::visit(
      [&](const auto& stored) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(stored)>, std::monostate>) {
          for (EdgeId e = 0; e < h.num_edges(); ++e) {
            weights[e] = static_cast<long double>(stored[e]);
          }
        }
      },
      h.weights);
  return weights;
}

/// The best objective of all matchings (of edges with positive weights), by trying them all.
inline long double optimum(const HypergraphView& h, const std::vector<long double>& weights,
                           EdgeId first = 0, std::uint64_t taken = 0) {
  long double best = 0.0L;
  for (EdgeId e = first; e < h.num_edges(); ++e) {
    std::uint64_t pins = 0;
    for (const VertexId v : h.pins_of(e)) pins |= std::uint64_t{1} << v;
    if (pins == 0 || (pins & taken) != 0 || weights[e] <= 0.0L) continue;
    best = std::max(best, weights[e] + optimum(h, weights, e + 1, taken | pins));
  }
  return best;
}

inline long double objective_of(const std::vector<EdgeId>& edges,
                                const std::vector<long double>& weights) {
  long double sum = 0.0L;
  for (const EdgeId e : edges) sum += weights[e];
  return sum;
}

/// Empty if `edges` rise and are pairwise disjoint, have pins, and weigh more than 0 where only
/// such edges take part; else what is wrong.
inline std::string fault_of(const HypergraphView& h, const std::vector<EdgeId>& edges) {
  std::vector<bool> matched(h.num_vertices, false);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i] >= h.num_edges()) return "an edge does not exist";
    if (i > 0 && edges[i - 1] >= edges[i]) return "edges do not rise";
    if (h.edge_size(edges[i]) == 0) return "an edge is empty";
    for (const VertexId v : h.pins_of(edges[i])) {
      if (matched[v]) return "two edges meet";
      matched[v] = true;
    }
  }
  return "";
}

/// A stream that says and delivers what a test wants.
class ScriptedStream final : public EdgeStream {
 public:
  ScriptedStream(VertexId n, bool weighted, bool integers, std::vector<StreamedEdge> edges)
      : n_(n), weighted_(weighted), integers_(integers), edges_(std::move(edges)) {}
  [[nodiscard]] VertexId num_vertices() const override { return n_; }
  [[nodiscard]] bool is_weighted() const override { return weighted_; }
  [[nodiscard]] bool has_integer_weights() const override { return integers_; }
  bool next(StreamedEdge& edge) override {
    if (at_ == edges_.size()) return false;
    edge = edges_[at_++];
    return true;
  }

 private:
  VertexId n_;
  bool weighted_;
  bool integers_;
  std::vector<StreamedEdge> edges_;
  std::size_t at_ = 0;
};

/// The same edges and weights as a text delivers them: it is not known beforehand whether all
/// weights are integers, each edge says so for itself.
class TextLikeStream final : public EdgeStream {
 public:
  explicit TextLikeStream(const HypergraphView& h) : h_(h), stream_(h) {}
  [[nodiscard]] VertexId num_vertices() const override { return h_.num_vertices; }
  [[nodiscard]] bool is_weighted() const override { return true; }
  [[nodiscard]] bool has_integer_weights() const override { return false; }
  bool next(StreamedEdge& edge) override {
    if (!stream_.next(edge)) return false;
    if (!edge.is_integer && edge.weight == std::floor(edge.weight)) {
      edge.is_integer = true;
      edge.integer_weight = static_cast<std::int64_t>(edge.weight);
    }
    return true;
  }

 private:
  HypergraphView h_;
  HypergraphStream stream_;
};

/// The code of the `Error` that `call` throws; `internal` if it throws none.
template <class Call>
ErrorCode code_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::internal;
}

}  // namespace hypermatch::test
