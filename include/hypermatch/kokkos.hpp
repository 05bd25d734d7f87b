// SPDX-License-Identifier: MIT
// An instance of an execution space, compiled against the Kokkos of the program that includes this
// header: the one that the library was built with.
#pragma once

#include <Kokkos_Core.hpp>
#include <memory>

#include "hypermatch/error.hpp"
#include "hypermatch/kokkos_context.hpp"

namespace hypermatch {

/// The instance, for `KokkosContext`; work of a call is enqueued there. It is kept alive as long as
/// what is returned.
[[nodiscard]] inline KokkosSpace kokkos_space(const Kokkos::DefaultExecutionSpace& instance) {
  return {Kokkos::DefaultExecutionSpace::name(), KOKKOS_VERSION,
          std::make_shared<const Kokkos::DefaultExecutionSpace>(instance)};
}

}  // namespace hypermatch
