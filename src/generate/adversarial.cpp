// SPDX-License-Identifier: MIT
// Instances that are bad for local max or for greedy: chains that let one edge per round be
// matched, and the tight example of the guarantee 1/d (Reinstaedtler, Schulz, Sitchinava, Walliser
// 2026, Lemma 2).
#include "generate/build.hpp"
#include "generate/families.hpp"
#include "generate/integer_weights.hpp"

namespace hypermatch::detail::generate {

Hypergraph chain(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t m = p["m"], d = p["d"];
  const double pins = static_cast<double>(m) * static_cast<double>(d);
  check_size(p.family(), pins - static_cast<double>(m) + 1, static_cast<double>(m), pins, 16);
  const bool shuffled = p["shuffle"] != 0;
  const std::uint64_t n = m * (d - 1) + 1;
  const Permutation edge_order(m, seed, 1), vertex_order(n, seed, 2);
  // The place in the chain of the edge with number e: its weight is m there, falling to 1.
  const auto place = [=](std::uint64_t e) { return shuffled ? edge_order(e) : e; };
  Hypergraph hypergraph = build(
      context, n, m, [d](std::size_t) -> Offset { return d; },
      [=](std::size_t e, std::span<VertexId> pins_of_e, PinSet&) {
        const std::uint64_t first = place(e) * (d - 1);
        for (std::uint64_t i = 0; i < d; ++i) {
          const std::uint64_t v = first + i;
          pins_of_e[i] = static_cast<VertexId>(shuffled ? vertex_order(v) : v);
        }
      });
  hypergraph.weights =
      integer_weights(context, m, m, [=](std::uint64_t e) { return m - place(e); });
  return hypergraph;
}

Hypergraph tight(const Context& context, const Parameters& p, std::uint64_t) {
  const std::uint64_t d = p["d"], copies = p["copies"], light = p["weight"];
  const std::uint64_t size = p["size"] == 0 ? d : p["size"];
  const double vertices =
      static_cast<double>(copies) * static_cast<double>(d) * static_cast<double>(size);
  const double edges = static_cast<double>(copies) * (static_cast<double>(d) + 1);
  check_size(p.family(), vertices, edges,
             vertices + static_cast<double>(copies) * static_cast<double>(d), 12);
  const std::uint64_t per_copy = d + 1;
  // Edges 0 .. d - 1 of a copy are light and disjoint, edge d meets each of them in its first pin.
  Hypergraph hypergraph = build(
      context, copies * d * size, copies * per_copy,
      [=](std::size_t e) -> Offset { return e % per_copy == d ? d : size; },
      [=](std::size_t e, std::span<VertexId> pins, PinSet&) {
        const std::uint64_t first = e / per_copy * d * size, place = e % per_copy;
        for (std::uint64_t i = 0; i < pins.size(); ++i) {
          pins[i] = static_cast<VertexId>(first + (place == d ? i * size : place * size + i));
        }
      });
  hypergraph.weights = integer_weights(context, copies * per_copy, light + 1, [=](std::uint64_t e) {
    return e % per_copy == d ? light + 1 : light;
  });
  return hypergraph;
}

}  // namespace hypermatch::detail::generate
