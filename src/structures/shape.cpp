// SPDX-License-Identifier: MIT
#include "structures/shape.hpp"

#include <string>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::structures {

using base::refuse_input;

namespace {

void check_count(const char* name, std::uint64_t count) {
  if (count <= k_max_count) return;
  refuse_input(std::string(name) + " is " + std::to_string(count) + ", must be below 2^32 - 1");
}

// Rows of a CSR with at least one offset; `entries` is what the array of entries is called.
void check_ends(std::span<const Offset> offsets, std::size_t num_entries, const char* entries) {
  if (offsets.front() != 0) {
    refuse_input("offsets[0] is " + std::to_string(offsets.front()) + ", must be 0");
  }
  if (offsets.back() != num_entries) {
    refuse_input("the last offset is " + std::to_string(offsets.back()) +
                 ", must be the number of " + entries + ", " + std::to_string(num_entries));
  }
}

template <class View>
[[noreturn]] void throw_first(const View& view) {
  validate(view);
  throw Error(ErrorCode::internal, "an algorithm found a broken promise in a valid view");
}

}  // namespace

void throw_broken_promise(const EdgeListView& graph) {
  throw_first(graph);
}
void throw_broken_promise(const GraphView& graph) {
  throw_first(graph);
}
void throw_broken_promise(const HypergraphView& hypergraph) {
  throw_first(hypergraph);
}
void throw_broken_promise(const BipartiteView& bipartite) {
  throw_first(bipartite);
}

void check_shape(const HypergraphView& hypergraph) {
  const auto& [n, offsets, pins, weights] = hypergraph;
  check_count("num_vertices", n);
  const std::size_t num_edges = offsets.empty() ? 0 : offsets.size() - 1;
  check_count("the number of edges", num_edges);
  if (!offsets.empty()) {
    check_ends(offsets, pins.size(), "pins");
  } else if (!pins.empty()) {
    refuse_input("offsets is empty, but " + base::there_are(pins.size(), "pin"));
  }
  if (is_weighted(weights) && size_of(weights) != num_edges) {
    refuse_input(base::there_are(size_of(weights), "weight") + " for " +
                 base::counted(num_edges, "edge"));
  }
}

void check_shape(const BipartiteView& bipartite) {
  const auto& [rows, columns, offsets, entries] = bipartite;
  check_count("num_rows", rows);
  check_count("num_columns", columns);
  if (offsets.empty() && rows == 0) {
    if (!entries.empty()) {
      refuse_input("offsets is empty, but " + base::there_are(entries.size(), "entry"));
    }
    return;
  }
  if (offsets.size() != rows + std::size_t{1}) {
    refuse_input(base::there_are(offsets.size(), "offset") + " for " + base::counted(rows, "row") +
                 ", must be one more");
  }
  check_ends(offsets, entries.size(), "entries");
}

}  // namespace hypermatch::detail::structures
