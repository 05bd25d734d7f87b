// SPDX-License-Identifier: MIT
// Texts behind a byte order mark: that of UTF-8 changes nothing, that of UTF-16 is refused.
#include "hypermatch/bipartite_io.hpp"
#include "io/formats/detect.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

const std::string k_mark = "\xEF\xBB\xBF";
const std::vector<std::string> k_utf16 = {std::string("\xFF\xFE\x31\0", 4),
                                          std::string("\xFE\xFF\0\x31", 4)};

struct Sample {
  std::string name;
  std::string text;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"a.hgr", "2 3\n1 2\n2 3\n"},
      {"a.graph", "3 2\n2\n1 3\n2\n"},
      {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n"},
      {"a.txt", "a b 5\nb c 7\n"},
      {"a.gr", "c x\np sp 3 2\na 1 2 5\na 2 3 7\n"},
      {"a.cnf", "c x\np cnf 3 2\n1 -2 0\n2 3 0\n"},
  };
  return all;
}

TEST(ByteOrderMark, ThatOfUtf8IsSkippedInEveryFormat) {
  const Folder folder;
  for (const auto& [name, text] : samples()) {
    SCOPED_TRACE(name);
    const Instance plain = read_text(serial(), text, name);
    const std::string expected = describe(plain);
    const std::string marked = k_mark + text;
    const Instance same = read_text(serial(), marked, name);
    EXPECT_EQ(describe(same), expected);
    EXPECT_EQ(same.report.bytes, marked.size());
    EXPECT_EQ(plain.report.bytes, text.size());
    const std::string path = folder.write(name, marked);
    for (const int threads : {1, 3}) {
      EXPECT_EQ(describe(read(Context({.threads = threads}), path)), expected);
    }
  }
}

TEST(ByteOrderMark, ContentIsRecognisedBehindIt) {
  for (const char* name : {"a.mtx", "a.gr", "a.cnf"}) {
    for (const Sample& sample : samples()) {
      if (sample.name != name) continue;
      const Instance plain = read_text(serial(), sample.text, "no name tells");
      const Instance same = read_text(serial(), k_mark + sample.text, "no name tells");
      EXPECT_EQ(same.report.format, plain.report.format);
      EXPECT_EQ(describe(same), describe(plain));
    }
  }
  EXPECT_EQ(read_text(serial(), k_mark + "# x\n1 2\n", "-").report.format, "edge_list");
}

TEST(ByteOrderMark, NativeFilesAreReadBehindItByEveryWay) {
  const Folder folder;
  const std::string plain = folder.file("plain.hmb");
  write(serial(), random_instance({20, 30, 1, 6, 1, true}, 3), plain);
  const std::string path = folder.write("a.hmb", k_mark + content_of(plain));
  const std::string expected = describe(read(serial(), plain));
  EXPECT_EQ(describe(read_text(serial(), content_of(path), "a.hmb")), expected);
  for (const Mapping mapping : {Mapping::off, Mapping::native_files}) {
    ReadOptions options;
    options.mapping = mapping;
    EXPECT_EQ(describe(read(serial(), path, options)), expected);
  }
}

TEST(ByteOrderMark, LinesAreCountedAsWithoutIt) {
  EXPECT_EQ(error_of([] { return read_hgr_text(k_mark + "1 2\n3\n"); }),
            "0: test.hgr:2: expected a vertex in 1..2, found '3'");
  EXPECT_EQ(error_of([] { return read_hgr_text(k_mark); }),
            error_of([] { return read_hgr_text(""); }));
}

TEST(ByteOrderMark, IsSkippedInStreams) {
  const Folder folder;
  for (const Sample& sample : {samples()[0], samples()[5]}) {
    const auto stream = open_stream(folder.write(sample.name, k_mark + sample.text));
    EXPECT_EQ(stream->num_vertices(), 3U);
    StreamedEdge edge;
    std::size_t edges = 0;
    while (stream->next(edge)) {
      EXPECT_EQ(edge.pins.size(), 2U);
      ++edges;
    }
    EXPECT_EQ(edges, 2U);
  }
}

TEST(ByteOrderMark, IsSkippedInMatchingsAndCovers) {
  const Folder folder;
  const std::string pairs = folder.write("pairs", k_mark + "1 2\n");
  EXPECT_EQ(read_matching(folder.write("m", k_mark + "7\n")), (std::vector<std::uint64_t>{6}));
  EXPECT_EQ(read_graph_matching(pairs, {}, 3, MatchingLayout::pairs).pairs.at(0),
            (std::array<std::uint64_t, 2>{0, 1}));
  EXPECT_EQ(read_pairs(pairs, {}).at(0).row, 0U);
  EXPECT_EQ(read_cover(folder.write("c", k_mark + "r 3\n"), {}).rows,
            (std::vector<std::uint64_t>{2}));
}

TEST(ByteOrderMark, ThatOfUtf16IsRefused) {
  const Folder folder;
  const std::string reason = "a:1: expected UTF-8 or ASCII, found the byte order mark of UTF-16";
  for (const std::string& text : k_utf16) {
    const std::string path = folder.write("a", text);
    const auto expect_refused = [&](const auto& body) {
      const std::string error = error_of(body);
      EXPECT_TRUE(error.starts_with("0: ") && error.ends_with(reason)) << error;
    };
    for (const FormatInfo& info : formats()) {
      expect_refused([&] { return read_text(serial(), text, "a", {info.name, {}}); });
      expect_refused([&] { return read(serial(), path, {info.name, {}}); });
      expect_refused([&] { return open_stream(path, {info.name, {}}); });
    }
    expect_refused([&] { return read_matching(path); });
    expect_refused([&] { return read_graph_matching(path, {}, 3, MatchingLayout::pairs); });
    expect_refused([&] { return read_pairs(path, {}); });
    expect_refused([&] { return read_cover(path, {}); });
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
