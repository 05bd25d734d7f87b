// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/mcvitie_wilson/score_rows.hpp"

#include <type_traits>
#include <vector>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "algorithms/stable_matching/common/scored_pairs.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

struct Listed {
  std::uint64_t mutual = 0;
  std::uint64_t one_sided = 0;
};

template <class Score>
Listed count_listed(const Context& context, std::span<const Score> left,
                    std::span<const Score> right) {
  if (!std::is_floating_point_v<Score>) return {left.size(), 0};
  const parallel::Chunks chunks = parallel::cut(context, left.size(), std::size_t{1} << 16);
  std::vector<Listed> parts(chunks.count);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint64_t mutual = 0, listed = 0;
    for (std::size_t e = begin; e < end; ++e) {
      const std::uint64_t by_left = is_listed(left[e]) ? 1 : 0;
      const std::uint64_t by_right = is_listed(right[e]) ? 1 : 0;
      mutual += by_left & by_right;
      listed += by_left + by_right;
    }
    parts[chunk] = {mutual, listed - 2 * mutual};
  });
  Listed all;
  for (const Listed& part : parts) {
    all.mutual += part.mutual;
    all.one_sided += part.one_sided;
  }
  return all;
}

// The mutual pairs by proposing agent: a counting sort, partners of an agent in the order of their
// rows.
template <class Score>
void copy_pairs(const Context& context, const ScoredPairsView& pairs, std::span<const Score> left,
                std::span<const Score> right, ScoreRows<Score>& rows) {
  const bool left_proposes = rows.proposing.first == 0;
  parallel::StopCheck stop(context);
  // body(proposing agent from 0, partner, entry)
  const auto for_each_pair = [&](const auto& body) {
    for (VertexId x = 0; x < pairs.num_left; ++x) {
      stop.done(pairs.row_of(x).size() + 1);
      for (Offset e = pairs.offsets[x]; e < pairs.offsets[x + std::size_t{1}]; ++e) {
        if (!is_listed(left[e]) || !is_listed(right[e])) continue;
        const VertexId y = pairs.partners[e];
        body(left_proposes ? x : y - pairs.num_left, left_proposes ? y : x, e);
      }
    }
  };
  rows.own_offsets = Array<Offset>(rows.proposing.size() + std::size_t{1}, 0);
  for_each_pair(
      [&](VertexId agent, VertexId, Offset) { ++rows.own_offsets[agent + std::size_t{1}]; });
  for (std::size_t i = 1; i < rows.own_offsets.size(); ++i) {
    rows.own_offsets[i] += rows.own_offsets[i - 1];
  }
  const std::size_t entries = rows.own_offsets[rows.proposing.size()];
  rows.own_partners.resize(entries);
  rows.own_mine.resize(entries);
  rows.own_theirs.resize(entries);
  Array<Offset> next(rows.own_offsets.view());
  for_each_pair([&](VertexId agent, VertexId partner, Offset e) {
    const Offset at = next[agent]++;
    rows.own_partners[at] = partner;
    rows.own_mine[at] = left_proposes ? left[e] : right[e];
    rows.own_theirs[at] = left_proposes ? right[e] : left[e];
  });
  rows.view_own();
}

// At most the entries of each agent, so that no one asks for more places than there can be.
template <class Score>
void put_capacities(std::span<const std::uint32_t> given, ScoreRows<Score>& rows) {
  if (given.empty()) return;
  rows.capacities = Array<std::uint32_t>(given.size(), 0);
  for (VertexId x = rows.first(); x < rows.last(); ++x) rows.capacities[x] = rows.length(x);
  for (const VertexId y : rows.partners) ++rows.capacities[y];
  for (std::size_t x = 0; x < given.size(); ++x) {
    rows.capacities[x] = std::min(rows.capacities[x], given[x]);
  }
}

}  // namespace

template <class Score>
ScoreRows<Score> rows_of_pairs(const Context& context, const ScoredPairsView& pairs,
                               std::span<const Score> left, std::span<const Score> right,
                               const StableMatchingOptions& options) {
  ScoreRows<Score> rows;
  rows.seed = options.seed;
  rows.proposing = {0, pairs.num_left};
  rows.receiving = {pairs.num_left, pairs.num_agents};
  if (options.optimal == OptimalSide::right) std::swap(rows.proposing, rows.receiving);
  const Listed listed = count_listed(context, left, right);
  rows.dropped = listed.one_sided;
  if (options.optimal == OptimalSide::left && listed.mutual == left.size() &&
      !pairs.offsets.empty()) {
    rows.offsets = pairs.offsets;
    rows.partners = pairs.partners;
    rows.mine = left;
    rows.theirs = right;
  } else {
    copy_pairs(context, pairs, left, right, rows);
  }
  put_capacities(pairs.capacities, rows);
  return rows;
}

template ScoreRows<float> rows_of_pairs(const Context&, const ScoredPairsView&,
                                        std::span<const float>, std::span<const float>,
                                        const StableMatchingOptions&);
template ScoreRows<double> rows_of_pairs(const Context&, const ScoredPairsView&,
                                         std::span<const double>, std::span<const double>,
                                         const StableMatchingOptions&);
template ScoreRows<std::int32_t> rows_of_pairs(const Context&, const ScoredPairsView&,
                                               std::span<const std::int32_t>,
                                               std::span<const std::int32_t>,
                                               const StableMatchingOptions&);
template ScoreRows<std::int64_t> rows_of_pairs(const Context&, const ScoredPairsView&,
                                               std::span<const std::int64_t>,
                                               std::span<const std::int64_t>,
                                               const StableMatchingOptions&);

ScoreRows<std::int32_t> rows_of_lists(const Context& context, const PreferencesView& preferences,
                                      const StableMatchingOptions& options) {
  const ProposalLists lists(context, preferences, proposers_of(options), options.seed);
  ScoreRows<std::int32_t> rows;
  rows.seed = options.seed;
  rows.proposing = {lists.first(), lists.last()};
  rows.receiving = {lists.first_receiver(), lists.last_receiver()};
  rows.dropped = lists.dropped();
  const std::size_t agents = rows.proposing.size();
  const auto agent_at = [&](std::size_t i) { return static_cast<VertexId>(lists.first() + i); };
  rows.own_offsets.resize(agents + 1);
  const Offset entries = parallel::exclusive_scan<Offset>(
      context, agents, [&](std::size_t i) { return Offset{lists.num_mutual(agent_at(i))}; },
      [&](std::size_t i, Offset begin) { rows.own_offsets[i] = begin; });
  rows.own_offsets[agents] = entries;
  rows.own_partners.resize(entries);
  rows.own_mine.resize(entries);
  rows.own_theirs.resize(entries);
  // Falls as the place rises, over the whole range.
  const auto score_of = [](std::uint32_t place) {
    return static_cast<std::int32_t>(std::uint32_t{std::numeric_limits<std::int32_t>::max()} -
                                     place);
  };
  parallel::for_each(context, agents, [&](std::size_t i) {
    const Offset begin = rows.own_offsets[i];
    const std::span<const ProposalEntry> list = lists.list_of(agent_at(i));
    for (std::uint32_t k = 0; k < rows.own_offsets[i + 1] - begin; ++k) {
      rows.own_partners[begin + k] = list[k].partner;
      rows.own_mine[begin + k] = score_of(k);
      rows.own_theirs[begin + k] = score_of(list[k].place);
    }
  });
  rows.view_own();
  put_capacities(preferences.capacities, rows);
  return rows;
}

}  // namespace hypermatch::detail::stable_matching
