// SPDX-License-Identifier: MIT
// APFB and APsB: Deveci, Kaya, Ucar, Catalyurek 2013 ("GPU accelerated maximum cardinality matching
// algorithms for bipartite graphs", Euro-Par, doi:10.1007/978-3-642-40047-6_84), as described
// there. Rows take the part of the paper's columns. A level is a kernel over all rows, GPUBFS or
// GPUBFS-WR (algorithms 2 and 4); the host looks at two flags after each. Then Alternate (algorithm
// 3) goes along all paths at once, whether they meet or not, and FixMatching frees what does not
// agree; APsB with the root array starts only at the last end that each root was told of. Different
// from the paper: FixMatching frees columns, too, so that both sides always agree; and a phase that
// leaves as many free rows as before is done again by one thread, so that the loop is known to end.
// Guarantee: maximum. Work: O(levels * rows + entries) per phase. Ties: the last writer wins.
#include <algorithm>

#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::bipartite_matching {

struct LevelFlags {
  std::uint32_t inserted;
  std::uint32_t found;
  std::uint64_t free_rows;
};

namespace {

using namespace device;

constexpr std::uint32_t k_block = 256;
// Levels, as the paper chooses them so that what is special lies below.
constexpr std::uint32_t k_first_level = 2;
constexpr std::uint32_t k_not_reached = k_first_level - 1;
constexpr std::uint32_t k_stopped = k_first_level - 2;  // a root whose path is found
// The mate of a free column that a path has reached.
constexpr VertexId k_path_end = k_none - 1;

struct LevelArguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  std::uint32_t* levels;   // of rows
  VertexId* roots;         // of rows
  VertexId* predecessors;  // of columns
  VertexId* ends;          // of roots, the last free column that was found from there
  LevelFlags* flags;
};

// Threads may or may not see rows that the same level adds. Either way the same rows are reached,
// so it suffices that words are read and written whole.
template <bool kWithRoots>
__global__ void __launch_bounds__(k_block)
    search_level(const __grid_constant__ LevelArguments a, std::uint32_t level) {
  bool inserted = false;
  bool found = false;
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    if (peek(a.levels[r]) != level) continue;
    const auto row = static_cast<VertexId>(r);
    VertexId root = row;
    if constexpr (kWithRoots) {
      root = peek(a.roots[r]);
      if (peek(a.levels[root]) == k_stopped) continue;
    }
    for (std::uint64_t p = a.rows.offsets[r]; p < a.rows.offsets[r + 1]; ++p) {
      const VertexId column = a.rows.columns[p];
      const VertexId mate = peek(a.column_mates[column]);
      if (mate < k_path_end) {
        if (peek(a.levels[mate]) != k_not_reached) continue;
        inserted = true;
        poke(a.levels[mate], level + 1);
        if constexpr (kWithRoots) poke(a.roots[mate], root);
        poke(a.predecessors[column], row);
      } else if (mate == k_none) {
        if constexpr (kWithRoots) {
          poke(a.levels[root], k_stopped);
          poke(a.ends[root], column);
        }
        poke(a.column_mates[column], k_path_end);
        poke(a.predecessors[column], row);
        found = true;
      }
    }
  }
  if (inserted) poke(a.flags->inserted, 1U);
  if (found) poke(a.flags->found, 1U);
}

__global__ void __launch_bounds__(k_block) begin_search(const __grid_constant__ LevelArguments a) {
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    const bool free = a.row_mates[r] == k_none;
    a.levels[r] = free ? k_first_level : k_not_reached;
    a.roots[r] = static_cast<VertexId>(r);
    a.ends[r] = k_none;
  }
}

// Exchanges matched and other edges from a free column on, up to where another search has been.
__device__ void alternate_from(const LevelArguments& a, VertexId column) {
  // Ends: a column's predecessor is a level nearer to the root, and so is the column that it
  // leaves.
  while (column < k_path_end) {
    const VertexId row = peek(a.predecessors[column]);
    const VertexId next = peek(a.row_mates[row]);
    // Another path has passed here.
    if (next < k_path_end && peek(a.predecessors[next]) == row) break;
    poke(a.row_mates[row], column);
    poke(a.column_mates[column], row);
    column = next;
  }
}

__global__ void __launch_bounds__(k_block) alternate(const __grid_constant__ LevelArguments a) {
  for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
    if (peek(a.column_mates[c]) == k_path_end) alternate_from(a, static_cast<VertexId>(c));
  }
}

__global__ void __launch_bounds__(k_block)
    alternate_true_paths(const __grid_constant__ LevelArguments a) {
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    const VertexId end = a.ends[r];
    if (end != k_none && a.levels[r] == k_stopped) alternate_from(a, end);
  }
}

