// SPDX-License-Identifier: MIT
// The lines of a plain text file that one rank reads: those that begin in its share of the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "hypermatch/communicator.hpp"
#include "io/source/source.hpp"
#include "io/source/windows.hpp"

namespace hypermatch::detail::io {

/// Some bytes of a file, in order.
class FileRange final : public ByteStream {
 public:
  FileRange(const RandomFile& file, std::uint64_t begin, std::uint64_t end)
      : file_(file), at_(begin), end_(end) {}
  std::size_t read(std::span<char> to) override;

 private:
  const RandomFile& file_;
  std::uint64_t at_;
  std::uint64_t end_;
};

/// Kinds of lines.
struct LineCounts {
  std::uint64_t lines = 0;  ///< all
  std::uint64_t comments = 0;
  std::uint64_t blanks = 0;
};

class TextShare {
 public:
  /// The share of rank `rank` of `size` of the bytes from `body` on, where a line begins.
  TextShare(std::shared_ptr<const RandomFile> file, std::uint64_t body, int rank, int size);

  [[nodiscard]] LineCounts count() const;
  /// Its windows of whole lines; valid while the share lives.
  [[nodiscard]] FileRange bytes() const { return {*file_, begin_, end_}; }

 private:
  // The place behind the first line end at or behind `at`.
  [[nodiscard]] std::uint64_t next_line(std::uint64_t at) const;

  std::shared_ptr<const RandomFile> file_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

/// The sum of what the ranks below this one have, word by word; `words` becomes that of all.
void sum_below(Communicator& ranks, std::span<std::uint64_t> words, std::span<std::uint64_t> below);

}  // namespace hypermatch::detail::io
