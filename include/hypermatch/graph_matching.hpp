// SPDX-License-Identifier: MIT
// Heavy matchings in graphs, and what multilevel methods do with them.
//
// Edges are compared by one total order: (priority, h32(min, max, seed), min, max), where the
// priority is the order-preserving image of the weight and h32 a hash of the edge's two ends.
// `greedy`, `local_max`, `locally_dominant` and `suitor` return the greedy matching of that order,
// to the byte, on every back end. It weighs at least half of the heaviest matching.
// All of these throw Error{invalid_input} where the sizes of a view do not fit each other, or are
// beyond 2^32 - 2 vertices or edges.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/matching_dual.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// The order on edges, and which of them take part.
struct GraphOrder {
  Objective objective = Objective::automatic;
  NonPositive nonpositive = NonPositive::drop;
  /// Breaks ties among equal weights; any value.
  std::uint64_t seed = 0;
};

/// A matching of a graph.
struct GraphMatching {
  std::vector<VertexId> mates;  ///< size n: the partner of each vertex, or k_none
  MatchingStats stats;          ///< stats.rating is `weight`
  MatchingDual dual = {};       ///< of exact algorithms: proves that no matching is better
  /// Shows that there is no perfect matching where one was asked for; then there are no mates.
  std::optional<Barrier> barrier = std::nullopt;
};

/// Sorted greedy, the baseline: a sort of the edges by counting, then one scan. O(m log m), one
/// thread whatever the context. Avis 1983, doi:10.1002/net.3230130404.
/// @throws Error{invalid_option, resources, cancelled}
[[nodiscard]] GraphMatching greedy(const Context& context, const EdgeListView& graph,
                                   const GraphOrder& order = {});

/// Sorted greedy by a parallel radix sort of the keys and one scan. The matching of `greedy`, byte
/// for byte.
[[nodiscard]] GraphMatching sorted_greedy(const Context& context, const EdgeListView& graph,
                                          const GraphOrder& order = {});

/// The implementations of local max on graphs.
enum class GraphLocalMaxVariant {
  filtered,      ///< lists by batches of falling key, most edges dropped unseen; rows by rounds in
                 ///< which vertices point at their best free neighbour; the default
  sequential,    ///< three passes per round over the candidate edges, on one core
  crcw,          ///< each vertex's best edge by atomic maxima, soft deletes
  work_optimal,  ///< each vertex looks through its edges; what left is removed after each round
};

template <>
struct EnumNames<GraphLocalMaxVariant> {
  static constexpr EnumName<GraphLocalMaxVariant> all[] = {
      {GraphLocalMaxVariant::filtered, "filtered"},
      {GraphLocalMaxVariant::sequential, "sequential"},
      {GraphLocalMaxVariant::crcw, "crcw"},
      {GraphLocalMaxVariant::work_optimal, "work_optimal"}};
};

struct GraphLocalMaxOptions {
  GraphOrder order = {};
  GraphLocalMaxVariant variant = GraphLocalMaxVariant::filtered;
  /// `redraw`: each round draws the hashes anew, from hash(seed, round).
  Ties ties = Ties::fixed;
  /// Amplitude of uniform noise in [0, noise) added to each weight in every round; for study, with
  /// Ties::redraw. Edges never change places if their weights differ by the amplitude or more and
  /// are whole, where it is at most 1, or are floats or whole numbers up to 2^24: sums are rounded
  /// down to floats. Other weights are rounded with their noise, which may exceed the amplitude by
  /// 2^-23 of the weight.
  double noise = 0.0;
};

/// Local max: edges above all their neighbours are matched, their neighbours leave, and again.
///
/// Birn, Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66. With fixed
/// ties the greedy matching of the order. O(m) expected work, O(log m) rounds where weights are
/// random.
/// @throws Error{invalid_option, unsupported (filtered with redrawn ties), resources, cancelled}
[[nodiscard]] GraphMatching local_max(const Context& context, const EdgeListView& graph,
                                      const GraphLocalMaxOptions& options = {});
