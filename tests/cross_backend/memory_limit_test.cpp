// SPDX-License-Identifier: MIT
// The streaming algorithms keep their promise on memory: under a limit of 24 bytes per vertex, the
// pins that they hold and 64 MiB for the whole process, they match an instance that comes through a
// pipe and whose arrays alone are larger. In memory the same limit is an error.
//
// The work runs in a process of its own (this program again, with a filter on the helper test at
// the end), so that nothing which other tests left behind is counted.
#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/cross_backend/instances.hpp"

#if defined(__linux__) && HYPERMATCH_TEST_SCALE == 1  // sanitizers take memory of their own

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

namespace hypermatch {
namespace {

constexpr VertexId k_vertices = 400'000;
constexpr EdgeId k_edges = 5'000'000;
constexpr const char* k_task_variable = "HYPERMATCH_MEMORY_LIMIT_TASK";

constexpr std::uint64_t splitmix64(std::uint64_t x) {
  std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// Three pins per edge, weights 1 .. 100, never held.
class ArithmeticStream final : public EdgeStream {
 public:
  [[nodiscard]] VertexId num_vertices() const override { return k_vertices; }
  [[nodiscard]] bool is_weighted() const override { return true; }
  [[nodiscard]] bool has_integer_weights() const override { return true; }
  bool next(StreamedEdge& edge) override {
    if (next_ == k_edges) return false;
    const std::uint64_t bits = splitmix64(next_);
    // Three different vertices: steps below a third of the circle.
    constexpr VertexId third = k_vertices / 3;
    pins_[0] = static_cast<VertexId>(bits % k_vertices);
    pins_[1] = (pins_[0] + 1 + static_cast<VertexId>((bits >> 20) % third)) % k_vertices;
    pins_[2] = (pins_[1] + 1 + static_cast<VertexId>((bits >> 40) % third)) % k_vertices;
    edge.id = next_++;
    edge.pins = pins_;
    edge.integer_weight = 1 + static_cast<std::int64_t>(splitmix64(bits) % 100);
    edge.weight = static_cast<double>(edge.integer_weight);
    return true;
  }

 private:
  EdgeId next_ = 0;
  std::array<VertexId, 3> pins_{};
};

// Writes the instance as hMETIS text; stops early where the reader has gone.
void write_instance(int fd) {
  const auto flush = [fd](std::string& text) {
    const char* at = text.data();
    std::size_t left = text.size();
    while (left != 0) {
      const ssize_t written = ::write(fd, at, left);
      if (written <= 0) return false;
      at += written;
      left -= static_cast<std::size_t>(written);
    }
    text.clear();
    return true;
  };
  std::string text = std::to_string(k_edges) + " " + std::to_string(k_vertices) + " 1\n";
  const auto append = [&text](std::uint64_t number, char end) {
    std::array<char, 24> digits;
    char* last = std::to_chars(digits.begin(), digits.end(), number).ptr;
    *last++ = end;
    text.append(digits.data(), static_cast<std::size_t>(last - digits.data()));
  };
  ArithmeticStream stream;
  StreamedEdge edge;
  while (stream.next(edge)) {
    append(static_cast<std::uint64_t>(edge.integer_weight), ' ');
    append(edge.pins[0] + std::uint64_t{1}, ' ');
    append(edge.pins[1] + std::uint64_t{1}, ' ');
    append(edge.pins[2] + std::uint64_t{1}, '\n');
    if (text.size() > (1U << 16) && !flush(text)) return;
  }
  flush(text);
}

struct Outcome {
  int exit_code = -1;
  std::string output;  // of the helper, after its mark
};

// Runs the helper under a limit on its data (heap and anonymous mappings), the instance on its
// standard input.
Outcome run_limited(const std::string& task, std::uint64_t limit) {
  int input[2];
  int output[2];
  if (::pipe(input) != 0 || ::pipe(output) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit data{limit, limit};
    if (::dup2(input[0], 0) < 0 || ::dup2(output[1], 1) < 0 ||
        ::setrlimit(RLIMIT_DATA, &data) != 0 || ::setenv(k_task_variable, task.c_str(), 1) != 0) {
      ::_exit(99);
    }
    for (const int fd : {input[0], input[1], output[0], output[1]}) ::close(fd);
    ::execl("/proc/self/exe", "memory_limit_helper", "--gtest_filter=MemoryLimitHelper.Task",
            "--gtest_color=no", static_cast<char*>(nullptr));
    ::_exit(98);
  }
  ::close(input[0]);
  ::close(output[1]);
  auto* old_handler = std::signal(SIGPIPE, SIG_IGN);
  std::thread writer([&] {
    write_instance(input[1]);
    ::close(input[1]);
  });
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (ssize_t got; (got = ::read(output[0], buffer.data(), buffer.size())) > 0;) {
    outcome.output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  writer.join();
  std::signal(SIGPIPE, old_handler);
  ::close(output[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const std::size_t mark = outcome.output.find("RESULT ");
  const std::size_t end = outcome.output.find('\n', mark);
  outcome.output = mark == std::string::npos ? "" : outcome.output.substr(mark, end - mark);
  return outcome;
}

std::string summary(const StreamingMatching& matching) {
  // FNV-1a over the edges, so that two processes can compare them.
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const EdgeId e : matching.edges) hash = (hash ^ e) * 0x100000001B3ULL;
  return "RESULT " + std::to_string(matching.edges.size()) + " edges, weight " +
         std::to_string(matching.value.integer_weight) + ", hash " + std::to_string(hash);
}

std::uint64_t promised_bytes(const StreamingMatching& matching) {
  return 24 * std::uint64_t{k_vertices} + 4 * matching.peak_stack_pins + (64ULL << 20);
}

constexpr std::uint64_t k_instance_bytes =
    8 * (std::uint64_t{k_edges} + 1) + 3 * 4 * std::uint64_t{k_edges} + 4 * std::uint64_t{k_edges};

registry::MatchingRequest request_for_task(const std::string& task) {
  registry::MatchingRequest request;
  const std::size_t space = task.find(' ');
  request.algorithm = task.substr(0, space);
  if (space != std::string::npos) request.variant = task.substr(space + 1);
  return request;
}

class MemoryLimit : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Streaming, MemoryLimit,
                         testing::Values("stack_streaming", "greedy_streaming"));

TEST_P(MemoryLimit, ThePipeFitsWhereTheInstanceDoesNot) {
  ArithmeticStream stream;
  const StreamingMatching expected =
      registry::match(Context({.threads = 1}), stream, request_for_task(GetParam()));
  ASSERT_LT(promised_bytes(expected), k_instance_bytes) << "the test would show nothing";
  const Outcome outcome = run_limited(GetParam(), promised_bytes(expected));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, summary(expected));
}

TEST(MemoryLimitInMemory, EvenALargerLimitIsAnError) {
  const std::uint64_t limit = k_instance_bytes - (1U << 20);
  EXPECT_EQ(run_limited("local_max", limit).output, "RESULT out of memory");
}

// Not a test by itself: what the tests above run under a limit.
TEST(MemoryLimitHelper, Task) {
  const char* task = std::getenv(k_task_variable);
  if (task == nullptr) GTEST_SKIP() << "runs as a part of other tests";
  const Context context({.threads = 1});
  const registry::MatchingRequest request = request_for_task(task);
  std::string result;
  try {
    if (registry::find(request).streams()) {
      const auto stream = io::open_stream("-", {.format = "hgr"});
      result = summary(registry::match(context, *stream, request));
    } else {
      const io::Instance instance = io::read(context, "-", {.format = "hgr"});
      const auto view = std::get<Hypergraph>(instance.data).view();
      result = "RESULT " + std::to_string(registry::match(context, view, request).edges.size());
    }
  } catch (const Error& error) {
    result = error.code() == ErrorCode::resources ? "RESULT out of memory"
                                                  : std::string("RESULT ") + error.what();
  }
  std::puts(result.c_str());
}

}  // namespace
}  // namespace hypermatch

#endif
