// SPDX-License-Identifier: MIT
// Paths that are other names of descriptors this process has open.
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <system_error>

#include "hypermatch/instance_io.hpp"

namespace hypermatch::io {

namespace {

namespace fs = std::filesystem;

bool is_folder_of_descriptors(const fs::path& folder) {
  for (const char* name : {"/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"}) {
    std::error_code error;
    const fs::path known = fs::canonical(name, error);
    if (!error && known == folder) return true;
  }
  return false;
}

}  // namespace

std::optional<int> descriptor_named(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  fs::path at = path;
  // Ends: the system follows no more than 40 links either.
  for (int i = 0; i < 40; ++i) {
    std::error_code error;
    const fs::path folder = fs::canonical(at.has_parent_path() ? at.parent_path() : ".", error);
    if (error) return std::nullopt;
    if (is_folder_of_descriptors(folder)) {
      const std::string name = at.filename().string();
      int descriptor = -1;
      const char* const end = name.data() + name.size();
      const auto [stop, failure] = std::from_chars(name.data(), end, descriptor);
      if (failure != std::errc{} || stop != end || descriptor < 0) return std::nullopt;
      return descriptor;
    }
    // Links are followed one by one: what a descriptor's own link points to is only a name.
    const fs::path link = fs::read_symlink(folder / at.filename(), error);
    if (error) return std::nullopt;
    at = folder / link;
  }
  return std::nullopt;
}

}  // namespace hypermatch::io
