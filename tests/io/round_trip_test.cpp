// SPDX-License-Identifier: MIT
// What is written reads back as it was, through hMETIS text and the native format.
#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/graph.hpp"
#include "io/native/native.hpp"
#include "tests/io/io_testing.hpp"
#include "tests/io/native_front.hpp"

namespace hypermatch::io::testing {
namespace {

TEST(RoundTrip, RandomHypergraphs) {
  const Folder folder;
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  std::uint64_t seed = 0;
  for (const int weights : {0, 1, 2, 3, 4}) {
    for (const bool vertex_weights : {false, true}) {
      for (const RandomShape& shape :
           {RandomShape{1, 0, 0, 0}, RandomShape{1, 3, 0, 1}, RandomShape{20, 30, 0, 6},
            RandomShape{4000000000U, 50, 1, 9}, RandomShape{300, 2000, 2, 40}}) {
        if (vertex_weights && shape.num_vertices > 1000) continue;
        RandomShape weighted = shape;
        weighted.weights = weights;
        weighted.vertex_weights = vertex_weights;
        const Instance made = random_instance(weighted, ++seed);
        write(context, made, folder.file("a.hmb"));
        const Instance native = read(context, folder.file("a.hmb"));
        ASSERT_EQ(describe(native), describe(made)) << "seed " << seed;
        EXPECT_EQ(native.report.format, "native");
        write(context, made, folder.file("a.hgr"));
        const Instance text = read(context, folder.file("a.hgr"));
        ASSERT_EQ(edges_of(std::get<Hypergraph>(text.data)),
                  edges_of(std::get<Hypergraph>(made.data)))
            << "seed " << seed;
        // Floats become the doubles that they are equal to.
        ASSERT_EQ(weights_of(std::get<Hypergraph>(text.data)),
                  weights_of(std::get<Hypergraph>(made.data)))
            << "seed " << seed;
      }
    }
  }
}

TEST(RoundTrip, NativeBorrowsWhatWasRead) {
  const Folder folder;
  const Instance made = random_instance({20, 30, 1, 6, 1, true}, 3);
  write(serial(), made, folder.file("a.hmb"));
  const Instance instance = read(serial(), folder.file("a.hmb"));
  const auto& hypergraph = std::get<Hypergraph>(instance.data);
  EXPECT_TRUE(hypergraph.offsets.borrows());
  EXPECT_TRUE(hypergraph.pins.borrows());
  EXPECT_TRUE(hypergraph.vertex_weights.borrows());
}

TEST(RoundTrip, GraphsWithLabels) {
  const Folder folder;
  Instance made;
  EdgeList graph;
  graph.num_vertices = 4;
  for (const GraphEdge edge : {GraphEdge{0, 1}, GraphEdge{3, 1}, GraphEdge{2, 0}}) {
    graph.edges.push_back(edge);
  }
  Array<double> weights(3);
  for (std::size_t e = 0; e < 3; ++e) weights[e] = 0.1 * static_cast<double>(e);
  graph.weights = std::move(weights);
  Graph weighted(std::move(graph));
  weighted.weights_per_vertex = 2;
  weighted.vertex_weights = Array<std::int64_t>(8, -7);
  made.data = std::move(weighted);
  made.labels.text = "alpha-17x";
  made.labels.offsets = {0, 5, 6, 8, 9};
  write(serial(), made, folder.file("a.hmb"));
  const Instance same = read(serial(), folder.file("a.hmb"));
  EXPECT_EQ(describe(same), describe(made));
  EXPECT_EQ(same.labels.of(0), "alpha");
  EXPECT_EQ(same.report.as, Interpretation::graph);
  const Instance hyper = read(serial(), folder.file("a.hmb"), {"", Interpretation::hypergraph});
  EXPECT_EQ(edges_of(std::get<Hypergraph>(hyper.data)), (Edges{{0, 1}, {3, 1}, {2, 0}}));
  EXPECT_EQ(hyper.report.as, Interpretation::hypergraph);
  EXPECT_EQ(error_of([&] { write(serial(), made, folder.file("a.hgr")); }).substr(0, 2), "2:");
  EXPECT_EQ(error_of([&] {
              return read(serial(), folder.file("a.hmb"), {"", Interpretation::row_net});
            }).substr(0, 2),
            "2:");
}

TEST(RoundTrip, HypergraphsAreNoGraphs) {
  const Folder folder;
  write(serial(), random_instance({}, 1), folder.file("a.hmb"));
  const std::string error = error_of([&] {
    return read(serial(), folder.file("a.hmb"), {"", Interpretation::graph});
  });
  EXPECT_EQ(error.substr(0, 2), "2:") << error;
}

// A file of a graph format that repeated an edge would be read as another instance.
TEST(RoundTrip, OfParallelHyperedgesTheHeaviestIsWrittenAsAGraph) {
  const Folder folder;
  const Instance made = read_hgr_text("5 4 1\n3 1 2\n7 2 1\n5 4 3\n5 1 2\n-1 3 4\n");
  for (const char* name : {"a.graph", "a.txt", "a.gr"}) {
    write(serial(), made, folder.file(name));
    const Instance graph = read(serial(), folder.file(name));
    EXPECT_EQ(graph.report.parallel_edges, name == std::string("a.gr") ? 2U : 0U) << name;
    EXPECT_EQ(graph.report.negative_weights, 0U) << name;
    const FormOf<EdgeList> edges = std::get<Graph>(graph.data).edges(serial());
    EXPECT_EQ(edges->edges.size(), 2U) << name;
    EXPECT_EQ(weight_at(edges->weights, 0), 7.0) << name;
    EXPECT_EQ(weight_at(edges->weights, 1), 5.0) << name;
  }
  EXPECT_EQ(content_of(folder.file("a.graph")), "4 2 1\n2 7\n1 7\n4 5\n3 5\n");
  const Instance unweighted = read_hgr_text("3 3\n1 2\n3 2\n2 1\n");
  write(serial(), unweighted, folder.file("b.txt"));
  EXPECT_EQ(content_of(folder.file("b.txt")), "1\t2\n3\t2\n");
}

TEST(Native, VerticesOfOneIdAreRefused) {
  Instance instance;
  EdgeList graph;
  graph.num_vertices = 3;
  graph.edges.push_back({0, 2});
  instance.data = std::move(graph);
  instance.labels.text = "abbab";
  instance.labels.offsets = {0, 2, 3, 5};  // ab, b, ab
  EXPECT_EQ(error_of([&] { return read_text(serial(), native_bytes(instance), "a.hmb"); }),
            "0: a.hmb: native file: vertices 1 and 3 have the same id, 'ab'");
  const Folder folder;
  const std::string path = folder.write("m.txt", "ab b\n");
  const auto expect_refused = [&](const auto& read) {
    EXPECT_NE(error_of(read).find("have the same id, 'ab'"), std::string::npos);
  };
  expect_refused([&] { (void)read_graph_matching(path, instance.labels, 3); });
  expect_refused([&] { (void)read_pairs(path, instance.labels); });
}

TEST(Native, EveryChangedByteIsNoticedOrPadding) {
  const std::string bytes = native_bytes(random_instance({9, 12, 0, 4, 2, true}, 5));
  const std::string expected = describe(read_text(serial(), bytes, "a.hmb"));
  std::size_t harmless = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    const std::string error = error_of([&] {
      return read_text(serial(), changed, "a.hmb", {"native", {}});
    });
    if (error == "nothing") {
      ++harmless;
      EXPECT_EQ(describe(read_text(serial(), changed, "a.hmb")), expected);
    } else {
      EXPECT_TRUE(error.starts_with("0: a.hmb: native file") ||
                  error.starts_with("2: a.hmb: native file"))
          << error;
    }
  }
  EXPECT_LT(harmless, 4 * 64U);
}

TEST(Native, EveryTruncationIsNoticed) {
  const std::string bytes = native_bytes(random_instance({9, 12, 0, 4, 1, false}, 5));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string error = error_of([&] {
      return read_text(serial(), std::string_view(bytes).substr(0, size), "a.hmb", {"native", {}});
    });
    ASSERT_TRUE(error.starts_with("0: a.hmb: native file")) << size << ' ' << error;
  }
  EXPECT_EQ(error_of([&] { return read_text(serial(), bytes + "x", "a.hmb"); }),
            "0: a.hmb: native file: there are bytes behind its end");
}

TEST(Native, SectionsOfAnotherSizeAreRefused) {
  Instance instance = random_instance({9, 12, 1, 4, 4, false}, 5);
  std::get<Array<double>>(std::get<Hypergraph>(instance.data).weights).resize(11);
  EXPECT_EQ(error_of([&] { return read_text(serial(), native_bytes(instance), "a.hmb"); }),
            "0: a.hmb: native file: a section has another size than the header says");
}

}  // namespace
}  // namespace hypermatch::io::testing
