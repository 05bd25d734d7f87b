// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "base/available_memory.hpp"
#include "io/builders/room_for_edges.hpp"
#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

constexpr const char* k_banner = "%%MatrixMarket matrix coordinate ";

Instance read_matrix(const std::string& rest, Interpretation as = Interpretation::automatic,
                     int threads = 1) {
  return parse_with(parse_matrix_market, k_banner + rest, as, threads);
}
std::string error_of_matrix(const std::string& rest,
                            Interpretation as = Interpretation::automatic) {
  return error_of(parse_matrix_market, k_banner + rest, as);
}

TEST(MatrixMarket, SymmetricPattern) {
  const Instance instance = read_matrix("pattern symmetric\n% note\n\n3 3 3\n2 1\n3 3\n3 2\n");
  EXPECT_EQ(edges_of(instance), "2-1 3-2");
  EXPECT_STREQ(weight_type(instance), "none");
  EXPECT_EQ(graph_of(instance).num_vertices(), 3U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.comment_lines, 1U);
  EXPECT_EQ(instance.report.blank_lines, 1U);
  EXPECT_EQ(instance.report.format, "matrix_market");
}

TEST(MatrixMarket, GeneralIsTheGraphOfAPlusItsTranspose) {
  const Instance instance =
      read_matrix("integer general\n3 3 5\n1 2 4\n2 1 -9\n3 1 -2\n2 2 7\n1 3 1\n");
  EXPECT_EQ(edges_of(instance), "1-2:9 3-1:2");
  EXPECT_EQ(instance.report.parallel_edges, 2U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.negative_weights, 0U);
}

TEST(MatrixMarket, RealAndSkewSymmetric) {
  EXPECT_EQ(edges_of(read_matrix("real skew-symmetric\n3 3 2\n2 1 -1.5\n3 1 2.5e-1\n")),
            "2-1:1.5 3-1:0.25");
  EXPECT_STREQ(weight_type(read_matrix("real general\n2 2 1\n1 2 1.0\n")), "int32");
  EXPECT_STREQ(weight_type(read_matrix("real general\n2 2 1\n1 2 -2147483648\n")), "int64");
  EXPECT_STREQ(weight_type(read_matrix("integer general\n2 2 1\n1 2 -9223372036854775808\n")),
               "double");
  EXPECT_STREQ(weight_type(read_matrix("real general\n2 2 1\n1 2 .5\n")), "double");
  EXPECT_STREQ(weight_type(read_matrix("real general\n2 2 0\n")), "int32");
}

TEST(MatrixMarket, IntegersOfAnySizeAreIntegers) {
  for (const char* value : {"9223372036854775808", "-9223372036854775809", "+99999999999999999999",
                            "18446744073709551616"}) {
    const Instance instance =
        read_matrix(std::string("integer general\n3 3 2\n1 2 ") + value + "\n1 3 1\n");
    EXPECT_STREQ(weight_type(instance), "double") << value;
    EXPECT_EQ(weight_at(list_of(instance)->weights, 0), std::abs(std::stod(value)));
    EXPECT_EQ(weight_at(list_of(instance)->weights, 1), 1.0);
  }
  for (const char* value : {"1e30", "9223372036854775808.0", "0.5", "1e-3"}) {
    EXPECT_EQ(
        error_of_matrix(std::string("integer general\n2 2 1\n1 2 ") + value + "\n"),
        std::string("invalid_input file:3: expected an integer value, found '") + value + "'");
  }
  EXPECT_NE(error_of_matrix("integer general\n2 2 1\n1 2 " + std::string(400, '9') + "\n"), "none");
}

TEST(MatrixMarket, TheBannerInAnyCaseAndWithWindowsLines) {
  const Instance instance = parse_with(
      parse_matrix_market,
      "%%matrixmarket MATRIX Coordinate Pattern GENERAL\r\n2 2 1\r\n\r\n%\r\n1\t2\r\n\r\n");
  EXPECT_EQ(edges_of(instance), "1-2");
  EXPECT_EQ(edges_of(read_matrix("pattern general\n2 2 1\n1 2")), "1-2");
}

