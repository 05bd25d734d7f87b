// SPDX-License-Identifier: MIT
#include "crew.hpp"

#include <algorithm>
#include <utility>

#include "files.hpp"
#include "machine.hpp"

namespace hypermatch::cli {

namespace {

// One thread's work that pays for a thread.
constexpr double k_milliseconds_per_thread = 2;
// Work that pays for a second thread. The first one to be started costs most: the pool with it.
constexpr double k_milliseconds_for_two = 6;
// What one thread takes, on an AMD EPYC 9004: rounded, since only the order of magnitude decides.
constexpr double k_milliseconds_per_megabyte = 3;
constexpr double k_milliseconds_per_million_pins = 12;
constexpr double k_milliseconds_per_million_proven = 100;
// Texts of instances become so many times larger when they are unpacked; few become less.
constexpr double k_unpacked = 4;

}  // namespace

Crew::Crew(const RunOptions& options, Interrupts& interrupts, Log& log)
    : options_(options),
      interrupts_(interrupts),
      log_(log),
      most_threads_(options.threads == 0 ? std::min(usable_cores(), 1024)
                                         : static_cast<int>(options.threads)),
      threads_(most_threads_),
      is_fixed_(options.threads != 0 || names_kokkos(options.device)) {
  // A back end or a number of threads that was asked for is made now, so that it is refused before
  // any work.
  if (!is_fixed_) return;
  const int there = now().threads();
  if (there == threads_) return;
  // Kokkos has its own number of threads.
  contexts_[there] = std::move(contexts_[threads_]);
  most_threads_ = threads_ = there;
}

void Crew::expect_milliseconds(double milliseconds) {
  if (is_fixed_) return;
  if (milliseconds < k_milliseconds_for_two) {
    threads_ = 1;
    return;
  }
  threads_ = static_cast<int>(std::clamp(milliseconds / k_milliseconds_per_thread, 1.0,
                                         static_cast<double>(most_threads_)));
}

void Crew::expect_reading(const std::string& path) {
  const std::uint64_t bytes = bytes_of_file(path);
  if (bytes == 0) return expect_all();
  const bool is_packed = path.ends_with(".gz") || path.ends_with(".zst");
  expect_milliseconds(static_cast<double>(bytes) / 1e6 * (is_packed ? k_unpacked : 1) *
                      k_milliseconds_per_megabyte);
}

void Crew::expect_pins(std::uint64_t pins) {
  expect_milliseconds(static_cast<double>(pins) / 1e6 * k_milliseconds_per_million_pins);
}

void Crew::expect_proof(std::uint64_t pins) {
  expect_milliseconds(static_cast<double>(pins) / 1e6 * k_milliseconds_per_million_proven);
}

void Crew::expect_all() {
  threads_ = most_threads_;
}

const Context& Crew::now() const {
  std::unique_ptr<Context>& context = contexts_[threads_];
  if (context == nullptr) {
    context = std::make_unique<Context>(make_context(threads_, options_.device, interrupts_, log_));
  }
  return *context;
}

}  // namespace hypermatch::cli
