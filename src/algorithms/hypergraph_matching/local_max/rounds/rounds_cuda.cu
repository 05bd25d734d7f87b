// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/on_device.cuh"
#include "parallel/device/place_scans.cuh"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome run_rounds_on_device(const DeviceProblem& problem) {
  return with_rounds(problem.options.variant,
                     [&]<template <class> class Rounds>() { return run_rounds<Rounds>(problem); });
}

}  // namespace hypermatch::detail::hypergraph_matching
