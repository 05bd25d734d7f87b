// SPDX-License-Identifier: MIT
#include "mapped_input.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstring>

#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

// The line for standard error, made before it is needed; never freed.
std::atomic<const char*> line_of_lost_page{nullptr};

std::atomic_flag leaving;

// Async-signal-safe: lock-free words, signal, raise, strlen, pause, write, unlink, _exit.
void leave(int signal, siginfo_t* info, void*) {
  const char* const text = line_of_lost_page.load();
  if (text == nullptr || info->si_code != BUS_ADRERR) {
    // No lost page: the process ends as it would have without this handler. A fault happens again
    // when its instruction is repeated. A signal that a process has sent does not, so it is raised
    // again, and taken when this handler returns.
    ::signal(signal, SIG_DFL);
    if (info->si_code <= 0) ::raise(signal);
    return;
  }
  // Several threads may meet lost pages: the first one ends the process.
  if (leaving.test_and_set()) {
    for (;;) ::pause();
  }
  io::remove_temporaries();
  const char* at = text;
  std::size_t left = std::strlen(text);
  // Ends: each turn writes bytes, or the last one fails.
  while (left > 0) {
    const ssize_t done = ::write(STDERR_FILENO, at, left);
    if (done <= 0) break;
    at += done;
    left -= static_cast<std::size_t>(done);
  }
  ::_exit(k_bad_input);
}

}  // namespace

io::Mapping allow_mapping(const std::string& path) {
  std::string text = "error: " + io::printable(path == "-" ? std::string("<stdin>") : path) +
                     ": the file became shorter while it was in use, or its device failed";
  text += '\n';
  // A line of progress may stand there.
  if (::isatty(STDERR_FILENO) == 1) text.insert(0, "\r\033[K");
  char* const copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  line_of_lost_page.store(copy);
  struct sigaction action {};
  action.sa_sigaction = leave;
  action.sa_flags = SA_SIGINFO;
  // Without the handler a lost page ends the process all the same, only less politely.
  (void)::sigaction(SIGBUS, &action, nullptr);
  return io::Mapping::native_files;
}

io::ReadOptions mapped(io::ReadOptions options, const std::string& path) {
  options.mapping = allow_mapping(path);
  return options;
}

}  // namespace hypermatch::cli
