// SPDX-License-Identifier: MIT
#include "io/builders/hypergraph_builder.hpp"

#include <vector>

namespace hypermatch::detail::io {

namespace {
struct RowCounts {
  std::uint64_t merged = 0;
  std::uint64_t empty = 0;
};
}  // namespace

void normalise_pins(const Context& context, Array<Offset>& offsets, Array<VertexId>& pins,
                    hypermatch::io::ReadReport& report) {
  const std::size_t num_edges = offsets.size() - 1;
  const parallel::Chunks chunks = parallel::cut(context, num_edges, 1024, 32);
  std::vector<RowCounts> counts(chunks.count);
  // Rows are made distinct in place; what is left over at their ends goes away below.
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         RowCounts found;
                         for (std::size_t e = first; e < last; ++e) {
                           VertexId* const begin = pins.data() + offsets[e];
                           VertexId* const end = pins.data() + offsets[e + 1];
                           if (begin == end) ++found.empty;
                           if (!std::is_sorted(begin, end)) std::sort(begin, end);
                           VertexId* const stop = std::unique(begin, end);
                           found.merged += static_cast<std::uint64_t>(end - stop);
                           // Marks the rest; no pin is k_none.
                           std::fill(stop, end, k_none);
                         }
                         counts[chunk] = found;
                       });
  std::uint64_t merged = 0;
  for (const RowCounts& found : counts) {
    merged += found.merged;
    report.empty_edges += found.empty;
  }
  report.merged_pins += merged;
  if (merged == 0) return;
  // Moving rows to the front is a sequential pass: each goes to where an earlier one ended.
  Offset place = 0;
  Offset begin = 0;
  for (std::size_t e = 0; e < num_edges; ++e) {
    const Offset end = offsets[e + 1];
    for (Offset i = begin; i < end && pins[i] != k_none; ++i) pins[place++] = pins[i];
    begin = end;
    offsets[e + 1] = place;
  }
  pins.resize(place);
  pins.shrink_to_fit();
}

}  // namespace hypermatch::detail::io
