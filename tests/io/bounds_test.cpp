// SPDX-License-Identifier: MIT
// Files with one line per vertex: capacities, and lower and upper bounds.
#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/capacities_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using CapacityValues = std::vector<std::uint32_t>;

constexpr std::uint32_t k_most = ~std::uint32_t{0};

TEST(CapacityFiles, HaveOneNumberPerLine) {
  const Folder folder;
  const std::string path = folder.write("c.txt", "% capacities\n3\n\n 0 \r\n12");
  EXPECT_EQ(read_capacities(path, 3), (CapacityValues{3, 0, 12}));
  EXPECT_EQ(read_capacities(folder.write("none.txt", ""), 0), CapacityValues{});
}

TEST(CapacityFiles, EndAtTheLargestCount) {
  const Folder folder;
  const std::string path = folder.write("c.txt", "4294967295\n4294967296\n18446744073709551616\n");
  EXPECT_EQ(read_capacities(path, 3), (CapacityValues{k_most, k_most, k_most}));
}

TEST(CapacityFiles, HaveAsManyLinesAsVertices) {
  const Folder folder;
  const std::string path = folder.write("c.txt", "1\n2\n");
  const auto error_for = [&](VertexId n) {
    return error_of([&] { return read_capacities(path, n); });
  };
  EXPECT_EQ(error_for(2), "nothing");
  EXPECT_NE(error_for(3).find(":2: expected 3 capacities, one per vertex, found 2"),
            std::string::npos);
  EXPECT_NE(error_for(1).find(":2: expected 1 capacity, one per vertex, found another one"),
            std::string::npos);
}

TEST(CapacityFiles, LinesWithoutNamesStandInTheOrderOfLabels) {
  const Folder folder;
  // Capacities of vertices in the order in which an edge list names them, and the note.
  const auto read = [&](std::string_view edges, const std::string& capacities) -> std::string {
    const Instance graph = read_text(serial(), edges, "a.txt", {});
    const auto count = static_cast<std::uint64_t>(graph.graph().num_vertices());
    const NamedVertices vertices{&graph.labels, count};
    const std::string path = folder.write("c.txt", capacities);
    std::string all;
    const std::string error = error_of([&] {
      std::string note;
      for (const std::uint32_t capacity : read_capacities(path, vertices, &note)) {
        all += std::to_string(capacity) + " ";
      }
      all += note.substr(0, note.find(" ("));
      return 0;
    });
    return error == "nothing" ? all : error;
  };
  EXPECT_EQ(read("2 1\n1 3\n", "5\n6\n7\n"), "6 5 7 capacities line 1 is that of vertex 1");
  EXPECT_EQ(read("2 0\n0 1\n", "5\n6\n7\n"), "7 5 6 capacities line 1 is that of vertex 0");
  EXPECT_EQ(read("5 1\n1 3\n", "1\n2\n3\n4\n5\n"),
            "5 1 3 capacities line 1 is that of vertex 1; 2 lines of numbers that no edge has");
  EXPECT_NE(read("5 1\n1 3\n", "1\n2\n3\n").find("expected 5 capacities, one per number, found 3"),
            std::string::npos);
  EXPECT_NE(read("5 1\n1 3\n", "1\n2\n3\n4\n5\n6\n").find("found another one"), std::string::npos);
  EXPECT_EQ(read("7 8\n8 9\n", "1\n2\n3\n"), "1 2 3 capacities line 1 is that of vertex 7");
  EXPECT_NE(read("20 10\n10 30\n", "1\n2\n3\n").find("do not tell their vertices"),
            std::string::npos);
  EXPECT_EQ(read("b a\na c\n", "1\n2\n3\n"),
            "1 2 3 capacities in the order in which the input first names the vertices, line 1 is "
            "that of b");
  EXPECT_EQ(read("2 1\n1 3\n", "2 6\n3 7\n1 5\n"), "6 5 7 capacities by name");
  EXPECT_NE(read("2 1\n1 3\n", "5\nx\n7\n").find(":2: expected a capacity"), std::string::npos);
}

TEST(CapacityFiles, NameTheLineThatIsNoNumber) {
  const Folder folder;
  for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
           {"1\n-1\n", ":2: expected a capacity, a whole number from 0, found '-1'"},
           {"1.5\n1\n", ":1: expected a capacity, a whole number from 0, found '1.5'"},
           {"1\n1 2\n", ":2: expected one capacity per line, found '2' behind it"}}) {
    const std::string path = folder.write("c.txt", text);
    const std::string error = error_of([&] { return read_capacities(path, 2); });
    EXPECT_NE(error.find(says), std::string::npos) << error;
  }
}

TEST(BoundFiles, HaveAnUpperOneOrBothPerLine) {
  const Folder folder;
  const std::string path =
      folder.write("b.txt", "% bounds\n2\n1 3\n\n0 0\n5 99999999999999999999\n");
  const VertexBounds bounds = read_bounds(path, 4);
  EXPECT_EQ(bounds.lower, (CapacityValues{0, 1, 0, 5}));
  EXPECT_EQ(bounds.upper, (CapacityValues{2, 3, 0, k_most}));
}

TEST(BoundFiles, NameTheLineThatIsWrong) {
  const Folder folder;
  for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
           {"1\n3 2\n", ":2: expected LO <= HI, found 3 above 2"},
           {"1\n", ":1: expected 2 lines `HI` or `LO HI`, one per vertex, found 1"},
           {"1\n2\n3\n", ":3: expected 2 lines `HI` or `LO HI`, one per vertex, found another one"},
           {"1 2 3\n1\n", ":1: expected the end of the line, found '3'"},
           {"1\nx\n", ":2: expected a bound, a whole number from 0, found 'x'"}}) {
    const std::string path = folder.write("b.txt", text);
    const std::string error = error_of([&] { return read_bounds(path, 2); });
    EXPECT_NE(error.find(says), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
