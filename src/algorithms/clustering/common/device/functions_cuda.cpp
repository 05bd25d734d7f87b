// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/device/functions.hpp"

using namespace hypermatch::detail::clustering;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_clustering;
const DeviceFunctions hypermatch_cuda_clustering{
    .sum_weights = sum_weights_on_device,
    .make_finest = make_finest_on_device,
    .singletons = singletons_on_device,
    .add_volumes = add_volumes_on_device,
    .compose = compose_on_device,
    .copy = copy_on_device,
    .clear_tables = clear_tables_on_device,
    .move = move_on_device,
    .find_classes = find_classes_on_device,
    .number_classes = number_classes_on_device,
    .class_volumes = class_volumes_on_device,
    .place_members = place_members_on_device,
    .combine_rows = combine_rows_on_device,
    .sum_vertices = sum_vertices_on_device,
    .sum_communities = sum_communities_on_device,
    .project_down = project_down_on_device,
    .project_outer = project_outer_on_device,
    .project_up = project_up_on_device,
    .components = components_on_device,
    .scratch_bytes = clustering_scratch_bytes,
    .count_buckets = count_buckets_on_device,
    .fill_buckets = fill_buckets_on_device,
    .sweep_buckets = sweep_buckets_on_device,
    .begin_pairs = begin_pairs_on_device,
    .match_pairs = match_pairs_on_device,
    .list_joiners = list_joiners_on_device,
    .join_scratch_bytes = join_scratch_bytes_on_device,
    .join_pairs = join_pairs_on_device,
};
}
