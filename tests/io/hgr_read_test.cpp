// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>
#include <optional>

#include "io/formats/hgr/hgr.hpp"
#include "io/source/windows.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::io::HgrCuts;
using detail::io::MemoryWindows;

const Hypergraph& held_hypergraph(const Instance& instance) {
  return std::get<Hypergraph>(instance.data);
}

Instance read_cut(const Context& context, std::string_view text, const HgrCuts& cuts) {
  MemoryWindows windows(text, MemoryWindows::Padding::missing, cuts.window_bytes);
  return detail::io::read_hgr(context, windows, "test.hgr", text.size(), cuts);
}

TEST(HgrRead, PlainHyperedges) {
  const Instance instance = read_hgr_text("3 5\n1 2\n3 4 5\n5 1\n");
  const Hypergraph& hypergraph = held_hypergraph(instance);
  EXPECT_EQ(hypergraph.num_vertices, 5U);
  EXPECT_EQ(edges_of(hypergraph), (Edges{{0, 1}, {2, 3, 4}, {4, 0}}));
  EXPECT_FALSE(hypergraph.view().is_weighted());
  EXPECT_EQ(instance.report.format, "hmetis");
  EXPECT_EQ(instance.report.as, Interpretation::hypergraph);
  EXPECT_EQ(instance.report.bytes, 18U);
}

TEST(HgrRead, WeightsOfEdgesAndVertices) {
  const Instance instance = read_hgr_text("2 3 11\n7 1 2\n-2 3\n10\n20\n30\n");
  const Hypergraph& hypergraph = held_hypergraph(instance);
  EXPECT_EQ(edges_of(hypergraph), (Edges{{0, 1}, {2}}));
  EXPECT_EQ(weights_of(hypergraph), (std::vector<double>{7, -2}));
  ASSERT_EQ(hypergraph.weights_per_vertex, 1U);
  EXPECT_EQ(hypergraph.vertex_weights[0], 10);
  EXPECT_EQ(hypergraph.vertex_weights[2], 30);
  EXPECT_EQ(instance.report.negative_weights, 1U);
}

TEST(HgrRead, FormatsMayHaveLeadingZeros) {
  EXPECT_TRUE(held_hypergraph(read_hgr_text("1 2 001\n5 1 2\n")).view().is_weighted());
  EXPECT_FALSE(held_hypergraph(read_hgr_text("1 2 00\n1 2\n")).view().is_weighted());
  EXPECT_EQ(held_hypergraph(read_hgr_text("1 2 010\n1 2\n3\n4\n")).vertex_weights.size(), 2U);
}

TEST(HgrRead, CommentsTabsCarriageReturnsAndSpaces) {
  const Instance instance = read_hgr_text(
      "% a comment\r\n\r\n \t2\t4  \r\n%\n  % another 1 2 3\r\n  1\t 2  \r\n3 4\r\n\r\n\n % end");
  EXPECT_EQ(edges_of(held_hypergraph(instance)), (Edges{{0, 1}, {2, 3}}));
  EXPECT_EQ(instance.report.comment_lines, 4U);
  EXPECT_EQ(instance.report.blank_lines, 3U);
  EXPECT_EQ(instance.report.empty_edges, 0U);
}

TEST(HgrRead, FinalNewlineMayBeMissing) {
  EXPECT_EQ(edges_of(held_hypergraph(read_hgr_text("2 12\n1 2\n3 12"))), (Edges{{0, 1}, {2, 11}}));
  EXPECT_EQ(held_hypergraph(read_hgr_text("1 2 10\n1 2\n3\n45")).vertex_weights[1], 45);
  EXPECT_EQ(weights_of(held_hypergraph(read_hgr_text("1 2 1\n31"))), (std::vector<double>{31}));
}

