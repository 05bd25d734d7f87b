// SPDX-License-Identifier: MIT
// Matrices and edges in device memory as other libraries hold them (CuPy, PyTorch, cuSPARSE,
// PETSc): numbers of 32 or 64 bits, signed or not, from 0. Views of the library show these arrays
// where they are; what has another type is copied on the device, and counted. Everything is checked
// there first, so that a number out of range is an error and not the end of the process's device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/solver_csr.hpp"

namespace hypermatch {

/// Non-owning integers in device memory, of any type that solvers have; trivially copyable.
class DeviceIntegersView {
 public:
  DeviceIntegersView() = default;
  template <class T>
  requires(SolverInteger<std::remove_const_t<T>>) DeviceIntegersView(DeviceSpan<T> numbers)
      : data_(numbers.data()),
        size_(numbers.size()),
        is_wide_(sizeof(T) == sizeof(std::uint64_t)),
        is_signed_(std::is_signed_v<T>) {}

  [[nodiscard]] const void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// True for 8 bytes each, false for 4.
  [[nodiscard]] bool is_wide() const { return is_wide_; }
  [[nodiscard]] bool is_signed() const { return is_signed_; }

 private:
  const void* data_ = nullptr;
  std::size_t size_ = 0;
  bool is_wide_ = true;
  bool is_signed_ = false;
};

/// A matrix in device memory; non-owning, trivially copyable.
struct DeviceCsr {
  std::uint64_t num_rows = 0;
  /// Nothing: the largest column and 1.
  std::optional<std::uint64_t> num_columns = {};
  /// Size num_rows + 1: entries of row r are at offsets[r] .. offsets[r + 1] - 1.
  DeviceIntegersView offsets = {};
  DeviceIntegersView columns = {};  ///< one per entry
  DeviceWeightsView values = {};    ///< one per entry, or none; graphs have them as weights
};

/// Edges in device memory, each once, in two arrays; non-owning, trivially copyable.
struct DeviceEnds {
  std::optional<std::uint64_t> num_vertices = {};  ///< nothing: the largest end and 1
  DeviceIntegersView u = {};
  DeviceIntegersView v = {};       ///< of the size of `u`
  DeviceWeightsView weights = {};  ///< one per edge, or none
};

/// A view of a caller's matrix in device memory, with the arrays that had to be copied. Valid as
/// long as it and the caller's arrays live; moving it keeps the view valid.
template <class View>
struct AdoptedOnDevice {
  View view;
  std::uint64_t copied_bytes = 0;
  DeviceArray<Offset> offsets = {};    ///< the copies; empty if the view shows the caller's
  DeviceArray<VertexId> columns = {};  ///< see `offsets`
};

/// Pairs made of a caller's ends, and the caller's weights.
struct DeviceEdgeList {
  VertexId num_vertices = 0;
  DeviceArray<GraphEdge> edges;
  DeviceWeightsView weights = {};

  [[nodiscard]] DeviceEdgeListView view() const { return {num_vertices, edges.view(), weights}; }
};

/// The graph of a square matrix with a symmetric pattern and symmetric weights, without entries on
/// the diagonal. Reads each array a few times, on the context's stream, behind all work enqueued
/// there. Entries without an equal one on the other side are found by sums of hashes, which miss
/// one set of them in 2^64; that a row must not hold a column twice is not looked at.
/// @throws Error{invalid_input} naming the first number that is out of range, as it stands in the
/// array; or sizes that do not fit, a loop, weights that are not finite, entries without an equal
/// one on the other side; Error{resources, device}
[[nodiscard]] AdoptedOnDevice<DeviceGraphView> graph_of(const DeviceContext& context,
                                                        const DeviceCsr& matrix);

/// The edges as a list of pairs, 8 bytes each; weights are shown where they are. Whether an edge
/// stands twice is not looked at: it would count twice. `rows_of` makes rows of the list.
/// @throws as `graph_of`, without looking for equal entries
[[nodiscard]] DeviceEdgeList edges_of(const DeviceContext& context, const DeviceEnds& edges);

/// One hyperedge per row, one vertex per column. `weights`: one per row, or none. That a row must
/// not hold a column twice is not looked at. @throws as `graph_of`
[[nodiscard]] AdoptedOnDevice<DeviceHypergraphView> hypergraph_of(
    const DeviceContext& context, const DeviceCsr& matrix, const DeviceWeightsView& weights = {});

/// The pattern of a matrix as rows and columns. @throws as `graph_of`
[[nodiscard]] AdoptedOnDevice<DeviceBipartiteView> bipartite_of(const DeviceContext& context,
                                                                const DeviceCsr& matrix);

/// The device that an address belongs to. @throws Error{invalid_input} if it is none of a device's
/// memory; Error{unsupported, device}
[[nodiscard]] int device_of(const void* address);

/// Work that is enqueued on the context's stream from now on waits for all that is on `stream`, of
/// the same device, by now. @throws Error{device}
void wait_for_stream(const DeviceContext& context, DeviceStream stream);

}  // namespace hypermatch
