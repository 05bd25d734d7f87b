// SPDX-License-Identifier: MIT
// The library of device code: a file of its own that holds all kernels and the CUDA runtime. It is
// loaded when a device is first asked for, so that programs start without it, and run without it
// where no device is used. Host and module share no symbols: the host calls the module by tables of
// function pointers, one per room, and the module calls back by virtual functions of what it is
// handed. Exceptions of both sides pass.
#pragma once

#include <span>
#include <string>

namespace hypermatch::detail::parallel {

class DeviceModule {
 public:
  /// Loads the first of the files that exists and is of this build; a name without a slash goes to
  /// the system's search for shared libraries. Once loaded it stays to the end of the process.
  [[nodiscard]] static DeviceModule load(std::span<const std::string> files);
  /// None, for this reason.
  [[nodiscard]] static DeviceModule none(std::string reason);

  [[nodiscard]] bool is_loaded() const { return handle_ != nullptr; }
  /// Why it is not loaded; one line.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The table of this name. @throws Error{unsupported} with the reason, where it is not loaded;
  /// Error{internal} if it has no such table
  [[nodiscard]] const void* table(const char* symbol) const;

 private:
  void* handle_ = nullptr;
  std::string reason_;
};

/// The module of this process. The first call loads it: the file that the environment variable
/// HYPERMATCH_CUDA_LIBRARY names, or else the one beside the library or program that holds this
/// function, in the folder of libraries of the same installation, or where the system finds it.
[[nodiscard]] const DeviceModule& device_module();

/// The functions of a room's device code. `Functions::k_symbol` names the table.
/// @throws Error{unsupported} where there is no device code
template <class Functions>
[[nodiscard]] const Functions& device_functions() {
  static const Functions& functions =
      *static_cast<const Functions*>(device_module().table(Functions::k_symbol));
  return functions;
}

}  // namespace hypermatch::detail::parallel
