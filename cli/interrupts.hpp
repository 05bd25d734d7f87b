// SPDX-License-Identifier: MIT
// Ctrl-C and SIGTERM: the first asks the work to stop, and it gets a moment to do so; a second ends
// the process at once. Neither leaves a file half-written.
#pragma once

#include <atomic>
#include <stop_token>
#include <string>
#include <thread>

namespace hypermatch::cli {

/// Watches for signals on a thread of its own, so that no handler has to be async-signal-safe.
/// Must be made before any other thread, since threads inherit the mask that keeps the signals for
/// the watcher.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Tells work to stop; for `ContextOptions::stop`.
  [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }

  /// While one lives, the process is not ended from outside the main thread: an output file may be
  /// half-written beside its target. Pipes and devices have nothing to lose and do not hold.
  class WriteHold {
   public:
    WriteHold(Interrupts& interrupts, const std::string& path);
    ~WriteHold();
    WriteHold(const WriteHold&) = delete;
    WriteHold& operator=(const WriteHold&) = delete;

   private:
    Interrupts& interrupts_;
    bool holds_;
  };

 private:
  void watch();
  void leave_unless_writing();

  std::stop_source stop_;
  std::atomic<int> writers_{0};
  std::atomic<bool> leaving_{false};
  int signals_ = -1;  // signalfd
  int end_ = -1;      // eventfd that ends the watcher
  std::thread watcher_;
};

}  // namespace hypermatch::cli
