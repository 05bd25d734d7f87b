// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch {

using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

namespace detail::parallel {

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
    throw Error(ErrorCode::unsupported,
                name + ": " + base::there_are(available.devices.size(), "CUDA device") +
                    ", numbers count from 0");
  }
  check_enum("validation", options.validation, Validation::full);
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

}  // namespace detail::parallel

AvailableDevices available_devices() {
  return runtime::available_devices();
}

DeviceContext::DeviceContext(DeviceContextOptions options)
    : state_(std::make_shared<DeviceState>(std::move(options))) {}

DeviceContext::~DeviceContext() = default;
DeviceContext::DeviceContext(DeviceContext&&) noexcept = default;
DeviceContext& DeviceContext::operator=(DeviceContext&&) noexcept = default;

void release_device(DeviceContext context) noexcept {
  const int device = context.device();
  { const DeviceContext gone = std::move(context); }
  try {
    const DeviceScope scope(device);
    runtime::release_device();
  } catch (const Error&) {
    // The device is lost, and with it what was to be given back.
  }
}

void DeviceContext::synchronize() const {
  const DeviceScope scope(state_->device());
  runtime::synchronize(state_->stream());
}

std::uint64_t DeviceContext::device_bytes() const noexcept {
  return state_->bytes();
}

std::uint64_t DeviceContext::device_bytes_allowed() const {
  const std::uint64_t limit = state_->limit_left();
  // How much the caller's memory has is not known.
  if (state_->options().memory != nullptr) return limit;
  const DeviceScope scope(state_->device());
  const std::uint64_t total = runtime::memory_left().total;
  return std::min(limit, total - std::min(state_->bytes(), total));
}

std::uint64_t DeviceContext::device_peak_bytes() const noexcept {
  return state_->peak();
}

DeviceGroup::DeviceGroup(std::vector<DeviceContext> devices) : devices_(std::move(devices)) {
  if (!devices_.empty() && devices_.size() <= k_most_devices) return;
  throw Error(ErrorCode::invalid_option, "a group has " + std::to_string(devices_.size()) +
                                             " devices, must have 1 to " +
                                             std::to_string(k_most_devices));
}

std::optional<std::vector<int>> device_ordinals_of(const std::string& text) {
  if (text == "cuda") return std::vector<int>{0};
  if (!text.starts_with("cuda:")) return std::nullopt;
  std::vector<int> ordinals;
  const char* at = text.data() + 5;
  const char* const end = text.data() + text.size();
  // Ends: each turn reads a digit at least.
  while (true) {
    int ordinal = 0;
    if (at == end || *at == '-') return std::nullopt;
    const auto [stop, failure] = std::from_chars(at, end, ordinal);
    if (failure != std::errc{} || ordinals.size() == DeviceGroup::k_most_devices) {
      return std::nullopt;
    }
    ordinals.push_back(ordinal);
    if (stop == end) return ordinals;
    if (*stop != ',') return std::nullopt;
    at = stop + 1;
  }
}

std::vector<int> all_device_ordinals() {
  const AvailableDevices available = available_devices();
  const std::size_t count = available.devices.size();
  if (count == 0) throw Error(ErrorCode::unsupported, "device cuda:all: " + available.reason);
  if (count > DeviceGroup::k_most_devices) {
    throw Error(ErrorCode::unsupported, "device cuda:all: there are " + std::to_string(count) +
                                            " CUDA devices, a group has at most " +
                                            std::to_string(DeviceGroup::k_most_devices) +
                                            "; name them, as cuda:0,1 does");
  }
  std::vector<int> ordinals;
  for (const DeviceInfo& each : available.devices) ordinals.push_back(each.ordinal);
  return ordinals;
}

}  // namespace hypermatch
