// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/functions.hpp"

using namespace hypermatch::detail::graph_matching;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_graph_matching;
const DeviceFunctions hypermatch_cuda_graph_matching{
    .filtered = run_filtered,
    .filtered_in_parts = run_filtered_in_parts,
    .crcw_of_list = crcw_on_device,
    .crcw_of_rows = crcw_on_device,
    .work_optimal_of_list = work_optimal_on_device,
    .work_optimal_of_rows = work_optimal_on_device,
    .locally_dominant = locally_dominant_on_device,
    .suitor = suitor_on_device,
    .red_blue = red_blue_on_device,
    .rows_of_list = rows_of_list_on_device,
    .arc_weights = arc_weights_on_device,
    .claim_lists = claim_lists_on_device,
    .b_suitor = b_suitor_on_device,
    .b_suitor_on_several = b_suitor_on_devices,
};
}
