// SPDX-License-Identifier: MIT
// Dense tables: which lists of numbers are some, where their names stand, and which cells count.
#include <sstream>

#include "hypermatch/bipartite_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

ReadOptions entries_by(const char* format = "") {
  ReadOptions options;
  options.format = format;
  options.as = Interpretation::bipartite;
  options.entry_weights = EntryWeights::keep;
  return options;
}

// "FORMAT ROWSxCOLUMNS row-column:weight ...".
std::string shown_rows(const Instance& instance) {
  std::ostringstream out;
  const BipartiteView view = instance.bipartite().view();
  validate(view);
  out << instance.report.format << ' ' << view.num_rows << 'x' << view.num_columns;
  const SideLabels labels = instance.side_labels();
  const WeightsView weights = view_of(instance.entry_weights);
  std::size_t at = 0;
  for (VertexId r = 0; r < view.num_rows; ++r) {
    for (const VertexId c : view.columns_of(r)) {
      out << ' ' << labels.rows->of(r) << '-' << labels.columns->of(c);
      if (is_weighted(weights)) out << ':' << weight_at(weights, at);
      ++at;
    }
  }
  return out.str();
}

std::string table_of(std::string_view text, const ReadOptions& options = entries_by(),
                     const std::string& name = "costs.csv") {
  try {
    return shown_rows(read_text(serial(), text, name, options));
  } catch (const Error& error) {
    return error.what();
  }
}

struct Read {
  std::string_view text;
  std::string_view expected;
};

TEST(DenseTable, IsFoundByContentWhereAnEdgeListIsRefused) {
  const Read cases[] = {
      {",a,b\nx,1,2\ny,3,4\n", "table 2x2 x-a:1 x-b:2 y-a:3 y-b:4"},
      {"\"\";\"a b\";\"c\"\r\n\"x\";1.5;2\r\n\"y\";3;4\r\n",
       "table 2x2 x-a b:1.5 x-c:2 y-a b:3 y-c:4"},
      {"agent,p,q,r\nx,1,2,3\ny,4,,6\n", "table 2x3 x-p:1 x-q:2 x-r:3 y-p:4 y-r:6"},
      {"\ta\tb\nx\t\t2\ny\t3\t\n", "table 2x2 x-b:2 y-a:3"},
      {"\"A\" \"B\"\n\"x\" 1 2\n\"y\" 3 4\n", "table 2x2 x-A:1 x-B:2 y-A:3 y-B:4"},
      {",a,\"the \"\"first\"\" column\"\nx,1,2\n\"the \"\"second\"\" row\",3,4\n",
       "table 2x2 x-a:1 x-the \"first\" column:2 the \"second\" row-a:3 "
       "the \"second\" row-the \"first\" column:4"},
      {",0,1\n0,5,6\n1,7,8\n", "table 2x2 0-0:5 0-1:6 1-0:7 1-1:8"},
      {"7,1,2,3,4\n9,5,6,7,8\n",
       "table 2x5 1-1:7 1-2:1 1-3:2 1-4:3 1-5:4 2-1:9 2-2:5 2-3:6 2-4:7 2-5:8"},
      {"# c\n0.5 1 2 3 4\n\n1.5 NaN inf 7 -8\n",
       "table 2x5 1-1:0.5 1-2:1 1-3:2 1-4:3 1-5:4 2-1:1.5 2-4:7 2-5:-8"},
      {",a,b\nx,NA,N/A\ny,null,-Inf\n", "table 2x2"},
  };
  for (const Read& one : cases) EXPECT_EQ(table_of(one.text), one.expected) << one.text;
}

TEST(DenseTable, ListsStayLists) {
  // A table of three numbers per line is a list of pairs with weights, unless it is declared.
  EXPECT_EQ(table_of("4,1,3\n2,0,5\n3,2,2\n"), "edge_list 3x3 4-1:3 2-0:5 3-2:2");
  EXPECT_EQ(table_of("source,target,weight\nann,1,2\nbob,2,4\n"), "edge_list 2x2 ann-1:2 bob-2:4");
  EXPECT_EQ(table_of(",source,target\n0,ann,1\n1,bob,2\n"), "edge_list 2x2 ann-1 bob-2");
  EXPECT_EQ(table_of("% bip\n1 1 2\n2 1 5\n"), "edge_list 2x1 1-1:2 2-1:5");
}

