// SPDX-License-Identifier: MIT
// A device in host memory: what the library of device code asks of CUDA, done by the host at once.
#include "parallel/device/runtime.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "hypermatch/error.hpp"
#include "parallel/device/peers.hpp"

struct CUstream_st {
  int unused = 0;
};
struct CUevent_st {
  bool is_recorded = false;
};

namespace hypermatch::detail::parallel::runtime {

namespace {
int this_device = 0;
int releases = 0;
}  // namespace

AvailableDevices available_devices() {
  // A driver that takes its time, for tests of the command line.
  const char* const milliseconds = std::getenv("HYPERMATCH_FAKE_START_MILLISECONDS");
  if (milliseconds != nullptr) {
    std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(milliseconds)));
  }
  AvailableDevices available;
  available.devices.push_back(
      {.ordinal = 0, .name = "host memory", .memory = 1U << 30, .multiprocessors = 1 + releases});
  return available;
}

int current_device() {
  return this_device;
}
void set_device(int device) {
  this_device = device;
}
MemoryLeft memory_left() {
  return {.free = 1U << 30, .total = 1U << 30};
}
DeviceStream create_stream() {
  return new CUstream_st;
}
void destroy_stream(DeviceStream stream) noexcept {
  delete stream;
}
void synchronize(DeviceStream) {}
void synchronize_quietly(DeviceStream) noexcept {}
// Tells by the number of multiprocessors.
void release_device() noexcept {
  ++releases;
}
void* allocate(std::size_t bytes, DeviceStream) {
  return std::aligned_alloc(256, (bytes + 255) / 256 * 256);
}
void deallocate(void* pointer, DeviceStream) noexcept {
  std::free(pointer);
}
void* allocate_pinned(std::size_t bytes) {
  void* const pointer = std::malloc(bytes);
  if (pointer == nullptr) throw Error(ErrorCode::resources, "no memory");
  return pointer;
}
void deallocate_pinned(void* pointer) noexcept {
  std::free(pointer);
}
bool is_pinned(const void*) {
  return false;
}
int device_of(const void* address) {
  return address == nullptr ? -1 : 0;
}
void copy_to_device(void* device, const void* host, std::size_t bytes, DeviceStream) {
  std::memcpy(device, host, bytes);
}
void copy_to_host(void* host, const void* device, std::size_t bytes, DeviceStream) {
  std::memcpy(host, device, bytes);
}
void copy_on_device(void* to, const void* from, std::size_t bytes, DeviceStream) {
  std::memcpy(to, from, bytes);
}
CUevent_st* create_event() {
  return new CUevent_st;
}
void destroy_event(CUevent_st* event) noexcept {
  delete event;
}
void record_event(CUevent_st* event, DeviceStream) {
  event->is_recorded = true;
}
void wait_for_event(CUevent_st*) {}
void hold_for_event(CUevent_st*, DeviceStream) {}
bool is_event_reached(CUevent_st*) {
  return true;
}
double seconds_between(CUevent_st* earlier, CUevent_st* later) {
  if (!earlier->is_recorded || !later->is_recorded) {
    throw Error(ErrorCode::device, "an event was not recorded");
  }
  return 0.0;
}

}  // namespace hypermatch::detail::parallel::runtime

namespace hypermatch::detail::parallel {

bool can_reach(int, int) {
  return true;
}
void copy_between_devices(void* to, int, const void* from, int, std::size_t bytes, DeviceStream) {
  std::memcpy(to, from, bytes);
}

}  // namespace hypermatch::detail::parallel
