// SPDX-License-Identifier: MIT
// Streams deliver what reading the whole file gives.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "io/formats/dimacs/stream_cnf.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

struct Streamed {
  Edges edges;
  std::vector<double> weights;
};

Streamed drain(EdgeStream& stream) {
  Streamed all;
  StreamedEdge edge;
  while (stream.next(edge)) {
    EXPECT_EQ(edge.id, all.edges.size());
    all.edges.emplace_back(edge.pins.begin(), edge.pins.end());
    if (stream.is_weighted()) all.weights.push_back(edge.weight);
    if (stream.has_integer_weights()) {
      EXPECT_EQ(static_cast<double>(edge.integer_weight), edge.weight);
    }
  }
  EXPECT_FALSE(stream.next(edge));
  return all;
}

// Merging repeated pins may change their order.
Edges sorted(Edges edges) {
  for (auto& edge : edges) std::sort(edge.begin(), edge.end());
  return edges;
}

TEST(Stream, EqualsTheWholeInstance) {
  const Folder folder;
  std::uint64_t seed = 100;
  for (const int weights : {0, 1, 2, 3, 4}) {
    for (const bool vertex_weights : {false, true}) {
      for (const std::uint32_t most : {3U, 60U}) {
        const Instance made =
            random_instance({200, 3000, 0, most, weights, vertex_weights}, ++seed);
        const auto& hypergraph = std::get<Hypergraph>(made.data);
        for (const char* name : {"a.hgr", "a.hmb"}) {
          write(serial(), made, folder.file(name));
          const auto stream = open_stream(folder.file(name));
          EXPECT_EQ(stream->num_vertices(), 200U);
          EXPECT_EQ(stream->is_weighted(), weights != 0);
          const Streamed all = drain(*stream);
          ASSERT_EQ(all.edges, edges_of(hypergraph)) << name << " seed " << seed;
          ASSERT_EQ(all.weights, weights_of(hypergraph)) << name << " seed " << seed;
        }
      }
    }
  }
}

TEST(Stream, WindowsChangeNothing) {
  const Folder folder;
  for (const std::string text :
       {"% c\n4 9 1\n5 1 2\n\n-2.5 3 4 3\n% d\n30000000000\n1 9 8 7 6 5 4 3 2 1", "3 4\n1 2\n\n3 4",
        "2 2 11\n1 1\n2 2\n\n% x\n7\n8\n\n"}) {
    const std::string path = folder.write("a.hgr", text);
    const Instance instance = read(serial(), path);
    const auto& hypergraph = std::get<Hypergraph>(instance.data);
    for (std::size_t window = 1; window < text.size() + 2; ++window) {
      const auto stream = detail::io::stream_hgr(detail::io::open_input(path), window);
      const Streamed all = drain(*stream);
      ASSERT_EQ(all.edges, edges_of(hypergraph)) << window;
      ASSERT_EQ(all.weights, weights_of(hypergraph)) << window;
    }
  }
}

TEST(Stream, ErrorsNameTheLineBehindWhatIsGood) {
  const Folder folder;
  const auto error_after = [&](std::string_view text, std::size_t good) {
    const auto stream = open_stream(folder.write("a.hgr", text));
    StreamedEdge edge;
    for (std::size_t i = 0; i < good; ++i) EXPECT_TRUE(stream->next(edge));
    const std::string error = error_of([&] { return stream->next(edge); });
    return error.substr(error.rfind("a.hgr"));
  };
  EXPECT_EQ(error_after("3 4\n1 2\n% c\n1 9\n", 1),
            "a.hgr:4: expected a vertex in 1..4, found '9'");
  EXPECT_EQ(error_after("3 4\n1 2\n1 2\n", 2),
            "a.hgr:3: expected 3 hyperedges, found the end of the file behind 2");
  EXPECT_EQ(error_after("1 4\n1 2\n% c\n\n1 2\n", 1),
            "a.hgr:5: expected the end of the file behind 1 hyperedge, found another one");
  EXPECT_EQ(error_after("1 4\n\n1 2\n", 1),
            "a.hgr:3: expected the end of the file behind 1 hyperedge, found another one (in a "
            "stream, blank lines are empty hyperedges)");
  EXPECT_EQ(error_after("1 2 10\n1 2\n5\n", 1),
            "a.hgr:3: expected 2 vertex weights, found the end of the file behind 1");
}

