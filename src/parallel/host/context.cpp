// SPDX-License-Identifier: MIT
#include "hypermatch/context.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/executor.hpp"
#include "parallel/host/looks.hpp"

#if defined(__linux__)
#include <sched.h>
#endif

namespace hypermatch {

namespace {

constexpr int k_max_threads = 1024;

}  // namespace

std::atomic<void (*)()> detail::parallel::before_each_look = nullptr;

int detail::parallel::available_threads() {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Context::Context(ContextOptions options) : options_(std::move(options)) {
  if (options_.threads < 0 || options_.threads > k_max_threads) {
    throw Error(ErrorCode::invalid_option, "threads is " + std::to_string(options_.threads) +
                                               ", must be 0 (all) or 1 .. 1024");
  }
  if (options_.threads == 0) {
    options_.threads = std::min(detail::parallel::available_threads(), k_max_threads);
  }
  detail::check_enum("backend", options_.backend, HostBackend::kokkos);
  detail::check_enum("validation", options_.validation, Validation::full);
  HostBackend& backend = options_.backend;
  if (backend == HostBackend::automatic) {
#if defined(HYPERMATCH_HAVE_TBB)
    backend = options_.threads == 1 ? HostBackend::serial : HostBackend::tbb;
#else
    backend = options_.threads == 1 ? HostBackend::serial : HostBackend::std_threads;
#endif
  }
  switch (backend) {
    case HostBackend::automatic:
    case HostBackend::serial:
      options_.threads = 1;
      executor_ = detail::parallel::make_serial_executor();
      break;
    case HostBackend::std_threads:
      executor_ = detail::parallel::make_thread_executor(options_.threads);
      break;
    case HostBackend::tbb:
#if defined(HYPERMATCH_HAVE_TBB)
      executor_ = detail::parallel::make_tbb_executor(options_.threads);
#endif
      break;
    case HostBackend::kokkos:
#if defined(HYPERMATCH_HAVE_KOKKOS)
      executor_ = detail::parallel::make_kokkos_executor(options_.threads);
      options_.threads = executor_->width();
#endif
      break;
  }
  if (executor_ == nullptr) throw Error(ErrorCode::unsupported, why_unavailable(backend));
}

Context::Context(const Context& other, ContextOptions options)
    : options_(std::move(options)), executor_(other.executor_) {
  options_.threads = other.threads();
  options_.backend = other.backend();
  detail::check_enum("validation", options_.validation, Validation::full);
}

std::string why_unavailable(HostBackend backend) {
  detail::check_enum("backend", backend, HostBackend::kokkos);
#if !defined(HYPERMATCH_HAVE_TBB)
  if (backend == HostBackend::tbb) return "this build of hypermatch has no oneTBB back end";
#endif
#if !defined(HYPERMATCH_HAVE_KOKKOS)
  if (backend == HostBackend::kokkos) {
    return "this build of hypermatch has no Kokkos (HYPERMATCH_KOKKOS=ON builds with it)";
  }
#endif
  (void)backend;
  return {};
}

Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

int Context::threads() const noexcept {
  return options_.threads;
}

HostBackend Context::backend() const noexcept {
  return options_.backend;
}

Validation Context::validation() const noexcept {
  return options_.validation;
}

void Context::report(const Progress& progress) const {
  if (options_.progress) options_.progress(progress);
}

void Context::check_cancelled() const {
  if (auto* const look = detail::parallel::before_each_look.load(std::memory_order_relaxed)) look();
  if (options_.stop.stop_requested()) throw Error(ErrorCode::cancelled, "stopped on request");
}

detail::parallel::Executor& Context::executor() const noexcept {
  return *executor_;
}

}  // namespace hypermatch