TEST(MatrixMarket, BannersThatBreakTheFormatAreReadAndCounted) {
  const std::string body = "3 3 2\n2 1 4\n3 2 5\n";
  for (const char* banner : {"%MatrixMarket matrix coordinate integer symmetric\n",
                             "%%MatrixMarket matrix coordinate real symmetric by hand\n",
                             "%%MatrixMarket matrix coordinate integer general %extra\r\n",
                             "%%MatrixMarket\tmatrix coordinate unsigned-integer symmetric 3\n"}) {
    const Instance instance = parse_with(parse_matrix_market, banner + body);
    EXPECT_EQ(edges_of(instance), "2-1:4 3-2:5") << banner;
    EXPECT_EQ(instance.report.banner_faults, 1U) << banner;
  }
  EXPECT_EQ(read_matrix("integer symmetric \t\n" + body).report.banner_faults, 0U);
  EXPECT_EQ(
      parse_with(parse_matrix_market, "%MatrixMarket matrix coordinate real general a b\n" + body)
          .report.banner_faults,
      2U);
}

TEST(MatrixMarket, UnsignedIntegersAndExponentsOfFortran) {
  EXPECT_EQ(edges_of(read_matrix("unsigned-integer general\n2 2 1\n2 1 7\n")), "2-1:7");
  const Instance largest =
      read_matrix("unsigned-integer general\n2 2 1\n2 1 18446744073709551615\n");
  EXPECT_EQ(weight_at(list_of(largest)->weights, 0), 0x1p64);
  for (const char* value : {"2.5D1", "2.5d+1", "0.25D+02", "250D-1", "25", "2.5e1"}) {
    EXPECT_EQ(edges_of(read_matrix(std::string("real general\n2 2 1\n2 1 ") + value + "\n")),
              "2-1:25")
        << value;
  }
  EXPECT_EQ(edges_of(read_matrix("real general\n2 2 1\n2 1 1.5D-3\n")), "2-1:0.0015");
  for (const char* value : {"D1", "1D", "1D2D3", "1D2e3", "1De2", "D"}) {
    EXPECT_NE(error_of_matrix(std::string("real general\n2 2 1\n2 1 ") + value + "\n"), "none")
        << value;
  }
}

Instance read_array(const std::string& rest, Interpretation as = Interpretation::automatic,
                    int threads = 1) {
  return parse_with(parse_matrix_market, "%%MatrixMarket matrix array " + rest, as, threads);
}

TEST(MatrixMarket, ArraysByColumns) {
  // 0 is no edge: an array has no other way to say so.
  EXPECT_EQ(edges_of(read_array("real general\n3 3\n0 1 2\n0 0 -3.5\n0 4\n% note\n\n9\n")),
            "2-1:1 3-1:2 3-2:4");
  EXPECT_EQ(edges_of(read_array("integer symmetric\n3 3\n7\n1\n0\n7\n3\n7\n")), "2-1:1 3-2:3");
  EXPECT_EQ(edges_of(read_array("real skew-symmetric\n3 3\n-1\n2\n0\n")), "2-1:1 3-1:2");
  EXPECT_EQ(read_array("real skew-symmetric\n3 3\n-1\n2\n0\n").report.explicit_zeros, 0U);
  EXPECT_EQ(edges_of(read_array("complex hermitian\n2 2\n1 0\n0 2\n3 0\n")), "2-1");
  EXPECT_EQ(pins_of(read_array("integer general\n2 3\n1 0\n0 0\n5 6\n", Interpretation::row_net)),
            "{1 3}{3}");
  EXPECT_EQ(edges_of(read_array("real skew-symmetric\n1 1\n")), "");
  EXPECT_EQ(edges_of(read_array("real general\n0 0\n")), "");
  const Instance rows = read_array("integer general\n2 2\n1 0\n0 4\n", Interpretation::bipartite);
  EXPECT_EQ(std::get<Hypergraph>(rows.data).pins.size(), 4U);
  EXPECT_EQ(rows.report.explicit_zeros, 2U);
}

TEST(MatrixMarket, ArraysOnAnyNumberOfThreads) {
  std::string text = "integer general\n300 300\n";
  for (std::uint64_t i = 0; i < 90000; ++i) {
    text += std::to_string(pick(i, 5)) + (i % 3 == 0 ? "\n" : " ");
    if (i % 3000 == 0) text += "% comment\n\n";
  }
  for (const Interpretation as : {Interpretation::graph, Interpretation::row_net}) {
    const std::string expected = dump(read_array(text, as, 1));
    for (const int threads : {2, 3, 8}) EXPECT_EQ(dump(read_array(text, as, threads)), expected);
  }
  EXPECT_NE(error_of(parse_matrix_market, "%%MatrixMarket matrix array " + text + "\n5\n",
                     Interpretation::automatic, 3)
                .find("after 90000 entries"),
            std::string::npos);
}

