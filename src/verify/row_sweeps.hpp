// SPDX-License-Identifier: MIT
// Passes over the rows of a graph for the dual: each vertex gathers from its own arcs, so that
// threads share nothing but what they read. They compute what passes over edges do, to the last
// bit: sums of integers, minima and maxima, and sums of two.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "verify/dual_problem.hpp"
#include "verify/smoothed_dual.hpp"

namespace hypermatch::detail::verify {

/// For each vertex v: acc = init(v), then piece(v, first, last, weights, acc) for its arcs in
/// parts, where weights[i - first] is the scaled weight of arc i, then finish(v, acc).
/// @throws Error{cancelled}
template <class Float, class Init, class Piece, class Finish>
void sweep_rows(const Context& context, const GraphView& rows, const DualWeights& weights,
                const Init& init, const Piece& piece, const Finish& finish) {
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
        std::size_t v = row_at(first_unit);
        const std::size_t end = last_unit == chunks.items ? n : row_at(last_unit);
        if (v == end) return;
        std::array<Float, k_block_places> loaded;
        Offset block = offset(v);
        Offset block_end = block;
        for (; v < end; ++v) {
          auto acc = init(v);
          const Offset row_end = offset(v + 1);
          for (Offset i = offset(v); i < row_end;) {
            if (i == block_end) {
              context.check_cancelled();
              block = i;
              block_end = std::min(offset(end), block + k_block_places);
              weights.load(block, block_end, loaded.data());
            }
            const Offset last = std::min(row_end, block_end);
            piece(v, i, last, loaded.data() + (i - block), acc);
            i = last;
          }
          finish(v, acc);
        }
      });
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
    parallel::for_each(context_, y.size(), [&](std::size_t v) {
      ahead_[v] = value_[v] = static_cast<float>(y[v]);
    });
    cool_down(weights_, levels, passes_per_level,
              [&](float temperature, float momentum) { pass(temperature, momentum); });
    parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] = value_[v]; });
  }

 private:
  void pass(float temperature, float momentum) {
    const float inverse = k_log2_e / temperature;
    const float step = even_step(2);
    sweep_rows<float>(
        context_, rows_, weights_, [](std::size_t) { return std::uint64_t{0}; },
        [&](std::size_t v, Offset first, Offset last, const float* weights, std::uint64_t& pull) {
          const float mine = ahead_[v];
          const VertexId* const neighbours = rows_.neighbours.data() + first;
          const std::size_t count = last - first;
          for (std::size_t i = 0; i < count; ++i) {
            const float missing =
                weights[i] > 0 ? weights[i] - (mine + ahead_[neighbours[i]]) : k_never;
            pull += pull_of(missing * inverse);
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
