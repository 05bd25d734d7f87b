// SPDX-License-Identifier: MIT
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/unique.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "base/random.hpp"
#include "device/device_bipartite_instances.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::bench {

namespace {

using detail::base::hash;
using detail::base::unit_interval;

template <class Body>
void for_each(const DeviceContext& context, std::uint64_t items, const Body& body) {
  thrust::for_each_n(thrust::cuda::par.on(context.stream()),
                     thrust::counting_iterator<std::uint64_t>(0), items, body);
}

template <class T>
T* pointer_of(DeviceArray<T>& array) {
  return array.span().data();
}

// offsets[r] holds the size of row r; afterwards where it begins. Returns the sum.
std::uint64_t to_offsets(const DeviceContext& context, DeviceArray<Offset>& offsets) {
  Offset* const first = pointer_of(offsets);
  thrust::exclusive_scan(thrust::cuda::par.on(context.stream()), first, first + offsets.size(),
                         first);
  return download(context, offsets.view().subspan(offsets.size() - 1, 1))[0];
}

// `family(v, visit)` calls visit(neighbour) for all neighbours of v.
template <class Family>
DeviceBipartite from_family(const DeviceContext& context, VertexId n, const Family& family) {
  DeviceBipartite graph;
  graph.num_rows = n;
  graph.num_columns = n;
  graph.offsets = DeviceArray<Offset>(context, n + std::size_t{1});
  Offset* const offsets = pointer_of(graph.offsets);
  for_each(context, n + std::uint64_t{1}, [=] __device__(std::uint64_t v) {
    std::uint64_t degree = 0;
    if (v < n) family(static_cast<VertexId>(v), [&](VertexId) { ++degree; });
    offsets[v < n ? family.number(static_cast<VertexId>(v)) : n] = degree;
  });
  graph.columns = DeviceArray<VertexId>(context, to_offsets(context, graph.offsets));
  VertexId* const columns = pointer_of(graph.columns);
  for_each(context, n, [=] __device__(std::uint64_t v) {
    Offset place = offsets[family.number(static_cast<VertexId>(v))];
    family(static_cast<VertexId>(v), [&](VertexId u) { columns[place++] = family.number(u); });
  });
  context.synchronize();
  return graph;
}

// Words (row << 32 | column), in any order, some of them more than once.
DeviceBipartite from_words(const DeviceContext& context, VertexId n,
                           DeviceArray<std::uint64_t>& words) {
  const auto policy = thrust::cuda::par.on(context.stream());
  std::uint64_t* const first = pointer_of(words);
  thrust::sort(policy, first, first + words.size());
  std::uint64_t* last = thrust::unique(policy, first, first + words.size());
  // What is no entry was made the largest word.
  if (last != first &&
      download(context, DeviceSpan<const std::uint64_t>(last - 1, 1))[0] == ~std::uint64_t{0}) {
    --last;
  }
  DeviceBipartite graph;
  graph.num_rows = n;
  graph.num_columns = n;
  graph.offsets = DeviceArray<Offset>(context, n + std::size_t{1});
  graph.columns = DeviceArray<VertexId>(context, static_cast<std::size_t>(last - first));
  Offset* const offsets = pointer_of(graph.offsets);
  VertexId* const columns = pointer_of(graph.columns);
  const auto count = static_cast<std::uint64_t>(last - first);
  for_each(context, count,
           [=] __device__(std::uint64_t i) { columns[i] = static_cast<VertexId>(first[i]); });
  for_each(context, n + std::uint64_t{1}, [=] __device__(std::uint64_t row) {
    std::uint64_t low = 0;
    std::uint64_t high = count;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (first[middle] >> 32 < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    offsets[row] = low;
  });
  context.synchronize();
  return graph;
}

// A random order of 0 .. size - 1.
DeviceArray<VertexId> random_order(const DeviceContext& context, VertexId size,
                                   std::uint64_t seed) {
  const auto policy = thrust::cuda::par.on(context.stream());
  DeviceArray<std::uint64_t> keys(context, size);
  DeviceArray<VertexId> numbers(context, size);
  thrust::tabulate(policy, pointer_of(keys), pointer_of(keys) + size,
                   [=] __device__(std::size_t i) { return hash(seed, i); });
  thrust::sequence(policy, pointer_of(numbers), pointer_of(numbers) + size);
  thrust::sort_by_key(policy, pointer_of(keys), pointer_of(keys) + size, pointer_of(numbers));
  context.synchronize();
  return numbers;
}

// Vertices of a grid, jittered by up to 0.4 of its spacing.
struct Mesh {
  std::uint32_t height;
  std::uint32_t width;
  bool triangles;
  const VertexId* order;  // null: numbers as they are

  __device__ VertexId number(VertexId v) const { return order != nullptr ? order[v] : v; }
  __device__ double x(std::uint32_t i, std::uint32_t j) const {
    return j + 0.8 * (unit_interval(hash(1, 2 * (std::uint64_t{i} * width + j))) - 0.5);
  }
  __device__ double y(std::uint32_t i, std::uint32_t j) const {
    return i + 0.8 * (unit_interval(hash(1, 2 * (std::uint64_t{i} * width + j) + 1)) - 0.5);
  }
  __device__ bool has_edge(VertexId v, bool right) const {
    return triangles || unit_interval(hash(2, 2 * std::uint64_t{v} + (right ? 0 : 1))) >= 0.3;
  }
  // True if the diagonal of cell (i, j) goes from its corner (i, j): that of (i + 1, j) lies
  // outside the circle through the other three.
  __device__ bool falls(std::uint32_t i, std::uint32_t j) const {
    const double dx = x(i + 1, j);
    const double dy = y(i + 1, j);
    const double ax = x(i, j) - dx;
    const double ay = y(i, j) - dy;
    const double bx = x(i, j + 1) - dx;
    const double by = y(i, j + 1) - dy;
    const double cx = x(i + 1, j + 1) - dx;
    const double cy = y(i + 1, j + 1) - dy;
    return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) +
               (cx * cx + cy * cy) * (ax * by - bx * ay) <
           0;
  }
  template <class Visit>
  __device__ void operator()(VertexId v, const Visit& visit) const {
    const std::uint32_t i = v / width;
    const std::uint32_t j = v % width;
    const bool up = i > 0;
    const bool down = i + 1 < height;
    const bool left = j > 0;
    const bool right = j + 1 < width;
    if (right && has_edge(v, true)) visit(v + 1);
    if (left && has_edge(v - 1, true)) visit(v - 1);
    if (down && has_edge(v, false)) visit(v + width);
    if (up && has_edge(v - width, false)) visit(v - width);
    if (!triangles) return;
    if (down && right && falls(i, j)) visit(v + width + 1);
    if (up && left && falls(i - 1, j - 1)) visit(v - width - 1);
    if (up && right && !falls(i - 1, j)) visit(v - width + 1);
    if (down && left && !falls(i, j - 1)) visit(v + width - 1);
  }
};

struct Geometric {
  std::uint32_t cells;  // a side
  double radius;
  const double* x;  // of points, sorted by cell
  const double* y;
  const std::uint32_t* begin;  // of cells

