// SPDX-License-Identifier: MIT
// Every allocation of every reader fails once: what comes out is Error{resources}, nothing leaks
// into the next call, and with enough memory the answer is the same. After the idea of LAGraph's
// brutal tests.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"
#include "io/hgr.hpp"
#include "io/windows.hpp"

// glibc's allocator below its public names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
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

extern "C" void* malloc(std::size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}
extern "C" void* realloc(void* old, std::size_t size) {
  return fails() ? nullptr : __libc_realloc(old, size);
}

namespace hypermatch::io {
namespace {

/// Runs `body` with the n-th allocation failing, for all n until none fails any more.
template <class Body>
void fail_each_allocation(const std::string& what, const Body& body) {
  constexpr long k_most = 100000;
  long n = 0;
  for (; n < k_most; ++n) {
    g_failures = 0;
    g_left = n;
    g_armed = true;
    std::string problem;
    bool thrown = false;
    try {
      body();
    } catch (const Error& error) {
      g_armed = false;
      thrown = true;
      if (error.code() != ErrorCode::resources) problem = error.what();
    } catch (const std::exception& error) {
      g_armed = false;
      problem = std::string("another exception: ") + error.what();
    }
    g_armed = false;
    ASSERT_EQ(problem, "") << what << ", allocation " << n;
    if (g_failures == 0) {
      ASSERT_FALSE(thrown) << what;
      break;
    }
    // Somebody may do with less (a buffer that is only nice to have), but mostly it is an error.
  }
  ASSERT_LT(n, k_most);
  ASSERT_GT(n, 3) << what << ": hardly any allocation was seen";
}

class Allocation : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "hypermatch-al-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::filesystem::path folder_;
};

struct Sample {
  const char* name;
  const char* text;
  Interpretation as;
};

constexpr Sample k_samples[] = {
    {"a.hgr",
     "% c\n4 12 11\n5 1 2\n3000000000 3 4 5 6 7 8 9 10 11 12 3\n2.5 1 1\n7\n"
     "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
     Interpretation::automatic},
    {"a.graph", "3 2 11\n4 2 7\n5 1 7 3 8\n6 2 8\n", Interpretation::automatic},
    {"a.mtx",
     "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 1.5\n2 1 2\n3 3 1\n3 1 0\n",
     Interpretation::automatic},
    {"b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 3\n1 2\n2 1\n2 3\n",
     Interpretation::column_net},
    {"a.el", "alpha beta 1\nbeta gamma 2.5\ngamma alpha 3\nalpha gamma 4\n",
     Interpretation::automatic},
    {"a.gr", "p sp 3 3\na 1 2 5\na 2 1 6\na 2 3 7\n", Interpretation::automatic},
    {"a.cnf", "p cnf 3 2\n1 -2 0\n2 3 -3 0\n", Interpretation::dual},
};

TEST_F(Allocation, WholeInstances) {
  for (const Sample& sample : k_samples) {
    const std::string path = file(sample.name, sample.text);
    const ReadOptions options{"", sample.as};
    for (const int threads : {1, 2}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      fail_each_allocation(path, [&] { (void)read(context, path, options); });
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST_F(Allocation, ChunksSharedByThreads) {
  std::string text = "60 99 1\n";
  for (int e = 1; e <= 60; ++e) {
    text += std::to_string(e) + (e == 40 ? ".5 " : " ") + std::to_string(e) + " 99\n";
  }
  const Context context({.threads = 3, .backend = HostBackend::std_threads});
  fail_each_allocation("chunks", [&] {
    try {
      detail::io::MemoryWindows windows(text, detail::io::MemoryWindows::Padding::missing, 300);
      const Instance instance =
          detail::io::read_hgr(context, windows, "chunks", text.size(), {300, 40});
      g_armed = false;
      ASSERT_EQ(std::get<Hypergraph>(instance.data).view().num_edges(), 60U);
    } catch (const std::bad_alloc&) {
      // As `read` has it.
      throw Error(ErrorCode::resources, "out of memory");
    }
  });
}

TEST_F(Allocation, NativeFilesAndStreams) {
  const Context context({.threads = 1});
  const std::string text = file("a.hgr", k_samples[0].text);
  const std::string native = (folder_ / "a.hmb").string();
  const Instance instance = read(context, text);
  fail_each_allocation("write native", [&] { write(context, instance, native); });
  fail_each_allocation("read native", [&] { (void)read(context, native); });
  fail_each_allocation("write hmetis", [&] { write(context, instance, text); });
  for (const std::string& path : {text, native, file("a.cnf", k_samples[6].text)}) {
    fail_each_allocation("stream " + path, [&] {
      const auto stream = open_stream(path);
      StreamedEdge edge;
      while (stream->next(edge)) {
      }
    });
  }
  const std::string matching = file("m", "1\n2\n% c\n3\n");
  fail_each_allocation("read matching", [&] { (void)read_matching(matching); });
}

}  // namespace
}  // namespace hypermatch::io
