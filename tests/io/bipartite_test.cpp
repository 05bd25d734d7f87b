// SPDX-License-Identifier: MIT
// Every format as rows and columns, and the texts of matchings, covers and decompositions.
#include <numeric>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/bipartite_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using Rows = std::vector<std::vector<VertexId>>;

Rows rows_of(const Bipartite& graph) {
  Rows rows;
  const BipartiteView view = graph.view();
  validate(view);
  for (VertexId r = 0; r < view.num_rows; ++r) {
    const auto columns = view.columns_of(r);
    rows.emplace_back(columns.begin(), columns.end());
  }
  return rows;
}

ReadOptions options_of(Interpretation as, Zeros zeros = Zeros::keep) {
  ReadOptions options;
  options.as = as;
  options.zeros = zeros;
  return options;
}

struct BipartiteInstance {
  Bipartite data;
  VertexLabels labels;
  ReadReport report;

  explicit BipartiteInstance(Instance read)
      : data(std::get<Bipartite>(std::move(read.data))),
        labels(std::move(read.labels)),
        report(std::move(read.report)) {}
};

// Without an interpretation as rows and columns, with one as these are of what it makes.
ReadOptions with_rows(ReadOptions options) {
  if (options.as == Interpretation::automatic) options.as = Interpretation::bipartite;
  return options;
}

BipartiteInstance read_as_rows(std::string_view text, const std::string& name,
                               const ReadOptions& options = {}) {
  return BipartiteInstance(
      to_bipartite(serial(), read_text(serial(), text, name, with_rows(options)), options.zeros));
}

Rows matrix_rows(const std::string& kind, const std::string& body, Zeros zeros = Zeros::keep) {
  return rows_of(read_as_rows("%%MatrixMarket matrix coordinate " + kind + "\n" + body, "a.mtx",
                              options_of(Interpretation::automatic, zeros))
                     .data);
}

TEST(ReadBipartite, RectangularMatrices) {
  const BipartiteInstance instance = read_as_rows(
      "%%MatrixMarket matrix coordinate integer general\n3 4 5\n1 4 7\n3 1 -1\n1 1 0\n1 4 2\n3 3 "
      "5\n",
      "a.mtx");
  EXPECT_EQ(instance.data.num_columns, 4U);
  EXPECT_EQ(rows_of(instance.data), (Rows{{0, 3}, {}, {0, 2}}));
  EXPECT_EQ(instance.report.as, Interpretation::bipartite);
  EXPECT_EQ(instance.report.format, "matrix_market");
  EXPECT_EQ(instance.report.merged_pins, 1U);
  EXPECT_EQ(instance.report.explicit_zeros, 1U);
  EXPECT_EQ(instance.report.empty_edges, 1U);
  EXPECT_TRUE(instance.labels.empty());
}

TEST(ReadBipartite, SymmetriesStandForBothTriangles) {
  const Rows both = {{0, 1}, {0, 2}, {1}};
  EXPECT_EQ(matrix_rows("pattern general", "3 3 5\n1 1\n1 2\n2 1\n2 3\n3 2\n"), both);
  EXPECT_EQ(matrix_rows("pattern symmetric", "3 3 3\n1 1\n2 1\n3 2\n"), both);
  EXPECT_EQ(matrix_rows("real symmetric", "3 3 3\n1 1 1\n2 1 .5\n3 2 1e9\n"), both);
  EXPECT_EQ(matrix_rows("complex hermitian", "3 3 3\n1 1 1 0\n2 1 0 1\n3 2 1 -1\n"), both);
  EXPECT_EQ(matrix_rows("integer skew-symmetric", "3 3 2\n2 1 1\n3 2 1\n"),
            (Rows{{1}, {0, 2}, {1}}));
}

