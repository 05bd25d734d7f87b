// SPDX-License-Identifier: MIT
// Results come back as they were written, whatever the ids and however messy the file; what is not
// meant to be one is named.
#include "hypermatch/results_io.hpp"

#include <map>

#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::base::hash;
using VertexNumbers = std::vector<VertexId>;

VertexLabels labels_of(const std::vector<std::string>& ids) {
  VertexLabels labels;
  labels.offsets.push_back(0);
  for (const std::string& id : ids) {
    labels.text += id;
    labels.offsets.push_back(labels.text.size());
  }
  return labels;
}

EdgeList list_of_edges(VertexId n, const std::vector<GraphEdge>& edges) {
  EdgeList graph;
  graph.num_vertices = n;
  graph.edges = Array<GraphEdge>(std::span<const GraphEdge>(edges));
  return graph;
}

// Each list holds the partners of one vertex.
Partners partners_of(const std::vector<VertexNumbers>& lists) {
  Partners result;
  result.offsets.push_back(0);
  for (const VertexNumbers& list : lists) {
    result.partners.insert(result.partners.end(), list.begin(), list.end());
    result.offsets.push_back(result.partners.size());
  }
  return result;
}

TEST(ResultFiles, PartnersAreWrittenByEdge) {
  const Folder folder;
  const EdgeList graph = list_of_edges(4, {{2, 0}, {0, 1}, {3, 1}, {1, 2}});
  const Partners partners = partners_of({{1, 2}, {3, 0}, {0}, {1}});
  write_partners(graph.view(), partners, {}, folder.file("p"));
  EXPECT_EQ(content_of(folder.file("p")), "3 1\n1 2\n4 2\n");
  const VertexPairs read = read_graph_matching(folder.file("p"), {}, 4);
  using Pairs = std::vector<std::array<std::uint64_t, 2>>;
  EXPECT_EQ(read.pairs, (Pairs{{2, 0}, {0, 1}, {3, 1}}));
  write_partners(graph.view(), partners, labels_of({"a b", "%", "c", "d"}), folder.file("p"));
  EXPECT_EQ(content_of(folder.file("p")), "c\ta b\na b\t\"%\"\nd\t\"%\"\n");
}

TEST(ResultFiles, PartnersThatAreNoneAreRefusedAndNothingIsWritten) {
  const Folder folder;
  const EdgeList graph = list_of_edges(4, {{2, 0}, {0, 1}, {3, 1}});
  const auto fault = [&](const Partners& partners) {
    return error_of([&] { write_partners(graph.view(), partners, {}, folder.file("p")); });
  };
  EXPECT_EQ(fault(partners_of({{1, 2}, {0}, {0}, {}})), "nothing");
  std::filesystem::remove(folder.file("p"));
  EXPECT_EQ(fault(partners_of({{1}, {}, {}, {}})),
            "0: vertex 0 has partner 1, but not the other way round");
  EXPECT_EQ(fault(partners_of({{}, {}, {3}, {2}})),
            "0: vertex 2 has partner 3, but no edge joins them");
  EXPECT_EQ(fault(partners_of({{1, 1}, {0}, {}, {}})), "0: vertex 0 has partner 1 twice");
  EXPECT_EQ(fault(partners_of({{9}, {}, {}, {}})),
            "0: vertex 0 has partner 9, but no edge joins them");
  EXPECT_EQ(fault(partners_of({{}, {}, {}})),
            "0: there are 4 offsets of partners for 4 vertices, must be one more");
  Partners falling = partners_of({{1}, {0}, {}, {}});
  falling.offsets[1] = 3;
  EXPECT_EQ(fault(falling), "0: the offsets of partners must rise from 0 to 2");
  EXPECT_EQ(folder.count(), 0U);
}

