// SPDX-License-Identifier: MIT
#include "io/text/text_share.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

std::size_t FileRange::read(std::span<char> to) {
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), end_ - at_));
  const std::size_t got = file_.read_at(at_, to.first(most));
  at_ += got;
  return got;
}

TextShare::TextShare(std::shared_ptr<const RandomFile> file, std::uint64_t body, int rank, int size)
    : file_(std::move(file)) {
  const std::uint64_t bytes = file_->size() - body;
  const auto cut = [&](int q) {
    if (q == 0) return body;
    const auto parts = static_cast<std::uint64_t>(size);
    const std::uint64_t at = body + bytes / parts * static_cast<std::uint64_t>(q) +
                             bytes % parts * static_cast<std::uint64_t>(q) / parts;
    return q == size ? file_->size() : next_line(std::max(at, body + 1) - 1);
  };
  begin_ = cut(rank);
  end_ = std::max(cut(rank + 1), begin_);
}

std::uint64_t TextShare::next_line(std::uint64_t at) const {
  Array<char> piece(std::size_t{1} << 16);
  // Ends: each turn takes bytes of the file.
  while (at < file_->size()) {
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), file_->size() - at));
    const std::size_t got = file_->read_at(at, piece.span().first(most));
    if (got == 0) break;
    const void* const found = std::memchr(piece.data(), '\n', got);
    if (found != nullptr) {
      return at + static_cast<std::uint64_t>(static_cast<const char*>(found) - piece.data()) + 1;
    }
    at += got;
  }
  return file_->size();
}

LineCounts TextShare::count() const {
  LineCounts counts;
  FileRange range = bytes();
  StreamWindows windows(range, std::size_t{1} << 20);
  std::span<const char> window;
  while (windows.next(window)) {
    const char* at = window.data();
    const char* const end = at + window.size();
    // Ends: each turn takes a line.
    while (at != end) {
      const char* const behind = behind_line(at, end);
      const char* const first = std::find_if_not(at, behind, is_blank);
      ++counts.lines;
      if (first == behind || *first == '\n') {
        ++counts.blanks;
      } else if (*first == '%') {
        ++counts.comments;
      }
      at = behind;
    }
  }
  return counts;
}

void sum_below(Communicator& ranks, std::span<std::uint64_t> words,
               std::span<std::uint64_t> below) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto rank = static_cast<std::size_t>(ranks.rank());
  std::vector<std::uint64_t> of_ranks(size * words.size(), 0);
  std::copy(words.begin(), words.end(),
            of_ranks.begin() + static_cast<std::ptrdiff_t>(rank * words.size()));
  ranks.all_reduce(of_ranks, Reduction::sum);
  std::fill(below.begin(), below.end(), 0);
  std::fill(words.begin(), words.end(), 0);
  for (std::size_t q = 0; q < size; ++q) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (q < rank) below[i] += of_ranks[q * words.size() + i];
      words[i] += of_ranks[q * words.size() + i];
    }
  }
}

}  // namespace hypermatch::detail::io