TEST(ReadBipartite, ComplexMatricesHaveAPatternHoweverTheyAreRead) {
  const std::string text =
      "%%MatrixMarket matrix coordinate complex general\n2 2 3\n1 1 1 0\n2 1 0 1\n1 2 0 2\n";
  const auto rows = [&](Interpretation as) {
    return rows_of(read_as_rows(text, "a.mtx", options_of(as, Zeros::drop)).data);
  };
  EXPECT_EQ(rows(Interpretation::row_net), (Rows{{0, 1}, {0}}));
  EXPECT_EQ(rows(Interpretation::column_net), (Rows{{0, 1}, {0}}));
  EXPECT_EQ(rows(Interpretation::graph), (Rows{{1}, {0}}));
}

TEST(ReadBipartite, ZerosCountUnlessTheyAreDropped) {
  const std::string real = "2 2 4\n1 1 0\n1 2 0.0\n2 1 1\n2 1 0\n";
  EXPECT_EQ(matrix_rows("real general", real), (Rows{{0, 1}, {0}}));
  EXPECT_EQ(matrix_rows("real general", real, Zeros::drop), (Rows{{}, {0}}));
  const std::string complex = "2 2 4\n1 1 0 0\n1 2 0 1\n2 1 1 0\n2 2 -0 0e5\n";
  EXPECT_EQ(matrix_rows("complex general", complex), (Rows{{0, 1}, {0, 1}}));
  EXPECT_EQ(matrix_rows("complex general", complex, Zeros::drop), (Rows{{1}, {0}}));
  EXPECT_EQ(matrix_rows("pattern general", "1 1 1\n1 1\n", Zeros::drop), (Rows{{0}}));
  const std::string metis = "3 2 001\n2 0\n1 0 3 5\n2 5\n";
  EXPECT_EQ(rows_of(read_as_rows(metis, "a.graph").data), (Rows{{1}, {0, 2}, {1}}));
  EXPECT_EQ(
      rows_of(
          read_as_rows(metis, "a.graph", options_of(Interpretation::automatic, Zeros::drop)).data),
      (Rows{{}, {2}, {1}}));
}

TEST(ReadBipartite, ComplexMatricesHaveAPatternOnly) {
  const std::string text = "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 3 4\n";
  EXPECT_EQ(rows_of(read_as_rows(text, "a.mtx").data), (Rows{{1}, {}}));
  ReadOptions options;
  options.rectangular_as_bipartite = true;
  const std::string wide = "%%MatrixMarket matrix coordinate complex general\n2 3 1\n1 3 3 4\n";
  const Instance read = read_text(serial(), wide, "a.mtx", options);
  EXPECT_EQ(rows_of(std::get<Bipartite>(read.data)), (Rows{{2}, {}}));
  EXPECT_EQ(read.report.as, Interpretation::bipartite);
  EXPECT_NE(read_text(serial(), text, "a.mtx", options).report.as, Interpretation::bipartite);
}

TEST(ReadBipartite, BrokenMatrices) {
  const auto error = [](const std::string& kind, const std::string& body) {
    return error_of([&] { return matrix_rows(kind, body); });
  };
  EXPECT_NE(error("complex general", "1 1 1\n1 1 2\n").find("a.mtx:3: expected an imaginary part"),
            std::string::npos);
  EXPECT_NE(error("real hermitian", "1 1 1\n1 1 2\n").find("a.mtx:1: expected a symmetry of"),
            std::string::npos);
  EXPECT_NE(error("complex hermitian", "1 2 0\n").find("a.mtx:2: expected a square matrix"),
            std::string::npos);
  EXPECT_NE(error("integer general", "1 1 1\n1 1 0.5\n").find("a.mtx:3: expected an integer value"),
            std::string::npos);
  EXPECT_NE(error("pattern general", "2 1 1\n1 2\n").find("a.mtx:3: expected a column in 1..1"),
            std::string::npos);
}

TEST(ReadBipartite, GraphsByTheirAdjacency) {
  const Rows path = {{1}, {0, 2}, {1}};
  EXPECT_EQ(rows_of(read_as_rows("3 2\n2\n1 3\n2\n", "a.graph").data), path);
  EXPECT_EQ(rows_of(read_as_rows("p edge 3 3\ne 1 2\ne 2 3\ne 2 1\n", "a.col").data), path);
  ReadOptions one_side;
  one_side.sides = Sides::one;
  const BipartiteInstance list = read_as_rows("7\t9\n9\tx y\n7\t7\n", "a.tsv", one_side);
  EXPECT_EQ(rows_of(list.data), path);
  EXPECT_EQ(list.report.sides, Sides::one);
  EXPECT_EQ(list.report.as, Interpretation::bipartite);
  EXPECT_EQ(list.report.self_loops, 1U);
  EXPECT_EQ(list.labels.of(2), "x y");
}

