// SPDX-License-Identifier: MIT
// The library of MPI as the host sees it, which names no MPI.
#pragma once

#include "hypermatch/communicator.hpp"

namespace hypermatch::detail::parallel {

struct MpiFunctions {
  static constexpr const char* k_symbol = "hypermatch_mpi_functions";

  Communicator* (*begin)();  ///< initialises MPI
  void (*end)();             ///< finalises it
};

}  // namespace hypermatch::detail::parallel
