// SPDX-License-Identifier: MIT
// A file without a name, for what does not fit memory. It is gone when it is closed, even by a
// killed process.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>

namespace hypermatch::detail::parallel {

class ScratchFile {
 public:
  /// Made at the first write; `folder` empty: that of the system for temporary files.
  explicit ScratchFile(std::string folder) : folder_(std::move(folder)) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  /// Appends bytes and returns where they begin; by several threads at once.
  /// @throws Error{resources, io}
  std::uint64_t append(std::span<const std::byte> bytes);
  /// Fills `to` from `offset` on; by several threads at once. @throws Error{io}
  void read(std::uint64_t offset, std::span<std::byte> to);

  /// Gives the open file away, which must have been written.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

  [[nodiscard]] std::uint64_t bytes_written() const { return end_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return read_; }

 private:
  std::uint64_t take_place(std::size_t bytes);

  std::string folder_;
  std::mutex mutex_;  // of `fd_` until it is open, and of `end_`
  int fd_ = -1;
  std::uint64_t end_ = 0;
  std::atomic<std::uint64_t> read_ = 0;
};

}  // namespace hypermatch::detail::parallel