// "row:column=weight" of all entries, by the ids of the file.
std::string entries_of(const std::string& text, ReadOptions options = {},
                       const std::string& name = "a.tsv", const Context& context = serial()) {
  options = with_rows(options);
  options.entry_weights = EntryWeights::keep;
  const Instance read = read_text(context, text, name, options);
  const BipartiteView view = read.bipartite().view();
  validate(view);
  const SideLabels labels = read.side_labels();
  std::string entries;
  for (VertexId r = 0; r < view.num_rows; ++r) {
    for (Offset i = view.offsets[r]; i < view.offsets[r + 1]; ++i) {
      entries += (entries.empty() ? "" : " ") + labels.rows->of(r) + ":" +
                 labels.columns->of(view.columns[i]);
      if (!is_weighted(view_of(read.entry_weights))) continue;
      std::ostringstream weight;
      weight << weight_at(view_of(read.entry_weights), i);
      entries += "=" + weight.str();
    }
  }
  return entries;
}

ReadOptions columns_of_csv(std::vector<std::string> columns) {
  ReadOptions options;
  options.csv.columns = std::move(columns);
  return options;
}

TEST(ReadBipartite, EdgeListsHaveTwoSides) {
  EXPECT_EQ(entries_of("1 5\n1 6\n2 6\n3 7\n"), "1:5 1:6 2:6 3:7");
  EXPECT_EQ(entries_of("1 1\n1 2\n2 1\n"), "1:1 1:2 2:1");
  EXPECT_EQ(entries_of("7\tx y\nx y\t7\n7\tx y\n"), "7:x y x y:7");
  EXPECT_EQ(entries_of("b,a,2.5\na,b,1\na,a,3\n", {}, "a.csv"), "b:a=2.5 a:a=3 a:b=1");
  // Numbers too large for a table, and names among numbers.
  EXPECT_EQ(entries_of("123456789012345 3 4\n5 123456789012345 6\n"),
            "123456789012345:3=4 5:123456789012345=6");
  EXPECT_EQ(entries_of("1 2\n007 1\n"), "1:2 007:1");
  EXPECT_EQ(entries_of("paper;reviewer;score\n1;1;5\n2;1;-7\n",
                       columns_of_csv({"paper", "reviewer"}), "a.csv"),
            "1:1 2:1");
  EXPECT_EQ(entries_of("x,w,r,c\n0,4,1,1\n0,5,2,1\n", columns_of_csv({"c", "r", "w"}), "a.csv"),
            "1:1=4 1:2=5");
  EXPECT_EQ(entries_of("% bip unweighted\n3 3\n3 4\n", {}, "out.x"), "3:3 3:4");
  EXPECT_EQ(entries_of("# only a comment\n"), "");
}

TEST(ReadBipartite, DeclarationsAndFlagsMakeOneSide) {
  const auto sides = [](const std::string& text, std::optional<Sides> asked = {}) {
    ReadOptions options = options_of(Interpretation::bipartite);
    options.sides = asked;
    return read_text(serial(), text, "out.x", options).report.sides;
  };
  EXPECT_EQ(sides("% sym unweighted\n1 2\n"), Sides::one);
  EXPECT_EQ(sides("% asym positive\n1 2 3\n"), Sides::one);
  EXPECT_EQ(sides("% bip unweighted\n1 2\n"), Sides::two);
  EXPECT_EQ(sides("# 1 2\n1 2\n"), Sides::two);
  EXPECT_EQ(sides("% sym unweighted\n1 2\n", Sides::two), Sides::two);
  EXPECT_EQ(sides("% bip unweighted\n1 2\n", Sides::one), Sides::one);
  EXPECT_EQ(sides("# 1 2\n1 2\n", Sides::one), Sides::one);
  ReadOptions one_side;
  one_side.sides = Sides::one;
  EXPECT_EQ(entries_of("1 2 5\n2 2 9\n2 3 4\n", one_side), "1:2=5 2:1=5 2:3=4 3:2=4");
}

