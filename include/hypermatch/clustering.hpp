// SPDX-License-Identifier: MIT
// Communities of graphs: clusterings of high modularity, or of high quality under the constant
// Potts model (CPM), with their hierarchy. An algorithm returns the same bytes on any number of
// threads: moves are decided from a frozen state, sums of weights are exact integers, and ties go
// to the community of the lowest number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// What a clustering maximises. W is the weight of all edges and loops; a loop counts twice in the
/// degree of its vertex.
enum class CommunityObjective {
  modularity,  ///< sum over communities of e / W - G (d / 2W)^2, e: weight inside, d: degrees
  cpm,         ///< sum over communities of e - G s (s - 1) / 2, s: its vertices, divided by W
};

/// The objective with its resolution.
struct CommunityQuality {
  CommunityObjective objective = CommunityObjective::modularity;
  /// G above, positive and finite. Modularity: 1 unless given. CPM has no default.
  std::optional<double> resolution = std::nullopt;
};

/// The implementations of Louvain's method.
enum class LouvainVariant {
  sub_rounds,  ///< a sweep is several rounds, in each of which some vertices, chosen by a hash, move
               ///< at once from a frozen state; the default
  sequential,  ///< vertices in turn, each from the state that the one before it left; one thread
};

struct LouvainOptions {
  CommunityQuality quality = {};
  LouvainVariant variant = LouvainVariant::sub_rounds;
  /// Chooses the vertices of a sub-round; any value.
  std::uint64_t seed = 0;
  /// Weights of loops, size n, or none: not negative, of a type that the edges could have.
  WeightsView loop_weights = {};
  /// Size n: the community of each vertex at the start, any number below n; empty: each vertex
  /// alone.
  std::span<const VertexId> initial = {};
  /// A level ends after a sweep that gains less than this share of W; 0 .. 1.
  double threshold = 1e-4;
  /// Sweeps of a level at most, >= 1.
  std::uint32_t max_sweeps = 100;
  /// Levels at most, >= 1.
  std::uint32_t max_levels = 100;
};

/// What a level of a hierarchy took.
struct ClusteringLevel {
  VertexId vertices = 0;        ///< of the graph that was swept
  std::uint64_t edges = 0;      ///< of it, loops not counted
  std::uint64_t sweeps = 0;
  std::uint64_t arcs = 0;       ///< arcs that sweeps looked at
  double quality = 0.0;         ///< of the clustering that it left
  double move_seconds = 0.0;
  double aggregate_seconds = 0.0;
};

struct Clustering {
  Labels labels;         ///< the last level's; `labels.levels` has them coarser and coarser
  double quality = 0.0;  ///< modularity, or CPM's
  VertexId communities = 0;
  std::vector<ClusteringLevel> levels;
};

/// Louvain's method: sweeps that move vertices to neighbouring communities while the quality grows,
/// then the same of the graph with each community contracted to one vertex (Blondel, Guillaume,
/// Lambiotte, Lefebvre 2008, doi:10.1088/1742-5468/2008/10/P10008).
///
/// Weights must not be negative. Integers are taken as they are; real numbers are rounded to
/// multiples of 2^-60 of a power of two that is at least the sum of all arcs and loops, so that all
/// sums are exact. O(n + m) per sweep. Memory beside the graph: 26 bytes per vertex, 8 per arc of
/// real weights, and the contracted graph of the first level.
/// @throws Error{invalid_input} for negative weights, or sums beyond 2^62; Error{invalid_option};
/// Error{resources, cancelled}
[[nodiscard]] Clustering louvain(const Context& context, const GraphView& graph,
                                 const LouvainOptions& options = {});

/// The quality of a clustering, recomputed from the definition: exact sums, one rounded quotient.
/// `labels`: any numbers below n. A graph without weight has modularity 0. O(n + m).
/// @throws as `louvain`
[[nodiscard]] double quality_of(const Context& context, const GraphView& graph, LabelsView labels,
                                const CommunityQuality& quality = {},
                                const WeightsView& loop_weights = {});

}  // namespace hypermatch
