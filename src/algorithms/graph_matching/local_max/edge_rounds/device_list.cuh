// SPDX-License-Identifier: MIT
// The list of edges that the rounds of local max work on, on a device: brought, or made of rows.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace device_list {

// The arcs of a row that lead to larger neighbours are its edges.
struct CountEdges {
  const Offset* offsets;
  const VertexId* neighbours;
  std::uint32_t* counts;
  __device__ void operator()(std::uint32_t v) const {
    std::uint32_t count = 0;
    const std::uint64_t end = offsets[v + 1ULL];
    for (std::uint64_t arc = offsets[v]; arc < end; ++arc) count += neighbours[arc] > v ? 1 : 0;
    counts[v] = count;
  }
};

template <class Weight>
struct FillEdges {
  const Offset* offsets;
  const VertexId* neighbours;
  const Weight* of_arcs;  ///< or null
  const std::uint64_t* begins;
  GraphEdge* edges;
  Weight* of_edges;
  std::uint64_t room;  ///< for edges: half of the arcs
  __device__ void operator()(std::uint32_t v) const {
    std::uint64_t place = begins[v];
    const std::uint64_t end = offsets[v + 1ULL];
    for (std::uint64_t arc = offsets[v]; arc < end; ++arc) {
      const VertexId other = neighbours[arc];
      if (other <= v) continue;
      // More than half of the arcs lead upwards only where some have no counterpart.
      if (place >= room) return;
      edges[place] = {v, other};
      if (of_arcs != nullptr) of_edges[place] = of_arcs[arc];
      ++place;
    }
  }
};

}  // namespace device_list

/// A list as it was brought.
struct BroughtList {
  DeviceEdgeListView view;

  explicit BroughtList(const DeviceEdgeListProblem& problem) : view(problem.graph) {}
  void lay_out(parallel::DeviceArena& /*arena*/) {}
  void make(const DeviceContext& /*context*/) {}
};

/// A list made of rows.
class ListOfRows {
 public:
  DeviceEdgeListView view;

  explicit ListOfRows(const DeviceGraphProblem& problem)
      : rows_(problem.graph), weighs_(problem.order.objective == Objective::weight) {}

  void lay_out(parallel::DeviceArena& arena) {
    const std::uint64_t n = rows_.num_vertices;
    const std::uint64_t m = rows_.num_arcs() / 2;
    counts_ = arena.take<std::uint32_t>(n);
    begins_ = arena.take<std::uint64_t>(n);
    edges_ = arena.take<GraphEdge>(m);
    scratch_.bytes = parallel::exclusive_scan_bytes(n);
    scratch_.data = arena.take<std::byte>(scratch_.bytes);
    view = {rows_.num_vertices, {edges_, m}, {}};
    if (!weighs_) return;
    std::visit(
        [&](const auto& held) {
          using View = std::decay_t<decltype(held)>;
          if constexpr (!std::is_same_v<View, std::monostate>) {
            using Weight = std::remove_const_t<typename View::value_type>;
            view.weights = View(arena.take<Weight>(m), m);
          }
        },
        rows_.weights);
  }

  /// Waits. @throws Error{invalid_input} unless half of the arcs lead to a larger neighbour
  void make(const DeviceContext& context) {
    const std::uint64_t n = rows_.num_vertices;
    if (n == 0) return;
    const DeviceStream stream = context.stream();
    const Offset* const offsets = rows_.offsets.data();
    const VertexId* const neighbours = rows_.neighbours.data();
    parallel::for_each(n, device_list::CountEdges{offsets, neighbours, counts_}, stream);
    parallel::exclusive_scan(scratch_, counts_, begins_, n, stream);
    const auto fill = [&]<class Weight>(const Weight* of_arcs, const Weight* of_edges) {
      parallel::for_each(
          n,
          device_list::FillEdges<Weight>{offsets, neighbours, of_arcs, begins_, edges_,
                                         const_cast<Weight*>(of_edges), view.edges.size()},
          stream);
    };
    std::visit(
        [&](const auto& held) {
          using View = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<View, std::monostate>) {
            fill(static_cast<const std::uint32_t*>(nullptr),
                 static_cast<const std::uint32_t*>(nullptr));
          } else {
            fill(std::get<View>(rows_.weights).data(), held.data());
          }
        },
        view.weights);
    check_num_edges(context);
  }

 private:
  void check_num_edges(const DeviceContext& context) const {
    auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
    const std::uint64_t last = rows_.num_vertices - 1;
    mail[0] = 0;
    parallel::runtime::copy_to_host(&mail[0], counts_ + last, sizeof(*counts_), context.stream());
    parallel::runtime::copy_to_host(&mail[1], begins_ + last, sizeof(*begins_), context.stream());
    parallel::runtime::synchronize(context.stream());
    if (mail[0] + mail[1] == view.edges.size()) return;
    throw Error(ErrorCode::invalid_input,
                std::to_string(mail[0] + mail[1]) + " arcs lead to a larger neighbour, must be " +
                    std::to_string(view.edges.size()) + ", half of all (validate says where)");
  }

  DeviceGraphView rows_;
  bool weighs_;
  std::uint32_t* counts_ = nullptr;
  std::uint64_t* begins_ = nullptr;
  GraphEdge* edges_ = nullptr;
  parallel::DeviceScratch scratch_;
};

}  // namespace hypermatch::detail::graph_matching
