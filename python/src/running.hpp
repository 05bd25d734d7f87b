// SPDX-License-Identifier: MIT
// Calls into the library: without the interpreter's lock, on threads that calls share, and ended by
// an interrupt from the keyboard.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// How one call runs.
struct RunSettings {
  int threads = 0;                ///< 0: as many as the work pays for
  nb::object progress = {};       ///< None, or called as progress(phase, done, total)
  std::vector<int> devices = {};  ///< ordinals; none: the host's cores
  DeviceStream stream = nullptr;  ///< the caller's, of the first device; null: one of our own
  bool in_kokkos = false;         ///< in the default execution space of Kokkos instead
};

/// The place of a call, which entries of the registry are looked up by.
[[nodiscard]] inline registry::Place place_of(const RunSettings& settings) {
  if (settings.in_kokkos) return registry::Place::kokkos;
  if (settings.devices.empty()) return registry::Place::host;
  return settings.devices.size() == 1 ? registry::Place::device : registry::Place::device_group;
}

/// Runs `work` on a context of the call's own. `entries` and `nanoseconds`, of one entry on one
/// thread, estimate the work: what is short runs in the calling thread. Longer work runs in a
/// thread beside it, while the calling one looks for interrupts and tells the progress.
/// @throws what `work` throws; nb::python_error for an interrupt or what the progress raises
void run(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
         const std::function<void(const Context&)>& work);

/// Calls `run` with work that returns something.
template <class Work>
[[nodiscard]] auto result_of(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
                             const Work& work) {
  std::optional<std::invoke_result_t<Work, const Context&>> result;
  run(settings, entries, nanoseconds,
      [&](const Context& context) { result.emplace(work(context)); });
  return std::move(*result);
}

/// As `run`, at the place that the settings name: `work` takes the device, the devices or the
/// space, with the threads of the host beside them. @throws as `run`; Error{unsupported, device}
/// where there is no such place
void run_at(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
            const std::function<void(const registry::Where&)>& work);
template <class Work>
[[nodiscard]] auto result_at(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
                             const Work& work) {
  std::optional<std::invoke_result_t<Work, const registry::Where&>> result;
  run_at(settings, entries, nanoseconds,
         [&](const registry::Where& where) { result.emplace(work(where)); });
  return std::move(*result);
}

/// For a process that was forked: the threads of earlier calls are not there.
void forget_threads();

}  // namespace hypermatch::python
