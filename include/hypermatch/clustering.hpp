// SPDX-License-Identifier: MIT
// Communities of graphs: clusterings of high modularity, or of high quality under the constant
// Potts model (CPM), with their hierarchy. An algorithm returns the same bytes on any number of
// threads: moves are decided from a frozen state, sums of weights are exact integers, and ties go
// to the community of the lowest number.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// Objectives that a clustering maximises. W is the weight of all edges and loops; a loop counts
/// twice in the degree of its vertex.
enum class CommunityObjective {
  modularity,  ///< sum over communities of e / W - G (d / 2W)^2, e: weight inside, d: degrees
  cpm,         ///< sum over communities of e - G s (s - 1) / 2, s: its vertices, divided by W
};

template <>
struct EnumNames<CommunityObjective> {
  static constexpr EnumName<CommunityObjective> all[] = {
      {CommunityObjective::modularity, "modularity"}, {CommunityObjective::cpm, "cpm"}};
};

/// The objective with its resolution.
struct CommunityQuality {
  CommunityObjective objective = CommunityObjective::modularity;
  /// G above, positive and finite. Modularity: 1 unless given. CPM has no default.
  std::optional<double> resolution = std::nullopt;
};

/// Constraints on communities; none by default.
struct CommunityConstraints {
  /// Size n: the label of each vertex, any number below n, or k_none of a vertex that is free;
  /// empty: all are free. Vertices of one label end in one community, which need not be connected
  /// then; vertices of different labels never share one.
  std::span<const VertexId> fixed = {};
  /// Exactly so many communities; 0: as many as the quality asks for. Pairs of neighbouring
  /// communities are merged, those first that lose least, or communities are split into connected
  /// parts.
  VertexId communities = 0;
  /// Vertices of a community at least: smaller ones are merged into the neighbour of the largest
  /// gain. Those without a neighbour that may take them stay (`Clustering::small_communities`).
  VertexId min_size = 0;
  /// Vertices of a community at most; 0: any number. Moves and merges that would exceed it are not
  /// made.
  VertexId max_size = 0;

  [[nodiscard]] bool any() const {
    return !fixed.empty() || communities != 0 || min_size > 1 || max_size != 0;
  }
};

/// The implementations of Louvain's method.
enum class LouvainVariant {
  sub_rounds,  ///< a sweep is several rounds, in each of which some vertices, chosen by a hash,
               ///< move at once from a frozen state; the default
  buckets,  ///< vertices in buckets by degree, and one bucket after the other moves, as the method
            ///< for GPUs of Naim 2017 has it
  relaxed_buckets,  ///< the same, but all vertices move at the end of a sweep
  sequential,  ///< vertices in turn, each from the state that the one before it left; one thread
};

/// Treatment of a sweep of buckets that gains nothing; it is the last of its level either way.
enum class LosingSweep {
  undo,  ///< the communities before it are contracted; the default
  keep,  ///< its communities are contracted, as the published method has it
};

template <>
struct EnumNames<LosingSweep> {
  static constexpr EnumName<LosingSweep> all[] = {{LosingSweep::undo, "undo"},
                                                  {LosingSweep::keep, "keep"}};
};

/// A step of `LouvainOptions::threshold_schedule`.
struct ThresholdStep {
  VertexId above = 0;      ///< of levels that have more vertices than these
  double threshold = 0.0;  ///< 0 .. 1
};

/// Limit of levels that depends on the algorithm: none for `buckets`, `relaxed_buckets` and
/// `sequential` of `louvain`, which are as they were published, and 100 for all others.
inline constexpr std::uint32_t k_automatic_levels = std::numeric_limits<std::uint32_t>::max();

