// SPDX-License-Identifier: MIT
#include <Kokkos_Core.hpp>
#include <array>
#include <atomic>

#include "hypermatch/error.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch::detail::parallel {

void ensure_kokkos(int threads) {
  static std::mutex at_once;
  static bool is_watched = false;
  static std::atomic<bool> is_finalised = false;
  const std::scoped_lock lock(at_once);
  if (!Kokkos::is_initialized()) {
#if KOKKOS_VERSION >= 30700
    is_finalised = is_finalised || Kokkos::is_finalized();
#endif
    if (is_finalised) {
      throw Error(ErrorCode::unsupported, "Kokkos is finalised, and cannot be initialised again");
    }
#if KOKKOS_VERSION >= 30700
    Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(threads));
#else
    Kokkos::initialize(Kokkos::InitArguments(threads));
#endif
  }
  // Older versions do not tell, and take another initialisation, which leaves memory that is gone.
  if (!is_watched) Kokkos::push_finalize_hook([] { is_finalised = true; });
  is_watched = true;
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
