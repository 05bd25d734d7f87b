// SPDX-License-Identifier: MIT
// Passes over the rows of a graph for the dual: each vertex gathers from its own arcs, so that
// threads share nothing but what they read. They compute what passes over edges do, to the last
// bit: sums of integers, minima and maxima, and sums of two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/dual/smoothed_dual.hpp"

namespace hypermatch::detail::verify {

/// body(first, last) for rows first .. last - 1, cut so that neither empty rows nor long ones
/// unbalance the threads; a row is not cut.
template <class Body>
void for_row_ranges(const Context& context, const GraphView& rows, const Body& body) {
  const std::size_t n = rows.num_vertices;
  const auto offset = [&](std::size_t v) { return rows.offsets[v]; };
  const parallel::Chunks chunks = parallel::cut_rows(context, n, offset);
  // The first row that begins at `unit`, or behind it, where each row has one unit of its own.
  const auto row_at = [&](std::size_t unit) {
    std::size_t low = 0;
    std::size_t high = n;
    // Ends: high - low falls.
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (offset(middle) + middle < unit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  parallel::for_chunks(
      context, chunks, [&](std::size_t, std::size_t first_unit, std::size_t last_unit) {
        body(row_at(first_unit), last_unit == chunks.items ? n : row_at(last_unit));
      });
}

/// part(v, first, last) for the parts of rows that make the arcs begin .. end - 1, the first of
/// them in row v, empty rows between them included. @returns the row that follows: v itself where
/// its row goes on
template <class Part>
std::size_t for_parts(const GraphView& rows, std::size_t v, Offset begin, Offset end,
                      const Part& part) {
  // Ends: the last row ends at `end` or behind it.
  while (true) {
    const Offset row_end = rows.offsets[v + 1];
    const Offset last = std::min(end, row_end);
    part(v, begin, last);
    begin = last;
    if (row_end > end) return v;
    ++v;
    if (begin == end) return v;
  }
}

/// For each vertex v of the range: acc = init(v), then over blocks of arcs prepare(v, first, last,
/// weights) for each part of a row, where weights[i] is the scaled weight of arc first + i, then
/// compute(weights, count) for the block, then gather(v, first, last, weights, acc) for each part,
/// and finish(v, acc) when the row has ended. @throws Error{cancelled}
template <class Float, class Init, class Prepare, class Compute, class Gather, class Finish>
void sweep_rows(const Context& context, const GraphView& rows, const DualWeights& weights,
                const Init& init, const Prepare& prepare, const Compute& compute,
                const Gather& gather, const Finish& finish) {
  for_row_ranges(context, rows, [&](std::size_t v, std::size_t end) {
    if (v == end) return;
    std::array<Float, k_block_places> loaded;
    const Offset last_arc = rows.offsets[end];
    auto acc = init(v);
    // Ends: `block` rises.
    for (Offset block = rows.offsets[v]; block < last_arc;) {
      context.check_cancelled();
      const Offset block_end = std::min<Offset>(last_arc, block + k_block_places);
      weights.load(block, block_end, loaded.data());
      (void)for_parts(rows, v, block, block_end, [&](std::size_t row, Offset first, Offset last) {
        prepare(row, first, last, loaded.data() + (first - block));
      });
      compute(loaded.data(), block_end - block);
      v = for_parts(rows, v, block, block_end, [&](std::size_t row, Offset first, Offset last) {
        gather(row, first, last, loaded.data() + (first - block), acc);
        if (last != rows.offsets[row + 1]) return;
        finish(row, acc);
        if (row + 1 < end) acc = init(row + 1);
      });
      block = block_end;
    }
    for (; v < end; ++v) finish(v, init(v));
  });
}

/// `sweep_rows` without `prepare` and `compute`.
template <class Float, class Init, class Gather, class Finish>
void sweep_rows(const Context& context, const GraphView& rows, const DualWeights& weights,
                const Init& init, const Gather& gather, const Finish& finish) {
  sweep_rows<Float>(
      context, rows, weights, init, [](std::size_t, Offset, Offset, Float*) {},
      [](Float*, std::size_t) {}, gather, finish);
}

/// Descent on the smoothed dual of a graph, as SmoothedDual has it.
class RowDescent {
 public:
  RowDescent(const Context& context, const GraphView& rows, const DualWeights& weights)
      : context_(context), rows_(rows), weights_(weights) {}

  void descend(Array<double>& y, int levels, int passes_per_level) {
    ahead_.resize(y.size());
    next_ahead_.resize(y.size());
    value_.resize(y.size());
    parallel::for_each(context_, y.size(),
                       [&](std::size_t v) { ahead_[v] = value_[v] = static_cast<float>(y[v]); });
    cool_down(context_, weights_, levels, passes_per_level,
              [&](float temperature, float momentum) { pass(temperature, momentum); });
    parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] = value_[v]; });
  }

