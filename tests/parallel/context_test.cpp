// SPDX-License-Identifier: MIT
// Context: what it makes of its options, and what it refuses.
#include "hypermatch/context.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
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

TEST(ContextTest, AContextOnTheThreadsOfAnotherHasItsOwnStopAndKeepsTheThreads) {
  for (const HostBackend backend : {HostBackend::serial, HostBackend::std_threads}) {
    std::stop_source source;
    std::uint64_t reported = 0;
    auto threads = std::make_unique<const Context>(
        ContextOptions{.threads = 3, .backend = backend, .validation = Validation::full});
    const Context call(*threads, {.threads = 7,
                                  .progress = [&](const Progress& line) { reported = line.done; },
                                  .stop = source.get_token()});
    EXPECT_EQ(&call.executor(), &threads->executor());
    EXPECT_EQ(call.threads(), threads->threads());
    EXPECT_EQ(call.backend(), backend);
    EXPECT_EQ(call.validation(), Validation::sizes);
    call.report({"solve", 5, 9});
    EXPECT_EQ(reported, 5U);
    source.request_stop();
    EXPECT_THROW(call.check_cancelled(), Error);
    EXPECT_NO_THROW(threads->check_cancelled());
    threads.reset();
    std::atomic<int> sum = 0;
    call.executor().run(10, detail::parallel::TaskRef([&](std::size_t task) {
                          sum.fetch_add(static_cast<int>(task), std::memory_order_relaxed);
                        }));
    EXPECT_EQ(sum.load(), 45);
  }
}

TEST(ContextTest, RefusesABackEndThatWasNotBuilt) {
  int there = 0;
  for (const HostBackend backend : {HostBackend::tbb, HostBackend::kokkos}) {
    if (why_unavailable(backend).empty()) {
      EXPECT_EQ(Context({.threads = 2, .backend = backend}).backend(), backend);
      ++there;
    } else {
      EXPECT_EQ(code_of({.threads = 2, .backend = backend}), ErrorCode::unsupported);
    }
  }
#if defined(HYPERMATCH_HAVE_TBB)
  --there;
#endif
#if defined(HYPERMATCH_HAVE_KOKKOS)
  --there;
#endif
  EXPECT_EQ(there, 0);
  EXPECT_EQ(why_unavailable(HostBackend::std_threads), "");
}

#if defined(HYPERMATCH_HAVE_KOKKOS)
// Kokkos runs one region at a time, and none inside another one.
TEST(ContextTest, KokkosServesCallsThatRunAtOnce) {
  constexpr std::size_t k_items = 20'000;
  const auto sum = [&] {
    const Context context({.threads = 2, .backend = HostBackend::kokkos});
    std::uint64_t all = 0;
    for (int repeat = 0; repeat < 20; ++repeat) {
      all += detail::parallel::reduce<std::uint64_t>(
          context, k_items, 0,
          [&](std::size_t i) {
            std::atomic<std::uint64_t> inner = 0;
            if (i % 1000 == 0) {
              detail::parallel::for_each(
                  context, 3, [&](std::size_t j) { inner += j; }, 1);
            }
            return inner.load() + 1;
          },
          std::plus<>(), 16);
    }
    return all;
  };
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::thread other([&] { first = sum(); });
  second = sum();
  other.join();
  EXPECT_EQ(first, 20 * (k_items + 3 * 20));
  EXPECT_EQ(second, first);
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