struct LouvainOptions {
  CommunityQuality quality = {};
  LouvainVariant variant = LouvainVariant::sub_rounds;
  /// Chooses the vertices of a sub-round; any value.
  std::uint64_t seed = 0;
  /// Weights of loops, size n, or none: finite and not negative.
  WeightsView loop_weights = {};
  /// Size n: the community of each vertex at the start, any number below n; empty: each vertex
  /// alone.
  std::span<const VertexId> initial = {};
  /// `sub_rounds`: a level ends after a sweep that gains less than this share of W; 0 .. 1. Larger
  /// ones lose quality at coarse levels, where sweeps cost nothing.
  double threshold = 1e-4;
  /// Thresholds of `buckets`, `relaxed_buckets` and `sequential`: for levels of at most 100 000
  /// vertices, and for larger levels (Naim 2017, Paper III); 0 .. 1.
  double threshold_small = 1e-6;
  double threshold_large = 1e-2;
  /// More thresholds, of any variant: a level takes that of the last step whose `above` it exceeds,
  /// and one of those before where it exceeds none. `above` rises from step to step.
  std::span<const ThresholdStep> threshold_schedule = {};
  /// Sweeps of a level at most, >= 1.
  std::uint32_t max_sweeps = 100;
  /// Levels at most, >= 1.
  std::uint32_t max_levels = k_automatic_levels;
  /// `sub_rounds` without constraints: runs with random numbers of their own, the best of which is
  /// the answer. 0 takes 64 runs up to 4096 arcs, fewer the larger the graph is (2^18 arcs over its
  /// arcs), and one above 2^17 arcs.
  std::uint32_t runs = 0;
  /// `buckets` and `relaxed_buckets`.
  LosingSweep losing_sweep = LosingSweep::undo;
  /// Whether `Clustering::hierarchy` is wanted: 4 bytes more per vertex and level.
  bool keep_hierarchy = false;
  /// Only `sub_rounds` supports constraints.
  CommunityConstraints constraints = {};
};

struct LeidenOptions {
  CommunityQuality quality = {};
  std::uint64_t seed = 0;                  ///< as of `LouvainOptions`
  WeightsView loop_weights = {};           ///< as of `LouvainOptions`
  std::span<const VertexId> initial = {};  ///< as of `LouvainOptions`
  double threshold = 1e-4;                 ///< as of `LouvainOptions`
  /// Iterations; 0 takes 10 up to 2^20 arcs, where they take milliseconds, and 2 beyond.
  std::uint32_t iterations = 0;
  std::uint32_t max_sweeps = 100;                 ///< as of `LouvainOptions`
  std::uint32_t max_levels = k_automatic_levels;  ///< as of `LouvainOptions`
  bool keep_hierarchy = false;                    ///< as of `LouvainOptions`
  CommunityConstraints constraints = {};
};

struct LabelPropagationOptions {
  CommunityQuality quality = {};           ///< what is reported of the answer
  std::uint64_t seed = 0;                  ///< as of `LouvainOptions`
  WeightsView loop_weights = {};           ///< as of `LouvainOptions`; of the quality alone
  std::span<const VertexId> initial = {};  ///< as of `LouvainOptions`
  /// Sweeps end after one that moved links of less than this share of W into communities; 0 .. 1.
  double threshold = 1e-4;
  std::uint32_t max_sweeps = 100;  ///< at most, >= 1
};

struct AgglomerationOptions {
  CommunityQuality quality = {};
  std::uint64_t seed = 0;                  ///< breaks ties among pairs of equal gain; any value
  WeightsView loop_weights = {};           ///< as of `LouvainOptions`
  std::span<const VertexId> initial = {};  ///< as of `LouvainOptions`
  std::uint32_t max_levels = k_automatic_levels;  ///< as of `LouvainOptions`
  bool keep_hierarchy = false;                    ///< as of `LouvainOptions`
};

/// Sizes, work and time of one level.
struct ClusteringLevel {
  VertexId vertices = 0;    ///< of the graph that was swept
  std::uint64_t edges = 0;  ///< of it, loops not counted
  std::uint64_t sweeps = 0;
  std::uint64_t arcs = 0;  ///< that sweeps looked at
  /// Quality of the communities after this level; empty where it was not computed.
  std::optional<double> quality = std::nullopt;
  double move_seconds = 0.0;
  double aggregate_seconds = 0.0;
};

struct Clustering {
  Labels labels;         ///< communities numbered by their first vertices
  double quality = 0.0;  ///< modularity, or CPM's
  VertexId communities = 0;
  /// Communities below `CommunityConstraints::min_size` that no neighbour may take.
  VertexId small_communities = 0;
  std::vector<ClusteringLevel> levels;  ///< in the order of time
  /// The communities that each level contracted, the finest first, `labels` last. Each is
  /// intersected with the communities of `labels`, so that it lies inside one community of the next
  /// level. Empty unless `keep_hierarchy` is set.
  Labels hierarchy;
};

