// SPDX-License-Identifier: MIT
// Sums of a contraction: of the arcs between two classes, which stand together, of loops and of
// weights of vertices. Sums of real numbers that two doubles do not hold are flagged, and left to
// the host.
#include <cstddef>
#include <limits>

#include "coarsen/device/contraction.hpp"
#include "coarsen/device/terms.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::coarsen {

namespace {

using namespace device;
using parallel::for_each;

// The common base of the summing loops over rows.
template <class Kind>
struct SumLoop {
  using Value = typename Kind::State;

  __device__ static Value identity() { return Kind::identity(); }
  __device__ static Value combine(const Value& a, const Value& b) { return Kind::combine(a, b); }
  __device__ static bool is_final(const Value&) { return false; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, const Value& value, unsigned lane) {
    return Kind::exchange(tile, value, lane);
  }
  __device__ bool is_active(VertexId) const { return true; }
};

__device__ bool fits_int32(std::int64_t sum) {
  return sum >= std::numeric_limits<std::int32_t>::min() &&
         sum <= std::numeric_limits<std::int32_t>::max();
}

// Writes a sum, or flags that it has failed. `wide` learns of sums beyond int32.
__device__ void store_sum(base::Int128 sum, void* sums, VertexId i, std::uint32_t* wide,
                          ContractionControl* control) {
  const auto value = static_cast<std::int64_t>(sum);
  if (!base::fits_int64(sum)) atomicOr(&control->beyond, 1U);
  if (!fits_int32(value)) atomicOr(wide, 1U);
  static_cast<std::int64_t*>(sums)[i] = value;
}
__device__ void store_sum(const RealState& sum, void* sums, VertexId i, std::uint32_t*,
                          ContractionControl* control) {
  // One term alone stays what it is, as on the host.
  if (sum.failed != 0 && sum.terms > 1) atomicOr(&control->inexact, 1U);
  const double value = sum.terms == 0 ? 0.0 : sum.lost == 0 ? sum.sum : sum.sum + sum.lost;
  static_cast<double*>(sums)[i] = value;
}

// The terms of a run.
template <class Kind>
struct SumRun : SumLoop<Kind> {
  using Value = typename Kind::State;
  TermWeights weights;
  const VertexId* arcs;
  const VertexId* sorted_terms;
  void* sums;
  ContractionControl* control;

  __device__ VertexId entry(std::uint64_t p) const { return arcs[sorted_terms[p]]; }
  __device__ Value value(VertexId, VertexId arc) const { return Kind::term(weights, arc); }
  __device__ void store(VertexId run, const Value& sum) const {
    store_sum(sum, sums, run, &control->wide_arcs, control);
  }
};

// body(weights, item) for what an arc adds to the loop of its class: both arcs of an edge are one
// term.
template <class Body>
__device__ void visit_inside(const DeviceContractionInput& input, const VertexId* class_of,
                             VertexId v, std::uint64_t arc, const Body& body) {
  const VertexId u = input.neighbours[arc];
  if (u > v && class_of[u] == class_of[v]) body(input.weights, arc);
}

// The contribution of a vertex to the loop of its class.
template <class Kind>
struct SumInside : SumLoop<Kind> {
  using Value = typename Kind::State;
  DeviceContractionInput input;
  const VertexId* class_of;
  Value* inside;

  __device__ VertexId entry(std::uint64_t p) const { return static_cast<VertexId>(p); }
  __device__ Value value(VertexId v, VertexId arc) const {
    Value term = Kind::identity();
    visit_inside(input, class_of, v, arc, [&](const TermWeights& weights, std::uint64_t i) {
      term = Kind::term(weights, i);
    });
    return term;
  }
  __device__ void store(VertexId v, Value sum) const {
    if (input.has_loop_weights) sum = Kind::combine(sum, Kind::term(input.loop_weights, v));
    inside[v] = sum;
  }
};

// The loop of a class.
template <class Kind>
struct SumLoops : SumLoop<Kind> {
  using Value = typename Kind::State;
  const VertexId* members;
  const Value* inside;
  void* sums;
  ContractionControl* control;

  __device__ VertexId entry(std::uint64_t p) const { return members[p]; }
  __device__ Value value(VertexId, VertexId v) const { return inside[v]; }
  __device__ void store(VertexId c, const Value& sum) const {
    store_sum(sum, sums, c, &control->wide_loops, control);
  }
};

struct SumVertices : SumLoop<Wholes> {
  const VertexId* members;
  const std::int64_t* weights;
  std::int64_t* sums;
  ContractionControl* control;