TEST(ReadBipartite, RepeatedPairsAndZerosOfLists) {
  const std::string text = "1 2 3\n1 2 7\n1 2 5\n2 2 0\n2 1 -4\n";
  EXPECT_EQ(entries_of(text), "1:2=7 2:2=0 2:1=-4");
  EXPECT_EQ(entries_of(text, options_of(Interpretation::automatic, Zeros::drop)), "1:2=7 2:1=-4");
  const BipartiteInstance instance = read_as_rows(text, "a.el");
  EXPECT_EQ(instance.report.merged_pins, 2U);
  EXPECT_EQ(instance.report.explicit_zeros, 1U);
  EXPECT_EQ(instance.report.negative_weights, 1U);
  EXPECT_TRUE(instance.report.has_entry_weights);
}

TEST(ReadBipartite, ListsOnAnyNumberOfThreads) {
  std::string numbers;
  std::string names;
  for (std::uint64_t i = 0; i < 60000; ++i) {
    const std::string row = std::to_string(detail::base::below(detail::base::hash(5, i), 700));
    const std::string column = std::to_string(detail::base::below(detail::base::hash(6, i), 400));
    numbers += row + " " + column + " " + std::to_string(i % 9) + "\n";
    names += "r" + row + "\tx" + column + "\t" + std::to_string(i % 9) + "\n";
  }
  for (const std::string& text : {numbers, names}) {
    const std::string expected = entries_of(text);
    for (const int count : {2, 3, 9}) {
      const Context threads({.threads = count, .backend = HostBackend::std_threads});
      EXPECT_EQ(entries_of(text, {}, "a.tsv", threads), expected);
    }
  }
}

TEST(ReadBipartite, WeightsOfEntries) {
  const auto matrix = [](const std::string& kind, const std::string& body) {
    return entries_of("%%MatrixMarket matrix " + kind + "\n" + body, {}, "a.mtx");
  };
  EXPECT_EQ(matrix("coordinate integer general", "2 2 3\n2 1 -5\n1 2 3\n2 1 -7\n"), "1:2=3 2:1=-5");
  EXPECT_EQ(matrix("coordinate real symmetric", "2 2 2\n2 1 .5\n2 2 1D1\n"),
            "1:2=0.5 2:1=0.5 2:2=10");
  EXPECT_EQ(matrix("coordinate real skew-symmetric", "2 2 1\n2 1 .5\n"), "1:2=-0.5 2:1=0.5");
  EXPECT_EQ(matrix("coordinate pattern general", "2 2 1\n2 1\n"), "2:1");
  EXPECT_EQ(matrix("coordinate complex general", "2 2 1\n2 1 5 5\n"), "2:1");
  EXPECT_EQ(matrix("array real general", "2 2\n1 0\n-2 3\n"), "1:1=1 1:2=-2 2:1=0 2:2=3");
  EXPECT_EQ(matrix("array integer skew-symmetric", "2 2\n7\n"), "1:2=-7 2:1=7");
  EXPECT_EQ(entries_of("2 3 1\n9 1 2\n4 3\n", {}, "a.hgr"), "1:1=9 1:2=9 2:3=4");
  EXPECT_EQ(entries_of("3 2 1\n2 5\n1 5 3 0\n2 0\n", {}, "a.graph"), "1:2=5 2:1=5 2:3=0 3:2=0");
  EXPECT_EQ(entries_of("3 2 1\n2 5\n1 5 3 0\n2 0\n",
                       options_of(Interpretation::automatic, Zeros::drop), "a.graph"),
            "1:2=5 2:1=5");
}

