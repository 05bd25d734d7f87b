// SPDX-License-Identifier: MIT
// Certificates of exact matchings as files: every broken one gets a line that names the place, and
// no file whatsoever proves a matching that is not the best.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "hypermatch/verify_exact.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::base::below;
using detail::base::hash;

// Two triangles joined by an edge: the heaviest matching takes that edge and one of each triangle.
constexpr std::array<GraphEdge, 7> k_triangle_edges = {
    {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 5}}};
constexpr std::array<std::int32_t, 7> k_triangle_weights = {5, 5, 5, 4, 5, 5, 5};
const EdgeListView k_triangles{6, k_triangle_edges,
                               std::span<const std::int32_t>(k_triangle_weights)};
const std::vector<VertexId> k_best = {1, 0, 3, 2, 5, 4};
const std::vector<VertexId> k_worse = {2, k_none, 0, 4, 3, k_none};

constexpr std::string_view k_proof =
    "u -1\nb 0\ns 1 2\ns 2 2\nv 1 4 1\nv 2 4 1\nv 3 4 1\nv 4 4 2\nv 5 4 2\nv 6 4 2\n";

bool proves(const MatchingDual& dual, const std::vector<VertexId>& mates) {
  return verify::check_exact(serial(), k_triangles, mates, dual).ok;
}

TEST(MatchingDualFiles, BrokenOnesGetTheirLine) {
  const Folder folder;
  const auto fault = [&](std::string_view text, const VertexLabels& labels = {}) {
    const std::string path = folder.write("c", text);
    const std::string error = error_of([&] { return read_matching_dual(path, 6, labels); });
    const std::string prefix = std::to_string(static_cast<int>(ErrorCode::invalid_input)) + ": ";
    EXPECT_TRUE(error.starts_with(prefix + path)) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    return error.substr(std::min(prefix.size() + path.size(), error.size()));
  };
  EXPECT_TRUE(proves(read_matching_dual(folder.write("c", k_proof), 6), k_best));
  EXPECT_EQ(fault("1 2\n"),
            ":1: expected 'u EXPONENT', 'b BONUS', 's SET DUAL [IN]' or 'v VERTEX DUAL [IN]', "
            "found '1'");
  EXPECT_EQ(fault("u -1\nu 0\n"), ":2: expected one line 'u EXPONENT', found 'u'");
  EXPECT_EQ(fault("b 1\n% c\nb 1\n"), ":3: expected one line 'b BONUS', found 'b'");
  EXPECT_EQ(fault("u 1101\n"), ":1: expected an exponent in -1100 .. 1100, found '1101'");
  EXPECT_EQ(fault("u\n"), ":1: expected a whole number, found the end of the line");
  EXPECT_EQ(fault("b 1.5\n"), ":1: expected a whole number, found '1.5'");
  EXPECT_EQ(fault("b 9223372036854775808\n"),
            ":1: expected a whole number, found '9223372036854775808'");
  EXPECT_EQ(fault("s 2 0\n"), ":1: expected sets numbered from 1, in this order, found '2'");
  EXPECT_EQ(fault("s 1 2\ns 1 2\n"), ":2: expected sets numbered from 1, in this order, found '1'");
  EXPECT_EQ(fault("v 7 1\n"), ":1: expected a vertex that no other line has, found '7'");
  EXPECT_EQ(fault("v 0 1\n"), ":1: expected a vertex that no other line has, found '0'");
  EXPECT_EQ(fault("v 1 1\nv 1 1\n"), ":2: expected a vertex that no other line has, found '1'");
  EXPECT_EQ(fault("v 1\n"), ":1: expected a whole number, found the end of the line");
  EXPECT_EQ(fault("v 1 1 0\n"), ":1: expected the number of a set, found '0'");
  EXPECT_EQ(fault("v 1 1 1 1\n"), ":1: expected a whole number, found '1'");
  EXPECT_EQ(fault("s 1 2\nv 1 1 2\n"), ": set 2 has members, but no line");
}

// A file with some bytes changed, or lines cut, doubled or swapped.
std::string broken(std::uint64_t seed) {
  auto random = [&, draw = std::uint64_t{0}](std::uint64_t bound) mutable {
    return below(hash(seed, draw++), bound);
  };
  constexpr std::string_view k_bytes =
      "0123456789-+.eubsv \t\n\r%\0\xff"
      "x";
  std::string text(k_proof);
  for (std::uint64_t change = 1 + random(3); change-- > 0;) {
    const std::size_t at = random(text.size());
    switch (random(5)) {
      case 0:
        text[at] = k_bytes[random(k_bytes.size())];
        break;
      case 1:
        text.erase(at, 1 + random(4));
        break;
      case 2:
        text.insert(at, 1, k_bytes[random(k_bytes.size())]);
        break;
      case 3:
        text.insert(at, text.substr(random(text.size()), 1 + random(9)));
        break;
      default:
        text.resize(at + 1);
    }
    if (text.empty()) text = "u";
  }
  return text;
}

TEST(MatchingDualFiles, NoFileProvesWhatIsNotTheBest) {
  const Folder folder;
  std::size_t refused = 0;
  std::size_t read = 0;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    const std::string path = folder.write("c", broken(seed));
    try {
      const MatchingDual dual = read_matching_dual(path, 6);
      ++read;
      EXPECT_FALSE(proves(dual, k_worse)) << seed;
      (void)proves(dual, k_best);
    } catch (const Error& error) {
      ++refused;
      const std::string_view what = error.what();
      EXPECT_EQ(error.code(), ErrorCode::invalid_input) << seed << what;
      EXPECT_TRUE(what.starts_with(path + ":")) << seed << what;
      EXPECT_EQ(what.find('\n'), std::string_view::npos) << seed << what;
    }
  }
  EXPECT_GE(refused, 300U);
  EXPECT_GE(read, 150U);
}

}  // namespace
}  // namespace hypermatch::io::testing
