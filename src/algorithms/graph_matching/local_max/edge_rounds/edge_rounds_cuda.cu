// SPDX-License-Identifier: MIT
// Local max on a list of edges on a device (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66). A round finds each vertex's uppermost edge by atomic maxima,
// and matches the edges that are uppermost at both ends. `crcw` leaves dead edges where they are;
// `work_optimal` compacts after each round, so that expected work is O(m). The greedy matching of
// the order: no two edges of a vertex have the same key, since no pair stands in a list twice.
#include <cuda/atomic>
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rounds.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

struct Edges {
  const GraphEdge* ends;
  ArcWords words;
  base::PairMixer mixer;

  [[nodiscard]] __device__ std::uint32_t image(std::uint32_t e) const {
    return words.bits == nullptr ? 0 : words.image(words.bits[e]);
  }
};

struct Slots {
  unsigned long long* keys;  ///< the uppermost at each vertex
  VertexId* mates;

  /// Of a loop, which there should not be, they never are.
  [[nodiscard]] __device__ bool are_free(const GraphEdge& edge) const {
    return edge.u != edge.v && mates[edge.u] == k_none && mates[edge.v] == k_none;
  }
};

// What every pass does first: an edge that takes part and whose ends are free, with its key.
template <class Body>
__device__ void with_live(const Edges& edges, const Slots& slots, std::uint32_t e,
                          const Body& body) {
  const std::uint32_t image = edges.image(e);
  if (image < edges.words.least) return;
  const GraphEdge edge = edges.ends[e];
  if (slots.are_free(edge)) body(edge, base::graph_key(image, edges.mixer, edge.u, edge.v));
}

struct RaiseKeys {
  Edges edges;
  Slots slots;
  __device__ void operator()(std::uint32_t e) const {
    with_live(edges, slots, e, [&](const GraphEdge& edge, unsigned long long key) {
      raise(slots.keys[edge.u], key);
      raise(slots.keys[edge.v], key);
    });
  }
  // Relaxed, and what is read before may be old: maxima only rise.
  __device__ static void raise(unsigned long long& held, unsigned long long key) {
    const cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word(held);
    if (word.load(cuda::memory_order_relaxed) < key) {
      word.fetch_max(key, cuda::memory_order_relaxed);
    }
  }
};

// At most one edge of a vertex passes the comparison of keys, so that no two write a word.
struct MatchUppermost {
  Edges edges;
  Slots slots;
  __device__ void operator()(std::uint32_t e) const {
    const std::uint32_t image = edges.image(e);
    if (image < edges.words.least) return;
    const GraphEdge edge = edges.ends[e];
    const unsigned long long key = base::graph_key(image, edges.mixer, edge.u, edge.v);
    if (slots.keys[edge.u] != key || slots.keys[edge.v] != key) return;
    // Key 0 is no better than the word of a vertex without edges.
    if (!slots.are_free(edge)) return;
    slots.mates[edge.u] = edge.v;
    slots.mates[edge.v] = edge.u;
  }
};

// Counts the edges that are left, and with `kept` writes them there, in any order.
__global__ void __launch_bounds__(parallel::k_block)
    retain(const Edges edges, const Slots slots, std::uint64_t num_edges, GraphEdge* kept,
           std::uint32_t* kept_bits, unsigned long long* left) {
  const std::uint64_t i = parallel::rows_detail::thread_index();
  bool stays = false;
  if (i < num_edges) {
    with_live(edges, slots, static_cast<std::uint32_t>(i),
              [&](const GraphEdge&, unsigned long long) { stays = true; });
  }
  __syncwarp();
  const std::uint32_t lanes = __ballot_sync(k_all_lanes, stays);
  if (lanes == 0) return;
  const std::uint32_t lane = threadIdx.x % 32;
  unsigned long long place = 0;
  if (lane == 0) place = atomicAdd(left, static_cast<unsigned long long>(__popc(lanes)));
  place = __shfl_sync(k_all_lanes, place, 0) +
          static_cast<unsigned>(__popc(lanes & ((1U << lane) - 1)));
  if (!stays || kept == nullptr) return;
  kept[place] = edges.ends[i];
  if (kept_bits != nullptr) kept_bits[place] = edges.words.bits[i];
}

