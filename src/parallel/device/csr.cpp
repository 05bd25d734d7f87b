// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/refuse_input.hpp"
#include "hypermatch/device_csr.hpp"
#include "parallel/device/csr.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

namespace parallel = detail::parallel;

const parallel::CsrFunctions& on_device() {
  return parallel::device_functions<parallel::CsrFunctions>();
}

VertexId checked_count(const char* name, std::uint64_t count) {
  if (count <= k_max_count) return static_cast<VertexId>(count);
  refuse_input(std::string(name) + " is " + std::to_string(count) + ", must be below 2^32 - 1");
}

void check_weights(const DeviceContext& context, const DeviceWeightsView& weights,
                   std::uint64_t items, const char* name) {
  if (weights.index() == 0) return;
  if (parallel::size_of(weights) != items) {
    refuse_input("there are " + std::to_string(parallel::size_of(weights)) + " " + name + " for " +
                 std::to_string(items) + " entries");
  }
  if (const auto i = on_device().wrong_weight(context, weights)) {
    refuse_input(std::string(name) + "[" + std::to_string(*i) + "] is not a finite number");
  }
}

// Number i as the array holds it.
std::string text_of(const DeviceContext& context, const DeviceIntegersView& numbers,
                    std::uint64_t i) {
  const auto read = [&](auto number) {
    const auto* const all = static_cast<const decltype(number)*>(numbers.data());
    detail::copy_to_host(context, &number, all + i, sizeof(number));
    return std::to_string(number);
  };
  if (numbers.is_wide()) return numbers.is_signed() ? read(std::int64_t{}) : read(std::uint64_t{});
  return numbers.is_signed() ? read(std::int32_t{}) : read(std::uint32_t{});
}

std::string found(const DeviceContext& context, const char* array,
                  const DeviceIntegersView& numbers, std::uint64_t i) {
  return std::string(array) + "[" + std::to_string(i) + "] is " + text_of(context, numbers, i);
}

// Numbers of vertices, checked, in an array of the library's type. Copies with a stride go to `to`.
void check_numbers(const DeviceContext& context, const char* name, const DeviceIntegersView& from,
                   VertexId bound, VertexId* to, std::uint64_t stride = 1) {
  const auto i = on_device().wrong_number(context, {from, bound, to, stride});
  if (!i) return;
  const std::string what = found(context, name, from, *i);
  if (bound == 0) refuse_input(what + ", but there are none");
  refuse_input(what + ", must be 0 .. " + std::to_string(bound - 1));
}

// The number of vertices: the one given, or the largest number of all arrays and 1.
template <class... Arrays>
VertexId count_of(const DeviceContext& context, const char* name,
                  const std::optional<std::uint64_t>& given, const Arrays&... arrays) {
  if (given) return checked_count(name, *given);
  std::uint64_t count = 0;
  const auto look = [&](const DeviceIntegersView& numbers) {
    if (numbers.size() == 0) return;
    const std::uint64_t largest = on_device().largest_of(context, numbers);
    // Numbers that no vertex can have are named where numbers are checked.
    count = std::max(count, std::min(largest, k_max_count - 1) + 1);
  };
  (look(arrays), ...);
  return checked_count(name, count);
}

// Offsets and columns, as the library has them.
struct Adopted {
  VertexId num_columns = 0;
  DeviceSpan<const Offset> offsets;
  DeviceSpan<const VertexId> columns;
};

template <class View>
Adopted adopt(const DeviceContext& context, const DeviceCsr& matrix, AdoptedOnDevice<View>& held) {
  (void)checked_count("num_rows", matrix.num_rows);
  const DeviceIntegersView& offsets = matrix.offsets;
  const DeviceIntegersView& columns = matrix.columns;
  if (offsets.size() != matrix.num_rows + 1) {
    refuse_input("there are " + std::to_string(offsets.size()) + " offsets for " +
                 std::to_string(matrix.num_rows) + " rows, must be one more than rows");
  }
  if (!offsets.is_wide()) {
    held.offsets = DeviceArray<Offset>(context, offsets.size());
    held.copied_bytes += offsets.size() * sizeof(Offset);
  }
  if (const auto i =
          on_device().wrong_offset(context, offsets, columns.size(), held.offsets.span().data())) {
    std::string what = found(context, "offsets", offsets, *i);
    if (*i == 0) refuse_input(what + ", must be 0");
    const bool is_last = *i + 1 == offsets.size();
    refuse_input(what + ", must be " + (is_last ? "" : text_of(context, offsets, *i - 1) + " .. ") +
                 std::to_string(columns.size()));
  }
  Adopted all;
  all.num_columns = count_of(context, "num_columns", matrix.num_columns, columns);
  if (columns.is_wide()) {
    held.columns = DeviceArray<VertexId>(context, columns.size());
    held.copied_bytes += columns.size() * sizeof(VertexId);
  }
  check_numbers(context, "columns", columns, all.num_columns, held.columns.span().data());
  all.offsets = offsets.is_wide() ? DeviceSpan<const Offset>(
                                        static_cast<const Offset*>(offsets.data()), offsets.size())
                                  : held.offsets.view();
  all.columns = columns.is_wide()
                    ? held.columns.view()
                    : DeviceSpan<const VertexId>(static_cast<const VertexId*>(columns.data()),
                                                 columns.size());
  return all;
}

}  // namespace

