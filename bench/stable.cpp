// SPDX-License-Identifier: MIT
#include "stable.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>

#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/stable_matching.hpp"
#include "instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

using Run = std::function<StableMatching(const Context&, const PreferencesView&)>;

struct Contestant {
  const char* name;
  Run run;
};

std::vector<Contestant> contestants() {
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

Times timed(const StableSettings& settings, int threads, const PreferencesView& preferences,
            const Run& run) {
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

Preferences load(const std::string& spec, const Context& context) {
  if (const auto family = parse_family(spec)) {
    return generate::preferences(context, family->family, family->parameters);
  }
  return io::read_preferences(context, spec).preferences;
}

void check_equal(const StableMatching& expected, const StableMatching& found) {
  if (expected.pairs == found.pairs && expected.proposals == found.proposals) return;
  std::fprintf(stderr, "error: the contestants' matchings differ\n");
  std::exit(EXIT_FAILURE);
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
    const Preferences preferences = load(spec, many);
    const std::string name = parse_family(spec) ? spec : name_of_file(spec);
    StableMatching expected;
    for (const Contestant& contestant : contestants()) {
      const Times one = timed(settings, 1, preferences.view(), contestant.run);
      const Times all = timed(settings, settings.threads, preferences.view(), contestant.run);
      if (expected.stats.algorithm.empty()) expected = one.found;
      check_equal(expected, one.found);
      check_equal(expected, all.found);
      const auto proposals = static_cast<double>(expected.proposals);
      std::printf("%s",
                  table_row({name, std::to_string(preferences.partners.size()), contestant.name,
                             std::to_string(expected.proposals), fixed(one.prepare, 1),
                             fixed(one.propose, 1), fixed(proposals / one.propose / 1e3, 1),
                             fixed(all.prepare, 1), fixed(all.propose, 1),
                             fixed(proposals / all.propose / 1e3, 1),
                             fixed((one.prepare + one.propose) / (all.prepare + all.propose), 2)})
                      .c_str());
      std::fflush(stdout);
    }
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> stable_instances() {
  return {"easy_marriage:n=1000000", "random_marriage:left=3000,right=3000", "hard_marriage:n=3000",
          "residents:residents=1000000,hospitals=10000"};
}

}  // namespace hypermatch::bench
