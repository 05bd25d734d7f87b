// SPDX-License-Identifier: MIT
// The host's way into the library of device code. Where that cannot be loaded there are no devices,
// and nothing but `available_devices` is reached.
#include "parallel/device/runtime.hpp"

#include "parallel/device/module.hpp"
#include "parallel/device/runtime_table.hpp"

namespace hypermatch::detail::parallel::runtime {

namespace {
const Functions& functions() {
  return device_functions<Functions>();
}
}  // namespace

AvailableDevices available_devices() {
  const DeviceModule& module = device_module();
  if (!module.is_loaded()) return {.devices = {}, .reason = module.reason()};
  return functions().available_devices();
}

int current_device() {
  return functions().current_device();
}
void set_device(int device) {
  functions().set_device(device);
}
MemoryLeft memory_left() {
  return functions().memory_left();
}
void release_device() noexcept {
  functions().release_device();
}
DeviceStream create_stream() {
  return functions().create_stream();
}
void destroy_stream(DeviceStream stream) noexcept {
  functions().destroy_stream(stream);
}
void synchronize(DeviceStream stream) {
  functions().synchronize(stream);
}
void synchronize_quietly(DeviceStream stream) noexcept {
  functions().synchronize_quietly(stream);
}
void* allocate(std::size_t bytes, DeviceStream stream) {
  return functions().allocate(bytes, stream);
}
void deallocate(void* pointer, DeviceStream stream) noexcept {
  functions().deallocate(pointer, stream);
}
void* allocate_pinned(std::size_t bytes) {
  return functions().allocate_pinned(bytes);
}
void deallocate_pinned(void* pointer) noexcept {
  functions().deallocate_pinned(pointer);
}
bool is_pinned(const void* host) {
  return functions().is_pinned(host);
}
int device_of(const void* address) {
  return functions().device_of(address);
}
void copy_to_device(void* device, const void* host, std::size_t bytes, DeviceStream stream) {
  functions().copy_to_device(device, host, bytes, stream);
}
void copy_to_host(void* host, const void* device, std::size_t bytes, DeviceStream stream) {
  functions().copy_to_host(host, device, bytes, stream);
}
void copy_on_device(void* to, const void* from, std::size_t bytes, DeviceStream stream) {
  functions().copy_on_device(to, from, bytes, stream);
}
CUevent_st* create_event() {
  return functions().create_event();
}
void destroy_event(CUevent_st* event) noexcept {
  functions().destroy_event(event);
}
void record_event(CUevent_st* event, DeviceStream stream) {
  functions().record_event(event, stream);
}
void wait_for_event(CUevent_st* event) {
  functions().wait_for_event(event);
}
void hold_for_event(CUevent_st* event, DeviceStream stream) {
  functions().hold_for_event(event, stream);
}
bool is_event_reached(CUevent_st* event) {
  return functions().is_event_reached(event);
}
double seconds_between(CUevent_st* earlier, CUevent_st* later) {
  return functions().seconds_between(earlier, later);
}

}  // namespace hypermatch::detail::parallel::runtime
