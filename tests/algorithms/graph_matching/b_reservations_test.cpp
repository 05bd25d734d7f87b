// SPDX-License-Identifier: MIT
// Batches under capacities that many threads take together: the greedy b-matching, to the byte.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::test {
namespace {

using Parameters = std::map<std::string, double>;

TEST(BReservations, ManyThreadsTakeTheGreedyMatching) {
  const Context one({.threads = 1});
  const Context many({.threads = 9, .backend = HostBackend::std_threads});
  for (const char* family : {"rmat", "random_graph", "star", "grid"}) {
    const std::string name = family;
    const Parameters parameters = name == "rmat" ? Parameters{{"scale", 11}, {"edge_factor", 20}}
                                  : name == "random_graph" ? Parameters{{"n", 9000}, {"alpha", 8}}
                                  : name == "star"         ? Parameters{{"leaves", 20'000}}
                                                           : Parameters{{"x", 120}, {"y", 110}};
    EdgeList list = generate::graph(one, name, parameters, 1);
    for (const char* weights : {"random:1..5", "random:-9..1000000", "unit"}) {
      SCOPED_TRACE(name + " " + weights);
      list.weights = {};
      generate::assign_weights(one, list.weights, list.view().num_edges(), weights);
      const VertexId n = list.num_vertices;
      std::vector<std::uint32_t> each(n);
      for (VertexId v = 0; v < n; ++v) {
        const std::uint64_t h = detail::base::hash(3, v);
        each[v] = static_cast<std::uint32_t>(h % 50 == 0 ? 300 : h % 7);
      }
      for (const Capacities& capacities :
           {Capacities{.common = 2}, Capacities{.common = 9}, Capacities{.each = each}}) {
        const Partners expected = greedy(one, list.view(), capacities, {.seed = 2});
        const Partners found = local_max(many, list.view(), capacities, {.seed = 2});
        ASSERT_EQ(found.offsets, expected.offsets);
        ASSERT_EQ(found.partners, expected.partners);
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
