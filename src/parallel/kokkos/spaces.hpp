// SPDX-License-Identifier: MIT
// Kokkos as a process has it: initialised once, one region at a time in a host space.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>

#include "hypermatch/kokkos_context.hpp"

namespace hypermatch::detail::parallel {

/// Whether the build has it. Where not, no context exists, so that nothing behind one is called.
#if defined(HYPERMATCH_HAVE_KOKKOS)
inline constexpr bool k_has_kokkos = true;
#else
inline constexpr bool k_has_kokkos = false;
#endif

/// @throws Error{unsupported}
[[noreturn]] void throw_no_kokkos();
/// @throws Error{unsupported}: this variant has no loop over a place, the others have one
[[noreturn]] void refuse_in_kokkos(std::string_view variant, const char* others);

/// Initialises Kokkos, on so many threads, unless that is done already. @throws Error{unsupported}
/// when it is finalised
void ensure_kokkos(int threads);

/// The default execution space, without an instance.
[[nodiscard]] KokkosSpace default_space();

/// Held while work runs in a host space, which takes one region at a time.
[[nodiscard]] std::mutex& host_region();
/// Held while a call has the instance of this number in a space of devices.
[[nodiscard]] std::mutex& device_region(std::uint32_t instance);

/// The instance of a context, or the default one.
template <class Exec>
[[nodiscard]] Exec instance_of(const KokkosContext& context) {
  const auto* const own = static_cast<const Exec*>(context.instance());
  return own == nullptr ? Exec() : *own;
}

}  // namespace hypermatch::detail::parallel
