// SPDX-License-Identifier: MIT
// The start of Dufosse, Kaya, Ucar 2015 ("Two approximation algorithms for bipartite matching on
// multicore architectures", doi:10.1016/j.jpdc.2015.06.009): the pattern is scaled towards equal
// row and column sums; every row and every column draws one neighbour, by the scaled entries; the
// graph of these choices is matched by Karp and Sipser's rules, which is exact on it, since each of
// its components has at most one cycle. Expected guarantee 0.866 of the rows, if scaled to the end.
// Sums are of integers, so that they do not depend on their order. Work: O(entries). Ties: of
// choices by number, of matches the first thread wins (the cardinality is unique).
#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "base/random.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::bipartite_matching {

namespace {

using namespace device;

constexpr int k_sweeps = 2;
// Scales are at most 1; sums count them in units of 2^-32. The unit is the smallest addend, so that
// no column with a row has sum 0.
constexpr float k_units = 4294967296.0F;

struct TwoSidedArguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  VertexId* row_choices;
  std::uint32_t* row_counts;  // rows: by how many columns they are chosen
  float* row_scale;
  std::uint32_t* column_counts;  // columns: by how many rows they are chosen
  std::uint64_t* column_sums;    // of the scales of their rows; later their choices
  std::uint64_t seed;
  std::uint32_t team;
};

__device__ float scale_of(std::uint64_t sum) {
  return k_units / static_cast<float>(sum < 1 ? 1 : sum);
}

// The time of an event that happens at the rate `scale`: the first is drawn with a
// probability in proportion to its scale. Bits of positive floats are ordered as they are.
__device__ std::uint32_t arrival(std::uint64_t random_bits, float scale) {
  const float uniform = (static_cast<float>(random_bits >> 40) + 0.5F) * 0x1.0p-24F;
  return __float_as_uint(-logf(uniform) / scale);
}

template <class Item, class Combine, class T>
__device__ T over_row(const TwoSidedArguments& a, const TeamRow& row, std::uint32_t rank, T value,
                      const Item& item, const Combine& combine) {
  for (std::uint64_t i = rank; i < row.size; i += a.team) {
    value = combine(value, item(a.rows.columns[row.begin + i]));
  }
  for (std::uint32_t lanes = a.team / 2; lanes > 0; lanes /= 2) {
    value = combine(value, __shfl_xor_sync(k_all_lanes, value, lanes));
  }
  return value;
}

template <class Body>
__device__ void for_all_rows(const TwoSidedArguments& a, const Body& body) {
  __shared__ std::uint8_t orders[k_warps][32];
  for_each_row(
      a.rows, a.team, orders[threadIdx.x / 32], [](std::uint32_t) { return true; }, body);
}

// Columns add up the scales of their rows, which are all 1 at first.
__global__ void __launch_bounds__(k_threads)
    sum_columns(const __grid_constant__ TwoSidedArguments a) {
  for_all_rows(a, [&](const TeamRow& row, std::uint32_t rank) {
    if (row.row == k_none) return;
    const auto units = static_cast<std::uint64_t>(a.row_scale[row.row] * k_units);
    for (std::uint64_t i = rank; i < row.size; i += a.team) {
      Shared<std::uint64_t>(a.column_sums[a.rows.columns[row.begin + i]])
          .fetch_add(units < 1 ? 1 : units, cuda::memory_order_relaxed);
    }
  });
}

__global__ void __launch_bounds__(k_threads)
    scale_rows(const __grid_constant__ TwoSidedArguments a) {
  for_all_rows(a, [&](const TeamRow& row, std::uint32_t rank) {
    // The lanes of a team always add up in the same order.
    const float sum = over_row(
        a, row, rank, 0.0F, [&](VertexId c) { return scale_of(a.column_sums[c]); },
        [](float x, float y) { return x + y; });
    if (rank != 0 || row.row == k_none || row.size == 0) return;
    a.row_scale[row.row] = fminf(1.0F / sum, 1.0F);
  });
}

__global__ void __launch_bounds__(k_threads)
    draw_columns(const __grid_constant__ TwoSidedArguments a) {
  for_all_rows(a, [&](const TeamRow& row, std::uint32_t rank) {
    const std::uint64_t first = over_row(
        a, row, rank, ~std::uint64_t{0},
        [&](VertexId c) {
          const std::uint64_t bits = base::hash(a.seed, 2, std::uint64_t{row.row} << 32 | c);
          return std::uint64_t{arrival(bits, scale_of(a.column_sums[c]))} << 32 | c;
        },
        [](std::uint64_t x, std::uint64_t y) { return x < y ? x : y; });
    if (rank != 0 || row.row == k_none) return;
    const auto column = static_cast<VertexId>(first);
    a.row_choices[row.row] = row.size == 0 ? k_none : column;
    if (row.size == 0) return;
    Shared<std::uint32_t>(a.column_counts[column]).fetch_add(1, cuda::memory_order_relaxed);
  });
}