/// Local max on a CSR. `filtered` reads it directly; the other variants first make a list of its
/// edges (stats.prepare_seconds).
[[nodiscard]] GraphMatching local_max(const Context& context, const GraphView& graph,
                                      const GraphLocalMaxOptions& options = {});

/// How a vertex finds the next neighbour that it points at.
enum class DominantVariant {
  unsorted,  ///< it scans its row for the best free one
  sorted,    ///< it goes on in its row, which is sorted first: the form of Manne and Bisseling
};

template <>
struct EnumNames<DominantVariant> {
  static constexpr EnumName<DominantVariant> all[] = {{DominantVariant::unsorted, "unsorted"},
                                                      {DominantVariant::sorted, "sorted"}};
};

/// Locally dominant edges by pointers and a queue: each vertex points at its best free neighbour.
/// Mutual pointers are matched. Vertices whose target was matched rescan their rows. Manne,
/// Bisseling 2008, doi:10.1007/978-3-540-68111-3_74; Halappanavar et al. 2012. The greedy matching
/// of the order. O(n + m) expected where weights are random, O(m degree) in the worst case, and
/// O(m log(degree)) from sorted rows. @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching locally_dominant(const Context& context, const GraphView& graph,
                                             const GraphOrder& order = {},
                                             DominantVariant variant = DominantVariant::unsorted);

/// How Suitor finds the next candidate, and what protects a vertex's suitor.
enum class SuitorVariant {
  automatic,  ///< unsorted on one core, lock_free on more
  unsorted,   ///< one core; each proposal scans its row
  sorted,  ///< one core; rows sorted by falling key first, each proposal goes on where it stopped
  locks,   ///< all cores; one lock per vertex, as the baseline has it
  lock_free,  ///< all cores; compare-and-swap on one word per vertex
};

template <>
struct EnumNames<SuitorVariant> {
  static constexpr EnumName<SuitorVariant> all[] = {{SuitorVariant::automatic, "automatic", false},
                                                    {SuitorVariant::unsorted, "unsorted"},
                                                    {SuitorVariant::sorted, "sorted"},
                                                    {SuitorVariant::locks, "locks"},
                                                    {SuitorVariant::lock_free, "lock_free"}};
};

struct SuitorOptions {
  GraphOrder order = {};
  SuitorVariant variant = SuitorVariant::automatic;
};

/// Suitor: each vertex proposes to the best neighbour that has no better suitor, and a suitor that
/// is displaced proposes again. Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62; Naim 2017. The
/// greedy matching of the order. O(n + m) expected where weights are random; O(m degree) in the
/// worst case, as that of a complete graph with weights that rise, but O(m log(degree)) where rows
/// are sorted. @throws Error{unsupported} for 2^32 arcs with 64-bit weights or more,
/// Error{resources, cancelled}
[[nodiscard]] GraphMatching suitor(const Context& context, const GraphView& graph,
                                   const SuitorOptions& options = {});

/// The vertex that a blue vertex proposes to.
enum class RedBlueVariant {
  weighted,  ///< its heaviest red neighbour that is free
  random,    ///< one of them at random
};

template <>
struct EnumNames<RedBlueVariant> {
  static constexpr EnumName<RedBlueVariant> all[] = {{RedBlueVariant::weighted, "weighted"},
                                                     {RedBlueVariant::random, "random"}};
};

struct GraphInteriorFirstOptions {
  GraphOrder order = {};
  std::uint32_t parts = 2;  ///< ranges of vertices, 1 .. 1024
};

/// `interior_first` of hypergraphs (hypermatch/hypergraph_matching.hpp), on graphs. Maximal: 1/2 of
/// the largest cardinality. @throws as there
[[nodiscard]] GraphMatching interior_first(const Context& context, const EdgeListView& graph,
                                           const GraphInteriorFirstOptions& options = {});

struct RedBlueOptions {
  GraphOrder order = {};
  RedBlueVariant variant = RedBlueVariant::weighted;
  /// Share of free vertices that turn blue in a round, in (0, 1); the default maximises the
  /// expected number of pairs.
  double blue_share = 0.53406;
};

