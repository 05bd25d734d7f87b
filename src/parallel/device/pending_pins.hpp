// SPDX-License-Identifier: MIT
// The pins of a hypergraph that are still on their way to the device, as device code sees them: an
// interface, so that the library of device code calls the host's functions without linking them.
#pragma once

#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::parallel {

class PendingPins {
 public:
  PendingPins() = default;
  PendingPins(const PendingPins&) = delete;
  PendingPins& operator=(const PendingPins&) = delete;

  /// Sends pins until the event, recorded on the context's stream, is reached, or all are sent.
  virtual void send_pins_until(const runtime::Event& event) = 0;
  /// Sends all pins that are left: the context's stream waits for them, too. Not for the first
  /// time: does nothing.
  virtual void send_pins() = 0;

 protected:
  ~PendingPins() = default;
};

}  // namespace hypermatch::detail::parallel
