// SPDX-License-Identifier: MIT
// Steps of clustering on a device, inside the library of device code; the host calls them by the
// table in functions.hpp. All are enqueued on the stream and wait for nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/clustering/common/device/device_level.hpp"
#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::clustering {

/// Arrays that the steps share, each of n words unless it says otherwise.
struct ClusteringBuffers {
  ClusteringControl* control = nullptr;
  std::uint8_t* active = nullptr;   ///< also flags
  VertexId* target = nullptr;       ///< of moves; members of classes
  VertexId* moved = nullptr;        ///< vertices that move; numbers of members
  VertexId* first = nullptr;        ///< rows of blocks; first member, then number, of a label
  std::uint64_t* starts = nullptr;  ///< size n + 1: where members of classes begin
  LongRows long_rows;
  GlobalTables tables;
  parallel::DeviceScratch scratch;
};

struct DeviceMoves {
  DeviceLevelView level;
  DevicePartition partition;
  const VertexId* within = nullptr;  ///< refinement: the communities to stay in
  double factor = 0.0;               ///< of `MoveGain`
  double gain_units = 0.0;
  std::int64_t enough = 0;  ///< sweeps end after a gain of no more units
  std::uint64_t seed = 0;
  std::uint64_t max_sweeps = 1;
  std::uint64_t max_arcs = 1;
  bool narrow = false;  ///< the weights of all arcs add up to less than 2^31
  /// One sweep, which need not look at vertices that `project_outer_on_device` left out.
  bool knows_inner = false;
};

/// The contracted graph: its arrays are given, with room for its vertices and so many arcs.
struct DeviceContraction {
  DeviceLevelView level;
  const VertexId* coarse_vertex = nullptr;
  VertexId num_classes = 0;
  std::uint64_t* begins = nullptr;
  std::uint32_t* lengths = nullptr;
  std::int64_t* loops = nullptr;
  VertexId* neighbours = nullptr;
  void* weights = nullptr;
  bool narrow = false;     ///< int32 weights, else int64
  std::uint64_t room = 0;  ///< arcs
  bool exact = false;      ///< rows leave no gaps, which takes longer
};

/// Adds up weights in `control`: first bad one, largest, exact sum by blocks.
void sum_weights_on_device(const DeviceArcWeights& weights, std::uint64_t items,
                           ClusteringControl* control, DeviceStream stream);
/// Exact loops and volumes (degrees, or 1 each), if they are to be kept, and the longest row.
void make_finest_on_device(const DeviceLevelView& level, const DeviceArcWeights& loop_weights,
                           std::int64_t* loops, std::int64_t* volume, bool sizes,
                           ClusteringControl* control, DeviceStream stream);
/// Each vertex alone.
void singletons_on_device(const DeviceLevelView& level, const DevicePartition& partition,
                          DeviceStream stream);
/// Volumes of `count` communities; reports in `control` the first vertex whose number is not below
/// that.
void add_volumes_on_device(const DeviceLevelView& level, const VertexId* community, VertexId count,
                           std::int64_t* volume, ClusteringControl* control, DeviceStream stream);
/// map[v] = coarse_vertex[map[v]]
void compose_on_device(VertexId n, const VertexId* coarse_vertex, VertexId* map,
                       DeviceStream stream);
void copy_on_device(const VertexId* from, std::uint64_t count, VertexId* to, DeviceStream stream);
/// All keys k_none. The tables have `slots` in all.
void clear_tables_on_device(const GlobalTables& tables, DeviceStream stream);
void move_on_device(const DeviceMoves& moves, const ClusteringBuffers& buffers,
                    DeviceStream stream);
/// Classes of `community` (numbers below n) in the order of their first members: their number, and
/// their first members in buffers.moved.
void find_classes_on_device(const VertexId* community, VertexId n, const ClusteringBuffers& buffers,
                            DeviceStream stream);
/// The number of each vertex's class, after `find_classes_on_device`.
void number_classes_on_device(const VertexId* community, VertexId n, VertexId num_classes,
                              const ClusteringBuffers& buffers, VertexId* class_of,
                              DeviceStream stream);
/// Volumes of classes, after `find_classes_on_device` and before numbers are given.
void class_volumes_on_device(const DevicePartition& partition, VertexId num_classes,
                             const ClusteringBuffers& buffers, std::int64_t* volume,
                             DeviceStream stream);
/// Members of classes, in buffers.target from buffers.starts; sums of their arcs in
/// contraction.begins.
void place_members_on_device(const DeviceContraction& contraction, const ClusteringBuffers& buffers,
                             DeviceStream stream);
/// Rows, loops and counts.
void combine_rows_on_device(const DeviceContraction& contraction, const ClusteringBuffers& buffers,
                            DeviceStream stream);
/// Weight inside communities of one vertex each, and squares of volumes, or pairs of vertices.
void sum_vertices_on_device(const DeviceLevelView& level, bool sizes, ClusteringControl* control,
                            DeviceStream stream);
/// The same of communities.
void sum_communities_on_device(const DeviceLevelView& level, const DevicePartition& partition,
                               bool sizes, ClusteringControl* control, DeviceStream stream);
/// community[v] = coarse_community[coarse_vertex[v]]; volumes of numbers from `known` on are 0.
void project_down_on_device(VertexId n, VertexId known, const VertexId* coarse_vertex,
                            const VertexId* coarse_community, const DevicePartition& partition,
                            DeviceStream stream);
/// The same. Besides, only vertices of which an arc may lead to another community are active: the
/// members of coarse vertices that have such an arc.
void project_outer_on_device(VertexId n, const DeviceLevelView& coarse,
                             const VertexId* coarse_vertex, const VertexId* coarse_community,
                             double factor, const DevicePartition& partition,
                             const ClusteringBuffers& buffers, DeviceStream stream);
/// The communities of coarse vertices, whose members have one each, numbered by their lowest
/// coarse vertex. `lowest`: n words.
void project_up_on_device(VertexId n, const VertexId* coarse_vertex, const VertexId* community,
                          VertexId* coarse_community, VertexId* lowest, DeviceStream stream);
/// The lowest vertex that each one is connected with inside its community.
void components_on_device(const DeviceLevelView& level, const VertexId* community, VertexId* parent,
                          DeviceStream stream);
[[nodiscard]] std::size_t clustering_scratch_bytes(VertexId n);

}  // namespace hypermatch::detail::clustering
