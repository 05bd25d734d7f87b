// SPDX-License-Identifier: MIT
#include "parallel/host/incidence.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::parallel {

namespace {

constexpr unsigned k_max_ranges = 1024;  // open write streams of the first step
// Smaller ranges cost more than they save.
constexpr unsigned k_min_vertices_log = threshold(12U, 6);

struct Pin {
  VertexId vertex;
  EdgeId edge;
};

// How many vertices a range has, as a power of two.
unsigned range_log(std::size_t num_vertices) {
  unsigned log = k_min_vertices_log;
  // Ends: num_vertices >> log falls to 0.
  while ((num_vertices >> log) >= k_max_ranges) ++log;
  return log;
}

// Edge e has the pins offset(e) .. offset(e + 1) - 1.
template <class EdgeOffset>
Incidence build(const Context& context, std::size_t n, std::size_t m, const VertexId* pins,
                const EdgeOffset& offset) {
  const std::size_t num_pins = m == 0 ? 0 : static_cast<std::size_t>(offset(m));
  Incidence incidence{Array<Offset>(n + 1), Array<EdgeId>(num_pins)};
  const unsigned log = range_log(n);
  const std::size_t ranges = (n >> log) + 1;

  // First step: pins to ranges. place[chunk * ranges + r] is where the chunk's next pin of range r
  // goes.
  const Chunks chunks = cut(context, m + num_pins, 1 << 16, 1);
  std::vector<std::size_t> place(std::max<std::size_t>(chunks.count, 1) * ranges, 0);
  run_tasks(context, chunks.count, [&](std::size_t chunk) {
    std::size_t* const count = &place[chunk * ranges];
    StopCheck stop(context);
    for_row_pieces(chunks, chunk, m, offset, [&](const RowPiece& piece) {
      stop.done(piece.end - piece.begin + 1);
      for (std::uint64_t p = piece.begin; p < piece.end; ++p) ++count[pins[p] >> log];
    });
  });
  std::vector<std::size_t> range_begin(ranges + 1, 0);
  std::size_t sum = 0;
  for (std::size_t r = 0; r < ranges; ++r) {
    range_begin[r] = sum;
    for (std::size_t chunk = 0; chunk < chunks.count; ++chunk) {
      sum += std::exchange(place[chunk * ranges + r], sum);
    }
  }
  range_begin[ranges] = sum;
  Array<Pin> sorted(num_pins);
  run_tasks(context, chunks.count, [&](std::size_t chunk) {
    std::size_t* const next = &place[chunk * ranges];
    Pin* const out = sorted.data();
    StopCheck stop(context);
    for_row_pieces(chunks, chunk, m, offset, [&](const RowPiece& piece) {
      stop.done(piece.end - piece.begin + 1);
      for (std::uint64_t p = piece.begin; p < piece.end; ++p) {
        const VertexId v = pins[p];
        out[next[v >> log]++] = {v, static_cast<EdgeId>(piece.row)};
      }
    });
  });

  // Second step: each range by vertex. next[v] first counts, then is the place of v's next edge.
  run_tasks(context, ranges, [&](std::size_t r) {
    context.check_cancelled();
    const std::size_t first = r << log;
    const std::size_t last = std::min(n, (r + 1) << log);
    std::vector<Offset> next(last - first, 0);
    for (std::size_t i = range_begin[r]; i < range_begin[r + 1]; ++i) {
      ++next[sorted[i].vertex - first];
    }
    Offset at = range_begin[r];
    for (std::size_t v = first; v < last; ++v) {
      incidence.offsets[v] = at;
      at += std::exchange(next[v - first], at);
    }
    for (std::size_t i = range_begin[r]; i < range_begin[r + 1]; ++i) {
      incidence.edges[next[sorted[i].vertex - first]++] = sorted[i].edge;
    }
  });
  incidence.offsets[n] = num_pins;
  return incidence;
}

}  // namespace

Incidence build_incidence(const Context& context, const HypergraphView& hypergraph) {
  return build(context, hypergraph.num_vertices, hypergraph.num_edges(), hypergraph.pins.data(),
               [offsets = hypergraph.offsets.data()](std::size_t e) { return offsets[e]; });
}

Incidence build_incidence_of_pairs(const Context& context, VertexId num_vertices,
                                   std::span<const GraphEdge> edges) {
  static_assert(sizeof(GraphEdge) == 2 * sizeof(VertexId));
  return build(context, num_vertices, edges.size(), reinterpret_cast<const VertexId*>(edges.data()),
               [](std::size_t e) { return std::uint64_t{2} * e; });
}

}  // namespace hypermatch::detail::parallel
