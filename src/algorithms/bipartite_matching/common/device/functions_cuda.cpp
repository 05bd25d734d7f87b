// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/device/functions.hpp"

using namespace hypermatch::detail::bipartite_matching;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_bipartite_matching;
const DeviceFunctions hypermatch_cuda_bipartite_matching{
    .resolved_start = resolved_start,
    .lay_out_start = lay_out_start,
    .enqueue_start = enqueue_start,
    .enqueue_initial = enqueue_initial,
    .lay_out_ms_bfs = lay_out_ms_bfs,
    .run_ms_bfs = run_ms_bfs,
    .lay_out_level_search = lay_out_level_search,
    .run_level_search = run_level_search,
    .count_matched = count_matched,
    .auction = auction_on_device,
};
}
