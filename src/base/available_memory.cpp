// SPDX-License-Identifier: MIT
#include "base/available_memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace hypermatch::detail::base {

namespace {

struct Text {
  char bytes[4096];
  std::size_t size = 0;
};

// The first bytes of one of the kernel's small files; none if it cannot be read.
Text start_of(const std::string& path) {
  Text text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  const ssize_t size = ::read(file, text.bytes, sizeof(text.bytes));
  ::close(file);
  if (size > 0) text.size = static_cast<std::size_t>(size);
  return text;
}

// The number behind `key` in one of the kernel's small files; nothing if there is none.
std::optional<std::uint64_t> number_in(const std::string& path, std::string_view key) {
  const Text text = start_of(path);
  const std::string_view all(text.bytes, text.size);
  const std::size_t place = all.find(key);
  if (place == std::string_view::npos) return std::nullopt;
  const std::size_t digits = all.find_first_not_of(' ', place + key.size());
  if (digits == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(all.data() + digits, all.data() + all.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

// The files of one version of control groups.
struct GroupFiles {
  const char* limit;
  const char* use;
  const char* stat;
  const char* inactive_file;  // keys in `stat`
  const char* active_file;
};

std::optional<std::uint64_t> group_memory(const std::string& root, const GroupFiles& files) {
  const auto limit = number_in(root + files.limit, "");
  if (!limit) return std::nullopt;
  const std::uint64_t use = number_in(root + files.use, "").value_or(0);
  // The kernel drops file pages before it ends a process of the group.
  const std::uint64_t cached = number_in(root + files.stat, files.inactive_file).value_or(0) +
                               number_in(root + files.stat, files.active_file).value_or(0);
  const std::uint64_t taken = use > cached ? use - cached : 0;
  return *limit > taken ? *limit - taken : 0;
}

std::optional<std::uint64_t> least_of(std::optional<std::uint64_t> a,
                                      std::optional<std::uint64_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

std::optional<std::uint64_t> control_group_memory(const std::string& root) {
  constexpr GroupFiles k_version_2 = {"/memory.max", "/memory.current", "/memory.stat",
                                      "inactive_file ", "\nactive_file "};
  constexpr GroupFiles k_version_1 = {"/memory/memory.limit_in_bytes",
                                      "/memory/memory.usage_in_bytes", "/memory/memory.stat",
                                      "total_inactive_file ", "total_active_file "};
  return least_of(group_memory(root, k_version_2), group_memory(root, k_version_1));
}

std::optional<std::uint64_t> anonymous_memory() {
  const auto text = start_of("/proc/self/statm");  // size, resident, shared, ..., in pages
  std::uint64_t pages[3] = {};
  const char* at = text.bytes;
  const char* const end = text.bytes + text.size;
  for (std::uint64_t& number : pages) {
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{}) return std::nullopt;
    at = next < end ? next + 1 : end;
  }
  const std::uint64_t resident = pages[1] > pages[2] ? pages[1] - pages[2] : 0;
  const std::uint64_t swapped = number_in("/proc/self/status", "VmSwap:\t").value_or(0) << 10;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + swapped;
}

std::optional<std::uint64_t> available_memory() {
  std::optional<std::uint64_t> system;
  if (const auto kibibytes = number_in("/proc/meminfo", "MemAvailable:")) {
    system = (*kibibytes + number_in("/proc/meminfo", "SwapFree:").value_or(0)) << 10;
  }
  return least_of(system, control_group_memory("/sys/fs/cgroup"));  // as a container sees its own
}

}  // namespace hypermatch::detail::base
