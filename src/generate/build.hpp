// SPDX-License-Identifier: MIT
// Builds a hypergraph from two callables: the size of an edge and its pins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "generate/sampling.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::generate {

/// body(e) for every edge, in parallel, in blocks between which it stops and reports.
/// `make_scratch()` is called once per block: body(e, scratch).
template <class MakeScratch, class Body>
void for_edges(const Context& context, std::size_t num_edges, const MakeScratch& make_scratch,
               const Body& body) {
  const auto parts = 8 * static_cast<std::size_t>(context.threads());
  const std::size_t block = std::clamp<std::size_t>(num_edges / parts, 1024, 1 << 14);
  const parallel::WorkProgress progress(context, "generate", num_edges);
  parallel::for_chunks(context, {num_edges, block, (num_edges + block - 1) / block},
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                         progress.done(begin);
                         auto scratch = make_scratch();
                         for (std::size_t e = begin; e < end; ++e) body(e, scratch);
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
