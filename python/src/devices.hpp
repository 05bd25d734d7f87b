// SPDX-License-Identifier: MIT
// Devices of calls: contexts that are kept between calls, because making one takes longer than a
// short call.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::python {

/// A context of a device that reports to the call that has it, and is stopped by it.
struct KeptDevice {
  int ordinal;
  DeviceStream stream;  ///< the caller's, or null
  std::stop_source stop = {};
  const Context* host = nullptr;  ///< of the call
  std::optional<DeviceContext> context = {};
};

/// The devices of one call.
class CallDevices {
 public:
  /// `stream`: the caller's, of the first device, or null. @throws Error{unsupported, resources,
  /// device} where there is no such device; Error{invalid_option} for too many
  CallDevices(const std::vector<int>& ordinals, DeviceStream stream, const Context& host,
              const std::stop_token& stop);
  ~CallDevices();
  CallDevices(const CallDevices&) = delete;
  CallDevices& operator=(const CallDevices&) = delete;

  [[nodiscard]] registry::Where where() const;
  /// The one device, or the first of them.
  [[nodiscard]] const DeviceContext& first() const;
  /// After a call that has ended well: another one may have its contexts. Without it they go.
  void keep();

 private:
  struct Stop {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  const Context& host_;
  std::unique_ptr<KeptDevice> kept_;
  std::optional<DeviceGroup> group_;
  std::optional<std::stop_callback<Stop>> forward_;
};

/// For a process that was forked: its devices are not there any more.
void forget_devices();

}  // namespace hypermatch::python