TEST(ResultFiles, CommunitiesCountFromOneByTheirFirstVertices) {
  const Folder folder;
  write_communities({{3, 1, 3, 0, 1}, {}}, {}, folder.file("c"));
  EXPECT_EQ(content_of(folder.file("c")), "1 1\n2 2\n3 1\n4 3\n5 2\n");
  write_communities({{1, 0}, {}}, labels_of({"x y", "-"}), folder.file("c"));
  EXPECT_EQ(content_of(folder.file("c")), "x y\t1\n\"-\"\t2\n");
  write_communities({}, {}, folder.file("c"));
  EXPECT_EQ(content_of(folder.file("c")), "");
  EXPECT_EQ(error_of([&] {
              write_communities({{0, 2}, {}}, {}, folder.file("d"));
            }),
            "0: labels[1] is 2, must be below 2");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(ResultFiles, CommunitiesComeBackWhateverTheIds) {
  const Folder folder;
  const std::vector<std::string> ids = {"a",  "-",    "%b", "c d", "\"q\"", "\n", "7",
                                        "\t", "\xff", "",   " e",  "1",     "\\", "f\"g"};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto n = static_cast<VertexId>(1 + hash(seed, 1) % ids.size());
    Labels written;
    for (VertexId v = 0; v < n; ++v) {
      written.labels.push_back(static_cast<VertexId>(hash(seed, v, 2) % n));
    }
    const VertexLabels labels =
        seed % 2 == 0 ? VertexLabels{} : labels_of({ids.begin(), ids.begin() + n});
    write_communities(written, labels, folder.file("c"));
    const Communities read = read_communities(folder.file("c"), labels, n);
    ASSERT_EQ(read.violation, "") << seed;
    ASSERT_EQ(read.communities.labels, numbered_by_first_vertex(written.labels)) << seed;
  }
}

// Levels over levels: each draws one of a few communities for each community of the one before.
Labels hierarchy_of(std::uint64_t seed, VertexId n, std::size_t num_levels) {
  Labels result;
  for (VertexId v = 0; v < n; ++v) {
    result.labels.push_back(static_cast<VertexId>(hash(seed, v, 2) % n));
  }
  for (std::size_t level = 1; level <= num_levels; ++level) {
    VertexNumbers coarse;
    for (const VertexId fine : level_of(result, level - 1)) {
      coarse.push_back(static_cast<VertexId>(hash(seed, fine, level + 2) % n));
    }
    result.levels.push_back(coarse);
  }
  return result;
}

TEST(ResultFiles, OneLevelOfAHierarchyIsWrittenAsCommunitiesAre) {
  const Folder folder;
  const Labels levels{{3, 1, 3, 0, 1}, {{2, 0, 2, 2, 0}, {4, 4, 4, 4, 4}}};
  const auto written = [&](std::size_t level) {
    write_communities(levels, {}, folder.file("c"), level);
    return content_of(folder.file("c"));
  };
  EXPECT_EQ(written(0), "1 1\n2 2\n3 1\n4 3\n5 2\n");
  EXPECT_EQ(written(1), "1 1\n2 2\n3 1\n4 1\n5 2\n");
  EXPECT_EQ(written(2), "1 1\n2 1\n3 1\n4 1\n5 1\n");
  EXPECT_EQ(error_of([&] { (void)written(3); }), "1: level is 3, must be at most 2");
}

TEST(ResultFiles, HierarchiesHaveOneColumnPerLevel) {
  const Folder folder;
  const Labels levels{{3, 1, 3, 0, 1}, {{2, 0, 2, 2, 0}, {4, 4, 4, 4, 4}}};
  write_hierarchy(levels, {}, folder.file("h"));
  EXPECT_EQ(content_of(folder.file("h")), "1 1 1 1\n2 2 2 1\n3 1 1 1\n4 3 1 1\n5 2 2 1\n");
  write_hierarchy({{1, 0}, {{0, 0}}}, labels_of({"x y", "-"}), folder.file("h"));
  EXPECT_EQ(content_of(folder.file("h")), "x y\t1 1\n\"-\"\t2 1\n");
  write_hierarchy({}, {}, folder.file("h"));
  EXPECT_EQ(content_of(folder.file("h")), "");
  const auto fault = [&](const Labels& wrong) {
    return error_of([&] { write_hierarchy(wrong, {}, folder.file("d")); });
  };
  EXPECT_EQ(fault({{0, 0, 1}, {{0, 1, 1}}}),
            "0: level 1 separates vertices 0 and 1, which level 0 has together");
  EXPECT_EQ(fault({{0, 0, 1}, {{0, 0}}}), "0: level 1 has 2 labels for 3 vertices");
  EXPECT_EQ(fault({{0, 0, 1}, {{0, 0, 3}}}), "0: labels[2] is 3, must be below 3");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(ResultFiles, HierarchiesComeBackWhateverTheIds) {
  const Folder folder;
  const std::vector<std::string> ids = {"a", "-", "%b", "c d", "\"q\"", "\n", "7", " e"};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<VertexId>(1 + hash(seed, 1) % ids.size());
    const Labels written = hierarchy_of(seed, n, seed % 4);
    const VertexLabels labels =
        seed % 2 == 0 ? VertexLabels{} : labels_of({ids.begin(), ids.begin() + n});
    write_hierarchy(written, labels, folder.file("h"));
    const Communities read = read_hierarchy(folder.file("h"), labels, n);
    ASSERT_EQ(read.violation, "") << seed;
    ASSERT_EQ(read.communities.levels.size(), written.levels.size()) << seed;
    for (std::size_t level = 0; level <= written.levels.size(); ++level) {
      const auto found = level_of(read.communities, level);
      ASSERT_EQ(VertexNumbers(found.begin(), found.end()),
                numbered_by_first_vertex(level_of(written, level)))
          << seed;
    }
  }
}

