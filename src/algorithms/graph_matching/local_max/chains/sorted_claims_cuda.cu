// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/chains/sorted_claims.cuh"

#include <limits>

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

/// Places left per vertex, as the host counts them.
template <class Number>
constexpr Number k_for_all_arcs = std::numeric_limits<Number>::max();

/// A vertex with no more arcs than places never runs out of them.
template <class Number>
__global__ void __launch_bounds__(k_open_threads)
    count_places(const DeviceCapacities capacities, const std::uint64_t* offsets,
                 std::uint32_t num_vertices, Number* left, const __grid_constant__ Bitmap full) {
  const std::uint64_t v = std::uint64_t{blockIdx.x} * k_open_threads + threadIdx.x;
  const bool inside = v < num_vertices;
  bool is_full = false;
  if (inside) {
    const std::uint32_t places =
        capacities.each.data() != nullptr ? capacities.each.data()[v] : capacities.common;
    is_full = places == 0;
    const bool suffices = offsets[v + 1] - offsets[v] <= places && !is_full;
    left[v] = suffices ? k_for_all_arcs<Number> : static_cast<Number>(places);
  }
  const std::uint32_t word = __ballot_sync(k_all_lanes, is_full);
  if (inside && threadIdx.x % 32 == 0) full.words[v / 32] = word;
}

struct CountPartners {
  const uint2* edges;
  std::uint32_t* numbers;
  __device__ void operator()(std::uint32_t i) const {
    atomicAdd(&numbers[edges[i].x], 1U);
    atomicAdd(&numbers[edges[i].y], 1U);
  }
};

/// From the end of each list on.
struct WritePartners {
  const uint2* edges;
  const std::uint64_t* offsets;
  std::uint32_t* numbers;
  VertexId* partners;
  __device__ void operator()(std::uint32_t i) const {
    const uint2 ends = edges[i];
    partners[offsets[ends.x] + atomicSub(&numbers[ends.x], 1U) - 1] = ends.y;
    partners[offsets[ends.y] + atomicSub(&numbers[ends.y], 1U) - 1] = ends.x;
  }
};

template <class Number>
class ClaimTaker {
 public:
  ClaimTaker(const DeviceBGraphProblem& problem, const Bitmap& full, const SortedClaimsRoom& room)
      : problem_(problem),
        full_(full),
        room_(room),
        n_(problem.graph.num_vertices),
        stream_(problem.context.stream()) {}

  void lay_out(parallel::DeviceArena& arena) { left_ = arena.take<Number>(n_); }
  void begin(SortedPartsCounts*) const {
    auto* const left = reinterpret_cast<Number*>(room_.numbers);
    count_places<<<(n_ - 1) / k_open_threads + 1, k_open_threads, 0, stream_>>>(
        problem_.capacities, problem_.graph.offsets.data(), n_, left, full_);
    parallel::check_launch("count_places");
    parallel::runtime::copy_to_host(left_, left, n_ * sizeof(Number), stream_);
  }
  [[nodiscard]] std::uint64_t take(std::uint32_t* gone, uint2* edges, std::uint64_t count) const {
    Number* const left = left_;
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const uint2 ends = edges[i];
      if (((gone[ends.x / 32] >> (ends.x % 32) | gone[ends.y / 32] >> (ends.y % 32)) & 1U) != 0) {
        continue;
      }
      for (const std::uint32_t v : {ends.x, ends.y}) {
        if (left[v] != k_for_all_arcs<Number> && --left[v] == 0) gone[v / 32] |= 1U << (v % 32);
      }
      edges[taken++] = ends;
    }
    return taken;
  }
  void send(const uint2* edges, std::uint64_t taken, const SortedPartsRoom&) {
    parallel::runtime::copy_to_device(room_.taken + num_taken_, edges, taken * sizeof(uint2),
                                      stream_);
    num_taken_ += taken;
  }

 private:
  const DeviceBGraphProblem& problem_;
  const Bitmap& full_;
  const SortedClaimsRoom& room_;
  VertexId n_;
  DeviceStream stream_;
  Number* left_ = nullptr;  // in pinned memory
  std::uint64_t num_taken_ = 0;
};

void list_taken(const SortedClaimsRoom& room, std::uint64_t taken, std::uint64_t num_vertices,
                DeviceStream stream, DeviceBGraphOutcome& outcome) {
  const std::uint64_t items = num_vertices + 1;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(room.numbers, 0, items * sizeof(std::uint32_t), stream));
  if (taken != 0) parallel::for_each(taken, CountPartners{room.taken, room.numbers}, stream);
  parallel::exclusive_scan(room.scan, room.numbers, room.offsets, items, stream);
  if (taken != 0) {
    parallel::for_each(taken, WritePartners{room.taken, room.offsets, room.numbers, room.partners},
                       stream);
  }
  outcome.offsets = room.offsets;
  outcome.partners = room.partners;
  outcome.has_sorted_edges = true;
}

template <class Number>
bool match_counting(const DeviceBGraphProblem& problem, const Arcs& arcs, const Bitmap& full,
                    const SortedClaimsRoom& room, DeviceBGraphOutcome& outcome) {
  ClaimTaker<Number> taker(problem, full, room);
  return SortedParts(problem.context, arcs, full, room.parts, taker)
      .run([&](const SortedPartsCounts&, std::uint64_t taken) {
        list_taken(room, taken, problem.graph.num_vertices, problem.context.stream(), outcome);
      });
}

}  // namespace

SortedClaimsRoom lay_out_sorted_claims(parallel::DeviceArena& arena, const DeviceGraphView& graph,
                                       std::uint64_t partners, std::size_t scan_bytes) {
  SortedClaimsRoom room;
  room.taken = arena.take<uint2>(partners / 2);
  const std::size_t items = graph.num_vertices + std::size_t{1};
  room.numbers = arena.take<std::uint32_t>(items);
  // The answer is written when the last part is taken.
  parallel::DeviceArena parts = arena;
  room.parts = lay_out_sorted_parts(parts, graph.num_arcs() / 2);
  room.scan.bytes = scan_bytes;
  room.scan.data = arena.take<std::byte>(room.scan.bytes);
  room.offsets = arena.take<Offset>(items);
  room.partners = arena.take<VertexId>(partners);
  if (parts.bytes() > arena.bytes()) (void)arena.take<std::byte>(parts.bytes() - arena.bytes());
  return room;
}

bool match_sorted_claims(const DeviceBGraphProblem& problem, const Arcs& arcs, const Bitmap& full,
                         std::uint64_t most_room, const SortedClaimsRoom& room,
                         DeviceBGraphOutcome& outcome) {
  return most_room < k_for_all_arcs<std::uint8_t>
             ? match_counting<std::uint8_t>(problem, arcs, full, room, outcome)
             : match_counting<std::uint32_t>(problem, arcs, full, room, outcome);
}

ClaimWatch::ClaimWatch(const DeviceBGraphProblem& problem, float round_ns)
    : max_rounds_(problem.max_rounds), watch_(rule_) {
  constexpr float k_host_arc_ns = 2.5F;
  constexpr std::uint32_t k_rounds_judged = 32;
  rule_.window = k_rounds_judged;
  rule_.round_ns = round_ns;
  rule_.least_host_ns = 2e6F + k_host_arc_ns * static_cast<float>(problem.graph.num_arcs());
}

}  // namespace hypermatch::detail::graph_matching
