// SPDX-License-Identifier: MIT
// A text as a sequence of windows of whole lines, so that readers need memory for one window only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

class TextWindows {
 public:
  virtual ~TextWindows() = default;
  /// The next window; false at the end of the text. It ends behind a line end, or with the text;
  /// k_padding readable bytes follow it, zeros if it ends without a line end. Valid until the next
  /// call.
  virtual bool next(std::span<const char>& window) = 0;
};

/// Windows over text in memory.
class MemoryWindows final : public TextWindows {
 public:
  /// Whether k_padding readable bytes follow the text, zeros in front; if not, its end is copied.
  enum class Padding { there, missing };
  MemoryWindows(std::span<const char> text, Padding padding, std::size_t window_bytes);
  bool next(std::span<const char>& window) override;

 private:
  std::span<const char> rest_;
  bool padded_;
  std::size_t window_bytes_;
  Array<char> tail_;
};

/// Windows over a stream, in a buffer of their own that grows to the longest line. The text ends
/// where a line that does not fit into it has a NUL byte and is no comment: no reader goes on
/// there.
class StreamWindows final : public TextWindows {
 public:
  StreamWindows(ByteStream& stream, std::size_t window_bytes);
  bool next(std::span<const char>& window) override;

 private:
  ByteStream& stream_;
  Array<char> room_;  // always k_padding longer than what may be filled
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
};

/// The place behind the last line end in [begin, end), or `begin` if there is none.
[[nodiscard]] const char* behind_last_line(const char* begin, const char* end);
/// The place behind the first line end in [begin, end), or `end` if there is none.
[[nodiscard]] const char* behind_line(const char* begin, const char* end);
/// How many line ends there are in [begin, end).
[[nodiscard]] std::uint64_t count_lines(const char* begin, const char* end);

}  // namespace hypermatch::detail::io
