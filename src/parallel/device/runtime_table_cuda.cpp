// SPDX-License-Identifier: MIT
// The stamp of the library of device code, and its calls of the CUDA runtime.
#include "parallel/device/runtime_table.hpp"

#include "base/build_stamp.hpp"

namespace runtime = hypermatch::detail::parallel::runtime;

extern "C" {

extern const char* const hypermatch_cuda_stamp;
const char* const hypermatch_cuda_stamp = hypermatch::detail::base::k_build_stamp;

extern const runtime::Functions hypermatch_cuda_runtime;
const runtime::Functions hypermatch_cuda_runtime{
    .available_devices = runtime::available_devices,
    .current_device = runtime::current_device,
    .set_device = runtime::set_device,
    .memory_left = runtime::memory_left,
    .release_device = runtime::release_device,
    .create_stream = runtime::create_stream,
    .destroy_stream = runtime::destroy_stream,
    .synchronize = runtime::synchronize,
    .synchronize_quietly = runtime::synchronize_quietly,
    .allocate = runtime::allocate,
    .deallocate = runtime::deallocate,
    .allocate_pinned = runtime::allocate_pinned,
    .deallocate_pinned = runtime::deallocate_pinned,
    .is_pinned = runtime::is_pinned,
    .device_of = runtime::device_of,
    .copy_to_device = runtime::copy_to_device,
    .copy_to_host = runtime::copy_to_host,
    .copy_on_device = runtime::copy_on_device,
    .create_event = runtime::create_event,
    .destroy_event = runtime::destroy_event,
    .record_event = runtime::record_event,
    .wait_for_event = runtime::wait_for_event,
    .hold_for_event = runtime::hold_for_event,
    .is_event_reached = runtime::is_event_reached,
    .seconds_between = runtime::seconds_between,
};

}  // extern "C"
