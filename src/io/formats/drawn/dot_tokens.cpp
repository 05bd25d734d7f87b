// SPDX-License-Identifier: MIT
#include "io/formats/drawn/dot_tokens.hpp"

#include <algorithm>
#include <utility>

#include "io/builders/named_graph.hpp"

namespace hypermatch::detail::io {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_of_id(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

bool DotTokens::sees(std::string_view text) const {
  return std::string_view(at_, end_).starts_with(text);
}

// A front may end inside of what is open.
void DotTokens::fail_open(const char* at, const char* what) const {
  if (extent_ == Extent::front) throw FrontEnds{};
  throw TextFailure{at, std::string("expected ") + what + ", found the end of the file behind " +
                            shown_token(at, end_)};
}

bool DotTokens::skip_comment() {
  // Lines of the C preprocessor begin with #.
  const char* line = at_;
  while (*at_ == '#' && line != begin_ && is_blank(line[-1])) --line;
  const bool is_line = sees("//") || (*at_ == '#' && (line == begin_ || line[-1] == '\n'));
  if (is_line) {
    at_ = line_begin_after(at_, end_);
  } else if (sees("/*")) {
    const std::size_t close = std::string_view(at_ + 2, end_).find("*/");
    if (close == std::string_view::npos) fail_open(at_, "'*/'");
    at_ += close + 4;
  } else {
    return false;
  }
  ++comments_;
  return true;
}

void DotTokens::skip_space() {
  // Ends: at what is neither space nor comment.
  while (at_ != end_) {
    if (is_space(*at_)) {
      ++at_;
    } else if (!skip_comment()) {
      return;
    }
  }
}

DotToken DotTokens::next() {
  skip_space();
  if (at_ == end_) {
    if (extent_ == Extent::front) throw FrontEnds{};
    return {DotToken::Kind::end, {}, false, at_};
  }
  const char* const begin = at_;
  if (sees("--") || sees("->")) {
    at_ += 2;
    return {DotToken::Kind::edge, {begin, 2}, false, begin};
  }
  if (*at_ == '"') return quoted();
  if (*at_ == '<') return html();
  if (*at_ == '-' || *at_ == '.' || is_digit(*at_)) return number();
  if (is_of_id(*at_)) {
    at_ = std::find_if_not(at_, end_, is_of_id);
    if (at_ == end_ && extent_ == Extent::front) throw FrontEnds{};
    return {DotToken::Kind::id, {begin, at_}, true, begin};
  }
  if (std::string_view("{}[];,:=").find(*at_) == std::string_view::npos) {
    fail_expected(at_, end_, "a statement of DOT");
  }
  ++at_;
  return {DotToken::Kind::mark, {begin, 1}, false, begin};
}

// -?(.[0-9]+ | [0-9]+(.[0-9]*)?)
DotToken DotTokens::number() {
  const char* const begin = at_;
  if (*at_ == '-') ++at_;
  const char* const digits = at_;
  at_ = std::find_if_not(at_, end_, is_digit);
  auto count = at_ - digits;
  if (at_ != end_ && *at_ == '.') {
    const char* const fraction = ++at_;
    at_ = std::find_if_not(at_, end_, is_digit);
    count += at_ - fraction;
  }
  if (count == 0) fail_expected(begin, end_, "a statement of DOT");
  if (at_ == end_ && extent_ == Extent::front) throw FrontEnds{};
  if (at_ != end_ && is_of_id(*at_)) {
    fail_expected(begin, end_, "quotes around an id that begins with a digit and is no number");
  }
  return {DotToken::Kind::id, {begin, at_}, false, begin};
}

// "a \"b\"", with a backslash in front of a line end to go on, and with + between several.
DotToken DotTokens::quoted() {
  const char* const begin = at_;
  std::string text;
  bool is_made = false;
  std::string_view piece;
  // Ends: every turn reads a text in quotes.
  while (true) {
    const char* const open = at_++;
    const char* from = at_;
    // Ends: at the closing quote.
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (*at_ != '\\' || at_ + 1 == end_) continue;
      const bool joins_lines = at_[1] == '\n' || std::string_view(at_, end_).starts_with("\\\r\n");
      if (at_[1] == '"' || joins_lines) {
        is_made = true;
        text.append(from, at_);
        if (joins_lines && at_[1] == '\r') ++at_;
        from = at_ + (joins_lines ? 2 : 1);
      }
      ++at_;
    }
    if (at_ == end_) fail_open(open, "a closing quote");
    piece = {from, at_};
    ++at_;
    const char* const behind = at_;
    const std::uint64_t comments = comments_;
    skip_space();
    if (at_ != end_ && *at_ == '+') {
      ++at_;
      skip_space();
      if (at_ == end_ || *at_ != '"') fail_expected(at_, end_, "a text in quotes behind '+'");
      is_made = true;
      text.append(piece);
      continue;
    }
    at_ = behind;
    comments_ = comments;
    break;
  }
  if (!is_made) return {DotToken::Kind::id, piece, false, begin};
  text.append(piece);
  return {DotToken::Kind::id, made_.emplace_back(std::move(text)), false, begin};
}

DotToken DotTokens::html() {
  const char* const begin = at_;
  std::uint64_t depth = 0;
  // Ends: at the bracket that closes the first one.
  for (; at_ != end_; ++at_) {
    if (*at_ == '<') ++depth;
    if (*at_ == '>' && --depth == 0) break;
  }
  if (at_ == end_) fail_open(begin, "'>'");
  ++at_;
  return {DotToken::Kind::id, {begin, at_}, false, begin};
}

}  // namespace hypermatch::detail::io
