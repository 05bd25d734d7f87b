// SPDX-License-Identifier: MIT
// Clustering inside the library of device code, as the host calls it.
#pragma once

#include "algorithms/clustering/common/device/bucket_moves.hpp"
#include "algorithms/clustering/common/device/pair_moves.hpp"
#include "algorithms/clustering/common/device/problem.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::clustering {

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_clustering";

  decltype(&sum_weights_on_device) sum_weights;
  decltype(&make_finest_on_device) make_finest;
  decltype(&singletons_on_device) singletons;
  decltype(&add_volumes_on_device) add_volumes;
  decltype(&compose_on_device) compose;
  decltype(&copy_on_device) copy;
  decltype(&clear_tables_on_device) clear_tables;
  decltype(&move_on_device) move;
  decltype(&find_classes_on_device) find_classes;
  decltype(&number_classes_on_device) number_classes;
  decltype(&class_volumes_on_device) class_volumes;
  decltype(&place_members_on_device) place_members;
  decltype(&combine_rows_on_device) combine_rows;
  decltype(&sum_vertices_on_device) sum_vertices;
  decltype(&sum_communities_on_device) sum_communities;
  decltype(&project_down_on_device) project_down;
  decltype(&project_outer_on_device) project_outer;
  decltype(&project_up_on_device) project_up;
  decltype(&components_on_device) components;
  decltype(&clustering_scratch_bytes) scratch_bytes;
  decltype(&count_buckets_on_device) count_buckets;
  decltype(&fill_buckets_on_device) fill_buckets;
  decltype(&sweep_buckets_on_device) sweep_buckets;
  decltype(&begin_pairs_on_device) begin_pairs;
  decltype(&match_pairs_on_device) match_pairs;
  decltype(&list_joiners_on_device) list_joiners;
  decltype(&join_scratch_bytes_on_device) join_scratch_bytes;
  decltype(&join_pairs_on_device) join_pairs;
};

[[nodiscard]] inline const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

}  // namespace hypermatch::detail::clustering
