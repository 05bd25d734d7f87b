// SPDX-License-Identifier: MIT
// The calls of runtime.hpp inside the library of device code.
#pragma once

#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::parallel::runtime {

struct Functions {
  static constexpr const char* k_symbol = "hypermatch_cuda_runtime";

  decltype(&runtime::available_devices) available_devices;
  decltype(&runtime::current_device) current_device;
  decltype(&runtime::set_device) set_device;
  decltype(&runtime::memory_left) memory_left;
  decltype(&runtime::release_device) release_device;
  decltype(&runtime::create_stream) create_stream;
  decltype(&runtime::destroy_stream) destroy_stream;
  decltype(&runtime::synchronize) synchronize;
  decltype(&runtime::synchronize_quietly) synchronize_quietly;
  decltype(&runtime::allocate) allocate;
  decltype(&runtime::deallocate) deallocate;
  decltype(&runtime::allocate_pinned) allocate_pinned;
  decltype(&runtime::deallocate_pinned) deallocate_pinned;
  decltype(&runtime::is_pinned) is_pinned;
  decltype(&runtime::device_of) device_of;
  decltype(&runtime::copy_to_device) copy_to_device;
  decltype(&runtime::copy_to_host) copy_to_host;
  decltype(&runtime::copy_on_device) copy_on_device;
  decltype(&runtime::create_event) create_event;
  decltype(&runtime::destroy_event) destroy_event;
  decltype(&runtime::record_event) record_event;
  decltype(&runtime::wait_for_event) wait_for_event;
  decltype(&runtime::hold_for_event) hold_for_event;
  decltype(&runtime::is_event_reached) is_event_reached;
  decltype(&runtime::seconds_between) seconds_between;
};

}  // namespace hypermatch::detail::parallel::runtime
