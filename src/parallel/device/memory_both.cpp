// SPDX-License-Identifier: MIT
// Stream and accounted memory of a device context, for host code and device code. Compiled into the
// library and into that of device code; all state is the context's.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "hypermatch/device_context.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch {

using detail::parallel::DeviceState;

namespace detail::parallel {

DeviceScope::DeviceScope(int device) : before_(runtime::current_device()), device_(device) {
  if (before_ != device_) runtime::set_device(device_);
}

DeviceScope::~DeviceScope() {
  if (before_ == device_) return;
  try {
    runtime::set_device(before_);
  } catch (const Error&) {
    // The device that was current is gone; the caller's next call will be told.
  }
}

void* DeviceState::allocate(std::size_t bytes) {
  const DeviceScope scope(options_.device);
  if (bytes > limit_left()) {
    throw Error(ErrorCode::resources,
                "device cuda:" + std::to_string(options_.device) + ": " + std::to_string(bytes) +
                    " bytes more are needed beyond the " + std::to_string(this->bytes()) +
                    " held, memory_limit is " + std::to_string(options_.memory_limit));
  }
  void* const pointer = options_.memory != nullptr
                            ? options_.memory->allocate(bytes, options_.stream)
                            : runtime::allocate(bytes, options_.stream);
  if (pointer == nullptr) {
    const runtime::MemoryLeft left = runtime::memory_left();
    throw Error(ErrorCode::resources,
                "device cuda:" + std::to_string(options_.device) + " is out of memory: " +
                    std::to_string(bytes) + " bytes more are needed beyond the " +
                    std::to_string(this->bytes()) + " held, " + std::to_string(left.free) + " of " +
                    std::to_string(left.total) + " are free");
  }
  const std::uint64_t now = bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::uint64_t most = peak();
  // Ends: a failed exchange loads a larger peak.
  while (most < now && !peak_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
  }
  return pointer;
}

void DeviceState::deallocate(void* pointer, std::size_t bytes) noexcept {
  try {
    const DeviceScope scope(options_.device);
    if (options_.memory != nullptr) {
      options_.memory->deallocate(pointer, bytes, options_.stream);
    } else {
      runtime::deallocate(pointer, options_.stream);
    }
  } catch (const Error&) {
    // As in the destructor: the device is lost.
  }
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
}

std::uint64_t DeviceState::limit_left() const {
  if (options_.memory_limit == 0) return std::numeric_limits<std::uint64_t>::max();
  return options_.memory_limit - std::min(bytes(), options_.memory_limit);
}

std::byte* DeviceState::mailbox() {
  const std::unique_lock<std::mutex> held(mutex_);
  if (mailbox_ == nullptr) mailbox_ = std::make_unique<PinnedBytes>(k_mailbox_bytes);
  return mailbox_->data();
}

}  // namespace detail::parallel

int DeviceContext::device() const noexcept {
  return state_->device();
}

DeviceStream DeviceContext::stream() const noexcept {
  return state_->stream();
}

void DeviceContext::report(const Progress& progress) const {
  if (state_->options().progress) state_->options().progress(progress);
}

void DeviceContext::check_cancelled() const {
  if (state_->options().stop.stop_requested()) {
    throw Error(ErrorCode::cancelled, "stopped on request");
  }
}

const std::shared_ptr<DeviceState>& DeviceContext::state() const noexcept {
  return state_;
}

DeviceBytes::DeviceBytes(const DeviceContext& context, std::size_t bytes)
    : state_(context.state()), bytes_(bytes) {
  if (bytes_ != 0) data_ = state_->allocate(bytes_);
}

DeviceBytes::~DeviceBytes() {
  release();
}

DeviceBytes::DeviceBytes(DeviceBytes&& other) noexcept
    : state_(std::move(other.state_)),
      data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

DeviceBytes& DeviceBytes::operator=(DeviceBytes&& other) noexcept {
  if (this != &other) {
    release();
    state_ = std::move(other.state_);
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
  }
  return *this;
}

void DeviceBytes::release() noexcept {
  if (data_ != nullptr) state_->deallocate(data_, bytes_);
  data_ = nullptr;
}

void DeviceWorkspace::reserve(const DeviceContext& context, std::size_t bytes) {
  note_ = 0;
  if (bytes <= bytes_.size()) return;
  // Free before reallocating: both may not fit.
  bytes_ = DeviceBytes();
  bytes_ = DeviceBytes(context, bytes);
}

}  // namespace hypermatch
