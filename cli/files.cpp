// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"

namespace hypermatch::cli {

namespace {

/// What tells whether two paths are one file. Different descriptors of a file do not overwrite each
/// other; what they are has been settled by whoever opened them.
struct Place {
  int descriptor = -1;  ///< that the path stands for
  dev_t device = 0;     ///< of a file that exists
  ino_t inode = 0;
  std::string path;  ///< of one that does not: without links, but for its name

  [[nodiscard]] bool exists() const { return path.empty(); }
  friend bool operator==(const Place& a, const Place& b) {
    if (a.descriptor >= 0 && b.descriptor >= 0) return a.descriptor == b.descriptor;
    return a.exists() && b.exists() ? a.device == b.device && a.inode == b.inode : a.path == b.path;
  }
};

/// Where a file will be made, links that lead nowhere yet followed.
std::string place_of_new(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path at = path;
  // Ends: the system follows no more than 40 links either.
  for (int i = 0; i < 40; ++i) {
    std::error_code error;
    const fs::path folder =
        fs::canonical(at.has_parent_path() ? at.parent_path() : fs::path("."), error);
    if (error) return at.string();
    at = folder / at.filename();
    const fs::path link = fs::read_symlink(at, error);
    if (error) return at.string();
    at = folder / link;
  }
  return at.string();
}

Place place_of(const std::string& path) {
  Place place;
  place.descriptor = io::descriptor_named(path).value_or(-1);
  struct stat status {};
  const bool exists = place.descriptor >= 0 ? ::fstat(place.descriptor, &status) == 0
                                            : ::stat(path.c_str(), &status) == 0;
  if (exists) {
    place.device = status.st_dev;
    place.inode = status.st_ino;
  } else {
    place.path = place_of_new(path);
  }
  return place;
}

}  // namespace

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_regular_or_new_file(const std::string& path) {
  struct stat status {};
  return !io::descriptor_named(path) &&
         (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode));
}

void check_output(const std::string& flag, const std::string& path, const std::string& input) {
  if (path.empty() || path == "-") return;
  const auto refuse = [&](const std::string& reason) {
    throw Error(ErrorCode::invalid_option, flag + " " + path + ": " + reason);
  };
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) refuse("is a folder, must be a file");
    if (!S_ISREG(status.st_mode)) return;
    struct stat source {};
    if (!input.empty() && input != "-" && ::stat(input.c_str(), &source) == 0 &&
        source.st_dev == status.st_dev && source.st_ino == status.st_ino) {
      refuse("would replace the input");
    }
    if (io::descriptor_named(path)) return;
    if (::access(path.c_str(), W_OK) != 0) {
      refuse("cannot be written: " + std::string(std::strerror(errno)));
    }
  }
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder.push_back('.');
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse("cannot write into its folder: " + std::string(std::strerror(errno)));
  }
}

void check_distinct(std::span<const OutputFlag> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [flag, path] = outputs[i];
      const auto& [other_flag, other_path] = outputs[j];
      if (path.empty() || other_path.empty()) continue;
      if (path == other_path) {
        throw Error(ErrorCode::invalid_option,
                    std::string(other_flag) + " and " + flag + " both name " + path);
      }
      if (place_of(path) == place_of(other_path)) {
        throw Error(ErrorCode::invalid_option, std::string(other_flag) + " " + other_path +
                                                   " and " + flag + " " + path + " are one file");
      }
    }
  }
}

void write_output(Interrupts& interrupts, const std::string& path,
                  const std::function<void()>& write) {
  const Interrupts::WriteHold hold(interrupts, path);
  try {
    write();
  } catch (const Error& error) {
    // The input was fine, so this is not code 3.
    if (error.code() == ErrorCode::io) throw Error(ErrorCode::resources, error.what());
    throw;
  }
}

void write_text(Interrupts& interrupts, const std::string& path, const std::string& text) {
  write_output(interrupts, path, [&] {
    io::AtomicFile file(path);
    file.write(text);
    file.commit();
  });
}

}  // namespace hypermatch::cli
