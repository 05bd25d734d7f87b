// SPDX-License-Identifier: MIT
// Louvain's method by buckets of degrees on a device: the rounds of `louvain_buckets` on cores.
#include <algorithm>

#include "algorithms/clustering/common/device/bucket_moves.hpp"
#include "algorithms/clustering/common/device/device_multilevel.hpp"
#include "algorithms/clustering/common/device/functions.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"

namespace hypermatch::detail::clustering {

namespace {

BucketSizes sizes_of(const ClusteringControl& read) {
  BucketSizes sizes{};
  for (std::size_t i = 0; i < k_parts_of_buckets; ++i) {
    sizes.begin[i + 1] = sizes.begin[i] + read.buckets[i];
  }
  return sizes;
}

// Slots of the largest table in global memory.
std::uint64_t most_slots(const BucketSizes& sizes) {
  for (std::size_t i = k_global_slots.size(); i-- > 0;) {
    if (sizes.size(k_bucket_bounds.size() + i) != 0) return k_global_slots[i];
  }
  return 0;
}

}  // namespace

DeviceMultilevel::Counts DeviceMultilevel::move_in_buckets(std::size_t i,
                                                           const LouvainOptions& options) {
  const DeviceFunctions& device = on_device();
  const DeviceStream stream = context_.stream();
  const DeviceLevelView& level = levels_.view(i);
  const VertexId n = level.num_vertices;
  ClusteringControl* const control = levels_.buffers().control;
  device.count_buckets(level, control, stream);
  const BucketSizes sizes = sizes_of(read_control(context_, control));
  levels_.provide_slots(most_slots(sizes));
  const ClusteringBuffers& buffers = levels_.buffers();
  const BucketMoves moves{.level = level,
                          .partition = partition(),
                          .vertices = buffers.moved,
                          .target = buffers.target,
                          .members = buffers.first,
                          .tables = buffers.tables,
                          .sizes = sizes,
                          .factor = objective_.gain().factor,
                          .narrow = levels_.narrow(),
                          .is_relaxed = options.variant == LouvainVariant::relaxed_buckets};
  device.fill_buckets(moves, control, stream);
  const double threshold = published_threshold(options, n);
  double quality = quality_of_communities(i);
  Counts counts;
  // Ends: there are at most `max_sweeps`.
  while (counts.sweeps < options.max_sweeps) {
    context_.report({"cluster", 0, 1, i + 1, counts.sweeps + 1, quality});
    context_.check_cancelled();
    device.copy(community_, n, other_, stream);
    device.sweep_buckets(moves, stream);
    ++counts.sweeps;
    counts.arcs += level.num_arcs;
    const double next = quality_of_communities(i);
    const double gain = next - quality;
    if (!(gain > 0) && options.losing_sweep == LosingSweep::undo) {
      device.copy(other_, n, community_, stream);
      add_volumes(i);
    }
    if (!(gain > 0) || gain < threshold) break;
    quality = next;
  }
  swept(counts, options.max_sweeps);
  return counts;
}

void DeviceMultilevel::coarsen_by_buckets(const LouvainOptions& options) {
  levels_.clear();
  for (std::size_t i = 0; i < options_.max_levels; ++i) {
    if (i != 0) set_singletons(i);
    begin_level();
    end_moves(move_in_buckets(i, options));
    const Aggregate next = aggregate(i);
    if (i != 0 && !next.shrank) break;
    keep_aggregate(i, next.quality);
    if (!next.shrank) break;
    if (i + 1 == options_.max_levels) reach_most_levels();
  }
  project_all_down();
}

}  // namespace hypermatch::detail::clustering
