// SPDX-License-Identifier: MIT
// An execution space of Kokkos as the place of a call: its default one (CUDA, HIP, SYCL, or threads
// of the host), with a host context beside it. No header of Kokkos is needed; programs that bring
// an instance of their own include `hypermatch/kokkos.hpp`.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hypermatch/context.hpp"

namespace hypermatch {

/// An instance of `Kokkos::DefaultExecutionSpace`, made by `kokkos_space` (hypermatch/kokkos.hpp).
struct KokkosSpace {
  std::string_view name;  ///< of the space, as the caller's Kokkos has it
  int version = 0;        ///< KOKKOS_VERSION of the caller
  std::shared_ptr<const void> instance;
};

/// Why no execution space can be used in this build; empty if one can.
[[nodiscard]] std::string why_no_kokkos_space();

/// The place of algorithms of rounds in Kokkos' default execution space (`kokkos_matching.hpp`). An
/// instance in host memory is copied to the space's memory once, the answer is copied back once.
/// The host rates, converts and checks, on the threads of its context. Several calls may run at
/// once: on one instance, and in host spaces, their rounds take turns.
class KokkosContext {
 public:
  /// The default instance. Initialises Kokkos if the program has not; it is never finalised by the
  /// library. `host` must outlive the context. @throws Error{unsupported} in builds without Kokkos,
  /// and when Kokkos is finalised
  explicit KokkosContext(const Context& host);
  /// The caller's instance. @throws as above; Error{unsupported} for an instance of another Kokkos,
  /// Error{invalid_option} for a space without one
  KokkosContext(const Context& host, KokkosSpace space);

  [[nodiscard]] const Context& host() const noexcept { return *host_; }
  /// The name of the execution space, such as `Cuda` or `Serial`.
  [[nodiscard]] std::string_view name() const noexcept { return space_.name; }
  /// The caller's instance, or null; not for callers of the library.
  [[nodiscard]] const void* instance() const noexcept { return space_.instance.get(); }

 private:
  const Context* host_;
  KokkosSpace space_;
};

}  // namespace hypermatch
