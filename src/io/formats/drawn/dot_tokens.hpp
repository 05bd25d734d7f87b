// SPDX-License-Identifier: MIT
// The words of DOT: ids (bare, numbers, in quotes, HTML), marks, and operators of edges.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

struct DotToken {
  enum class Kind { id, mark, edge, end };
  Kind kind = Kind::end;
  std::string_view text;  ///< of an id what it stands for, HTML with its brackets
  bool is_bare = false;   ///< an id that may be a keyword
  const char* at = nullptr;
};

class DotTokens {
 public:
  enum class Extent { whole, front };

  DotTokens(TextRange text, Extent extent)
      : begin_(text.begin), at_(text.begin), end_(text.end), extent_(extent) {}

  /// The next token; its text is valid as long as this and the text.
  /// @throws TextFailure for what is no token, FrontEnds at the end of a front
  DotToken next();
  [[nodiscard]] const char* end() const { return end_; }
  [[nodiscard]] std::uint64_t comments() const { return comments_; }

 private:
  bool skip_comment();
  void skip_space();
  [[nodiscard]] bool sees(std::string_view text) const;
  DotToken number();
  DotToken quoted();
  DotToken html();
  [[noreturn]] void fail_open(const char* at, const char* what) const;

  const char* begin_;
  const char* at_;
  const char* end_;
  Extent extent_;
  std::uint64_t comments_ = 0;
  std::deque<std::string> made_;  // texts that differ from what the file has
};

}  // namespace hypermatch::detail::io
