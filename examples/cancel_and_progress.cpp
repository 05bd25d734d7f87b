// SPDX-License-Identifier: MIT
// Shows how far a call is, and stops it: here when half of the edges are decided, in a program with
// a window when a button is pressed.
#include <cstdio>
#include <cstdlib>
#include <stop_token>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace {

// True if the call was stopped.
bool match(const hypermatch::Hypergraph& hypergraph, double stop_at) {
  // docs: begin
  std::stop_source button;  // any thread may press it
  const auto show = [&](const hypermatch::Progress& progress) {
    const double part = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    if (part >= stop_at) button.request_stop();
  };
  const hypermatch::Context context({.threads = 1, .progress = show, .stop = button.get_token()});
  try {
    const auto matching = hypermatch::local_max(
        context, hypergraph.view(), {.variant = hypermatch::LocalMaxVariant::sequential});
    std::printf("done: %zu edges in %llu rounds\n", matching.edges.size(),
                static_cast<unsigned long long>(matching.stats.rounds));
    return false;
  } catch (const hypermatch::Error& error) {
    if (error.code() != hypermatch::ErrorCode::cancelled) throw;
    std::printf("stopped: %s\n", error.what());
    return true;
  }
  // docs: end
}

}  // namespace

int main() {
  try {
    const hypermatch::Context context;
    const hypermatch::Hypergraph hypergraph =
        hypermatch::generate::hypergraph(context, "uniform", {{"n", 5000}, {"m", 20000}, {"k", 3}});
    const bool first = match(hypergraph, 0.5);
    const bool second = match(hypergraph, 2);  // never
    return first && !second ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