TEST(ReadBipartite, HypergraphsByTheirIncidence) {
  const Rows incidence = {{0, 2}, {}, {3, 1}};
  const BipartiteInstance instance = read_as_rows("3 4\n1 3\n\n4 2\n", "a.hgr");
  EXPECT_EQ(rows_of(instance.data), incidence);
  EXPECT_EQ(instance.data.num_columns, 4U);
  const std::string cnf = "p cnf 3 2\n1 -3 0\n-2 3 2 0\n";
  EXPECT_EQ(rows_of(read_as_rows(cnf, "a.cnf").data), (Rows{{0, 2}, {1, 2}}));
  EXPECT_EQ(rows_of(read_as_rows(cnf, "a.cnf", options_of(Interpretation::dual)).data),
            (Rows{{0}, {1}, {0, 1}}));
  EXPECT_EQ(rows_of(read_as_rows(cnf, "a.cnf", options_of(Interpretation::literal)).data),
            (Rows{{0, 5}, {2, 3, 4}}));
  const Folder folder;
  write(serial(), read_hgr_text("3 4\n1 3\n\n4 2\n"), folder.file("a.hmb"));
  EXPECT_EQ(rows_of(BipartiteInstance(read(serial(), folder.file("a.hmb"), with_rows({}))).data),
            incidence);
}

TEST(ReadBipartite, OtherInterpretationsOfMatrices) {
  const std::string text = "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n1 1\n";
  const auto rows = [&](Interpretation as) {
    return rows_of(read_as_rows(text, "a.mtx", options_of(as)).data);
  };
  EXPECT_EQ(rows(Interpretation::row_net), (Rows{{0, 1}, {}}));
  EXPECT_EQ(rows(Interpretation::column_net), (Rows{{0}, {0}}));
  EXPECT_EQ(rows(Interpretation::graph), (Rows{{1}, {0}}));
  EXPECT_EQ(rows(Interpretation::hypergraph), (Rows{{0, 1}}));
  EXPECT_NE(error_of([&] { return rows(Interpretation::dual); }).find("not as dual"),
            std::string::npos);
}

TEST(ReadBipartite, IsAKindOfInstance) {
  const Folder folder;
  const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"a.mtx", matrix},
                                   {"a.hgr", "1 2\n1 2\n"},
                                   {"a.graph", "2 1\n2\n1\n"}}) {
    Instance instance = read_text(serial(), text, name, options_of(Interpretation::bipartite));
    EXPECT_EQ(instance.kind(), InstanceKind::bipartite) << name;
    EXPECT_EQ(instance.report.as, Interpretation::bipartite) << name;
    // No format holds them.
    EXPECT_EQ(error_of([&] { write(serial(), instance, folder.file("b.hmb")); }).substr(0, 2),
              "2:");
    const Rows rows = rows_of(std::get<Bipartite>(instance.data));
    const Instance same = to_bipartite(serial(), std::move(instance));
    EXPECT_EQ(rows_of(std::get<Bipartite>(same.data)), rows) << name;
  }
}

TEST(ReadBipartite, ThreadsDoNotMatter) {
  std::string body = "500 300 4000\n";
  for (std::uint64_t i = 0; i < 4000; ++i) {
    body += std::to_string(detail::base::below(detail::base::hash(3, i), 500) + 1) + ' ' +
            std::to_string(detail::base::below(detail::base::hash(4, i), 300) + 1) + " 1 2\n";
  }
  const std::string text = "%%MatrixMarket matrix coordinate complex general\n" + body;
  const Context threads({.threads = 3, .backend = HostBackend::std_threads});
  EXPECT_EQ(rows_of(BipartiteInstance(read_text(threads, text, "a.mtx", with_rows({}))).data),
            rows_of(read_as_rows(text, "a.mtx").data));
}

VertexLabels names(const std::vector<std::string>& all) {
  VertexLabels labels;
  labels.offsets.push_back(0);
  for (const std::string& name : all) {
    labels.text += name;
    labels.offsets.push_back(labels.text.size());
  }
  return labels;
}

