// SPDX-License-Identifier: MIT
#include "tests/allocation/failing_allocations.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>

#include "hypermatch/error.hpp"

// glibc's allocator below its public names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<bool> g_armed{false};
std::atomic<long> g_left{0};      // allocations before the one that fails
std::atomic<long> g_failures{0};  // how many have failed

bool fails() {
  if (!g_armed.load(std::memory_order_relaxed)) return false;
  if (g_left.fetch_sub(1, std::memory_order_relaxed) != 0) return false;
  g_failures.fetch_add(1, std::memory_order_relaxed);
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" void* malloc(std::size_t size) noexcept {
  return fails() ? nullptr : __libc_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_calloc(count, size);
}
extern "C" void* realloc(void* old, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_realloc(old, size);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}

namespace hypermatch::test {

namespace {

struct Outcome {
  bool is_answer = false;
  std::string problem;  // empty: it is an answer, or what memory that is full should lead to
};

Outcome run_armed(const std::function<void()>& body, long allocations, bool takes_bad_alloc) {
  Outcome outcome;
  g_failures = 0;
  g_left = allocations;
  g_armed = true;
  try {
    body();
    g_armed = false;
    outcome.is_answer = true;
  } catch (const Error& error) {
    g_armed = false;
    if (error.code() != ErrorCode::resources) outcome.problem = error.what();
  } catch (const std::bad_alloc& error) {
    g_armed = false;
    if (!takes_bad_alloc) outcome.problem = error.what();
  } catch (const std::exception& error) {
    g_armed = false;
    outcome.problem = std::string("another exception: ") + error.what();
  }
  return outcome;
}

}  // namespace

void let_allocations_pass() {
  g_armed = false;
}

void fail_each_allocation(const std::string& what, const std::function<void()>& body,
                          bool takes_bad_alloc) {
  constexpr long k_most = 100000;
  long n = 0;
  for (; n < k_most; ++n) {
    const Outcome outcome = run_armed(body, n, takes_bad_alloc);
    ASSERT_EQ(outcome.problem, "") << what << ", allocation " << n;
    if (g_failures == 0) {
      ASSERT_TRUE(outcome.is_answer) << what;
      break;
    }
    // Some callers manage with less (a buffer that is only nice to have), but mostly it is an
    // error.
  }
  ASSERT_LT(n, k_most);
  ASSERT_GT(n, 3) << what << ": hardly any allocation was seen";
}

}  // namespace hypermatch::test
