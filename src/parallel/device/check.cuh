// SPDX-License-Identifier: MIT
// The one wrapper of everything that CUDA returns.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::parallel {

/// @throws Error{resources} if memory is out, else Error{device}, naming what was called
inline void check_cuda(cudaError_t result, const char* call) {
  if (result == cudaSuccess) return;
  // Clears an error that is not sticky, so that the next call does not report it again.
  (void)cudaGetLastError();
  const ErrorCode code =
      result == cudaErrorMemoryAllocation ? ErrorCode::resources : ErrorCode::device;
  throw Error(code, std::string(call) + ": " + cudaGetErrorString(result) + " (" +
                        cudaGetErrorName(result) + ")");
}

/// After a launch: reports one that could not be made, without waiting for it.
inline void check_launch(const char* kernel) {
  check_cuda(cudaGetLastError(), kernel);
}

}  // namespace hypermatch::detail::parallel

#define HYPERMATCH_CUDA_CALL(call) ::hypermatch::detail::parallel::check_cuda((call), #call)
