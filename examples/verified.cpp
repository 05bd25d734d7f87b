// SPDX-License-Identifier: MIT
// Proves an answer: that the matching is valid and the greedy one, and how far it is from the
// optimum at most. A matching that was tampered with is refused, with the first violated fact.
#include <cstdio>
#include <cstdlib>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify.hpp"

int main() {
  try {
    const hypermatch::Context context;
    hypermatch::Hypergraph hypergraph =
        hypermatch::generate::hypergraph(context, "uniform", {{"n", 3000}, {"m", 9000}, {"k", 3}});
    hypermatch::generate::assign_weights(context, hypergraph.weights, 9000, "random:1..100");
    // docs: begin
    auto matching = hypermatch::local_max(context, hypergraph.view());
    const auto verdict = hypermatch::verify::check_matching(context, hypergraph.view(),
                                                            matching.edges, {.greedy = true});
    if (!verdict.ok) std::printf("refused: %s\n", verdict.violation.c_str());
    // docs: end
    std::printf("%zu edges of weight %.0f: %s, %s, at least %.2f of the optimum\n",
                matching.edges.size(), verdict.value.weight, verdict.valid ? "valid" : "invalid",
                verdict.greedy ? "greedy" : "not greedy", verdict.certified_ratio);

    const hypermatch::EdgeId lost = matching.edges.back();
    matching.edges.pop_back();
    const auto second = hypermatch::verify::check_matching(context, hypergraph.view(),
                                                           matching.edges, {.maximal = true});
    std::printf("without edge %u: %s\n", lost + 1, second.violation.c_str());
    return verdict.ok && !second.ok ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
