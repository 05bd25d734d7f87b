// SPDX-License-Identifier: MIT
// Output files appear whole or not at all; matchings read back as written.
#include <grp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "hypermatch/bipartite_io.hpp"
#include "tests/io/io_testing.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::io::testing {
namespace {

std::span<const char> bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}

TEST(AtomicFile, AppearsOnCommit) {
  const Folder folder;
  const std::string path = folder.file("out");
  {
    AtomicFile file(path);
    file.write(bytes_of("one "));
    EXPECT_FALSE(std::filesystem::exists(path));
    file.write(bytes_of("two"));
    file.commit();
  }
  EXPECT_EQ(content_of(path), "one two");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const Folder folder;
  const std::string path = folder.write("out", "old");
  {
    AtomicFile file(path);
    file.write(bytes_of("new"));
    EXPECT_EQ(content_of(path), "old");
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(AtomicFile, NamesMayBeAsLongAsTheSystemAllows) {
  const Folder folder;
  const std::string path = folder.file(std::string(255, 'n').c_str());
  for (const char* text : {"first", "second"}) {
    EXPECT_EQ(error_of([&] {
                AtomicFile file(path);
                file.write(bytes_of(text));
                file.commit();
              }),
              "nothing");
    EXPECT_EQ(content_of(path), text);
    EXPECT_EQ(folder.count(), 1U);
  }
}

TEST(AtomicFile, ReplacesAndKeepsTheRights) {
  const Folder folder;
  const std::string path = folder.write("out", "old and longer");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  AtomicFile file(path);
  file.write(bytes_of("new"));
  file.commit();
  EXPECT_EQ(content_of(path), "new");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(folder.count(), 1U);
}

/// Replaces the file, and returns what it then is.
struct stat replaced(const std::string& path) {
  AtomicFile file(path);
  file.write(bytes_of("new"));
  file.commit();
  EXPECT_EQ(content_of(path), "new");
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status;
}

TEST(AtomicFile, WhatReplacesAProgramIsNoneOfItsOwner) {
  const Folder folder;
  for (const mode_t mode : {04755U, 02755U, 06711U, 01644U, 07777U}) {
    const std::string path = folder.write("out", "old");
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    EXPECT_EQ(replaced(path).st_mode & 07777, mode & 0777);
    ::unlink(path.c_str());
  }
}

TEST(AtomicFile, KeepsOwnerAndGroup) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const Folder folder;
  const std::string path = folder.write("out", "old");
  ASSERT_EQ(::chown(path.c_str(), 12345, 23456), 0);
  ASSERT_EQ(::chmod(path.c_str(), 04640), 0);
  const struct stat status = replaced(path);
  EXPECT_EQ(status.st_uid, 12345U);
  EXPECT_EQ(status.st_gid, 23456U);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
}

// A user that may write into a folder of another user's files, but not give files away.
TEST(AtomicFile, AnotherGroupGetsNoMoreThanAllOthers) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const Folder folder;
  const std::string path = folder.write("out", "old");
  ASSERT_EQ(::chown(path.c_str(), 12345, 23456), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(folder.file(".").c_str(), 0777), 0);
  struct Case {
    gid_t group;
    mode_t before;
    mode_t after;
  };
  // Of the group (which is kept), and not.
  for (const auto& [group, before, after] :
       {Case{23456, 0664, 0664}, Case{777, 0662, 0622}, Case{777, 0646, 0666}}) {
    ASSERT_EQ(::chown(path.c_str(), 12345, 23456), 0);
    ASSERT_EQ(::chmod(path.c_str(), before), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (::setgroups(0, nullptr) != 0 || ::setgid(group) != 0 || ::setuid(54321) != 0) ::_exit(2);
      ::_exit((replaced(path).st_mode & 07777) == after ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << group << ' ' << before;
    struct stat left {};
    ASSERT_EQ(::stat(path.c_str(), &left), 0);
    EXPECT_EQ(left.st_uid, 54321U);
    EXPECT_EQ(left.st_gid, group);
  }
}

TEST(AtomicFile, FollowsLinks) {
  const Folder folder;
  const std::string target = folder.write("target", "old");
  std::filesystem::create_symlink("target", folder.file("link"));
  std::filesystem::create_symlink("nowhere", folder.file("dangling"));
  for (const char* name : {"link", "dangling"}) {
    AtomicFile file(folder.file(name));
    file.write(bytes_of("new"));
    file.commit();
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file(name)));
    EXPECT_EQ(content_of(folder.file(name)), "new");
  }
  EXPECT_EQ(content_of(target), "new");
  EXPECT_EQ(content_of(folder.file("nowhere")), "new");
}

TEST(AtomicFile, SpecialFilesAreWrittenInto) {
  AtomicFile null("/dev/null");
  null.write(bytes_of("text"));
  null.commit();
  struct stat status {};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
  // A disk that is full.
  EXPECT_TRUE(error_of([] {
                AtomicFile full("/dev/full");
                full.write(bytes_of("text"));
                full.commit();
              }).starts_with("4: /dev/full: "));
}

