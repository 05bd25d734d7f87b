// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "hypermatch/device.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch {

using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

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

namespace {

void check_threads(const char* name, int number) {
  if (number >= 0) return;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + " is " + std::to_string(number) + ", must not be negative");
}

DeviceContextOptions checked(DeviceContextOptions options) {
  const AvailableDevices available = runtime::available_devices();
  const std::string name = "device cuda:" + std::to_string(options.device);
  if (available.devices.empty())
    throw Error(ErrorCode::unsupported, name + ": " + available.reason);
  if (options.device < 0 || static_cast<std::size_t>(options.device) >= available.devices.size()) {
    throw Error(ErrorCode::unsupported, name + ": there are " +
                                            std::to_string(available.devices.size()) +
                                            " CUDA devices, numbers count from 0");
  }
  check_threads("threads", options.threads);
  check_threads("copy_threads", options.copy_threads);
  return options;
}

}  // namespace

DeviceState::DeviceState(DeviceContextOptions options)
    : options_(checked(std::move(options))), owns_stream_(options_.stream == nullptr) {
  const DeviceScope scope(options_.device);
  if (owns_stream_) options_.stream = runtime::create_stream();
}

DeviceState::~DeviceState() {
  try {
    const DeviceScope scope(options_.device);
    if (owns_stream_) {
      runtime::synchronize_quietly(options_.stream);
      runtime::destroy_stream(options_.stream);
    }
    if (copy_stream_ != nullptr) {
      runtime::synchronize_quietly(copy_stream_);
      runtime::destroy_stream(copy_stream_);
    }
    staging_.reset();
    mailbox_.reset();
  } catch (const Error&) {
    // The device is lost, and with it what was to be given back.
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

DeviceStream DeviceState::copy_stream() {
  const std::unique_lock<std::mutex> held(mutex_);
  if (copy_stream_ == nullptr) {
    const DeviceScope scope(options_.device);
    copy_stream_ = runtime::create_stream();
  }
  return copy_stream_;
}

const Context& DeviceState::host() {
  const std::unique_lock<std::mutex> held(mutex_);
  if (host_ == nullptr) {
    host_ = std::make_unique<Context>(ContextOptions{.threads = options_.threads,
                                                     .progress = options_.progress,
                                                     .stop = options_.stop,
                                                     .validation = options_.validation});
  }
  return *host_;
}

std::byte* DeviceState::mailbox() {
  const std::unique_lock<std::mutex> held(mutex_);
  if (mailbox_ == nullptr) mailbox_ = std::make_unique<PinnedBytes>(k_mailbox_bytes);
  return mailbox_->data();
}

}  // namespace detail::parallel

AvailableDevices available_devices() {
  return runtime::available_devices();
}

DeviceContext::DeviceContext(DeviceContextOptions options)
    : state_(std::make_shared<DeviceState>(std::move(options))) {}

DeviceContext::~DeviceContext() = default;
DeviceContext::DeviceContext(DeviceContext&&) noexcept = default;
DeviceContext& DeviceContext::operator=(DeviceContext&&) noexcept = default;

int DeviceContext::device() const noexcept {
  return state_->device();
}

DeviceStream DeviceContext::stream() const noexcept {
  return state_->stream();
}

void DeviceContext::synchronize() const {
  const DeviceScope scope(state_->device());
  runtime::synchronize(state_->stream());
}

std::uint64_t DeviceContext::device_bytes() const noexcept {
  return state_->bytes();
}

std::uint64_t DeviceContext::device_peak_bytes() const noexcept {
  return state_->peak();
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
  // First back, then anew: both at once may not fit.
  bytes_ = DeviceBytes();
  bytes_ = DeviceBytes(context, bytes);
}

}  // namespace hypermatch
