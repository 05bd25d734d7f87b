// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/device/device_levels.hpp"

#include <algorithm>

#include "algorithms/clustering/common/device/finest.hpp"
#include "algorithms/clustering/common/device/functions.hpp"

namespace hypermatch::detail::clustering {

namespace {

constexpr std::uint64_t k_alignment = 256;

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + k_alignment - 1) / k_alignment * k_alignment;
}

constexpr std::uint64_t k_vertex_bytes = 28;  // of a level without its rows
constexpr std::uint64_t k_most_pieces = 64;   // in which neighbours move
constexpr std::uint64_t k_slot_bytes = sizeof(VertexId) + sizeof(std::uint64_t);

}  // namespace

void DeviceLevels::begin(const DeviceLevelView& finest, bool has_loops, bool narrow, bool sizes) {
  finest_ = finest;
  has_loops_ = has_loops;
  narrow_ = narrow;
  sizes_ = sizes;
}

void DeviceLevels::lay_out(parallel::DeviceArena& arena) {
  const std::uint64_t n = finest_.num_vertices;
  const std::uint64_t arcs = finest_.num_arcs;
  buffers_.control = arena.take<ClusteringControl>(1);
  buffers_.active = arena.take<std::uint8_t>(n + 4);
  buffers_.target = arena.take<VertexId>(n);
  buffers_.moved = arena.take<VertexId>(n);
  buffers_.first = arena.take<VertexId>(n);
  volume_ = arena.take<std::int64_t>(n + 1);
  // Volumes of communities are done with when members of classes are placed.
  buffers_.starts = reinterpret_cast<std::uint64_t*>(volume_);
  // Else it is the degree.
  const bool keeps_volume =
      has_loops_ || sizes_ || finest_.weights.kind != DeviceArcWeights::Kind::none;
  finest_volume_ = keeps_volume ? arena.take<std::int64_t>(n) : nullptr;
  finest_loops_ = has_loops_ ? arena.take<std::int64_t>(n) : nullptr;
  const std::uint64_t slots = std::max<std::uint64_t>(std::uint64_t{1} << 16, arcs / 16);
  buffers_.tables = {.keys = arena.take<VertexId>(slots),
                     .sums = arena.take<unsigned long long>(slots),
                     .slots = slots};
  buffers_.long_rows = {.rows = arena.take<LongRow>(LongRows::most_rows(arcs)),
                        .row_of_part = arena.take<std::uint32_t>(LongRows::most_parts(arcs)),
                        .choices = arena.take<PartChoice>(LongRows::most_parts(arcs)),
                        .block_rows = arena.take<std::uint32_t>(LongRows::most_block_rows(arcs))};
  buffers_.scratch.bytes = on_device().scratch_bytes(finest_.num_vertices);
  buffers_.scratch.data = arena.take<std::byte>(buffers_.scratch.bytes);
  maps_size_ = n + n / 2 + 1024;
  maps_ = arena.take<VertexId>(maps_size_);
  room_bytes_ = room_for(arena.bytes());
  room_ = arena.take<std::byte>(room_bytes_);
}

// The rows of a level that hardly shrinks, and more levels above it as long as the memory stays
// below 2.4 times that of the graph with weights. `used`: bytes of all other arrays but two.
std::uint64_t DeviceLevels::room_for(std::uint64_t used) const {
  const std::uint64_t n = finest_.num_vertices;
  const std::uint64_t arcs = finest_.num_arcs;
  const std::uint64_t rows = (n + 1) * sizeof(std::uint64_t) + arcs * sizeof(VertexId);
  const std::uint64_t weights = arcs * (narrow_ ? 4 : 8);
  const bool is_weighted = finest_.weights.kind != DeviceArcWeights::Kind::none;
  used += rows + (is_weighted ? weights : 0) + 2 * n * sizeof(VertexId);
  const std::uint64_t least = arcs * sizeof(VertexId) + weights + 6 * n + (64U << 10U);
  const std::uint64_t most = (rows + weights) * 12 / 5;
  const std::uint64_t left = most > used + least ? most - used - least : 0;
  return aligned(least + std::min(left, least / 2));
}

void DeviceLevels::make_finest(const DeviceArcWeights& loop_weights) {
  const DeviceFunctions& device = on_device();
  device.make_finest(finest_, loop_weights, finest_loops_, finest_volume_, sizes_, buffers_.control,
                     context_.stream());
  finest_.volume = finest_volume_;
  finest_.loops = finest_loops_;
  finest_.longest = read_control(context_, buffers_.control).longest;
  device.clear_tables(buffers_.tables, context_.stream());
}

