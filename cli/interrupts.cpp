// SPDX-License-Identifier: MIT
#include "interrupts.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "files.hpp"
#include "hypermatch/error.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

// How long work may take to stop by itself after the first signal. Most does within milliseconds,
// but not a sort, nor what waits for a pipe without a writer.
constexpr int k_grace_ms = 1500;

// A reader that has gone ends the process, without a word and without a core.
void leave_quietly(int) {
  ::_exit(k_closed_pipe);
}

}  // namespace

Interrupts::Interrupts() {
  struct sigaction action {};
  action.sa_handler = leave_quietly;
  ::sigaction(SIGPIPE, &action, nullptr);
  // A limit on file sizes then shows as a failing write, as a full disk does.
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGXFSZ, &action, nullptr);

  sigset_t signals;
  ::sigemptyset(&signals);
  // What was ignored on purpose (nohup, a shell's background jobs) stays ignored.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old {};
    if (::sigaction(signal, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) {
      ::sigaddset(&signals, signal);
    }
  }
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signals_ = ::signalfd(-1, &signals, SFD_CLOEXEC);
  end_ = ::eventfd(0, EFD_CLOEXEC);
  if (signals_ < 0 || end_ < 0) {
    throw Error(ErrorCode::resources,
                std::string("cannot watch for signals: ") + std::strerror(errno));
  }
  watcher_ = std::thread([this] { watch(); });
}

Interrupts::~Interrupts() {
  const std::uint64_t one = 1;
  // An eventfd takes eight bytes at once or fails with EINTR only.
  while (::write(end_, &one, sizeof(one)) < 0 && errno == EINTR) {
  }
  watcher_.join();
  ::close(signals_);
  ::close(end_);
}

void Interrupts::watch() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline{};
  bool asked = false;
  bool due = false;
  // Ends when the destructor says so, or with the process.
  for (;;) {
    int wait = -1;
    if (due) {
      wait = 20;  // another thread still writes
    } else if (asked) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      wait = left > 0 ? static_cast<int>(left) + 1 : 0;
    }
    pollfd events[] = {{signals_, POLLIN, 0}, {end_, POLLIN, 0}};
    const int ready = ::poll(events, 2, wait);
    if (ready < 0 && errno != EINTR) return;
    if (events[1].revents != 0) return;
    if (ready > 0 && events[0].revents != 0) {
      signalfd_siginfo info{};
      if (::read(signals_, &info, sizeof(info)) < 0) continue;
      if (asked) {
        due = true;
      } else {
        asked = true;
        deadline = Clock::now() + std::chrono::milliseconds(k_grace_ms);
        stop_.request_stop();
      }
    } else if (asked && Clock::now() >= deadline) {
      due = true;
    }
    if (due) leave_unless_writing();
  }
}

void Interrupts::leave_unless_writing() {
  // Sequentially consistent on both sides: either the writer sees `leaving_` and waits for the end
  // of the process, or this thread sees the writer and comes back later.
  leaving_.store(true);
  if (writers_.load() == 0) {
    // The words of work that stops by itself; behind a line of progress on a terminal.
    constexpr std::string_view k_words = "\r\x1b[Kerror: stopped on request\n";
    const std::string_view words = ::isatty(STDERR_FILENO) == 0 ? k_words.substr(4) : k_words;
    (void)!::write(STDERR_FILENO, words.data(), words.size());
    ::_exit(k_interrupted);
  }
  leaving_.store(false);
}

Interrupts::WriteHold::WriteHold(Interrupts& interrupts, const std::string& path)
    : interrupts_(interrupts), holds_(is_regular_or_new_file(path)) {
  if (!holds_) return;
  interrupts_.writers_.fetch_add(1);
  // Ends: the watcher either leaves or clears the flag.
  while (interrupts_.leaving_.load()) std::this_thread::yield();
}

Interrupts::WriteHold::~WriteHold() {
  if (holds_) interrupts_.writers_.fetch_sub(1);
}

}  // namespace hypermatch::cli
