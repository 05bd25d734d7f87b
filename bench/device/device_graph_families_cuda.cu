// SPDX-License-Identifier: MIT
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "device/device_graph_families.hpp"

namespace hypermatch::bench {

namespace {

constexpr unsigned k_block = 256;

__host__ __device__ std::uint64_t scramble(std::uint64_t x) {
  std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

unsigned blocks_for(std::uint64_t items) {
  return static_cast<unsigned>((items + k_block - 1) / k_block);
}

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

__device__ std::uint64_t thread_index() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ std::int32_t weight_of(VertexId u, VertexId v, DeviceWeights kind) {
  const std::uint64_t bits =
      scramble((std::uint64_t{min(u, v)} << 32 | max(u, v)) ^ 0x5DEECE66DULL);
  return kind == DeviceWeights::one_to_ten ? static_cast<std::int32_t>(bits % 10) + 1
                                           : static_cast<std::int32_t>(bits >> 33);
}

// Families that know a vertex's neighbours: family(v, take) calls take(u) for each.
template <class Family>
__global__ void count_neighbours(const Family family, std::uint64_t n, Offset* counts) {
  const std::uint64_t v = thread_index();
  if (v > n) return;
  Offset count = 0;
  if (v < n) family(static_cast<VertexId>(v), [&](VertexId) { ++count; });
  counts[v] = count;
}

template <class Family>
__global__ void list_neighbours(const Family family, std::uint64_t n, const Offset* offsets,
                                VertexId* neighbours) {
  const std::uint64_t v = thread_index();
  if (v >= n) return;
  Offset place = offsets[v];
  family(static_cast<VertexId>(v), [&](VertexId u) { neighbours[place++] = u; });
}

__global__ void weigh_arcs(std::uint64_t n, const Offset* offsets, const VertexId* neighbours,
                           DeviceWeights kind, std::int32_t* weights) {
  const std::uint64_t v = thread_index() / 32;
  if (v >= n) return;
  for (Offset arc = offsets[v] + threadIdx.x % 32; arc < offsets[v + 1]; arc += 32) {
    weights[arc] = weight_of(static_cast<VertexId>(v), neighbours[arc], kind);
  }
}

Offset last_of(const DeviceContext& context, const DeviceArray<Offset>& offsets) {
  return download(context, offsets.view().subspan(offsets.size() - 1, 1)).at(0);
}

void add_weights(const DeviceContext& context, DeviceGraph& graph, DeviceWeights kind) {
  if (kind == DeviceWeights::unit) return;
  DeviceArray<std::int32_t> weights(context, graph.neighbours.size());
  weigh_arcs<<<blocks_for(std::uint64_t{graph.num_vertices} * 32), k_block, 0, context.stream()>>>(
      graph.num_vertices, graph.offsets.view().data(), graph.neighbours.view().data(), kind,
      weights.span().data());
  check(cudaGetLastError());
  graph.weights = std::move(weights);
}

template <class Family>
DeviceGraph by_neighbours(const DeviceContext& context, const Family& family, VertexId n) {
  DeviceGraph graph;
  graph.num_vertices = n;
  graph.offsets = DeviceArray<Offset>(context, std::size_t{n} + 1);
  Offset* const offsets = graph.offsets.span().data();
  const cudaStream_t stream = context.stream();
  count_neighbours<<<blocks_for(std::uint64_t{n} + 1), k_block, 0, stream>>>(family, n, offsets);
  check(cudaGetLastError());
  const thrust::device_ptr<Offset> counts(offsets);
  thrust::exclusive_scan(thrust::cuda::par.on(stream), counts, counts + n + 1, counts);
  graph.neighbours = DeviceArray<VertexId>(context, last_of(context, graph.offsets));
  list_neighbours<<<blocks_for(n), k_block, 0, stream>>>(family, n, offsets,
                                                         graph.neighbours.span().data());
  check(cudaGetLastError());
  return graph;
}

struct Stencil27 {
  int side;
  template <class Take>
  __device__ void operator()(VertexId v, const Take& take) const {
    const int at = static_cast<int>(v);
    for (int step = 0; step < 27; ++step) {
      const int x = at % side + step % 3 - 1;
      const int y = at / side % side + step / 3 % 3 - 1;
      const int z = at / side / side + step / 9 - 1;
      const bool inside = x >= 0 && y >= 0 && z >= 0 && x < side && y < side && z < side;
      if (step != 13 && inside) take(static_cast<VertexId>((z * side + y) * side + x));
    }
  }
};

// Renumbers 0 .. 2^bits - 1 (bits even) by a bijection that scatters neighbours.
struct Scatter {
  int bits;
  static constexpr std::uint32_t k_first = 0x21F0AAADU;
  static constexpr std::uint32_t k_second = 0x735A2D97U;
  __device__ static constexpr std::uint32_t inverse(std::uint32_t odd) {
    std::uint32_t result = odd;
    for (int i = 0; i < 4; ++i) result *= 2U - odd * result;
    return result;
  }
  __device__ std::uint32_t mask() const { return (1U << bits) - 1; }
  __device__ VertexId forth(VertexId v) const {
    v = v * k_first & mask();
    return (v ^ v >> (bits / 2)) * k_second & mask();
  }
  __device__ VertexId back(VertexId v) const {
    v = v * inverse(k_second) & mask();
    return (v ^ v >> (bits / 2)) * inverse(k_first) & mask();
  }
};

// A grid whose every cell has one of its diagonals.
struct Triangles {
  int bits;
  template <class Take>
  __device__ void operator()(VertexId v, const Take& take) const {
    const Scatter scatter{bits};
    const int side = 1 << (bits / 2);
    const auto at = static_cast<int>(scatter.back(v));
    const int x = at % side;
    const int y = at / side;
    for (int step = 0; step < 9; ++step) {
      const int dx = step % 3 - 1;
      const int dy = step / 3 - 1;
      const bool inside =
          x + dx >= 0 && y + dy >= 0 && x + dx < side && y + dy < side && (dx != 0 || dy != 0);
      if (!inside) continue;
      if (dx != 0 && dy != 0) {
        const bool falls = dx == dy;
        const std::uint64_t cell = static_cast<std::uint64_t>(y + min(dy, 0)) << 32 |
                                   static_cast<std::uint64_t>(x + min(dx, 0));
        if ((scramble(cell) % 2 == 0) != falls) continue;
      }
      take(scatter.forth(static_cast<VertexId>((y + dy) * side + x + dx)));
    }
  }
};

struct Road {
  int bits;
  __device__ static bool is_kept(VertexId v, std::uint64_t direction) {
    return scramble(std::uint64_t{v} * 2 + direction) % 10 >= 3;
  }
  template <class Take>
  __device__ void operator()(VertexId v, const Take& take) const {
    const VertexId side = 1U << (bits / 2);
    const VertexId x = v % side;
    const VertexId y = v / side;
    if (y > 0 && is_kept(v - side, 1)) take(v - side);
    if (x > 0 && is_kept(v - 1, 0)) take(v - 1);
    if (x + 1 < side && is_kept(v, 0)) take(v + 1);
    if (y + 1 < side && is_kept(v, 1)) take(v + side);
  }
};

// Points in cells no smaller than the radius, numbered by cell.
struct Geometric {
  int cells;  // a side
  float square_radius;
  const std::uint64_t* begins;

  __device__ static float2 point(VertexId v, int x, int y, int cells) {
    const std::uint64_t bits = scramble(v + (std::uint64_t{1} << 40));
    const auto part = [](std::uint64_t word) {
      return static_cast<float>(word & 0xFFFFFF) / 16777216.0F;
    };
    const auto side = static_cast<float>(cells);
    return {(static_cast<float>(x) + part(bits)) / side,
            (static_cast<float>(y) + part(bits >> 24)) / side};
  }
  template <class Take>
  __device__ void operator()(VertexId v, const Take& take) const {
    std::uint64_t low = 0;
    std::uint64_t high = static_cast<std::uint64_t>(cells) * static_cast<std::uint64_t>(cells);
    while (high - low > 1) {  // ends: halves
      const std::uint64_t middle = (low + high) / 2;
      (begins[middle] <= v ? low : high) = middle;
    }
    const int x = static_cast<int>(low) % cells;
    const int y = static_cast<int>(low) / cells;
    const float2 here = point(v, x, y, cells);
    for (int cy = max(0, y - 1); cy <= min(cells - 1, y + 1); ++cy) {
      for (int cx = max(0, x - 1); cx <= min(cells - 1, x + 1); ++cx) {
        const int cell = cy * cells + cx;
        for (std::uint64_t u = begins[cell]; u < begins[cell + 1]; ++u) {
          const float2 there = point(static_cast<VertexId>(u), cx, cy, cells);
          const float dx = here.x - there.x;
          const float dy = here.y - there.y;
          if (u != v && dx * dx + dy * dy <= square_radius) take(static_cast<VertexId>(u));
        }
      }
    }
  }
};

__global__ void count_points(std::uint64_t n, std::uint64_t cells, unsigned long long* counts) {
  const std::uint64_t i = thread_index();
  if (i < n) atomicAdd(&counts[(scramble(i) >> 32) * cells >> 32], 1ULL);
}

DeviceGraph geometric(const DeviceContext& context, int bits) {
  const std::uint64_t n = std::uint64_t{1} << bits;
  const double count = static_cast<double>(n);
  const double radius = 0.55 * std::sqrt(std::log(count) / count);
  const int cells = std::max(1, static_cast<int>(1.0 / radius));
  const std::uint64_t all = static_cast<std::uint64_t>(cells) * static_cast<std::uint64_t>(cells);
  DeviceArray<std::uint64_t> begins(context, all + 1);
  std::uint64_t* const data = begins.span().data();
  check(cudaMemsetAsync(data, 0, (all + 1) * sizeof(std::uint64_t), context.stream()));
  count_points<<<blocks_for(n), k_block, 0, context.stream()>>>(
      n, all, reinterpret_cast<unsigned long long*>(data));
  const thrust::device_ptr<std::uint64_t> counts(data);
  thrust::exclusive_scan(thrust::cuda::par.on(context.stream()), counts, counts + all + 1, counts);
  return by_neighbours(context, Geometric{cells, static_cast<float>(radius * radius), data},
                       static_cast<VertexId>(n));
}

// Families that draw edges: draw(i) is the pair first << 32 | second.
struct Rmat {
  int bits;
  __device__ std::uint64_t operator()(std::uint64_t i) const {
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    for (int level = 0; level < bits; ++level) {
      const std::uint64_t percent = scramble(i * 64 + static_cast<std::uint64_t>(level)) % 100;
      const std::uint64_t quadrant = percent < 57 ? 0 : percent < 76 ? 1 : percent < 95 ? 2 : 3;
      u = u * 2 + quadrant / 2;
      v = v * 2 + quadrant % 2;
    }
    return u << 32 | v;
  }
};

struct Uniform {
  std::uint64_t n;
  __device__ std::uint64_t operator()(std::uint64_t i) const {
    return scramble(2 * i) % n << 32 | scramble(2 * i + 1) % n;
  }
};

struct Spokes {
  std::uint64_t hub;
  __device__ std::uint64_t operator()(std::uint64_t i) const {
    return hub << 32 | (i < hub ? i : i + 1);
  }
};

template <class Draw>
__global__ void draw_arcs(const Draw draw, std::uint64_t m, std::uint64_t* arcs) {
  const std::uint64_t i = thread_index();
  if (i >= m) return;
  const std::uint64_t pair = draw(i);
  const std::uint64_t reverse = pair << 32 | pair >> 32;
  // Loops go to the end.
  arcs[2 * i] = pair == reverse ? ~std::uint64_t{0} : pair;
  arcs[2 * i + 1] = pair == reverse ? ~std::uint64_t{0} : reverse;
}

__global__ void arcs_to_rows(const std::uint64_t* arcs, std::uint64_t num_arcs, std::uint64_t n,
                             Offset* offsets, VertexId* neighbours) {
  const std::uint64_t i = thread_index();
  if (i < num_arcs) neighbours[i] = static_cast<VertexId>(arcs[i]);
  if (i > n) return;
  std::uint64_t low = 0;
  std::uint64_t high = num_arcs;
  while (low < high) {  // ends: halves
    const std::uint64_t middle = (low + high) / 2;
    if (arcs[middle] >> 32 < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  offsets[i] = low;
}

template <class Draw>
DeviceGraph by_edges(const DeviceContext& context, const Draw& draw, VertexId n, std::uint64_t m) {
  const cudaStream_t stream = context.stream();
  DeviceArray<std::uint64_t> arcs(context, 2 * m);
  std::uint64_t* const data = arcs.span().data();
  draw_arcs<<<blocks_for(m), k_block, 0, stream>>>(draw, m, data);
  check(cudaGetLastError());
  const thrust::device_ptr<std::uint64_t> begin(data);
  const auto policy = thrust::cuda::par.on(stream);
  thrust::sort(policy, begin, begin + static_cast<std::ptrdiff_t>(2 * m));
  auto count = static_cast<std::uint64_t>(
      thrust::unique(policy, begin, begin + static_cast<std::ptrdiff_t>(2 * m)) - begin);
  if (count != 0 &&
      download(context, arcs.view().subspan(count - 1, 1)).at(0) == ~std::uint64_t{0}) {
    --count;
  }
  DeviceGraph graph;
  graph.num_vertices = n;
  graph.offsets = DeviceArray<Offset>(context, std::size_t{n} + 1);
  graph.neighbours = DeviceArray<VertexId>(context, count);
  arcs_to_rows<<<blocks_for(std::max<std::uint64_t>(count, std::uint64_t{n} + 1)), k_block, 0,
                 stream>>>(data, count, n, graph.offsets.span().data(),
                           graph.neighbours.span().data());
  check(cudaGetLastError());
  return graph;
}

DeviceGraph make_structure(const DeviceContext& context, const std::string& spec) {
  std::istringstream words(spec);
  std::string family;
  std::string first;
  std::string second;
  std::getline(words, family, ':');
  std::getline(words, first, ':');
  std::getline(words, second, ':');
  const auto size = static_cast<std::uint64_t>(std::stoull(first));
  const int bits = static_cast<int>(size);
  if ((family == "triangles" || family == "road") && bits % 2 != 0) {
    throw std::invalid_argument(family + ": 2^" + first + " vertices make no square");
  }
  if (family == "rgg") return geometric(context, bits);
  if (family == "triangles") return by_neighbours(context, Triangles{bits}, VertexId{1} << bits);
  if (family == "road") return by_neighbours(context, Road{bits}, VertexId{1} << bits);
  if (family == "stencil27") {
    return by_neighbours(context, Stencil27{bits}, static_cast<VertexId>(size * size * size));
  }
  if (family == "rmat") {
    return by_edges(context, Rmat{bits}, VertexId{1} << bits, std::uint64_t{16} << bits);
  }
  if (family == "star") {
    return by_edges(context, Spokes{size / 2}, static_cast<VertexId>(size + 1), size);
  }
  if (family == "uniform") {
    return by_edges(context, Uniform{size}, static_cast<VertexId>(size), std::stoull(second));
  }
  throw std::invalid_argument("there is no family '" + family + "'");
}

}  // namespace

DeviceGraph make_on_device(const DeviceContext& context, const std::string& spec,
                           DeviceWeights weights) {
  return weigh_on_device(context, make_structure(context, spec), weights);
}

DeviceGraph weigh_on_device(const DeviceContext& context, DeviceGraph graph,
                            DeviceWeights weights) {
  add_weights(context, graph, weights);
  context.synchronize();
  return graph;
}

}  // namespace hypermatch::bench