AdoptedOnDevice<DeviceGraphView> graph_of(const DeviceContext& context, const DeviceCsr& matrix) {
  const std::uint64_t columns = matrix.num_columns.value_or(matrix.num_rows);
  if (columns != matrix.num_rows) {
    refuse_input("the matrix has " + std::to_string(matrix.num_rows) + " rows and " +
                 std::to_string(columns) + " columns, that of a graph must be square");
  }
  AdoptedOnDevice<DeviceGraphView> result;
  DeviceCsr square = matrix;
  square.num_columns = columns;
  const Adopted all = adopt(context, square, result);
  check_weights(context, matrix.values, all.columns.size(), "values");
  result.view = {all.num_columns, all.offsets, all.columns, matrix.values};
  const parallel::DeviceSymmetry symmetry = on_device().symmetry_of(context, result.view);
  if (symmetry.loop) {
    refuse_input(found(context, "columns", matrix.columns, *symmetry.loop) +
                 ", the number of its row: entries on the diagonal are not taken in device memory");
  }
  if (!symmetry.is_symmetric) {
    refuse_input(
        "the matrix is not symmetric: an entry has no equal one on the other side of the "
        "diagonal");
  }
  return result;
}

DeviceEdgeList edges_of(const DeviceContext& context, const DeviceEnds& edges) {
  const std::size_t m = edges.u.size();
  if (edges.v.size() != m) {
    refuse_input("u has " + std::to_string(m) + " ends and v has " +
                 std::to_string(edges.v.size()));
  }
  check_weights(context, edges.weights, m, "weights");
  const VertexId n = count_of(context, "num_vertices", edges.num_vertices, edges.u, edges.v);
  DeviceEdgeList list{n, DeviceArray<GraphEdge>(context, m), edges.weights};
  auto* const ends = reinterpret_cast<VertexId*>(list.edges.span().data());
  if (m != 0) {
    check_numbers(context, "u", edges.u, n, ends, 2);
    check_numbers(context, "v", edges.v, n, ends + 1, 2);
  }
  if (const auto e = on_device().loop_of_list(context, list.edges.view())) {
    refuse_input("edge " + std::to_string(*e) + " is a loop at vertex " +
                 text_of(context, edges.u, *e));
  }
  return list;
}

AdoptedOnDevice<DeviceHypergraphView> hypergraph_of(const DeviceContext& context,
                                                    const DeviceCsr& matrix,
                                                    const DeviceWeightsView& weights) {
  AdoptedOnDevice<DeviceHypergraphView> result;
  const Adopted all = adopt(context, matrix, result);
  check_weights(context, weights, matrix.num_rows, "weights");
  result.view = {all.num_columns, all.offsets, all.columns, weights};
  return result;
}

AdoptedOnDevice<DeviceBipartiteView> bipartite_of(const DeviceContext& context,
                                                  const DeviceCsr& matrix) {
  AdoptedOnDevice<DeviceBipartiteView> result;
  const Adopted all = adopt(context, matrix, result);
  result.view = {static_cast<VertexId>(matrix.num_rows), all.num_columns, all.offsets, all.columns};
  return result;
}

int device_of(const void* address) {
  const int device = parallel::runtime::device_of(address);
  if (device >= 0) return device;
  refuse_input("an address is none of device memory");
}

void wait_for_stream(const DeviceContext& context, DeviceStream stream) {
  const parallel::DeviceScope scope(context.device());
  parallel::runtime::Event reached;
  reached.record(stream);
  reached.hold(context.stream());
}

}  // namespace hypermatch
