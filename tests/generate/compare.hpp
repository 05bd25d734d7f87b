// SPDX-License-Identifier: MIT
// Equality and checksums of instances, weights included.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::test {

/// Everything that an instance holds, as 64-bit words.
class Words {
 public:
  explicit Words(const EdgeList& graph) {
    add(graph.num_vertices);
    for (const GraphEdge edge : graph.edges) add((std::uint64_t{edge.u} << 32) | edge.v);
    add_weights(graph.weights);
  }
  explicit Words(const Bipartite& bipartite) {
    add(bipartite.num_rows);
    add(bipartite.num_columns);
    for (const Offset offset : bipartite.offsets) add(offset);
    for (const VertexId column : bipartite.columns) add(column);
  }
  explicit Words(const Hypergraph& hypergraph) {
    add(hypergraph.num_vertices);
    for (const Offset offset : hypergraph.offsets) add(offset);
    for (const VertexId pin : hypergraph.pins) add(pin);
    add_weights(hypergraph.weights);
  }
  explicit Words(const Graph& graph) : Words(std::get<EdgeList>(graph.form())) {}
  explicit Words(const AnyInstance& instance)
      : Words(std::visit([](const auto& held) { return Words(held); }, instance)) {}

  friend bool operator==(const Words&, const Words&) = default;

  [[nodiscard]] std::uint64_t checksum() const {
    std::uint64_t sum = words_.size();
    for (const std::uint64_t word : words_) sum = detail::base::splitmix64(sum ^ word);
    return sum;
  }

 private:
  void add(std::uint64_t word) { words_.push_back(word); }
  void add_weights(const Weights& weights) {
    add(weights.index());
    std::visit(
        [&](const auto& held) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            for (const auto weight : held) {
              using T = std::decay_t<decltype(weight)>;
              if constexpr (std::is_same_v<T, double>) {
                add(std::bit_cast<std::uint64_t>(weight));
              } else {
                add(static_cast<std::uint64_t>(weight));
              }
            }
          }
        },
        weights);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace hypermatch::test