/// Red-blue: free vertices are coloured at random, blue ones propose to red ones, each of which
/// takes one. Colours are hash(seed, round, vertex). Fagginger Auer, Bisseling 2012,
/// doi:10.1007/978-3-642-30397-5_11. Maximal; the same bytes on every back end.
/// @throws Error{invalid_option, resources, cancelled}
[[nodiscard]] GraphMatching red_blue(const Context& context, const GraphView& graph,
                                     const RedBlueOptions& options = {});

/// In which order vertices are visited.
enum class VisitOrder { random, natural };

template <>
struct EnumNames<VisitOrder> {
  static constexpr EnumName<VisitOrder> all[] = {{VisitOrder::random, "random"},
                                                 {VisitOrder::natural, "natural"}};
};

struct HeavyEdgeOptions {
  GraphOrder order = {};
  VisitOrder visit = VisitOrder::random;
};

/// Heavy edge matching: each free vertex, in turn, takes its free neighbour with the best edge.
/// Karypis, Kumar 1998, doi:10.1137/S1064827595287997. No bound on the weight. O(n + m), one
/// thread. @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching hem(const Context& context, const GraphView& graph,
                                const HeavyEdgeOptions& options = {});

/// Random greedy: each free vertex, in random order, takes one of its free neighbours at random.
/// For cardinality; at least half the largest. O(n + m), one thread. Aronson, Dyer, Frieze, Suen
/// 1995, doi:10.1002/rsa.3240060107. @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching random_greedy(const Context& context, const GraphView& graph,
                                          const GraphOrder& order = {});

/// The vertices that Karp-Sipser matches first.
enum class KarpSipserVariant {
  degree_two,      ///< those of degree one; then those of degree two, contracted; then random ones
  degree_one,      ///< those of degree one; then random ones
  minimum_degree,  ///< those of least degree, with their neighbours of least degree
};

template <>
struct EnumNames<KarpSipserVariant> {
  static constexpr EnumName<KarpSipserVariant> all[] = {
      {KarpSipserVariant::degree_two, "degree_two"},
      {KarpSipserVariant::degree_one, "degree_one"},
      {KarpSipserVariant::minimum_degree, "minimum_degree"}};
};

struct KarpSipserOptions {
  GraphOrder order = {};
  KarpSipserVariant variant = KarpSipserVariant::degree_two;
};

/// Karp-Sipser, for cardinality: a vertex of degree one is matched with its neighbour; one of
/// degree two is contracted with both of its neighbours, and matched with the one that the rest
/// leaves; both lose nothing. Where no rule applies, a random vertex takes a random neighbour.
/// Karp, Sipser 1981, doi:10.1109/SFCS.1981.21. Maximal; a largest matching where chance is never
/// asked, as on forests and cycles. O((n + m) log n), one thread. @throws Error{resources,
/// cancelled}
[[nodiscard]] GraphMatching karp_sipser(const Context& context, const EdgeListView& graph,
                                        const KarpSipserOptions& options = {});

/// Global paths: edges from the top of the order join paths and even cycles, on each of which the
/// heaviest matching is found by dynamic programming. Maue, Sanders 2007,
/// doi:10.1007/978-3-540-72845-0_19. At least half the heaviest; need not be maximal. O(m log m).
/// @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching gpa(const Context& context, const EdgeListView& graph,
                                const GraphOrder& order = {});

/// Path growing: paths grow along the heaviest edge of their end, and the heaviest matching of each
/// is found by dynamic programming. Drake, Hougardy 2003, doi:10.1016/S0020-0190(02)00393-9. At
/// least half the heaviest; need not be maximal. O(n + m). @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching path_growing(const Context& context, const GraphView& graph,
                                         const GraphOrder& order = {});

/// Makes a matching maximal: `mates`, and the greedy matching of the order among the edges whose
/// ends are both free. O(m log m), one thread.
/// @throws Error{invalid_input} if `mates` is not a matching of the graph, Error{resources,
/// cancelled}
[[nodiscard]] GraphMatching complete(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexId> mates, const GraphOrder& order = {});