TEST(DenseTable, OpenLinesAreRefused) {
  const std::string_view texts[] = {
      "1,2,3,4\n5,6,7,8\n",  // four columns
      "user,item,rating,timestamp\nann,3,5,98\nbob,4,4,99\n",
      "user,item,score,x,y\nann,3,5,98,1\nbob,4,4,99,1\n",
      "a,b,c,d,e\n1,2,3,4,5\n",                         // names on one side
      "u,v,w,x,y,z\nann,3,5,98,1,1\nann,4,4,99,1,1\n",  // a row twice
      "1 2 3 4 5\n2 1 3 4 5\n3 1 2 4 5\n",              // lists of neighbours
      "7 8 0.5 1.5 2\n9 8 0.5 1 2\n",                   // two ends, several weights
      "7 8 1 2 1100000000\n9 8 1 2 1100000001\n",       // two ends, a time
      ",a,b,c,d\n1,5,6,7,8\n2,6,7,8,9\n",               // an index
  };
  for (const std::string_view text : texts) {
    EXPECT_NE(table_of(text).find("expected 2 or 3 columns"), std::string::npos)
        << text << table_of(text);
  }
}

TEST(DenseTable, IsDeclared) {
  const Read cases[] = {
      {"4,1,3\n2,0,5\n", "table 2x3 1-1:4 1-2:1 1-3:3 2-1:2 2-2:0 2-3:5"},
      {"a,b\n1,2\n3,4\n", "table 2x2 1-a:1 1-b:2 2-a:3 2-b:4"},
      {"x,1,2\ny,3,4\n", "table 2x2 x-1:1 x-2:2 y-1:3 y-2:4"},
      {"id,a\n7,1\n8,2\n", "table 2x1 7-a:1 8-a:2"},
      {"5\n6\n", "table 2x1 1-1:5 2-1:6"},
      {"1,2,\n3,,\n", "table 2x2 1-1:1 1-2:2 2-1:3"},
      {"1\t2\n\t\n\n3\t\n", "table 3x2 1-1:1 1-2:2 3-1:3"},
      {"1.5D+02 .5\n", "table 1x2 1-1:150 1-2:0.5"},
  };
  for (const Read& one : cases) {
    EXPECT_EQ(table_of(one.text, entries_by("table")), one.expected) << one.text;
  }
  EXPECT_EQ(table_of("x,1,2\nx,3,4\n", entries_by("table")),
            "costs.csv:2: two rows are called 'x'");
}

TEST(DenseTable, CountsFromZeroAndDropsZeros) {
  ReadOptions options = entries_by("table");
  options.zero_based = true;
  options.zeros = Zeros::drop;
  const Instance instance = read_text(serial(), std::string_view("0 5\n-0 NA\n"), "a", options);
  EXPECT_EQ(shown_rows(instance), "table 2x2 0-1:5");
  EXPECT_EQ(instance.report.explicit_zeros, 2U);
  options.entry_weights = EntryWeights::drop;
  EXPECT_EQ(table_of("1 5\n", options), "table 1x2 0-0 0-1");
}

TEST(DenseTable, IsNoGraphAndNoListByFlags) {
  const std::string_view text = ",a,b\nx,1,2\ny,3,4\n";
  EXPECT_NE(table_of(text, ReadOptions()).find("which the verb bipartite matches"),
            std::string::npos);
  ReadOptions columns = entries_by();
  columns.csv.columns = {"1", "2"};
  EXPECT_EQ(table_of(text, columns), "edge_list 2x2 x-1 y-3");
  ReadOptions sides = entries_by();
  sides.sides = Sides::one;
  EXPECT_NE(table_of(text, sides).find("--format table"), std::string::npos);
}

TEST(DenseTable, MalformedNumbersAreNoNames) {
  const Read cases[] = {
      {"1,2,x\n3,4,5\n",
       "costs.csv:1: expected a number, or nothing for a pair that may not be, in "
       "column 3, found 'x'"},
      {"1_0,2\n3,4\n",
       "costs.csv:1: expected a number, or nothing for a pair that may not be, in "
       "column 1, found '1_0'"},
      {"a,b\n1_0,2\n3,4\n",
       "costs.csv:2: expected a number, or nothing for a pair that may not "
       "be, in column 1 (a), found '1_0'"},
  };
  for (const Read& one : cases) EXPECT_EQ(table_of(one.text, entries_by("table")), one.expected);
  std::string text;
  for (int line = 0; line < 70; ++line) text += "1,2,\n";
  EXPECT_EQ(table_of(text + "1,2,3\n", entries_by("table")),
            "costs.csv:71: expected nothing behind the last separator, as in the lines before, "
            "found '3'");
}

TEST(DenseTable, LongRowsAreJudgedWhole) {
  std::string text;
  for (int line = 0; line < 3; ++line) {
    for (int i = 0; i < 30000; ++i)
      text += std::to_string(i % 7 + 2 * line) + (i == 29999 ? "\n" : ",");
  }
  const std::string found = table_of(text);
  EXPECT_TRUE(found.starts_with("table 3x30000 1-1:0")) << found.substr(0, 100);
}

}  // namespace
}  // namespace hypermatch::io::testing
