// SPDX-License-Identifier: MIT
// A cursor over the numbers and marks of one line.
#pragma once

#include <cstdint>
#include <limits>

#include "io/text/swar.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Numbers and marks of a line, which need no blanks between them.
class LineCursor {
 public:
  LineCursor(const char* begin, const char* end) : at_(begin), end_(end) {}

  [[nodiscard]] const char* at() const { return at_; }
  /// Skips blanks; whether something follows on the line.
  bool more() {
    while (at_ != end_ && *at_ != '\n' && is_space(*at_)) ++at_;
    return at_ != end_ && *at_ != '\n';
  }
  /// Takes a mark if it comes next.
  bool take(char mark) {
    if (!more() || *at_ != mark) return false;
    ++at_;
    return true;
  }
  void need(char mark, const char* what) {
    if (!take(mark)) expected(what);
  }
  /// The digits that come next. @throws TextFailure "expected WHAT, found ..." for none, and for
  /// more than 64 bits
  std::uint64_t number(const char* what) {
    (void)more();
    if (end_ - at_ >= 8) {
      const DigitWord word(at_);
      const int bits = word.bits();
      if (static_cast<unsigned>(bits - 1) < 63) {  // one to seven digits
        at_ += bits / 8;
        return word.value(bits);
      }
    }
    const char* const begin = at_;
    std::uint64_t value = 0;
    // Ends: at what is no digit.
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      const auto digit = static_cast<std::uint64_t>(*at_ - '0');
      if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
        fail_expected(begin, end_, what);
      }
      value = value * 10 + digit;
    }
    if (at_ == begin) expected(what);
    return value;
  }
  [[noreturn]] void expected(const char* what) { fail_expected(at_, end_, what); }
  [[nodiscard]] const char* end() const { return end_; }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace hypermatch::detail::io
