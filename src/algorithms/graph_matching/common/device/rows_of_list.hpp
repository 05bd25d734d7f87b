// SPDX-License-Identifier: MIT
// A list of edges to rows, inside the library of device code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/device_graph_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// Rows that are to be made of a list, in memory that is there.
struct DeviceRowsOfList {
  const DeviceContext& context;
  DeviceEdgeListView list;
  Offset* offsets;          ///< size n + 1
  VertexId* neighbours;     ///< size 2 m
  void* weights = nullptr;  ///< size 2 m, of the list's type; null: none
  DeviceWorkspace& workspace;
};

/// Weights of a list that are to be put into the order of arcs.
struct DeviceArcWeights {
  const DeviceContext& context;
  const EdgeId* edge_of_arc;  ///< size `arcs`
  const void* of_edges;
  void* of_arcs;  ///< size `arcs`
  std::uint64_t arcs;
  std::size_t bytes_each;  ///< 4 or 8
};

/// Enqueued only.
void arc_weights_on_device(const DeviceArcWeights& problem);

/// The rows of a list, arcs ascending by edge as the host's `compress` has them. Enqueued only.
void rows_of_list_on_device(const DeviceRowsOfList& problem);

}  // namespace hypermatch::detail::graph_matching
