// SPDX-License-Identifier: MIT
// From (edge, pin) incidences in any order to a hypergraph: pins ascending, repeated ones merged.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/available_memory.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"
#include "io/builders/room_for_edges.hpp"
#include "io/formats/parsers.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

/// Sorts the pins of each edge, merges repeated ones (counted in `report.merged_pins`) and counts
/// empty edges. `offsets` and `pins` are a CSR whose rows may be in any order.
void normalise_pins(const Context& context, Array<Offset>& offsets, Array<VertexId>& pins,
                    hypermatch::io::ReadReport& report);

/// The hypergraph of all incidences: visit(i, emit) calls emit(edge, pin) for those of item i, and
/// must do the same each of the two times that it is called. Pins stand ascending, whatever the
/// number of threads.
/// @throws Error{resources} naming the file, before memory is taken, if `num_edges` are too many
template <class Visit>
[[nodiscard]] Hypergraph build_from_incidences(const ParseInput& input, VertexId num_vertices,
                                               EdgeId num_edges, std::size_t num_items,
                                               const Visit& visit,
                                               hypermatch::io::ReadReport& report) {
  const Context& context = input.context;
  check_room_for_edges(input.name, num_edges, base::available_memory());
  const bool serial = context.threads() == 1;
  const auto claim = [serial](Offset& counter) {
    if (serial) return counter++;
    // Relaxed: only the sum matters; rows are sorted afterwards, behind the join of the tasks.
    return std::atomic_ref<Offset>(counter).fetch_add(1, std::memory_order_relaxed);
  };
  Hypergraph hypergraph;
  hypergraph.num_vertices = num_vertices;
  // begin[e + 1] first counts e's pins, then is the place of e's next pin, which ends as the begin
  // of e + 1.
  Array<Offset> begin(num_edges + std::size_t{1}, 0);
  parallel::for_each(context, num_items, [&](std::size_t i) {
    visit(i, [&](EdgeId e, VertexId) { claim(begin[e + std::size_t{1}]); });
  });
  const Offset total = parallel::exclusive_scan<Offset>(
      context, num_edges, [&](std::size_t i) { return begin[i + 1]; },
      [&](std::size_t i, Offset sum) { begin[i + 1] = sum; });
  hypergraph.pins.resize(total);
  parallel::for_each(context, num_items, [&](std::size_t i) {
    visit(i,
          [&](EdgeId e, VertexId pin) { hypergraph.pins[claim(begin[e + std::size_t{1}])] = pin; });
  });
  hypergraph.offsets = std::move(begin);
  normalise_pins(context, hypergraph.offsets, hypergraph.pins, report);
  return hypergraph;
}

}  // namespace hypermatch::detail::io
