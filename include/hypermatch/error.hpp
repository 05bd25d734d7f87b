// SPDX-License-Identifier: MIT
// The one exception type of the library and its codes. All public headers include this one, so that
// `Error` can be caught after any of them, and an older language is refused with one clear line.
#pragma once

#if defined(__cplusplus) && __cplusplus <= 201703L
#error "hypermatch needs C++20: compile with -std=c++20 or newer"
#endif

#include <stdexcept>
#include <string>

namespace hypermatch {

/// Kinds of failures that an `Error` reports. The command line maps each kind to an exit code.
enum class ErrorCode {
  invalid_input,   ///< the instance or a matching violates its format or the documented limits
  invalid_option,  ///< a parameter has a value outside its documented range
  unsupported,     ///< a valid request that this build, algorithm or back end does not serve
  io,              ///< the operating system refused to open, read or write a file
  resources,       ///< memory, disk or device memory ran out
  device,          ///< an accelerator reported a failure
  communication,   ///< a message between processes or devices failed
  cancelled,       ///< the caller asked to stop through `Context`
  internal         ///< a defect of this library
};

/// Thrown at the boundary of every public function. The message names parameter, value and
/// expectation; for files it starts with `FILE:LINE: `.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace hypermatch
