// SPDX-License-Identifier: MIT
// Ids of any bytes are written so that they read back, or refused; what is written is plain text.
#include "hypermatch/bipartite_io.hpp"
#include "io/text/printable.hpp"
#include "io/text/written_ids.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

// Bytes that mean something somewhere, and others.
std::string random_id(std::uint64_t seed, bool gentle) {
  static const std::vector<std::string> gentle_pieces = {
      "\"",           "\"\"", "%", "-", ",",    ";", "#", "//",  "\\",
      "\\x0a",        "a",    " ", "b", "\xff", "7", "1", "3.0", "\xc3\xa9",
      "\xe2\x80\x8c", "p",    "c", "u", "\t"};
  static const std::vector<std::string> other_pieces = {
      "\n", "\r", "\x1b[2J", "\x7f", "\xc2\x9b", "\xe2", "\xe2\x80\xae", "\xef\xbb\xbf", "\v"};
  using detail::base::below;
  using detail::base::hash;
  std::string id;
  const std::uint64_t size = below(hash(seed, 0), 4) + (gentle ? 1 : 0);
  for (std::uint64_t i = 1; i <= size; ++i) {
    const std::uint64_t draw = hash(seed, i);
    const std::uint64_t kind = gentle ? 3 : below(draw, 4);
    if (kind == 0) {
      id += static_cast<char>(draw >> 40U);
    } else if (kind == 1) {
      id += other_pieces[below(draw >> 8U, other_pieces.size())];
    } else {
      id += gentle_pieces[below(hash(draw, 1), gentle_pieces.size())];
    }
  }
  return id;
}

// A path whose vertices have these ids.
Instance path_of(const std::vector<std::string>& ids) {
  Instance instance;
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(ids.size());
  for (VertexId v = 1; v < graph.num_vertices; ++v) graph.edges.push_back({v - 1, v});
  instance.data = std::move(graph);
  instance.labels.offsets.push_back(0);
  for (const std::string& id : ids) {
    instance.labels.text += id;
    instance.labels.offsets.push_back(instance.labels.text.size());
  }
  return instance;
}

std::vector<std::string> random_ids(std::uint64_t seed, std::size_t count) {
  std::vector<std::string> ids;
  for (std::uint64_t i = 0; ids.size() < count; ++i) {
    const std::string id = random_id(detail::base::hash(seed, i), seed % 3 != 0);
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

// Lines end with line feeds, tabs stand between ids, all else is plain.
void expect_plain(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  EXPECT_TRUE(detail::io::is_plain(text)) << printable(text);
}

TEST(Ids, OfAnyBytesAreReadBackFromMatchings) {
  const Folder folder;
  const std::string path = folder.file("m");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Instance instance = path_of(random_ids(seed, 2 + seed % 7));
    const EdgeListView graph = std::get<EdgeListView>(std::get<Graph>(instance.data).view().form());
    std::vector<EdgeId> edges;
    VertexPairs expected;
    std::vector<VertexId> mates(graph.num_vertices, k_none);
    for (EdgeId e = 0; e < graph.edges.size(); e += 2) {
      edges.push_back(e);
      mates[graph.edges[e].u] = graph.edges[e].v;
    }
    for (const MatchingLayout layout : {MatchingLayout::pairs, MatchingLayout::mates}) {
      write_graph_matching(graph, edges, instance.labels, path, layout);
      expect_plain(content_of(path));
      const VertexPairs read =
          read_graph_matching(path, instance.labels, graph.num_vertices, layout);
      ASSERT_EQ(read.violation, "") << "seed " << seed;
      ASSERT_EQ(read.pairs.size(), edges.size()) << "seed " << seed;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        ASSERT_EQ(read.pairs[i][0], graph.edges[edges[i]].u) << "seed " << seed;
        ASSERT_EQ(read.pairs[i][1], graph.edges[edges[i]].v) << "seed " << seed;
      }
    }
    write_pairs(mates, path, instance.labels);
    expect_plain(content_of(path));
    const std::vector<RowColumn> pairs = read_pairs(path, instance.labels);
    ASSERT_EQ(pairs.size(), edges.size()) << "seed " << seed;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      ASSERT_EQ(pairs[i].row, graph.edges[edges[i]].u) << "seed " << seed;
      ASSERT_EQ(pairs[i].column, graph.edges[edges[i]].v) << "seed " << seed;
    }
    VertexCover cover;
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      cover.rows.push_back(v);
      cover.columns.push_back(v);
    }
    write_cover(cover, path, instance.labels);
    expect_plain(content_of(path));
    const VertexCover read = read_cover(path, instance.labels);
    ASSERT_EQ(read.rows, cover.rows) << "seed " << seed;
    ASSERT_EQ(read.columns, cover.columns) << "seed " << seed;
  }
}

TEST(Ids, OfAnyBytesAreReadBackFromInstancesOrRefused) {
  const Folder folder;
  std::size_t refused = 0;
  std::size_t written = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Instance instance = path_of(random_ids(seed, 2 + seed % 2));
    if (seed % 10 == 0) {
      write(serial(), instance, folder.file("a.hmb"));
      ASSERT_EQ(describe(read(serial(), folder.file("a.hmb"))), describe(instance)) << seed;
    }
    const std::string path = folder.file("a.txt");
    const std::string error = error_of([&] { write(serial(), instance, path); });
    if (error != "nothing") {
      ASSERT_TRUE(error.starts_with("2: format edge_list cannot hold")) << error;
      ++refused;
      continue;
    }
    ++written;
    const std::string text = content_of(path);
    std::string without_tabs = text;
    std::replace(without_tabs.begin(), without_tabs.end(), '\t', ' ');
    std::replace(without_tabs.begin(), without_tabs.end(), '\n', ' ');
    EXPECT_FALSE(detail::io::holds_controls(without_tabs)) << printable(text);
    const std::string again = error_of(
        [&] { ASSERT_EQ(describe(read(serial(), path)), describe(instance)) << printable(text); });
    ASSERT_EQ(again, "nothing") << printable(text);
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(written, 150U);
}

TEST(Ids, InQuotesReadBack) {
  const auto written = [](std::string_view id) {
    std::string text;
    const detail::io::Sink sink = [&](std::span<const char> bytes) {
      text.append(bytes.data(), bytes.size());
    };
    detail::io::TextWriter out(sink);
    detail::io::write_id(out, id);
    out.flush();
    std::string held;
    EXPECT_EQ(detail::io::read_id(text, held), id);
    return text;
  };
  EXPECT_EQ(written("a\nb"), R"("a\x0ab")");
  EXPECT_EQ(written("\\\n"), R"("\\\x0a")");
  EXPECT_EQ(written("a\\b"), R"(a\b)");
  EXPECT_EQ(written(""), R"("")");
  EXPECT_EQ(written(" a"), R"(" a")");
  EXPECT_EQ(written("%a"), R"("%a")");
  EXPECT_EQ(written("\"%a\""), R"("""%a""")");
  EXPECT_EQ(written("\xff"), R"("\xff")");
  EXPECT_EQ(written("\xe2\x80\xae"), R"("\xe2\x80\xae")");
  // Joiners of letters belong to words of some languages.
  EXPECT_EQ(written("\xe2\x80\x8c"), "\xe2\x80\x8c");
  std::string held;
  // A backslash that escapes nothing, as in files of former versions.
  EXPECT_EQ(detail::io::read_id(R"("%a\b")", held), "%a\\b");
}

}  // namespace
}  // namespace hypermatch::io::testing
