// SPDX-License-Identifier: MIT
// Matchings of largest cardinality in bipartite graphs on a device: device memory in, device memory
// out; and the same for graphs in host memory.
//
// The size of the answer is unique. Which edges are matched depends on the order in which the
// device's threads run: the level of determinism is `none`.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/enum_names.hpp"

namespace hypermatch {

/// Non-owning bipartite graph in device memory; trivially copyable. As `BipartiteView`, whose
/// invariants hold here too: they are not checked on the device.
struct DeviceBipartiteView {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  DeviceSpan<const Offset> offsets;    ///< size num_rows + 1 (empty stands for no rows)
  DeviceSpan<const VertexId> columns;  ///< size offsets[num_rows]

  [[nodiscard]] std::uint64_t num_entries() const { return columns.size(); }
};

/// Owning bipartite graph in device memory.
struct DeviceBipartite {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<VertexId> columns;

  [[nodiscard]] DeviceBipartiteView view() const {
    return {num_rows, num_columns, offsets.view(), columns.view()};
  }
};

/// Copies a bipartite graph to the device, in pieces through pinned memory, and waits until it is
/// there. @throws Error{resources, device, cancelled}
[[nodiscard]] DeviceBipartite upload(const DeviceContext& context, const BipartiteView& bipartite);

/// How a level of the breadth-first search runs (Deveci, Kaya, Ucar, Catalyurek 2013).
enum class LevelKernel {
  gpubfs,     ///< every tree grows until the search ends
  gpubfs_wr,  ///< each vertex knows its root, and a tree stops once it reached a free column
};

template <>
struct EnumNames<LevelKernel> {
  static constexpr EnumName<LevelKernel> all[] = {{LevelKernel::gpubfs, "gpubfs"},
                                                  {LevelKernel::gpubfs_wr, "gpubfs_wr"}};
};

/// How many threads share the rows of the graph (Deveci et al. 2013).
enum class ThreadLayout {
  mt,  ///< as many as there are rows, or as the device holds at once if those are fewer
  ct,  ///< 256 x 256
};

template <>
struct EnumNames<ThreadLayout> {
  static constexpr EnumName<ThreadLayout> all[] = {{ThreadLayout::mt, "mt"},
                                                   {ThreadLayout::ct, "ct"}};
};

struct DeviceBipartiteOptions {
  /// `automatic` stands for `karp_sipser` here. Starts on a device differ from the host's in that
  /// many rows choose at once: `cheap` lets each take the first free neighbour behind a random one;
  /// `karp_sipser` goes in rounds, rows and columns with the fewest free neighbours first.
  /// `least_degree` runs on the host alone, and is refused: Error{unsupported}.
  BipartiteStart start = BipartiteStart::automatic;
  /// Seed of the random choices of the start; any value.
  std::uint64_t seed = 0;
  /// A matching in device memory to start from instead: as `BipartiteOptions::initial`. Empty:
  /// none.
  DeviceSpan<const VertexId> initial = {};
  /// Options of `apfb` and `apsb`; other algorithms ignore them. The defaults are the fastest of
  /// the eight in docs/papers.md.
  LevelKernel kernel = LevelKernel::gpubfs_wr;
  ThreadLayout layout = ThreadLayout::mt;
};

/// Memory of the caller for a matching. Empty members: the workspace holds it.
struct DeviceMatesMemory {
  DeviceSpan<VertexId> row_mates;     ///< size num_rows
  DeviceSpan<VertexId> column_mates;  ///< size num_columns
};

/// A matching in device memory: in the caller's, or in the workspace until its next use or end.
struct DeviceBipartiteMatching {
  DeviceSpan<const VertexId> row_mates;     ///< size num_rows: the row's column, or k_none
  DeviceSpan<const VertexId> column_mates;  ///< size num_columns: the column's row, or k_none
  std::uint64_t cardinality = 0;
  BipartiteStats stats;  ///< device_peak_bytes: of this call, with the input
};

/// The start alone, any but `none` and `least_degree`.
/// @throws Error{invalid_option, invalid_input, unsupported, resources, device, cancelled}
[[nodiscard]] DeviceBipartiteMatching start_matching(const DeviceContext& context,
                                                     const DeviceBipartiteView& graph,
                                                     const DeviceBipartiteOptions& options,
                                                     DeviceWorkspace& workspace,
                                                     const DeviceMatesMemory& memory = {});

/// Breadth-first searches from all free rows at once, each tree of which stops at its first free
/// column and so gives one augmenting path, disjoint from all others; all of it, the start
/// excepted, in one kernel without a word to the host. O(entries * phases), few phases in practice.
/// Needs the rows alone, no transpose, and at most 41 bytes per row and 21 per column. A graph on
/// which searches stay too narrow for a device (a long chain) is solved by `maximum_matching` on
/// the host (stats.stop_reason). A second call that needs no more memory allocates nothing.
/// @throws Error{invalid_option, invalid_input, unsupported, resources, device, cancelled};
/// unsupported: the start `least_degree`
[[nodiscard]] DeviceBipartiteMatching ms_bfs(const DeviceContext& context,
                                             const DeviceBipartiteView& graph,
                                             const DeviceBipartiteOptions& options,
                                             DeviceWorkspace& workspace,
                                             const DeviceMatesMemory& memory = {});

/// Deveci, Kaya, Ucar, Catalyurek 2013 ("GPU accelerated maximum cardinality matching algorithms
/// for bipartite graphs", doi:10.1007/978-3-642-40047-6_84): levels over all rows, speculative
/// alternation along all paths found, then repair. `apfb` searches until no level adds anything,
/// `apsb` until the level of the first free columns. O(entries * rows) at worst.
/// @throws as `ms_bfs`
[[nodiscard]] DeviceBipartiteMatching apfb(const DeviceContext& context,
                                           const DeviceBipartiteView& graph,
                                           const DeviceBipartiteOptions& options,
                                           DeviceWorkspace& workspace,
                                           const DeviceMatesMemory& memory = {});
[[nodiscard]] DeviceBipartiteMatching apsb(const DeviceContext& context,
                                           const DeviceBipartiteView& graph,
                                           const DeviceBipartiteOptions& options,
                                           DeviceWorkspace& workspace,
                                           const DeviceMatesMemory& memory = {});

/// Uploads, solves, downloads: stats.transfer_seconds holds the copies both ways. `ms_bfs` leaves
/// graphs so small that they are no work for a device to `maximum_matching` on the host
/// (stats.stop_reason). `initial`: a matching in host memory to start from, as
/// `BipartiteOptions::initial`. @throws as above
[[nodiscard]] BipartiteMatching ms_bfs(const DeviceContext& context, const BipartiteView& graph,
                                       const DeviceBipartiteOptions& options = {},
                                       std::span<const VertexId> initial = {});
[[nodiscard]] BipartiteMatching apfb(const DeviceContext& context, const BipartiteView& graph,
                                     const DeviceBipartiteOptions& options = {},
                                     std::span<const VertexId> initial = {});
[[nodiscard]] BipartiteMatching apsb(const DeviceContext& context, const BipartiteView& graph,
                                     const DeviceBipartiteOptions& options = {},
                                     std::span<const VertexId> initial = {});

}  // namespace hypermatch
