// SPDX-License-Identifier: MIT
// Builds a hypergraph from two callables: the size of an edge and its pins.
#pragma once

#include <cstdint>
#include <span>

#include "generate/sampling.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::generate {

/// body(e) for every edge, in parallel, with a look at the stop token now and then.
/// `make_scratch()` is called once per chunk: body(e, scratch).
template <class MakeScratch, class Body>
void for_edges(const Context& context, std::size_t num_edges, const MakeScratch& make_scratch,
               const Body& body) {
  constexpr std::size_t k_check_every = 1 << 14;
  parallel::for_chunks(context, parallel::cut(context, num_edges, 1024),
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                         auto scratch = make_scratch();
                         for (std::size_t e = begin; e < end; ++e) {
                           if (e % k_check_every == 0) context.check_cancelled();
                           body(e, scratch);
                         }
                       });
}

/// `size(e)` pins for edge e, written by `fill(e, pins, set)`.
template <class Size, class Fill>
[[nodiscard]] Hypergraph build(const Context& context, std::uint64_t num_vertices,
                               std::uint64_t num_edges, const Size& size, const Fill& fill) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = static_cast<VertexId>(num_vertices);
  hypergraph.offsets.resize(num_edges + 1);
  const Offset num_pins = parallel::exclusive_scan<Offset>(
      context, num_edges, [&](std::size_t e) -> Offset { return size(e); },
      [&](std::size_t e, Offset begin) { hypergraph.offsets[e] = begin; });
  hypergraph.offsets[num_edges] = num_pins;
  hypergraph.pins.resize(num_pins);
  for_edges(
      context, num_edges, [] { return PinSet{}; },
      [&](std::size_t e, PinSet& set) {
        const Offset begin = hypergraph.offsets[e];
        const auto count = static_cast<std::size_t>(hypergraph.offsets[e + 1] - begin);
        fill(e, hypergraph.pins.span().subspan(static_cast<std::size_t>(begin), count), set);
      });
  return hypergraph;
}

}  // namespace hypermatch::detail::generate
