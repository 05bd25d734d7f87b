// SPDX-License-Identifier: MIT
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "bipartite.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/names.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

using Algorithm = BipartiteMatching(const Context&, const BipartiteView&, const BipartiteOptions&);

constexpr double k_never = std::numeric_limits<double>::infinity();
// What all runs on an instance may take together, and what the default may lose before it is told.
constexpr double k_budget = 1000.0;  // milliseconds
constexpr double k_loss = 1.2;

struct Contestant {
  std::string name;
  Algorithm* run;
  BipartiteStart start;
  double best = k_never;  // milliseconds
};

// Of the calling thread, on which everything runs here: machines are shared.
double processor_milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// The default comes first.
std::vector<Contestant> all_contestants() {
  std::vector<Contestant> all = {{"default", maximum_matching, BipartiteStart::automatic}};
  constexpr std::pair<const char*, Algorithm*> k_algorithms[] = {
      {"hopcroft_karp", hopcroft_karp}, {"hkdw", hkdw}, {"pfp", pfp}};
  for (const auto& [name, run] : k_algorithms) {
    for (const BipartiteStart start :
         {BipartiteStart::cheap, BipartiteStart::least_degree, BipartiteStart::karp_sipser}) {
      all.push_back({std::string(name) + " from " + std::string(name_of(start)), run, start});
    }
  }
  return all;
}

struct Outcome {
  std::uint64_t size = 0;
  std::string reason;  // why the default stopped
};

// Runs them in turn, one that is given up once; no later run is worth more than its limit.
Outcome compare(const BipartiteView& graph, std::size_t repetitions,
                std::vector<Contestant>& contestants) {
  Outcome outcome;
  double limit = 60;  // seconds
  double spent = 0;
  for (std::size_t r = 0; r < 5 * repetitions && (r == 0 || spent < k_budget); ++r) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      // The first one in a round may have cold caches.
      Contestant& contestant = contestants[(i + 3 * r) % contestants.size()];
      if (r > 0 && contestant.best == k_never) continue;
      const Deadline deadline(limit);
      const Context context({.threads = 1, .stop = deadline.token()});
      BipartiteMatching found;
      try {
        const double begin = processor_milliseconds();
        found = contestant.run(context, graph, {.start = contestant.start});
        const double time = processor_milliseconds() - begin;
        contestant.best = std::min(contestant.best, time);
        spent += time;
        limit = std::min(limit, std::max(0.2, 8e-3 * time));
      } catch (const Error& error) {
        if (error.code() != ErrorCode::cancelled) throw;
        continue;
      }
      if (outcome.size == 0) outcome.size = found.cardinality;
      if (found.cardinality != outcome.size) {
        throw Error(ErrorCode::internal, contestant.name + " finds another size");
      }
      if (contestant.start == BipartiteStart::automatic) {
        outcome.reason = found.stats.stop_reason + "; start " +
                         std::string(name_of(found.stats.start)) + " left " +
                         std::to_string(found.cardinality - found.stats.start_cardinality);
      }
    }
  }
  return outcome;
}

}  // namespace

int bipartite_default(const BipartiteSettings& settings) {
  const Context many({.threads = settings.threads});
  std::printf("%s%s",
              table_row({"instance", "rows", "columns", "entries", "size", "default ms", "best ms",
                         "times", "best", "the default's way"})
                  .c_str(),
              table_rule(10).c_str());
  std::vector<double> ratios;
  for (const std::string& spec : settings.instances) {
    const NamedBipartite instance = load_matrix(many, spec);
    const BipartiteView graph = instance.graph.view();
    std::vector<Contestant> contestants = all_contestants();
    const Outcome outcome = compare(graph, settings.repetitions, contestants);
    const auto best =
        std::min_element(contestants.begin() + 1, contestants.end(),
                         [](const Contestant& a, const Contestant& b) { return a.best < b.best; });
    const double ratio = contestants.front().best / best->best;
    ratios.push_back(ratio);
    if (ratio <= k_loss) continue;
    std::fputs(table_row({instance.name, std::to_string(graph.num_rows),
                          std::to_string(graph.num_columns), std::to_string(graph.num_entries()),
                          std::to_string(outcome.size), fixed(contestants.front().best, 3),
                          fixed(best->best, 3), fixed(ratio, 2), best->name, outcome.reason})
                   .c_str(),
               stdout);
    std::fflush(stdout);
  }
  if (ratios.empty()) return EXIT_SUCCESS;
  const auto lost =
      std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > k_loss; });
  std::printf(
      "\nThe default takes over %s times the best on %lld of %zu instances; %s times in geometric "
      "mean, %s at most.\n",
      fixed(k_loss, 1).c_str(), static_cast<long long>(lost), ratios.size(),
      fixed(geometric_mean(ratios), 2).c_str(),
      fixed(*std::max_element(ratios.begin(), ratios.end()), 2).c_str());
  return EXIT_SUCCESS;
}

}  // namespace hypermatch::bench
