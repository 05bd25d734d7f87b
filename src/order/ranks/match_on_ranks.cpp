// SPDX-License-Identifier: MIT
#include "order/ranks/match_on_ranks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "hypermatch/error.hpp"
#include "order/ranks/greedy_on_ranks.hpp"
#include "order/ranks/owned_rows.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::order {

namespace {

template <class Key>
Array<std::uint32_t> match(const Context& context, parallel::Mail& mail, const AgreedOrder& agreed,
                           const EdgePart& part, const Boundary& boundary, RankKeys& keys,
                           RankMethod method, RankMatching& matching) {
  if (method != RankMethod::batches) {
    OwnedRows<Key> rows(context, mail, part, boundary, keys);
    matching.costs.setup_bytes = mail.bytes();
    matching.costs.boundary_pairs = rows.num_pairs();
    Array<std::uint32_t> edges = rows.run(method);
    matching.stats.rounds = rows.rounds();
    return edges;
  }
  matching.costs.boundary_pairs = boundary.num_pairs();
  GreedyOnRanks<Key> greedy(context, mail, agreed, part, boundary, keys);
  Array<std::uint32_t> edges = greedy.run(matching.costs);
  matching.stats.rounds = greedy.sweeps();
  return edges;
}

// Edges and weight of all ranks. Real weights are added in ascending order of edges, by rank 0.
MatchingValue value_of_all(parallel::Mail& mail, std::span<const ExternalEdge> edges,
                           bool has_reals) {
  mail.clear();
  if (!has_reals) {
    base::Int128 sum = 0;
    for (const ExternalEdge& edge : edges) sum += static_cast<std::int64_t>(edge.bits);
    // In parts of 40 bits, which 2^24 ranks can add; the last one has the sign.
    constexpr std::uint64_t k_part = (std::uint64_t{1} << 40) - 1;
    std::uint64_t words[] = {edges.size(), static_cast<std::uint64_t>(sum) & k_part,
                             static_cast<std::uint64_t>(sum >> 40) & k_part,
                             static_cast<std::uint64_t>(sum >> 80)};
    mail.reduce(words, Reduction::sum);
    const base::Int128 all = (base::Int128{static_cast<std::int64_t>(words[3])} << 80) +
                             (base::Int128{words[2]} << 40) + base::Int128{words[1]};
    MatchingValue value;
    value.edges = words[0];
    structures::take_integer_sum(all, value);
    return value;
  }
  std::vector<std::uint64_t> own;
  own.reserve(edges.size());
  for (const ExternalEdge& edge : edges) own.push_back(edge.bits);
  mail.put<std::uint64_t>(0, own);
  mail.exchange();
  std::uint64_t words[2] = {0, 0};
  if (mail.rank() == 0) {
    structures::ValueSum sum(false);
    for (std::size_t q = 0; q < mail.size(); ++q) {
      for (const std::uint64_t bits : mail.take<std::uint64_t>(q)) sum.add(bits);
    }
    words[0] = sum.value().edges;
    words[1] = std::bit_cast<std::uint64_t>(sum.value().weight);
  }
  mail.clear();
  mail.reduce(words, Reduction::sum);
  MatchingValue value;
  value.is_integer = false;
  value.edges = words[0];
  value.weight = std::bit_cast<double>(words[1]);
  return value;
}

void add_costs(parallel::Mail& mail, RankCosts& costs) {
  costs.exchanges = mail.exchanges();
  costs.reductions = mail.reductions();
  costs.bytes = mail.bytes() - costs.setup_bytes - costs.stalled_bytes;
  std::uint64_t words[] = {costs.setup_bytes, costs.bytes, costs.boundary_pairs,
                           costs.stalled_edges, costs.stalled_bytes};
  mail.reduce(words, Reduction::sum);
  costs.setup_bytes = words[0];
  costs.bytes = words[1];
  costs.boundary_pairs = words[2];
  costs.stalled_edges = words[3];
  costs.stalled_bytes = words[4];
}

// The facts of the whole instance.
void take_facts(const EdgePart& part, const EdgeFacts& facts, bool has_reals,
                RankMatching& matching) {
  matching.num_vertices = part.num_vertices;
  matching.is_weighted = is_weighted(view_of(part.weights));
  matching.has_integer_weights = !has_reals;
  matching.num_edges = facts.edges;
  matching.num_pins = facts.pins;
  matching.max_edge_size = facts.max_size;
}

}  // namespace