// Afterwards the lower half of a column's word is the row that it drew.
__global__ void __launch_bounds__(k_threads)
    draw_rows(const __grid_constant__ TwoSidedArguments a) {
  for_all_rows(a, [&](const TeamRow& row, std::uint32_t rank) {
    if (row.row == k_none) return;
    for (std::uint64_t i = rank; i < row.size; i += a.team) {
      const VertexId c = a.rows.columns[row.begin + i];
      const std::uint64_t bits = base::hash(a.seed, 3, std::uint64_t{row.row} << 32 | c);
      const std::uint64_t word = std::uint64_t{arrival(bits, a.row_scale[row.row])} << 32 | row.row;
      if (word < peek(a.column_sums[c])) {
        Shared<std::uint64_t>(a.column_sums[c]).fetch_min(word, cuda::memory_order_relaxed);
      }
    }
  });
}

struct CountChoices {
  TwoSidedArguments a;
  __device__ void operator()(VertexId column) const {
    const auto row = static_cast<VertexId>(a.column_sums[column]);
    if (row == k_none) return;
    Shared<std::uint32_t>(a.row_counts[row]).fetch_add(1, cuda::memory_order_relaxed);
  }
};

// A vertex that no other chose has one edge, its own choice, and is matched by it. Then that
// choice's choice is chosen by one vertex less, and if that was the last one, it is next.
__device__ void follow(const TwoSidedArguments& a, VertexId vertex, bool is_row) {
  // Ends: each turn uses up a vertex that no free vertex chose.
  for (;;) {
    const VertexId other =
        is_row ? a.row_choices[vertex] : static_cast<VertexId>(a.column_sums[vertex]);
    if (other == k_none) return;
    VertexId* const mates = is_row ? a.column_mates : a.row_mates;
    if (!swap_in(mates[other], k_none, vertex)) return;
    // The mate of a vertex that no other chooses has one writer.
    poke((is_row ? a.row_mates : a.column_mates)[vertex], other);
    const VertexId next =
        is_row ? static_cast<VertexId>(a.column_sums[other]) : a.row_choices[other];
    if (next == k_none) return;
    std::uint32_t* const counts = is_row ? a.row_counts : a.column_counts;
    if (Shared<std::uint32_t>(counts[next]).fetch_sub(1, cuda::memory_order_relaxed) != 1) return;
    // Unless it is matched already: its count then falls to zero because of its own mate.
    if (peek((is_row ? a.row_mates : a.column_mates)[next]) != k_none) return;
    vertex = next;
  }
}

struct NoteChosen {
  TwoSidedArguments a;
  std::uint8_t* chosen;
  __device__ void operator()(std::uint64_t i) const {
    const std::uint64_t rows = a.rows.num_rows;
    chosen[i] = (i < rows ? a.row_counts[i] : a.column_counts[i - rows]) != 0 ? 1 : 0;
  }
};

// `chosen` is of counts as they were drawn: a count that falls to zero later is followed by the
// thread that made it fall.
struct MatchUnchosen {
  TwoSidedArguments a;
  const std::uint8_t* chosen;
  __device__ void operator()(std::uint64_t i) const {
    if (chosen[i] != 0) return;
    const std::uint64_t rows = a.rows.num_rows;
    follow(a, static_cast<VertexId>(i < rows ? i : i - rows), i < rows);
  }
};

// The remaining components are cycles, on which every row takes its choice.
struct MatchCycles {
  TwoSidedArguments a;
  __device__ void operator()(VertexId row) const {
    const VertexId column = a.row_choices[row];
    if (a.row_mates[row] != k_none || column == k_none) return;
    if (swap_in(a.column_mates[column], k_none, row)) a.row_mates[row] = column;
  }
};

}  // namespace

void enqueue_two_sided(const DeviceBipartiteProblem& problem, const DeviceStartBuffers& buffers) {
  const DeviceBipartiteView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  const std::size_t rows = graph.num_rows;
  const std::size_t columns = graph.num_columns;
  const TwoSidedArguments a{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .row_choices = buffers.choices,
      .row_counts = buffers.row_counts,
      .row_scale = buffers.row_scale,
      .column_counts = buffers.column_words,
      .column_sums = buffers.column_sums,
      .seed = problem.options.seed,
      .team = team_for(graph.num_entries(), graph.num_rows)};
  const auto clear = [&](auto* items, int byte, std::size_t count) {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(items, byte, count * sizeof(*items), stream));
  };
  const auto launch = [&](auto kernel) {
    const std::uint32_t blocks = resident_blocks(kernel, k_threads, std::uint64_t{rows} * a.team);
    kernel<<<blocks, k_threads, 0, stream>>>(a);
    parallel::check_launch("two_sided");
  };
  // 0x3F800000 is 1.0F, but no byte of it fits all: the largest that does is 0x3F3F3F3F, 0.747.
  // Only the proportions of scales count.
  clear(buffers.row_scale, 0x3F, rows);
  for (int sweep = 0; sweep < k_sweeps; ++sweep) {
    clear(buffers.column_sums, 0, columns);
    launch(&sum_columns);
    launch(&scale_rows);
  }
  clear(buffers.column_words, 0, columns);
  clear(buffers.row_counts, 0, rows);
  launch(&draw_columns);
  clear(buffers.column_sums, 0xFF, columns);
  launch(&draw_rows);
  parallel::for_each(columns, CountChoices{a}, stream);
  parallel::for_each<std::uint64_t>(rows + columns, NoteChosen{a, buffers.chosen}, stream);
  parallel::for_each<std::uint64_t>(rows + columns, MatchUnchosen{a, buffers.chosen}, stream);
  parallel::for_each(rows, MatchCycles{a}, stream);
}

}  // namespace hypermatch::detail::bipartite_matching