// As those of a mapped file that has become shorter.
TEST(AtomicFile, BytesThatAreNotThere) {
  const Folder folder;
  constexpr std::size_t k_bytes = 1 << 16;
  void* const lost = ::mmap(nullptr, k_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(lost, MAP_FAILED);
  EXPECT_EQ(
      error_of([&] {
        AtomicFile file(folder.file("out"));
        file.write({static_cast<const char*>(lost), k_bytes});
      }),
      "0: the bytes for " + folder.file("out") + " lie in a mapped file that has become shorter");
  EXPECT_EQ(folder.count(), 0U);
  ::munmap(lost, k_bytes);
}

TEST(AtomicFile, FoldersThatAreNotThere) {
  const Folder folder;
  EXPECT_TRUE(error_of([&] { AtomicFile file(folder.file("none/out")); }).starts_with("3: "));
  EXPECT_TRUE(error_of([&] { AtomicFile file(folder.file(".")); }).starts_with("3: "));
}

TEST(Write, LeavesNothingWhereAFormatCannotHoldIt) {
  const Folder folder;
  const Instance instance = random_instance({20, 30, 3, 6, 0, false}, 1);
  EXPECT_TRUE(error_of([&] { write(serial(), instance, folder.file("a.gr")); }).starts_with("2: "));
  EXPECT_TRUE(
      error_of([&] { write(serial(), instance, folder.file("a.cnf")); }).starts_with("2: "));
  EXPECT_TRUE(
      error_of([&] { write(serial(), instance, folder.file("a.hgr.gz")); }).starts_with("2: "));
  EXPECT_TRUE(error_of([&] { write(serial(), instance, folder.file("a")); }).starts_with("1: "));
  EXPECT_TRUE(error_of([&] {
                write(serial(), instance, folder.file("a"), "nonsense");
              }).starts_with("1: "));
  EXPECT_EQ(folder.count(), 0U);
}

TEST(MatchingText, RoundTrip) {
  const Folder folder;
  const std::vector<EdgeId> edges = {0, 5, 4294967293U};
  write_matching(edges, folder.file("m"));
  EXPECT_EQ(content_of(folder.file("m")), "1\n6\n4294967294\n");
  EXPECT_EQ(read_matching(folder.file("m")), (std::vector<std::uint64_t>{0, 5, 4294967293U}));
  write_matching({}, folder.file("m"));
  EXPECT_TRUE(read_matching(folder.file("m")).empty());
}

TEST(MatchingText, BentButReadable) {
  const Folder folder;
  const auto parsed = [&](std::string_view text) { return read_matching(folder.write("m", text)); };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(parsed("% comment\r\n\r\n  7\t\r\n7\n\n% x\n 18446744073709551615"),
            (Numbers{6, 6, 18446744073709551614ULL}));
  EXPECT_EQ(parsed("0\n"), (Numbers{18446744073709551615ULL}));
}

TEST(MatchingText, ErrorsNameTheLine) {
  const Folder folder;
  const auto error_in = [&](std::string_view text) {
    const std::string error = error_of([&] { return read_matching(folder.write("m", text)); });
    return error.substr(0, 3) + error.substr(error.rfind("/m:") + 1, 4);
  };
  EXPECT_EQ(error_in("% c\n\n-1\n"), "0: m:3:");
  EXPECT_EQ(error_in("1\n2 3\n"), "0: m:2:");
  EXPECT_EQ(error_in("1x\n"), "0: m:1:");
  EXPECT_EQ(error_in("1\n1.5"), "0: m:2:");
  EXPECT_EQ(error_in("18446744073709551616\n"), "0: m:1:");
}

// All ids of up to four of these bytes that can stand in an edge list: no blank at either end.
VertexLabels odd_labels() {
  constexpr std::string_view k_bytes = "a%-\" \t";
  VertexLabels labels{"", {0}};
  std::vector<std::string> last = {""};
  for (int length = 1; length <= 4; ++length) {
    std::vector<std::string> longer;
    for (const std::string& id : last) {
      for (const char c : k_bytes) longer.push_back(id + c);
    }
    last = std::move(longer);
    for (const std::string& id : last) {
      const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
      if (is_blank(id.front()) || is_blank(id.back())) continue;
      labels.text += id;
      labels.offsets.push_back(labels.text.size());
    }
  }
  return labels;
}

TEST(WrittenIds, AllComeBack) {
  const Folder folder;
  const VertexLabels labels = odd_labels();
  const auto n = static_cast<VertexId>(labels.offsets.size() - 1);
  ASSERT_EQ(n, 692U);
  EdgeList graph;
  graph.num_vertices = n;
  std::vector<EdgeId> edges;
  for (VertexId v = 0; v + 1 < n; v += 2) {
    edges.push_back(v / 2);
    graph.edges.push_back({v + 1, v});
  }
  for (const MatchingLayout layout : {MatchingLayout::pairs, MatchingLayout::mates}) {
    write_graph_matching(graph.view(), edges, labels, folder.file("m"), layout);
    VertexPairs read = read_graph_matching(folder.file("m"), labels, n, layout);
    EXPECT_TRUE(read.unknown.empty());
    ASSERT_EQ(read.pairs.size(), edges.size());
    for (std::size_t i = 0; i < read.pairs.size(); ++i) {
      std::sort(read.pairs[i].begin(), read.pairs[i].end());
      EXPECT_EQ(read.pairs[i], (std::array<std::uint64_t, 2>{2 * i, 2 * i + 1}))
          << labels.of(static_cast<VertexId>(2 * i));
    }
  }
}

// More lines than all threads format at once, the last piece shorter, of ids of all lengths.
TEST(WrittenLines, AreTheSameOnAllThreads) {
  const Folder folder;
  const VertexId n = test::by_build(1U << 20, 1U << 18);
  std::vector<GraphEdge> pairs;
  std::vector<EdgeId> edges;
  std::string as_pairs;
  std::string as_edges;
  for (VertexId v = 0; v + 1 < n; v += 3) {
    pairs.push_back({v + 1, v});
    edges.push_back(v);
    as_pairs += std::to_string(v + 2) + " " + std::to_string(v + 1) + "\n";
    as_edges += std::to_string(v + 1) + "\n";
  }
  std::string as_mates;
  for (const int threads : {1, 2, 3}) {
    const Context context({.threads = threads});
    write_graph_matching(context, n, pairs, {}, folder.file("m"));
    EXPECT_EQ(content_of(folder.file("m")), as_pairs) << threads;
    write_matching(context, edges, folder.file("m"));
    EXPECT_EQ(content_of(folder.file("m")), as_edges) << threads;
    write_graph_matching(context, n, pairs, {}, folder.file("m"), MatchingLayout::mates);
    const std::string mates = content_of(folder.file("m"));
    EXPECT_TRUE(mates.starts_with("1 2\n2 1\n3 -\n")) << threads;
    if (as_mates.empty()) as_mates = mates;
    EXPECT_EQ(mates, as_mates) << threads;
  }
}

TEST(WrittenIds, OfRowsAndColumnsComeBack) {
  const Folder folder;
  const VertexLabels labels = odd_labels();
  const auto n = static_cast<VertexId>(labels.offsets.size() - 1);
  std::vector<VertexId> row_mates(n);
  VertexCover cover;
  for (VertexId v = 0; v < n; ++v) {
    row_mates[v] = n - 1 - v;
    cover.rows.push_back(v);
    cover.columns.push_back(n - 1 - v);
  }
  write_pairs(row_mates, folder.file("m"), labels);
  const std::vector<RowColumn> pairs = read_pairs(folder.file("m"), labels);
  ASSERT_EQ(pairs.size(), n);
  for (VertexId v = 0; v < n; ++v) {
    EXPECT_EQ(pairs[v].row, v) << labels.of(v);
    EXPECT_EQ(pairs[v].column, row_mates[v]) << labels.of(row_mates[v]);
  }
  write_cover(cover, folder.file("c"), labels);
  const VertexCover read = read_cover(folder.file("c"), labels);
  EXPECT_EQ(read.rows, cover.rows);
  EXPECT_EQ(read.columns, cover.columns);
}

TEST(WrittenIds, PlainOnesStayPlain) {
  const Folder folder;
  EdgeList graph;
  graph.num_vertices = 4;
  graph.edges.push_back({0, 1});
  graph.edges.push_back({3, 2});
  const std::vector<EdgeId> edges = {0, 1};
  const auto written = [&](std::initializer_list<std::string_view> ids, MatchingLayout layout) {
    VertexLabels labels{"", {0}};
    for (const std::string_view id : ids) {
      labels.text += id;
      labels.offsets.push_back(labels.text.size());
    }
    write_graph_matching(graph.view(), edges, labels, folder.file("m"), layout);
    return content_of(folder.file("m"));
  };
  EXPECT_EQ(written({"a", "b%", "-1", "\"d\""}, MatchingLayout::pairs), "a b%\n\"d\" -1\n");
  EXPECT_EQ(written({"a", "b c", "d", "\"e f\""}, MatchingLayout::pairs), "a\tb c\n\"e f\"\td\n");
  EXPECT_EQ(written({"%a", "-", "\"-\"", "d"}, MatchingLayout::mates),
            "\"%a\" \"-\"\n\"-\" \"%a\"\n\"\"\"-\"\"\" d\nd \"\"\"-\"\"\"\n");
}

}  // namespace
}  // namespace hypermatch::io::testing
