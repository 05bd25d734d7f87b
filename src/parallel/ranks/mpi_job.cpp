// SPDX-License-Identifier: MIT
#include "hypermatch/communicator.hpp"
#include "parallel/device/module.hpp"
#include "parallel/ranks/mpi_functions.hpp"

namespace hypermatch {

namespace {

using detail::parallel::DeviceModule;
using detail::parallel::MpiFunctions;

const MpiFunctions& functions() {
  static const DeviceModule module = detail::parallel::find_module(detail::parallel::k_mpi_module);
  return *static_cast<const MpiFunctions*>(module.table(MpiFunctions::k_symbol));
}

}  // namespace

MpiJob::MpiJob() : ranks_(functions().begin()) {}

MpiJob::~MpiJob() {
  functions().end();
}

}  // namespace hypermatch
