// SPDX-License-Identifier: MIT
// The table of algorithms: problem x algorithm x back end, with guarantees and determinism. Command
// line, bindings, benchmarks and shared tests read it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/context.hpp"
#include "hypermatch/device.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"

namespace hypermatch::registry {

/// The problems, as the table names them.
inline constexpr std::string_view k_hypergraph_matching = "hypergraph_matching";
inline constexpr std::string_view k_graph_matching = "graph_matching";
inline constexpr std::string_view k_bipartite_matching = "bipartite_matching";

/// How far two runs with the same input and options agree.
enum class Determinism {
  any_backend,  ///< the same bytes on every back end, thread count and run
  run_to_run,   ///< the same bytes for the same back end and thread count
  none,
};

/// One back end of an algorithm.
struct BackendInfo {
  std::string_view name;  ///< `seq`, `threads` or `cuda`
};

/// Why a back end cannot be used in this build or on this machine; empty if it can. For `cuda` this
/// asks the driver.
[[nodiscard]] std::string why_unavailable(const BackendInfo& backend);

/// One algorithm (or variant of one).
struct AlgorithmInfo {
  std::string_view problem;    ///< `hypergraph_matching`, `graph_matching`, ...
  std::string_view name;       ///< `--algorithm`
  std::string_view variant;    ///< `--variant`, empty if there is only one
  bool is_default;             ///< for its problem; an algorithm's default variant comes first
  std::string_view guarantee;  ///< factor and optimum it refers to
  bool maximal;                ///< by definition
  bool greedy;                 ///< the greedy matching of the order, with fixed ties to the byte
  bool streams;                ///< one pass, never holds the instance
  bool redraws_ties;           ///< accepts Ties::redraw
  Determinism determinism;
  std::string_view complexity;
  std::string_view reference;  ///< authors, year
  std::span<const BackendInfo> backends;
};

/// All algorithms, problem by problem, the variants of one next to each other, the default of a
/// name first.
[[nodiscard]] std::span<const AlgorithmInfo> algorithms();
/// Those of one problem.
[[nodiscard]] std::span<const AlgorithmInfo> algorithms(std::string_view problem);

/// The table as Markdown, one row an algorithm (README shows it).
[[nodiscard]] std::string markdown();

/// `any_backend`, `run_to_run` or `none`.
[[nodiscard]] std::string_view name_of(Determinism determinism);

/// Everything that `match` can be asked for by name. What the problem or the algorithm has no use
/// for is refused if it is not the default.
struct MatchingRequest {
  std::string_view problem = k_hypergraph_matching;  ///< or k_graph_matching
  std::string algorithm;                             ///< empty: the problem's default
  std::string variant;                               ///< empty: the algorithm's default
  OrderOptions order;                                ///< `rating` is for hypergraphs
  EdgeRating edge_rating = EdgeRating::weight;       ///< of graphs
  Ties ties = Ties::fixed;
  double noise = 0.0;
  NoiseGenerator noise_generator = NoiseGenerator::mix;
  double epsilon = 0.1;         ///< stack_streaming
  double alpha = -1.0;          ///< greedy_streaming
  double blue_share = 0.53406;  ///< red_blue
  Determinism determinism =
      Determinism::any_backend;  ///< a level the algorithm cannot keep is refused
};

/// The entry that a request names; options are checked as far as they can be without the instance.
/// @throws Error{invalid_option} for unknown names, with the known ones; Error{unsupported} for a
/// combination that the algorithm refuses
[[nodiscard]] const AlgorithmInfo& find(const MatchingRequest& request);

/// Runs an algorithm on an instance in memory; a streaming one passes over it in the order of its
/// edges. @throws as the algorithm, and as `find`
[[nodiscard]] HypergraphMatching match(const Context& context, const HypergraphView& hypergraph,
                                       const MatchingRequest& request);

/// A graph whose weights are what its edges are ordered by.
struct GraphRatings {
  Array<double> values;    ///< size m where the rating is not the weight, else empty
  EdgeListView graph;      ///< its weights: ratings, or those of the graph
  GraphOrder order;        ///< of these weights
  Array<GraphEdge> edges;  ///< of `graph`, where some of the edges do not take part
  Array<double> ratings;   ///< of these
};

/// The ratings that a request on a graph asks for. Who takes part is a matter of weights, not of
/// ratings: those may be negative, or 0 where they are too small for a double. @throws
/// Error{invalid_input} for vertex weights that are not positive, Error{unsupported} where vertices
/// carry several
[[nodiscard]] GraphRatings rate(const Context& context, const Graph& graph,
                                const MatchingRequest& request);

/// Runs an algorithm on a graph in memory. Ratings other than `weight` are computed first, by the
/// graph's vertex weights where it has one each. @throws as the algorithm, and as `find`
[[nodiscard]] GraphMatching match(const Context& context, const Graph& graph,
                                  const MatchingRequest& request);

/// Runs an algorithm on a device, from host memory to host memory. @throws as the algorithm, and as
/// `find`; Error{unsupported} for an algorithm without the back end `cuda`, naming those with it
[[nodiscard]] HypergraphMatching match(const DeviceContext& context,
                                       const HypergraphView& hypergraph,
                                       const MatchingRequest& request);

/// The same for a graph, whose edges are rated and laid out in rows on `host`. @throws as above
[[nodiscard]] GraphMatching match(const DeviceContext& context, const Context& host,
                                  const Graph& graph, const MatchingRequest& request);

/// As `find`, for a host. @throws Error{unsupported} for what runs on devices only, too
[[nodiscard]] const AlgorithmInfo& find_on_host(const MatchingRequest& request);
/// As `find`, for a device. @throws as `match` on a device
[[nodiscard]] const AlgorithmInfo& find_on_device(const MatchingRequest& request);

/// Runs a streaming algorithm. @throws as the algorithm, and as `find`; Error{unsupported} for an
/// algorithm that needs the whole instance
[[nodiscard]] StreamingMatching match(const Context& context, EdgeStream& stream,
                                      const MatchingRequest& request);

}  // namespace hypermatch::registry
