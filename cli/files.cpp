// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"

namespace hypermatch::cli {

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_regular_or_new_file(const std::string& path) {
  struct stat status {};
  return path != "-" && (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode));
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
