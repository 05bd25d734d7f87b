// SPDX-License-Identifier: MIT
// A stop that is asked for while an algorithm works ends it soon. No clock asks for it, which a
// busy machine would wake too late, but one of the looks that the call takes at whether it shall
// stop.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <stop_token>
#include <thread>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/looks.hpp"

namespace hypermatch::test {

using StoppedCall = std::function<void(const Context&)>;

// The processor time of the calling thread, which other programs on the machine do not lengthen.
inline double seconds_of_this_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// One call whose looks are watched; one lives at a time.
class WatchedCall {
 public:
  // Asks for a stop at the look of this number, from 1 on; 0 never asks.
  WatchedCall(const StoppedCall& call, int threads, std::uint64_t asked_at) : asked_at_(asked_at) {
    const Context context(
        {.threads = threads, .backend = HostBackend::std_threads, .stop = source_.get_token()});
    watching_ = this;
    detail::parallel::before_each_look = [] { watching_->look(); };
    begin_ = last_ = seconds_of_this_thread();
    try {
      call(context);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
      stopped_ = true;
    }
    detail::parallel::before_each_look = nullptr;
    const double end = seconds_of_this_thread();
    longest_gap_ = std::max(longest_gap_, end - last_);
    seconds_ = end - begin_;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] std::uint64_t looks() const { return looks_; }
  // The longest time without a look on the calling thread, as a part of the whole time.
  [[nodiscard]] double longest_gap() const { return longest_gap_ / seconds_; }

 private:
  void look() {
    if (++looks_ == asked_at_) source_.request_stop();
    if (std::this_thread::get_id() != caller_) return;
    const double now = seconds_of_this_thread();
    longest_gap_ = std::max(longest_gap_, now - last_);
    last_ = now;
  }

  inline static WatchedCall* watching_ = nullptr;
  std::thread::id caller_ = std::this_thread::get_id();
  std::stop_source source_;
  std::uint64_t asked_at_;
  std::atomic<std::uint64_t> looks_ = 0;
  double begin_ = 0.0, last_ = 0.0, longest_gap_ = 0.0, seconds_ = 0.0;
  bool stopped_ = false;
};

// Asks the call to stop at the look that is each of the parts of all its looks, wants it to end so,
// and the looks to lie close. Several attempts: the number of looks may vary with the threads, and
// the first call may be the one that gets its memory from the system.
inline void expect_stops(const StoppedCall& call, int threads,
                         std::initializer_list<double> parts) {
  constexpr int k_attempts = 20;
  constexpr double k_longest_gap = 0.85;
  double longest_gap = 1.0;
  std::uint64_t looks = 0;
  for (int i = 0; i < k_attempts && longest_gap > k_longest_gap; ++i) {
    const WatchedCall whole(call, threads, 0);
    EXPECT_FALSE(whole.stopped());
    longest_gap = std::min(longest_gap, whole.longest_gap());
    looks = whole.looks();
  }
  EXPECT_LE(longest_gap, k_longest_gap) << looks << " looks";
  ASSERT_GE(looks, 1U);
  for (const double part : parts) {
    // The first look where there are few.
    const auto asked_at =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(part * static_cast<double>(looks)));
    bool stopped = false;
    for (int i = 0; i < k_attempts && !stopped; ++i) {
      stopped = WatchedCall(call, threads, asked_at).stopped();
    }
    EXPECT_TRUE(stopped) << "at look " << asked_at << " of " << looks;
  }
}

}  // namespace hypermatch::test