__global__ void __launch_bounds__(k_block) fix_columns(const __grid_constant__ LevelArguments a) {
  for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
    const VertexId row = a.column_mates[c];
    if (row == k_none) continue;
    if (row == k_path_end || a.row_mates[row] != c) a.column_mates[c] = k_none;
  }
}
__global__ void __launch_bounds__(k_block) fix_rows(const __grid_constant__ LevelArguments a) {
  std::uint32_t free = 0;
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    const VertexId column = a.row_mates[r];
    if (column != k_none && a.column_mates[column] == r) continue;
    a.row_mates[r] = k_none;
    ++free;
  }
  free = __reduce_add_sync(k_all_lanes, free);
  if (free != 0 && lane_of_warp() == 0) {
    Shared<std::uint64_t>(a.flags->free_rows).fetch_add(free, cuda::memory_order_relaxed);
  }
}

std::uint32_t blocks_for(ThreadLayout layout, std::uint64_t rows) {
  if (layout == ThreadLayout::ct) return 256;
  return resident_blocks(&search_level<true>, k_block, rows);
}

class LevelSearch {
 public:
  LevelSearch(const DeviceBipartiteProblem& problem, PathPolicy policy,
              const LevelSearchBuffers& buffers, PhaseLog& log)
      : problem_(problem),
        log_(log),
        policy_(policy),
        arguments_{.rows = {problem.graph.offsets.data(), problem.graph.columns.data(),
                            problem.graph.num_rows, problem.graph.num_columns},
                   .row_mates = problem.mates.rows,
                   .column_mates = problem.mates.columns,
                   .levels = buffers.levels,
                   .roots = buffers.roots,
                   .predecessors = buffers.predecessors,
                   .ends = buffers.ends,
                   .flags = buffers.flags},
        blocks_(blocks_for(problem.options.layout, problem.graph.num_rows)) {}

  DeviceSearch run() {
    DeviceSearch search{.free_rows = repair()};
    // Ends: each phase but the last enlarges the matching.
    for (;;) {
      problem_.context.check_cancelled();
      ++search.phases;
      const std::uint64_t before = search.levels;
      const bool found = find_paths(search);
      log_.phase(search.levels - before);
      if (!found) return search;
      alternate_all();
      std::uint64_t free = repair();
      if (free >= search.free_rows && find_paths(search)) {
        launch(&alternate, 1, 1);
        free = repair();
      }
      search.free_rows = free;
    }
  }

 private:
  template <class Kernel, class... More>
  void launch(Kernel kernel, std::uint32_t blocks, std::uint32_t threads, More... more) const {
    kernel<<<blocks, threads, 0, problem_.context.stream()>>>(arguments_, more...);
    parallel::check_launch("level_search");
  }
  // The flags, which are cleared.
  LevelFlags read_flags() const {
    const DeviceStream stream = problem_.context.stream();
    auto* const mail = reinterpret_cast<LevelFlags*>(problem_.context.state()->mailbox());
    parallel::runtime::copy_to_host(mail, arguments_.flags, sizeof(LevelFlags), stream);
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(arguments_.flags, 0, sizeof(LevelFlags), stream));
    parallel::runtime::synchronize(stream);
    return *mail;
  }

  // True if there are paths.
  bool find_paths(DeviceSearch& search) const {
    launch(&begin_search, blocks_, k_block);
    bool found = false;
    LevelFlags flags{.inserted = 1, .found = 0, .free_rows = 0};
    // Ends: a row is inserted once per search.
    for (std::uint32_t level = k_first_level; flags.inserted != 0; ++level) {
      if (problem_.options.kernel == LevelKernel::gpubfs_wr) {
        launch(&search_level<true>, blocks_, k_block, level);
      } else {
        launch(&search_level<false>, blocks_, k_block, level);
      }
      flags = read_flags();
      ++search.levels;
      found = found || flags.found != 0;
      if (found && policy_ == PathPolicy::shortest) break;
    }
    return found;
  }
  void alternate_all() const {
    if (policy_ == PathPolicy::shortest && problem_.options.kernel == LevelKernel::gpubfs_wr) {
      launch(&alternate_true_paths, blocks_, k_block);
    } else {
      launch(&alternate, blocks_, k_block);
    }
  }
  // How many rows are free.
  std::uint64_t repair() const {
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(arguments_.flags, 0, sizeof(LevelFlags), problem_.context.stream()));
    launch(&fix_columns, blocks_, k_block);
    launch(&fix_rows, blocks_, k_block);
    return read_flags().free_rows;
  }

  const DeviceBipartiteProblem& problem_;
  PhaseLog& log_;
  PathPolicy policy_;
  LevelArguments arguments_;
  std::uint32_t blocks_;
};

}  // namespace

LevelSearchBuffers lay_out_level_search(parallel::DeviceArena& arena,
                                        const DeviceBipartiteView& graph) {
  LevelSearchBuffers buffers;
  buffers.flags = arena.take<LevelFlags>(1);
  buffers.levels = arena.take<std::uint32_t>(graph.num_rows);
  buffers.roots = arena.take<VertexId>(graph.num_rows);
  buffers.predecessors = arena.take<VertexId>(graph.num_columns);
  buffers.ends = arena.take<VertexId>(graph.num_rows);
  return buffers;
}

DeviceSearch run_level_search(const DeviceBipartiteProblem& problem, PathPolicy policy,
                              const LevelSearchBuffers& buffers, PhaseLog& log) {
  return LevelSearch(problem, policy, buffers, log).run();
}

}  // namespace hypermatch::detail::bipartite_matching
