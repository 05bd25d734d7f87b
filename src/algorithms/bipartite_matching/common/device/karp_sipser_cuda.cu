// SPDX-License-Identifier: MIT
// A start after Karp and Sipser 1981 (doi:10.1109/SFCS.1981.21), all rows at once: entries whose
// row and column have the fewest neighbours first. In one kernel. Where the pattern is symmetric,
// which a sample of the entries tells, rows r and c match (r, c) and (c, r) together if each is the
// other's choice, by a key that both see alike, in rounds; each round counts the degrees again.
// Then row v stays free just where column v does, so that what is left to augment is near: on
// meshes that saves nearly all levels of the search. Elsewhere rows propose, and columns keep the
// best proposal and turn away the one before (as suitors do: Manne, Halappanavar 2014,
// doi:10.1109/IPDPS.2014.62), by degrees counted once: rows and columns fare alike, so that neither
// side is left over in whole regions, which would make paths long. Guarantee: none. Work:
// O(entries) per round, at most 24. Ties: a hash of row and column.
#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::bipartite_matching {

struct StartControl {
  std::uint32_t barrier;
  std::uint32_t matched[3];  // rows, in rounds in turn
  std::uint32_t sampled;     // entries off the diagonal
  std::uint32_t mirrored;    // of these, how many have (column, row) for an entry, too
};

namespace {

using namespace device;

constexpr std::uint32_t k_rounds = 24;
constexpr std::uint32_t k_samples = 4096;
// Neighbours that a row looks at in a round, and entries of a row that a sample looks through.
constexpr std::uint64_t k_look = 1024;
// Degrees from this one on share a class if both sides choose in rounds. More classes would make
// long chains of waiting rows, and so more rounds.
constexpr std::uint32_t k_top_class = 5;
constexpr std::uint32_t k_last_class = 255;
// Rounds end when less than one row in so many is matched.
constexpr std::uint32_t k_worth = 64;
constexpr std::uint64_t k_nothing = ~std::uint64_t{0};

struct KarpSipserArguments {
  Rows rows;
  std::uint64_t entries;
  VertexId* row_mates;
  VertexId* column_mates;
  VertexId* choices;             // of rows
  std::uint8_t* row_classes;     // mirrored: min(free neighbours, k_top_class), 0 for matched rows
  std::uint8_t* next_classes;    // mirrored: counted in the round
  std::uint32_t* proposing;      // a byte per row: 1 while it is no suitor and has hope
  std::uint32_t* degrees;        // of columns
  std::uint8_t* column_classes;  // min(neighbours, k_last_class)
  std::uint64_t* suitors;        // of columns: class, hash and number of the row, the least is best
  StartControl* control;
  std::uint64_t seed;
  base::PairMixer mixer;
  std::uint32_t team;
};

// Class, hash and number in one word: the less the better.
__device__ std::uint64_t word_of(std::uint32_t its_class, std::uint32_t hash, VertexId number) {
  return std::uint64_t{its_class} << 56 | std::uint64_t{hash >> 8} << 32 | number;
}

// The least word among (a window of) the neighbours of a row, and how many have one; the same in
// all lanes of the team. `class_of(c)` is 0 for columns that do not count, `word(c, class)` the
// word of others; `is_open(c)` is asked only of what would be the least.
struct Choice {
  std::uint64_t best = k_nothing;
  std::uint32_t count = 0;