  __device__ VertexId entry(std::uint64_t p) const { return members[p]; }
  __device__ Value value(VertexId, VertexId v) const { return weights[v]; }
  __device__ void store(VertexId c, const Value& sum) const {
    if (!base::fits_int64(sum)) atomicOr(&control->beyond_vertex, 1U);
    sums[c] = static_cast<std::int64_t>(sum);
  }
};

template <class Kind>
void sum_runs(const DeviceContractionInput& input, const ContractionArrays& a,
              const parallel::DeviceRows& rows, DeviceStream stream) {
  SumRun<Kind> loop;
  loop.weights = input.weights;
  loop.arcs = a.arcs;
  loop.sorted_terms = a.sorted_terms;
  loop.sums = a.sums;
  loop.control = a.control;
  parallel::row_reduce(rows, loop, stream);
}

template <class Kind>
void sum_loops(const DeviceContractionInput& input, const ContractionArrays& a,
               const parallel::DeviceRows& classes, DeviceStream stream) {
  const parallel::DeviceRows rows{input.offsets, input.num_vertices, input.num_arcs, input.num_arcs,
                                  a.heavy,       a.control->heavy};
  SumInside<Kind> inside;
  inside.input = input;
  inside.class_of = a.class_of;
  inside.inside = static_cast<typename Kind::State*>(a.inside);
  parallel::find_heavy_rows(rows, stream);
  parallel::row_reduce(rows, inside, stream);
  SumLoops<Kind> loops;
  loops.members = a.members;
  loops.inside = inside.inside;
  loops.sums = a.loops;
  loops.control = a.control;
  parallel::find_heavy_rows(classes, stream);
  parallel::row_reduce(classes, loops, stream);
}

}  // namespace

void sum_runs_on_device(const DeviceContractionInput& input, const ContractionArrays& a,
                        VertexId num_classes, std::uint64_t num_terms, std::uint64_t num_runs,
                        DeviceStream stream) {
  std::uint64_t* const begin = a.run_begin;
  const VertexId* const heads = a.sorted_heads();
  for_each(
      num_runs,
      [a, begin] __device__(VertexId r) {
        begin[r] = a.run_starts[r];
        a.term_heads[r] = a.tails[a.sorted_terms[begin[r]]];
      },
      stream);
  for_each(
      std::uint64_t{num_classes} + 1,
      [a, begin, heads, num_terms, num_runs] __device__(VertexId c) {
        // The first run of class c or more. Ends: high - low falls.
        std::uint64_t low = 0;
        std::uint64_t high = num_runs;
        while (low < high) {
          const std::uint64_t middle = low + (high - low) / 2;
          if (heads[begin[middle]] < c) {
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        a.offsets[c] = low;
        if (c == 0) begin[num_runs] = num_terms;
      },
      stream);
  // From here on sums take the place of the heads.
  const parallel::DeviceRows runs{begin, num_runs, num_terms, num_terms, a.heavy, a.control->heavy};
  parallel::find_heavy_rows(runs, stream);
  if (input.is_real) {
    sum_runs<Reals>(input, a, runs, stream);
  } else {
    sum_runs<Wholes>(input, a, runs, stream);
  }
}

void sum_classes_on_device(const DeviceContractionInput& input, const ContractionArrays& a,
                           VertexId num_classes, DeviceStream stream) {
  const parallel::DeviceRows classes{a.class_begin,      num_classes, input.num_vertices,
                                     input.num_vertices, a.heavy,     a.control->heavy};
  if (input.vertex_weights == nullptr) {
    for_each(
        num_classes,
        [a] __device__(VertexId c) {
          a.vertex_weights[c] =
              static_cast<std::int64_t>(a.class_begin[c + std::uint64_t{1}] - a.class_begin[c]);
        },
        stream);
  } else {
    SumVertices loop;
    loop.members = a.members;
    loop.weights = input.vertex_weights;
    loop.sums = a.vertex_weights;
    loop.control = a.control;
    parallel::find_heavy_rows(classes, stream);
    parallel::row_reduce(classes, loop, stream);
  }
  if (!input.keeps_loops) return;
  if (input.is_real) {
    sum_loops<Reals>(input, a, classes, stream);
  } else {
    sum_loops<Wholes>(input, a, classes, stream);
  }
}

void narrow_on_device(const void* wide, std::uint64_t count, std::int32_t* narrow,
                      DeviceStream stream) {
  for_each(
      count,
      [sums = static_cast<const std::int64_t*>(wide), narrow] __device__(VertexId i) {
        narrow[i] = static_cast<std::int32_t>(sums[i]);
      },
      stream);
}

}  // namespace hypermatch::detail::coarsen
