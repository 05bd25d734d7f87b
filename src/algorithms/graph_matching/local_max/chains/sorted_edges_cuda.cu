// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/chains/sorted_edges.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

/// What rounds have decided stays, and is counted.
__global__ void __launch_bounds__(k_open_threads)
    drop_choices(const __grid_constant__ Bitmap gone, std::uint32_t num_vertices, VertexId* mates,
                 Count* matched) {
  const std::uint64_t v = std::uint64_t{blockIdx.x} * k_open_threads + threadIdx.x;
  const bool inside = v < num_vertices;
  const bool is_open = inside && !gone.has(static_cast<std::uint32_t>(v));
  if (is_open) mates[v] = k_none;
  const bool is_matched = inside && !is_open && mates[v] != k_none;
  const std::uint32_t lanes = __ballot_sync(k_all_lanes, is_matched);
  if (threadIdx.x % 32 == 0 && lanes != 0) atomicAdd(matched, static_cast<Count>(__popc(lanes)));
}

struct ScatterMates {
  const uint2* pairs;
  VertexId* mates;
  __device__ void operator()(std::uint32_t i) const {
    const uint2 pair = pairs[i];
    mates[pair.x] = pair.y;
    mates[pair.y] = pair.x;
  }
};

class PairTaker {
 public:
  PairTaker(const Bitmap& gone, std::uint32_t num_vertices, VertexId* mates, DeviceStream stream)
      : gone_(gone), num_vertices_(num_vertices), mates_(mates), stream_(stream) {}

  void lay_out(parallel::DeviceArena& arena) { num_pairs_ = arena.take<std::uint64_t>(1); }
  void begin(SortedPartsCounts* counts) const {
    drop_choices<<<(num_vertices_ - 1) / k_open_threads + 1, k_open_threads, 0, stream_>>>(
        gone_, num_vertices_, mates_, &counts->matched);
    parallel::check_launch("drop_choices");
  }
  [[nodiscard]] static std::uint64_t take(std::uint32_t* gone, uint2* edges, std::uint64_t count) {
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const uint2 ends = edges[i];
      std::uint32_t& word_x = gone[ends.x / 32];
      std::uint32_t& word_y = gone[ends.y / 32];
      if (((word_x >> (ends.x % 32) | word_y >> (ends.y % 32)) & 1U) != 0) continue;
      word_x |= 1U << (ends.x % 32);
      word_y |= 1U << (ends.y % 32);
      edges[taken++] = ends;
    }
    return taken;
  }
  // Through where edges are listed: those of the next part are on their way by then.
  void send(const uint2* edges, std::uint64_t taken, const SortedPartsRoom& room) const {
    parallel::runtime::copy_to_device(room.ends, edges, taken * sizeof(uint2), stream_);
    parallel::for_each(taken, ScatterMates{room.ends, mates_}, stream_);
  }
  /// The number of pairs goes to `count` in device memory.
  void finish(std::uint64_t pairs, std::uint64_t* count) const {
    *num_pairs_ = pairs;
    parallel::runtime::copy_to_device(count, num_pairs_, sizeof(std::uint64_t), stream_);
  }

 private:
  Bitmap gone_;
  std::uint32_t num_vertices_;
  VertexId* mates_;
  DeviceStream stream_;
  std::uint64_t* num_pairs_ = nullptr;  // in pinned memory
};

}  // namespace

bool match_sorted_edges(const DeviceGraphProblem& problem, const Arcs& arcs, const Bitmap& gone,
                        const SortedPartsRoom& room, const DeviceGraphOutcome& outcome) {
  PairTaker taker(gone, arcs.num_vertices, outcome.mates, problem.context.stream());
  return SortedParts(problem.context, arcs, gone, room, taker)
      .run([&](const SortedPartsCounts& counts, std::uint64_t taken) {
        taker.finish(taken + counts.matched / 2, outcome.count);
      });
}

}  // namespace hypermatch::detail::graph_matching