/// Louvain's method: sweeps move vertices to neighbouring communities while the quality grows, then
/// each community becomes one vertex of a coarser graph, and again (Blondel, Guillaume, Lambiotte,
/// Lefebvre 2008, doi:10.1088/1742-5468/2008/10/P10008). `sub_rounds` then moves the vertices of
/// each level once more, from the communities of the coarser one (multilevel refinement; Noack,
/// Rotta 2009, doi:10.1007/978-3-642-02011-7_24). `buckets` and `relaxed_buckets` undo a sweep that
/// loses, and end the level.
///
/// Weights must not be negative. Integers are taken as they are; real numbers are rounded to
/// multiples of a power of two, of which arcs and twice the loops have at most 2^62 in all, so that
/// all sums are exact. Without constraints the quality is not below that of `initial`, or of each
/// vertex alone. Work of `sub_rounds`: at each level at most one sweep of its arcs or half of
/// the arcs of the graph, whichever is more, up and down: O(n + m) where levels shrink by a
/// constant factor; on graphs of at most 2^17 arcs sweeps of all levels end by the threshold alone,
/// and there are `runs`. Memory beside the graph: 42 bytes per vertex, 8 per arc of real weights,
/// and the contracted graphs.
///
/// Constraints: vertices of one label are contracted to one vertex, which does not move, and
/// `initial` is kept where it holds neither two labels in one community nor more than `max_size`
/// vertices. `min_size` and then `communities` follow behind the last sweep. With `communities`
/// each community is connected, as those of `leiden` are. Splits take up to 12 more runs inside
/// communities. Memory beside the above: 34 bytes per vertex, and for splits 12 per arc.
/// @throws Error{invalid_input} for negative weights, sums beyond 2^62, or wrong sizes;
/// Error{invalid_option}, also for constraints that exclude each other or cannot be reached;
/// Error{unsupported} for constraints of other variants than `sub_rounds`; Error{resources,
/// cancelled}
[[nodiscard]] Clustering louvain(const Context& context, const GraphView& graph,
                                 const LouvainOptions& options = {});

/// Leiden (Traag, Waltman, van Eck 2019, doi:10.1038/s41598-019-41695-z) from the communities of
/// `louvain`, or from given ones. Communities are connected: refinement joins a vertex only to
/// communities of which no vertex may move at that time, and at last each community is split into
/// its connected components, which lowers neither modularity nor CPM. Work per iteration as that of
/// `louvain`, which one more sweep of each level is added to; 20 bytes per vertex more. @throws as
/// `louvain`
[[nodiscard]] Clustering leiden(const Context& context, const GraphView& graph,
                                const LeidenOptions& options = {});

/// Label propagation: a vertex moves to the community that it has the heaviest links to, if they
/// are heavier than those to its own, in the sub-rounds of `louvain` (Raghavan, Albert, Kumara
/// 2007, doi:10.1103/PhysRevE.76.036106). No quality is maximised, no level is contracted: O(n + m)
/// per sweep. Memory as of `louvain` without the contracted graphs. @throws as `louvain`
[[nodiscard]] Clustering label_propagation(const Context& context, const GraphView& graph,
                                           const LabelPropagationOptions& options = {});

/// Agglomeration by matchings (Fagginger Auer, Bisseling 2012, Graph coarsening and clustering on
/// the GPU): the greedy matching of all pairs of neighbours whose merge gains, rated by that gain;
/// vertices that it leaves join the pair of their best neighbour where that gains, too; what is
/// together is contracted, and again until no pair gains. No vertex leaves a community: levels
/// shrink by less than a half each, and the quality grows with every merge. Communities are
/// connected, if those of `initial` are. Expected O(n + m) per level; memory beside the graph: 24
/// bytes per vertex and the contracted graphs. @throws as `louvain`
[[nodiscard]] Clustering agglomerate(const Context& context, const GraphView& graph,
                                     const AgglomerationOptions& options = {});

/// The quality of a clustering, recomputed from the definition: exact sums, one rounded quotient.
/// `labels`: any numbers below n. A graph without weight has modularity 0. O(n + m).
/// @throws as `louvain`
[[nodiscard]] double quality_of(const Context& context, const GraphView& graph, LabelsView labels,
                                const CommunityQuality& quality = {},
                                const WeightsView& loop_weights = {});

}  // namespace hypermatch
