// SPDX-License-Identifier: MIT
#include "io/formats/detect.hpp"

#include "io/native/native.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::io::find_format;
using detail::io::Format;

Format found(std::string_view content, const std::string& path, const std::string& asked = "") {
  return find_format(
      asked,
      [&](std::size_t size) {
        return std::span<const char>(content.data(), std::min(size, content.size()));
      },
      path);
}

TEST(Detect, ByContentWhateverTheName) {
  EXPECT_EQ(found("%%MatrixMarket matrix coordinate", "a.hgr"), Format::matrix_market);
  EXPECT_EQ(found("%%matrixmarket matrix coordinate", "-"), Format::matrix_market);
  EXPECT_EQ(found("p cnf 3 4\n", "a.txt"), Format::cnf);
  EXPECT_EQ(found("c note\nc\n\nc more\np  cnf 3 4\r\n", "-"), Format::cnf);
  EXPECT_EQ(found("c note\r\np edge 3 4\n", "-"), Format::dimacs);
  EXPECT_EQ(found("p col 3 4\n", "-"), Format::dimacs);
  EXPECT_EQ(found("p sp 3 4\n", "a.graph"), Format::dimacs);
  std::string native;
  detail::io::write_native(serial(), random_instance({}, 1), {}, [&](std::span<const char> bytes) {
    native.append(bytes.data(), bytes.size());
  });
  EXPECT_EQ(found(native, "a.hgr"), Format::native);
}

TEST(Detect, ByNameWhereContentDoesNotTell) {
  EXPECT_EQ(found("3 4\n", "a.hgr"), Format::hmetis);
  EXPECT_EQ(found("3 4\n", "dir.graph/a.HGR.gz"), Format::hmetis);
  EXPECT_EQ(found("3 4\n", "a.hgr.zst"), Format::hmetis);
  EXPECT_EQ(found("3 4\n", "a.graph"), Format::metis);
  EXPECT_EQ(found("3 4\n", "a.el.gz"), Format::edge_list);
  EXPECT_EQ(found("3,4\n", "a.csv"), Format::edge_list);
  EXPECT_EQ(found("3 4\n", "a.mtx"), Format::matrix_market);
  EXPECT_EQ(found("", "a.cnf"), Format::cnf);
  EXPECT_EQ(found("nonsense", "a.hmb"), Format::native);
  EXPECT_EQ(found("# FromNodeId ToNodeId\n1 2\n", "-"), Format::edge_list);
}

TEST(Detect, DeclarationsOfEdgeLists) {
  for (const char* path : {"out.karate", "-", "a.hgr", "a.txt"}) {
    for (const char* line : {"% sym unweighted", "% asym positive", "% bip multiweighted\r",
                             "%\tsym signed ", "% asym dynamic"}) {
      EXPECT_EQ(found(std::string(line) + "\n% 2 3 3\n1 2\n", path), Format::edge_list) << line;
    }
  }
  for (const char* line : {"% sym", "% sym weights", "% bi unweighted", "%sym unweighted by hand",
                           "sym unweighted", "% SYM unweighted"}) {
    EXPECT_EQ(found(std::string(line) + "\n2 7\n1 2\n4 5 6\n", "a.hgr"), Format::hmetis) << line;
  }
}

TEST(Detect, AsksForTheFormat) {
  for (const char* path : {"a", "dir.hgr/a", "a.gz", "a.dat"}) {
    const std::string error = error_of([&] { return found("3 4\n1 2\n", path); });
    EXPECT_TRUE(error.starts_with("1: ")) << error;
    EXPECT_NE(error.find("--format"), std::string::npos) << error;
  }
}

TEST(Detect, NamesThatTellNothingAreReadAsPipesAre) {
  for (const char* path : {"-", "a", "dir.hgr/a", "a.gz", "a.dat"}) {
    EXPECT_EQ(found("2 7\n1 2\n4 5 6\n", path), Format::hmetis) << path;
    EXPECT_EQ(found("4 3\n2\n1 3\n2 4\n3\n", path), Format::metis) << path;
  }
}

// The triangle: as METIS each line holds the two other vertices, as hMETIS two pins.
constexpr const char* k_triangle = "3 3\n2 3\n1 3\n1 2\n";

TEST(Detect, NumbersDecideBetweenHmetisAndMetis) {
  for (const char* path : {"-", "/dev/fd/63"}) {
    for (const char* text : {
             "3 3\n1 2\n2 3\n1 3\n",                    // 1 names 2, but 2 does not name 1
             "1 2\n1 2\n",                              // no neighbour 2 of one vertex
             "1 5\n1\n",                                // one neighbour, five edges
             "2 6\n\n% c\n1 2 3\n4 5 6\n",              // no vertices beyond 2
             "2 4 1\n1.5 1 2\n2 3 4\n",                 // no neighbour is called 1.5
             "3 3 11\n1 2 1\n1 2 3\n1 3 1\n1\n1\n1\n",  // more lines than vertices
             "0 5\n",
         }) {
      EXPECT_EQ(found(text, path), Format::hmetis) << text;
    }
    for (const char* text : {
             "3 2\n2\n1 3\n2\n",                           // a pin beyond two vertices
             "3 3 100\n1 2 3\n1 1 3\n1 1 2\n",             // sizes of vertices
             "3 3 10 1\n1 2 3\n1 1 3\n1 1 2\n",            // four words
             "3 3 11\n1 2 1 3 1\n1 1 1 3 1\n1 1 1 2 1\n",  // no line is left for pins' weights
         }) {
      EXPECT_EQ(found(text, path), Format::metis) << text;
    }
  }
}

