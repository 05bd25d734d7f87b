// SPDX-License-Identifier: MIT
// Several GPUs of one host that share one instance.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/device_context.hpp"

namespace hypermatch {

/// One context per device, in the order in which they take their parts of an instance. Contexts may
/// name one device several times: then it has several parts, which gives the same answer. Used by
/// one call at a time.
class DeviceGroup {
 public:
  static constexpr std::size_t k_most_devices = 16;

  /// Threads for ranks and partners, validation, and what is noticed and reported between rounds
  /// are those of the first context; copies are those of each.
  /// @throws Error{invalid_option} for no context, or for more than k_most_devices
  explicit DeviceGroup(std::vector<DeviceContext> devices);

  [[nodiscard]] std::size_t size() const noexcept { return devices_.size(); }
  [[nodiscard]] const DeviceContext& operator[](std::size_t i) const { return devices_[i]; }
  [[nodiscard]] const DeviceContext& front() const { return devices_.front(); }
  [[nodiscard]] auto begin() const noexcept { return devices_.begin(); }
  [[nodiscard]] auto end() const noexcept { return devices_.end(); }
  /// The contexts; none is left behind.
  [[nodiscard]] std::vector<DeviceContext> take() && { return std::move(devices_); }

 private:
  std::vector<DeviceContext> devices_;
};

/// The ordinals that `cuda` (0), `cuda:I` or `cuda:I,J,..` names, as users write them; nothing for
/// another text, and for more than a group has.
[[nodiscard]] std::optional<std::vector<int>> device_ordinals_of(const std::string& text);
/// The ordinals of all devices, which `cuda:all` stands for. @throws Error{unsupported} where there
/// are none, with the reason, or more than a group has
[[nodiscard]] std::vector<int> all_device_ordinals();

}  // namespace hypermatch
