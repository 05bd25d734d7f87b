// SPDX-License-Identifier: MIT
#include "coarsen/device/contraction.hpp"

using namespace hypermatch::detail::coarsen;

extern "C" {
extern const DeviceFunctions hypermatch_cuda_coarsen;
const DeviceFunctions hypermatch_cuda_coarsen{
    .number_classes = number_classes_on_device,
    .list_members = list_members_on_device,
    .sort_terms = sort_terms_on_device,
    .sum_runs = sum_runs_on_device,
    .sum_classes = sum_classes_on_device,
    .narrow = narrow_on_device,
    .scratch_bytes = contraction_scratch_bytes,
    .heavy_room = contraction_heavy_room,
};
}