TEST(Stream, Cnf) {
  const Folder folder;
  const std::string text =
      "c comment\n\np cnf 5 6\n1 -2 3 0\n-1\n 1 -1 0 4\nc inside\n-5 0\n0 2 2 -2 0 5\n%\n0\n";
  const std::string path = folder.write("a.cnf", text);
  for (const Interpretation as : {Interpretation::primal, Interpretation::literal}) {
    const Instance instance = read(serial(), path, {"", as});
    const auto& hypergraph = std::get<Hypergraph>(instance.data);
    for (std::size_t window = 1; window < text.size() + 2; ++window) {
      const auto stream = detail::io::stream_cnf(detail::io::open_input(path),
                                                 as == Interpretation::literal, window);
      EXPECT_EQ(stream->num_vertices(), hypergraph.num_vertices);
      ASSERT_EQ(sorted(drain(*stream).edges), sorted(edges_of(hypergraph))) << window;
    }
  }
}

TEST(Stream, CnfErrors) {
  const Folder folder;
  const auto error_of_text = [&](std::string_view text) {
    const std::string error = error_of([&] {
      const auto stream = open_stream(folder.write("a.cnf", text));
      StreamedEdge edge;
      while (stream->next(edge)) {
      }
    });
    return error.substr(0, 3) + error.substr(std::min(error.size(), error.rfind("a.cnf")));
  };
  EXPECT_TRUE(error_of_text("p cnf 2 1\n3 0\n").starts_with("0: a.cnf:2: expected a literal"));
  EXPECT_TRUE(error_of_text("p cnf 2 1\nc\n1 x 0\n").starts_with("0: a.cnf:3: expected a literal"));
  EXPECT_TRUE(error_of_text("p cnf 2 1\n1 0\n2 0\n").starts_with("0: a.cnf:3: expected the end"));
  EXPECT_TRUE(error_of_text("p cnf 2 3\n1 0\n2\n").starts_with("0: a.cnf:3: expected 3 clauses"));
  EXPECT_TRUE(error_of_text("p cnf 2\n").starts_with("0: a.cnf:1: expected the number of clauses"));
  EXPECT_TRUE(error_of_text("p cnf 2 1 7\n1 0\n").starts_with("0: a.cnf:1: expected the end of"));
  EXPECT_TRUE(error_of_text("p cnf 4294967295 1\n1 0\n").starts_with("0: a.cnf:1: expected"));
}

TEST(Stream, RefusesWhatHasNoEdgesInOrder) {
  const Folder folder;
  const std::string metis = folder.write("a.graph", "2 1\n2\n1\n");
  EXPECT_TRUE(error_of([&] { return open_stream(metis); }).starts_with("2: "));
  write(serial(), random_instance({}, 1), folder.file("a.hmb"));
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer(
      [&] { std::ofstream(pipe, std::ios::binary) << content_of(folder.file("a.hmb")); });
  // Only told apart by looking, so the pipe is opened once.
  const std::string error = error_of([&] { return open_stream(pipe); });
  writer.join();
  EXPECT_TRUE(error.starts_with("2: ")) << error;
}

TEST(Stream, NativeDamageIsNoticed) {
  const Folder folder;
  write(serial(), random_instance({20, 30, 1, 6, 1, false}, 1), folder.file("a.hmb"));
  const std::string bytes = content_of(folder.file("a.hmb"));
  for (const std::size_t place : {bytes.size() - 1, bytes.size() / 2, std::size_t{30}}) {
    std::string broken = bytes;
    broken[place] = static_cast<char>(broken[place] ^ 1);
    const std::string path = folder.write("b.hmb", broken);
    const std::string error = error_of([&] {
      const auto stream = open_stream(path);
      StreamedEdge edge;
      while (stream->next(edge)) {
      }
    });
    EXPECT_TRUE(error.starts_with("0: " + path + ": native file: ")) << place << ' ' << error;
  }
}

// A hypergraph of 40 MB passes through a pipe and is never stored.
TEST(Stream, HoldsOneWindowOnly) {
  const Folder folder;
  const std::string pipe = folder.file("pipe.hgr");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  constexpr int k_edges = 1000000;
  std::thread writer([&] {
    std::ofstream out(pipe, std::ios::binary);
    out << k_edges << " 1000000000 1\n";
    std::string piece;
    for (int e = 0; e < 1000; ++e) piece += "12 900000001 900000002 900000003\n";
    for (int i = 0; i < k_edges / 1000; ++i) out << piece;
  });
  const auto anonymous = [] {
    std::ifstream in("/proc/self/status");
    std::string word;
    long value = 0;
    while (in >> word && word != "RssAnon:") {
    }
    in >> value;
    return value;
  };
  [[maybe_unused]] const long before = anonymous();
  const auto stream = open_stream(pipe);
  StreamedEdge edge;
  int count = 0;
  long most = 0;
  while (stream->next(edge)) {
    if (++count % 50000 == 0) most = std::max(most, anonymous());
  }
  writer.join();
  EXPECT_EQ(count, k_edges);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(most - before, 8 << 10) << "kB";
#endif
}

}  // namespace
}  // namespace hypermatch::io::testing
