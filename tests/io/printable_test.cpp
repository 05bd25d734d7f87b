// SPDX-License-Identifier: MIT
#include "io/text/printable.hpp"

#include <gtest/gtest.h>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {
namespace {

TEST(Printable, CharactersStay) {
  for (const char* text :
       {"", "a b~", "\xC3\xA9", "\xE2\x82\xAC", "\xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x98\x80"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, AllElseIsShownByItsBytes) {
  using namespace std::string_view_literals;
  EXPECT_EQ(printable("\x1B[31m\x07"), "\\x1b[31m\\x07");
  EXPECT_EQ(printable("\0\t\r\n\x7F"sv), "\\x00\\x09\\x0d\\x0a\\x7f");
  EXPECT_EQ(printable("\xFF\xFE"), "\\xff\\xfe");
  EXPECT_EQ(printable("\x80"), "\\x80");
  EXPECT_EQ(printable("\xC3"), "\\xc3");
  EXPECT_EQ(printable("\xC3z"), "\\xc3z");
  EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82");
  // An escape of two bytes, a change of direction, a byte order mark, half of a pair of UTF-16.
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b");
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xe2\\x80\\xae");
  EXPECT_EQ(printable("\xEF\xBB\xBF"), "\\xef\\xbb\\xbf");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  // Longer than they have to be, and beyond the last character.
  EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf");
  EXPECT_EQ(printable("\xE0\x82\xA0"), "\\xe0\\x82\\xa0");
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(ShownText, IsQuotedAndShort) {
  EXPECT_EQ(shown_text(""), "''");
  EXPECT_EQ(shown_text("a\tb"), "'a\\x09b'");
  const std::string forty(40, 'a');
  EXPECT_EQ(shown_text(forty), "'" + forty + "'");
  EXPECT_EQ(shown_text(forty + "b"), "'" + forty + "...'");
  const std::string euro = "\xE2\x82\xAC";  // no character is cut
  EXPECT_EQ(shown_text(forty.substr(1) + euro), "'" + forty.substr(1) + euro + "'");
  EXPECT_EQ(shown_text(forty.substr(1) + euro + euro), "'" + forty.substr(1) + euro + "...'");
}

TEST(ShownToken, IsTheWordAsTextIsShown) {
  const auto shown = [](std::string_view text) {
    return shown_token(text.data(), text.data() + text.size());
  };
  EXPECT_EQ(shown("a\x1B b"), "'a\\x1b'");
  EXPECT_EQ(shown("\xC3\xA9\n"), "'\xC3\xA9'");
  EXPECT_EQ(shown(""), "the end of the file");
  EXPECT_EQ(shown("\r\n"), "the end of the line");
  const std::string nearly(39, 'a');
  EXPECT_EQ(shown(nearly + "\xF0\x9F\x98\x80"), "'" + nearly + "\xF0\x9F\x98\x80'");
  EXPECT_EQ(shown(nearly + "\xF0\x9F\x98\x80" + "b"), "'" + nearly + "\xF0\x9F\x98\x80...'");
}

}  // namespace
}  // namespace hypermatch::detail::io
