// SPDX-License-Identifier: MIT
#include "io/detect.hpp"

#include "io/native.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::io::find_format;
using detail::io::Format;

Format found(std::string_view content, const std::string& path) {
  return find_format("", {content.data(), content.size()}, path);
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
  detail::io::write_native(serial(), random_instance({}, 1), [&](std::span<const char> bytes) {
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
  EXPECT_EQ(found("3 4\n1 2\n", "-"), Format::hmetis);
  EXPECT_EQ(found("3 4\n1 2\n", "/dev/fd/63"), Format::hmetis);
}

TEST(Detect, AsksForTheFormat) {
  for (const char* path : {"a", "dir.hgr/a", "a.gz", "a.dat"}) {
    const std::string error = error_of([&] { return found("3 4\n1 2\n", path); });
    EXPECT_TRUE(error.starts_with("1: ")) << error;
    EXPECT_NE(error.find("--format"), std::string::npos) << error;
  }
}

TEST(Detect, NamesAndEndingsAreFormats) {
  const auto asked = [](const char* format) { return find_format(format, {}, "a.hgr"); };
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