  __device__ VertexId number(VertexId v) const { return v; }
  template <class Visit>
  __device__ void operator()(VertexId v, const Visit& visit) const {
    const int i = static_cast<int>(y[v] * cells);
    const int j = static_cast<int>(x[v] * cells);
    const int last = static_cast<int>(cells) - 1;
    for (int row = max(i - 1, 0); row <= min(i + 1, last); ++row) {
      const std::uint32_t line = static_cast<std::uint32_t>(row) * cells;
      const auto from = static_cast<std::uint32_t>(max(j - 1, 0));
      const auto to = static_cast<std::uint32_t>(min(j + 1, last));
      for (std::uint32_t u = begin[line + from]; u < begin[line + to + 1]; ++u) {
        const double dx = x[u] - x[v];
        const double dy = y[u] - y[v];
        if (u != v && dx * dx + dy * dy < radius * radius) visit(u);
      }
    }
  }
};

DeviceBipartite make_geometric(const DeviceContext& context, VertexId n) {
  const auto policy = thrust::cuda::par.on(context.stream());
  const double radius = 0.55 * std::sqrt(std::log(static_cast<double>(n)) / n);
  const auto cells = static_cast<std::uint32_t>(1.0 / radius);
  DeviceArray<std::uint32_t> cell(context, n);
  DeviceArray<VertexId> point(context, n);
  DeviceArray<double> xs(context, n);
  DeviceArray<double> ys(context, n);
  DeviceArray<std::uint32_t> begin(context, std::size_t{cells} * cells + 1);
  const auto coordinate = [] __device__(std::uint64_t i, int axis) {
    return unit_interval(hash(3, 2 * i + static_cast<std::uint64_t>(axis)));
  };
  thrust::tabulate(policy, pointer_of(cell), pointer_of(cell) + n, [=] __device__(std::size_t i) {
    return static_cast<std::uint32_t>(coordinate(i, 1) * cells) * cells +
           static_cast<std::uint32_t>(coordinate(i, 0) * cells);
  });
  thrust::sequence(policy, pointer_of(point), pointer_of(point) + n);
  thrust::sort_by_key(policy, pointer_of(cell), pointer_of(cell) + n, pointer_of(point));
  thrust::lower_bound(
      policy, pointer_of(cell), pointer_of(cell) + n, thrust::counting_iterator<std::uint32_t>(0),
      thrust::counting_iterator<std::uint32_t>(cells * cells + 1), pointer_of(begin));
  const VertexId* const points = pointer_of(point);
  double* const x = pointer_of(xs);
  double* const y = pointer_of(ys);
  for_each(context, n, [=] __device__(std::uint64_t i) {
    x[i] = coordinate(points[i], 0);
    y[i] = coordinate(points[i], 1);
  });
  return from_family(context, n, Geometric{cells, radius, x, y, pointer_of(begin)});
}

DeviceBipartite make_random(const DeviceContext& context, int scale) {
  const VertexId n = VertexId{1} << scale;
  DeviceArray<std::uint64_t> words(context, std::size_t{4} * n);
  thrust::tabulate(thrust::cuda::par.on(context.stream()), pointer_of(words),
                   pointer_of(words) + words.size(), [=] __device__(std::size_t i) {
                     const std::uint64_t bits = hash(4, i);
                     return (bits >> 32 & (n - 1)) << 32 | (bits & (n - 1));
                   });
  return from_words(context, n, words);
}

DeviceBipartite make_rmat(const DeviceContext& context, int scale) {
  const VertexId n = VertexId{1} << scale;
  const std::uint64_t edges = std::uint64_t{16} * n;
  DeviceArray<std::uint64_t> words(context, 2 * edges);
  std::uint64_t* const word = pointer_of(words);
  for_each(context, edges, [=] __device__(std::uint64_t e) {
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const double draw = unit_interval(hash(5, e * 64 + static_cast<std::uint64_t>(bit)));
      const unsigned quadrant = draw < 0.57 ? 0 : draw < 0.76 ? 1 : draw < 0.95 ? 2 : 3;
      u = 2 * u + quadrant / 2;
      v = 2 * v + quadrant % 2;
    }
    word[2 * e] = u == v ? ~std::uint64_t{0} : u << 32 | v;
    word[2 * e + 1] = u == v ? ~std::uint64_t{0} : v << 32 | u;
  });
  return from_words(context, n, words);
}