TEST(ResultFiles, WrongFilesOfHierarchiesAreNamed) {
  const Folder folder;
  const auto violation = [&](std::string_view text) {
    const std::string path = folder.write("h", text);
    const Communities found = read_hierarchy(path, {}, 3);
    EXPECT_TRUE(found.communities.labels.empty() && found.communities.levels.empty());
    return found.violation.substr(std::min(path.size(), found.violation.size()));
  };
  EXPECT_EQ(violation("3 9 7\n1 9 7\n2 4 7\n1 9 7\n"), ":4: vertex 1 has had a line before");
  EXPECT_EQ(violation("1 1 1\n2 1 1\n"), ": vertex 3 has no community");
  EXPECT_EQ(violation("1 5 1 1\n2 4 1 1\n3 4 1 2\n"),
            ": column 4 separates vertices 1 and 3, which column 3 has together");
  EXPECT_EQ(violation("3 2 2\n2 1 1\n1 2 3\n"),
            ": column 3 separates vertices 1 and 3, which column 2 has together");
  const auto fault = [&](std::string_view text) {
    const std::string path = folder.write("h", text);
    const std::string error = error_of([&] { return read_hierarchy(path, {}, 3); });
    return error.substr(std::min(3 + path.size(), error.size()));
  };
  EXPECT_EQ(fault("% two levels\n1 1 1\n2 1\n"),
            ":3: expected 2 communities as in the first line, found 1");
  EXPECT_EQ(fault("1 1\n2 1 1\n"), ":2: expected 1 communities as in the first line, found 2");
  EXPECT_EQ(fault("1\n"), ":1: expected a vertex and its community, found one word");
  EXPECT_EQ(fault("1 1 x\n2 1 1\n3 1 1\n"), ":1: expected the number of a community, found 'x'");
  EXPECT_EQ(fault("1 1 1 1 1 1 1\n"),
            ":1: found 6 communities, and the file is too short for so many of each of 3 vertices");
}

TEST(ResultFiles, MessyFilesOfCommunities) {
  const Folder folder;
  const auto read = [&](std::string_view text, const VertexLabels& labels = {}) {
    const Communities found = read_communities(folder.write("c", text), labels, 3);
    EXPECT_EQ(found.violation, "");
    return found.communities.labels;
  };
  EXPECT_EQ(read("1 5\n2 9\n3 5\n"), (VertexNumbers{0, 1, 0}));
  EXPECT_EQ(read("% first\r\n\r\n 3\t7 \r\n\n1 7\r\n%\n2 0"), (VertexNumbers{0, 1, 0}));
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "2 18446744073709551615\n1 1\n3 2"),
            (VertexNumbers{0, 1, 2}));
  EXPECT_EQ(read("c d\t2\r\na 2\nb\t1", labels_of({"c d", "a", "b"})), (VertexNumbers{0, 0, 1}));
  // Any words, of which numbers are compared as such.
  EXPECT_EQ(read("1 red\n2 blue\n3 red\n"), (VertexNumbers{0, 1, 0}));
  EXPECT_EQ(read("1 -1\n2 1\n3 01\n"), (VertexNumbers{0, 1, 1}));
  EXPECT_EQ(read("1 1.5\n2 18446744073709551616\n3 1.5\n"), (VertexNumbers{0, 1, 0}));
}