  __device__ VertexId column() const {
    return best == k_nothing ? k_none : static_cast<VertexId>(best);
  }
};
template <class ClassOf, class Word, class IsOpen>
__device__ Choice choose(const KarpSipserArguments& a, const TeamRow& row, std::uint32_t rank,
                         std::uint32_t round, const ClassOf& class_of, const Word& word,
                         const IsOpen& is_open) {
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
      classes[j] = columns[j] != k_none ? class_of(columns[j]) : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_together; ++j) {
      if (classes[j] == 0) continue;
      ++choice.count;
      if (classes[j] > choice.best >> 56) continue;
      const std::uint64_t its_word = word(columns[j], classes[j]);
      if (its_word < choice.best && is_open(columns[j])) choice.best = its_word;
    }
  }
  for (std::uint32_t lanes = a.team / 2; lanes > 0; lanes /= 2) {
    const std::uint64_t other = __shfl_xor_sync(k_all_lanes, choice.best, lanes);
    choice.count += __shfl_xor_sync(k_all_lanes, choice.count, lanes);
    if (other < choice.best) choice.best = other;
  }
  return choice;
}

__device__ std::uint8_t limited(std::uint64_t degree, std::uint32_t limit) {
  return static_cast<std::uint8_t>(degree < limit ? degree : limit);
}

__device__ void classify_rows(const KarpSipserArguments& a) {
  for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
    a.row_classes[r] = limited(a.rows.offsets[r + 1] - a.rows.offsets[r], k_top_class);
  }
}