 private:
  void pass(float temperature, float momentum) {
    const float inverse = k_log2_e / temperature;
    const float step = even_step(2);
    sweep_rows<float>(
        context_, rows_, weights_, [](std::size_t) { return std::uint64_t{0}; },
        [&](std::size_t v, Offset first, Offset last, float* weights) {
          const float mine = ahead_[v];
          const VertexId* const neighbours = rows_.neighbours.data() + first;
          for (std::size_t i = 0; i < last - first; ++i) {
            const float missing = weights[i] - (mine + ahead_[neighbours[i]]);
            weights[i] = weights[i] > 0 ? missing : k_never;
          }
        },
        [&](float* weights, std::size_t count) {
          // In place: a pull takes as much room as what is missing.
          std::array<std::uint32_t, k_block_places> pulls;
          pulls_of(weights, inverse, pulls.data(), count);
          std::memcpy(weights, pulls.data(), count * sizeof(float));
        },
        [&](std::size_t, Offset first, Offset last, const float* weights, std::uint64_t& pull) {
          for (std::size_t i = 0; i < last - first; ++i) {
            pull += std::bit_cast<std::uint32_t>(weights[i]);
          }
        },
        [&](std::size_t v, std::uint64_t pull) {
          const auto moved = moved_by(pull, ahead_[v], value_[v], step, temperature, momentum);
          next_ahead_[v] = moved.ahead;
          value_[v] = moved.value;
        });
    std::swap(ahead_, next_ahead_);
  }

  const Context& context_;
  const GraphView& rows_;
  const DualWeights& weights_;
  Array<float> ahead_;
  Array<float> next_ahead_;
  Array<float> value_;
};

/// y(v) = the largest w(e) / 2 at v.
inline void share_evenly(const Context& context, const GraphView& rows, const DualWeights& weights,
                         Array<double>& y) {
  sweep_rows<double>(
      context, rows, weights, [](std::size_t) { return 0.0; },
      [](std::size_t, Offset first, Offset last, const double* loaded, double& most) {
        for (Offset i = 0; i < last - first; ++i) most = std::max(most, loaded[i] / 2);
      },
      [&](std::size_t v, double most) { y[v] = most; });
}

/// Adds to the larger end of each edge that is not covered what is missing; see DualSolver::cover.
inline void cover_rows(const Context& context, const GraphView& rows, const DualWeights& weights,
                       Array<double>& y) {
  Array<double> covering(y.size());
  sweep_rows<double>(
      context, rows, weights, [](std::size_t) { return 0.0; },
      [&](std::size_t v, Offset first, Offset last, const double* loaded, double& added) {
        const double mine = y[v];
        for (Offset i = first; i < last; ++i) {
          const VertexId u = rows.neighbours[i];
          const double other = y[u];
          const double missing = loaded[i - first] - (mine + other);
          if (missing > added && (mine > other || (mine == other && v < u))) added = missing;
        }
      },
      [&](std::size_t v, double added) { covering[v] = y[v] + added; });
  y = std::move(covering);
}

/// Lowers all vertices once by the smallest share of their edges' slack; `lowered` is replaced.
inline void tighten_rows(const Context& context, const GraphView& rows, const DualWeights& weights,
                         Array<double>& y, Array<double>& lowered) {
  sweep_rows<double>(
      context, rows, weights, [&](std::size_t v) { return y[v]; },
      [&](std::size_t v, Offset first, Offset last, const double* loaded, double& least) {
        const double mine = y[v];
        if (!(mine > 0)) return;
        for (Offset i = first; i < last; ++i) {
          const double weight = loaded[i - first];
          const double other = y[rows.neighbours[i]];
          const double slack = std::max(0.0, mine + other - weight);
          if (weight > 0) least = std::min(least, other > 0 ? slack / 2 : slack);
        }
      },
      [&](std::size_t v, double least) { lowered[v] = y[v] - least; });
  std::swap(y, lowered);
}

}  // namespace hypermatch::detail::verify