TEST(MatrixMarket, ExplicitZerosAreEntries) {
  const Instance instance = read_matrix("real general\n3 3 3\n1 2 0\n1 3 -0.0\n2 2 0\n");
  EXPECT_EQ(edges_of(instance), "1-2:0 1-3:0");
  EXPECT_EQ(instance.report.explicit_zeros, 3U);
  EXPECT_EQ(instance.report.zero_weights, 2U);
}

TEST(MatrixMarket, NetsOfARectangle) {
  const std::string text = "real general\n2 4 6\n2 4 1\n1 3 2\n1 1 3\n2 4 0\n1 3 5\n1 4 1.5\n";
  const Instance rows = read_matrix(text, Interpretation::row_net);
  EXPECT_EQ(pins_of(rows), "{1 3 4}{4}");
  EXPECT_EQ(hypergraph_of(rows).num_vertices, 4U);
  EXPECT_STREQ(weight_type(rows), "none");
  EXPECT_EQ(rows.report.merged_pins, 2U);
  EXPECT_EQ(rows.report.explicit_zeros, 1U);
  EXPECT_EQ(rows.report.as, Interpretation::row_net);
  const Instance columns = read_matrix(text, Interpretation::column_net);
  EXPECT_EQ(pins_of(columns), "{1}{}{1}{1 2}");
  EXPECT_EQ(hypergraph_of(columns).num_vertices, 2U);
  EXPECT_EQ(columns.report.empty_edges, 1U);
  EXPECT_EQ(columns.report.as, Interpretation::column_net);
}

TEST(MatrixMarket, NetsOfASymmetricMatrixHaveBothTriangles) {
  const std::string text = "pattern symmetric\n3 3 3\n1 1\n3 1\n3 2\n";
  EXPECT_EQ(pins_of(read_matrix(text, Interpretation::row_net)), "{1 3}{3}{1 2}");
  EXPECT_EQ(pins_of(read_matrix(text, Interpretation::column_net)), "{1 3}{3}{1 2}");
  // A file that stores both triangles although it says symmetric.
  const Instance both =
      read_matrix("pattern symmetric\n2 2 2\n1 2\n2 1\n", Interpretation::row_net);
  EXPECT_EQ(pins_of(both), "{2}{1}");
  EXPECT_EQ(both.report.merged_pins, 2U);
}

TEST(MatrixMarket, InterpretationsAreChosenOrRefused) {
  const std::string square = "pattern general\n2 2 1\n1 2\n";
  EXPECT_EQ(read_matrix(square).report.as, Interpretation::graph);
  EXPECT_EQ(pins_of(read_matrix(square, Interpretation::hypergraph)), "{1 2}");
  EXPECT_EQ(error_of_matrix("pattern general\n2 3 1\n1 2\n"),
            "invalid_option file: a matrix of 2 rows and 3 columns is no graph; choose --as "
            "row-net|column-net, or match rows with columns by the verb bipartite");
  EXPECT_EQ(error_of_matrix("pattern general\n2 3 1\n1 2\n", Interpretation::graph),
            "invalid_option file: a matrix of 2 rows and 3 columns is no graph");
  EXPECT_EQ(error_of_matrix(square, Interpretation::primal),
            "unsupported file: a matrix is read as graph, hypergraph, row-net or column-net, not "
            "as primal");
}

TEST(MatrixMarket, ComplexMatricesAreTheirPattern) {
  const Instance instance = read_matrix("complex hermitian\n3 3 3\n1 1 1 0\n2 1 0 0\n3 2 1 -1\n");
  EXPECT_EQ(edges_of(instance), "2-1 3-2");
  EXPECT_STREQ(weight_type(instance), "none");
  EXPECT_EQ(instance.report.complex_values, 3U);
  EXPECT_EQ(instance.report.explicit_zeros, 1U);
  EXPECT_EQ(pins_of(read_matrix("complex general\n2 3 3\n1 3 1 1\n1 1 0 2\n2 2 0 0\n",
                                Interpretation::row_net)),
            "{1 3}{2}");
  EXPECT_EQ(read_matrix("real general\n2 2 1\n1 2 1\n").report.complex_values, 0U);
}

