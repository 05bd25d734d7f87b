// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::cli {

namespace {

#if defined(SYS_kcmp)
constexpr int k_kcmp_file = 0;  // KCMP_FILE of linux/kcmp.h
#endif

/// What tells whether two outputs are one file.
struct Place {
  int descriptor = -1;  ///< that the path stands for
  bool exists = false;
  struct stat status {};  ///< of a file that exists
  std::string path;       ///< of one that does not: without links, but for its name
};

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// True if what one descriptor writes stays whatever the other one writes: they are not of one file
/// that has a place for each of them.
bool are_apart(int a, int b, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return true;
  const auto appends = [](int descriptor) {
    return (::fcntl(descriptor, F_GETFL) & O_APPEND) != 0;
  };
  if (appends(a) && appends(b)) return true;
#if defined(SYS_kcmp)
  // 0: they share their place in the file. Less: the system does not tell.
  return ::syscall(SYS_kcmp, ::getpid(), ::getpid(), k_kcmp_file, a, b) <= 0;
#else
  return true;
#endif
}

bool are_one_file(const Place& a, const Place& b) {
  if (a.descriptor >= 0 && a.descriptor == b.descriptor) return true;
  if (a.exists != b.exists) return false;
  if (!a.exists) return a.path == b.path;
  if (!is_same(a.status, b.status)) return false;
  return a.descriptor < 0 || b.descriptor < 0 || !are_apart(a.descriptor, b.descriptor, a.status);
}

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

Place file_at(const std::string& path) {
  Place place;
  place.descriptor = io::descriptor_named(path).value_or(-1);
  place.exists = place.descriptor >= 0 ? ::fstat(place.descriptor, &place.status) == 0
                                       : ::stat(path.c_str(), &place.status) == 0;
  if (!place.exists) place.path = place_of_new(path);
  return place;
}

[[noreturn]] void refuse_output(const OutputFlag& output, const std::string& reason) {
  throw Error(
      ErrorCode::invalid_option,
      std::string(output.flag) + (output.path == "-" ? "" : " " + output.path) + ": " + reason);
}

void check_output(const OutputFlag& output) {
  const std::string& path = output.path;
  if (path == "-") return;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) refuse_output(output, "is a folder, must be a file");
    if (!S_ISREG(status.st_mode) || io::descriptor_named(path)) return;
    if (::access(path.c_str(), W_OK) != 0) {
      refuse_output(output, "cannot be written: " + std::string(std::strerror(errno)));
    }
  }
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder.push_back('.');
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse_output(output, "cannot write into its folder: " + std::string(std::strerror(errno)));
  }
}

/// Terminals, pipes and the like may be both; what is written there replaces nothing.
void check_no_input(const OutputFlag& output, std::initializer_list<std::string> inputs) {
  const Place place = file_at(output.path);
  if (!place.exists || !(S_ISREG(place.status.st_mode) || S_ISBLK(place.status.st_mode))) return;
  for (const std::string& input : inputs) {
    struct stat status {};
    const bool found = input == "-" ? ::fstat(STDIN_FILENO, &status) == 0
                                    : !input.empty() && ::stat(input.c_str(), &status) == 0;
    if (found && is_same(place.status, status)) {
      refuse_output(output,
                    "would replace the input " + (input == "-" ? std::string("<stdin>") : input));
    }
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
      if (are_one_file(file_at(path), file_at(other_path))) {
        throw Error(ErrorCode::invalid_option, std::string(other_flag) + " " + other_path +
                                                   " and " + flag + " " + path + " are one file");
      }
    }
  }
}

}  // namespace

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_read_once(const std::string& path) {
  struct stat status {};
  if (path == "-") return true;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool is_missing(const std::string& path) {
  struct stat status {};
  return !io::descriptor_named(path) && ::stat(path.c_str(), &status) != 0 && errno == ENOENT;
}

std::uint64_t bytes_of_file(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes =
      is_regular_file(path) ? std::filesystem::file_size(path, unknown) : 0;
  return unknown ? 0 : bytes;
}

bool is_regular_or_new_file(const std::string& path) {
  struct stat status {};
  return !io::descriptor_named(path) &&
         (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode));
}

void check_files(std::span<const OutputFlag> outputs, std::initializer_list<std::string> inputs) {
  for (const OutputFlag& output : outputs) {
    if (output.path.empty()) continue;
    check_output(output);
    check_no_input(output, inputs);
  }
  check_distinct(outputs);
  check_no_input({"standard output", "-"}, inputs);
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
