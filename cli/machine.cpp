// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

namespace hypermatch::cli {

namespace {

// What stands behind the first `key` that begins a line of a file, without blanks and quotes.
std::string value_of_key(const char* path, std::string_view key, char separator) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t last = line.find_last_not_of(" \t\"");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
  }
  return "";
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

Machine this_machine() {
  utsname names{};
  ::uname(&names);
  Machine machine;
  machine.cpu = value_of_key("/proc/cpuinfo", "model name", ':');
  if (machine.cpu.empty()) machine.cpu = names.machine;
  machine.cores = usable_cores();
  machine.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  machine.os = std::string(names.sysname) + " " + names.release;
  const std::string distribution = value_of_key("/etc/os-release", "PRETTY_NAME", '=');
  if (!distribution.empty()) machine.os += ", " + distribution;
  return machine;
}

double process_seconds_at_start() {
  timespec computed{};
  if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &computed) != 0) return 0;
  return static_cast<double>(computed.tv_sec) + 1e-9 * static_cast<double>(computed.tv_nsec);
}

std::uint64_t host_peak_bytes() {
  // "VmHWM:     1234 kB". Unlike getrusage it does not carry over what the parent held at fork.
  std::istringstream text(value_of_key("/proc/self/status", "VmHWM", ':'));
  std::uint64_t kilobytes = 0;
  if (text >> kilobytes) return kilobytes * 1024;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace hypermatch::cli
