// SPDX-License-Identifier: MIT
#include "hypermatch/renumber.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/random.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

Array<VertexId> random_numbers(VertexId n, std::uint64_t seed) {
  Array<VertexId> numbers(n);
  for (VertexId v = 0; v < n; ++v) numbers[v] = v;
  const std::uint64_t stream = detail::base::splitmix64(seed);
  for (VertexId v = n; v > 1; --v) {
    const std::uint64_t draw = detail::base::splitmix64(stream ^ v) >> 32U;
    // Multiply-shift into 0 .. v - 1; its bias, v / 2^32, is of no account here.
    std::swap(numbers[v - 1], numbers[(draw * v) >> 32U]);
  }
  return numbers;
}

void renumber_vertices(const Context& context, Hypergraph& hypergraph,
                       std::span<const VertexId> numbers) {
  if (hypergraph.pins.borrows()) hypergraph.pins = hypergraph.pins.clone();
  VertexId* const pins = hypergraph.pins.data();
  parallel::for_each(context, hypergraph.pins.size(),
                     [&](std::size_t p) { pins[p] = numbers[pins[p]]; });
}

void renumber_vertices(const Context& context, Graph& graph, std::span<const VertexId> numbers) {
  const std::size_t width = graph.weights_per_vertex;
  Array<std::int64_t> weights(graph.vertex_weights.size());
  parallel::for_each(context, width == 0 ? 0 : weights.size() / width, [&](std::size_t v) {
    for (std::size_t i = 0; i < width; ++i) {
      weights[numbers[v] * width + i] = graph.vertex_weights[v * width + i];
    }
  });
  EdgeList list = to_edge_list(context, std::move(graph));
  if (list.edges.borrows()) list.edges = list.edges.clone();
  GraphEdge* const edges = list.edges.data();
  parallel::for_each(context, list.edges.size(), [&](std::size_t e) {
    edges[e] = {numbers[edges[e].u], numbers[edges[e].v]};
  });
  graph = std::move(list);
  graph.weights_per_vertex = static_cast<std::uint32_t>(width);
  graph.vertex_weights = std::move(weights);
}

Array<VertexId> inverse(const Context& context, std::span<const VertexId> numbers) {
  Array<VertexId> old_numbers(numbers.size());
  parallel::for_each(context, numbers.size(),
                     [&](std::size_t v) { old_numbers[numbers[v]] = static_cast<VertexId>(v); });
  return old_numbers;
}

namespace {

class RenumberedStream final : public EdgeStream {
 public:
  RenumberedStream(std::unique_ptr<EdgeStream> source, Array<VertexId> numbers)
      : source_(std::move(source)), numbers_(std::move(numbers)) {}

  [[nodiscard]] VertexId num_vertices() const override { return source_->num_vertices(); }
  [[nodiscard]] bool is_weighted() const override { return source_->is_weighted(); }
  [[nodiscard]] bool has_integer_weights() const override { return source_->has_integer_weights(); }

  bool next(StreamedEdge& edge) override {
    if (!source_->next(edge)) return false;
    pins_.clear();
    for (const VertexId v : edge.pins) pins_.push_back(numbers_[v]);
    edge.pins = pins_;
    return true;
  }

 private:
  std::unique_ptr<EdgeStream> source_;
  Array<VertexId> numbers_;
  std::vector<VertexId> pins_;
};

}  // namespace

std::unique_ptr<EdgeStream> renumbered(std::unique_ptr<EdgeStream> source,
                                       Array<VertexId> numbers) {
  return std::make_unique<RenumberedStream>(std::move(source), std::move(numbers));
}

Renumbering random_renumbering(const BipartiteView& bipartite, std::uint64_t seed) {
  constexpr std::uint64_t k_other_stream = 0x9E3779B97F4A7C15U;
  return {random_numbers(bipartite.num_rows, seed),
          random_numbers(bipartite.num_columns, seed ^ k_other_stream)};
}

Bipartite renumbered(const Context& context, const BipartiteView& bipartite,
                     const Renumbering& numbers) {
  const std::size_t num_rows = bipartite.num_rows;
  Bipartite result{bipartite.num_rows, bipartite.num_columns, Array<Offset>(num_rows + 1, 0),
                   Array<VertexId>(bipartite.num_entries())};
  const auto size_of_old = [&](std::size_t r) {
    return bipartite.row_size(static_cast<VertexId>(r));
  };
  parallel::for_each(context, num_rows,
                     [&](std::size_t r) { result.offsets[numbers.rows[r]] = size_of_old(r); });
  result.offsets[num_rows] = parallel::exclusive_scan<Offset>(
      context, num_rows, [&](std::size_t r) { return result.offsets[r]; },
      [&](std::size_t r, Offset before) { result.offsets[r] = before; });
  parallel::for_each(context, num_rows, [&](std::size_t r) {
    Offset place = result.offsets[numbers.rows[r]];
    for (const VertexId c : bipartite.columns_of(static_cast<VertexId>(r))) {
      result.columns[place++] = numbers.columns[c];
    }
  });
  return result;
}

std::vector<VertexId> renumbered_back(const Context& context, std::span<const VertexId> row_mates,
                                      const Renumbering& numbers) {
  const Array<VertexId> old_column = inverse(context, numbers.columns.view());
  std::vector<VertexId> mates(row_mates.size(), k_none);
  parallel::for_each(context, mates.size(), [&](std::size_t r) {
    const VertexId mate = row_mates[numbers.rows[r]];
    if (mate != k_none) mates[r] = old_column[mate];
  });
  return mates;
}

}  // namespace hypermatch