TEST(HgrRead, WeightTypeIsDecidedOverTheFile) {
  const auto type_of = [](const char* first, const char* second) {
    const std::string text = std::string("2 2 1\n") + first + " 1\n" + second + " 2\n";
    const Instance instance = read_hgr_text(text);
    return std::string(type_name(view_of(held_hypergraph(instance).weights)));
  };
  EXPECT_EQ(type_of("1", "2147483647"), "int32");
  EXPECT_EQ(type_of("1", "-2147483648"), "int32");
  EXPECT_EQ(type_of("1", "2147483648"), "int64");
  EXPECT_EQ(type_of("-2147483649", "5"), "int64");
  EXPECT_EQ(type_of("1", "9223372036854775807"), "int64");
  EXPECT_EQ(type_of("1", "0.5"), "double");
  EXPECT_EQ(type_of("9223372036854775807", "0.5"), "double");
  EXPECT_EQ(type_of("1e-3", "4"), "double");
  EXPECT_EQ(type_of("+3", "00000000000000000012"), "int32");
}

TEST(HgrRead, NegativeZeroIsZero) {
  const Instance integers = read_hgr_text("2 1 1\n-0 1\n0 1\n");
  EXPECT_EQ(integers.report.zero_weights, 2U);
  EXPECT_EQ(integers.report.negative_weights, 0U);
  const Instance reals = read_hgr_text("2 1 1\n-0.0 1\n0.5 1\n");
  EXPECT_EQ(reals.report.zero_weights, 1U);
  EXPECT_FALSE(std::signbit(weights_of(held_hypergraph(reals))[0]));
}

TEST(HgrRead, RepeatedPinsAreMergedInOrder) {
  const Instance instance = read_hgr_text("3 9\n3 1 3 2 1\n5 5\n9 8 7 6 5 4 3 2 1 9 8\n");
  EXPECT_EQ(edges_of(held_hypergraph(instance)),
            (Edges{{2, 0, 1}, {4}, {8, 7, 6, 5, 4, 3, 2, 1, 0}}));
  EXPECT_EQ(instance.report.merged_pins, 5U);
}

TEST(HgrRead, RepeatedPinsAreFoundAtEveryPlace) {
  for (std::size_t size = 2; size <= 40; ++size) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        std::string text = "1 100\n";
        for (std::size_t k = 0; k < size; ++k) {
          // Neither ascending nor descending.
          const std::size_t pin = (k == j ? i : k) * 37 % 100 + 1;
          text += std::to_string(pin) + " ";
        }
        const Instance instance = read_hgr_text(text + "\n");
        ASSERT_EQ(instance.report.merged_pins, 1U) << size << ' ' << i << ' ' << j;
        validate(held_hypergraph(instance).view());
      }
    }
  }
}

TEST(HgrRead, EmptyHyperedges) {
  // With weights a line that holds only one; blank lines are nothing then.
  const Instance weighted = read_hgr_text("3 4 1\n5\n\n6 1 2\n7\n");
  EXPECT_EQ(edges_of(held_hypergraph(weighted)), (Edges{{}, {0, 1}, {}}));
  EXPECT_EQ(weighted.report.empty_edges, 2U);
  EXPECT_EQ(weighted.report.blank_lines, 1U);
  // Without weights a blank line.
  const Instance plain = read_hgr_text("4 4\n1 2\n\n3 4\n\n");
  EXPECT_EQ(edges_of(held_hypergraph(plain)), (Edges{{0, 1}, {}, {2, 3}, {}}));
  EXPECT_EQ(plain.report.empty_edges, 2U);
  EXPECT_EQ(plain.report.blank_lines, 2U);
  const Instance more_at_the_end = read_hgr_text("3 4\n1 2\n\n3 4\n\n\n\n");
  EXPECT_EQ(edges_of(held_hypergraph(more_at_the_end)), (Edges{{0, 1}, {}, {2, 3}}));
  EXPECT_EQ(more_at_the_end.report.empty_edges, 1U);
  EXPECT_EQ(more_at_the_end.report.blank_lines, 4U);
}