TEST(PairText, SidesHaveIdsOfTheirOwn) {
  const Folder folder;
  const std::string path = folder.file("m.txt");
  const VertexLabels rows = names({"a", "b c"});
  const VertexLabels columns = names({"b c", "x", "a"});
  const SideLabels labels(rows, columns);
  const std::vector<VertexId> mates = {2, 0};
  write_pairs(mates, path, labels);
  EXPECT_EQ(content_of(path), "a\ta\nb c\tb c\n");
  EXPECT_EQ(read_pairs(path, labels), (std::vector<RowColumn>{{0, 2}, {1, 0}}));
  write_cover({{1}, {0, 1}}, path, labels);
  EXPECT_EQ(content_of(path), "r b c\nc b c\nc x\n");
  EXPECT_EQ(read_cover(path, labels).columns, (std::vector<std::uint64_t>{0, 1}));
  write_duals({{1, 2}, {3, 4, 5}}, path, labels);
  EXPECT_EQ(read_duals(path, 2, 3, labels).columns, (std::vector<double>{3, 4, 5}));
  const VertexLabels none;
  write_pairs(mates, path, {none, columns});
  EXPECT_EQ(content_of(path), "1\ta\n2\tb c\n");
  EXPECT_EQ(read_pairs(path, {none, columns}), (std::vector<RowColumn>{{0, 2}, {1, 0}}));
}

TEST(PairText, WhatIsWrittenIsRead) {
  const Folder folder;
  const std::string path = folder.file("m.txt");
  const std::vector<VertexId> mates = {2, k_none, 0};
  write_pairs(mates, path);
  EXPECT_EQ(content_of(path), "1 3\n3 1\n");
  EXPECT_EQ(read_pairs(path), (std::vector<RowColumn>{{0, 2}, {2, 0}}));
  const VertexLabels labels = names({"7", "x y", "r"});
  write_pairs(mates, path, labels);
  EXPECT_EQ(content_of(path), "7\tr\nr\t7\n");
  EXPECT_EQ(read_pairs(path, labels), (std::vector<RowColumn>{{0, 2}, {2, 0}}));
  folder.write("m.txt", "% a comment\r\n x y\t7 \r\n\n7 r\nz\tx y");
  constexpr std::uint64_t k_unknown = ~std::uint64_t{0};
  EXPECT_EQ(read_pairs(path, labels), (std::vector<RowColumn>{{1, 0}, {0, 2}, {k_unknown, 1}}));
}

TEST(PairText, CountsFromZeroWhereTheInstanceDoes) {
  const Folder folder;
  const std::string path = folder.file("m.txt");
  VertexLabels labels;
  labels.first = 0;
  write_pairs(std::vector<VertexId>{2, k_none, 0}, path, labels);
  EXPECT_EQ(content_of(path), "0 2\n2 0\n");
  EXPECT_EQ(read_pairs(path, labels), (std::vector<RowColumn>{{0, 2}, {2, 0}}));
  EXPECT_EQ(read_cover(folder.write("c.txt", "r 0\nc 2\n"), labels).columns,
            std::vector<std::uint64_t>{2});
}

TEST(PairText, Duals) {
  const Folder folder;
  const std::string path = folder.file("d.txt");
  const PairDuals duals{{0.1, -1e300}, {3, 0, 5e-324}};
  write_duals(duals, path);
  EXPECT_EQ(content_of(path), "r 1 0.1\nr 2 -1e+300\nc 1 3\nc 2 0\nc 3 5e-324\n");
  EXPECT_EQ(read_duals(path, 2, 3).rows, duals.rows);
  EXPECT_EQ(read_duals(path, 2, 3).columns, duals.columns);
  // Names that hold blanks.
  const VertexLabels labels = names({"7", "x y", "r"});
  write_duals(duals, path, labels);
  EXPECT_EQ(content_of(path), "r\t7\t0.1\nr\tx y\t-1e+300\nc\t7\t3\nc\tx y\t0\nc\tr\t5e-324\n");
  EXPECT_EQ(read_duals(path, 2, 3, labels).rows, duals.rows);
  EXPECT_EQ(read_duals(path, 2, 3, labels).columns, duals.columns);
}

