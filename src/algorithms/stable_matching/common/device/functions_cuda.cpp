// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/device/functions.hpp"

using namespace hypermatch::detail::stable_matching;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_stable_matching;
const DeviceFunctions hypermatch_cuda_stable_matching{
    .run_chains = run_chains,
    .find_mates = find_mates,
    .run_shared_chains = run_shared_chains,
    .find_shared_mates = find_shared_mates,
    .tie_scratch_bytes = tie_scratch_bytes,
    .break_ties = break_ties,
    .prepare_scratch_bytes = prepare_scratch_bytes,
    .rank_entries = rank_entries,
    .gather_entries = gather_entries,
    .lay_out_places = lay_out_places,
};
}
