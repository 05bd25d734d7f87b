// SPDX-License-Identifier: MIT
// Reading and writing on several threads: each format that is written, and texts that repeat pairs,
// name their vertices or are broken.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences_io.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {
namespace {

// A folder that goes away.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "races-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void add(Answer& answer, const io::Instance& instance) {
  add(answer, view_of(instance.data));
  answer.add(instance.labels.text).add(instance.labels.offsets).add(instance.loop_weights);
  answer.add(instance.report.merged_pins).add(instance.report.self_loops);
  answer.add(instance.report.parallel_edges).add(instance.report.comment_lines);
}

void add_text(Answer& answer, const Context& context, const std::string& text,
              const std::string& name, const io::ReadOptions& options = {}) {
  try {
    add(answer, io::read_text(context, text, name, options));
  } catch (const Error& error) {
    answer.add(std::string(error.what()));
  }
}

io::Instance instance_of(const NamedGraph& graph) {
  EdgeList list;
  list.num_vertices = graph.list.num_vertices;
  list.edges = graph.list.edges.clone();
  list.weights = clone(graph.list.weights);
  return {.data = Graph(std::move(list)), .labels = {}, .report = {}};
}

// Written and read back, in all formats that hold the instance.
void add_round_trips(Answer& answer, const Context& context, const io::Instance& instance) {
  const Folder folder;
  for (const io::FormatInfo& format : io::formats()) {
    if (!(instance.is_graph() ? format.writes_graph : format.writes_hypergraph)) continue;
    const std::string path = folder.file("file");
    try {
      io::write(context, instance, path, format.name);
      answer.add(bytes_of(path));
      add(answer, io::read(context, path, {.format = format.name}));
    } catch (const Error& error) {
      // Formats without real weights.
      EXPECT_NE(error.code(), ErrorCode::internal);
      answer.add(static_cast<int>(error.code()));
    }
  }
}

TEST(IoRaces, GraphsInAllFormats) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) add_round_trips(answer, context, instance_of(graph));
    return answer;
  });
}

TEST(IoRaces, HypergraphsInAllFormats) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedHypergraph& named : hypergraphs()) {
      Hypergraph hypergraph;
      hypergraph.num_vertices = named.hypergraph.num_vertices;
      hypergraph.offsets = named.hypergraph.offsets.clone();
      hypergraph.pins = named.hypergraph.pins.clone();
      hypergraph.weights = clone(named.hypergraph.weights);
      add_round_trips(answer, context, {.data = std::move(hypergraph), .labels = {}, .report = {}});
    }
    return answer;
  });
}

// Sections of native files are checked in pieces of a fixed size.
TEST(IoRaces, NativeFilesOfSeveralPieces) {
  const NamedGraph path{
      "path", generate::graph(serial(), "path", {{"n", 150'000}, {"weights", 0}}, 1), {}};
  const io::Instance instance = instance_of(path);
  expect_same([&](const Context& context) {
    const Folder folder;
    const std::string file = folder.file("path.hmb");
    io::write(context, instance, file);
    Answer answer;
    add(answer, io::read(context, file));
    return answer.add(bytes_of(file));
  });
}

TEST(IoRaces, TextsThatRepeatPairsAndNameVertices) {
  std::string pairs = "# repeated pairs and loops\n";
  std::string names;
  std::string csv = "from,to,weight\n";
  for (int i = 0; i < 3000; ++i) {
    const int u = i * 7 % 400;
    const int v = i * 13 % 390;
    pairs += std::to_string(u) + " " + std::to_string(v) + "\n";
    names += "v" + std::to_string(u) + "\tw" + std::to_string(v) + "\t0.5\n";
    csv += std::to_string(u) + "," + std::to_string(v) + "," + std::to_string(i % 9 + 1) + "\n";
  }
  std::string broken = pairs;
  broken.replace(broken.size() / 3, 1, "x");
  broken.replace(broken.size() / 2, 1, "\n-");
  expect_same([&](const Context& context) {
    Answer answer;
    add_text(answer, context, pairs, "pairs.el");
    add_text(answer, context, pairs, "pairs.el", {.self_loops = io::SelfLoops::keep});
    add_text(answer, context, names, "names.tsv");
    add_text(answer, context, csv, "edges.csv");
    add_text(answer, context, csv, "edges.csv", {.csv = {.header = true}});
    add_text(answer, context, broken, "broken.el");
    return answer;
  });
}

TEST(IoRaces, FormulasMatricesAndMetisFiles) {
  std::string formula = "p cnf 300 900\n";
  std::string matrix = "%%MatrixMarket matrix coordinate real general\n300 280 1500\n";
  for (int i = 0; i < 900; ++i) {
    formula += std::to_string(i * 7 % 300 + 1) + " -" + std::to_string(i * 11 % 300 + 1) + " " +
               std::to_string(i * 13 % 300 + 1) + " 0\n";
  }
  for (int i = 0; i < 1500; ++i) {
    matrix += std::to_string(i * 7 % 300 + 1) + " " + std::to_string(i * 11 % 280 + 1) + " " +
              std::to_string(i % 10) + ".5\n";
  }
  // An edge that one of its ends does not list.
  std::string metis = "600 600\n";
  for (int v = 0; v < 600; ++v) {
    metis += std::to_string((v + 1) % 600 + 1) + " " + std::to_string((v + 599) % 600 + 1) + "\n";
  }
  const std::string asymmetric = "600 600\n2 3\n" + metis.substr(metis.find('\n', 8) + 1);
  using io::Interpretation;
  expect_same([&](const Context& context) {
    Answer answer;
    for (const auto as : {Interpretation::primal, Interpretation::dual, Interpretation::literal,
                          Interpretation::clique, Interpretation::star}) {
      add_text(answer, context, formula, "formula.cnf", {.as = as});
    }
    for (const auto as :
         {Interpretation::row_net, Interpretation::column_net, Interpretation::bipartite}) {
      add_text(answer, context, matrix, "matrix.mtx", {.as = as});
    }
    add_text(answer, context, metis, "ring.metis");
    add_text(answer, context, asymmetric, "ring.metis");
    return answer;
  });
}

TEST(IoRaces, PreferencesAndResults) {
  expect_same([](const Context& context) {
    Answer answer;
    const Folder folder;
    for (const NamedPreferences& named : preferences()) {
      const PreferencesView view = named.preferences.view();
      const std::string text = folder.file("lists.prefs");
      const std::string binary = folder.file("lists.hmb");
      io::write_preferences(view, text);
      io::write_native_preferences(context, view, binary);
      for (const std::string& path : {text, binary}) {
        const Preferences read = io::read_preferences(context, path).preferences;
        answer.add(read.offsets).add(read.partners).add(read.ties).add(read.capacities);
      }
    }
    for (const NamedGraph& graph : graphs()) {
      const GraphMatching found = greedy(serial(), graph.list.view());
      const MatchedPairs pairs = matched_pairs(serial(), graph.list, found.mates);
      for (const auto layout : {io::MatchingLayout::pairs, io::MatchingLayout::mates}) {
        const std::string path = folder.file("matching");
        io::write_graph_matching(context, graph.list.num_vertices, pairs.pairs, {}, path, layout);
        answer.add(bytes_of(path));
      }
    }
    std::vector<EdgeId> edges(2000);
    for (EdgeId e = 0; e < 2000; ++e) edges[e] = 3 * e;
    io::write_matching(context, edges, folder.file("edges"));
    return answer.add(bytes_of(folder.file("edges")));
  });
}

}  // namespace
}  // namespace hypermatch::test
