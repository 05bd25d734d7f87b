// SPDX-License-Identifier: MIT
// Files from elsewhere, where the folder HYPERMATCH_DATA_DIR holds them: what is read must
// be what the manifest says, counted by other programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "hypermatch/instance_io.hpp"
#include "tests/io/parse_helpers.hpp"

#if !defined(HYPERMATCH_DATA_DIR)
#define HYPERMATCH_DATA_DIR "../shared/data"
#endif

namespace hypermatch::detail::io::testing {
namespace {

struct ManifestEntry {
  std::string path;
  std::uint64_t bytes = 0;
  std::string type;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  std::string weights;
};

std::filesystem::path data_folder() {
  const char* folder = std::getenv("HYPERMATCH_DATA_DIR");
  return folder != nullptr ? folder : HYPERMATCH_DATA_DIR;
}

std::vector<ManifestEntry> read_manifest() {
  std::ifstream file(data_folder() / "MANIFEST.tsv");
  std::vector<ManifestEntry> entries;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream columns(line);
    for (std::string field; std::getline(columns, field, '\t');) fields.push_back(field);
    if (fields.size() < 12) continue;
    entries.push_back({fields[0], std::stoull(fields[5]), fields[6], std::stoull(fields[7]),
                       std::stoull(fields[8]), std::stoull(fields[9]), std::stoull(fields[10]),
                       fields[11]});
  }
  return entries;
}

class RealTextFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    manifest_ = read_manifest();
    if (manifest_.empty()) GTEST_SKIP() << "no instances in " << data_folder();
  }

  void TearDown() override {
    if (num_read_ == 0) GTEST_SKIP() << "none of the files is in " << data_folder();
  }

  /// Reads a file on one thread and on three, which must agree.
  Instance read(const std::string& path, Interpretation as = Interpretation::automatic,
                const char* format = "") {
    ++num_read_;
    const std::string file = (data_folder() / (path + ".zst")).string();
    const hypermatch::io::ReadOptions options{.format = format, .as = as};
    Instance instance = hypermatch::io::read(Context({.threads = 1}), file, options);
    const Instance other = hypermatch::io::read(Context({.threads = 3}), file, options);
    EXPECT_TRUE(dump(instance) == dump(other)) << path;
    return instance;
  }

  /// The entries of a type whose files are there; larger ones are left to the benchmarks.
  std::vector<ManifestEntry> of_type(const std::string& type,
                                     std::uint64_t most_bytes = 3'000'000) {
    std::vector<ManifestEntry> chosen;
    for (const ManifestEntry& entry : manifest_) {
      if (entry.type != type || entry.bytes > most_bytes) continue;
      if (std::filesystem::exists(data_folder() / (entry.path + ".zst"))) {
        chosen.push_back(entry);
      } else {
        std::cout << "note: " << entry.path << " is not there, left out\n";
      }
    }
    return chosen;
  }

  std::vector<ManifestEntry> manifest_;
  int num_read_ = 0;
};

TEST_F(RealTextFiles, MetisGraphs) {
  for (const ManifestEntry& entry : of_type("metis")) {
    SCOPED_TRACE(entry.path);
    const Instance instance = read(entry.path);
    const Graph& graph = graph_of(instance);
    EXPECT_TRUE(graph.has_rows());
    EXPECT_EQ(graph.num_vertices(), entry.rows);
    EXPECT_EQ(graph.num_edges(), entry.edges);
    EXPECT_EQ(graph.is_weighted(), entry.weights != "unit");
    EXPECT_EQ(instance.report.self_loops + instance.report.parallel_edges, 0U);
  }
}

TEST_F(RealTextFiles, Matrices) {
  for (const char* type : {"mtx-sym", "mtx-gen"}) {
    for (const ManifestEntry& entry : of_type(type)) {
      SCOPED_TRACE(entry.path);
      const Instance nets = read(entry.path, Interpretation::row_net);
      EXPECT_EQ(hypergraph_of(nets).num_vertices, entry.columns);
      EXPECT_EQ(hypergraph_of(nets).view().num_edges(), entry.rows);
      if (entry.type == "mtx-gen") {
        EXPECT_EQ(hypergraph_of(nets).pins.size() + nets.report.merged_pins, entry.pins);
      }
      if (entry.rows != entry.columns) {
        EXPECT_THROW((void)read(entry.path), Error);
        continue;
      }
      const Instance instance = read(entry.path);
      const Graph& graph = graph_of(instance);
      EXPECT_EQ(graph.num_vertices(), entry.rows);
      const std::uint64_t entries =
          graph.num_edges() + instance.report.parallel_edges + instance.report.self_loops;
      EXPECT_EQ(entries, entry.edges);
      if (entry.type == "mtx-sym") {
        EXPECT_EQ(instance.report.parallel_edges, 0U);
        EXPECT_EQ(hypergraph_of(nets).pins.size(),
                  2 * graph.num_edges() + instance.report.self_loops);
      }
      EXPECT_EQ(graph.is_weighted(), entry.weights != "unit");
    }
  }
}

TEST_F(RealTextFiles, EdgeLists) {
  for (const ManifestEntry& entry : of_type("edgelist", 5'000'000)) {
    if (entry.edges == 0) continue;
    SCOPED_TRACE(entry.path);
    const Instance instance = read(entry.path, Interpretation::automatic, "edge_list");
    const Graph& graph = graph_of(instance);
    EXPECT_LE(graph.num_vertices(), entry.rows);
    EXPECT_EQ(graph.num_edges() + instance.report.parallel_edges + instance.report.self_loops,
              entry.edges);
  }
}

/// The edges of two or more pins, each ascending; the ones of fewer are not in others' files.
std::vector<std::vector<VertexId>> larger_edges(const Instance& instance) {
  std::vector<std::vector<VertexId>> edges;
  const HypergraphView view = hypergraph_of(instance).view();
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    const auto pins = view.pins_of(e);
    if (pins.size() < 2) continue;
    edges.emplace_back(pins.begin(), pins.end());
    std::sort(edges.back().begin(), edges.back().end());
  }
  return edges;
}

TEST_F(RealTextFiles, FormulasAgreeWithTheHypergraphsThatOthersMadeOfThem) {
  for (const ManifestEntry& entry : of_type("cnf")) {
    SCOPED_TRACE(entry.path);
    const Instance primal = read(entry.path);
    EXPECT_EQ(hypergraph_of(primal).num_vertices, entry.rows);
    EXPECT_EQ(hypergraph_of(primal).view().num_edges(), entry.edges);
    EXPECT_EQ(hypergraph_of(primal).pins.size() + primal.report.merged_pins, entry.pins);
    const std::string name = std::filesystem::path(entry.path).stem().string();
    const std::pair<const char*, Interpretation> kinds[] = {{"primal", Interpretation::primal},
                                                            {"literal", Interpretation::literal},
                                                            {"dual", Interpretation::dual}};
    for (const auto& [kind, as] : kinds) {
      const std::string theirs = "hgr-sat/" + name + "." + kind + ".hgr";
      if (!std::filesystem::exists(data_folder() / (theirs + ".zst"))) continue;
      SCOPED_TRACE(theirs);
      const Instance ours = read(entry.path, as);
      const Instance other = read(theirs);
      EXPECT_EQ(hypergraph_of(ours).num_vertices, hypergraph_of(other).num_vertices);
      EXPECT_TRUE(larger_edges(ours) == larger_edges(other));
    }
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