TEST(MatrixMarket, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"quaternion general\n1 1 0\n",
       "file:1: expected a field of 'pattern', 'integer', 'unsigned-integer', 'real' or "
       "'complex', found 'quaternion'"},
      {"pattern hermitian\n1 1 0\n",
       "file:1: expected a symmetry of 'general', 'symmetric' or 'skew-symmetric', found "
       "'hermitian'"},
      {"pattern",
       "file:1: expected a symmetry of 'general', 'symmetric' or 'skew-symmetric', "
       "found the end of the file"},
      {"pattern general\n%\n",
       "file:2: expected a line 'rows columns entries', found the end of "
       "the file"},
      {"pattern general\n2 2\n",
       "file:2: expected the number of entries, found the end of the "
       "line"},
      {"pattern general\n2 2 1 1\n",
       "file:2: expected the end of the line 'rows columns "
       "entries', found '1'"},
      {"pattern general\n-2 2 1\n", "file:2: expected the number of rows, found '-2'"},
      {"pattern general\n4294967295 2 1\n",
       "file:2: expected at most 2^32 - 2 rows, found 4294967295"},
      {"pattern general\n2 2 4294967295\n",
       "file:2: expected at most 2^32 - 2 entries, found 4294967295"},
      {"pattern symmetric\n2 3 0\n",
       "file:2: expected a square matrix, since it is symmetric, "
       "found 2 rows and 3 columns"},
      {"pattern general\n2 2 1\n0 1\n",
       "file:3: expected a row in 1..2, found '0'; a file that counts from 0 is read with "
       "--zero-based"},
      {"pattern general\n2 2 1\n1 0\n",
       "file:3: expected a column in 1..2, found '0'; a file that counts from 0 is read with "
       "--zero-based"},
      {"pattern general\n2 2 1\n3 1\n", "file:3: expected a row in 1..2, found '3'"},
      {"pattern general\n2 2 1\n1 1.0\n", "file:3: expected a column, found '1.0'"},
      {"pattern general\n2 2 1\n1\n", "file:3: expected a column, found the end of the line"},
      {"pattern general\n2 2 1\n1 2 5\n", "file:3: expected the end of the entry, found '5'"},
      {"real general\n2 2 1\n1 2\n",
       "file:3: expected a value (a finite number), found the end "
       "of the line"},
      {"real general\n2 2 1\n1 2 nan\n", "file:3: expected a value (a finite number), found 'nan'"},
      {"real general\n2 2 1\n1 2 -Inf\n",
       "file:3: expected a value (a finite number), found '-Inf'"},
      {"real general\n2 2 1\n1 2 1e400\n",
       "file:3: expected a value (a finite number), found '1e400'"},
      {"real general\n2 2 1\n1 2 1 0\n", "file:3: expected the end of the entry, found '0'"},
      {"integer general\n2 2 1\n1 2 0.5\n", "file:3: expected an integer value, found '0.5'"},
      {"pattern general\n2 2 2\n1 2\n\n",
       "file:4: expected 2 entries, found the end of the file "
       "after 1"},
      {"pattern general\n2 2 1\n1 2\n%\n2 1\nx\n",
       "file:5: expected the end of the file after 1 entry, found '2'"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(error_of_matrix(text), "invalid_input " + message) << text;
  }
  EXPECT_EQ(
      error_of(parse_matrix_market, ""),
      "invalid_input file:1: expected the banner '%%MatrixMarket matrix coordinate ...' at the "
      "beginning of the file, found the end of the file");
}

/// Entries in any order with repeats, loops, comments and blank lines.
std::string random_matrix(std::uint64_t n, std::uint64_t entries, std::uint64_t seed) {
  std::string text = "integer general\n" + std::to_string(n) + ' ' + std::to_string(n) + ' ' +
                     std::to_string(entries) + '\n';
  for (std::uint64_t i = 0; i < entries; ++i) {
    if (pick(seed + i, 50) == 0) text += "% comment\n\n";
    text += std::to_string(1 + pick(seed + 3 * i, n)) + ' ' +
            std::to_string(1 + pick(seed + 3 * i + 1, n)) + ' ' +
            std::to_string(pick(seed + 7 * i, 100)) + '\n';
  }
  return text;
}

TEST(MatrixMarket, TheSameOnAnyNumberOfThreads) {
  for (const std::uint64_t n : {200U, 5000U, 1'000'000U}) {
    const std::string text = random_matrix(n, 40000, n);
    for (const Interpretation as :
         {Interpretation::graph, Interpretation::row_net, Interpretation::column_net}) {
      const std::string expected = dump(read_matrix(text, as, 1));
      for (const int threads : {2, 3, 8}) EXPECT_EQ(dump(read_matrix(text, as, threads)), expected);
    }
  }
}

TEST(MatrixMarket, TheFirstThingThatIsWrongIsReportedOnAnyNumberOfThreads) {
  std::string text = random_matrix(1000, 40000, 5);
  // An entry too many stands before a broken one that another thread sees.
  text += "1 1 1\n";
  const std::string surplus = error_of_matrix(text);
  EXPECT_NE(surplus.find("after 40000 entries"), std::string::npos);
  text += text.substr(text.size() / 2, 100000) + "broken\n";
  EXPECT_EQ(error_of_matrix(text), surplus);
  for (const int threads : {2, 8}) {
    EXPECT_EQ(error_of(parse_matrix_market, k_banner + text, Interpretation::automatic, threads),
              surplus);
  }
}

