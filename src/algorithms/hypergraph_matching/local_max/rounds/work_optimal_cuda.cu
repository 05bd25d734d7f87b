// SPDX-License-Identifier: MIT
// Work-optimal local max on a device: Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient
// Parallel Algorithms for Hypergraph Matching", sections 4.2.1 and 5.2.3). As work_optimal.hpp:
// after each round of crew, both directions of what is left are written into the other of two
// buffers, at places that prefix sums give. Every array that a round passes over is shorter in the
// next one. The host reads the three new lengths once per round. Ties as on the host. Under
// capacities the round is one of claims, and the room of vertices moves with them.
#include <algorithm>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/device_claims.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_crew.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/device_rounds.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

using parallel::RowsBefore;

namespace {

// The remaining hypergraph after a round: vertices and edges are renumbered in their order.
struct Buffers {
  Offset* edge_offsets = nullptr;
  VertexId* pins = nullptr;
  Offset* vertex_offsets = nullptr;
  EdgeId* incident = nullptr;
  EdgeId* origins = nullptr;  // numbers in the input
  DeviceRoom room;            // under capacities
};

struct Renumbering {
  RowsBefore* edges_before = nullptr;
  RowsBefore* vertices_before = nullptr;
  std::uint32_t* degree = nullptr;  // of a vertex: edges that stay
  EdgeId* edge = nullptr;           // new numbers, k_none for what goes
  VertexId* vertex = nullptr;
  std::uint64_t* num_selected = nullptr;
  parallel::DeviceScratch scratch;
};

// A level of the rounds, with the numbers of its edges in the input (null: as they are).
struct Current {
  DeviceLevel level;
  const EdgeId* origins = nullptr;
};

struct CountStaying {
  using Value = std::uint32_t;
  const EdgeId* incident;
  const std::uint8_t* edge_state;
  std::uint32_t* degree;

  __device__ static Value identity() { return 0; }
  __device__ static Value combine(Value a, Value b) { return a + b; }
  __device__ static bool is_final(Value) { return false; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t) const { return true; }
  __device__ EdgeId entry(std::uint64_t p) const { return incident[p]; }
  __device__ Value value(std::uint32_t, EdgeId e) const {
    return edge_state[e] == k_edge_active ? 1 : 0;
  }
  __device__ void store(std::uint32_t v, Value sum) const { degree[v] = sum; }
};

// One more item than there are edges: the last one closes the offsets.
struct MoveEdge {
  std::uint64_t num_edges;
  const std::uint8_t* edge_state;
  const RowsBefore* before;
  const EdgeId* origins;
  Buffers to;
  EdgeId* number;
  std::uint8_t* matched;
  __device__ void operator()(std::uint32_t e) const {
    const RowsBefore mine = before[e];
    if (e == num_edges) {
      to.edge_offsets[mine.rows] = mine.entries;
      return;
    }
    const std::uint8_t state = edge_state[e];
    const EdgeId origin = origins != nullptr ? origins[e] : e;
    number[e] = state == k_edge_active ? mine.rows : k_none;
    if (state == k_edge_active) {
      to.edge_offsets[mine.rows] = mine.entries;
      to.origins[mine.rows] = origin;
    } else if (state == k_edge_matched) {
      matched[origin] = 1;
    }
  }
};

struct MoveVertex {
  std::uint64_t num_vertices;
  const std::uint32_t* degree;
  const RowsBefore* before;
  Buffers to;
  VertexId* number;
  DeviceRoom room;  // none in a matching
  __device__ void operator()(std::uint32_t v) const {
    const RowsBefore mine = before[v];
    if (v == num_vertices) {
      to.vertex_offsets[mine.rows] = mine.entries;
    } else if (degree[v] != 0) {
      to.vertex_offsets[mine.rows] = mine.entries;
      number[v] = mine.rows;
      if (room.words != nullptr) set_room(to.room, mine.rows, room_of(room, v));
    }
  }
};

// Whole rows move. All pins of an edge that stays are vertices that stay.
struct MovePins {
  const std::uint8_t* edge_state;
  const RowsBefore* before;
  const Offset* offsets;
  const VertexId* pins;
  const VertexId* number;
  Buffers to;
  __device__ bool is_active(std::uint32_t e) const { return edge_state[e] == k_edge_active; }
  __device__ void visit(std::uint32_t e, std::uint64_t p) const {
    to.pins[before[e].entries + (p - offsets[e])] = number[pins[p]];
  }
};

// Edge and vertex state for claims under capacities. All edges of a level are open.
struct LevelEdges {
  StoredKeys keys;
  std::uint8_t* edge_state;

