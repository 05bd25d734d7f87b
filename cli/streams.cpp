// SPDX-License-Identifier: MIT
// Streams of edges that change what another stream delivers: its weights or its vertex numbers.
#include <charconv>
#include <string_view>
#include <utility>

#include "instance.hpp"

namespace hypermatch::cli {

namespace {

// Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  std::uint64_t z = x + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// `random:LO..HI[:S]` edge by edge, for a file that is never held; the library's own function
// fills whole arrays.
struct RandomWeights {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t seed = 0;

  explicit RandomWeights(std::string_view spec) {
    spec.remove_prefix(std::string_view("random:").size());
    const char* end = spec.data() + spec.size();
    const char* rest = std::from_chars(spec.data(), end, low).ptr;
    rest = std::from_chars(rest + 2, end, high).ptr;
    if (rest != end) std::from_chars(rest + 1, end, seed);
  }

  [[nodiscard]] std::int64_t at(EdgeId e) const {
    const std::uint64_t drawn = splitmix64(e + seed * 0xD1342543DE82EF95U);
    const std::uint64_t range =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    // A range of 0 stands for all 2^64 values.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                     (range == 0 ? drawn : drawn % range));
  }
};

class ReweightedStream final : public EdgeStream {
 public:
  /// `weights` empty: unit.
  ReweightedStream(std::unique_ptr<EdgeStream> source, std::optional<RandomWeights> weights)
      : source_(std::move(source)), weights_(weights) {}

  [[nodiscard]] VertexId num_vertices() const override { return source_->num_vertices(); }
  [[nodiscard]] bool is_weighted() const override { return weights_.has_value(); }
  [[nodiscard]] bool has_integer_weights() const override { return true; }

  bool next(StreamedEdge& edge) override {
    if (!source_->next(edge)) return false;
    edge.integer_weight = weights_ ? weights_->at(edge.id) : 1;
    edge.weight = static_cast<double>(edge.integer_weight);
    return true;
  }

 private:
  std::unique_ptr<EdgeStream> source_;
  std::optional<RandomWeights> weights_;
};

class RenumberedStream final : public EdgeStream {
 public:
  RenumberedStream(std::unique_ptr<EdgeStream> source, std::uint64_t seed)
      : source_(std::move(source)), numbers_(random_numbers(source_->num_vertices(), seed)) {}

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

Array<VertexId> random_numbers(VertexId n, std::uint64_t seed) {
  Array<VertexId> numbers(n);
  for (VertexId v = 0; v < n; ++v) numbers[v] = v;
  for (VertexId v = n; v > 1; --v) {
    const std::uint64_t draw = splitmix64(splitmix64(seed) ^ v) >> 32U;
    // Multiply-shift into 0 .. v - 1; its bias, v / 2^32, is of no account here.
    std::swap(numbers[v - 1], numbers[(draw * v) >> 32U]);
  }
  return numbers;
}

void renumber_vertices(Hypergraph& hypergraph, std::uint64_t seed) {
  const Array<VertexId> numbers = random_numbers(hypergraph.num_vertices, seed);
  if (hypergraph.pins.borrows()) hypergraph.pins = hypergraph.pins.clone();
  for (VertexId& v : hypergraph.pins) v = numbers[v];
}

Array<VertexId> renumber_vertices(const Context& context, Graph& graph, std::uint64_t seed) {
  const VertexId n = graph.num_vertices();
  const Array<VertexId> numbers = random_numbers(n, seed);
  const std::size_t width = graph.weights_per_vertex;
  Array<std::int64_t> weights(graph.vertex_weights.size());
  for (std::size_t v = 0; v * width < weights.size(); ++v) {
    for (std::size_t i = 0; i < width; ++i) {
      weights[numbers[v] * width + i] = graph.vertex_weights[v * width + i];
    }
  }
  EdgeList list = to_edge_list(context, std::move(graph));
  if (list.edges.borrows()) list.edges = list.edges.clone();
  for (GraphEdge& edge : list.edges) edge = {numbers[edge.u], numbers[edge.v]};
  graph = std::move(list);
  graph.weights_per_vertex = static_cast<std::uint32_t>(width);
  graph.vertex_weights = std::move(weights);
  Array<VertexId> old_numbers(n);
  for (VertexId v = 0; v < n; ++v) old_numbers[numbers[v]] = v;
  return old_numbers;
}

std::unique_ptr<EdgeStream> stream_with(std::unique_ptr<EdgeStream> source,
                                        const std::string& weights,
                                        std::optional<std::uint64_t> permute) {
  if (weights != "file") {
    std::optional<RandomWeights> random;
    if (weights != "unit") random.emplace(weights);
    source = std::make_unique<ReweightedStream>(std::move(source), random);
  }
  if (permute) source = std::make_unique<RenumberedStream>(std::move(source), *permute);
  return source;
}

}  // namespace hypermatch::cli
