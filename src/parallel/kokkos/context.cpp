// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch {

void detail::parallel::throw_no_kokkos() {
  throw Error(ErrorCode::unsupported, why_no_kokkos_space());
}

void detail::parallel::refuse_in_kokkos(std::string_view variant, const char* others) {
  throw Error(ErrorCode::unsupported, "variant is " + std::string(variant) + ", must be one of " +
                                          others + " in an execution space of Kokkos");
}

std::string why_no_kokkos_space() {
  return why_unavailable(HostBackend::kokkos);
}

KokkosContext::KokkosContext(const Context& host) : host_(&host) {
#if defined(HYPERMATCH_HAVE_KOKKOS)
  detail::parallel::ensure_kokkos(host.threads());
  space_ = detail::parallel::default_space();
#else
  detail::parallel::throw_no_kokkos();
#endif
}

KokkosContext::KokkosContext(const Context& host, KokkosSpace space)
    : host_(&host), space_(std::move(space)) {
#if defined(HYPERMATCH_HAVE_KOKKOS)
  if (space_.instance == nullptr) {
    throw Error(ErrorCode::invalid_option,
                "the space has no instance, must be one that kokkos_space makes");
  }
  detail::parallel::ensure_kokkos(host.threads());
  const KokkosSpace own = detail::parallel::default_space();
  if (space_.name != own.name || space_.version != own.version) {
    throw Error(ErrorCode::unsupported, "the instance is of " + std::string(space_.name) +
                                            " of Kokkos " + std::to_string(space_.version) +
                                            ", hypermatch was built with " + std::string(own.name) +
                                            " of Kokkos " + std::to_string(own.version));
  }
#else
  detail::parallel::throw_no_kokkos();
#endif
}

}  // namespace hypermatch