/// The edges whose ends are each other's mates, ascending. `mates`: size n, k_none of the
/// unmatched. O(n + m); without a context, on one thread.
/// @throws Error{invalid_input} if mates are not mutual, no edge or more than one joins a pair, or
/// the graph has an edge to a vertex that does not exist; Error{resources}
[[nodiscard]] std::vector<EdgeId> matched_edges(const Context& context, const EdgeListView& graph,
                                                std::span<const VertexId> mates);
[[nodiscard]] std::vector<EdgeId> matched_edges(const EdgeListView& graph,
                                                std::span<const VertexId> mates);

/// Number and weight of the matched edges, summed in ascending order of edges: the same on any
/// number of threads. @throws as `matched_edges`
[[nodiscard]] MatchingValue value_of(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexId> mates);
[[nodiscard]] MatchingValue value_of(const EdgeListView& graph, std::span<const VertexId> mates);

/// The results of `matched_edges` and `value_of` together.
struct MatchedEdges {
  std::vector<EdgeId> edges;
  MatchingValue value;
};

/// Both of them for the price of one. @throws as `matched_edges`
[[nodiscard]] MatchedEdges weigh_matching(const Context& context, const EdgeListView& graph,
                                          std::span<const VertexId> mates);

/// The matched edges as pairs, in the order and orientation of the graph's list, and what they
/// weigh.
struct MatchedPairs {
  std::vector<GraphEdge> pairs;
  MatchingValue value;
};

/// The pairs of a matching, from either form of the graph to the same effect; of rows, where no
/// list is made, they ascend by their smaller end, which stands first. @throws as `matched_edges`,
/// but of rows only the edges that are matched are looked at
[[nodiscard]] MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                                         std::span<const VertexId> mates);

/// Ratings of an edge (u, v) of weight w for coarsening; c is the weight of a vertex, out(v) the
/// sum of the weights of v's edges. Holtgrewe, Sanders, Schulz 2010,
/// doi:10.1109/IPDPS.2010.5470485.
enum class EdgeRating {
  weight,            ///< w
  expansion,         ///< w / (c(u) + c(v))
  expansion_star,    ///< w / (c(u) c(v))
  expansion_star_2,  ///< w^2 / (c(u) c(v))
  inner_outer,       ///< w / (out(u) + out(v) - 2w)
};

/// `weight` has the name that it has among the ratings of hypergraphs, and is offered there.
template <>
struct EnumNames<EdgeRating> {
  static constexpr EnumName<EdgeRating> all[] = {{EdgeRating::weight, "weight"},
                                                 {EdgeRating::expansion, "expansion"},
                                                 {EdgeRating::expansion_star, "expansion_star"},
                                                 {EdgeRating::expansion_star_2, "expansion_star_2"},
                                                 {EdgeRating::inner_outer, "inner_outer"}};
};

/// The rating of each edge, in double, each computed in one fixed order; the same on any number of
/// threads. The denominator of inner_outer has a relative error of at most 2^-49 however much of it
/// cancels, while the sums are in the range of double; where it is 0 (an edge that touches no
/// other) the rating is the largest double. `vertex_weights`: size n, or empty for 1 each.
/// @throws Error{invalid_input} for a vertex weight that is not positive or sizes that do not fit,
/// Error{resources, cancelled}
[[nodiscard]] Array<double> rate_edges(const Context& context, const EdgeListView& graph,
                                       std::span<const std::int64_t> vertex_weights,
                                       EdgeRating rating);
/// The rating of each arc of a graph in rows, size 2m. Both arcs of an edge have the same rating,
/// bit for bit, as the edge in a list. @throws as above
[[nodiscard]] Array<double> rate_edges(const Context& context, const GraphView& graph,
                                       std::span<const std::int64_t> vertex_weights,
                                       EdgeRating rating);

/// Values that order edges by (rating, tie): larger ones stand above, and equal ones are ties by
/// `hash`. All of them are positive and whole. `ratings`: of each edge, or none where all are
/// equal. Degrees count the edges of the graph. O(m), by radix sorts where there are ratings.
/// @throws Error{invalid_input} for sizes that do not fit, Error{resources, cancelled}
[[nodiscard]] Array<double> order_ties(const Context& context, const EdgeListView& graph,
                                       const WeightsView& ratings, TieOrder ties);

}  // namespace hypermatch
