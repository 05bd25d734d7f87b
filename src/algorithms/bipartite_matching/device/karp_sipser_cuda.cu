// SPDX-License-Identifier: MIT
// A start after Karp and Sipser 1981 (doi:10.1109/SFCS.1981.21) in rounds, all rows at once: those
// with the fewest free neighbours first, each to the neighbour with the fewest. In one kernel.
// Where the pattern is symmetric, which a sample of the entries tells, rows r and c match (r, c)
// and (c, r) together if each is the other's choice, by a key that both see alike. Then row v stays
// free just where column v does, so that what is left to augment is near: on meshes that saves
// nearly all levels of the search. Elsewhere a row takes the column it chose if nobody was faster;
// columns count their entries once. Guarantee: none (what is still free next to a free column is
// the search's first level). Work: O(entries) a round, at most 16. Ties: a hash of row and column.
#include "algorithms/bipartite_matching/device/device_launch.cuh"
#include "algorithms/bipartite_matching/device/device_problem.hpp"
#include "algorithms/bipartite_matching/device/device_rows.cuh"
#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "parallel/cuda_grid.cuh"

namespace hypermatch::detail::bipartite_matching {

struct StartControl {
  std::uint32_t barrier;
  std::uint32_t matched[3];  // rows, in rounds in turn
  std::uint32_t sampled;     // entries off the diagonal
  std::uint32_t mirrored;    // of these, how many have (column, row) for an entry, too
};

namespace {

using namespace device;

constexpr std::uint32_t k_rounds = 16;
constexpr std::uint32_t k_samples = 4096;
// Neighbours that a row looks at in a round, and entries of a row that a sample looks through.
constexpr std::uint64_t k_look = 1024;
// Degrees from here on are alike. To tell more of them apart would make long chains of rows that
// wait for one another, and so more rounds.
constexpr std::uint32_t k_top_class = 5;
// Rounds end when less than one row in so many is matched.
constexpr std::uint32_t k_worth = 50;

struct Arguments {
  Rows rows;
  std::uint64_t entries;
  VertexId* row_mates;
  VertexId* column_mates;
  VertexId* choices;              // of rows
  std::uint8_t* row_classes;      // min(free neighbours, k_top_class), 0: matched or without any
  std::uint8_t* next_classes;     // counted in the round
  std::uint32_t* degrees;         // of columns
  std::uint32_t* column_classes;  // as of rows, four a word
  StartControl* control;
  std::uint64_t seed;
  base::PairMixer mixer;
  std::uint32_t team;
  std::uint32_t patient;  // 1: rows of one, two, three free neighbours go first
};

__device__ std::uint32_t class_of(std::uint64_t degree) {
  return degree < k_top_class ? static_cast<std::uint32_t>(degree) : k_top_class;
}

// Best free neighbour, as class, hash and column in one word, and how many are free.
struct Choice {
  std::uint64_t best = ~std::uint64_t{0};
  std::uint32_t free = 0;

  __device__ void see(std::uint32_t its_class, std::uint32_t hash, VertexId column) {
    if (its_class == 0) return;
    ++free;
    const std::uint64_t word =
        std::uint64_t{its_class} << 56 | std::uint64_t{hash >> 8} << 32 | column;
    if (word < best) best = word;
  }
  __device__ VertexId column() const {
    return best == ~std::uint64_t{0} ? k_none : static_cast<VertexId>(best);
  }
};

// The choice of a row among (a window of) its neighbours; the same in all lanes of the team.
template <class ClassOf, class Hash>
__device__ Choice choose(const Arguments& a, const TeamRow& row, std::uint32_t rank,
                         std::uint32_t round, const ClassOf& class_of_column, const Hash& hash) {
  constexpr std::uint32_t k_together = 4;
  std::uint64_t begin = row.begin;
  std::uint64_t size = row.size;
  if (size > k_look) {
    begin += base::below(base::hash(a.seed, round, row.row), size - k_look);
    size = k_look;
  }
  Choice choice;
  for (std::uint64_t i = rank; i < size; i += std::uint64_t{k_together} * a.team) {
    VertexId columns[k_together];
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      const std::uint64_t at = i + std::uint64_t{j} * a.team;
      columns[j] = at < size ? a.rows.columns[begin + at] : k_none;
    }
    std::uint32_t classes[k_together];
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      classes[j] = columns[j] != k_none ? class_of_column(columns[j]) : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      choice.see(classes[j], hash(columns[j]), columns[j]);
    }
  }
  for (std::uint32_t lanes = a.team / 2; lanes > 0; lanes /= 2) {
    const std::uint64_t other = __shfl_xor_sync(k_all_lanes, choice.best, lanes);
    choice.free += __shfl_xor_sync(k_all_lanes, choice.free, lanes);
    if (other < choice.best) choice.best = other;
  }
  return choice;
}

