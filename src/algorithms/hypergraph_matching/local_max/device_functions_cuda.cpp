// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"

using namespace hypermatch::detail::hypergraph_matching;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_hypergraph_matching;
const DeviceFunctions hypermatch_cuda_hypergraph_matching{
    .resolve = resolve_on_device,
    .give_room = give_room,
    .filtered = run_filtered,
    .rounds = run_rounds_on_device,
    .filtered_workspace_bytes = filtered_workspace_bytes,
    .lay_out_packed = lay_out_packed,
    .packed_bytes = packed_bytes,
    .solve_packed = solve_packed,
    .append_free = append_free,
    .count_appended = count_appended,
    .clear_words = clear_words,
    .solve_shared = solve_shared,
    .shared_workspace_bytes = shared_workspace_bytes,
};
}
