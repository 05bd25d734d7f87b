// SPDX-License-Identifier: MIT
// The library of device code: a file of its own that holds all kernels and the CUDA runtime. It is
// loaded when a device is first asked for, so that programs start without it, and run without it
// where no device is used. Host and module share no symbols: the host calls the module by tables of
// function pointers, one per room, and the module calls back by virtual functions of what it is
// handed. Exceptions of both sides pass. The library of MPI is loaded the same way.
#pragma once

#include <span>
#include <string>

namespace hypermatch::detail::parallel {

/// A library that is loaded on demand.
struct ModuleKind {
  const char* name;      ///< in messages
  const char* absent;    ///< a message where it is not there
  const char* library;   ///< the file's name in front of the version
  const char* variable;  ///< of the environment, names another file
  const char* stamp;     ///< the symbol of the stamp of its build
};

inline constexpr ModuleKind k_cuda_module{
    "device code", "no CUDA back end: the library of device code is not there",
    "libhypermatch_cuda.so.", "HYPERMATCH_CUDA_LIBRARY", "hypermatch_cuda_stamp"};
inline constexpr ModuleKind k_mpi_module{"MPI", "the library of MPI is not there",
                                         "libhypermatch_mpi.so.", "HYPERMATCH_MPI_LIBRARY",
                                         "hypermatch_mpi_stamp"};

class DeviceModule {
 public:
  /// Loads the first of the files that exists and is of this build; a name without a slash goes to
  /// the system's search for shared libraries. Once loaded it stays to the end of the process.
  [[nodiscard]] static DeviceModule load(std::span<const std::string> files,
                                         const ModuleKind& kind = k_cuda_module);
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

/// Looks for a module: the file that its variable names, or else the one beside the library or
/// program that holds this function, in the folder of libraries of the same installation, or where
/// the system finds it.
[[nodiscard]] DeviceModule find_module(const ModuleKind& kind);

/// The device code of this process. The first call loads it (`find_module`).
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