// Looks for the mirror images of a few random entries.
__device__ void sample_mirrors(const KarpSipserArguments& a) {
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
__device__ std::uint32_t sum_matched(const KarpSipserArguments& a, std::uint32_t round,
                                     std::uint32_t mine) {
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
__device__ std::uint32_t match_mutual(const KarpSipserArguments& a) {
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

__device__ void match_mirrored(const KarpSipserArguments& a, std::uint8_t* order) {
  for (std::uint32_t round = 0; round < k_rounds; ++round) {
    for_each_row(
        a.rows, a.team, order, [&](std::uint32_t r) { return a.row_classes[r] != 0; },
        [&](const TeamRow& row, std::uint32_t rank) {
          const Choice choice = choose(
              a, row, rank, round, [&](VertexId c) { return std::uint32_t{a.row_classes[c]}; },
              // An entry on the diagonal is its own mirror image: nothing stands above it.
              [&](VertexId c, std::uint32_t its_class) {
                return c == row.row ? c : word_of(its_class, a.mixer(row.row, c), c);
              },
              [](VertexId) { return true; });
          if (rank != 0 || row.row == k_none) return;
          a.choices[row.row] = choice.column();
          a.next_classes[row.row] =
              limited(row.size > k_look ? row.size : choice.count, k_top_class);
        });
    parallel::wait_for_grid(&a.control->barrier);
    const std::uint32_t matched = sum_matched(a, round, match_mutual(a));
    if (std::uint64_t{matched} * k_worth < a.rows.num_rows) break;
  }
}

__device__ void count_degrees(const KarpSipserArguments& a) {
  const std::uint64_t words = (a.rows.num_rows + std::uint64_t{3}) / 4;
  for (std::uint64_t w = thread_of_grid(); w < words; w += threads_of_grid()) {
    a.proposing[w] = 0x01010101U;
  }
  for (std::uint64_t p = thread_of_grid(); p < a.entries; p += threads_of_grid()) {
    Shared<std::uint32_t>(a.degrees[a.rows.columns[p]]).fetch_add(1, cuda::memory_order_relaxed);
  }
  parallel::wait_for_grid(&a.control->barrier);
  for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
    a.column_classes[c] = limited(a.degrees[c], k_last_class);
  }
  parallel::wait_for_grid(&a.control->barrier);
}

// Added, not set, so that settling and rejecting rows may come in either order.
__device__ void change_proposing(const KarpSipserArguments& a, VertexId row, bool more) {
  const std::uint32_t one = 1U << (8 * (row % 4));
  Shared<std::uint32_t>(a.proposing[row / 4])
      .fetch_add(more ? one : 0U - one, cuda::memory_order_relaxed);
}

// True if one more column has a suitor.
__device__ bool propose(const KarpSipserArguments& a, VertexId row, VertexId column,
                        std::uint64_t word) {
  if (column == k_none) {
    change_proposing(a, row, false);
    return false;
  }
  const std::uint64_t before =
      Shared<std::uint64_t>(a.suitors[column]).fetch_min(word, cuda::memory_order_relaxed);
  if (before < word) return false;
  change_proposing(a, row, false);
  if (before == k_nothing) return true;
  change_proposing(a, static_cast<VertexId>(before), true);
  return false;
}

__device__ void take_suitors(const KarpSipserArguments& a) {
  for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
    if (a.suitors[c] == k_nothing) continue;
    const auto row = static_cast<VertexId>(a.suitors[c]);
    a.column_mates[c] = row;
    a.row_mates[row] = static_cast<VertexId>(c);
  }
}

__device__ void match_suitors(const KarpSipserArguments& a, std::uint8_t* order) {
  count_degrees(a);
  // Columns are numbered behind the rows: of entries on a diagonal all hashes would be one.
  const auto hash = [&](VertexId row, VertexId column) {
    return a.mixer(row, a.rows.num_rows + column);
  };
  for (std::uint32_t round = 0; round < k_rounds; ++round) {
    std::uint32_t matched = 0;
    for_each_row(
        a.rows, a.team, order,
        [&](std::uint32_t r) { return (peek(a.proposing[r / 4]) >> (8 * (r % 4)) & 0xFFU) != 0; },
        [&](const TeamRow& row, std::uint32_t rank) {
          const auto bid = [&](VertexId c) {
            return word_of(limited(row.size, k_last_class), hash(row.row, c), row.row);
          };
          const Choice choice = choose(
              a, row, rank, round, [&](VertexId c) { return std::uint32_t{a.column_classes[c]}; },
              [&](VertexId c, std::uint32_t its_class) {
                return word_of(its_class, hash(row.row, c), c);
              },
              [&](VertexId c) { return bid(c) < peek(a.suitors[c]); });
          if (rank != 0 || row.row == k_none) return;
          const VertexId column = choice.column();
          if (propose(a, row.row, column, column != k_none ? bid(column) : 0)) ++matched;
        });
    matched = sum_matched(a, round, matched);
    if (std::uint64_t{matched} * k_worth < a.rows.num_rows) break;
  }
  take_suitors(a);
}

__global__ void __launch_bounds__(k_threads, 2)
    match_in_rounds(const __grid_constant__ KarpSipserArguments a) {
  __shared__ std::uint8_t orders[k_warps][32];
  std::uint8_t* const order = orders[threadIdx.x / 32];
  classify_rows(a);
  for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
    a.degrees[c] = 0;
    a.suitors[c] = k_nothing;
  }
  if (a.rows.num_rows == a.rows.num_columns) sample_mirrors(a);
  parallel::wait_for_grid(&a.control->barrier);
  const std::uint32_t sampled = peek(a.control->sampled);
  if (sampled != 0 && peek(a.control->mirrored) >= sampled - sampled / 4) {
    match_mirrored(a, order);
  } else {
    match_suitors(a, order);
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
    buffers.proposing = arena.take<std::uint32_t>((rows + 3) / 4);
    buffers.column_words = arena.take<std::uint32_t>(columns);
    buffers.column_classes = arena.take<std::uint8_t>(columns);
    buffers.column_sums = arena.take<std::uint64_t>(columns);
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
  const std::uint32_t team = team_for(graph.num_entries(), graph.num_rows);
  const KarpSipserArguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .entries = graph.num_entries(),
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .choices = buffers.choices,
      .row_classes = buffers.row_classes,
      .next_classes = buffers.next_classes,
      .proposing = buffers.proposing,
      .degrees = buffers.column_words,
      .column_classes = buffers.column_classes,
      .suitors = buffers.column_sums,
      .control = buffers.control,
      .seed = problem.options.seed,
      .mixer = base::PairMixer(problem.options.seed),
      .team = team};
  launch_resident(&match_in_rounds, k_threads, graph.num_rows * std::uint64_t{team}, arguments,
                  stream);
}

}  // namespace hypermatch::detail::bipartite_matching
