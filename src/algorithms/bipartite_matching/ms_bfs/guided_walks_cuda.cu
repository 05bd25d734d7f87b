// SPDX-License-Identifier: MIT
// Rounds of two steps. A breadth-first search from all free columns labels columns with their
// distance to a free one along alternating paths; it runs on a sample of the transpose, four or
// eight rows per column, so that labels are seldom too small and often too large. Then every free
// row walks: it takes the neighbour with the least label, the row that it displaces goes on, and
// the label becomes what the row's next best neighbour tells (double pushes of push-relabel: Kaya,
// Langguth, Manne, Ucar 2013, doi:10.1016/j.cor.2012.12.009; global relabelling by breadth-first
// search). The matching is valid after each step. Guarantee: none, `ms_bfs` goes on afterwards.
// Work: O(sampled entries) per round for labels, and the walks, whose lengths are limited. Ties:
// the first walk wins.
#include <algorithm>

#include "algorithms/bipartite_matching/common/device/launch.cuh"
#include "algorithms/bipartite_matching/common/device/rows.cuh"
#include "algorithms/bipartite_matching/ms_bfs/guided_walks.cuh"
#include "base/random.hpp"
#include "parallel/device/grid.cuh"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::bipartite_matching {

struct GuidedWalkControl {
  std::uint32_t barrier;
  std::uint32_t sizes[3];    // of the lists of columns, in levels in turn
  std::uint32_t walkers[2];  // in rounds in turn
  std::uint32_t taken[2];    // walkers that a warp has taken, likewise
  std::uint32_t found[2];    // walks that ended at a free column, likewise
  std::uint32_t first_walkers;
  std::uint32_t rounds;
  std::uint64_t total_found;
  std::uint64_t steps;
  std::uint64_t levels;
};

namespace {

using namespace device;

// Rows kept per column, and entries looked at per row for that, of graphs up to k_large entries and
// beyond.
constexpr std::uint32_t k_slots = 8;
constexpr std::uint32_t k_sampled = 64;
constexpr std::uint32_t k_few_slots = 4;
constexpr std::uint32_t k_few_sampled = 6;
constexpr std::uint64_t k_large = std::uint64_t{1} << 25;
constexpr std::uint32_t k_unlabelled = 0xFFFF;
constexpr std::uint32_t k_most_levels = 4096;
constexpr std::uint32_t k_most_rounds = 16;
// Another round follows where at least one walk in so many has succeeded.
constexpr std::uint32_t k_worth_another = 16;

struct GuidedWalkArguments {
  Rows rows;
  VertexId* row_mates;
  VertexId* column_mates;
  VertexId* slots[2];     // of columns: four in each array
  std::uint32_t* labels;  // of columns
  VertexId* columns[2];   // lists
  VertexId* walkers;
  GuidedWalkControl* control;
  std::uint32_t num_slots;
  std::uint32_t sampled;

  __device__ VertexId& slot(VertexId column, std::uint32_t i) const {
    return slots[i / 4][std::uint64_t{column} * 4 + i % 4];
  }
};

// Adds the items of the lanes that have one to a list. The whole warp calls together.
__device__ void append(VertexId* list, std::uint32_t& size, bool has, VertexId item) {
  const std::uint32_t mask = __ballot_sync(k_all_lanes, has);
  if (mask == 0) return;
  std::uint32_t place = 0;
  if (lane_of_warp() == 0) {
    place = Shared<std::uint32_t>(size).fetch_add(static_cast<std::uint32_t>(__popc(mask)),
                                                  cuda::memory_order_relaxed);
  }
  place = __shfl_sync(k_all_lanes, place, 0);
  if (has)
    list[place + static_cast<std::uint32_t>(__popc(mask & ((1U << lane_of_warp()) - 1)))] = item;
}

struct Walks {
  const GuidedWalkArguments& a;
  std::uint32_t step = 0;  // levels in all rounds

  __device__ void wait() const { parallel::wait_for_grid(&a.control->barrier); }

  // The first rows that come fill the slots of a column; labels count them.
  __device__ void sample_transpose() const {
    for (std::uint64_t c = thread_of_grid(); c < a.rows.num_columns; c += threads_of_grid()) {
      for (std::uint32_t i = 0; i < a.num_slots; ++i) a.slot(static_cast<VertexId>(c), i) = k_none;
      a.labels[c] = 0;
    }
    wait();
    for (std::uint64_t r = thread_of_grid(); r < a.rows.num_rows; r += threads_of_grid()) {
      const std::uint64_t begin = a.rows.offsets[r];
      const std::uint64_t size = a.rows.offsets[r + 1] - begin;
      const std::uint64_t count = size < a.sampled ? size : a.sampled;
      std::uint64_t at = count < size ? base::below(base::hash(7, r), size) : 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        const VertexId c = a.rows.columns[begin + at];
        const std::uint32_t place =
            Shared<std::uint32_t>(a.labels[c]).fetch_add(1, cuda::memory_order_relaxed);
        if (place < a.num_slots) a.slot(c, place) = static_cast<VertexId>(r);
        at = at + 1 < size ? at + 1 : 0;
      }
    }
    wait();
  }

