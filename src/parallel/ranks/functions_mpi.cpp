// SPDX-License-Identifier: MIT
// The library of MPI: the host loads it when ranks of MPI are asked for.
#include <memory>

#include "base/build_stamp.hpp"
#include "hypermatch/mpi.hpp"
#include "parallel/ranks/mpi_functions.hpp"

namespace {

std::unique_ptr<hypermatch::MpiCommunicator> g_ranks;  // between begin and end

hypermatch::Communicator* begin() {
  int level = MPI_THREAD_SINGLE;
  int is_there = 0;
  (void)MPI_Initialized(&is_there);
  if (is_there != 0 ||
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
    throw hypermatch::Error(hypermatch::ErrorCode::communication, "MPI cannot be initialised");
  }
  g_ranks = std::make_unique<hypermatch::MpiCommunicator>(MPI_COMM_WORLD);
  return g_ranks.get();
}

void end() {
  g_ranks.reset();
  (void)MPI_Finalize();
}

}  // namespace

extern "C" {
extern const char* const hypermatch_mpi_stamp;
const char* const hypermatch_mpi_stamp = hypermatch::detail::base::k_build_stamp;
extern const hypermatch::detail::parallel::MpiFunctions hypermatch_mpi_functions;
const hypermatch::detail::parallel::MpiFunctions hypermatch_mpi_functions = {&begin, &end};
}