  __device__ static bool vertex_is_active(std::uint32_t) { return true; }
  __device__ static bool is_open(EdgeId) { return true; }
  __device__ std::uint64_t key(EdgeId e) const { return keys(e); }
  __device__ static void has_no_edge(std::uint32_t) {}
  __device__ void take(EdgeId e, bool taken) const {
    edge_state[e] = taken ? k_edge_matched : k_edge_active;
  }
  __device__ bool was_taken(EdgeId e) const { return edge_state[e] == k_edge_matched; }
  __device__ static void is_full(std::uint32_t) {}
};

// Edges that are left over and meet a full vertex leave.
struct RemoveBlocked {
  using Value = int;
  const VertexId* pins;
  DeviceRoom room;
  std::uint8_t* edge_state;

  __device__ static Value identity() { return 0; }
  __device__ static Value combine(Value a, Value b) { return a | b; }
  __device__ static bool is_final(Value value) { return value != 0; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t e) const { return edge_state[e] == k_edge_active; }
  __device__ VertexId entry(std::uint64_t p) const { return pins[p]; }
  __device__ Value value(std::uint32_t, VertexId v) const { return room_of(room, v) == 0 ? 1 : 0; }
  __device__ void store(std::uint32_t e, Value meets) const {
    if (meets != 0) edge_state[e] = k_edge_inactive;
  }
};

class WorkOptimal {
 public:
  explicit WorkOptimal(const DeviceProblem& problem)
      : problem_(problem), stream_(problem.context.stream()), order_(problem.options) {}

  DeviceOutcome run();

 private:
  void lay_out(parallel::DeviceArena& arena);
  // Plays round `r` on what is left and removes what left.
  void round(std::uint64_t r);
  void compact();

