// SPDX-License-Identifier: MIT
// Cuts one block of device memory into arrays. The same code runs twice: first to measure, then to
// cut, so that a workspace is allocated once and what stands in it is written down once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/device_context.hpp"

namespace hypermatch::detail::parallel {

class DeviceArena {
 public:
  /// Without memory: pointers that it hands out are not to be used.
  explicit DeviceArena(void* memory = nullptr) : base_(reinterpret_cast<std::uintptr_t>(memory)) {}

  /// Room for `count` items, aligned to 256 bytes, not initialised.
  template <class T>
  [[nodiscard]] T* take(std::size_t count) {
    const std::uintptr_t at = base_ + bytes_;
    bytes_ += (count * sizeof(T) + k_alignment - 1) / k_alignment * k_alignment;
    return reinterpret_cast<T*>(at);
  }
  /// Handed out so far.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t k_alignment = 256;

  std::uintptr_t base_;
  std::size_t bytes_ = 0;
};

/// Calls lay_out(arena) to measure, makes the workspace large enough, and calls it again to cut.
template <class LayOut>
void cut_workspace(const DeviceContext& context, DeviceWorkspace& workspace,
                   const LayOut& lay_out) {
  DeviceArena measure;
  lay_out(measure);
  workspace.reserve(context, measure.bytes());
  DeviceArena cut(workspace.data());
  lay_out(cut);
}

/// Memory that a primitive works in while it runs.
struct DeviceScratch {
  void* data = nullptr;
  std::size_t bytes = 0;
};

}  // namespace hypermatch::detail::parallel
