// SPDX-License-Identifier: MIT
// Files whose edges are not held: blocks that can be read again, and METIS files edge after edge.
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/edges_io.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_forms.hpp"
#include "tests/io/io_testing.hpp"
#include "tests/make_hypergraph.hpp"

namespace hypermatch::io::testing {
namespace {

// Edges with their weights, in order.
std::string text_of(EdgeStream& stream) {
  std::ostringstream out;
  StreamedEdge edge;
  EdgeId next = 0;
  while (stream.next(edge)) {
    EXPECT_EQ(edge.id, next++);
    for (const VertexId v : edge.pins) out << v << ' ';
    if (stream.is_weighted()) out << '(' << edge.weight << ')';
    out << '\n';
  }
  return out.str();
}

std::string text_of(const EdgeListView& graph) {
  std::ostringstream out;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    out << graph.edges[e].u << ' ' << graph.edges[e].v << ' ';
    if (graph.is_weighted()) out << '(' << weight_at(graph.weights, e) << ')';
    out << '\n';
  }
  return out.str();
}

// As `text_of`, by blocks, which several threads fill.
std::string text_of_blocks(EdgeStream& stream, std::size_t block_bytes) {
  const Context context({.threads = 2});
  std::ostringstream out;
  std::vector<EdgeBlock> blocks(3);
  EdgeId next = 0;
  while (const std::size_t filled = stream.next_blocks(context, blocks, block_bytes)) {
    for (const EdgeBlock& block : std::span(blocks).first(filled)) {
      for (std::size_t i = 0; i < block.num_edges(); ++i) {
        EXPECT_EQ(block.ids[i], next++);
        for (const VertexId v : block.pins_of(i)) out << v << ' ';
        if (stream.is_weighted()) out << '(' << weight_at(view_of(block.weights), i) << ')';
        out << '\n';
      }
    }
  }
  return out.str();
}

TEST(OpenEdges, BlocksOfTextAreItsEdges) {
  const Folder folder;
  // Vertex weights that would be edges, and lines behind the last hyperedge that would not.
  std::string front = "6 9 11\n% comment\n";
  for (int e = 1; e <= 6; ++e) front += std::to_string(e) + " " + std::to_string(e) + " 9\n";
  const std::string weighted = front + "1 \n2\n3\n4\n5\n6\n7\n8\n9\n";
  std::string real = weighted;
  real.replace(real.find("\n4 "), 3, "\n0.25 ");
  std::string rows = "% rows\n40 39 1\n2 5\n";
  for (int v = 2; v < 40; ++v) {
    if (v % 7 == 0) rows += "% comment\n";
    rows += std::to_string(v - 1) + " 5 " + std::to_string(v + 1) + " 5\n";
  }
  rows += "39 5";
  const std::pair<const char*, std::string> files[] = {
      {"a.hgr", weighted},
      {"b.hgr", real},
      {"c.hgr", "5 3\n1 2\n\n3\n1 3\n2 3\n% end\n\n"},
      {"d.graph", rows},
      {"e.graph", "3 0\n\n\n\n"}};
  for (const auto& [name, text] : files) {
    const std::string path = folder.write(name, text);
    const std::string whole = text_of(*open_edges(path).stream);
    EXPECT_FALSE(whole.empty() && name[0] != 'e');
    for (const std::size_t block_bytes : {1U, 70U, 200U, 100000U}) {
      EXPECT_EQ(text_of_blocks(*open_edges(path).stream, block_bytes), whole)
          << name << ' ' << block_bytes;
    }
  }
  for (const std::string& broken :
       {weighted + "10\n", front + "1\n", front + "7 1 2\n1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        std::string("6 9 1\n1 1\n2 2\n3 3\n4 4\n5 5\n6 x\n")}) {
    const std::string path = folder.write("broken.hgr", broken);
    const std::string fault = error_of([&] { return text_of(*open_edges(path).stream); });
    EXPECT_NE(fault.find("broken.hgr"), std::string::npos) << fault;
    for (const std::size_t block_bytes : {1U, 70U, 100000U}) {
      EXPECT_EQ(error_of([&] { return text_of_blocks(*open_edges(path).stream, block_bytes); }),
                fault);
    }
  }
}

TEST(OpenEdges, MetisGivesTheEdgesThatTheReaderHas) {
  const Folder folder;
  const char* const texts[] = {
      "5 4\n2 3\n1\n1 4\n3 5\n4\n",
      // Rows in any order, a comment, weights of several types, the last line left out.
      "% comment\n5 3 1\n3 0.5 2 7\n1 7\n% another\n1 0.5 4 -2\n3 -2\n",
      // Sizes and weights of vertices, a self-loop.
      "3 2 111 2\n9 1 1 2 5\n9 1 1 1 5 2 3 3 8\n9 1 1 2 8\n",
      "0 0\n",
      "3 0\n\n\n\n",
  };
  for (const char* text : texts) {
    const std::string path = folder.write("a.graph", text);
    const Context context = serial();
    OpenedEdges opened = open_edges(path);
    ASSERT_TRUE(opened.is_graph);
    ASSERT_EQ(opened.source, nullptr);
    Instance whole = read(serial(), path);
    const auto& graph = std::get<Graph>(whole.data);
    EXPECT_EQ(opened.stream->num_vertices(), graph.num_vertices());
    EXPECT_EQ(text_of(*opened.stream), text_of(GraphForms(context, graph.view()).edges())) << text;
  }
}

TEST(OpenEdges, MetisIsRefusedWhereItIsBroken) {
  const Folder folder;
  const auto fault_of = [&](std::string_view text) {
    const std::string path = folder.write("a.graph", text);
    return error_of([&] { return text_of(*open_edges(path).stream); });
  };
  EXPECT_NE(fault_of("3 2\n2\n1 3\n1\n").find("in the lines of both its ends"), std::string::npos);
  EXPECT_NE(fault_of("2 1 1\n2 5\n1 6\n").find("two weights"), std::string::npos);
  EXPECT_NE(fault_of("2 2\n2 2\n1 1\n").find("has neighbour 2 twice"), std::string::npos);
  EXPECT_NE(fault_of("2 7\n2\n1\n").find("expected 7 edges"), std::string::npos);
  EXPECT_NE(fault_of("4 1\n2\n1\n").find("found the end of the file after 2"), std::string::npos);
  EXPECT_NE(fault_of("2 1\n2\n\n1 x\n").find("a.graph:4:"), std::string::npos);
  EXPECT_NE(fault_of("2 1\n3\n1\n").find("a.graph:2:"), std::string::npos);
}

TEST(OpenEdges, NativeBlocksAreTheFileInAnyOrder) {
  const Folder folder;
  const Instance made = random_instance({300, 5000, 0, 40, 2, true}, 9);
  const auto& hypergraph = std::get<Hypergraph>(made.data);
  write(serial(), made, folder.file("a.hmb"));
  for (const std::size_t block_bytes : {1U, 700U, 100000U, 100000000U}) {
    const OpenedEdges opened = open_edges(folder.file("a.hmb"));
    ASSERT_NE(opened.source, nullptr);
    const std::size_t count = opened.source->cut(block_bytes);
    EdgeBlock block;
    EdgeId next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      opened.source->read(i, block);
      opened.source->check(i, block);
      for (std::size_t j = 0; j < block.num_edges(); ++j, ++next) {
        ASSERT_EQ(block.ids[j], next);
        const auto pins = hypergraph.view().pins_of(next);
        ASSERT_TRUE(
            std::equal(pins.begin(), pins.end(), block.pins_of(j).begin(), block.pins_of(j).end()));
        ASSERT_EQ(weight_at(view_of(block.weights), j),
                  weight_at(view_of(hypergraph.weights), next));
      }
    }
    EXPECT_EQ(next, hypergraph.view().num_edges());
    for (std::size_t i = count; i-- > 0;) opened.source->read(i, block);
    EXPECT_EQ(block.ids[0], 0U);
  }
}

TEST(OpenEdges, LargeEdgesHaveBlocksOfTheirOwn) {
  const Folder folder;
  Edges edges(2000, {0, 1});
  std::vector<VertexId> large(5000);
  for (VertexId v = 0; v < 5000; ++v) large[v] = v;
  for (int e = 900; e < 910; ++e) edges[static_cast<std::size_t>(e)] = large;
  Instance made;
  made.data = test::make_hypergraph(5000, edges);
  write(serial(), made, folder.file("a.hmb"));
  const OpenedEdges opened = open_edges(folder.file("a.hmb"));
  const std::size_t count = opened.source->cut(4096);
  std::size_t most = 0;
  EdgeBlock block;
  for (std::size_t i = 0; i < count; ++i) {
    opened.source->read(i, block);
    opened.source->check(i, block);
    most = std::max(most, block.pins.size());
  }
  EXPECT_LE(most, 5000U + 2 * 4096U);
}

TEST(OpenEdges, AFileThatChangesBetweenPassesIsRefused) {
  const Folder folder;
  write(serial(), random_instance({300, 5000, 1, 5, 1, false}, 9), folder.file("a.hmb"));
  const OpenedEdges opened = open_edges(folder.file("a.hmb"));
  const std::size_t count = opened.source->cut(4096);
  EdgeBlock block;
  for (std::size_t i = 0; i < count; ++i) opened.source->read(i, block);
  const std::string before = content_of(folder.file("a.hmb"));
  {
    std::fstream file(folder.file("a.hmb"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(before.size() / 2));
    file.put(static_cast<char>(before[before.size() / 2] ^ 1));
  }
  const std::string fault = error_of([&] {
    for (std::size_t i = 0; i < count; ++i) opened.source->read(i, block);
  });
  EXPECT_NE(fault.find("the file has changed while it was read"), std::string::npos) << fault;
}

TEST(OpenEdges, OtherFormatsAreRefusedByName) {
  const Folder folder;
  for (const char* name : {"a.el", "a.mtx", "a.cnf"}) {
    const std::string path =
        folder.write(name, name == std::string("a.cnf") ? "p cnf 1 1\n1 0\n" : "1 2\n");
    const std::string fault = error_of([&] { return open_edges(path).is_graph; });
    EXPECT_TRUE(fault.starts_with(std::to_string(static_cast<int>(ErrorCode::unsupported))) ||
                name == std::string("a.mtx"))
        << fault;
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