  const DeviceProblem& problem_;
  DeviceStream stream_;
  RoundOrder order_;
  DeviceDirections directions_;
  DirectionsBuffers buffers_;
  CrewArrays arrays_;
  DeviceClaims claims_;  // under capacities
  Buffers copies_[2];
  Renumbering renumbering_;
  std::uint64_t* keys_ = nullptr;
  Current current_;
  int turn_ = 0;  // the copy that is written next
};

void WorkOptimal::lay_out(parallel::DeviceArena& arena) {
  const std::uint64_t n = problem_.hypergraph.num_vertices;
  const std::uint64_t m = problem_.hypergraph.num_edges();
  const std::uint64_t pins = problem_.hypergraph.num_pins();
  lay_out_directions(arena, problem_, directions_);
  arrays_.edge_state = directions_.rating.left_out;
  if (problem_.has_capacities()) {
    claims_ = {.room = problem_.room, .lowest = arena.take<std::uint64_t>(n)};
  } else {
    arrays_.vertex_state = arena.take<std::uint8_t>(n);
    arrays_.best = arena.take<EdgeId>(n);
  }
  keys_ = arena.take<std::uint64_t>(m);
  // The copies lie where the incidence is built: they are not needed before it is.
  parallel::DeviceArena levels = arena;
  for (Buffers& copy : copies_) {
    copy.edge_offsets = levels.take<Offset>(m + 1);
    copy.pins = levels.take<VertexId>(pins);
    copy.vertex_offsets = levels.take<Offset>(n + 1);
    copy.incident = levels.take<EdgeId>(pins);
    copy.origins = levels.take<EdgeId>(m);
    if (problem_.has_capacities()) {
      const bool in_bytes = problem_.room.in_bytes;
      copy.room = {levels.take<std::uint32_t>(DeviceRoom::num_words(n, in_bytes)), in_bytes};
    }
  }
  renumbering_.edges_before = levels.take<RowsBefore>(m + 1);
  renumbering_.vertices_before = levels.take<RowsBefore>(n + 1);
  renumbering_.degree = levels.take<std::uint32_t>(n);
  renumbering_.edge = levels.take<EdgeId>(m);
  renumbering_.vertex = levels.take<VertexId>(n);
  renumbering_.num_selected = levels.take<std::uint64_t>(1);
  renumbering_.scratch.bytes = std::max(parallel::scan_kept_rows_bytes(std::max(n, m)),
                                        parallel::select_renumbered_bytes(pins));
  renumbering_.scratch.data = levels.take<std::byte>(renumbering_.scratch.bytes);
  lay_out_buffers(arena, problem_, buffers_);
  if (levels.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(levels.bytes() - arena.bytes());
  }
}

void WorkOptimal::round(std::uint64_t r) {
  const DeviceLevel& level = current_.level;
  order_.begin_round(r);
  draw_keys(order_, directions_.rating, current_.origins, nullptr, keys_, level.edges.count,
            stream_);
  find_heavy_rows(level.edges, stream_);
  find_heavy_rows(level.vertices, stream_);
  if (problem_.has_capacities()) {
    claim_on_device(level, LevelEdges{StoredKeys{keys_}, arrays_.edge_state}, claims_, stream_);
    row_reduce(level.edges, RemoveBlocked{level.pins, claims_.room, arrays_.edge_state}, stream_);
  } else {
    crew_round_on_device<DeviceRemoval::compact>(level, StoredKeys{keys_}, arrays_, nullptr,
                                                 stream_);
  }
  compact();
}

void WorkOptimal::compact() {
  const DeviceLevel from = current_.level;
  const Buffers& to = copies_[turn_];
  const std::uint64_t m = from.edges.count;
  const std::uint64_t n = from.vertices.count;
  const Renumbering& to_new = renumbering_;
  parallel::scan_kept_rows(to_new.scratch, from.edges.offsets, arrays_.edge_state, k_edge_active,
                           to_new.edges_before, m, stream_);
  parallel::row_reduce(from.vertices,
                       CountStaying{from.incident, arrays_.edge_state, to_new.degree}, stream_);
  parallel::scan_sized_rows(to_new.scratch, to_new.degree, to_new.vertices_before, n, stream_);
  parallel::for_each(m + 1,
                     MoveEdge{m, arrays_.edge_state, to_new.edges_before, current_.origins, to,
                              to_new.edge, directions_.matched},
                     stream_);
  parallel::for_each(
      n + 1, MoveVertex{n, to_new.degree, to_new.vertices_before, to, to_new.vertex, claims_.room},
      stream_);
  parallel::row_for_each(from.edges,
                         MovePins{arrays_.edge_state, to_new.edges_before, from.edges.offsets,
                                  from.pins, to_new.vertex, to},
                         stream_);
  // The remaining entries of vertices to edges are already in the order of the new rows.
  if (from.edges.entries > 0) {
    parallel::select_renumbered(to_new.scratch, from.incident, to_new.edge, to.incident,
                                to_new.num_selected, from.edges.entries, stream_);
  }

  auto* const totals = reinterpret_cast<RowsBefore*>(problem_.context.state()->mailbox());
  parallel::runtime::copy_to_host(&totals[0], &to_new.edges_before[m], sizeof(RowsBefore), stream_);
  parallel::runtime::copy_to_host(&totals[1], &to_new.vertices_before[n], sizeof(RowsBefore),
                                  stream_);
  parallel::runtime::synchronize(stream_);
  DeviceLevel& level = current_.level;
  level.edges.offsets = to.edge_offsets;
  level.edges.count = totals[0].rows;
  level.edges.entries = totals[0].entries;
  level.vertices.offsets = to.vertex_offsets;
  level.vertices.count = totals[1].rows;
  level.vertices.entries = totals[1].entries;
  level.pins = to.pins;
  level.incident = to.incident;
  current_.origins = to.origins;
  claims_.room = to.room;
  turn_ ^= 1;
}

DeviceOutcome WorkOptimal::run() {
  const DeviceContext& context = problem_.context;
  parallel::cut_workspace(context, problem_.workspace,
                          [&](parallel::DeviceArena& arena) { lay_out(arena); });
  prepare(problem_, directions_, buffers_);
  current_ = {.level = input_level(problem_.hypergraph, directions_), .origins = nullptr};
  if (problem_.has_capacities()) {
    find_heavy_rows(current_.level.edges, stream_);
    leave_out_full(current_.level, claims_.room, directions_.rating, stream_);
  }
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, directions_.rating.num_edges, sizeof(std::uint64_t),
                                  stream_);
  parallel::runtime::synchronize(stream_);
  const std::uint64_t total = *mail;

  std::uint64_t rounds = 0;
  // Edges that take no part are removed before the first round; if there are none, it works on the
  // input itself.
  if (total < current_.level.edges.count) {
    find_heavy_rows(current_.level.edges, stream_);
    find_heavy_rows(current_.level.vertices, stream_);
    compact();
  }
  // Ends: all pins of the uppermost edge claim it, so each round removes an edge.
  while (current_.level.edges.count > 0) {
    const std::uint64_t before = current_.level.edges.count;
    context.check_cancelled();
    context.report({"solve", total - before, total});
    round(rounds++);
    if (current_.level.edges.count >= before) DeviceRounds::throw_stuck(rounds);
  }
  return finish(problem_, directions_, buffers_, rounds);
}

}  // namespace

DeviceOutcome local_max_work_optimal_on_device(const DeviceProblem& problem) {
  return WorkOptimal(problem).run();
}

}  // namespace hypermatch::detail::hypergraph_matching
