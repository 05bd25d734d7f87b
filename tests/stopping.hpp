// SPDX-License-Identifier: MIT
// A stop that is asked for while an algorithm works ends it soon. Time is the processor time of the
// thread that works, which other programs on the machine do not lengthen.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <thread>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::test {

inline double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline clockid_t clock_of_this_thread() {
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

using StoppedCall = std::function<void(const Context&)>;

// The better of two runs: the first may be the one that gets its memory from the system.
inline double whole_seconds(const StoppedCall& call, int threads) {
  const Context context({.threads = threads, .backend = HostBackend::std_threads});
  const double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  call(context);
  const double between = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  call(context);
  return std::min(between - begin, seconds_of(CLOCK_THREAD_CPUTIME_ID) - between);
}

// How long the call took that was asked to stop after `seconds`; nothing if it was faster.
inline std::optional<double> seconds_until_stopped(const StoppedCall& call, int threads,
                                                   double seconds) {
  std::stop_source source;
  const Context context(
      {.threads = threads, .backend = HostBackend::std_threads, .stop = source.get_token()});
  const clockid_t clock = clock_of_this_thread();
  std::atomic<bool> done = false;
  const double begin = seconds_of(clock);
  std::jthread stopper([&] {
    // Ends: the call takes time, or is done.
    while (!done && seconds_of(clock) < begin + seconds) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    source.request_stop();
  });
  bool stopped = false;
  try {
    call(context);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
    stopped = true;
  }
  const double passed = seconds_of(clock) - begin;
  done = true;
  return stopped ? std::optional(passed) : std::nullopt;
}

// Asks the call to stop after each of the parts of its time, and wants it to end in its midst; the
// time before that, which `before` takes, does not count: to make a transpose. One attempt has to
// do it: a busy machine wakes the thread that asks late, so each attempt asks a bit earlier than
// the one before. A call that does not look never ends so early.
inline void expect_stops(const StoppedCall& call, int threads, std::initializer_list<double> parts,
                         const StoppedCall& before = {}) {
  constexpr int k_attempts = 100;
  constexpr double k_first = 0.02;  // earlier, it may not have begun
  constexpr double k_last = 0.8;
  for (const double part : parts) {
    bool in_its_midst = false;
    for (int i = 0; i < k_attempts && !in_its_midst; ++i) {
      const double skipped = before ? whole_seconds(before, threads) : 0.0;
      const double rest = whole_seconds(call, threads) - skipped;
      const double asked = part - (part - k_first) * (i % 10) / 10;
      const std::optional<double> passed =
          seconds_until_stopped(call, threads, skipped + asked * rest);
      in_its_midst =
          passed && *passed > skipped + k_first * rest && *passed < skipped + k_last * rest;
    }
    EXPECT_TRUE(in_its_midst) << "asked after the part " << part;
  }
}

}  // namespace hypermatch::test
