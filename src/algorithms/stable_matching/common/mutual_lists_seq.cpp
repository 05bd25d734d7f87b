// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/mutual_lists.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/tie_order.hpp"
#include "parallel/host/check_preferences.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

constexpr std::uint32_t k_absent = ~std::uint32_t{0};

class Builder {
 public:
  Builder(const Context& context, const PreferencesView& preferences)
      : context_(context), given_(preferences) {
    lists_.num_left = preferences.num_left;
    lists_.offsets.assign(given_.offsets.begin(), given_.offsets.end());
    if (lists_.offsets.empty()) lists_.offsets.push_back(0);
    lists_.partners.assign(given_.partners.begin(), given_.partners.end());
  }

  [[nodiscard]] MutualLists run(TiesOfLists ties, std::uint64_t seed) {
    if (!given_.ties.empty()) {
      if (ties == TiesOfLists::keep) {
        lists_.ranks.assign(given_.ties.begin(), given_.ties.end());
      } else {
        break_ties(seed);
      }
    }
    find_places();
    const std::uint64_t dropped = drop_absent();
    if (!given_.capacities.empty()) {
      close_agents_without_places();
      for (VertexId x = 0; x < lists_.num_agents(); ++x) {
        lists_.capacities.push_back(std::min(given_.capacities[x], lists_.length(x)));
      }
    }
    return {std::move(lists_), dropped};
  }

 private:
  void break_ties(std::uint64_t seed) {
    TieOrder order(given_, seed);
    parallel::StopCheck stop(context_);
    for (VertexId x = 0; x < given_.num_agents; ++x) {
      const std::span<const VertexId> list = order.of(x);
      stop.done(list.size() + 1);
      std::copy(list.begin(), list.end(),
                lists_.partners.begin() + static_cast<std::ptrdiff_t>(given_.offsets[x]));
    }
  }

  // For each entry the place of the agent in the partner's list, or k_absent: what points at an
  // agent is collected by agents, and then met with its own list.
  void find_places() {
    const VertexId n = lists_.num_agents();
    const std::vector<std::uint64_t>& offsets = lists_.offsets;
    const std::vector<VertexId>& partners = lists_.partners;
    std::vector<std::uint64_t> begin(n + std::size_t{1}, 0);
    for (const VertexId y : partners) ++begin[y + std::size_t{1}];
    for (std::size_t y = 0; y < n; ++y) begin[y + 1] += begin[y];
    context_.check_cancelled();
    std::vector<std::uint64_t> incoming(partners.size());  // entries that name an agent
    std::vector<VertexId> source(partners.size());
    std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
    for (VertexId x = 0; x < n; ++x) {
      for (std::uint64_t e = offsets[x]; e < offsets[x + std::size_t{1}]; ++e) {
        const std::uint64_t place = next[partners[e]]++;
        incoming[place] = e;
        source[place] = x;
      }
    }
    context_.check_cancelled();
    lists_.places.assign(partners.size(), k_absent);
    std::vector<std::uint32_t> place_of(n, k_absent);
    parallel::StopCheck stop(context_);
    for (VertexId y = 0; y < n; ++y) {
      stop.done(lists_.length(y) + 1);
      for (std::uint32_t i = 0; i < lists_.length(y); ++i) place_of[lists_.partner(y, i)] = i;
      for (std::uint64_t i = begin[y]; i < begin[y + std::size_t{1}]; ++i) {
        lists_.places[incoming[i]] = place_of[source[i]];
      }
      for (std::uint32_t i = 0; i < lists_.length(y); ++i) {
        place_of[lists_.partner(y, i)] = k_absent;
      }
    }
  }

  // Drops the entries whose place is k_absent, and returns their number.
  std::uint64_t drop_absent() {
    const auto absent = static_cast<std::uint64_t>(
        std::count(lists_.places.begin(), lists_.places.end(), k_absent));
    if (absent == 0) return 0;
    const VertexId n = lists_.num_agents();
    std::vector<std::uint32_t> new_place(lists_.partners.size(), k_absent);
    for (VertexId x = 0; x < n; ++x) {
      std::uint32_t kept = 0;
      for (std::uint64_t e = lists_.offsets[x]; e < lists_.offsets[x + std::size_t{1}]; ++e) {
        if (lists_.places[e] != k_absent) new_place[e] = kept++;
      }
    }
    context_.check_cancelled();
    PairLists kept;
    kept.num_left = lists_.num_left;
    kept.offsets.reserve(lists_.offsets.size());
    const std::size_t entries = lists_.partners.size() - absent;
    kept.partners.reserve(entries);
    kept.places.reserve(entries);
    for (VertexId x = 0; x < n; ++x) {
      for (std::uint32_t i = 0; i < lists_.length(x); ++i) {
        const std::uint32_t place = lists_.place_at_partner(x, i);
        if (place == k_absent) continue;
        const VertexId y = lists_.partner(x, i);
        kept.partners.push_back(y);
        kept.places.push_back(new_place[lists_.offsets[y] + place]);
        if (!lists_.ranks.empty()) kept.ranks.push_back(lists_.rank(x, i));
      }
      kept.offsets.push_back(kept.partners.size());
    }
    lists_ = std::move(kept);
    return absent;
  }

  // Drops all pairs with an agent of capacity 0. What is left keeps its rank: these agents are
  // listed.
  void close_agents_without_places() {
    const auto is_closed = [&](VertexId x) { return given_.capacities[x] == 0; };
    const VertexId n = lists_.num_agents();
    VertexId closed = 0;
    for (VertexId x = 0; x < n; ++x) closed += is_closed(x) ? 1 : 0;
    if (closed == 0) return;
    const bool is_strict = lists_.ranks.empty();
    for (VertexId x = 0; x < n; ++x) {
      for (std::uint32_t i = 0; i < lists_.length(x); ++i) {
        if (is_strict) lists_.ranks.push_back(i);
        if (is_closed(x) || is_closed(lists_.partner(x, i))) {
          lists_.places[lists_.offsets[x] + i] = k_absent;
        }
      }
    }
    drop_absent();
  }

  const Context& context_;
  const PreferencesView& given_;
  PairLists lists_;
};

}  // namespace

MutualLists mutual_lists(const Context& context, const PreferencesView& preferences,
                         TiesOfLists ties, std::uint64_t seed) {
  parallel::check_preferences(context, preferences);
  return Builder(context, preferences).run(ties, seed);
}

}  // namespace hypermatch::detail::stable_matching
