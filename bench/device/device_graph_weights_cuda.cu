// SPDX-License-Identifier: MIT
// Many kinds of weights for a graph on the device, as functions of an edge's ends.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "device/device_graph_families.hpp"

namespace hypermatch::bench {

namespace {

constexpr unsigned k_block = 256;

struct Edge {
  std::uint64_t low;     // the smaller end
  std::uint64_t high;    // the larger one
  std::uint64_t n;       // of the graph
  std::uint64_t random;  // 62 bits

  [[nodiscard]] __device__ double unit() const { return static_cast<double>(random) * 0x1.0p-62; }
  // Rises along a list of edges that is ordered by their ends.
  [[nodiscard]] __device__ std::uint64_t rank(std::uint64_t most) const {
    const std::uint64_t step = max(most / n, std::uint64_t{1});
    return low * step + min(high - low - 1, step - 1);
  }
  // Of a few edges.
  [[nodiscard]] __device__ bool is_outlier() const { return random / 1'000'000 % n == 0; }
};

constexpr std::uint64_t k_most_32 = 2'000'000'000;
constexpr std::uint64_t k_most_64 = 1ULL << 61;

struct Random {
  std::uint64_t bits;
  __device__ double operator()(const Edge& e) const {
    return static_cast<double>(1 + (e.random & bits));
  }
};
struct Random62 {
  __device__ std::uint64_t operator()(const Edge& e) const { return 1 + e.random; }
};
// base + 1 .. base + count, over a divisor.
struct Few {
  double base;
  std::uint64_t count;
  double divisor;
  __device__ double operator()(const Edge& e) const {
    return base + static_cast<double>(1 + e.random % count) / divisor;
  }
};
struct Zipf {
  double most;
  __device__ double operator()(const Edge& e) const { return min(most, 1 / (e.unit() + 1 / most)); }
};
struct OneInMany {
  std::uint64_t many;
  double large;
  std::uint64_t few;
  __device__ double operator()(const Edge& e) const {
    return (e.random % many == 0 ? large : 0.0) + static_cast<double>(1 + e.random / many % few);
  }
};
struct Outliers {
  double value;
  std::uint64_t few;
  __device__ double operator()(const Edge& e) const {
    return e.is_outlier() ? value : static_cast<double>(1 + e.random % few);
  }
};
struct Rising {
  std::uint64_t most;
  __device__ std::uint64_t operator()(const Edge& e) const { return 1 + e.rank(most); }
};
struct Falling {
  std::uint64_t most;
  __device__ std::uint64_t operator()(const Edge& e) const { return 1 + most - e.rank(most); }
};
struct Uniform {
  __device__ double operator()(const Edge& e) const { return e.unit() + 1e-9; }
};
struct Digits24 {
  __device__ double operator()(const Edge& e) const {
    return static_cast<double>(1 + (e.random & 0xFFFFFF)) / 16777216.0;
  }
};
struct Powers {
  double most;
  __device__ double operator()(const Edge& e) const {
    return pow(10.0, 2 * most * e.unit() - most);
  }
};
struct TenTimes {
  __device__ double operator()(const Edge& e) const {
    return sqrt(static_cast<double>(1 + e.random % (e.n / 2 + 1)));
  }
};
struct TwoClusters {
  double distance;
  __device__ double operator()(const Edge& e) const {
    return static_cast<double>(1 + e.random / 2 % 10) + (e.random % 2 == 0 ? distance : 0.0);
  }
};
struct WithNegative {
  double base;
  double divisor;
  __device__ double operator()(const Edge& e) const {
    return base - static_cast<double>(e.random % 10) / divisor;
  }
};

__device__ std::uint64_t scramble(std::uint64_t x) {
  std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

template <class T, class Make>
__global__ void weigh(std::uint64_t n, const Offset* offsets, const VertexId* neighbours,
                      const Make make, T* weights) {
  const std::uint64_t v = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (v >= n) return;
  for (Offset arc = offsets[v] + threadIdx.x % 32; arc < offsets[v + 1]; arc += 32) {
    const std::uint64_t other = neighbours[arc];
    Edge edge{min(v, other), max(v, other), n, 0};
    edge.random = scramble((edge.low << 32 | edge.high) ^ 0x5DEECE66DULL) >> 2;
    weights[arc] = static_cast<T>(make(edge));
  }
}

struct Kind {
  DeviceWeightKind about;
  void (*weigh)(const DeviceContext&, DeviceGraph&);
};

template <class T, class Make>
void weigh_by(const DeviceContext& context, DeviceGraph& graph, const Make& make) {
  DeviceArray<T> weights(context, graph.neighbours.size());
  const std::uint64_t threads = std::uint64_t{graph.num_vertices} * 32;
  weigh<T>
      <<<static_cast<unsigned>((threads + k_block - 1) / k_block), k_block, 0, context.stream()>>>(
          graph.num_vertices, graph.offsets.view().data(), graph.neighbours.view().data(), make,
          weights.span().data());
  const cudaError_t result = cudaGetLastError();
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
  graph.weights = std::move(weights);
}

// Rows that rise: the place of the first neighbour of `v` that is not below `u`.
__device__ Offset place_from(const Offset* offsets, const VertexId* neighbours, std::uint64_t v,
                             std::uint64_t u) {
  Offset low = offsets[v];
  Offset high = offsets[v + 1];
  while (low < high) {  // ends: halves
    const Offset middle = (low + high) / 2;
    (neighbours[middle] < u ? low : high) = neighbours[middle] < u ? middle + 1 : middle;
  }
  return low;
}

__global__ void count_edges(std::uint64_t n, const Offset* offsets, const VertexId* neighbours,
                            Offset* counts) {
  const std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v < n) counts[v] = offsets[v + 1] - place_from(offsets, neighbours, v, v);
}

__global__ void weigh_by_index(std::uint64_t n, const Offset* offsets, const VertexId* neighbours,
                               const Offset* edges_before, bool rises, std::int32_t* weights) {
  const std::uint64_t v = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (v >= n) return;
  const Offset num_edges = offsets[n] / 2;
  for (Offset arc = offsets[v] + threadIdx.x % 32; arc < offsets[v + 1]; arc += 32) {
    const std::uint64_t other = neighbours[arc];
    const std::uint64_t low = min(v, other);
    const Offset index = edges_before[low] + place_from(offsets, neighbours, low, max(v, other)) -
                         place_from(offsets, neighbours, low, low);
    weights[arc] = static_cast<std::int32_t>(rises ? 1 + index : num_edges - index);
  }
}

// An edge's place in the list ordered by its ends.
void weigh_by_index(const DeviceContext& context, DeviceGraph& graph, bool rises) {
  const std::uint64_t n = graph.num_vertices;
  const Offset* const offsets = graph.offsets.view().data();
  const VertexId* const neighbours = graph.neighbours.view().data();
  DeviceArray<Offset> before(context, n);
  DeviceArray<std::int32_t> weights(context, graph.neighbours.size());
  const auto blocks = [](std::uint64_t threads) {
    return static_cast<unsigned>((threads + k_block - 1) / k_block);
  };
  count_edges<<<blocks(n), k_block, 0, context.stream()>>>(n, offsets, neighbours,
                                                           before.span().data());
  const thrust::device_ptr<Offset> counts(before.span().data());
  thrust::exclusive_scan(thrust::cuda::par.on(context.stream()), counts, counts + n, counts);
  weigh_by_index<<<blocks(n * 32), k_block, 0, context.stream()>>>(
      n, offsets, neighbours, before.view().data(), rises, weights.span().data());
  const cudaError_t result = cudaGetLastError();
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
  graph.weights = std::move(weights);
}

// The arguments of Make are constants, so that a kind is a plain function.
#define HYPERMATCH_KIND(name, T, is_chain, ...)                                              \
  Kind {                                                                                     \
    {name, sizeof(T) == 8, is_chain}, [](const DeviceContext& context, DeviceGraph& graph) { \
      weigh_by<T>(context, graph, __VA_ARGS__);                                              \
    }                                                                                        \
  }

const std::vector<Kind>& kinds() {
  using I = std::int32_t;
  using L = std::int64_t;
  static const std::vector<Kind> all = {
      HYPERMATCH_KIND("int32 1..100", I, false, Few{0, 100, 1}),
      Kind{{"none", false, false},
           [](const DeviceContext&, DeviceGraph& graph) { graph.weights = std::monostate{}; }},
      HYPERMATCH_KIND("int32 random 31 bits", I, false, Random{0x3FFFFFFF}),
      HYPERMATCH_KIND("int32 all 5", I, false, Few{4, 1, 1}),
      HYPERMATCH_KIND("int32 1 or 2", I, false, Few{0, 2, 1}),
      HYPERMATCH_KIND("int32 Zipf", I, false, Zipf{1e9}),
      HYPERMATCH_KIND("int32 1 in 1000 large", I, false, OneInMany{1000, 1e9, 10}),
      HYPERMATCH_KIND("int32 1 in 50 large", I, false, OneInMany{50, 1e9, 10}),
      HYPERMATCH_KIND("int32 two clusters", I, false, TwoClusters{1e9}),
      HYPERMATCH_KIND("int32 few outliers", I, false, Outliers{2e9, 100}),
      HYPERMATCH_KIND("float 1..10", float, false, Few{0, 10, 1}),
      HYPERMATCH_KIND("float 1..100", float, false, Few{0, 100, 1}),
      HYPERMATCH_KIND("float all 0.5", float, false, Few{-0.5, 1, 1}),
      HYPERMATCH_KIND("float quarters", float, false, Few{0, 4, 4}),
      HYPERMATCH_KIND("float tenths", float, false, Few{0, 1000, 10}),
      HYPERMATCH_KIND("float two clusters", float, false, TwoClusters{1e9}),
      HYPERMATCH_KIND("float ten between -0.2 and 0.7", float, false, WithNegative{0.7, 10}),
      HYPERMATCH_KIND("float 24 bits", float, false, Digits24{}),
      HYPERMATCH_KIND("float uniform", float, false, Uniform{}),
      HYPERMATCH_KIND("float 10^(-30..30)", float, false, Powers{30}),
      HYPERMATCH_KIND("int64 1..100", L, false, Few{0, 100, 1}),
      HYPERMATCH_KIND("int64 all 5e9", L, false, Few{5e9 - 1, 1, 1}),
      HYPERMATCH_KIND("int64 5e9 + 1..10", L, false, Few{5e9, 10, 1}),
      HYPERMATCH_KIND("int64 Zipf", L, false, Zipf{1e15}),
      HYPERMATCH_KIND("int64 random 62 bits", L, false, Random62{}),
      HYPERMATCH_KIND("int64 few outliers", L, false, Outliers{4e18, 100}),
      HYPERMATCH_KIND("int64 uniform, few outliers", L, false, Outliers{4e18, 1U << 24}),
      HYPERMATCH_KIND("double all 0.5", double, false, Few{-0.5, 1, 1}),
      HYPERMATCH_KIND("double 1..10", double, false, Few{0, 10, 1}),
      HYPERMATCH_KIND("double tenths", double, false, Few{0, 1000, 10}),
      HYPERMATCH_KIND("double uniform", double, false, Uniform{}),
      HYPERMATCH_KIND("double each 10 times", double, false, TenTimes{}),
      HYPERMATCH_KIND("double 10^(-30..30)", double, false, Powers{30}),
      HYPERMATCH_KIND("double 10^(-200..200)", double, false, Powers{200}),
      HYPERMATCH_KIND("double 1 in 1000 large", double, false, OneInMany{1000, 1e200, 10}),
      HYPERMATCH_KIND("int32 rising", I, true, Rising{k_most_32}),
      HYPERMATCH_KIND("int32 falling", I, true, Falling{k_most_32}),
      HYPERMATCH_KIND("int64 rising", L, true, Rising{k_most_64}),
      Kind{{"int32 index rising", false, true},
           [](const DeviceContext& context, DeviceGraph& graph) {
             weigh_by_index(context, graph, true);
           }},
      Kind{{"int32 index falling", false, true},
           [](const DeviceContext& context, DeviceGraph& graph) {
             weigh_by_index(context, graph, false);
           }},
  };
  return all;
}

}  // namespace

const std::vector<DeviceWeightKind>& device_weight_kinds() {
  static const std::vector<DeviceWeightKind> all = [] {
    std::vector<DeviceWeightKind> about;
    for (const Kind& kind : kinds()) about.push_back(kind.about);
    return about;
  }();
  return all;
}

void weigh_on_device(const DeviceContext& context, DeviceGraph& graph, std::size_t kind) {
  kinds().at(kind).weigh(context, graph);
  context.synchronize();
}

}  // namespace hypermatch::bench