  // Lists the free columns with label 0 and clears all other labels.
  __device__ void label_free_columns() const {
    const std::uint64_t lane = lane_of_warp();
    for (std::uint64_t base = thread_of_grid() - lane; base < a.rows.num_columns;
         base += threads_of_grid()) {
      const std::uint64_t c = base + lane;
      const bool mine = c < a.rows.num_columns;
      const bool free = mine && a.column_mates[c] == k_none;
      if (mine) a.labels[c] = free ? 0 : k_unlabelled;
      append(a.columns[step % 2], a.control->sizes[step % 3], free, static_cast<VertexId>(c));
    }
  }
  // The next level: mates of rows next to the columns in the list.
  __device__ void grow_labels(std::uint32_t size, std::uint32_t label) const {
    const std::uint64_t lane = lane_of_warp();
    // A lane per slot.
    const std::uint64_t items = std::uint64_t{size} * a.num_slots;
    for (std::uint64_t base = thread_of_grid() - lane; base < items; base += threads_of_grid()) {
      const std::uint64_t i = base + lane;
      VertexId row = k_none;
      if (i < items) {
        const VertexId c = a.columns[step % 2][i / a.num_slots];
        row = a.slot(c, static_cast<std::uint32_t>(i % a.num_slots));
      }
      const VertexId mate = row != k_none ? a.row_mates[row] : k_none;
      const bool won = mate != k_none && peek(a.labels[mate]) == k_unlabelled &&
                       swap_in(a.labels[mate], k_unlabelled, label);
      append(a.columns[(step + 1) % 2], a.control->sizes[(step + 1) % 3], won, mate);
    }
  }
  // Returns the number of levels.
  __device__ std::uint32_t make_labels() {
    label_free_columns();
    end_level();
    std::uint32_t level = 0;
    // Ends: a column enters a list once.
    while (true) {
      const std::uint32_t size = peek(a.control->sizes[step % 3]);
      if (size == 0 || level == k_most_levels) break;
      ++level;
      grow_labels(size, level);
      ++step;
      end_level();
    }
    // The next round begins with an empty list.
    ++step;
    wait();
    if (thread_of_grid() == 0) {
      for (std::uint32_t& size : a.control->sizes) poke(size, 0U);
    }
    wait();
    return level;
  }
  // While a level reads the list of its slot and fills the next one, the third one is cleared.
  __device__ void end_level() const {
    wait();
    if (thread_of_grid() == 0) poke(a.control->sizes[(step + 2) % 3], 0U);
  }

  __device__ void list_walkers(std::uint32_t round) const {
    const std::uint64_t lane = lane_of_warp();
    for (std::uint64_t base = thread_of_grid() - lane; base < a.rows.num_rows;
         base += threads_of_grid()) {
      const std::uint64_t r = base + lane;
      const bool walks = r < a.rows.num_rows && a.row_mates[r] == k_none &&
                         a.rows.offsets[r] != a.rows.offsets[r + 1];
      append(a.walkers, a.control->walkers[round % 2], walks, static_cast<VertexId>(r));
    }
  }

  // The best neighbour of a row and the label of the next best one; the same in all lanes.
  struct Choice {
    std::uint64_t best;  // label, hash, column
    std::uint32_t next_label;

