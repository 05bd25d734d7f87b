// SPDX-License-Identifier: MIT
#include "base/available_memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace hypermatch::detail::base {

namespace {

// The number behind `key` in one of the kernel's small files; nothing if there is none.
std::optional<std::uint64_t> number_in(const char* path, std::string_view key) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  char text[4096];
  const ssize_t size = ::read(file, text, sizeof(text));
  ::close(file);
  if (size <= 0) return std::nullopt;
  const std::string_view all(text, static_cast<std::size_t>(size));
  const std::size_t place = all.find(key);
  if (place == std::string_view::npos) return std::nullopt;
  const std::size_t digits = all.find_first_not_of(' ', place + key.size());
  if (digits == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text + digits, text + size, number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::uint64_t> available_memory() {
  std::optional<std::uint64_t> least;
  const auto take = [&](std::optional<std::uint64_t> bytes) {
    if (bytes) least = least ? std::min(*least, *bytes) : *bytes;
  };
  if (const auto kibibytes = number_in("/proc/meminfo", "MemAvailable:")) {
    take((*kibibytes + number_in("/proc/meminfo", "SwapFree:").value_or(0)) << 10);
  }
  // Control groups of version 2 and 1, as a container sees its own.
  take(number_in("/sys/fs/cgroup/memory.max", ""));
  take(number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", ""));
  return least;
}

}  // namespace hypermatch::detail::base
