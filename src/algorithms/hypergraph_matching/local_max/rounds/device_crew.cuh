// SPDX-License-Identifier: MIT
// One round of local max with exclusive writes on a device, as crew.hpp: edges and vertices are
// first marked as newly completed, then as gone; maxima, conjunctions and disjunctions are
// segmented reductions. No phase writes a word twice, and nothing is atomic.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/device_keys.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

/// Whether what left the hypergraph stays in the arrays, marked, or is removed from them.
enum class DeviceRemoval { soft, compact };

inline constexpr std::uint8_t k_edge_active = 0;
inline constexpr std::uint8_t k_edge_inactive = 1;
inline constexpr std::uint8_t k_edge_completed = 2;
inline constexpr std::uint8_t k_edge_matched = 3;
inline constexpr std::uint8_t k_vertex_active = 0;
inline constexpr std::uint8_t k_vertex_inactive = 1;
inline constexpr std::uint8_t k_vertex_completed = 2;

/// Both directions of what is left of a hypergraph.
struct DeviceLevel {
  parallel::DeviceRows edges;
  parallel::DeviceRows vertices;
  const VertexId* pins = nullptr;
  const EdgeId* incident = nullptr;
};

/// Arrays of the rounds.
struct CrewArrays {
  std::uint8_t* edge_state = nullptr;
  std::uint8_t* vertex_state = nullptr;
  EdgeId* best = nullptr;  ///< the best active edge, one per vertex
};

namespace crew_detail {

// Both removals in one place: with `compact` all edges and vertices of the level are active.
template <DeviceRemoval k_removal>
struct Level {
  static constexpr bool k_soft = k_removal == DeviceRemoval::soft;
  const Offset* edge_offsets;
  const VertexId* pins;
  const EdgeId* incident;
  CrewArrays arrays;

  __device__ bool edge_is_active(EdgeId e) const {
    return !k_soft || arrays.edge_state[e] == k_edge_active;
  }
  __device__ bool vertex_is_active(VertexId v) const {
    return !k_soft || arrays.vertex_state[v] == k_vertex_active;
  }
};

template <DeviceRemoval k_removal, class Keys>
struct BestEdge : Level<k_removal> {
  using Value = DeviceCandidate;
  Keys key;

  __device__ static Value identity() { return {0, k_none}; }
  __device__ static Value combine(const Value& a, const Value& b) { return upper_of(a, b); }
  __device__ static bool is_final(const Value&) { return false; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, const Value& value, unsigned lane) {
    return {tile.shfl_xor(value.key, lane), tile.shfl_xor(value.edge, lane)};
  }
  __device__ bool is_active(std::uint32_t v) const { return this->vertex_is_active(v); }
  __device__ EdgeId entry(std::uint64_t p) const { return this->incident[p]; }
  __device__ Value value(std::uint32_t, EdgeId e) const {
    return this->edge_is_active(e) ? Value{key(e), e} : identity();
  }
  __device__ void store(std::uint32_t v, const Value& top) const {
    this->arrays.best[v] = top.edge;
  }
};

// Edges that are the best of all their pins are newly completed.
template <DeviceRemoval k_removal>
struct CompleteEdges : Level<k_removal> {
  using Value = int;

  __device__ static Value identity() { return 1; }
  __device__ static Value combine(Value a, Value b) { return a & b; }
  __device__ static bool is_final(Value value) { return value == 0; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t e) const { return this->edge_is_active(e); }
  __device__ VertexId entry(std::uint64_t p) const { return this->pins[p]; }
  __device__ Value value(std::uint32_t e, VertexId v) const {
    return this->arrays.best[v] == e ? 1 : 0;
  }
  __device__ void store(std::uint32_t e, Value all_agree) const {
    if (all_agree != 0 || !Level<k_removal>::k_soft) {
      this->arrays.edge_state[e] = all_agree != 0 ? k_edge_completed : k_edge_active;
    }
  }
};

// So are their vertices. Only the best edge of a vertex decides, so each state has one writer.
template <DeviceRemoval k_removal>
struct CompleteVertices : Level<k_removal> {
  __device__ void operator()(std::uint32_t v) const {
    if (!this->vertex_is_active(v)) return;
    const EdgeId e = this->arrays.best[v];
    const bool completed = e != k_none && this->arrays.edge_state[e] == k_edge_completed;
    if (completed || !Level<k_removal>::k_soft) {
      this->arrays.vertex_state[v] = completed ? k_vertex_completed : k_vertex_active;
    }
  }
};

// Edges with a newly completed vertex leave, matched or not.
template <DeviceRemoval k_removal>
struct RemoveEdges : Level<k_removal> {
  using Value = int;
  std::uint8_t* matched;  // of the input's edges; null where the caller collects them