void* DeviceLevels::spill(std::vector<DeviceBytes>& owner, std::uint64_t bytes) {
  spilled_ += bytes;
  most_spilled_ = std::max(most_spilled_, spilled_ + table_bytes_);
  return owner.emplace_back(context_, bytes).data();
}

template <class T>
T* DeviceLevels::take(Level& level, std::uint64_t count) {
  const std::uint64_t bytes = aligned(count * sizeof(T));
  if (bytes > room_bytes_ - room_used_) return static_cast<T*>(spill(level.own, bytes));
  std::byte* const place = room_ + room_used_;
  room_used_ += bytes;
  return reinterpret_cast<T*>(place);
}

void DeviceLevels::let_go(Level& level) {
  for (const DeviceBytes& bytes : level.own) spilled_ -= bytes.size();
  level.own.clear();
  level.is_kept = false;
}

void DeviceLevels::clear() {
  for (Level& level : levels_) let_go(level);
  levels_.clear();
  for (const DeviceBytes& bytes : more_maps_) spilled_ -= bytes.size();
  more_maps_.clear();
  room_used_ = 0;
  maps_used_ = 0;
}

void DeviceLevels::drop_last() {
  let_go(levels_.back());
  levels_.pop_back();
}

void DeviceLevels::provide_tables(std::uint64_t longest, VertexId communities) {
  if (longest <= LongRows::k_arcs) return;
  provide_slots(long_slots_for(std::min<std::uint64_t>(longest, communities)));
}

void DeviceLevels::provide_slots(std::uint64_t slots) {
  if (slots > buffers_.tables.slots) grow_tables(slots);
}

void DeviceLevels::grow_tables(std::uint64_t slots) {
  more_tables_ = {};
  more_tables_ = DeviceBytes(context_, slots * k_slot_bytes);
  table_bytes_ = slots * k_slot_bytes;
  most_spilled_ = std::max(most_spilled_, spilled_ + table_bytes_);
  auto* const sums = static_cast<unsigned long long*>(more_tables_.data());
  buffers_.tables = {
      .keys = reinterpret_cast<VertexId*>(sums + slots), .sums = sums, .slots = slots};
  on_device().clear_tables(buffers_.tables, context_.stream());
}

VertexId DeviceLevels::count_classes(std::size_t i, const VertexId* community) {
  on_device().find_classes(community, num_vertices(i), buffers_, context_.stream());
  return static_cast<VertexId>(read_control(context_, buffers_.control).num_classes);
}

DeviceLevels::Arrays DeviceLevels::take_arrays(Level& level) {
  const std::uint64_t n = level.view.num_vertices;
  return {.begins = take<std::uint64_t>(level, n),
          .lengths = take<std::uint32_t>(level, n),
          .loops = take<std::int64_t>(level, n),
          .volume = take<std::int64_t>(level, n)};
}

void DeviceLevels::contract(const DevicePartition& partition, VertexId num_classes) {
  const DeviceFunctions& device = on_device();
  const DeviceLevelView source = view(levels_.size());
  Level& next = levels_.emplace_back();
  next.view.num_vertices = num_classes;
  VertexId* const map =
      maps_size_ - maps_used_ >= source.num_vertices
          ? maps_ + maps_used_
          : static_cast<VertexId*>(spill(more_maps_, source.num_vertices * sizeof(VertexId)));
  if (map == maps_ + maps_used_) maps_used_ += source.num_vertices;
  next.coarse_vertex = map;
  const Arrays arrays = take_arrays(next);
  device.class_volumes(partition, num_classes, buffers_, arrays.volume, context_.stream());
  device.number_classes(partition.community, source.num_vertices, num_classes, buffers_, map,
                        context_.stream());
  if (combine(next, arrays, source, map, false)) return;
  for (Level& level : levels_) let_go(level);
  make_from_finest(levels_.size());
}

bool DeviceLevels::restore(std::size_t i) {
  if (i == 0 || levels_[i - 1].is_kept) return false;
  for (Level& level : levels_) let_go(level);
  make_from_finest(i);
  return true;
}