DeviceBipartite make_mesh(const DeviceContext& context, int scale, bool triangles) {
  const std::uint32_t height = 1U << (scale / 2);
  const VertexId n = VertexId{1} << scale;
  DeviceArray<VertexId> order;
  if (triangles) order = random_order(context, n, 6);
  return from_family(context, n,
                     Mesh{height, n / height, triangles, triangles ? pointer_of(order) : nullptr});
}

}  // namespace

DeviceBipartite make_device_bipartite(const DeviceContext& context, const std::string& spec) {
  const std::size_t colon = spec.find(':');
  const std::string name = spec.substr(0, colon);
  const int scale = colon == std::string::npos ? 0 : std::atoi(spec.c_str() + colon + 1);
  if (scale < 4 || scale > 28) {
    throw Error(ErrorCode::invalid_option, "'" + spec + "' must be NAME:K with K in 4..28");
  }
  if (name == "rgg") return make_geometric(context, VertexId{1} << scale);
  if (name == "triangles") return make_mesh(context, scale, true);
  if (name == "road") return make_mesh(context, scale, false);
  if (name == "random") return make_random(context, scale);
  if (name == "rmat") return make_rmat(context, scale);
  throw Error(ErrorCode::invalid_option, "there is no instance '" + name + "'");
}

DeviceBipartite permute(const DeviceContext& context, const DeviceBipartiteView& graph,
                        std::uint64_t seed) {
  DeviceArray<VertexId> row_order = random_order(context, graph.num_rows, hash(seed, 1));
  DeviceArray<VertexId> column_order = random_order(context, graph.num_columns, hash(seed, 2));
  DeviceBipartite result;
  result.num_rows = graph.num_rows;
  result.num_columns = graph.num_columns;
  result.offsets = DeviceArray<Offset>(context, graph.num_rows + std::size_t{1});
  result.columns = DeviceArray<VertexId>(context, graph.columns.size());
  const VertexId n = graph.num_rows;
  const VertexId* const new_row = pointer_of(row_order);
  const VertexId* const new_column = pointer_of(column_order);
  const Offset* const from = graph.offsets.data();
  const VertexId* const columns = graph.columns.data();
  Offset* const to = pointer_of(result.offsets);
  VertexId* const placed = pointer_of(result.columns);
  for_each(context, n + std::uint64_t{1}, [=] __device__(std::uint64_t r) {
    to[r < n ? new_row[r] : n] = r < n ? from[r + 1] - from[r] : 0;
  });
  (void)to_offsets(context, result.offsets);
  for_each(context, n, [=] __device__(std::uint64_t r) {
    Offset place = to[new_row[r]];
    for (Offset p = from[r]; p < from[r + 1]; ++p) placed[place++] = new_column[columns[p]];
  });
  context.synchronize();
  return result;
}

}  // namespace hypermatch::bench
