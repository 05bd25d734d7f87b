// SPDX-License-Identifier: MIT
#include <map>

#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

Instance read_cnf(std::string_view text, Interpretation as = Interpretation::automatic,
                  int threads = 1) {
  return parse_with(parse_cnf, text, as, threads);
}
std::string error_of_cnf(std::string_view text, Interpretation as = Interpretation::automatic) {
  return error_of(parse_cnf, text, as);
}

constexpr const char* k_formula = "c a formula\np cnf 4 3\n1 -3 0\n2 3\n-1 0 -3 0\n";

TEST(Cnf, Primal) {
  const Instance instance = read_cnf(k_formula);
  EXPECT_EQ(pins_of(instance), "{1 3}{1 2 3}{3}");
  EXPECT_EQ(hypergraph_of(instance).num_vertices, 4U);
  EXPECT_STREQ(weight_type(instance), "none");
  EXPECT_EQ(instance.report.as, Interpretation::primal);
  EXPECT_EQ(instance.report.comment_lines, 1U);
  EXPECT_EQ(dump(read_cnf(k_formula, Interpretation::primal)), dump(instance));
}

TEST(Cnf, LiteralsAreNumberedInTurn) {
  const Instance instance = read_cnf(k_formula, Interpretation::literal);
  EXPECT_EQ(pins_of(instance), "{1 6}{2 3 5}{6}");
  EXPECT_EQ(hypergraph_of(instance).num_vertices, 8U);
}

TEST(Cnf, DualHasAnEdgeAVariable) {
  const Instance instance = read_cnf(k_formula, Interpretation::dual);
  EXPECT_EQ(pins_of(instance), "{1 2}{2}{1 2 3}{}");
  EXPECT_EQ(hypergraph_of(instance).num_vertices, 3U);
  EXPECT_EQ(instance.report.empty_edges, 1U);
}

TEST(Cnf, TautologiesAndRepeatedLiterals) {
  const char* text = "p cnf 2 2\n1 -1 2 2 0\n1 0\n";
  EXPECT_EQ(pins_of(read_cnf(text)), "{1 2}{1}");
  EXPECT_EQ(read_cnf(text).report.merged_pins, 2U);
  EXPECT_EQ(pins_of(read_cnf(text, Interpretation::literal)), "{1 2 3}{1}");
  EXPECT_EQ(read_cnf(text, Interpretation::literal).report.merged_pins, 1U);
  EXPECT_EQ(pins_of(read_cnf(text, Interpretation::dual)), "{1 2}{1}");
  EXPECT_EQ(read_cnf(text, Interpretation::dual).report.merged_pins, 2U);
}

TEST(Cnf, EmptyClausesAreEmptyEdges) {
  const Instance instance = read_cnf("p cnf 1 3\n0\n1 0 0\n");
  EXPECT_EQ(pins_of(instance), "{}{1}{}");
  EXPECT_EQ(instance.report.empty_edges, 2U);
  EXPECT_EQ(pins_of(read_cnf("p cnf 0 0\n")), "");
}

TEST(Cnf, LooseEnds) {
  EXPECT_EQ(pins_of(read_cnf("p cnf 2 2\n1 0\n-2 1")), "{1}{1 2}");
  EXPECT_EQ(pins_of(read_cnf("p cnf 2 1\n1\n\n\n-2\n\n")), "{1 2}");
  EXPECT_EQ(pins_of(read_cnf("p cnf 2 1\r\n\t1 -2 0\r\n%\r\n0\r\n\r\n")), "{1 2}");
  EXPECT_EQ(pins_of(read_cnf("p cnf 2 1\n1 0\n% anything goes here: x\n5 6\n")), "{1}");
  EXPECT_EQ(pins_of(read_cnf("c\n\np  cnf 2\t1 \n1\nc in between\n2 0\n c last\n")), "{1 2}");
}

TEST(Cnf, InterpretationsAreRefused) {
  EXPECT_EQ(error_of_cnf(k_formula, Interpretation::row_net),
            "unsupported file: a CNF formula is read as primal, dual or literal, not as row-net");
  EXPECT_EQ(pins_of(read_cnf(k_formula, Interpretation::hypergraph)), "{1 3}{1 2 3}{3}");
}

