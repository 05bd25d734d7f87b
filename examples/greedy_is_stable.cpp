// SPDX-License-Identifier: MIT
// Greedy is stable: where the weights of a graph say what each vertex prefers, Gale-Shapley, Suitor
// and greedy return one matching, and so do their versions for capacities.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/hypermatch.hpp"

namespace {

// Four applicants, numbered 0 .. 3, and three jobs, 4 .. 6; the weight is how well they fit.
hypermatch::EdgeList applicants_and_jobs() {
  hypermatch::EdgeList graph;
  graph.num_vertices = 7;
  hypermatch::Array<std::int32_t> weights;
  const auto add = [&](hypermatch::VertexId u, hypermatch::VertexId v, std::int32_t weight) {
    graph.edges.push_back({u, v});
    weights.push_back(weight);
  };
  add(0, 4, 9);
  add(0, 5, 8);
  add(1, 4, 7);
  add(1, 5, 6);
  add(2, 4, 5);
  add(2, 6, 3);
  add(3, 5, 4);
  add(3, 6, 2);
  graph.weights = std::move(weights);
  return graph;
}

std::vector<hypermatch::VertexId> mates_of(const hypermatch::StableMatching& matching) {
  std::vector<hypermatch::VertexId> mates(7, hypermatch::k_none);
  for (const auto& pair : matching.pairs) {
    mates[pair.u] = pair.v;
    mates[pair.v] = pair.u;
  }
  return mates;
}

}  // namespace

int main() {
  const hypermatch::Context context({.threads = 1});
  const hypermatch::Graph graph(applicants_and_jobs());
  const auto edges = graph.edges(context);
  const auto rows = graph.rows(context);
  // docs: begin
  // Each vertex lists its neighbours by falling weight; the first four are the left side.
  const auto lists = hypermatch::preferences_of_weights(context, rows.view(), {.num_left = 4});
  const auto stable = hypermatch::gale_shapley(context, lists.view());
  const auto suitors = hypermatch::suitor(context, rows.view());
  const auto greedy = hypermatch::greedy(context, edges.view());
  // docs: end
  for (const auto& pair : stable.pairs) std::printf("%u %u\n", pair.u, pair.v);
  bool is_one = mates_of(stable) == greedy.mates && suitors.mates == greedy.mates;

  // Two places each: agents of one side, or of two sides, and the greedy b-matching.
  const hypermatch::Capacities two{.common = 2};
  const auto places = hypermatch::preferences_of_weights(context, rows.view(), {.capacities = two});
  const auto fixtures = hypermatch::fixtures(context, places.view());
  const auto partners = hypermatch::greedy(context, edges.view(), two);
  const auto& pairs = std::get<hypermatch::StableMatching>(fixtures).pairs;
  std::printf("two places each:\n");
  for (const auto& pair : pairs) {
    std::printf("%u %u\n", pair.u, pair.v);
    const auto held = partners.partners_of(pair.u);
    is_one = is_one && std::find(held.begin(), held.end(), pair.v) != held.end();
  }
  is_one = is_one && 2 * pairs.size() == partners.partners.size();
  return is_one ? EXIT_SUCCESS : EXIT_FAILURE;
}
