// SPDX-License-Identifier: MIT
#include "instances/stable_scores.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/scored_preferences.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

struct Scored {
  VertexId partner;
  double score;
};

// The lists of agents `first` to `last - 1` by number, with scores.
std::vector<std::vector<Scored>> scored_lists(const PreferencesView& preferences, VertexId first,
                                              VertexId last) {
  std::vector<std::vector<Scored>> lists(last - first);
  for (VertexId x = first; x < last; ++x) {
    const std::span<const VertexId> list = preferences.list_of(x);
    auto& scored = lists[x - first];
    for (std::size_t i = 0; i < list.size(); ++i) {
      const double tie = preferences.tie(x, i);
      scored.push_back({list[i], 1.0 - (tie + 0.5) / static_cast<double>(list.size())});
    }
    std::sort(scored.begin(), scored.end(),
              [](const Scored& a, const Scored& b) { return a.partner < b.partner; });
  }
  return lists;
}

ScoredPairs pairs_of(const PreferencesView& preferences) {
  const VertexId num_left = preferences.num_left;
  const auto left = scored_lists(preferences, 0, num_left);
  const auto right = scored_lists(preferences, num_left, preferences.num_agents);
  ScoredPairs pairs;
  pairs.num_agents = preferences.num_agents;
  pairs.num_left = num_left;
  pairs.capacities = Array<std::uint32_t>(preferences.capacities);
  pairs.offsets.push_back(0);
  std::vector<std::size_t> next(right.size(), 0);  // left agents come in turn
  Array<double> left_scores, right_scores;
  for (VertexId x = 0; x < num_left; ++x) {
    for (const Scored& entry : left[x]) {
      const auto& list = right[entry.partner - num_left];
      std::size_t& at = next[entry.partner - num_left];
      while (at < list.size() && list[at].partner < x) ++at;
      if (at == list.size() || list[at].partner != x) continue;
      pairs.partners.push_back(entry.partner);
      left_scores.push_back(entry.score);
      right_scores.push_back(list[at].score);
    }
    pairs.offsets.push_back(pairs.partners.size());
  }
  pairs.left_scores = std::move(left_scores);
  pairs.right_scores = std::move(right_scores);
  return pairs;
}

// What any way that sorts the rows of the proposers takes at least, on one thread.
double sort_left(const ScoredPairsView& pairs) {
  const auto scores = std::get<std::span<const double>>(pairs.left_scores);
  return milliseconds([&] {
    std::vector<Scored> row;
    for (VertexId x = 0; x < pairs.num_left; ++x) {
      row.clear();
      for (Offset e = pairs.offsets[x]; e < pairs.offsets[x + std::size_t{1}]; ++e) {
        row.push_back({pairs.partners[e], scores[e]});
      }
      std::sort(row.begin(), row.end(), [](const Scored& a, const Scored& b) {
        return a.score != b.score ? a.score > b.score : a.partner < b.partner;
      });
    }
  });
}

}  // namespace

void compare_scores(const StableSettings& settings, const std::string& name,
                    const PreferencesView& preferences) {
  const ScoredPairs pairs = pairs_of(preferences);
  const ScoredPairsView view = pairs.view();
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  constexpr std::pair<const char*, ScoreSearch> k_ways[] = {{"sorted", ScoreSearch::sorted},
                                                            {"partial", ScoreSearch::partial},
                                                            {"unsorted", ScoreSearch::unsorted}};
  std::vector<StableMatching> found(2 * std::size(k_ways));
  std::vector<double> sorts;
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < found.size(); ++i) {
    runs.emplace_back([&, i] {
      found[i] = mcvitie_wilson(i % 2 == 0 ? one : many, view, {}, k_ways[i / 2].second);
    });
  }
  runs.emplace_back([&] { sorts.push_back(sort_left(view)); });
  const std::vector<double> times = medians(settings.repetitions, runs);
  for (const StableMatching& other : found) {
    if (other.pairs == found[0].pairs && other.proposals == found[0].proposals) continue;
    std::fprintf(stderr, "error: the matchings of scores differ\n");
    std::exit(EXIT_FAILURE);
  }
  std::printf("\n%s: %llu pairs, %llu proposals; the rows of the proposers sorted alone: %s ms\n\n",
              name.c_str(), static_cast<unsigned long long>(pairs.partners.size()),
              static_cast<unsigned long long>(found[0].proposals), fixed(median(sorts), 1).c_str());
  const std::string so_many = std::to_string(settings.threads) + " threads ms";
  std::printf("%s%s",
              table_row({"search", "ms", "times as fast", so_many, "times as fast"}).c_str(),
              table_rule(5).c_str());
  for (std::size_t i = 0; i < std::size(k_ways); ++i) {
    std::printf(
        "%s", table_row({k_ways[i].first, fixed(times[2 * i], 1), fixed(times[0] / times[2 * i], 2),
                         fixed(times[2 * i + 1], 1), fixed(times[1] / times[2 * i + 1], 2)})
                  .c_str());
  }
  std::fflush(stdout);
}

}  // namespace hypermatch::bench