// As programs that partition and cluster graphs write them.
TEST(ResultFiles, OneLabelPerLine) {
  const Folder folder;
  std::string note;
  const auto read = [&](std::string_view text, const VertexLabels& labels = {}, VertexId n = 4) {
    const Communities found = read_communities(folder.write("c", text), labels, n);
    EXPECT_EQ(found.violation, "");
    note = found.note;
    return found.communities.labels;
  };
  const VertexNumbers halves = {0, 0, 1, 1};
  for (const char* text : {"0\n0\n1\n1\n", "1\n1\n2\n2\n", "7\r\n7\r\n-3\r\n-3\r\n", "a\na\nb\nb",
                           "% of four\n 2\n\n2 \n1\n1\n", "\"x y\"\n\"x y\"\n\"z\"\n\"z\"\n",
                           "0.000000e+00\n0.000000e+00\n1.000000e+00\n1.000000e+00\n"}) {
    EXPECT_EQ(read(text), halves) << text;
    EXPECT_EQ(note, "a label per line, line 1 is that of vertex 1");
  }
  // The order is that of the vertices' numbers, in whatever order a list of edges names them.
  EXPECT_EQ(read("5\n6\n6\n5\n", labels_of({"2", "3", "0", "1"})), (VertexNumbers{0, 1, 1, 0}));
  EXPECT_EQ(note, "a label per line, line 1 is that of vertex 0");
  EXPECT_EQ(read("5\n6\n6\n5\n", labels_of({"2", "4", "1", "3"})), (VertexNumbers{0, 1, 1, 0}));
  // Numbers without edges have lines; names stand in the order of the file.
  EXPECT_EQ(read("5\n6\n5\n9\n6\n", labels_of({"2", "5", "1"}), 3), (VertexNumbers{0, 0, 1}));
  EXPECT_EQ(note,
            "a label per line, line 1 is that of vertex 1; 2 lines of numbers that no edge has");
  EXPECT_EQ(read("5\n6\n6\n5\n", labels_of({"d", "c", "b", "a"})), (VertexNumbers{0, 1, 1, 0}));
  EXPECT_EQ(
      note,
      "a label per line, in the order in which the input first names the vertices, line 1 is that "
      "of d");
  // A file that lists its vertices: line i is that of the i-th one.
  VertexLabels listed = labels_of({"2", "3", "0", "1"});
  listed.are_listed = true;
  EXPECT_EQ(read("5\n6\n6\n5\n", listed), (VertexNumbers{0, 1, 1, 0}));
  EXPECT_EQ(read("5\n5\n6\n6\n", listed), halves);
  EXPECT_EQ(note,
            "a label per line, in the order in which the input lists the vertices, line 1 "
            "is that of 2");
  // Partitions of Pajek say on top how many follow.
  EXPECT_EQ(read("*Vertices 4\n1\n1\n2\n2\n"), halves);
  EXPECT_EQ(read("*vertices      4\r\n 1\r\n 1\r\n 2\r\n 2\r\n", listed), halves);
  EXPECT_EQ(read("1 1\n2 1\n3 2\n4 2\n"), halves);
  EXPECT_EQ(note, "");
  const Communities some = read_some_communities(folder.write("c", "-1\n4\n4\n-1\n"), {}, 4);
  EXPECT_EQ(some.communities.labels, (VertexNumbers{k_none, 0, 0, k_none}));
  const auto fault = [&](std::string_view text, const VertexLabels& labels = {}) {
    const std::string path = folder.write("c", text);
    const std::string error = error_of([&] { return read_communities(path, labels, 4); });
    return error.substr(std::min(3 + path.size(), error.size()));
  };
  EXPECT_EQ(fault("1\n1\n1\n"),
            ": there are 3 labels, one per line, and there must be 4, for 4 vertices");
  EXPECT_EQ(fault("label\n1\n1\n1\n2\n"),
            ": there are 5 labels, one per line, and there must be 4, for 4 vertices");
  EXPECT_EQ(fault("1\n1 2\n"), ":2: expected one label, as in the first line, found '1'");
  EXPECT_EQ(fault("1\n1\n1\n2\n", labels_of({"1", "2", "4", "5"})),
            ": there are 4 labels, one per line, and there must be 5, for 4 vertices whose numbers "
            "have gaps");
  EXPECT_TRUE(fault("1\n1\n1\n2\n", labels_of({"10", "20", "30", "40"}))
                  .starts_with(": lines without names do not tell their vertices"));
}

TEST(ResultFiles, LabelsComeBackWhateverTheIds) {
  const Folder folder;
  const Labels written{{2, 1, 1, 0}, {}};
  for (const VertexLabels& labels :
       {VertexLabels{}, labels_of({"2", "3", "0", "1"}), labels_of({"b", "a", "x y", "%"})}) {
    write_labels(written, labels, folder.file("l"));
    EXPECT_EQ(read_communities(folder.file("l"), labels, 4).communities.labels,
              (VertexNumbers{0, 1, 1, 2}));
  }
  write_labels(written, {}, folder.file("l"));
  EXPECT_EQ(content_of(folder.file("l")), "1\n2\n2\n3\n");
  EXPECT_EQ(error_of([&] {
              write_labels(written, labels_of({"1", "2", "3", "9"}), "no");
            }),
            "0: a label per line needs a vertex for each number, and there are 9 numbers for 4 "
            "vertices");
}

