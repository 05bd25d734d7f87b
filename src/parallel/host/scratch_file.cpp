// SPDX-License-Identifier: MIT
#include "parallel/host/scratch_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::parallel {

namespace {

[[noreturn]] void fail(const std::string& folder, const char* what, int error) {
  const bool lacking = error == ENOSPC || error == EDQUOT || error == EFBIG || error == ENOMEM ||
                       error == EMFILE || error == ENFILE;
  throw Error(lacking ? ErrorCode::resources : ErrorCode::io,
              folder + ": " + what + ": " + std::generic_category().message(error));
}

}  // namespace

ScratchFile::~ScratchFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::uint64_t ScratchFile::take_place(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t begin = std::exchange(end_, end_ + bytes);
  if (fd_ >= 0) return begin;
  if (folder_.empty()) folder_ = std::filesystem::temp_directory_path().string();
#if defined(O_TMPFILE)
  fd_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd_ >= 0) return begin;
#endif
  std::string name = folder_ + "/hypermatch.scratch-XXXXXX";
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) fail(folder_, "cannot create a file", errno);
  ::unlink(name.c_str());
  return begin;
}

std::uint64_t ScratchFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t begin = take_place(bytes.size());
  std::uint64_t at = begin;
  // Ends: each turn writes bytes, or is a signal's interruption.
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0) {
      if (errno == EINTR) continue;
      fail(folder_, "cannot write to a temporary file", errno);
    }
    at += static_cast<std::uint64_t>(done);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  return begin;
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> to) {
  // Relaxed: a count.
  read_.fetch_add(to.size(), std::memory_order_relaxed);
  // Ends: each turn reads bytes, or is a signal's interruption.
  while (!to.empty()) {
    const ssize_t done = ::pread(fd_, to.data(), to.size(), static_cast<off_t>(offset));
    if (done < 0) {
      if (errno == EINTR) continue;
      fail(folder_, "cannot read a temporary file", errno);
    }
    if (done == 0) throw Error(ErrorCode::io, folder_ + ": a temporary file has become shorter");
    offset += static_cast<std::uint64_t>(done);
    to = to.subspan(static_cast<std::size_t>(done));
  }
}

}  // namespace hypermatch::detail::parallel
