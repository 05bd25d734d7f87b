// SPDX-License-Identifier: MIT
// Calls every public algorithm on a structure that was not validated. Each must end, stay in bounds
// and return ids in range, or throw Error{invalid_input}; where `validate` accepts the structure,
// it must return what its verifier accepts.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::test {

/// Ends the program, naming the call, if one takes longer than any call on some hundred entries
/// does even under a sanitizer on a busy machine.
class Watchdog {
 public:
  explicit Watchdog(std::chrono::seconds limit = std::chrono::seconds(300))
      : limit_(limit), thread_([this](const std::stop_token& stop) { watch(stop); }) {}
  ~Watchdog() {
    thread_.request_stop();
    changed_.notify_all();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// `call` must live until the next one.
  void begin(const char* call) {
    const std::lock_guard lock(mutex_);
    call_ = call;
    ++calls_;
  }
  void end() { begin(nullptr); }

 private:
  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    // Ends: with the watchdog.
    while (!stop.stop_requested()) {
      const std::uint64_t seen = calls_;
      changed_.wait_for(lock, stop, limit_, [] { return false; });
      if (stop.stop_requested() || call_ == nullptr || calls_ != seen) continue;
      std::fprintf(stderr, "%s does not end\n", call_);
      std::abort();
    }
  }

  std::chrono::seconds limit_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  const char* call_ = nullptr;
  std::uint64_t calls_ = 0;
  std::jthread thread_;
};

/// Collects what is wrong with the calls on one structure.
class Calls {
 public:
  Calls(Watchdog& watchdog, bool is_valid) : watchdog_(watchdog), is_valid_(is_valid) {}

  /// True if `validate` accepted the structure: then no call may throw.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

  void expect(bool holds, const char* call, const std::string& what) {
    if (!holds && wrong_.empty()) wrong_ = std::string(call) + ": " + what;
  }

  /// Calls body(), which may refuse what is invalid.
  template <class Body>
  void operator()(const char* call, const Body& body) {
    watchdog_.begin(call);
    try {
      body();
    } catch (const Error& error) {
      expect(!is_valid_, call, std::string("refuses a valid structure: ") + error.what());
      expect(error.code() == ErrorCode::invalid_input, call, error.what());
    }
    watchdog_.end();
  }

 private:
  Watchdog& watchdog_;
  bool is_valid_;
  std::string wrong_;
};

/// Whether `validate` accepts a view. The one on all threads must say the same, word for word.
template <class View>
[[nodiscard]] bool is_valid(std::span<const Context* const> contexts, const View& view,
                            std::string& wrong) {
  const auto verdict = [](const auto& check) {
    try {
      check();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string expected = verdict([&] { validate(view); });
  for (const Context* context : contexts) {
    const std::string got = verdict([&] { validate(*context, view); });
    if (got != expected) wrong = "validate on threads: '" + got + "', but '" + expected + "'";
  }
  return expected.empty();
}

/// What is wrong with the structure made of `bytes`, or with what an algorithm did with it; empty
/// if nothing is. The first byte picks the kind. `contexts`: where each algorithm is run.
[[nodiscard]] std::string call_all(std::span<const std::uint8_t> bytes,
                                   std::span<const Context* const> contexts, Watchdog& watchdog);

}  // namespace hypermatch::test