TEST(Detect, WhatMayBeHmetisOrMetisAsksForTheFormat) {
  std::string ring = "50000 50000\n";
  for (int v = 0; v < 50000; ++v) {
    ring += std::to_string((v + 1) % 50000 + 1) + ' ' + std::to_string((v + 49999) % 50000 + 1);
    ring += '\n';
  }
  std::string mistaken = ring;
  mistaken.replace(mistaken.find("\n", 70000) + 1, 5, "50001");  // one neighbour that is not there
  std::string weighted = "4 6 1\n";
  for (const char* row : {"2 5 3 5 4 5\n", "1 5 3 5 4 5\n", "1 5 2 5 4 5\n", "1 5 2 5 3 5\n"}) {
    weighted += row;
  }
  // Parallel edges, more than there are pairs; and a header that counts the arcs of all pairs.
  const std::string parallel = "2 5\n2 2 2 2 2\n1 1 1 1 1\n";
  const std::string arcs = "4 12\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n";
  for (const std::string& text :
       {std::string(k_triangle), ring, mistaken, weighted, parallel, arcs}) {
    for (const char* path : {"-", "/dev/fd/63"}) {
      const std::string error = error_of([&] { return found(text, path); });
      EXPECT_TRUE(error.starts_with("1: ")) << error;
      EXPECT_NE(error.find("--format hmetis or --format metis"), std::string::npos) << error;
    }
    EXPECT_EQ(found(text, "a.hgr"), Format::hmetis);
    EXPECT_EQ(found(text, "-", "metis"), Format::metis);
  }
}

// Few of a window's pins are hyperedges of the same window where vertices are many.
TEST(Detect, LargeHypergraphsAreToldByALargerWindow) {
  std::string text = "90000000 80000000\n";
  for (std::uint64_t e = 0; text.size() < (std::size_t{5} << 20); ++e) {
    for (int i = 0; i < 4; ++i) {
      text +=
          std::to_string(1 + detail::base::below(
                                 detail::base::hash(e, static_cast<std::uint64_t>(i)), 80000000)) +
          ' ';
    }
    text += '\n';
  }
  EXPECT_EQ(found(text, "-"), Format::hmetis);
}

TEST(Detect, NeitherHmetisNorMetis) {
  for (const char* text :
       {"1 2\n2 3\n3 4\n", "a b\nb c\n", "x\n", "3\n", "1 2 3 4 5\n", "99999999999999999999 1\n"}) {
    const std::string error = error_of([&] { return found(text, "-"); });
    EXPECT_TRUE(error.starts_with("1: <stdin>: neither content nor name")) << error;
    EXPECT_NE(error.find("--format"), std::string::npos) << error;
  }
  for (const char* text : {"", "\n\n", "% nothing\n"}) {
    EXPECT_EQ(error_of([&] { return found(text, "-"); }),
              "0: <stdin>:1: expected an instance, found the end of the file");
  }
}

TEST(Detect, PackedTwiceOrByOthersIsRefused) {
  using namespace std::string_view_literals;
  for (const bool direct : {false, true}) {
    const auto error = [&](std::string_view text) {
      return error_of([&] {
        if (direct) detail::io::refuse_packed(text, "a.hgr.gz");
        return found(text, "a.hgr.gz");
      });
    };
    EXPECT_EQ(error("\x1f\x8b\x08\0"sv),
              "2: a.hgr.gz: the text is packed by gzip; a file is unpacked once");
    EXPECT_EQ(error("\x28\xb5\x2f\xfd\0"sv),
              "2: a.hgr.gz: the text is packed by zstd; a file is unpacked once");
    EXPECT_EQ(error("BZh91AY&SY"),
              "2: a.hgr.gz: packed by bzip2, which is not unpacked; gzip and zstd are");
  }
}

TEST(Detect, NamesAndEndingsAreFormats) {
  const auto asked = [](const char* format) { return found("", "a.hgr", format); };
  EXPECT_EQ(asked("metis"), Format::metis);
  EXPECT_EQ(asked("hgr"), Format::hmetis);
  EXPECT_EQ(asked("mtx"), Format::matrix_market);
  EXPECT_EQ(asked("hmb"), Format::native);
  EXPECT_TRUE(error_of([&] { return asked("bogus"); }).starts_with("1: "));
  for (const FormatInfo& info : formats()) {
    const std::optional<Format> format = detail::io::format_by_name(info.name);
    ASSERT_TRUE(format.has_value());
    EXPECT_STREQ(detail::io::info_of(*format).name, info.name);
    EXPECT_TRUE(info.reads);
  }
}

TEST(Detect, RectangularMatricesNeedAnInterpretation) {
  const std::string text = "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 3\n";
  const std::string error = error_of([&] { return read_text(serial(), text, "a.mtx"); });
  EXPECT_TRUE(error.starts_with("1: ")) << error;
  EXPECT_NE(error.find("--as"), std::string::npos) << error;
  const Instance rows = read_text(serial(), text, "a.mtx", {"", Interpretation::row_net});
  EXPECT_EQ(edges_of(std::get<Hypergraph>(rows.data)), (Edges{{2}, {}}));
  EXPECT_EQ(rows.report.format, "matrix_market");
  EXPECT_EQ(rows.report.as, Interpretation::row_net);
}

}  // namespace
}  // namespace hypermatch::io::testing
