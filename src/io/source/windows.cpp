// SPDX-License-Identifier: MIT
#include "io/source/windows.hpp"

#include <algorithm>
#include <cstring>

namespace hypermatch::detail::io {

const char* behind_last_line(const char* begin, const char* end) {
  if (begin == end) return begin;
  const void* found = ::memrchr(begin, '\n', static_cast<std::size_t>(end - begin));
  return found == nullptr ? begin : static_cast<const char*>(found) + 1;
}

const char* behind_line(const char* begin, const char* end) {
  if (begin == end) return end;
  const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
  return found == nullptr ? end : static_cast<const char*>(found) + 1;
}

std::uint64_t count_lines(const char* begin, const char* end) {
  return static_cast<std::uint64_t>(std::count(begin, end, '\n'));
}

MemoryWindows::MemoryWindows(std::span<const char> text, Padding padding, std::size_t window_bytes)
    : rest_(text),
      padded_(padding == Padding::there),
      window_bytes_(std::max<std::size_t>(window_bytes, 1)) {}

bool MemoryWindows::next(std::span<const char>& window) {
  if (rest_.empty()) return false;
  const char* const begin = rest_.data();
  const char* const end = begin + rest_.size();
  const char* cut = end;
  if (rest_.size() > window_bytes_) {
    cut = behind_last_line(begin, begin + window_bytes_);
    if (cut == begin) cut = behind_line(begin + window_bytes_, end);
  }
  window = rest_.first(static_cast<std::size_t>(cut - begin));
  rest_ = rest_.subspan(window.size());
  if (!padded_ && rest_.size() < k_padding) {
    // The last windows: loads past their ends would leave the text.
    if (tail_.empty()) {
      const std::size_t size = window.size() + rest_.size();
      tail_.resize(size + k_padding);
      std::memcpy(tail_.data(), begin, size);
      std::memset(tail_.data() + size, 0, k_padding);
      rest_ = {tail_.data() + window.size(), size - window.size()};
      window = {tail_.data(), window.size()};
      padded_ = true;
    }
  }
  return true;
}

namespace {

// True if the line that begins at `line` has a NUL byte in [from, to) and is no comment.
bool holds_nul(const char* line, std::size_t from, std::size_t to) {
  if (std::memchr(line + from, 0, to - from) == nullptr) return false;
  const char* const first =
      std::find_if(line, line + to, [](char c) { return c != ' ' && c != '\t'; });
  return *first != '%' && *first != 'c';
}

}  // namespace

StreamWindows::StreamWindows(ByteStream& stream, std::size_t window_bytes)
    : stream_(stream), room_(std::max<std::size_t>(window_bytes, 1) + k_padding) {}

bool StreamWindows::next(std::span<const char>& window) {
  // The rest of the last window comes first.
  std::size_t filled = end_ - begin_;
  if (filled > 0 && begin_ > 0) std::memmove(room_.data(), room_.data() + begin_, filled);
  begin_ = end_ = 0;
  std::size_t searched = 0;
  // Ends: each turn finds a line end, meets the end of the stream, or doubles the room.
  while (true) {
    const std::size_t most = room_.size() - k_padding;
    if (!at_end_ && filled < most) {
      const std::size_t got = stream_.read(room_.span().subspan(filled, most - filled));
      filled += got;
      at_end_ = filled < most;
    }
    char* const begin = room_.data();
    if (at_end_) {
      std::memset(begin + filled, 0, k_padding);
      begin_ = end_ = filled;
      window = {begin, filled};
      return filled > 0;
    }
    const char* cut = behind_last_line(begin + searched, begin + filled);
    if (cut != begin + searched) {
      begin_ = static_cast<std::size_t>(cut - begin);
      end_ = filled;
      window = {begin, begin_};
      return true;
    }
    if (holds_nul(begin, searched, filled)) {
      at_end_ = true;
      continue;
    }
    searched = filled;
    room_.resize(2 * most + k_padding);
  }
}

}  // namespace hypermatch::detail::io