RankMatching match_on_ranks(const Context& context, Communicator& ranks, EdgePart part,
                            const OrderOptions& order, EdgeShape shape, RankMethod method,
                            const RankTuning& tuning) {
  parallel::Mail mail(ranks);
  const base::Clock::time_point start = base::Clock::now();
  const AgreedOrder agreed = agree_on_order(mail, part, order, shape, tuning);
  // The baselines ask who owns the ends of edges.
  const std::size_t reach_every = method == RankMethod::batches ? tuning.reach_every : 0;
  const Boundary boundary(mail, part.num_vertices, part.pins.view(),
                          part.is_checked ? Pins::checked : Pins::unchecked, reach_every);
  RankMatching matching;
  matching.stats.prepare_seconds = base::seconds_since(start);
  RankKeys keys(agreed, shape, part);
  const Array<std::uint32_t> edges =
      agreed.is_narrow
          ? match<NarrowKey>(context, mail, agreed, part, boundary, keys, method, matching)
          : match<WideKey>(context, mail, agreed, part, boundary, keys, method, matching);
  const base::Clock::time_point listing = base::Clock::now();
  matching.edges.resize(edges.size());
  const WeightsView weights = view_of(part.weights);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint32_t e = edges[i];
    ExternalEdge& out = matching.edges[i];
    out = {part.first_edge + e, 0, 0, keys.keys().weight_of(weights, e)};
    if (shape != EdgeShape::pairs) continue;
    out.u = part.pins[2 * std::size_t{e}];
    out.v = part.pins[2 * std::size_t{e} + 1];
  }
  add_costs(mail, matching.costs);
  const bool has_reals = agreed.is_weighted && agreed.rule.has_reals;
  matching.value = value_of_all(mail, matching.edges.view(), has_reals);
  matching.costs.list_seconds = base::seconds_since(listing);
  matching.stats.objective = agreed.rule.order.objective;
  matching.stats.rating = agreed.rule.order.rating;
  matching.stats.stop_reason = "complete";
  take_facts(part, agreed.facts, has_reals, matching);
  return matching;
}

bool is_whole(Communicator& ranks, const EdgePart& part, EdgeShape shape) {
  if (ranks.size() != 1 || part.first_edge != 0) return false;
  agree(ranks, [&] { check_part(part, shape); });
  if (part.is_checked) return true;
  VertexId largest = 0;  // without a branch per pin
  for (const VertexId v : part.pins) largest = std::max(largest, v);
  return part.pins.empty() || largest < part.num_vertices;  // else it is refused on the other way
}

RankMatching matching_of_one(const EdgePart& part, EdgeShape shape,
                             std::span<const std::uint32_t> edges, const MatchingStats& stats,
                             base::Clock::time_point listing) {
  RankMatching matching;
  matching.stats = stats;
  EdgeFacts facts;
  facts.take(columns_of(part, shape), part.pins.size(), {});
  const bool has_reals = facts.has_reals;
  structures::ValueSum sum(!has_reals);
  matching.edges.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t e = edges[i];
    ExternalEdge& out = matching.edges[i];
    out = {e, 0, 0, 1};
    structures::with_weight(view_of(part.weights), e,
                            [&](auto weight) { out.bits = std::bit_cast<std::uint64_t>(weight); });
    sum.add(out.bits);
    if (shape != EdgeShape::pairs) continue;
    out.u = part.pins[2 * e];
    out.v = part.pins[2 * e + 1];
  }
  matching.value = sum.value();
  take_facts(part, facts, has_reals, matching);
  matching.costs.batches = stats.rounds;
  matching.costs.list_seconds = base::seconds_since(listing);
  return matching;
}

}  // namespace hypermatch::detail::order

namespace hypermatch {

void RankedEdges::for_each(const ExternalSink& sink) {
  constexpr std::size_t k_piece = std::size_t{1} << 16;
  const auto size = static_cast<std::size_t>(ranks_.size());
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  std::vector<Box> boxes(size);
  if (rank == 0 && !own_.empty()) sink(own_);
  for (std::size_t q = 1; q < size; ++q) {
    std::uint64_t num_pieces = q == rank ? (own_.size() + k_piece - 1) / k_piece : 0;
    ranks_.all_reduce({&num_pieces, 1}, Reduction::max);
    for (std::size_t i = 0; i < num_pieces; ++i) {
      for (Box& box : boxes) box.clear();
      if (q == rank) {
        const auto piece = own_.subspan(i * k_piece, std::min(k_piece, own_.size() - i * k_piece));
        boxes[0].resize(piece.size_bytes());
        std::memcpy(boxes[0].data(), piece.data(), piece.size_bytes());
      }
      ranks_.exchange(boxes);
      if (rank != 0) continue;
      sink({reinterpret_cast<const ExternalEdge*>(boxes[q].data()),
            boxes[q].size() / sizeof(ExternalEdge)});
    }
  }
}

}  // namespace hypermatch
