// SPDX-License-Identifier: MIT
// The context of a call: number of threads, back end, progress and cancellation. State travels in a
// Context; the library has no globals, and several contexts may be used at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "hypermatch/version.hpp"

namespace hypermatch {

namespace detail::parallel {
class Executor;
}

/// The library that runs the threads of a `Context`.
enum class HostBackend {
  automatic,    ///< serial for one thread, else oneTBB where it was built in, else std_threads
  serial,       ///< the calling thread alone
  tbb,          ///< oneTBB
  std_threads,  ///< a small pool of std::thread (visible to thread sanitizers)
  /// The default host execution space of Kokkos, where it was built in: OpenMP, Threads or Serial.
  /// The caller has initialised Kokkos, and `threads` is what it has; or else the first such
  /// context initialises it, on its number of threads. It is never finalised by the library.
  kokkos,
};

/// Why a back end cannot be used in this build; empty if it can.
[[nodiscard]] std::string why_unavailable(HostBackend backend);

/// Checks of the input views before an algorithm runs. An invalid view that `sizes` does not detect
/// is never read out of bounds as long as its offsets ascend and its indices are in range: the call
/// ends, with an answer for what it found or with `Error{invalid_input}`.
enum class Validation {
  sizes,  ///< that arrays fit each other and the limits: O(1)
  full,   ///< all that the view documents, as `validate(context, view)`: a pass or more over it
};

/// One line of progress: what is being done, and how far it is.
struct Progress {
  const char* phase;    ///< static text, such as "read" or "solve"
  std::uint64_t done;   ///< units finished
  std::uint64_t total;  ///< units in all, 0 if unknown
  /// While communities are sought: the level that is swept, from 1 (the finest) on, the sweep of
  /// that level from 1 on, of which `done` of `total` parts are over, and the last known quality.
  /// 0 and nothing otherwise.
  std::uint64_t level = 0;
  std::uint64_t sweep = 0;
  std::optional<double> quality = std::nullopt;
};

struct ContextOptions {
  /// Number of threads, 1 .. 1024; 0 takes all that the process may run on.
  int threads = 0;
  HostBackend backend = HostBackend::automatic;
  /// Called now and then from the calling thread; must not throw. Empty: no progress.
  std::function<void(const Progress&)> progress = {};
  /// Long work stops soon after a stop is requested, with `Error{cancelled}`.
  std::stop_token stop = {};
  /// `full` for views from sources that are not trusted.
  Validation validation = Validation::sizes;
};

/// Carries what every call needs to know about the machine. Cheap to pass by reference; a context
/// may be used by several calls at once.
class Context {
 public:
  /// @throws Error{invalid_option, unsupported}
  explicit Context(ContextOptions options = {});
  /// A context on the threads of `other`, which it keeps alive: making it starts no thread. Its
  /// progress, stop and validation are those of `options`, whose threads and back end are ignored.
  Context(const Context& other, ContextOptions options);
  ~Context();
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;

  [[nodiscard]] int threads() const noexcept;
  /// `serial`, `tbb`, `std_threads` or `kokkos`.
  [[nodiscard]] HostBackend backend() const noexcept;
  [[nodiscard]] Validation validation() const noexcept;
  void report(const Progress& progress) const;
  /// @throws Error{cancelled} once a stop was requested
  void check_cancelled() const;
  /// The engine below the parallel primitives; not for callers of the library.
  [[nodiscard]] detail::parallel::Executor& executor() const noexcept;

 private:
  ContextOptions options_;
  std::shared_ptr<detail::parallel::Executor> executor_;
};

}  // namespace hypermatch
