// SPDX-License-Identifier: MIT
// Helpers of calls on views of device memory: sizes of weights, copies to the host, and draining of
// the stream after an exception.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "hypermatch/device_context.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::parallel {

/// Drains the stream after an exception, before its memory is reused.
class DrainedOnThrow {
 public:
  explicit DrainedOnThrow(DeviceStream stream) : stream_(stream) {}
  ~DrainedOnThrow() {
    if (armed_) runtime::synchronize_quietly(stream_);
  }
  DrainedOnThrow(const DrainedOnThrow&) = delete;
  DrainedOnThrow& operator=(const DrainedOnThrow&) = delete;
  void disarm() { armed_ = false; }

 private:
  DeviceStream stream_;
  bool armed_ = true;
};

/// Drains the streams of all devices after an exception, before memory of any of them is freed. The
/// meaning of a stream may depend on the current device.
class DrainedDevicesOnThrow {
 public:
  explicit DrainedDevicesOnThrow(const DeviceGroup& devices) : devices_(devices) {}
  ~DrainedDevicesOnThrow() {
    if (!armed_) return;
    for (const DeviceContext& device : devices_) {
      try {
        const DeviceScope scope(device.device());
        runtime::synchronize_quietly(device.stream());
      } catch (const Error&) {
        // The device is lost, and what it was doing with it.
      }
    }
  }
  DrainedDevicesOnThrow(const DrainedDevicesOnThrow&) = delete;
  DrainedDevicesOnThrow& operator=(const DrainedDevicesOnThrow&) = delete;
  void disarm() { armed_ = false; }

 private:
  const DeviceGroup& devices_;
  bool armed_ = true;
};

/// How many there are; 0: none.
[[nodiscard]] inline std::size_t size_of(const DeviceWeightsView& weights) {
  return std::visit(
      [](const auto& items) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          return 0;
        } else {
          return items.size();
        }
      },
      weights);
}

[[nodiscard]] inline std::uint64_t bytes_of(const DeviceWeightsView& weights) {
  return std::visit(
      [](const auto& items) -> std::uint64_t {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return 0;
        } else {
          return items.size() * sizeof(typename View::value_type);
        }
      },
      weights);
}

/// As `check_input` of a view in host memory, by the options of the device's context.
template <class View>
void check_host_input(const DeviceContext& context, const View& view) {
  structures::check_shape(view);
  DeviceState& state = *context.state();
  if (state.options().validation == Validation::full) validate(state.host(), view);
}

// Hidden by itself: its symbol begins with the public name of what it returns, which the list of
// exported names (cmake/hypermatch.map) would take for its own.
template <class T>
[[nodiscard]] [[gnu::visibility("hidden")]] Array<T> to_host(const DeviceContext& context,
                                                             DeviceSpan<const T> items) {
  Array<T> host(items.size());
  copy_to_host(context, host.data(), items.data(), items.size() * sizeof(T));
  return host;
}

[[nodiscard]] inline Weights to_host(const DeviceContext& context,
                                     const DeviceWeightsView& weights) {
  return std::visit(
      [&](const auto& items) -> Weights {
        if constexpr (std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          return {};
        } else {
          return to_host(context, items);
        }
      },
      weights);
}

}  // namespace hypermatch::detail::parallel
