// SPDX-License-Identifier: MIT
// A build without CUDA has no devices. Whoever tries to enter one is told; nothing else can happen.
#include "hypermatch/error.hpp"
#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::parallel::runtime {

namespace {
constexpr const char* k_reason = "this build of hypermatch has no CUDA back end";

[[noreturn]] void refuse() {
  throw Error(ErrorCode::unsupported, k_reason);
}
}  // namespace

AvailableDevices available_devices() {
  return {.devices = {}, .reason = k_reason};
}

int current_device() {
  refuse();
}
void set_device(int) {
  refuse();
}
MemoryLeft memory_left() {
  refuse();
}
DeviceStream create_stream() {
  refuse();
}
void destroy_stream(DeviceStream) noexcept {}
void synchronize(DeviceStream) {
  refuse();
}
void synchronize_quietly(DeviceStream) noexcept {}
void* allocate(std::size_t, DeviceStream) {
  refuse();
}
void deallocate(void*, DeviceStream) noexcept {}
void* allocate_pinned(std::size_t) {
  refuse();
}
void deallocate_pinned(void*) noexcept {}
bool is_pinned(const void*) {
  refuse();
}
void copy_to_device(void*, const void*, std::size_t, DeviceStream) {
  refuse();
}
void copy_to_host(void*, const void*, std::size_t, DeviceStream) {
  refuse();
}
Event::Event() {
  refuse();
}
Event::~Event() = default;
void Event::record(DeviceStream) {
  refuse();
}
void Event::wait() {
  refuse();
}
void Event::hold(DeviceStream) const {
  refuse();
}
bool Event::is_reached() const {
  refuse();
}
double Event::seconds_since(const Event&) const {
  refuse();
}

}  // namespace hypermatch::detail::parallel::runtime
