// SPDX-License-Identifier: MIT
#include <type_traits>

#include "hypermatch/streaming_matching.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

HypergraphStream::HypergraphStream(const HypergraphView& hypergraph) : hypergraph_(hypergraph) {
  detail::structures::check_shape(hypergraph);
}

bool HypergraphStream::has_integer_weights() const {
  return !std::holds_alternative<std::span<const float>>(hypergraph_.weights) &&
         !std::holds_alternative<std::span<const double>>(hypergraph_.weights);
}

bool HypergraphStream::next(StreamedEdge& edge) {
  if (next_ >= hypergraph_.num_edges()) return false;
  edge.id = next_;
  edge.pins = hypergraph_.pins_of(next_);
  edge.is_integer = has_integer_weights();
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          edge.weight = 1.0;
          edge.integer_weight = 1;
        } else {
          edge.weight = static_cast<double>(weights[next_]);
          if constexpr (std::is_integral_v<typename View::value_type>) {
            edge.integer_weight = weights[next_];
          }
        }
      },
      hypergraph_.weights);
  ++next_;
  return true;
}

}  // namespace hypermatch
