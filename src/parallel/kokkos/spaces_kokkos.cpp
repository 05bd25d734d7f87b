// SPDX-License-Identifier: MIT
#include <Kokkos_Core.hpp>
#include <array>

#include "hypermatch/error.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch::detail::parallel {

void ensure_kokkos(int threads) {
  static std::mutex at_once;
  const std::scoped_lock lock(at_once);
  if (Kokkos::is_initialized()) return;
#if KOKKOS_VERSION >= 30700
  if (Kokkos::is_finalized()) {
    throw Error(ErrorCode::unsupported, "Kokkos is finalised, and cannot be initialised again");
  }
  Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(threads));
#else
  Kokkos::initialize(Kokkos::InitArguments(threads));
#endif
}

KokkosSpace default_space() {
  return {Kokkos::DefaultExecutionSpace::name(), KOKKOS_VERSION, nullptr};
}

std::mutex& host_region() {
  static std::mutex region;
  return region;
}

std::mutex& device_region(std::uint32_t instance) {
  static std::array<std::mutex, 64> regions;
  return regions[instance % regions.size()];
}

}  // namespace hypermatch::detail::parallel