struct RoundBuffers {
  Slots slots{};
  std::uint64_t* left = nullptr;
  GraphEdge* kept[2] = {nullptr, nullptr};
  std::uint32_t* kept_bits[2] = {nullptr, nullptr};
};

RoundBuffers lay_out_rounds(parallel::DeviceArena& arena, std::uint64_t num_vertices,
                            std::uint64_t num_edges, bool has_words, GraphLocalMaxVariant variant) {
  RoundBuffers buffers;
  buffers.slots.keys = arena.take<unsigned long long>(num_vertices);
  buffers.left = arena.take<std::uint64_t>(1);
  if (variant == GraphLocalMaxVariant::crcw) return buffers;
  for (int i = 0; i < 2; ++i) {
    buffers.kept[i] = arena.take<GraphEdge>(num_edges);
    if (has_words) buffers.kept_bits[i] = arena.take<std::uint32_t>(num_edges);
  }
  return buffers;
}

void match_in_rounds(const DeviceContext& context, std::uint64_t num_vertices, Edges edges,
                     std::uint64_t num_edges, RoundBuffers buffers, DeviceGraphOutcome& outcome) {
  const DeviceStream stream = context.stream();
  Slots& slots = buffers.slots;
  slots.mates = outcome.mates;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(slots.mates, 0xFF, num_vertices * sizeof(VertexId), stream));
  // Read by the host once per round: how many edges there are to compact.
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  *mail = num_edges;
  const bool compacts = buffers.kept[0] != nullptr;
  // Ends: the uppermost edge is matched in each round.
  outcome.rounds = run_rounds(context, num_edges, buffers.left, [&](std::uint64_t round) {
    const std::uint64_t m = compacts ? *mail : num_edges;
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(slots.keys, 0, num_vertices * sizeof(unsigned long long), stream));
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.left, 0, sizeof(std::uint64_t), stream));
    parallel::for_each(m, RaiseKeys{edges, slots}, stream);
    parallel::for_each(m, MatchUppermost{edges, slots}, stream);
    GraphEdge* const kept = buffers.kept[round % 2];
    std::uint32_t* const kept_bits = buffers.kept_bits[round % 2];
    retain<<<parallel::blocks_for(m), parallel::k_block, 0, stream>>>(
        edges, slots, m, kept, kept_bits, reinterpret_cast<unsigned long long*>(buffers.left));
    parallel::check_launch("retain");
    if (!compacts) return;
    edges.ends = kept;
    if (kept_bits != nullptr) edges.words.bits = kept_bits;
  });
  count_pairs(outcome, num_vertices, stream);
}

bool weighs_edges(const DeviceWeightsView& weights, const GraphOrder& order) {
  return order.objective == Objective::weight && weights.index() != 0;
}

// The arcs of a row that lead to larger neighbours are its edges.
struct CountEdges {
  Arcs arcs;
  std::uint32_t* counts;
  __device__ void operator()(std::uint32_t v) const {
    std::uint32_t count = 0;
    const std::uint64_t end = arcs.offsets[v + 1ULL];
    for (std::uint64_t arc = arcs.offsets[v]; arc < end; ++arc) {
      count += arcs.neighbours[arc] > v ? 1 : 0;
    }
    counts[v] = count;
  }
};

struct FillEdges {
  Arcs arcs;
  const std::uint64_t* begins;
  GraphEdge* edges;
  std::uint32_t* bits;
  std::uint64_t room;  ///< for edges: half of the arcs
  __device__ void operator()(std::uint32_t v) const {
    std::uint64_t place = begins[v];
    const std::uint64_t end = arcs.offsets[v + 1ULL];
    for (std::uint64_t arc = arcs.offsets[v]; arc < end; ++arc) {
      const VertexId other = arcs.neighbours[arc];
      if (other <= v) continue;
      // More than half of the arcs lead upwards only where some have no counterpart.
      if (place >= room) return;
      edges[place] = {v, other};
      if (bits != nullptr) bits[place] = arcs.words.bits[arc];
      ++place;
    }
  }
};

