// SPDX-License-Identifier: MIT
// The graphs of a hierarchy in device memory: contracted one from another in one room. Where the
// room does not hold them all, the lower ones go, and are contracted from the finest graph again
// when they are needed, so that graphs which hardly shrink take no more memory than others.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/clustering/common/device/problem.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::clustering {

class DeviceLevels {
 public:
  explicit DeviceLevels(const DeviceContext& context) : context_(context) {}

  /// The finest graph, all but loops and volumes. `narrow`: all weights add up to less than 2^31.
  /// `sizes`: volumes are 1 each.
  void begin(const DeviceLevelView& finest, bool has_loops, bool narrow, bool sizes);
  void lay_out(parallel::DeviceArena& arena);
  /// Loops, volumes and the longest row of the finest graph. Waits for the device.
  void make_finest(const DeviceArcWeights& loop_weights);
  /// Words, size n, for lower levels that are made again.
  void lend(VertexId* words) { lent_ = words; }
  /// Only the finest level.
  void clear();

  [[nodiscard]] std::size_t size() const { return levels_.size(); }  ///< above the finest
  [[nodiscard]] VertexId num_vertices(std::size_t i) const {
    return i == 0 ? finest_.num_vertices : levels_[i - 1].view.num_vertices;
  }
  /// Of the vertices of level i in level i + 1.
  [[nodiscard]] const VertexId* coarse_vertex(std::size_t i) const {
    return levels_[i].coarse_vertex;
  }
  /// Where it is kept: the last level is, and others after `restore`.
  [[nodiscard]] const DeviceLevelView& view(std::size_t i) const {
    return i == 0 ? finest_ : levels_[i - 1].view;
  }
  [[nodiscard]] bool is_kept(std::size_t i) const { return i == 0 || levels_[i - 1].is_kept; }
  /// Makes level i if it was let go; true if it was, and the shared arrays of `buffers` and
  /// `starts` have changed. All levels above may go.
  bool restore(std::size_t i);

  /// How many communities there are; their first members stay in the buffers for `contract`.
  [[nodiscard]] VertexId count_classes(std::size_t i, const VertexId* community);
  /// Adds a level, after `count_classes` of the last one.
  void contract(const DevicePartition& partition, VertexId num_classes);
  void drop_last();

  /// Makes tables in global memory large enough for rows of so many arcs.
  void provide_tables(std::uint64_t longest, VertexId communities);
  /// The same for one table of so many slots.
  void provide_slots(std::uint64_t slots);
  [[nodiscard]] const ClusteringBuffers& buffers() const { return buffers_; }
  [[nodiscard]] bool narrow() const { return narrow_; }
  /// Beside the workspace, at most.
  [[nodiscard]] std::uint64_t most_spilled() const { return most_spilled_; }

  /// Volumes of communities; the contraction uses them as room.
  [[nodiscard]] std::int64_t* volume() const { return volume_; }

 private:
  struct Level {
    DeviceLevelView view;
    const VertexId* coarse_vertex = nullptr;  ///< of the level below
    bool is_kept = false;
    std::vector<DeviceBytes> own;  ///< arrays outside the room
  };
  struct Arrays {
    std::uint64_t* begins;
    std::uint32_t* lengths;
    std::int64_t* loops;
    std::int64_t* volume;
  };

  [[nodiscard]] std::uint64_t room_for(std::uint64_t used) const;
  [[nodiscard]] Arrays take_arrays(Level& level);
  [[nodiscard]] bool combine(Level& level, const Arrays& arrays, const DeviceLevelView& source,
                             const VertexId* classes, bool exact);
  void close_room(DeviceContraction& contraction, std::uint64_t used);
  void make_from_finest(std::size_t i);
  void let_go(Level& level);
  void grow_tables(std::uint64_t slots);
  [[nodiscard]] void* spill(std::vector<DeviceBytes>& owner, std::uint64_t bytes);
  template <class T>
  [[nodiscard]] T* take(Level& level, std::uint64_t count);

  const DeviceContext& context_;
  DeviceLevelView finest_;
  bool has_loops_ = false;
  bool narrow_ = false;
  bool sizes_ = false;
  ClusteringBuffers buffers_;
  std::int64_t* volume_ = nullptr;
  std::int64_t* finest_volume_ = nullptr;
  std::int64_t* finest_loops_ = nullptr;
  VertexId* lent_ = nullptr;

  std::byte* room_ = nullptr;
  std::uint64_t room_bytes_ = 0;
  std::uint64_t room_used_ = 0;
  VertexId* maps_ = nullptr;  ///< coarse vertices of all levels, one behind the other
  std::uint64_t maps_size_ = 0;
  std::uint64_t maps_used_ = 0;
  std::vector<DeviceBytes> more_maps_;
  DeviceBytes more_tables_;
  std::uint64_t table_bytes_ = 0;
  std::uint64_t spilled_ = 0;
  std::uint64_t most_spilled_ = 0;
  std::vector<Level> levels_;
};

}  // namespace hypermatch::detail::clustering
