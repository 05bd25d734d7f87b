// SPDX-License-Identifier: MIT
// Context: what it makes of its options, and what it refuses.
#include "hypermatch/context.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "parallel/host/executor.hpp"
#include "parallel/host/primitives.hpp"

#if defined(__linux__)
#include <sched.h>
#endif

namespace hypermatch {
namespace {

ErrorCode code_of(const ContextOptions& options) {
  try {
    const Context context(options);
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "accepted";
  return ErrorCode::internal;
}

TEST(ContextTest, RefusesThreadCountsOutOfRangeAndNamesTheRange) {
  EXPECT_EQ(code_of({.threads = -1}), ErrorCode::invalid_option);
  EXPECT_EQ(code_of({.threads = 1025}), ErrorCode::invalid_option);
  EXPECT_EQ(code_of({.threads = std::numeric_limits<int>::min()}), ErrorCode::invalid_option);
  EXPECT_EQ(code_of({.threads = std::numeric_limits<int>::max()}), ErrorCode::invalid_option);
  try {
    const Context context({.threads = -7});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("-7"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("1024"), std::string::npos) << error.what();
  }
}

#if !defined(HYPERMATCH_HAVE_TBB)
TEST(ContextTest, RefusesABackEndThatWasNotBuilt) {
  EXPECT_EQ(code_of({.threads = 2, .backend = HostBackend::tbb}), ErrorCode::unsupported);
}
#endif

TEST(ContextTest, ResolvesAutomaticByTheNumberOfThreads) {
  EXPECT_EQ(Context({.threads = 1}).backend(), HostBackend::serial);
  const Context wide({.threads = 3});
#if defined(HYPERMATCH_HAVE_TBB)
  EXPECT_EQ(wide.backend(), HostBackend::tbb);
#else
  EXPECT_EQ(wide.backend(), HostBackend::std_threads);
#endif
  EXPECT_EQ(wide.threads(), 3);
  EXPECT_EQ(wide.executor().width(), 3);
}

TEST(ContextTest, SerialHasOneThreadWhateverWasAskedFor) {
  const Context context({.threads = 8, .backend = HostBackend::serial});
  EXPECT_EQ(context.threads(), 1);
  EXPECT_EQ(context.executor().width(), 1);
}

#if defined(__linux__)
TEST(ContextTest, ZeroThreadsAreThoseTheProcessMayRunOn) {
  cpu_set_t before;
  CPU_ZERO(&before);
  ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(Context({.threads = 0}).threads(), CPU_COUNT(&before));

  cpu_set_t one;
  CPU_ZERO(&one);
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &before)) {
      CPU_SET(cpu, &one);
      break;
    }
  }
  ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
  const int threads = Context({.threads = 0}).threads();
  ASSERT_EQ(::sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(threads, 1);
}
#endif

TEST(ContextTest, ThrowsCancelledOnceAStopIsRequestedAndNotBefore) {
  std::stop_source source;
  const Context context({.threads = 2, .stop = source.get_token()});
  EXPECT_NO_THROW(context.check_cancelled());
  source.request_stop();
  try {
    context.check_cancelled();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(ContextTest, WithoutStopTokenNothingIsEverCancelled) {
  const Context context({.threads = 1});
  EXPECT_NO_THROW(context.check_cancelled());
}

TEST(ContextTest, PassesProgressOnAndNeedsNoListener) {
  std::vector<std::uint64_t> seen;
  const Context context({.threads = 1, .progress = [&](const Progress& progress) {
                           EXPECT_STREQ(progress.phase, "solve");
                           EXPECT_EQ(progress.total, 10U);
                           seen.push_back(progress.done);
                         }});
  context.report({"solve", 3, 10});
  context.report({"solve", 10, 10});
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{3, 10}));
  EXPECT_NO_THROW(Context({.threads = 1}).report({"solve", 1, 2}));
}

TEST(ContextTest, KeepsWorkingWhenMoved) {
  Context first({.threads = 2, .backend = HostBackend::std_threads});
  Context second = std::move(first);
  EXPECT_EQ(second.threads(), 2);
  const auto sum_below = [](const Context& context, std::uint64_t n) {
    return detail::parallel::reduce<std::uint64_t>(
        context, n, 0, [](std::size_t i) { return std::uint64_t{i}; },
        [](std::uint64_t a, std::uint64_t b) { return a + b; }, 16);
  };
  EXPECT_EQ(sum_below(second, 1000), 499500U);
  Context third({.threads = 1});
  third = std::move(second);
  EXPECT_EQ(third.threads(), 2);
  EXPECT_EQ(sum_below(third, 1000), 499500U);
}

}  // namespace
}  // namespace hypermatch