TEST(ResultFiles, WrongFilesOfCommunitiesAreNamed) {
  const Folder folder;
  const auto violation = [&](std::string_view text, const VertexLabels& labels = {}) {
    const std::string path = folder.write("c", text);
    const Communities found = read_communities(path, labels, 3);
    EXPECT_TRUE(found.communities.labels.empty());
    EXPECT_TRUE(found.violation.starts_with(path)) << found.violation;
    return found.violation.substr(std::min(path.size(), found.violation.size()));
  };
  EXPECT_EQ(violation("1 1\n2 1\n"), ": vertex 3 has no community");
  EXPECT_EQ(violation(""), ": vertex 1 has no community");
  EXPECT_EQ(violation("1 1\n4 1\n9 1\n"), ":2: vertex 4 does not exist, there are 3 vertices");
  EXPECT_EQ(violation("0 1\n"), ":1: vertex 0 does not exist, there are 3 vertices");
  EXPECT_EQ(violation("1 1\n2 1\n1 1\n3 1\n"), ":3: vertex 1 has had a line before");
  const VertexLabels labels = labels_of({"a", "b", "c"});
  EXPECT_EQ(violation("a 1\nz 1\n", labels), ":2: vertex z does not exist, there are 3 vertices");
  EXPECT_EQ(violation("c 1\na 1\n", labels), ": vertex b has no community");
  const auto fault = [&](std::string_view text) {
    const std::string path = folder.write("c", text);
    const std::string error = error_of([&] { return read_communities(path, {}, 3); });
    return error.substr(std::min(3 + path.size(), error.size()));
  };
  EXPECT_EQ(fault("1 1\n2\n"), ":2: expected a vertex and its community, found one word");
  EXPECT_EQ(fault("1 1 1\n"), ":1: expected a vertex and its community, found '1' behind them");
  EXPECT_EQ(fault("x 1\n"), ":1: expected the number of a vertex, found 'x'");
  EXPECT_TRUE(error_of([&] {
                return read_communities(folder.write("c", "c d 2\n"), labels_of({"c d", "a"}), 2);
              })
                  .ends_with("expected a tab between a vertex, whose id may hold blanks, and its "
                             "community"));
  EXPECT_EQ(error_of([&] { return read_communities(folder.file("none"), {}, 3); }).substr(0, 2),
            "3:");
}

TEST(ResultFiles, CommunitiesOfSomeVertices) {
  const Folder folder;
  const auto read = [&](std::string_view text, const VertexLabels& labels = {}) {
    return read_some_communities(folder.write("c", text), labels, 4).communities.labels;
  };
  EXPECT_EQ(read(""), (VertexNumbers{k_none, k_none, k_none, k_none}));
  EXPECT_EQ(read("4 18\n% none\n2 7\n1 18\n"), (VertexNumbers{0, 1, k_none, 0}));
  EXPECT_EQ(read("4 18\n3 -1\n2 7\n"), (VertexNumbers{k_none, 1, k_none, 0}));
  EXPECT_EQ(read("b 5\n", labels_of({"a", "b", "c", "d"})),
            (VertexNumbers{k_none, 0, k_none, k_none}));
  const auto fault = [&](std::string_view text) {
    const std::string path = folder.write("c", text);
    const std::string error = error_of([&] { return read_some_communities(path, {}, 4); });
    return error.substr(std::min(3 + path.size(), error.size()));
  };
  EXPECT_EQ(fault("1 1\n5 1\n"), ":2: vertex 5 does not exist, there are 4 vertices");
  EXPECT_EQ(fault("1 1\n1 2\n"), ":2: vertex 1 has had a line before");
  EXPECT_EQ(fault("1 1 2\n"), ":1: expected a vertex and its community, found '2' behind them");
}

TEST(ResultFiles, ProofsAreText) {
  const Folder folder;
  write_proof({"agents 1 2 3 prefer each other in a circle\nodd party 1 2 3"}, folder.file("p"));
  EXPECT_EQ(content_of(folder.file("p")),
            "agents 1 2 3 prefer each other in a circle\nodd party 1 2 3\n");
}

}  // namespace
}  // namespace hypermatch::io::testing
