// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/device/functions.hpp"

using namespace hypermatch::detail::stable_matching;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_stable_matching;
const DeviceFunctions hypermatch_cuda_stable_matching{
    .run_chains = run_chains,
    .find_mates = find_mates,
    .fuse_entries = fuse_entries,
};
}
