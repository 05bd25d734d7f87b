// SPDX-License-Identifier: MIT
// How many threads each step of a run takes: those that `--threads` names, or else as many as the
// step's work pays for. To start a thread costs as much as parsing a few hundred kilobytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "hypermatch/context.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

/// One context per number of threads that a step has asked for; it is the one of the present step.
class Crew {
 public:
  /// All threads until a step says what it has to do. @throws as Context
  Crew(const RunOptions& options, Interrupts& interrupts, Log& log);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Work that takes one thread about so long follows. Contexts of earlier steps stay valid.
  void expect_milliseconds(double milliseconds);
  /// The file is read: by its size, where it has one.
  void expect_reading(const std::string& path);
  /// An instance of so many pins is matched, converted or written.
  void expect_pins(std::uint64_t pins);
  /// A result on an instance of so many pins is verified, and a bound on the optimum found.
  void expect_proof(std::uint64_t pins);
  void expect_all();

  [[nodiscard]] const Context& now() const;
  operator const Context&() const { return now(); }
  [[nodiscard]] int threads() const { return threads_; }
  /// The most that a step may take.
  [[nodiscard]] int most_threads() const { return most_threads_; }
  void check_cancelled() const { now().check_cancelled(); }

 private:
  const RunOptions& options_;
  Interrupts& interrupts_;
  Log& log_;
  int most_threads_;
  int threads_;
  bool is_fixed_;  // every step takes all threads
  // Made at the first use: that starts threads.
  mutable std::map<int, std::unique_ptr<Context>> contexts_;
};

}  // namespace hypermatch::cli