  __device__ static Value identity() { return 0; }
  __device__ static Value combine(Value a, Value b) { return a | b; }
  __device__ static bool is_final(Value value) { return value != 0; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t e) const {
    const std::uint8_t state = this->arrays.edge_state[e];
    return state == k_edge_active || state == k_edge_completed;
  }
  __device__ VertexId entry(std::uint64_t p) const { return this->pins[p]; }
  __device__ Value value(std::uint32_t, VertexId v) const {
    return this->arrays.vertex_state[v] == k_vertex_completed ? 1 : 0;
  }
  __device__ void store(std::uint32_t e, Value meets) const {
    if (meets == 0) return;
    const bool completed = this->arrays.edge_state[e] == k_edge_completed;
    this->arrays.edge_state[e] = completed ? k_edge_matched : k_edge_inactive;
    if (completed && matched != nullptr) matched[e] = 1;
  }
};

// Newly completed vertices leave, and with soft deletes those that have no active edge.
template <DeviceRemoval k_removal>
struct RemoveVertices : Level<k_removal> {
  __device__ void operator()(std::uint32_t v) const {
    const std::uint8_t state = this->arrays.vertex_state[v];
    if (state == k_vertex_completed ||
        (Level<k_removal>::k_soft && state == k_vertex_active && this->arrays.best[v] == k_none)) {
      this->arrays.vertex_state[v] = k_vertex_inactive;
    }
  }
};

}  // namespace crew_detail

/// Enqueues one round on `level`. Leaves edges as matched, inactive or still active, vertices as
/// inactive or active. `matched`: as RemoveEdges has it.
template <DeviceRemoval k_removal, class Keys>
void crew_round_on_device(const DeviceLevel& level, const Keys& keys, const CrewArrays& arrays,
                          std::uint8_t* matched, DeviceStream stream) {
  using namespace crew_detail;
  const Level<k_removal> base{level.edges.offsets, level.pins, level.incident, arrays};
  parallel::row_reduce(level.vertices, BestEdge<k_removal, Keys>{base, keys}, stream);
  parallel::row_reduce(level.edges, CompleteEdges<k_removal>{base}, stream);
  parallel::for_each(level.vertices.count, CompleteVertices<k_removal>{base}, stream);
  parallel::row_reduce(level.edges, RemoveEdges<k_removal>{base, matched}, stream);
  parallel::for_each(level.vertices.count, RemoveVertices<k_removal>{base}, stream);
}

/// The level that is the input itself.
[[nodiscard]] inline DeviceLevel input_level(const DeviceHypergraphView& hypergraph,
                                             const DeviceDirections& directions) {
  const std::uint64_t pins = hypergraph.num_pins();
  return {.edges = {.offsets = hypergraph.offsets.data(),
                    .count = hypergraph.num_edges(),
                    .entries = pins,
                    .largest = directions.largest_edge,
                    .heavy = directions.heavy_edges,
                    .num_heavy = &directions.num_heavy[0]},
          .vertices = {.offsets = directions.incidence.offsets,
                       .count = hypergraph.num_vertices,
                       .entries = pins,
                       .largest = directions.largest_degree,
                       .heavy = directions.heavy_vertices,
                       .num_heavy = &directions.num_heavy[2]},
          .pins = hypergraph.pins.data(),
          .incident = directions.incidence.edges};
}

}  // namespace hypermatch::detail::hypergraph_matching
