// SPDX-License-Identifier: MIT
// Every place that names the version names the same.
#include "hypermatch/version.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

namespace hypermatch {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(HYPERMATCH_SOURCE_DIR "/") + file);
  EXPECT_TRUE(in.is_open()) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(VersionTest, IsThatOfTheFileVersion) {
  std::string expected = text_of("VERSION");
  while (!expected.empty() && expected.back() == '\n') expected.pop_back();
  EXPECT_EQ(version(), expected);
}

TEST(VersionTest, IsTheNewestOfTheChangelog) {
  const std::string changelog = text_of("CHANGELOG.md");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(changelog, match, std::regex("\n## ([0-9]+\\.[0-9]+\\.[0-9]+)")));
  EXPECT_EQ(match[1].str(), version());
}

TEST(VersionTest, IsThatOfTheCitation) {
  const std::string citation = text_of("CITATION.cff");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(citation, match, std::regex("\nversion: \"?([0-9.]+)")));
  EXPECT_EQ(match[1].str(), version());
}

TEST(VersionTest, RevisionIsEmptyOrACommit) {
  EXPECT_TRUE(std::regex_match(revision(), std::regex("([0-9a-f]{7,40}\\+?)?"))) << revision();
}

}  // namespace
}  // namespace hypermatch
