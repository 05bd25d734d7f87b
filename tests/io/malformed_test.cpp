// SPDX-License-Identifier: MIT
// tests/malformed: a file for each way to be broken, and cases.tsv, which says what the reader must
// answer: `file  exit code  line  part of the message`, tab-separated.
#include <set>

#include "hypermatch/preferences_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

const std::string k_folder = HYPERMATCH_SOURCE_DIR "/tests/malformed/";

struct MalformedFile {
  std::string file;
  int code = 0;
  std::string line;
  std::string message;
};

std::vector<MalformedFile> all_cases() {
  std::vector<MalformedFile> cases;
  std::ifstream table(k_folder + "cases.tsv");
  std::string row;
  std::getline(table, row);
  while (std::getline(table, row)) {
    std::istringstream cells(row);
    MalformedFile one;
    std::string code;
    std::getline(cells, one.file, '\t');
    std::getline(cells, code, '\t');
    std::getline(cells, one.line, '\t');
    std::getline(cells, one.message, '\t');
    one.code = std::stoi(code);
    cases.push_back(one);
  }
  return cases;
}

void expect_refused(const MalformedFile& one, const Error& error) {
  const std::string path = k_folder + one.file;
  const std::string what = error.what();
  EXPECT_EQ(error.code(), ErrorCode::invalid_input) << what;
  EXPECT_EQ(one.code, 3);
  const std::string place = one.line == "-" ? path + ": " : path + ":" + one.line + ": ";
  EXPECT_TRUE(what.starts_with(place)) << what << "\nexpected line " << one.line;
  EXPECT_NE(what.find(one.message), std::string::npos) << what << "\nexpected " << one.message;
  EXPECT_EQ(what.find('\n'), std::string::npos) << what;
}

TEST(Malformed, EveryFileIsAnsweredAsTheTableSays) {
  const std::vector<MalformedFile> cases = all_cases();
  ASSERT_GT(cases.size(), 100U);
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    for (const MalformedFile& one : cases) {
      SCOPED_TRACE(one.file);
      try {
        if (one.file.starts_with("preferences/")) {
          (void)read_preferences(context, k_folder + one.file);
        } else {
          ReadOptions options;
          // Tables have no ending of their own.
          if (one.file.starts_with("table/")) options.format = "table";
          options.rectangular_as_bipartite = !options.format.empty();
          (void)read(context, k_folder + one.file, options);
        }
        ADD_FAILURE() << "was read without an error";
      } catch (const Error& error) {
        expect_refused(one, error);
      }
    }
  }
}

TEST(Malformed, StreamsRefuseTheSameHypergraphs) {
  for (const MalformedFile& one : all_cases()) {
    // What is left of blank lines is known at the end of the file only.
    if (!one.file.starts_with("hgr/") || one.file == "hgr/too_many_edges_and_blanks.hgr") continue;
    SCOPED_TRACE(one.file);
    try {
      const auto stream = open_stream(k_folder + one.file);
      StreamedEdge edge;
      while (stream->next(edge)) {
      }
      ADD_FAILURE() << "was read without an error";
    } catch (const Error& error) {
      expect_refused(one, error);
    }
  }
}

TEST(Malformed, EveryFileIsInTheTable) {
  std::set<std::string> listed;
  for (const MalformedFile& one : all_cases()) {
    EXPECT_TRUE(listed.insert(one.file).second) << one.file << " stands twice";
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(k_folder)) {
    if (!entry.is_regular_file() || entry.path().filename() == "cases.tsv") continue;
    const std::string name = entry.path().string().substr(k_folder.size());
    EXPECT_EQ(listed.count(name), 1U) << name;
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