TEST(Cnf, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"", "file:1: expected a line 'p cnf VARIABLES CLAUSES', found the end of the file"},
      {"c\n1 0\n", "file:2: expected a line 'p cnf VARIABLES CLAUSES', found '1'"},
      {"p wcnf 1 1\n1 0\n", "file:1: expected the problem 'cnf', found 'wcnf'"},
      {"p cnf 1\n", "file:1: expected the number of clauses, found the end of the line"},
      {"p cnf -1 1\n", "file:1: expected the number of variables, found '-1'"},
      {"p cnf 1 1 1\n", "file:1: expected the end of the header, found '1'"},
      {"p cnf 4294967295 1\n", "file:1: expected at most 2^32 - 2 variables, found 4294967295"},
      {"p cnf 1 4294967295\n", "file:1: expected at most 2^32 - 2 clauses, found 4294967295"},
      {"p cnf 2 1\n1\n3 0\n", "file:3: expected a literal in -2..2, found '3'"},
      {"p cnf 2 1\n-3 0\n", "file:2: expected a literal in -2..2, found '-3'"},
      {"p cnf 2 1\nx 0\n", "file:2: expected a literal, or 0 at the end of a clause, found 'x'"},
      {"p cnf 2 1\n1.0 0\n",
       "file:2: expected a literal, or 0 at the end of a clause, found '1.0'"},
      {"p cnf 2 1\n- 0\n", "file:2: expected a literal, or 0 at the end of a clause, found '-'"},
      {"p cnf 2 1\n99999999999999999999 0\n",
       "file:2: expected a literal, or 0 at the end of a clause, found '99999999999999999999'"},
      {"p cnf 2 1\n1 0\n\n2 0\nx",
       "file:4: expected the end of the file after 1 clause, found "
       "'2'"},
      {"p cnf 2 1\n1 0 0\n", "file:2: expected the end of the file after 1 clause, found '0'"},
      {"p cnf 2 0\n1", "file:2: expected the end of the file after 0 clauses, found '1'"},
      {"p cnf 2 3\n1 0\n2 0\n\n", "file:4: expected 3 clauses, found the end of the file after 2"},
      {"p cnf 2 3\n1 0\n2\n", "file:3: expected 3 clauses, found the end of the file after 1"},
      {"p cnf 2 2\n1 0\n%\n2 0\n", "file:4: expected 2 clauses, found the end of the file after 1"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(error_of_cnf(text), "invalid_input " + message) << text;
  }
  EXPECT_EQ(error_of_cnf("p cnf 2147483648 0\n", Interpretation::literal),
            "invalid_input file:1: expected at most 2^32 - 2 literals, found 4294967296");
}

TEST(Cnf, TheSameOnAnyNumberOfThreads) {
  std::string text = "p cnf 5000 30000\n";
  for (std::uint64_t i = 0, clauses = 0; clauses < 30000; ++i) {
    if (pick(i, 100) == 0) text += "\nc comment\n";
    const std::uint64_t kind = pick(i * 7, 4);
    if (kind == 0) {
      text += clauses % 3 == 0 ? "0\n" : "0 ";
      ++clauses;
    } else {
      text += (kind == 1 ? "-" : "") + std::to_string(1 + pick(i * 5, 5000)) +
              (pick(i, 9) == 0 ? '\n' : ' ');
    }
  }
  for (const Interpretation as :
       {Interpretation::primal, Interpretation::literal, Interpretation::dual}) {
    const std::string expected = dump(read_cnf(text, as));
    for (const int threads : {2, 3, 8}) EXPECT_EQ(dump(read_cnf(text, as, threads)), expected);
  }
  // The end mark stops all threads, and what is behind it does not matter.
  const std::string expected = pins_of(read_cnf(text));
  const std::string marked = "\n%\n" + text.substr(100, 200000) + "\nbroken\n";
  for (const int threads : {1, 2, 8}) {
    EXPECT_EQ(pins_of(read_cnf(text + marked, Interpretation::primal, threads)), expected);
  }
  const std::string surplus = error_of_cnf(text + "1 0\nbroken\n" + text.substr(100));
  EXPECT_NE(surplus.find("after 30000 clauses, found '1'"), std::string::npos);
  for (const int threads : {2, 8}) {
    EXPECT_EQ(error_of(parse_cnf, text + "1 0\nbroken\n" + text.substr(100),
                       Interpretation::automatic, threads),
              surplus);
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
