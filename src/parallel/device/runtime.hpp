// SPDX-License-Identifier: MIT
// The few calls of the CUDA runtime that host code needs, without its headers, so that everything
// above is compiled, linted and tested in every build. runtime_cuda.cu makes them, inside the
// library of device code; runtime.cpp calls them there on behalf of the host.
#pragma once

#include <cstddef>

#include "hypermatch/device_context.hpp"

/// The type behind cudaEvent_t.
struct CUevent_st;

namespace hypermatch::detail::parallel::runtime {

[[nodiscard]] AvailableDevices available_devices();
/// The device of the calling thread, and making another one it. @throws Error{device}
[[nodiscard]] int current_device();
void set_device(int device);
struct MemoryLeft {
  std::size_t free;
  std::size_t total;
};
[[nodiscard]] MemoryLeft memory_left();

/// Ends the use of the calling thread's device by this process.
void release_device() noexcept;

[[nodiscard]] DeviceStream create_stream();
void destroy_stream(DeviceStream stream) noexcept;
void synchronize(DeviceStream stream);
/// As `synchronize`, where nothing may be thrown.
void synchronize_quietly(DeviceStream stream) noexcept;

/// Null if there is not so much.
[[nodiscard]] void* allocate(std::size_t bytes, DeviceStream stream);
void deallocate(void* pointer, DeviceStream stream) noexcept;
/// Pinned host memory. @throws Error{resources, device}
[[nodiscard]] void* allocate_pinned(std::size_t bytes);
void deallocate_pinned(void* pointer) noexcept;
/// True if copies from and to this host memory need no staging.
[[nodiscard]] bool is_pinned(const void* host);
/// The device whose memory it is, or -1.
[[nodiscard]] int device_of(const void* address);

/// Enqueued; host memory must be pinned and stay until they are done.
void copy_to_device(void* device, const void* host, std::size_t bytes, DeviceStream stream);
void copy_to_host(void* host, const void* device, std::size_t bytes, DeviceStream stream);
/// Enqueued; both on the stream's device.
void copy_on_device(void* to, const void* from, std::size_t bytes, DeviceStream stream);

/// The calls behind `Event`.
[[nodiscard]] CUevent_st* create_event();
void destroy_event(CUevent_st* event) noexcept;
void record_event(CUevent_st* event, DeviceStream stream);
void wait_for_event(CUevent_st* event);
void hold_for_event(CUevent_st* event, DeviceStream stream);
[[nodiscard]] bool is_event_reached(CUevent_st* event);
[[nodiscard]] double seconds_between(CUevent_st* earlier, CUevent_st* later);

/// A point in a stream. Created for the current device.
class Event {
 public:
  Event() : event_(create_event()) {}
  ~Event() { destroy_event(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(DeviceStream stream) { record_event(event_, stream); }
  /// Until the recorded point is reached; returns at once if nothing was recorded.
  void wait() { wait_for_event(event_); }
  /// Work that is enqueued on the stream later waits for the recorded point.
  void hold(DeviceStream stream) const { hold_for_event(event_, stream); }
  /// True if the recorded point is reached.
  [[nodiscard]] bool is_reached() const { return is_event_reached(event_); }
  [[nodiscard]] double seconds_since(const Event& earlier) const {
    return seconds_between(earlier.event_, event_);
  }

 private:
  CUevent_st* event_;
};

}  // namespace hypermatch::detail::parallel::runtime
