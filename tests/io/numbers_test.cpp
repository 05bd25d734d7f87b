// SPDX-License-Identifier: MIT
// Numbers in text: which are integers, and where these end.
#include <limits>
#include <optional>
#include <string_view>

#include "io/text/text.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::detail::io {
namespace {

std::optional<Number> number_in(std::string_view text) {
  return parse_number(text.data(), text.data() + text.size());
}

void expect_integer(std::string_view text, std::int64_t value) {
  const std::optional<Number> number = number_in(text);
  ASSERT_TRUE(number.has_value()) << text;
  EXPECT_TRUE(number->is_integer) << text;
  EXPECT_EQ(number->integer, value) << text;
}

void expect_real(std::string_view text, double value) {
  const std::optional<Number> number = number_in(text);
  ASSERT_TRUE(number.has_value()) << text;
  EXPECT_FALSE(number->is_integer) << text;
  EXPECT_EQ(number->real, value) << text;
}

TEST(ParseNumber, IntegersEndWhere64BitsDo) {
  expect_integer("9223372036854775807", std::numeric_limits<std::int64_t>::max());
  expect_integer("-9223372036854775808", std::numeric_limits<std::int64_t>::min());
  expect_real("9223372036854775808", 0x1p63);
  expect_real("-9223372036854775809", -0x1p63);
  expect_real("18446744073709551615", 0x1p64);
  expect_real("18446744073709551616", 0x1p64);
}

TEST(ParseNumber, IntegersAreSoHoweverTheyAreWritten) {
  expect_integer("-0", 0);
  expect_integer("+7", 7);
  expect_integer("1e3", 1000);
  expect_integer("-2.0", -2);
  expect_integer("9007199254740992.0", 9007199254740992);
  expect_real("9007199254740994.0", 0x1p53 + 2);
  expect_real("-0.5", -0.5);
  expect_integer("1e-400", 0);
}

TEST(ParseNumber, RefusesWhatIsNone) {
  for (const char* text : {"", "+", "+-1", "--1", "1x", "nan", "inf", "1e400", "0x10", "1 "}) {
    EXPECT_FALSE(number_in(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace hypermatch::detail::io
