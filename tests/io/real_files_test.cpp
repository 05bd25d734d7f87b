// SPDX-License-Identifier: MIT
// Real hypergraphs, counted independently in their manifest: read whole, on threads, and streamed.
#include <iostream>
#include <map>

#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

std::vector<std::map<std::string, std::string>> manifest(const std::string& path) {
  std::ifstream table(path);
  std::string row;
  std::string cell;
  std::vector<std::string> names;
  std::getline(table, row);
  for (std::istringstream cells(row); std::getline(cells, cell, '\t');) names.push_back(cell);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(table, row)) {
    std::map<std::string, std::string> one;
    std::istringstream cells(row);
    for (std::size_t i = 0; i < names.size() && std::getline(cells, cell, '\t'); ++i) {
      one[names[i]] = cell;
    }
    rows.push_back(one);
  }
  return rows;
}

TEST(RealFiles, HypergraphsHaveTheCountsOfTheManifest) {
  const char* given = std::getenv("HYPERMATCH_DATA_DIR");
  const std::string folder = given != nullptr ? given : HYPERMATCH_DATA_DIR;
  if (!std::filesystem::exists(folder + "/MANIFEST.tsv")) {
    GTEST_SKIP() << "no real instances in " << folder;
  }
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  int seen = 0;
  for (auto& row : manifest(folder + "/MANIFEST.tsv")) {
    const std::string path = folder + "/" + row["path"] + ".zst";
    if (row["type"] != "hgr") continue;
    if (!std::filesystem::exists(path)) {
      std::cout << "note: " << row["path"] << " is not there, left out\n";
      continue;
    }
    SCOPED_TRACE(row["path"]);
    ++seen;
    const Instance instance = read(context, path);
    const HypergraphView view = std::get<Hypergraph>(instance.data).view();
    EXPECT_EQ(std::to_string(view.num_vertices), row["n(rows)"]);
    EXPECT_EQ(std::to_string(view.num_edges()), row["m"]);
    const std::uint64_t pins = std::stoull(row["pins/nnz"]);
    EXPECT_TRUE(pins == view.num_pins() || pins == view.num_pins() + instance.report.merged_pins)
        << pins << " is not " << view.num_pins();
    EXPECT_EQ(std::to_string(instance.report.bytes), row["bytes"]);
    validate(view);
    const auto stream = open_stream(path);
    StreamedEdge edge;
    std::uint64_t streamed = 0;
    while (stream->next(edge)) streamed += edge.pins.size();
    EXPECT_EQ(streamed, view.num_pins());
  }
  if (seen == 0) GTEST_SKIP() << "none of the files is in " << folder;
}

}  // namespace
}  // namespace hypermatch::io::testing
