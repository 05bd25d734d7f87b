// SPDX-License-Identifier: MIT
// A stop that is asked for while an algorithm or a start works ends it soon. Time is the processor
// time of the thread that works, which other programs on the machine do not lengthen.
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
#include <string>
#include <thread>

#include "hypermatch/error.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

clockid_t clock_of_this_thread() {
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

using Call = std::function<void(const Context&)>;

// The better of two runs: the first may be the one that gets its memory from the system.
double whole_seconds(const Call& call, int threads) {
  const Context context({.threads = threads, .backend = HostBackend::std_threads});
  const double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  call(context);
  const double between = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  call(context);
  return std::min(between - begin, seconds_of(CLOCK_THREAD_CPUTIME_ID) - between);
}

// How long the call took that was asked to stop after `seconds`; nothing if it was faster.
std::optional<double> seconds_until_stopped(const Call& call, int threads, double seconds) {
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

// Asks the call to stop after each of the parts of its time; the time before that, which `before`
// takes, does not count: to make a transpose. One attempt has to do it: the thread that asks may
// come late, and processors change their speed. Who does not look never ends so early.
void expect_stops(const Call& call, int threads, std::initializer_list<double> parts,
                  const Call& before = {}) {
  constexpr int k_attempts = 15;
  for (const double part : parts) {
    bool soon = false;
    for (int i = 0; i < k_attempts && !soon; ++i) {
      const double skipped = before ? whole_seconds(before, threads) : 0.0;
      const double rest = whole_seconds(call, threads) - skipped;
      const std::optional<double> passed =
          seconds_until_stopped(call, threads, skipped + part * rest);
      soon = passed && *passed < skipped + (part + 0.3) * rest;
    }
    EXPECT_TRUE(soon) << "asked after the part " << part;
  }
}

// Long enough for many looks and for a thread that asks late. Under sanitizers work takes longer.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr VertexId k_length = 150'000;
constexpr VertexId k_longer = 4 * k_length;
#else
constexpr VertexId k_length = 300'000;
constexpr VertexId k_longer = 5 * k_length;
#endif
constexpr std::initializer_list<double> k_parts = {0.5};

TEST(BipartiteStops, AlgorithmsWhileTheyWork) {
  const Bipartite graph = chain(k_length);
  for (const int threads : {1, 2}) {
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      const bool on_one = algorithm.same_bytes;
      if (on_one && threads != 1) continue;
      SCOPED_TRACE(std::string(algorithm.name) + ", threads " + std::to_string(threads));
      expect_stops(
          [&](const Context& context) {
            (void)algorithm.run(context, graph.view(), {.start = BipartiteStart::cheap});
          },
          threads, k_parts);
    }
  }
}

TEST(BipartiteStops, StartsWhileTheyWork) {
  const Bipartite graph = chain(k_length);
  const Bipartite longer = chain(k_longer);  // some would be over before they are asked
  const Call make_transpose = [&](const Context& context) {
    (void)transpose(context, graph.view());
  };
  for (const int threads : {1, 2}) {
    for (const BipartiteStart start : k_starts) {
      if (start == BipartiteStart::automatic || start == BipartiteStart::none) continue;
      if (start == BipartiteStart::least_degree && threads != 1) continue;
      const bool transposes =
          start == BipartiteStart::karp_sipser || start == BipartiteStart::two_sided;
      const BipartiteView view = transposes ? graph.view() : longer.view();
      SCOPED_TRACE("start " + std::to_string(static_cast<int>(start)) + ", threads " +
                   std::to_string(threads));
      expect_stops(
          [&](const Context& context) { (void)start_matching(context, view, {.start = start}); },
          threads, {0.2}, transposes ? make_transpose : Call{});
    }
  }
}

// In the first two thirds row r meets columns r and r + n / 3, in the last one column r - 2 n / 3:
// cheap leaves a third of all rows free, and all paths have five edges.
TEST(BipartiteStops, TheDefaultWhileItStartsAgain) {
  constexpr VertexId k_third = 150'000;
  Bipartite graph;
  graph.num_rows = graph.num_columns = 3 * k_third;
  graph.offsets.push_back(0);
  for (VertexId r = 0; r < 3 * k_third; ++r) {
    const bool last = r >= 2 * k_third;
    graph.columns.push_back(last ? r - 2 * k_third : r);
    if (!last) graph.columns.push_back(r + k_third);
    graph.offsets.push_back(graph.columns.size());
  }
  expect_stops([&](const Context& context) { (void)maximum_matching(context, graph.view()); }, 1,
               k_parts);
}

}  // namespace
}  // namespace hypermatch