// Throws unless `expected` edges were counted and written: the sum of the last two numbers.
void check_num_edges(const DeviceContext& context, const std::uint32_t* last_count,
                     const std::uint64_t* last_begin, std::uint64_t expected) {
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  mail[0] = 0;
  parallel::runtime::copy_to_host(&mail[0], last_count, sizeof(std::uint32_t), context.stream());
  parallel::runtime::copy_to_host(&mail[1], last_begin, sizeof(std::uint64_t), context.stream());
  parallel::runtime::synchronize(context.stream());
  if (mail[0] + mail[1] == expected) return;
  throw Error(ErrorCode::invalid_input,
              std::to_string(mail[0] + mail[1]) + " arcs lead to a larger neighbour, must be " +
                  std::to_string(expected) + ", half of all (validate says where)");
}

}  // namespace

DeviceGraphOutcome edge_rounds_on_device(const DeviceEdgeListProblem& problem,
                                         GraphLocalMaxVariant variant) {
  const DeviceEdgeListView& graph = problem.graph;
  const std::uint64_t m = graph.edges.size();
  DeviceGraphOutcome outcome;
  RankBuffers ranks;
  RoundBuffers buffers;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, graph.num_vertices, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    buffers = lay_out_rounds(arena, graph.num_vertices, m,
                             weighs_edges(graph.weights, problem.order), variant);
  });
  const ArcWords words = make_words(graph.weights, problem.order, ranks, problem.context.stream());
  match_in_rounds(problem.context, graph.num_vertices,
                  {graph.edges.data(), words, base::PairMixer(problem.order.seed)}, m, buffers,
                  outcome);
  return outcome;
}

DeviceGraphOutcome edge_rounds_on_device(const DeviceGraphProblem& problem,
                                         GraphLocalMaxVariant variant) {
  const DeviceStream stream = problem.context.stream();
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  const std::uint64_t m = graph.num_arcs() / 2;
  const bool weighs = weighs_edges(graph.weights, problem.order);
  DeviceGraphOutcome outcome;
  RankBuffers ranks;
  RoundBuffers buffers;
  std::uint32_t* counts = nullptr;
  std::uint64_t* begins = nullptr;
  GraphEdge* edges = nullptr;
  std::uint32_t* bits = nullptr;
  parallel::DeviceScratch scratch;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    buffers = lay_out_rounds(arena, n, m, weighs, variant);
    counts = arena.take<std::uint32_t>(n);
    begins = arena.take<std::uint64_t>(n);
    edges = arena.take<GraphEdge>(m);
    if (weighs) bits = arena.take<std::uint32_t>(m);
    scratch.bytes = parallel::exclusive_scan_bytes(n);
    scratch.data = arena.take<std::byte>(scratch.bytes);
  });
  const Arcs arcs = arcs_of(problem, make_words(graph.weights, problem.order, ranks, stream));
  parallel::runtime::Event begin;
  parallel::runtime::Event end;
  begin.record(stream);
  if (n != 0) {
    parallel::for_each(n, CountEdges{arcs, counts}, stream);
    parallel::exclusive_scan(scratch, counts, begins, n, stream);
    parallel::for_each(n, FillEdges{arcs, begins, edges, bits, m}, stream);
  }
  end.record(stream);
  if (n != 0) check_num_edges(problem.context, counts + (n - 1), begins + (n - 1), m);
  ArcWords words = arcs.words;
  words.bits = bits;
  match_in_rounds(problem.context, n, {edges, words, arcs.mixer}, m, buffers, outcome);
  parallel::runtime::synchronize(stream);
  outcome.prepare_seconds = end.seconds_since(begin);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
