// SPDX-License-Identifier: MIT
// Heavy maximal matchings in hypergraphs, in memory. The streaming algorithms are in
// streaming_matching.hpp.
//
// Edges are compared by one total order, key(e) = (priority(e) << 32) | mix(e, seed), where the
// priority is the order-preserving image of the edge's rating. `greedy` and every variant of
// `local_max` with fixed ties return the greedy matching of that order, to the byte.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// The order on edges, and which of them take part.
struct OrderOptions {
  Rating rating = Rating::automatic;
  Objective objective = Objective::automatic;
  NonPositive nonpositive = NonPositive::drop;
  /// Breaks ties among equal ratings; any value.
  std::uint64_t seed = 0;
  /// Other orders than `hash` are for graphs, by way of the registry (`registry::rate`).
  TieOrder tie_order = TieOrder::hash;
};

/// A matching: pairwise disjoint edges.
struct HypergraphMatching {
  std::vector<EdgeId> edges;  ///< ascending, 0-based
  MatchingStats stats;
};

struct GreedyOptions {
  OrderOptions order = {};
  Capacities capacities = {};  ///< of the vertices
};

/// Sorted greedy, the baseline: a sort of 64-bit keys by counting, then one scan.
///
/// Guarantee: 1/d of the heaviest matching under rating `weight`, d the largest edge size (Korte
/// and Hausmann 1978). Work O(m log m + pins), one thread whatever the context. Deterministic.
/// @throws Error{invalid_option, resources, cancelled}
[[nodiscard]] HypergraphMatching greedy(const Context& context, const HypergraphView& hypergraph,
                                        const GreedyOptions& options = {});

struct InteriorFirstOptions {
  OrderOptions order = {};
  std::uint32_t parts = 2;  ///< ranges of vertices, 1 .. 1024
};

/// A baseline for several devices (Reinstaedtler, Schulz, Sitchinava, Walliser 2026, section 7):
/// hyperedges whose pins lie in one range of vertices are matched by `local_max`, range by range;
/// then those that cross and are free, together. Maximal: 1/d of the most edges, d the largest edge
/// size; of weights it promises nothing. One part: `local_max`. The same bytes on every back end
/// for the same number of parts. @throws Error{invalid_option, invalid_input, resources, cancelled}
[[nodiscard]] HypergraphMatching interior_first(const Context& context,
                                                const HypergraphView& hypergraph,
                                                const InteriorFirstOptions& options = {});

/// The five implementations of local max.
enum class LocalMaxVariant {
  filtered,      ///< batches of falling key with early exit over one CSR; the default
  sequential,    ///< rounds with soft deletes on one core
  crcw,          ///< concurrent writes resolved by atomics
  crew,          ///< two-step marking, no two writes to one word in a phase
  work_optimal,  ///< crew, with the hypergraph compacted by prefix sums after each round
};

template <>
struct EnumNames<LocalMaxVariant> {
  static constexpr EnumName<LocalMaxVariant> all[] = {
      {LocalMaxVariant::filtered, "filtered"},
      {LocalMaxVariant::sequential, "sequential"},
      {LocalMaxVariant::crcw, "crcw"},
      {LocalMaxVariant::crew, "crew"},
      {LocalMaxVariant::work_optimal, "work_optimal"}};
};

/// Generators of the random numbers that break ties and make the noise under Ties::redraw.
enum class NoiseGenerator { mix, xorwow, xorshift, park_miller };

template <>
struct EnumNames<NoiseGenerator> {
  static constexpr EnumName<NoiseGenerator> all[] = {{NoiseGenerator::mix, "mix"},
                                                     {NoiseGenerator::xorwow, "xorwow"},
                                                     {NoiseGenerator::xorshift, "xorshift"},
                                                     {NoiseGenerator::park_miller, "park_miller"}};
};

struct LocalMaxOptions {
  OrderOptions order = {};
  LocalMaxVariant variant = LocalMaxVariant::filtered;
  Ties ties = Ties::fixed;
  /// Amplitude of uniform noise in [0, noise) added to each rating in every round; 0 orders ties
  /// only. Larger values reorder unequal ratings and cost quality; for study, with Ties::redraw.
  /// Rounded as in `GraphLocalMaxOptions::noise`.
  double noise = 0.0;
  /// Other generators than `mix` need Ties::redraw.
  NoiseGenerator noise_generator = NoiseGenerator::mix;
  Capacities capacities = {};  ///< of the vertices
};

/// Local max: edges above all their neighbours are matched, their neighbours leave, and again.
///
/// Reinstaedtler, Schulz, Sitchinava, Walliser 2026; graphs: Birn et al. 2013,
/// doi:10.1007/978-3-642-40047-6_66. With fixed ties the greedy matching of the order, on any
/// number of threads. Guarantee 1/d of the heaviest matching under rating `weight`. Expected
/// O(log m) rounds where ratings are random; O(pins) expected work for `filtered`, `work_optimal`.
/// @throws Error{invalid_option, unsupported (filtered with redrawn ties), resources, cancelled}
[[nodiscard]] HypergraphMatching local_max(const Context& context, const HypergraphView& hypergraph,
                                           const LocalMaxOptions& options = {});

/// Makes a matching maximal: the greedy matching of the order among the edges that are disjoint
/// from all of `edges`, and `edges` themselves. O(m log m + pins), one thread.
/// @throws Error{invalid_input} if `edges` are not disjoint edges of the hypergraph,
/// Error{resources, cancelled}
[[nodiscard]] HypergraphMatching complete(const Context& context, const HypergraphView& hypergraph,
                                          std::span<const EdgeId> edges,
                                          const OrderOptions& order = {});

/// The value of a matching.
/// @throws Error{invalid_input} if an edge does not exist
[[nodiscard]] MatchingValue value_of(const HypergraphView& hypergraph,
                                     const std::vector<EdgeId>& edges);

}  // namespace hypermatch