__device__ void classify_rows(const Arguments& a) {
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    a.row_classes[r] =
        static_cast<std::uint8_t>(class_of(a.rows.offsets[r + 1] - a.rows.offsets[r]));
  }
}

// Looks for the mirror images of a few random entries.
__device__ void sample_mirrors(const Arguments& a) {
  for (std::uint64_t i = thread_of_grid(); i < k_samples; i += threads_of_grid()) {
    const std::uint64_t place = base::below(base::hash(a.seed, 1, i), a.entries);
    std::uint64_t low = 0;
    std::uint64_t high = a.rows.num_rows;  // offsets[low] <= place < offsets[high]
    // Ends: the distance halves.
    while (high - low > 1) {
      const std::uint64_t middle = (low + high) / 2;
      (a.rows.offsets[middle] <= place ? low : high) = middle;
    }
    const VertexId column = a.rows.columns[place];
    const std::uint64_t begin = a.rows.offsets[column];
    const std::uint64_t end = a.rows.offsets[column + std::uint64_t{1}];
    if (column == low || end - begin > k_look) continue;
    std::uint32_t found = 0;
    for (std::uint64_t p = begin; p < end && found == 0; ++p) {
      if (a.rows.columns[p] == low) found = 1;
    }
    Shared<std::uint32_t>(a.control->sampled).fetch_add(1, cuda::memory_order_relaxed);
    Shared<std::uint32_t>(a.control->mirrored).fetch_add(found, cuda::memory_order_relaxed);
  }
}

// Adds up what the threads matched in a round; the same number for all of them. Waits.
__device__ std::uint32_t sum_matched(const Arguments& a, std::uint32_t round, std::uint32_t mine) {
  mine = __reduce_add_sync(k_all_lanes, mine);
  if (mine != 0 && lane_of_warp() == 0) {
    Shared<std::uint32_t>(a.control->matched[round % 3])
        .fetch_add(mine, cuda::memory_order_relaxed);
  }
  if (thread_of_grid() == 0) poke(a.control->matched[(round + 1) % 3], 0U);
  parallel::wait_for_grid(&a.control->barrier);
  return peek(a.control->matched[round % 3]);
}

// Matches rows that chose one another.
__device__ std::uint32_t match_mutual(const Arguments& a) {
  std::uint32_t matched = 0;
  for (std::uint64_t i = thread_of_grid(); i < a.rows.num_rows; i += threads_of_grid()) {
    if (a.row_classes[i] == 0) continue;
    const auto row = static_cast<VertexId>(i);
    const VertexId column = a.choices[row];
    // A row that was chosen was free in this round, so that its choice is of this round, too.
    if (column != k_none && (column == row || a.choices[column] == row)) {
      a.row_mates[row] = column;
      a.column_mates[column] = row;
      a.row_classes[row] = 0;
      ++matched;
    } else {
      a.row_classes[row] = a.next_classes[row];
    }
  }
  return matched;
}

__device__ void match_mirrored(const Arguments& a, std::uint8_t* order) {
  for (std::uint32_t round = 0; round < k_rounds; ++round) {
    for_each_row(
        a.rows, a.team, order, [&](std::uint32_t r) { return a.row_classes[r] != 0; },
        [&](const TeamRow& row, std::uint32_t rank) {
          const Choice choice = choose(
              a, row, rank, round,
              // An entry on the diagonal is its own mirror image: nothing stands above it.
              [&](VertexId c) {
                const std::uint32_t its_class = a.row_classes[c];
                return c == row.row && its_class != 0 ? 1U : its_class;
              },
              [&](VertexId c) { return c == row.row ? 0 : a.mixer(row.row, c); });
          if (rank != 0 || row.row == k_none) return;
          a.choices[row.row] = choice.column();
          const std::uint32_t left = row.size > k_look ? k_top_class : class_of(choice.free);
          a.next_classes[row.row] = static_cast<std::uint8_t>(left);
        });
    parallel::wait_for_grid(&a.control->barrier);
    const std::uint32_t matched = sum_matched(a, round, match_mutual(a));
    if (std::uint64_t{matched} * k_worth < a.rows.num_rows) break;
  }
}

__device__ void classify_columns(const Arguments& a) {
  for (std::uint64_t p = thread_of_grid(); p < a.entries; p += threads_of_grid()) {
    Shared<std::uint32_t>(a.degrees[a.rows.columns[p]]).fetch_add(1, cuda::memory_order_relaxed);
  }
  parallel::wait_for_grid(&a.control->barrier);
  const std::uint64_t words = (a.rows.num_columns + std::uint64_t{3}) / 4;
  for (std::uint64_t w = thread_of_grid(); w < words; w += threads_of_grid()) {
    std::uint32_t word = 0;
    for (std::uint32_t j = 0; j < 4; ++j) {
      const std::uint64_t c = 4 * w + j;
      if (c < a.rows.num_columns) word |= class_of(a.degrees[c]) << (8 * j);
    }
    a.column_classes[w] = word;
  }
  parallel::wait_for_grid(&a.control->barrier);
}