TEST(MatrixMarket, AgreesWithAMapOfPairs) {
  for (const std::uint64_t n : {7U, 1000U}) {  // merging by buckets and by sorting
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::uint64_t ends = n == 7 ? 7 : 10;
      std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> place;
      std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> edges;
      std::string text =
          "integer general\n" + std::to_string(n) + ' ' + std::to_string(n) + " 40\n";
      for (std::uint64_t i = 0; i < 40; ++i) {
        const std::uint64_t u = 1 + pick(seed * 1000 + 3 * i, ends);
        const std::uint64_t v = 1 + pick(seed * 1000 + 3 * i + 1, ends);
        const std::uint64_t w = pick(seed * 1000 + 3 * i + 2, 100);
        text += std::to_string(u) + ' ' + std::to_string(v) + ' ' + std::to_string(w) + '\n';
        if (u == v) continue;
        const auto [at, fresh] = place.try_emplace(std::minmax(u, v), edges.size());
        if (fresh) edges.emplace_back(u, v, w);
        auto& heaviest = std::get<2>(edges[at->second]);
        heaviest = std::max(heaviest, w);
      }
      std::string expected;
      for (const auto& [u, v, w] : edges) {
        expected += (expected.empty() ? "" : " ") + std::to_string(u) + '-' + std::to_string(v) +
                    ':' + std::to_string(w);
      }
      EXPECT_EQ(edges_of(read_matrix(text)), expected) << n << " seed " << seed;
      EXPECT_EQ(edges_of(read_matrix(text, Interpretation::graph, 2)), expected)
          << n << " seed " << seed;
    }
  }
}

TEST(MatrixMarket, RoundTrips) {
  for (const char* text :
       {"pattern symmetric\n3 3 2\n2 1\n3 1\n", "integer symmetric\n3 3 2\n2 1 5\n3 1 -7\n",
        "real symmetric\n2 2 1\n2 1 0.1\n", "pattern symmetric\n4 4 0\n"}) {
    // The reader takes absolute values.
    std::string expected = std::string(k_banner) + text;
    Instance instance = read_matrix(text);
    if (expected.find("-7") != std::string::npos) {
      EdgeList edges =
          to_edge_list(Context({.threads = 1}), std::move(std::get<Graph>(instance.data)));
      std::get<Array<std::int32_t>>(edges.weights)[1] = -7;
      instance.data = std::move(edges);
    }
    EXPECT_EQ(written(write_matrix_market, instance), expected);
  }
  const std::string nets = "pattern general\n2 4 4\n1 1\n1 3\n1 4\n2 4\n";
  Instance instance = read_matrix(nets, Interpretation::row_net);
  EXPECT_EQ(written(write_matrix_market, instance), k_banner + nets);
  std::get<Hypergraph>(instance.data).weights = Array<std::int32_t>(2, 1);
  EXPECT_THROW((void)written(write_matrix_market, instance), Error);
}

TEST(MatrixMarket, ClaimedRowsThatDoNotFitTheSystemAreRefusedBeforeMemoryIsTaken) {
  if (base::available_memory().value_or(k_max_count * sizeof(Offset)) >=
      k_max_count * sizeof(Offset)) {
    GTEST_SKIP() << "this system would hold them";
  }
  const std::string message =
      error_of_matrix("pattern general\n4294967294 3 1\n4294967294 2\n", Interpretation::row_net);
  EXPECT_TRUE(message.starts_with("resources file: 4294967294 hyperedges need 34359738360 bytes"))
      << message;
  // As vertices they take nothing.
  const Instance instance =
      read_matrix("pattern general\n4294967294 3 1\n4294967294 2\n", Interpretation::column_net);
  EXPECT_EQ(hypergraph_of(instance).num_vertices, 4294967294U);
}

TEST(AvailableMemory, IsComparedWithTheOffsets) {
  EXPECT_NO_THROW(check_room_for_edges("f", 99, 800));
  EXPECT_NO_THROW(check_room_for_edges("f", k_max_count, std::nullopt));
  try {
    check_room_for_edges("dir/f.mtx", 99, 799);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_STREQ(error.what(),
                 "dir/f.mtx: 99 hyperedges need 800 bytes for their offsets alone, the system has "
                 "799 left");
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
