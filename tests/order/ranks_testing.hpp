// SPDX-License-Identifier: MIT
// Matchings of instances that are cut into parts for ranks that are threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/ranks_matching.hpp"
#include "order/ranks/match_on_ranks.hpp"
#include "tests/order/odd_edges.hpp"

namespace hypermatch {

// Rounds also where few edges are left, and little room for what stalls.
inline constexpr detail::order::RankTuning k_tight{
    .id_bits = 32, .few_edges = 2, .least_room = 16, .most_splitters = 7, .reach_every = 0};
// As above; where each rank meets many vertices of the others, all know all.
inline constexpr detail::order::RankTuning k_tight_by_all{
    .id_bits = 32, .few_edges = 2, .least_room = 16, .most_splitters = 7, .reach_every = 1};

// The edges of rank q of p; the cuts are uneven.
inline EdgePart part_of(const Edges& edges, detail::order::EdgeShape shape, std::size_t q,
                        std::size_t p) {
  const std::size_t m = edges.pins.size();
  const auto cut = [&](std::size_t i) { return i == p ? m : m * i * i / (p * p); };
  EdgePart part;
  part.num_vertices = edges.num_vertices;
  part.first_edge = cut(q);
  if (shape == detail::order::EdgeShape::hyperedges) part.offsets.push_back(0);
  for (std::size_t e = cut(q); e < cut(q + 1); ++e) {
    for (const VertexId v : edges.pins[e]) part.pins.push_back(v);
    if (shape == detail::order::EdgeShape::hyperedges) part.offsets.push_back(part.pins.size());
  }
  std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          part.weights = Held(held.view().subspan(cut(q), cut(q + 1) - cut(q)));
        }
      },
      edges.weights);
  return part;
}

struct Gathered {
  std::vector<ExternalEdge> edges;
  RankMatching first;  // of rank 0
};

inline Gathered match_in_parts(const Edges& edges, detail::order::EdgeShape shape,
                               const OrderOptions& order, int p,
                               const detail::order::RankTuning& tuning,
                               std::optional<std::uint64_t> delays,
                               RankMethod method = RankMethod::batches) {
  Gathered gathered;
  run_on_thread_ranks(
      p,
      [&](Communicator& ranks) {
        const Context context({.threads = 1});
        const auto rank = static_cast<std::size_t>(ranks.rank());
        RankMatching matching = detail::order::match_on_ranks(
            context, ranks, part_of(edges, shape, rank, static_cast<std::size_t>(p)), order, shape,
            method, tuning);
        RankedEdges(ranks, matching.edges.view()).for_each([&](std::span<const ExternalEdge> some) {
          gathered.edges.insert(gathered.edges.end(), some.begin(), some.end());
        });
        if (rank == 0) gathered.first = std::move(matching);
      },
      delays);
  return gathered;
}

inline std::vector<EdgeId> numbers_of(const Gathered& gathered) {
  std::vector<EdgeId> numbers;
  for (const ExternalEdge& edge : gathered.edges) {
    numbers.push_back(static_cast<EdgeId>(edge.id));
  }
  return numbers;
}

}  // namespace hypermatch
