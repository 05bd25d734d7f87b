// SPDX-License-Identifier: MIT
// Preferences as text whose agents share lists.
#include <string>

#include "hypermatch/preferences_io.hpp"
#include "io/preferences/shared_prefs.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

SharedPreferencesFile parse(const std::string& text) {
  const Context context({.threads = 1});
  return detail::io::parse_shared_preferences(context, "text",
                                              {text.data(), text.data() + text.size()});
}

// "lists per agent | lists | capacities"
std::string shown(const SharedPreferences& shared) {
  std::string text;
  for (const VertexId number : shared.lists) text += std::to_string(number) + ' ';
  const SharedPreferencesView view = shared.view();
  for (std::size_t i = 0; i < view.num_lists(); ++i) {
    text += '|';
    for (const VertexId y : view.list(i)) text += ' ' + std::to_string(y);
  }
  text += "| ";
  for (const std::uint32_t capacity : shared.capacities) text += std::to_string(capacity) + ' ';
  return text;
}

TEST(SharedPreferencesFiles, AgentsAndPartnersAreNumbersAndRanges) {
  const SharedPreferencesFile file = parse(
      "c schools\n\n% two sides\np \t shared-lists 4 3\r\nl 1-2 4 : 3-1\r\n"
      "r 3-1[2]:2 4-3\nl 3 [ 0 ] :");
  EXPECT_EQ(shown(file.preferences), "0 0 2 0 1 1 1 | 6 5 4| 1 3 2|| 1 1 0 1 2 2 2 ");
  EXPECT_EQ(file.preferences.num_left, 4U);
  EXPECT_EQ(file.report.comment_lines, 2U);
  EXPECT_EQ(file.report.blank_lines, 1U);
  EXPECT_EQ(file.report.agents_without_line, 0U);
}

TEST(SharedPreferencesFiles, AgentsWithoutALineHaveEmptyLists) {
  const SharedPreferencesFile file = parse("p shared-lists 2 1\nr 1 : 1\n");
  EXPECT_EQ(shown(file.preferences), "1 1 0 | 0|| ");
  EXPECT_EQ(file.report.agents_without_line, 2U);
  EXPECT_EQ(shown(parse("p shared-lists 0 0").preferences), "| ");
}

void expect_failure(const std::string& text, std::size_t line, const std::string& message) {
  const detail::io::TextRange range{text.data(), text.data() + text.size()};
  try {
    (void)parse(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const detail::io::TextFailure& failure) {
    EXPECT_EQ(failure.message, message);
    EXPECT_EQ(detail::io::line_of(range, failure.where), line) << text;
  }
}

TEST(SharedPreferencesFiles, SayWhatIsWrongAndWhere) {
  const std::string front = "p shared-lists 3 2\n";
  expect_failure(
      "", 1, "expected 'p shared-lists LEFT RIGHT' as the first line, found the end of the file");
  expect_failure(front + "l 1-4 : 1\n", 2, "expected an agent in 1..3, found '4'");
  expect_failure(front + "l 0 : 1\n", 2, "expected an agent in 1..3, found '0'");
  expect_failure(front + "l 1 : 1-3\n", 2, "expected an agent in 1..2, found '3'");
  expect_failure(front + "l 1-2 : 1\n\nl 3-2 : 2\n", 4, "agent l 2 stood in a line before");
  expect_failure(front + "l 1 1 : 1\n", 2, "agent l 1 stood in a line before");
  expect_failure(front + "l 1 : 2-1 1\n", 2, "agent r 1 stands twice in a list");
  expect_failure(front + "l 1 : (1 2)\n", 2, "expected the number of an agent, found '(1'");
  expect_failure(front + "l 1 : 1-\n", 2,
                 "expected the number of an agent, found the end of the line");
  expect_failure(front + "l 1 [2 : 1\n", 2, "expected ']' behind the capacity, found ':'");
  expect_failure(front + "l 1 [4294967296] : 1\n", 2,
                 "expected a capacity of 32 bits, found '4294967296]'");
  expect_failure(front + "l 1 1\n", 2,
                 "expected ':' in front of the list, found the end of the line");
  expect_failure(front + "a 1 : 1\n", 2,
                 "expected 'l' or 'r' and the numbers of agents, found 'a'");
  expect_failure("p shared-lists 3\n", 1,
                 "expected the number of right agents, found the end of the line");
  expect_failure("p shared-lists 4000000000 4000000000\n", 1,
                 "expected at most 2^32 - 2 agents, found 8000000000");
}

TEST(SharedPreferencesFiles, AreExpandedForReadersOfPreferences) {
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / "shared_preferences.prefs";
  std::ofstream(path) << "p shared-lists 2 2\nl 1-2 : 2 1\nr 1-2 [2] : 1-2\n";
  EXPECT_TRUE(holds_shared_preferences(path));
  EXPECT_TRUE(holds_preferences(path));
  const Context context({.threads = 1});
  const PreferencesFile file = read_preferences(context, path);
  write_preferences(file.preferences.view(), path);
  std::ifstream stream(path);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(text, "p two-sided 2 2\nl 1 : 2 1\nl 2 : 2 1\nr 1 [2] : 1 2\nr 2 [2] : 1 2\n");
  EXPECT_FALSE(holds_shared_preferences(path));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace hypermatch::io::testing