TEST(PairText, DualsHaveOneLinePerRowAndColumn) {
  const Folder folder;
  const auto error_for = [&](const std::string& text) {
    const std::string path = folder.write("d.txt", text);
    return error_of([&] { return read_duals(path, 2, 2).rows.size(); });
  };
  EXPECT_EQ(error_for("r 1 5\nc 1 2\n"), "nothing");
  EXPECT_NE(
      error_for("r 1 5\nr 1 5\n").find("d.txt:2: expected a row that no other line has, found"),
      std::string::npos);
  EXPECT_NE(error_for("c 3 0\n").find("d.txt:1: expected a column that no other line has, found"),
            std::string::npos);
  EXPECT_NE(error_for("r 1 inf\n").find("d.txt:1: expected a number, found"), std::string::npos);
  EXPECT_NE(error_for("x 1 5\n").find("d.txt:1: expected 'r ROW VALUE' or 'c COLUMN VALUE'"),
            std::string::npos);
}

TEST(PairText, CoversAndOrders) {
  const Folder folder;
  const std::string path = folder.file("c.txt");
  const VertexLabels labels = names({"7", "x y", "r"});
  const VertexCover cover{{0, 1}, {2}};
  write_cover(cover, path);
  EXPECT_EQ(content_of(path), "r 1\nr 2\nc 3\n");
  EXPECT_EQ(read_cover(path).rows, cover.rows);
  EXPECT_EQ(read_cover(path).columns, cover.columns);
  write_cover(cover, path, labels);
  EXPECT_EQ(content_of(path), "r 7\nr x y\nc r\n");
  EXPECT_EQ(read_cover(path, labels).rows, cover.rows);
  EXPECT_EQ(read_cover(path, labels).columns, cover.columns);
  write_order(std::vector<VertexId>{2, 0, 1}, path);
  EXPECT_EQ(content_of(path), "3\n1\n2\n");
  DulmageMendelsohn d;
  d.structural_rank = 2;
  d.horizontal = {0, 1};
  d.square = {2, 2};
  d.row_order = {1, 0};
  d.column_order = {2, 0, 1};
  d.row_begin = {0, 0, 2};
  d.column_begin = {0, 1, 3};
  write_decomposition(d, path);
  EXPECT_EQ(content_of(path),
            "rank 2\nhorizontal 0 1\nsquare 2 2\nvertical 0 0\nblock 0 1\nblock 2 2\n"
            "r 2\nr 1\nc 3\nc 1\nc 2\n");
}

TEST(PairText, BadSyntaxHasALine) {
  const Folder folder;
  const auto pairs_error = [&](const std::string& text) {
    const std::string path = folder.write("m.txt", "1 1\n" + text + "\n");
    return error_of([&] { return read_pairs(path).size(); });
  };
  EXPECT_NE(pairs_error("x 1").find("m.txt:2: expected a row, found 'x'"), std::string::npos);
  EXPECT_NE(pairs_error("1").find("m.txt:2: expected a column, found the end of the line"),
            std::string::npos);
  EXPECT_NE(pairs_error("1 -2").find("m.txt:2: expected a column, found '-2'"), std::string::npos);
  EXPECT_NE(pairs_error("1 2 3").find("m.txt:2: expected the end of the line, found '3'"),
            std::string::npos);
  EXPECT_NE(pairs_error("1.0 2").find("expected a row, found '1.0'"), std::string::npos);
  EXPECT_NE(pairs_error("99999999999999999999 2").find("expected a row"), std::string::npos);
  const auto cover_error = [&](const std::string& text) {
    const std::string path = folder.write("c.txt", text);
    return error_of([&] { return read_cover(path).size(); });
  };
  EXPECT_NE(cover_error("r 1\nx 2\n").find("c.txt:2: expected 'r ROW' or 'c COLUMN', found 'x'"),
            std::string::npos);
  EXPECT_NE(cover_error("r\n").find("c.txt:1: expected a row, found the end of the line"),
            std::string::npos);
  EXPECT_NE(cover_error("c 1 2\n").find("c.txt:1: expected the end of the line, found '2'"),
            std::string::npos);
}

}  // namespace
}  // namespace hypermatch::io::testing