    __device__ std::uint32_t label() const { return static_cast<std::uint32_t>(best >> 48); }
    __device__ VertexId column() const { return static_cast<VertexId>(best); }
  };
  __device__ Choice choose(VertexId row, std::uint32_t round) const {
    constexpr std::uint64_t k_nothing = ~std::uint64_t{0};
    const std::uint64_t end = a.rows.offsets[row + std::uint64_t{1}];
    std::uint64_t mine = k_nothing;
    std::uint64_t second = k_nothing;
    for (std::uint64_t at = a.rows.offsets[row] + lane_of_warp(); at < end; at += 32) {
      const VertexId c = a.rows.columns[at];
      const std::uint64_t key =
          std::uint64_t{peek(a.labels[c])} << 48 | (base::hash(round, c) & 0xFFFFU) << 32 | c;
      if (key < mine) {
        second = mine;
        mine = key;
      } else if (key < second && key != mine) {
        second = key;
      }
    }
    std::uint64_t best = mine;
    for (int distance = 16; distance > 0; distance /= 2) {
      const std::uint64_t other = __shfl_xor_sync(k_all_lanes, best, distance);
      if (other < best) best = other;
    }
    const std::uint64_t rest = mine == best ? second : mine;
    const auto label = static_cast<std::uint32_t>(rest >> 48);
    return {best, __reduce_min_sync(k_all_lanes, label)};
  }
  // True if the walk that begins at `row` ends at a free column. Ends after `limit` steps.
  __device__ bool walk(VertexId row, std::uint32_t limit, std::uint32_t round,
                       std::uint64_t& steps) const {
    for (std::uint32_t i = 0; i < limit; ++i) {
      ++steps;
      const Choice choice = choose(row, round);
      if (choice.label() >= k_unlabelled) break;
      const VertexId column = choice.column();
      VertexId displaced = k_none;
      if (lane_of_warp() == 0) {
        poke(a.labels[column],
             choice.next_label < k_unlabelled - 1 ? choice.next_label + 1 : k_unlabelled);
        // The row's mate is written before another walk can displace the row, which that walk
        // learns by its own exchange: release here, acquire there.
        poke(a.row_mates[row], column);
        displaced =
            Shared<VertexId>(a.column_mates[column]).exchange(row, cuda::memory_order_acq_rel);
      }
      displaced = __shfl_sync(k_all_lanes, displaced, 0);
      if (displaced == k_none) return true;
      row = displaced;
    }
    if (lane_of_warp() == 0) poke(a.row_mates[row], k_none);
    return false;
  }
  __device__ void walk_all(std::uint32_t round, std::uint32_t limit) const {
    const std::uint32_t count = peek(a.control->walkers[round % 2]);
    std::uint32_t found = 0;
    std::uint64_t steps = 0;
    // Ends: each turn takes a walker.
    while (true) {
      std::uint32_t i = 0;
      if (lane_of_warp() == 0) {
        i = Shared<std::uint32_t>(a.control->taken[round % 2])
                .fetch_add(1, cuda::memory_order_relaxed);
      }
      i = __shfl_sync(k_all_lanes, i, 0);
      if (i >= count) break;
      if (walk(a.walkers[i], limit, round, steps)) ++found;
    }
    if (lane_of_warp() == 0 && steps != 0) {
      Shared<std::uint32_t>(a.control->found[round % 2])
          .fetch_add(found, cuda::memory_order_relaxed);
      Shared<std::uint64_t>(a.control->steps).fetch_add(steps, cuda::memory_order_relaxed);
    }
  }
};

__global__ void __launch_bounds__(k_threads, 3)
    walk_in_rounds(const __grid_constant__ GuidedWalkArguments a) {
  Walks walks{.a = a};
  walks.sample_transpose();
  // Ends: after k_most_rounds at the latest.
  for (std::uint32_t round = 0; round < k_most_rounds; ++round) {
    const std::uint32_t levels = walks.make_labels();
    walks.list_walkers(round);
    if (thread_of_grid() == 0) {
      poke(a.control->walkers[(round + 1) % 2], 0U);
      poke(a.control->taken[(round + 1) % 2], 0U);
      poke(a.control->found[(round + 1) % 2], 0U);
    }
    walks.wait();
    walks.walk_all(round, 2 * levels + 64);
    walks.wait();
    const std::uint32_t found = peek(a.control->found[round % 2]);
    const std::uint32_t walkers = peek(a.control->walkers[round % 2]);
    if (thread_of_grid() == 0) {
      if (round == 0) a.control->first_walkers = walkers;
      a.control->rounds = round + 1;
      a.control->total_found += found;
      a.control->levels += levels;
    }
    if (found == walkers || std::uint64_t{found} * k_worth_another < walkers) break;
  }
}

}  // namespace

std::size_t guided_walk_control_bytes() {
  return sizeof(GuidedWalkControl);
}

std::uint64_t run_guided_walks(const DeviceBipartiteProblem& problem,
                               const GuidedWalkMemory& memory, std::uint64_t& walkers) {
  const DeviceBipartiteView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(memory.control, 0, sizeof(GuidedWalkControl), stream));
  auto* const lists = reinterpret_cast<std::uint32_t*>(memory.lists);
  const std::size_t columns = graph.num_columns;
  const bool large = graph.num_entries() > k_large;
  const GuidedWalkArguments arguments{
      .rows = {graph.offsets.data(), graph.columns.data(), graph.num_rows, graph.num_columns},
      .row_mates = problem.mates.rows,
      .column_mates = problem.mates.columns,
      .slots = {reinterpret_cast<VertexId*>(memory.slots[0]),
                reinterpret_cast<VertexId*>(memory.slots[1])},
      .labels = lists,
      .columns = {lists + columns, lists + 2 * columns},
      .walkers = lists + 3 * columns,
      .control = memory.control,
      .num_slots = large ? k_few_slots : k_slots,
      .sampled = large ? k_few_sampled : k_sampled};
  launch_resident(&walk_in_rounds, k_threads, std::max(graph.num_rows, graph.num_columns),
                  arguments, stream);
  auto* const mail = reinterpret_cast<GuidedWalkControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, memory.control, sizeof(GuidedWalkControl), stream);
  parallel::runtime::synchronize(stream);
  walkers = mail->first_walkers;
  return mail->total_found;
}

}  // namespace hypermatch::detail::bipartite_matching
