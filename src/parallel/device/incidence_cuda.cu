// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "parallel/device/incidence.hpp"
#include "parallel/device/pair_incidence.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::parallel {

namespace {

struct NameEdges {
  EdgeId* edge_of_pin;
  __device__ bool is_active(std::uint32_t) const { return true; }
  __device__ void visit(std::uint32_t e, std::uint64_t p) const { edge_of_pin[p] = e; }
};

// Degrees from the sorted pins: only the first and the last pin of each vertex contribute. The
// single pin of a vertex of degree 1 is both.
struct AddRunEnds {
  const VertexId* sorted;
  std::uint64_t pins;
  std::uint32_t* degree;

  __device__ void operator()(std::uint64_t p) const {
    const VertexId v = sorted[p];
    const bool first = p == 0 || sorted[p - 1] != v;
    const bool last = p + 1 == pins || sorted[p + 1] != v;
    // Modulo 2^32: end minus begin is a degree, which is below. Two threads at most meet here.
    if (last) atomicAdd(&degree[v], static_cast<std::uint32_t>(p + 1));
    if (first) atomicAdd(&degree[v], 0U - static_cast<std::uint32_t>(p));
  }
};

struct NamePairs {
  EdgeId* edge_of_pin;
  __device__ void operator()(std::uint64_t p) const { edge_of_pin[p] = static_cast<EdgeId>(p / 2); }
};

// Groups the pins by vertex, once `buffers.edge_of_pin` holds the edge of each.
void sort_named_pins(const VertexId* pins, std::uint64_t num_pins, std::uint64_t num_vertices,
                     const DeviceIncidence& incidence, const IncidenceBuffers& buffers,
                     DeviceStream stream) {
  const std::uint64_t n = num_vertices;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.degree, 0, (n + 1) * sizeof(std::uint32_t), stream));
  if (num_pins > 0) {
    radix_sort(buffers.scratch, pins, buffers.sorted, buffers.edge_of_pin, incidence.edges,
               num_pins, static_cast<int>(std::bit_width(n)), stream);
    for_each<std::uint64_t>(num_pins, AddRunEnds{buffers.sorted, num_pins, buffers.degree}, stream);
  }
  exclusive_scan(buffers.scratch, buffers.degree, incidence.offsets, n + 1, stream);
}

__global__ void __launch_bounds__(k_block)
    row_sizes(const Offset* offsets, std::uint64_t rows, RowSizes* sizes) {
  using Wide = unsigned long long;
  Wide largest = 0;
  Wide smallest = ~Wide{0};
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * k_block;
  for (std::uint64_t row = thread_of_grid(); row < rows; row += threads) {
    const Wide size = offsets[row + 1] - offsets[row];
    largest = max(largest, size);
    if (size != 0) smallest = min(smallest, size);
  }
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (unsigned lane = 16; lane > 0; lane /= 2) {
    largest = max(largest, warp.shfl_xor(largest, lane));
    smallest = min(smallest, warp.shfl_xor(smallest, lane));
  }
  if (warp.thread_rank() != 0) return;
  static_assert(sizeof(Wide) == sizeof(std::uint64_t));
  atomicMax(reinterpret_cast<Wide*>(&sizes->largest), largest);
  atomicMin(reinterpret_cast<Wide*>(&sizes->smallest), smallest);
}

}  // namespace

DeviceIncidence lay_out_incidence(DeviceArena& arena, std::uint64_t num_vertices,
                                  std::uint64_t num_pins) {
  return {.offsets = arena.take<Offset>(num_vertices + 1), .edges = arena.take<EdgeId>(num_pins)};
}

IncidenceBuffers lay_out_incidence_buffers(DeviceArena& arena, std::uint64_t num_vertices,
                                           std::uint64_t num_pins) {
  IncidenceBuffers buffers;
  buffers.sorted = arena.take<VertexId>(num_pins);
  buffers.edge_of_pin = arena.take<EdgeId>(num_pins);
  buffers.degree = arena.take<std::uint32_t>(num_vertices + 1);
  buffers.heavy = arena.take<std::uint32_t>(heavy_room(num_pins));
  buffers.num_heavy = arena.take<std::uint32_t>(2);
  buffers.scratch.bytes =
      std::max(radix_sort_bytes(num_pins), exclusive_scan_bytes(num_vertices + 1));
  buffers.scratch.data = arena.take<std::byte>(buffers.scratch.bytes);
  return buffers;
}

void build_incidence(const DeviceHypergraphView& hypergraph, std::uint64_t largest_edge,
                     const DeviceIncidence& incidence, const IncidenceBuffers& buffers,
                     DeviceStream stream) {
  const std::uint64_t pins = hypergraph.num_pins();
  if (pins > 0) {
    const DeviceRows rows{.offsets = hypergraph.offsets.data(),
                          .count = hypergraph.num_edges(),
                          .entries = pins,
                          .largest = largest_edge,
                          .heavy = buffers.heavy,
                          .num_heavy = buffers.num_heavy};
    find_heavy_rows(rows, stream);
    row_for_each(rows, NameEdges{buffers.edge_of_pin}, stream);
  }
  sort_named_pins(hypergraph.pins.data(), pins, hypergraph.num_vertices, incidence, buffers,
                  stream);
}

void build_incidence_of_pairs(const VertexId* pins, std::uint64_t num_vertices,
                              std::uint64_t num_edges, const DeviceIncidence& incidence,
                              const IncidenceBuffers& buffers, DeviceStream stream) {
  for_each<std::uint64_t>(2 * num_edges, NamePairs{buffers.edge_of_pin}, stream);
  sort_named_pins(pins, 2 * num_edges, num_vertices, incidence, buffers, stream);
}

void find_row_sizes(const Offset* offsets, std::uint64_t rows, RowSizes* sizes,
                    DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&sizes->largest, 0, sizeof(sizes->largest), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(&sizes->smallest, 0xFF, sizeof(sizes->smallest), stream));
  if (rows == 0) return;
  row_sizes<<<std::min(blocks_for(rows), 2 * k_heavy_blocks), k_block, 0, stream>>>(offsets, rows,
                                                                                    sizes);
  check_launch("row_sizes");
}

}  // namespace hypermatch::detail::parallel
