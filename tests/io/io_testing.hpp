// SPDX-License-Identifier: MIT
// What the tests of the readers share: instances as plain vectors, texts, and files that go away.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::io::testing {

using Edges = std::vector<std::vector<VertexId>>;

inline Edges edges_of(const Hypergraph& hypergraph) {
  Edges edges;
  const HypergraphView view = hypergraph.view();
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    const auto pins = view.pins_of(e);
    edges.emplace_back(pins.begin(), pins.end());
  }
  return edges;
}

inline std::vector<double> weights_of(const Hypergraph& hypergraph) {
  std::vector<double> weights;
  const WeightsView view = view_of(hypergraph.weights);
  for (std::size_t e = 0; e < size_of(view); ++e) weights.push_back(weight_at(view, e));
  return weights;
}

/// Everything that an instance holds, as text, so that two can be compared and shown.
inline std::string describe(const Instance& instance) {
  std::ostringstream out;
  out.precision(17);
  const auto shared = [&](const auto& data, const auto& edges) {
    out << " n " << edges.num_vertices << " weights " << type_name(edges.weights);
    for (std::size_t e = 0; e < size_of(edges.weights); ++e) {
      out << ' ' << weight_at(edges.weights, e);
    }
    out << " vertex weights " << data.weights_per_vertex;
    for (const std::int64_t weight : data.vertex_weights) out << ' ' << weight;
  };
  if (instance.is_graph()) {
    const auto& graph = std::get<Graph>(instance.data);
    const FormOf<EdgeList> edges = graph.edges(Context({.threads = 1}));
    out << "graph";
    shared(graph, edges.view());
    for (const GraphEdge& edge : edges->edges) out << " {" << edge.u << ' ' << edge.v << '}';
  } else {
    const auto& hypergraph = std::get<Hypergraph>(instance.data);
    out << "hypergraph";
    shared(hypergraph, hypergraph.view());
    for (const auto& edge : edges_of(hypergraph)) {
      out << " {";
      for (const VertexId v : edge) out << ' ' << v;
      out << " }";
    }
  }
  out << " labels";
  for (std::size_t i = 0; i < instance.labels.offsets.size(); ++i) {
    out << ' ' << instance.labels.offsets[i];
  }
  out << ' ' << instance.labels.text;
  return out.str();
}

inline Context serial() {
  return Context({.threads = 1});
}

inline Instance read_hgr_text(std::string_view text) {
  return read_text(serial(), text, "test.hgr");
}

/// The Error that `body` throws, as `code: message`; "nothing" if it throws none.
template <class Body>
std::string error_of(const Body& body) {
  try {
    (void)body();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + ": " + error.what();
  }
  return "nothing";
}

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "hypermatch-io-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  [[nodiscard]] std::size_t count() const {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_)) ++files;
    return files;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct RandomShape {
  std::uint32_t num_vertices = 20;
  std::uint32_t num_edges = 30;
  std::uint32_t min_size = 0;
  std::uint32_t max_size = 6;
  int weights = 0;  ///< index in Weights: 0 none, 1 int32, 2 int64, 3 float, 4 double
  bool vertex_weights = false;
};

/// A hypergraph that is a pure function of its shape and seed; pins are distinct.
inline Instance random_instance(const RandomShape& shape, std::uint64_t seed) {
  using detail::base::below;
  using detail::base::hash;
  Hypergraph hypergraph;
  hypergraph.num_vertices = shape.num_vertices;
  hypergraph.offsets.push_back(0);
  std::uint64_t draw = 0;
  const auto next = [&](std::uint64_t bound) { return below(hash(seed, draw++), bound); };
  for (std::uint32_t e = 0; e < shape.num_edges; ++e) {
    const std::uint64_t size = std::min<std::uint64_t>(
        shape.min_size + next(shape.max_size - shape.min_size + 1), shape.num_vertices);
    const std::size_t first = hypergraph.pins.size();
    while (hypergraph.pins.size() < first + size) {
      const auto v = static_cast<VertexId>(next(shape.num_vertices));
      const auto begin = hypergraph.pins.begin() + first;
      if (std::find(begin, hypergraph.pins.end(), v) == hypergraph.pins.end()) {
        hypergraph.pins.push_back(v);
      }
    }
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  const auto draw_weights = [&](auto example, double scale) {
    using T = decltype(example);
    Array<T> weights(shape.num_edges);
    for (T& weight : weights) {
      weight = static_cast<T>((detail::base::unit_interval(hash(seed, draw++)) - 0.25) * scale);
    }
    hypergraph.weights = std::move(weights);
  };
  if (shape.weights == 1) draw_weights(std::int32_t{}, 1000.0);
  if (shape.weights == 2) draw_weights(std::int64_t{}, 9e18);
  if (shape.weights == 3) draw_weights(float{}, 10.0);
  if (shape.weights == 4) draw_weights(double{}, 1e-3);
  if (shape.vertex_weights) {
    hypergraph.weights_per_vertex = 1;
    hypergraph.vertex_weights.resize(shape.num_vertices);
    for (std::int64_t& weight : hypergraph.vertex_weights) {
      weight = static_cast<std::int64_t>(next(100)) - 20;
    }
  }
  Instance instance;
  instance.data = std::move(hypergraph);
  return instance;
}

}  // namespace hypermatch::io::testing
