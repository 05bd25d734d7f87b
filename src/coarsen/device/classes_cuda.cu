// SPDX-License-Identifier: MIT
// Classes of labels, numbered by their smallest members, and the arcs between them. They are
// written class by class and sorted by the classes that they lead to, so that arcs which become one
// stand together and rows ascend: the arcs into a class are its row, because graphs are symmetric.
#include <algorithm>
#include <bit>
#include <cstddef>

#include "coarsen/device/contraction.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::coarsen {

namespace {

using parallel::for_each;

// Bits of numbers below `count`.
int bits_of(std::uint64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(count - 1)));
}

parallel::DeviceRows rows_of(const DeviceContractionInput& input, const ContractionArrays& a) {
  return {input.offsets, input.num_vertices, input.num_arcs, input.num_arcs,
          a.heavy,       a.control->heavy};
}

// How many arcs of a vertex lead to other classes.
struct CountTerms {
  using Value = VertexId;
  const VertexId* neighbours;
  const VertexId* class_of;
  VertexId* counts;

  __device__ static Value identity() { return 0; }
  __device__ static Value combine(Value a, Value b) { return a + b; }
  __device__ static bool is_final(Value) { return false; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(VertexId) const { return true; }
  __device__ VertexId entry(std::uint64_t p) const { return neighbours[p]; }
  __device__ Value value(VertexId v, VertexId u) const {
    return class_of[u] != class_of[v] ? 1 : 0;
  }
  __device__ void store(VertexId v, Value count) const { counts[v] = count; }
};

// Terms of a vertex take its places in any order: those of one run are added up exactly.
struct WriteTerms {
  const VertexId* neighbours;
  ContractionArrays arrays;

  __device__ bool is_active(VertexId) const { return true; }
  __device__ void visit(VertexId v, std::uint64_t arc) const {
    const VertexId tail = arrays.class_of[v];
    const VertexId head = arrays.class_of[neighbours[arc]];
    if (tail == head) return;
    auto* const next = reinterpret_cast<unsigned long long*>(&arrays.offsets[v]);
    const std::uint64_t place = atomicAdd(next, 1ULL);
    arrays.tails[place] = tail;
    arrays.term_heads[place] = head;
    arrays.arcs[place] = static_cast<VertexId>(arc);
  }
};

}  // namespace

std::size_t contraction_scratch_bytes(std::uint64_t vertices, std::uint64_t terms) {
  const std::uint64_t most = std::max(vertices, terms);
  return std::max({parallel::radix_sort_bytes(most), parallel::select_bytes(most),
                   parallel::exclusive_scan_bytes(vertices)});
}

std::size_t contraction_heavy_room(std::uint64_t vertices, std::uint64_t arcs) {
  return parallel::heavy_room(std::max(vertices, arcs));
}

void number_classes_on_device(const DeviceContractionInput& input, const ContractionArrays& a,
                              DeviceStream stream) {
  const std::uint64_t n = input.num_vertices;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(a.control, 0, sizeof(ContractionControl), stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(&a.control->first_wrong, 0xFF, sizeof(unsigned long long), stream));
  for_each(
      n,
      [labels = input.labels, a] __device__(VertexId v) {
        a.numbers[v] = v;
        if (labels[v] == k_none) {
          atomicMin(&a.control->first_wrong, static_cast<unsigned long long>(v));
        }
      },
      stream);
  // The sort is stable: the first member of a label is the smallest.
  parallel::radix_sort(a.scratch, input.labels, a.sorted, a.numbers, a.members, n, 32, stream);
  for_each(
      n,
      [a] __device__(VertexId i) {
        const bool is_head = i == 0 || a.sorted[i] != a.sorted[i - 1];
        a.heads[i] = is_head ? 1 : 0;
        a.flags[a.members[i]] = is_head ? 1 : 0;
      },
      stream);
  parallel::exclusive_scan(a.scratch, a.heads, a.places, n, stream);
  // Collects the first member of each label, in the order of labels.
  for_each(
      n,
      [a] __device__(VertexId i) {
        if (a.heads[i] != 0) a.sorted[a.places[i]] = a.members[i];
      },
      stream);
  parallel::select(a.scratch, a.flags, a.numbers, &a.control->num_classes, n, stream);
  for_each(
      n,
      [a] __device__(VertexId c) {
        if (c < a.control->num_classes) a.class_of[a.numbers[c]] = c;
      },
      stream);
  for_each(
      n,
      [a] __device__(VertexId i) {
        if (a.heads[i] != 0) return;
        // Its label's number is one below that of the next label.
        a.class_of[a.members[i]] = a.class_of[a.sorted[a.places[i] - 1]];
      },
      stream);
}

void list_members_on_device(const DeviceContractionInput& input, const ContractionArrays& a,
                            VertexId num_classes, DeviceStream stream) {
  const std::uint64_t n = input.num_vertices;
  for_each(
      n, [a] __device__(VertexId v) { a.numbers[v] = v; }, stream);
  parallel::radix_sort(a.scratch, a.class_of, a.sorted, a.numbers, a.members, n,
                       bits_of(num_classes), stream);
  for_each(
      n,
      [a, n, num_classes] __device__(VertexId i) {
        if (i == 0 || a.sorted[i] != a.sorted[i - 1]) a.class_begin[a.sorted[i]] = i;
        if (i == 0) a.class_begin[num_classes] = n;
      },
      stream);
  const parallel::DeviceRows rows = rows_of(input, a);
  parallel::find_heavy_rows(rows, stream);
  parallel::row_reduce(rows, CountTerms{input.neighbours, a.class_of, a.heads}, stream);
  for_each(
      n, [a] __device__(VertexId i) { a.numbers[i] = a.heads[a.members[i]]; }, stream);
  parallel::exclusive_scan(a.scratch, a.numbers, a.places, n, stream);
  for_each(
      n,
      [a, n] __device__(VertexId i) {
        a.offsets[a.members[i]] = a.places[i];
        if (i + std::uint64_t{1} == n) a.control->num_terms = a.places[i] + a.numbers[i];
      },
      stream);
}

void sort_terms_on_device(const DeviceContractionInput& input, const ContractionArrays& a,
                          VertexId num_classes, std::uint64_t num_terms, DeviceStream stream) {
  const parallel::DeviceRows rows = rows_of(input, a);
  parallel::find_heavy_rows(rows, stream);
  parallel::row_for_each(rows, WriteTerms{input.neighbours, a}, stream);
  VertexId* const numbers = a.term_numbers();
  for_each(
      num_terms, [numbers] __device__(VertexId i) { numbers[i] = i; }, stream);
  VertexId* const heads = a.sorted_heads();
  // The sort is stable: terms of one head stay in the order of their tails.
  parallel::radix_sort(a.scratch, a.term_heads, heads, numbers, a.sorted_terms, num_terms,
                       bits_of(num_classes), stream);
  for_each(
      num_terms,
      [a, heads] __device__(VertexId i) {
        const bool is_same = i > 0 && heads[i] == heads[i - 1] &&
                             a.tails[a.sorted_terms[i]] == a.tails[a.sorted_terms[i - 1]];
        a.term_flags[i] = is_same ? 0 : 1;
      },
      stream);
  parallel::select(a.scratch, a.term_flags, a.run_starts, &a.control->num_arcs, num_terms, stream);
}

}  // namespace hypermatch::detail::coarsen
