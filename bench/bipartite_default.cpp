// SPDX-License-Identifier: MIT
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>

#include "bipartite.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();
// All runs on an instance take at most this, but for the first of each.
constexpr double k_budget = 400.0;         // milliseconds
constexpr std::size_t k_most_rounds = 20;  // times as many runs as asked for, within the budget
constexpr double k_loss = 1.2;             // a ratio above it is counted as lost

struct DefaultContestant {
  const char* name;
  BipartiteAlgorithm* run;
  BipartiteStart start;
  double best = k_never;  // milliseconds
};

// The default comes first, then the algorithms from their own starts, then from other ones.
constexpr std::size_t k_first_other_start = 7;
constexpr std::array<DefaultContestant, 10> k_contestants = {{
    {"default", maximum_matching, BipartiteStart::automatic},
    {"hopcroft_karp", hopcroft_karp, BipartiteStart::automatic},
    {"hkdw", hkdw, BipartiteStart::automatic},
    {"pfp", pfp, BipartiteStart::automatic},
    {"ms_bfs_graft", ms_bfs_graft, BipartiteStart::automatic},
    {"p_dbfs", p_dbfs, BipartiteStart::automatic},
    {"p_pfp", p_pfp, BipartiteStart::automatic},
    {"hopcroft_karp, least_degree", hopcroft_karp, BipartiteStart::least_degree},
    {"hkdw, least_degree", hkdw, BipartiteStart::least_degree},
    {"pfp, least_degree", pfp, BipartiteStart::least_degree},
}};
using DefaultContestants = std::array<DefaultContestant, 10>;

// Processor time of the calling thread, which does all the work here: machines are shared.
double processor_milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Outcome {
  std::uint64_t size = 0;
  std::string reason;  // why the default stopped
};

class DefaultContest {
 public:
  explicit DefaultContest(const BipartiteView& graph) : graph_(graph) {}

  // Runs all in turn, each until it is given up; a run is given up after ten times the least time.
  Outcome compare(std::size_t repetitions, DefaultContestants& contestants) {
    std::mt19937 random(1);
    std::array<std::size_t, std::tuple_size_v<DefaultContestants>> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t r = 0; r < k_most_rounds * repetitions && (r <= 1 || spent_ < k_budget); ++r) {
      if (r == 1 && spent_ > 10 * k_budget) break;
      // In random order: what ran before leaves its traces in caches and in the allocator.
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) {
        DefaultContestant& contestant = contestants[i];
        if (r == 0 || contestant.best != k_never) run(contestant);
      }
    }
    return outcome_;
  }

 private:
  void run(DefaultContestant& contestant) {
    const Deadline deadline(limit_);
    const Context context({.threads = 1, .stop = deadline.token()});
    BipartiteMatching found;
    try {
      const double begin = processor_milliseconds();
      found = contestant.run(context, graph_, {.start = contestant.start});
      const double time = processor_milliseconds() - begin;
      contestant.best = std::min(contestant.best, time);
      spent_ += time;
      limit_ = std::min(limit_, std::max(0.2, 1e-2 * time));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled) throw;
      return;
    }
    if (outcome_.reason.empty()) outcome_.size = found.cardinality;
    if (found.cardinality != outcome_.size) {
      throw Error(ErrorCode::internal, std::string(contestant.name) + " finds another size");
    }
    if (contestant.run == maximum_matching) {
      outcome_.reason = found.stats.stop_reason + "; " + std::string(name_of(found.stats.start)) +
                        " left " +
                        std::to_string(found.cardinality - found.stats.start_cardinality);
    }
  }

  BipartiteView graph_;
  Outcome outcome_;
  double limit_ = 60;  // seconds
  double spent_ = 0;
};

// What the ratios of all instances come to.
std::string summary(const char* of_what, const std::vector<double>& ratios) {
  const auto lost =
      std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > k_loss; });
  return "Over " + fixed(k_loss, 1) + " times the best " + of_what + " on " + std::to_string(lost) +
         " of " + std::to_string(ratios.size()) + " instances; " +
         fixed(geometric_mean(ratios), 2) + " times in geometric mean, " +
         fixed(*std::max_element(ratios.begin(), ratios.end()), 2) + " at most.\n";
}

const DefaultContestant& best_of(const DefaultContestants& contestants, std::size_t end) {
  return *std::min_element(
      contestants.begin() + 1, contestants.begin() + static_cast<std::ptrdiff_t>(end),
      [](const DefaultContestant& a, const DefaultContestant& b) { return a.best < b.best; });
}

}  // namespace

int bipartite_default(const BipartiteSettings& settings) {
  const Context many({.threads = settings.threads});
  std::printf("%s%s",
              table_row({"instance", "rows", "columns", "entries", "size", "default ms", "best ms",
                         "times", "best", "from any start", "times", "the default's way"})
                  .c_str(),
              table_rule(12).c_str());
  std::vector<double> ratios;
  std::vector<double> any_ratios;
  for (const std::string& spec : settings.instances) {
    const NamedBipartite instance = load_matrix(many, spec);
    const BipartiteView graph = instance.graph.view();
    DefaultContestants contestants = k_contestants;
    const Outcome outcome = DefaultContest(graph).compare(settings.repetitions, contestants);
    const double mine = contestants.front().best;
    const DefaultContestant& best = best_of(contestants, k_first_other_start);
    const DefaultContestant& any = best_of(contestants, 10);
    ratios.push_back(mine / best.best);
    any_ratios.push_back(mine / any.best);
    std::fputs(
        table_row({instance.name, std::to_string(graph.num_rows), std::to_string(graph.num_columns),
                   std::to_string(graph.num_entries()), std::to_string(outcome.size),
                   fixed(mine, 3), fixed(best.best, 3), fixed(ratios.back(), 2), best.name,
                   any.name, fixed(any_ratios.back(), 2), outcome.reason})
            .c_str(),
        stdout);
    std::fflush(stdout);
  }
  if (ratios.empty()) return EXIT_SUCCESS;
  std::printf("\n%s%s", summary("from its own start", ratios).c_str(),
              summary("from any start", any_ratios).c_str());
  return EXIT_SUCCESS;
}

}  // namespace hypermatch::bench
