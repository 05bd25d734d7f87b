// SPDX-License-Identifier: MIT
// Bipartite matching on a device: what an algorithm is given, and what it leaves. Each stands in a
// file of its own (NAME_cuda.cu), inside the library of device code; the host calls them by the
// table in functions.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/device_bipartite_matching.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::bipartite_matching {

/// The arrays of mates that algorithms work on.
struct DeviceMates {
  VertexId* rows = nullptr;     ///< size num_rows
  VertexId* columns = nullptr;  ///< size num_columns
};

struct DeviceBipartiteProblem {
  const DeviceContext& context;
  DeviceBipartiteView graph;  ///< with at least one entry
  DeviceBipartiteOptions options;
  DeviceMates mates;  ///< set where the workspace is cut
};

/// Buffers of a start; the memory can be reused when the start is done.
struct DeviceStartBuffers {
  struct StartControl* control = nullptr;
  VertexId* choices = nullptr;            ///< one per row
  std::uint32_t* column_words = nullptr;  ///< one per column
  std::uint64_t* column_sums = nullptr;   ///< one per column
  std::uint8_t* row_classes = nullptr;  ///< one per row; from here to the next remark `karp_sipser`
  std::uint8_t* next_classes = nullptr;    ///< one per row
  std::uint32_t* proposing = nullptr;      ///< one byte per row, four per word
  std::uint8_t* column_classes = nullptr;  ///< one per column
  std::uint32_t* row_counts = nullptr;     ///< one per row; from here on `two_sided`
  float* row_scale = nullptr;              ///< one per row
  std::uint8_t* chosen = nullptr;          ///< one per row and one per column
};

/// Replaces `automatic`.
[[nodiscard]] BipartiteStart resolved_start(BipartiteStart start);

[[nodiscard]] DeviceStartBuffers lay_out_start(parallel::DeviceArena& arena,
                                               const DeviceBipartiteView& graph,
                                               BipartiteStart start);
/// Writes all mates; of `initial`, those of an empty matching. Enqueued only.
void enqueue_start(const DeviceBipartiteProblem& problem, BipartiteStart start,
                   const DeviceStartBuffers& buffers);

/// Writes `options.initial` into an empty matching, and into `bad_row` the first row whose mate is
/// no entry or is another row's, or k_none. Enqueued only.
void enqueue_initial(const DeviceBipartiteProblem& problem, VertexId* bad_row);

void enqueue_cheap(const DeviceBipartiteProblem& problem);
void enqueue_karp_sipser(const DeviceBipartiteProblem& problem, const DeviceStartBuffers& buffers);
void enqueue_two_sided(const DeviceBipartiteProblem& problem, const DeviceStartBuffers& buffers);

/// How a search ended, and what it did.
struct DeviceSearch {
  std::uint64_t phases = 0;
  std::uint64_t levels = 0;
  std::uint64_t free_rows = 0;  ///< left, those without neighbours included
  bool too_narrow = false;      ///< given up, since levels held too few rows for a device
};

/// Told by a search that goes level by level how many levels each phase had.
class PhaseLog {
 public:
  PhaseLog() = default;
  PhaseLog(const PhaseLog&) = delete;
  PhaseLog& operator=(const PhaseLog&) = delete;
  virtual ~PhaseLog() = default;
  virtual void phase(std::uint64_t levels) = 0;
};

struct MsBfsBuffers {
  struct MsBfsControl* control = nullptr;
  struct GuidedWalkControl* walks = nullptr;
  std::byte* records = nullptr;      ///< one per column: its mate, and its place in a tree
  std::uint32_t* visited = nullptr;  ///< one bit per column
  VertexId* leaves = nullptr;  ///< one per row: the free column that the tree of a root reached
  std::uint32_t* free_rows = nullptr;  ///< one bit per row
  std::byte* frontiers[2] = {nullptr, nullptr};
};
[[nodiscard]] MsBfsBuffers lay_out_ms_bfs(parallel::DeviceArena& arena,
                                          const DeviceBipartiteView& graph);
/// Makes the matching maximum; waits for the stream.
[[nodiscard]] DeviceSearch run_ms_bfs(const DeviceBipartiteProblem& problem,
                                      const MsBfsBuffers& buffers);

enum class PathPolicy { all_levels, shortest };

struct LevelSearchBuffers {
  struct LevelFlags* flags = nullptr;
  std::uint32_t* levels = nullptr;   ///< one per row
  std::uint32_t* roots = nullptr;    ///< one per row
  VertexId* predecessors = nullptr;  ///< one per column
  VertexId* ends = nullptr;          ///< one per row
};
[[nodiscard]] LevelSearchBuffers lay_out_level_search(parallel::DeviceArena& arena,
                                                      const DeviceBipartiteView& graph);
/// Makes the matching maximum; waits for the stream once per level.
[[nodiscard]] DeviceSearch run_level_search(const DeviceBipartiteProblem& problem,
                                            PathPolicy policy, const LevelSearchBuffers& buffers,
                                            PhaseLog& log);

/// How many of the items are not k_none. Enqueued only.
void count_matched(const VertexId* mates, std::uint64_t size, std::uint64_t* count,
                   DeviceStream stream);

}  // namespace hypermatch::detail::bipartite_matching
