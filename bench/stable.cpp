// SPDX-License-Identifier: MIT
#include "stable.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>

#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "instances/instances.hpp"
#include "instances/stable_scores.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

template <class View>
using RunOn = std::function<StableMatching(const Context&, const View&)>;
using StableRun = RunOn<PreferencesView>;

struct StableContestant {
  const char* name;
  StableRun run;
};

std::vector<StableContestant> stable_contestants() {
  const auto rounds = [](const Context& context, const PreferencesView& preferences) {
    return gale_shapley(context, preferences, {.variant = GaleShapleyVariant::rounds});
  };
  const auto queue = [](const Context& context, const PreferencesView& preferences) {
    return gale_shapley(context, preferences);
  };
  const auto chains = [](const Context& context, const PreferencesView& preferences) {
    return mcvitie_wilson(context, preferences);
  };
  return {
      {"mcvitie_wilson", chains}, {"gale_shapley, queue", queue}, {"gale_shapley, rounds", rounds}};
}

struct Times {
  double prepare = 0;  // milliseconds, medians
  double propose = 0;
  StableMatching found = {};
};

template <class View>
Times stable_times(const StableSettings& settings, int threads, const View& preferences,
                   const RunOn<View>& run) {
  const Context context({.threads = threads});
  Times times;
  std::vector<double> prepare;
  std::vector<double> propose;
  for (std::size_t i = 0; i <= settings.repetitions; ++i) {
    const double all = milliseconds([&] { times.found = run(context, preferences); });
    if (i == 0) continue;  // a warm-up
    prepare.push_back(times.found.stats.prepare_seconds * 1e3);
    propose.push_back(all - prepare.back());
  }
  times.prepare = median(prepare);
  times.propose = median(propose);
  return times;
}

Preferences load_preferences(const std::string& spec, const Context& context) {
  if (const auto family = parse_family(spec)) {
    return generate::preferences(context, family->family, family->parameters);
  }
  return io::read_preferences(context, spec).preferences;
}

void check_equal_pairs(const StableMatching& expected, const StableMatching& found) {
  if (expected.pairs == found.pairs && expected.proposals == found.proposals) return;
  std::fprintf(stderr, "error: the contestants' matchings differ\n");
  std::exit(EXIT_FAILURE);
}

// Complete lists that the agents of a side have in common, in turn: the first is that of the
// numbers, each other one is shuffled. `spec`: shared:N[:LISTS_OF_THE_LEFT[:OF_THE_RIGHT]].
SharedPreferences make_shared(const std::string& spec) {
  unsigned long n = 0, left_lists = 1, right_lists = 1;
  std::sscanf(spec.c_str(), "shared:%lu:%lu:%lu", &n, &left_lists, &right_lists);
  SharedPreferences made;
  made.num_left = static_cast<VertexId>(n);
  made.offsets.push_back(0);
  std::mt19937 random(1);
  std::vector<VertexId> list(n);
  for (std::size_t i = 0; i < left_lists + right_lists; ++i) {
    std::iota(list.begin(), list.end(), i < left_lists ? made.num_left : VertexId{0});
    if (i != 0 && i != left_lists) std::shuffle(list.begin(), list.end(), random);
    for (const VertexId y : list) made.partners.push_back(y);
    made.offsets.push_back(made.partners.size());
  }
  for (std::size_t x = 0; x < n; ++x) made.lists.push_back(static_cast<VertexId>(x % left_lists));
  for (std::size_t y = 0; y < n; ++y) {
    made.lists.push_back(static_cast<VertexId>(left_lists + y % right_lists));
  }
  return made;
}

void print_row(const std::string& name, std::uint64_t entries, const char* algorithm,
               const Times& one, const Times& all) {
  const auto proposals = static_cast<double>(one.found.proposals);
  std::printf("%s", table_row({name, std::to_string(entries), algorithm,
                               std::to_string(one.found.proposals), fixed(one.prepare, 1),
                               fixed(one.propose, 1), fixed(proposals / one.propose / 1e3, 1),
                               fixed(all.prepare, 1), fixed(all.propose, 1),
                               fixed(proposals / all.propose / 1e3, 1),
                               fixed((one.prepare + one.propose) / (all.prepare + all.propose), 2)})
                        .c_str());
  std::fflush(stdout);
}

// Lists that agents share, by each algorithm that keeps them. `spec`: as `make_shared`, or
// shared:FAMILY:PARAMETERS.
void compare_shared(const StableSettings& settings, const std::string& spec) {
  using Run = RunOn<SharedPreferencesView>;
  const std::pair<const char*, Run> contestants[] = {
      {"mcvitie_wilson", [](const auto& c, const auto& p) { return mcvitie_wilson(c, p); }},
      {"mcvitie_wilson, given order",
       [](const auto& c, const auto& p) {
         return mcvitie_wilson(c, p, {.proposal_order = ProposalOrder::given});
       }},
      {"gale_shapley, queue", [](const auto& c, const auto& p) { return gale_shapley(c, p); }},
      {"gale_shapley, rounds", [](const auto& c, const auto& p) {
         return gale_shapley(c, p, {.variant = GaleShapleyVariant::rounds});
       }}};
  const auto family = parse_family(spec.substr(spec.find(':') + 1));
  const SharedPreferences shared =
      family && family->family.find_first_not_of("0123456789") != std::string::npos
          ? generate::shared_preferences(Context(), family->family, family->parameters)
          : make_shared(spec);
  StableMatching expected;
  for (const auto& [name, run] : contestants) {
    const Times one = stable_times(settings, 1, shared.view(), run);
    const Times all = stable_times(settings, settings.threads, shared.view(), run);
    if (expected.stats.algorithm.empty()) expected = one.found;
    check_equal_pairs(expected, one.found);
    check_equal_pairs(expected, all.found);
    print_row(spec, count_entries(shared.view()), name, one, all);
  }
}

}  // namespace

int stable(const StableSettings& settings) {
  const Context many({.threads = settings.threads});
  const std::string so_many = std::to_string(settings.threads) + " threads";
  std::printf("%s%s",
              table_row({"instance", "entries", "algorithm", "proposals", "prepare ms",
                         "propose ms", "M/s", so_many + " prepare", "propose", "M/s", "speedup"})
                  .c_str(),
              table_rule(11).c_str());
  for (const std::string& spec : settings.instances) {
    if (spec.starts_with("shared:")) {
      compare_shared(settings, spec);
      continue;
    }
    constexpr std::string_view k_scores = "scores:";
    if (spec.starts_with(k_scores)) {
      const std::string lists = spec.substr(k_scores.size());
      compare_scores(settings, spec, load_preferences(lists, many).view());
      continue;
    }
    const Preferences preferences = load_preferences(spec, many);
    const std::string name = parse_family(spec) ? spec : name_of_file(spec);
    StableMatching expected;
    for (const StableContestant& contestant : stable_contestants()) {
      const Times one = stable_times(settings, 1, preferences.view(), contestant.run);
      const Times all =
          stable_times(settings, settings.threads, preferences.view(), contestant.run);
      if (expected.stats.algorithm.empty()) expected = one.found;
      check_equal_pairs(expected, one.found);
      check_equal_pairs(expected, all.found);
      print_row(name, preferences.partners.size(), contestant.name, one, all);
    }
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> stable_instances() {
  return {"easy_marriage:n=1000000", "random_marriage:left=3000,right=3000", "hard_marriage:n=3000",
          "residents:residents=1000000,hospitals=10000"};
}

}  // namespace hypermatch::bench