// A row with at most `limit` free neighbours takes the best of them; true if it got it.
__device__ bool take_best(const Arguments& a, const TeamRow& row, const Choice& choice,
                          std::uint32_t limit) {
  const VertexId column = choice.column();
  if (column == k_none) {
    if (row.size <= k_look) a.row_classes[row.row] = 0;
    return false;
  }
  if (choice.free > limit || !swap_in(a.column_mates[column], k_none, row.row)) return false;
  a.row_mates[row.row] = column;
  a.row_classes[row.row] = 0;
  Shared<std::uint32_t>(a.column_classes[column / 4])
      .fetch_and(~(0xFFU << (8 * (column % 4))), cuda::memory_order_relaxed);
  return true;
}

__device__ void match_by_degrees(const Arguments& a, std::uint8_t* order) {
  classify_columns(a);
  constexpr std::uint32_t k_limits[] = {1, 1, 2, 3};
  for (std::uint32_t round = 0; round < k_rounds; ++round) {
    const bool waits = a.patient != 0 && round < 4;
    const std::uint32_t limit = waits ? k_limits[round] : ~0U;
    std::uint32_t matched = 0;
    for_each_row(
        a.rows, a.team, order, [&](std::uint32_t r) { return a.row_classes[r] != 0; },
        [&](const TeamRow& row, std::uint32_t rank) {
          const Choice choice = choose(
              a, row, rank, round,
              [&](VertexId c) { return peek(a.column_classes[c / 4]) >> (8 * (c % 4)) & 0xFFU; },
              [&](VertexId c) { return a.mixer(row.row, c); });
          if (rank != 0 || row.row == k_none) return;
          if (take_best(a, row, choice, limit)) ++matched;
        });
    matched = sum_matched(a, round, matched);
    if (!waits && std::uint64_t{matched} * k_worth < a.rows.num_rows) break;
  }
}

__global__ void __launch_bounds__(k_threads, 2) match_in_rounds(const Arguments a) {
  __shared__ std::uint8_t orders[k_warps][32];
  std::uint8_t* const order = orders[threadIdx.x / 32];
  classify_rows(a);
  if (a.rows.num_rows == a.rows.num_columns) sample_mirrors(a);
  parallel::wait_for_grid(&a.control->barrier);
  const std::uint32_t sampled = peek(a.control->sampled);
  if (sampled != 0 && peek(a.control->mirrored) >= sampled - sampled / 4) {
    match_mirrored(a, order);
  } else {
    match_by_degrees(a, order);
  }
}

}  // namespace

DeviceStartBuffers lay_out_start(parallel::DeviceArena& arena, const DeviceBipartiteView& graph,
                                 BipartiteStart start) {
  DeviceStartBuffers buffers;
  const std::size_t rows = graph.num_rows;
  const std::size_t columns = graph.num_columns;
  if (start == BipartiteStart::karp_sipser) {
    buffers.control = arena.take<StartControl>(1);
    buffers.choices = arena.take<VertexId>(rows);
    buffers.row_classes = arena.take<std::uint8_t>(rows);
    buffers.next_classes = arena.take<std::uint8_t>(rows);
    buffers.column_words = arena.take<std::uint32_t>(columns);
    buffers.column_classes = arena.take<std::uint32_t>((columns + 3) / 4);
  } else if (start == BipartiteStart::two_sided) {
    buffers.choices = arena.take<VertexId>(rows);
    buffers.row_counts = arena.take<std::uint32_t>(rows);
    buffers.row_scale = arena.take<float>(rows);
    buffers.column_words = arena.take<std::uint32_t>(columns);
    buffers.column_sums = arena.take<std::uint64_t>(columns);
    buffers.chosen = arena.take<std::uint8_t>(rows + columns);
  }
  return buffers;
}

void enqueue_karp_sipser(const DeviceBipartiteProblem& problem, const DeviceStartBuffers& buffers) {
  const DeviceBipartiteView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.control, 0, sizeof(StartControl), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(
      buffers.column_words, 0, std::size_t{graph.num_columns} * sizeof(std::uint32_t), stream));
  const std::uint32_t team = team_for(graph.num_entries(), graph.num_rows);
  const Arguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .entries = graph.num_entries(),
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .choices = buffers.choices,
      .row_classes = buffers.row_classes,
      .next_classes = buffers.next_classes,
      .degrees = buffers.column_words,
      .column_classes = buffers.column_classes,
      .control = buffers.control,
      .seed = problem.options.seed,
      .mixer = base::PairMixer(problem.options.seed),
      .team = team,
      .patient = graph.num_entries() < std::uint64_t{8} * graph.num_rows ? 1U : 0U};
  launch_resident(&match_in_rounds, k_threads, graph.num_rows * std::uint64_t{team}, arguments,
                  stream);
}

}  // namespace hypermatch::detail::bipartite_matching
