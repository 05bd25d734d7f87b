// SPDX-License-Identifier: MIT
#include "hypermatch/hypergraph.hpp"

#include <cmath>
#include <string>
#include <type_traits>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"

namespace hypermatch {

using detail::base::refuse_input;

void validate(const HypergraphView& hypergraph) {
  const auto& [n, offsets, pins, weights] = hypergraph;
  if (n > k_max_count)
    refuse_input("num_vertices is " + std::to_string(n) + ", must be below 2^32 - 1");
  if (offsets.empty()) {
    if (!pins.empty()) refuse_input("offsets is empty, but there are pins");
  } else {
    if (offsets.size() - 1 > k_max_count) refuse_input("more than 2^32 - 2 edges");
    if (offsets.front() != 0) refuse_input("offsets[0] must be 0");
    if (offsets.back() != pins.size()) refuse_input("the last offset must be the number of pins");
    for (std::size_t e = 0; e + 1 < offsets.size(); ++e) {
      if (offsets[e] > offsets[e + 1]) refuse_input("offsets[" + std::to_string(e + 1) + "] falls");
    }
  }
  // seen[v] is the last edge, plus one, in which v was met.
  Array<std::uint32_t> seen(n, 0);
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    for (const VertexId v : hypergraph.pins_of(e)) {
      if (v >= n) {
        refuse_input("edge " + std::to_string(e) + " has pin " + std::to_string(v) +
                     ", must be below " + std::to_string(n));
      }
      if (seen[v] == e + 1) {
        refuse_input("edge " + std::to_string(e) + " has pin " + std::to_string(v) + " twice");
      }
      seen[v] = e + 1;
    }
  }
  if (is_weighted(weights) && size_of(weights) != hypergraph.num_edges()) {
    refuse_input(detail::base::there_are(size_of(weights), "weight") + " for " +
                 detail::base::counted(hypergraph.num_edges(), "edge"));
  }
  std::visit(
      [](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          if constexpr (std::is_floating_point_v<
                            typename std::decay_t<decltype(held)>::value_type>) {
            for (std::size_t e = 0; e < held.size(); ++e) {
              if (!std::isfinite(held[e])) {
                refuse_input("weights[" + std::to_string(e) + "] is not a finite number");
              }
            }
          }
        }
      },
      weights);
}

}  // namespace hypermatch