void DeviceLevels::make_from_finest(std::size_t i) {
  const DeviceFunctions& device = on_device();
  const VertexId n = finest_.num_vertices;
  device.copy(levels_[0].coarse_vertex, n, lent_, context_.stream());
  for (std::size_t j = 1; j < i; ++j) {
    device.compose(n, levels_[j].coarse_vertex, lent_, context_.stream());
  }
  Level& level = levels_[i - 1];
  // The rows have no more arcs than those of the level below. Where they fill the room, the other
  // arrays go elsewhere.
  const std::uint64_t below = i == 1 ? finest_.num_arcs : levels_[i - 2].view.num_arcs;
  const std::uint64_t arcs = level.view.num_arcs != 0 ? level.view.num_arcs : below;
  const std::uint64_t bytes = arcs * (sizeof(VertexId) + (narrow_ ? 4 : 8)) + 64 * k_alignment;
  room_used_ = room_bytes_ - std::min(room_bytes_, k_vertex_bytes * level.view.num_vertices) < bytes
                   ? room_bytes_
                   : 0;
  const Arrays arrays = take_arrays(level);
  if (room_used_ == room_bytes_) room_used_ = 0;
  device.add_volumes(finest_, lent_, level.view.num_vertices, arrays.volume, buffers_.control,
                     context_.stream());
  (void)combine(level, arrays, finest_, lent_, true);
}

// Neighbours move down to the weights that are used, so that the next level has the room behind:
// in pieces that do not reach where they come from.
void DeviceLevels::close_room(DeviceContraction& contraction, std::uint64_t used) {
  const std::uint64_t weight_bytes = narrow_ ? 4 : 8;
  const std::uint64_t begin = aligned(used * weight_bytes);
  auto* const closer = reinterpret_cast<VertexId*>(room_ + room_used_ + begin);
  const VertexId* const from = contraction.neighbours;
  const auto distance = static_cast<std::uint64_t>(closer < from ? from - closer : 0);
  if (distance * k_most_pieces < used) {
    room_used_ = room_bytes_;
    return;
  }
  for (std::uint64_t i = 0; i < used; i += distance) {
    on_device().copy(from + i, std::min(distance, used - i), closer + i, context_.stream());
  }
  contraction.neighbours = closer;
  room_used_ += begin + aligned(used * sizeof(VertexId));
}

// Makes the rows of a level; false where the room does not hold them. If they are `exact` they go
// elsewhere then.
bool DeviceLevels::combine(Level& level, const Arrays& arrays, const DeviceLevelView& source,
                           const VertexId* classes, bool exact) {
  const DeviceFunctions& device = on_device();
  const std::uint64_t weight_bytes = narrow_ ? 4 : 8;
  DeviceContraction contraction{.level = source,
                                .coarse_vertex = classes,
                                .num_classes = level.view.num_vertices,
                                .begins = arrays.begins,
                                .lengths = arrays.lengths,
                                .loops = arrays.loops,
                                .narrow = narrow_,
                                .exact = exact};
  std::byte* place = room_ + room_used_;
  contraction.room = (room_bytes_ - room_used_) / (sizeof(VertexId) + weight_bytes) / 64 * 64;
  // Ends: tables and room are large enough the second or third time.
  for (;;) {
    contraction.weights = place;
    contraction.neighbours = reinterpret_cast<VertexId*>(place + contraction.room * weight_bytes);
    device.place_members(contraction, buffers_, context_.stream());
    device.combine_rows(contraction, buffers_, context_.stream());
    const ClusteringControl& read = read_control(context_, buffers_.control);
    const std::uint64_t slots =
        long_slots_for(std::min<std::uint64_t>(read.longest_sum, contraction.num_classes));
    if (read.long_classes.rows != 0 && slots > buffers_.tables.slots) {
      grow_tables(slots);
      continue;
    }
    const std::uint64_t used = read.next_arc;
    if (used <= contraction.room) {
      level.view.num_arcs = read.num_arcs;
      level.view.longest = read.longest;
      if (place == room_ + room_used_) close_room(contraction, used);
      break;
    }
    if (!exact) return false;
    contraction.room = (used + 63) / 64 * 64;
    place = static_cast<std::byte*>(
        spill(level.own, contraction.room * (sizeof(VertexId) + weight_bytes)));
  }
  level.view.begins = arrays.begins;
  level.view.lengths = arrays.lengths;
  level.view.loops = arrays.loops;
  level.view.volume = arrays.volume;
  level.view.neighbours = contraction.neighbours;
  level.view.weights = {
      .items = contraction.weights,
      .kind = narrow_ ? DeviceArcWeights::Kind::int32 : DeviceArcWeights::Kind::int64};
  level.is_kept = true;
  return true;
}

}  // namespace hypermatch::detail::clustering