TEST(HgrRead, BlankLinesAreNothingWhereTheOthersAreEnough) {
  const Instance instance = read_hgr_text("3 4\n\n1 2\n\n\n3 4\n1 4\n\n");
  EXPECT_EQ(edges_of(held_hypergraph(instance)), (Edges{{0, 1}, {2, 3}, {0, 3}}));
  EXPECT_EQ(instance.report.empty_edges, 0U);
  EXPECT_EQ(instance.report.blank_lines, 4U);
}

TEST(HgrRead, NoEdgesOrNoVertices) {
  EXPECT_EQ(held_hypergraph(read_hgr_text("0 0\n")).view().num_edges(), 0U);
  EXPECT_EQ(held_hypergraph(read_hgr_text("0 7")).num_vertices, 7U);
  EXPECT_EQ(edges_of(held_hypergraph(read_hgr_text("2 0\n\n\n"))), (Edges{{}, {}}));
  EXPECT_EQ(held_hypergraph(read_hgr_text("0 2 10\n\n5\n6\n")).vertex_weights.size(), 2U);
  const Instance huge = read_hgr_text("1 4294967294\n4294967294 1\n");
  EXPECT_EQ(edges_of(held_hypergraph(huge)), (Edges{{4294967293U, 0}}));
  const Instance close = read_hgr_text("1 4294967294\n4294967281 4294967282 4294967294 1\n");
  EXPECT_EQ(close.report.merged_pins, 0U);
}

TEST(HgrRead, ErrorsInTheOrderOfTheFile) {
  // Whatever the cut, the first broken line is the one that is named.
  const std::string text = "6 4\n1 2\n% c\n\n3 4\n1 9\n2 0\nx\n1 2\n";
  for (std::size_t cut = 1; cut <= text.size(); ++cut) {
    for (const int threads : {1, 2}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      EXPECT_EQ(error_of([&] {
                  return read_cut(context, text, {64, cut});
                }),
                "0: test.hgr:6: expected a vertex in 1..4, found '9'");
    }
  }
}

// Texts that bend every rule.
std::vector<std::string> bent_texts() {
  return {
      "4 9\n1 2\n\n3 4\n\n",
      "3 9\n\n1 2\n\n\n3 4\n1 9\n\n\n",
      "% x\n5 9 1\n1 1 2\n2.5 3\n% y\n\n30000000000 4 5 6 7 8 9\r\n4\n0 1 1 1\n\n",
      "4 3 10\n1\n2 3\n\n1 2 3\n% vertices\n5\n\n-6\n7\n% end\n\n",
      "4 3 11\n10 1\n20 2 3\n3\n40 1 2 3\n5\n-6\n7",
      "2 12345678901 \n",
  };
}

TEST(HgrRead, CutsChangeNothing) {
  for (const std::string& text : bent_texts()) {
    std::optional<std::string> expected;
    for (std::size_t window = 1; window <= text.size() + 1; ++window) {
      for (const std::size_t chunk : {std::size_t{1}, std::size_t{5}, window}) {
        for (const int threads : {1, 2}) {
          const Context context(
              {.threads = threads,
               .backend = threads == 1 ? HostBackend::serial : HostBackend::std_threads});
          std::string got = error_of([&] { return read_cut(context, text, {window, chunk}); });
          if (got == "nothing") {
            const Instance instance = read_cut(context, text, {window, chunk});
            got = describe(instance) + " blank " + std::to_string(instance.report.blank_lines) +
                  " comments " + std::to_string(instance.report.comment_lines) + " empty " +
                  std::to_string(instance.report.empty_edges) + " merged " +
                  std::to_string(instance.report.merged_pins) + " zero " +
                  std::to_string(instance.report.zero_weights);
          }
          if (!expected) expected = got;
          ASSERT_EQ(got, *expected)
              << text << "\nwindow " << window << " chunk " << chunk << " threads " << threads;
        }
      }
    }
  }
}

