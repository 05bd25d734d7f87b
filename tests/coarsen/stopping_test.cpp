// SPDX-License-Identifier: MIT
// Stops and progress reach everything that coarsens.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

struct Call {
  const char* name;
  StoppedCall run;
};

class Coarsening : public testing::Test {
 protected:
  Coarsening() {
    const Context one({.threads = 1});
    const auto n = by_build<VertexId>(80'000, 20'000);
    list_ = random_graph(n, 4 * std::size_t{n}, 3);
    weigh<double>(list_, 1000, 3);
    rows_ = compress(one, list_.view());
    netlist_ = to_hypergraph(list_.view());
    labels_ = Array<VertexId>(n);
    mates_ = Array<VertexId>(n, k_none);
    for (VertexId v = 0; v < n; ++v) labels_[v] = v / 3;
    for (VertexId v = 0; v + 1 < n; v += 2)
      std::tie(mates_[v], mates_[v + 1]) = std::pair(v + 1, v);
    calls_ = {
        {"contract", [this](const Context& c) { (void)contract(c, rows_.view(), labels()); }},
        {"contract a hypergraph",
         [this](const Context& c) { (void)contract(c, netlist_.view(), labels()); }},
        {"match_vertices", [this](const Context& c) { (void)match_vertices(c, rows_.view()); }},
        {"match_vertices of a hypergraph",
         [this](const Context& c) { (void)match_vertices(c, netlist_.view()); }},
        {"rate_edges",
         [this](const Context& c) {
           (void)rate_edges(c, list_.view(), {}, EdgeRating::inner_outer);
         }},
        {"rate_edges of rows",
         [this](const Context& c) {
           (void)rate_edges(c, rows_.view(), {}, EdgeRating::inner_outer);
         }},
        {"labels_of", [this](const Context& c) { (void)labels_of(c, mates_.view()); }},
        {"labels_of a hypergraph",
         [this](const Context& c) { (void)labels_of(c, netlist_.view(), std::vector<EdgeId>{0}); }},
        {"project",
         [this](const Context& c) { (void)project(c, labels_.view(), labels_.view()); }}};
  }
  [[nodiscard]] LabelsView labels() const { return LabelsView(labels_.view()); }

  EdgeList list_;
  CompressedGraph rows_;
  Hypergraph netlist_;
  Array<VertexId> labels_;
  Array<VertexId> mates_;
  std::vector<Call> calls_;
};

TEST_F(Coarsening, StopsBeforeItBegins) {
  std::stop_source source;
  source.request_stop();
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .stop = source.get_token()});
    for (const Call& call : calls_) {
      try {
        call.run(context);
        ADD_FAILURE() << call.name;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled) << call.name;
      }
    }
  }
}

TEST_F(Coarsening, ReportsProgressAndStopsThere) {
  // One thread: which blocks the caller takes of several is chance.
  for (const Call& call : calls_) {
    std::uint64_t reports = 0;
    call.run(Context({.threads = 1, .progress = [&](const Progress&) { ++reports; }}));
    EXPECT_GT(reports, 0U) << call.name;
    for (const std::uint64_t at : {std::uint64_t{1}, (reports + 1) / 2}) {
      std::stop_source source;
      std::uint64_t seen = 0;
      const Context context({.threads = 1,
                             .progress =
                                 [&](const Progress&) {
                                   if (++seen == at) source.request_stop();
                                 },
                             .stop = source.get_token()});
      try {
        call.run(context);
        EXPECT_EQ(at, reports) << call.name << " does not stop at report " << at;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled) << call.name;
        EXPECT_LE(seen, at + 1) << call.name;
      }
    }
  }
}

TEST_F(Coarsening, StopsWhileItWorks) {
  for (std::size_t i = 0; i < 4; ++i) expect_stops(calls_[i].run, 1, {0.4});
}

}  // namespace
}  // namespace hypermatch::test
