// SPDX-License-Identifier: MIT
// Agglomeration by matchings on a device: the levels of `agglomerate` on cores.
#include "algorithms/clustering/common/device/device_multilevel.hpp"
#include "algorithms/clustering/common/device/functions.hpp"
#include "algorithms/clustering/common/device/pair_moves.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::clustering {

DeviceMultilevel::Counts DeviceMultilevel::pair_vertices(std::size_t i, std::uint64_t seed,
                                                         VertexId* matched, DeviceBytes& scratch) {
  const DeviceFunctions& device = on_device();
  const DeviceStream stream = context_.stream();
  const ClusteringBuffers& buffers = levels_.buffers();
  ClusteringControl* const control = buffers.control;
  // Volumes of communities are added up at the end.
  const PairMoves moves{.level = levels_.view(i),
                        .best = buffers.target,
                        .mates = buffers.moved,
                        .lists = {buffers.first, other_},
                        .matched = matched,
                        .labels = community_,
                        .flags = buffers.active,
                        .links = levels_.volume(),
                        .control = control,
                        .select_scratch = buffers.scratch,
                        .factor = objective_.gain().factor,
                        .seed = seed};
  device.begin_pairs(moves, stream);
  std::uint64_t rounds = 0;
  // Ends: a vertex looks again only when its best partner was matched to another.
  for (bool go_on = true; go_on;) {
    context_.check_cancelled();
    device.match_pairs(moves, stream);
    const PairingCounts& counts = read_control(context_, control).pairing;
    rounds = counts.rounds;
    go_on = counts.active[rounds % 2] != 0;
  }
  device.list_joiners(moves, stream);
  const std::uint64_t joiners = read_control(context_, control).num_classes;
  if (joiners != 0) {
    const std::size_t bytes = device.join_scratch_bytes(joiners);
    if (bytes > scratch.size()) {
      scratch = {};
      scratch = DeviceBytes(context_, bytes);
    }
    device.join_pairs(moves, joiners, {static_cast<std::byte*>(scratch.data()), scratch.size()},
                      stream);
  }
  add_volumes(i);
  return {rounds, levels_.view(i).num_arcs};
}

void DeviceMultilevel::agglomerate(bool has_initial) {
  levels_.clear();
  DeviceBytes scratch;
  const DeviceBytes matched(context_, levels_.num_vertices(0) * sizeof(VertexId));
  const auto join = [&](const Counts& counts) {
    const std::size_t i = levels_.size();
    end_moves(counts);
    record(i, contract(partition(), levels_.count_classes(i, community_)));
  };
  begin_level();
  if (has_initial) join({});
  for (std::uint32_t i = 0; i < options_.max_levels; ++i) {
    begin_level();
    const Counts counts = pair_vertices(levels_.size(), base::hash(options_.seed, i),
                                        static_cast<VertexId*>(matched.data()), scratch);
    if (read_control(context_, levels_.buffers().control).pairing.joined == 0) break;
    join(counts);
    if (i + 1 == options_.max_levels) reach_most_levels();
  }
  extra_bytes_ = scratch.size() + matched.size();
  project_all_down();
}

}  // namespace hypermatch::detail::clustering