TEST(HgrRead, ThreadsAndBackendsChangeNothing) {
  for (const int weights : {0, 1, 2, 4}) {
    const Instance made = random_instance({500, 3000, 0, 12, weights, true}, 7);
    std::string text;
    detail::io::write_hgr(serial(), made, {}, [&](std::span<const char> bytes) {
      text.append(bytes.data(), bytes.size());
    });
    const std::string expected = describe(read_cut(serial(), text, {}));
    EXPECT_EQ(describe(made), expected);
    std::vector<HostBackend> backends = {HostBackend::std_threads};
#if defined(HYPERMATCH_HAVE_TBB)
    backends.push_back(HostBackend::tbb);
#endif
    for (const HostBackend backend : backends) {
      for (const int threads : {1, 2, 4}) {
        const Context context({.threads = threads, .backend = backend});
        ASSERT_EQ(describe(read_cut(context, text, {16384, 512})), expected) << threads;
        ASSERT_EQ(describe(read_cut(context, text, {1 << 20, 4096})), expected) << threads;
      }
    }
  }
}

TEST(HgrRead, WhatIsOutOfTheOrdinaryMayStandInAnyChunk) {
  constexpr int k_edges = 600;
  const auto text_of = [](int int64_from, int real_from, int broken, std::string_view end) {
    std::string text = std::to_string(k_edges) + " 50 1\n";
    for (int e = 0; e < k_edges; ++e) {
      text +=
          std::to_string(e) + (e == int64_from ? "0000000000" : "") + (e == real_from ? ".5" : "");
      for (int i = 0; i <= e % 5; ++i) text += " " + std::to_string((e + i * i) % 50 + 1);
      text += e == broken ? " x\n" : "\n";
    }
    return text.append(end);
  };
  const std::string texts[] = {
      text_of(k_edges, k_edges, k_edges, ""), text_of(100, k_edges, k_edges, "\n\n% end\n\n\n"),
      text_of(k_edges, 599, k_edges, ""),     text_of(200, 400, k_edges, ""),
      text_of(201, 200, k_edges, "\n"),       text_of(200, 400, 401, ""),
      text_of(k_edges, k_edges, 0, ""),       text_of(k_edges, 300, k_edges, "1 1\n1 2\n")};
  for (const std::string& text : texts) {
    const auto result_of = [&](const Context& context, const HgrCuts& cuts) {
      const std::string error = error_of([&] { return read_cut(context, text, cuts); });
      return error == "nothing" ? describe(read_cut(context, text, cuts)) : error;
    };
    const std::string expected = result_of(serial(), {});
    for (const int threads : {2, 3, 5}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      for (const HgrCuts& cuts : {HgrCuts{1 << 20, 100}, HgrCuts{1000, 200}, HgrCuts{3000, 7}}) {
        ASSERT_EQ(result_of(context, cuts), expected) << threads << ' ' << cuts.window_bytes;
      }
    }
  }
}

TEST(HgrRead, StopsWhenAskedTo) {
  std::stop_source source;
  source.request_stop();
  const Context context({.threads = 1, .stop = source.get_token()});
  EXPECT_EQ(error_of([&] { return read_text(context, std::string_view("1 2\n1 2\n"), "a.hgr"); }),
            "7: stopped on request");
}

TEST(HgrRead, OtherInterpretationsAreRefused) {
  for (const Interpretation as :
       {Interpretation::graph, Interpretation::row_net, Interpretation::column_net,
        Interpretation::primal, Interpretation::dual, Interpretation::literal}) {
    const std::string error = error_of([&] {
      return read_text(serial(), std::string_view("1 2\n1 2\n"), "a.hgr", {"", as});
    });
    EXPECT_EQ(error.substr(0, 2), "2:") << error;
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
