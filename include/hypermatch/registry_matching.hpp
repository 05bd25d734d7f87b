// SPDX-License-Identifier: MIT
// The table of algorithms: problem x algorithm x back end, with guarantees and determinism. Command
// line, bindings, benchmarks and shared tests read it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/registry_memory.hpp"
#include "hypermatch/registry_parameters.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

enum class Problem {
  hypergraph_matching,
  graph_matching,
  bipartite_matching,
  b_assignment,  ///< heaviest pairs of rows and columns within bounds
  clustering,
  stable_matching,
};

}  // namespace hypermatch::registry

namespace hypermatch {

template <>
struct EnumNames<registry::Problem> {
  static constexpr EnumName<registry::Problem> all[] = {
      {registry::Problem::hypergraph_matching, "hypergraph_matching"},
      {registry::Problem::graph_matching, "graph_matching"},
      {registry::Problem::bipartite_matching, "bipartite_matching"},
      {registry::Problem::b_assignment, "b_assignment"},
      {registry::Problem::clustering, "clustering"},
      {registry::Problem::stable_matching, "stable_matching"}};
};

}  // namespace hypermatch

namespace hypermatch::registry {

/// Properties that an answer to preferences has: see `verify_stable.hpp` and
/// `verify_allocation.hpp`.
enum class PreferencesClaim {
  stable,  ///< weakly, where there are ties
  strongly_stable,
  super_stable,
  dictatorship,  ///< of items: each agent has the best one that those before it left
  strict_core,   ///< no agents can trade
  rank_maximal,
  popular,  ///< and largest
};

/// How far two runs with the same input and options agree.
enum class Determinism {
  any_backend,  ///< the same bytes on every back end, thread count and run
  run_to_run,   ///< the same bytes for the same back end and thread count
  none,
};

}  // namespace hypermatch::registry

namespace hypermatch {

template <>
struct EnumNames<registry::Determinism> {
  static constexpr EnumName<registry::Determinism> all[] = {
      {registry::Determinism::any_backend, "any_backend"},
      {registry::Determinism::run_to_run, "run_to_run"},
      {registry::Determinism::none, "none"}};
};

}  // namespace hypermatch

namespace hypermatch::registry {

/// Kinds of back ends.
enum class BackendKind {
  seq,         ///< one core
  threads,     ///< all cores
  cuda,        ///< an NVIDIA GPU
  cuda_group,  ///< several NVIDIA GPUs of one host
  kokkos,      ///< an execution space of Kokkos
  ranks,       ///< ranks, each with its part of the instance
};

/// The back end of a place; `threads` on the host.
[[nodiscard]] constexpr BackendKind backend_of(Place place) {
  switch (place) {
    case Place::host:
      break;
    case Place::device:
      return BackendKind::cuda;
    case Place::device_group:
      return BackendKind::cuda_group;
    case Place::kokkos:
      return BackendKind::kokkos;
    case Place::ranks:
      return BackendKind::ranks;
  }
  return BackendKind::threads;
}

/// One back end of an algorithm.
struct BackendInfo {
  BackendKind kind = BackendKind::seq;
  std::string_view name = "seq";  ///< `seq`, `threads`, `cuda`, `cuda_group`, `kokkos`, `ranks`
};

/// The back ends that an entry has a function for, in the order of `BackendKind`.
class Backends {
 public:
  constexpr void add(BackendInfo backend) { items_[size_++] = backend; }
  [[nodiscard]] constexpr bool has(BackendKind kind) const {
    for (const BackendInfo& item : *this) {
      if (item.kind == kind) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr const BackendInfo* begin() const { return items_.data(); }
  [[nodiscard]] constexpr const BackendInfo* end() const { return items_.data() + size_; }

 private:
  std::array<BackendInfo, 6> items_ = {};
  std::size_t size_ = 0;
};

/// Why a back end cannot be used in this build or on this machine; empty if it can. For `cuda` and
/// `cuda_group` this asks the driver.
[[nodiscard]] std::string why_unavailable(const BackendInfo& backend);

/// Inputs and outputs of an entry.
enum class EntryKind {
  solver,    ///< an instance in memory; a matching
  stream,    ///< a stream of edges, read once; a matching
  pass,      ///< an instance in memory and a matching of it; a matching
  external,  ///< edges that do not fit memory (`external_matching.hpp`); a matching
};

/// The facts about one entry of the table: an algorithm, a variant of one, or a pass.
struct AlgorithmInfo {
  Problem problem = Problem::hypergraph_matching;
  EntryKind kind = EntryKind::solver;
  std::string_view name = {};       ///< `--algorithm`
  std::string_view variant = {};    ///< `--variant`, empty if there is only one
  bool is_default = false;          ///< for its problem; an algorithm's default variant comes first
  std::string_view guarantee = {};  ///< factor and optimum it refers to
  bool maximal = false;             ///< by definition
  bool greedy = false;        ///< the greedy matching of the order, with fixed ties to the byte
  bool connected = false;     ///< of communities: each of them is connected
  bool stable = false;        ///< of agents: no two of them would both rather be partners
  bool one_sided = false;     ///< of agents: of lists of one side, not of two
  bool any_capacity = false;  ///< of agents of one side: with capacities
  bool keeps_shared_lists = false;  ///< of agents, on cores: without a copy for each agent
  bool keeps_scores = false;        ///< of agents, on cores: searches these instead of lists
  /// For agents: the property that the verifier demands of the answer.
  PreferencesClaim claim = PreferencesClaim::stable;
  bool redraws_ties = false;  ///< takes the parameter `ties`
  Determinism determinism = Determinism::any_backend;
  std::string_view complexity = {};
  std::string_view reference = {};  ///< authors, year
  std::string_view summary = {};    ///< how it works, in a line
  /// On a host `Progress` is called as it works; else only as reading and verifying go on.
  bool reports_progress = false;
  /// Advice to users: an algorithm or variant that finds heavier matchings on real instances
  /// (docs/performance.md); empty if none is known.
  std::string_view advice = {};
  std::span<const Parameter> parameters = {};
  /// On a host, beside the instance and the result's statistics; graphs are given as lists of
  /// edges. Nothing for what runs on devices only.
  MemoryBound memory = {};
  DeviceMemoryBound device_memory = {};  ///< of what runs on devices
  GroupMemoryBound group_memory = {};    ///< of what runs on several
  Backends backends = {};
  Backends capacity_backends = {};  ///< those of them that take capacities

  /// One pass over the edges; the instance is never held.
  [[nodiscard]] constexpr bool streams() const { return kind == EntryKind::stream; }
  /// Within a limit of memory; `match` takes instances, and runs no such entry.
  [[nodiscard]] constexpr bool is_external() const { return kind == EntryKind::external; }
  [[nodiscard]] bool takes(const Parameter& parameter) const;
  /// The value of a parameter in a call: the one given, or the algorithm's default.
  [[nodiscard]] ParameterValue value_of(const Parameter& parameter,
                                        const ParameterValues& given) const;
  [[nodiscard]] constexpr bool runs_on_host() const {
    return backends.has(BackendKind::seq) || backends.has(BackendKind::threads);
  }
  /// On some back end.
  [[nodiscard]] constexpr bool takes_capacities() const { return !capacity_backends.empty(); }
  [[nodiscard]] constexpr bool runs_on_cuda() const { return backends.has(BackendKind::cuda); }
  /// On several GPUs together.
  [[nodiscard]] constexpr bool runs_on_cuda_group() const {
    return backends.has(BackendKind::cuda_group);
  }
  /// The best matching of a graph, with a proof by weights; its row takes the size of the matching.
  [[nodiscard]] bool is_exact() const;
  [[nodiscard]] constexpr bool runs_in_kokkos() const { return backends.has(BackendKind::kokkos); }
  [[nodiscard]] constexpr bool runs_on_ranks() const { return backends.has(BackendKind::ranks); }
};

/// A range of entries.
class AlgorithmList {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = AlgorithmInfo;
    using difference_type = std::ptrdiff_t;
    using pointer = const AlgorithmInfo*;
    using reference = const AlgorithmInfo&;

    Iterator() = default;
    explicit Iterator(const AlgorithmInfo* const* place) : place_(place) {}
    reference operator*() const { return **place_; }
    pointer operator->() const { return *place_; }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(place_++); }
    bool operator==(const Iterator&) const = default;

   private:
    const AlgorithmInfo* const* place_ = nullptr;
  };

  explicit AlgorithmList(std::span<const AlgorithmInfo* const> entries) : entries_(entries) {}
  [[nodiscard]] Iterator begin() const { return Iterator(entries_.data()); }
  [[nodiscard]] Iterator end() const { return Iterator(entries_.data() + entries_.size()); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const AlgorithmInfo& operator[](std::size_t i) const { return *entries_[i]; }

 private:
  std::span<const AlgorithmInfo* const> entries_;
};

/// All algorithms for instances and streams, problem by problem, the variants of one next to each
/// other, the default of a name first.
[[nodiscard]] AlgorithmList algorithms();
/// Those of one problem.
[[nodiscard]] AlgorithmList algorithms(Problem problem);
/// Whether a problem has an algorithm of this name.
[[nodiscard]] bool has_algorithm(Problem problem, std::string_view name);

/// All passes: what makes another matching out of a matching.
[[nodiscard]] AlgorithmList passes();
/// Those of one problem.
[[nodiscard]] AlgorithmList passes(Problem problem);
/// The pass of this name. @throws Error{invalid_option} for an unknown one, with the known ones
[[nodiscard]] const AlgorithmInfo& find_pass(Problem problem, std::string_view name);

/// The table as Markdown, one row per algorithm (docs/algorithms.md shows it).
[[nodiscard]] std::string markdown();

/// Everything that `match` can be asked for by name. What the problem or the algorithm has no use
/// for is refused if it is not the default.
struct MatchingRequest {
  Problem problem = Problem::hypergraph_matching;  ///< or graph_matching
  std::string algorithm = {};                      ///< empty: the problem's default
  std::string variant = {};                        ///< empty: the algorithm's default
  OrderOptions order = {};                         ///< `rating` is for hypergraphs
  EdgeRating edge_rating = EdgeRating::weight;     ///< of graphs
  Capacities capacities = {};                      ///< of the vertices; must outlive the call
  ParameterValues parameters = {};                 ///< what only some algorithms take
  Determinism determinism =
      Determinism::any_backend;  ///< a level the algorithm cannot keep is refused
};

/// The entry that a request names; options are checked as far as they can be without the instance.
/// @throws Error{invalid_option} for unknown names, with the known ones; Error{unsupported} for a
/// combination that the algorithm refuses
[[nodiscard]] const AlgorithmInfo& find(const MatchingRequest& request);

/// The entry that runs there. On a device a request without a variant means the first of its name
/// that runs on devices. @throws as above; Error{unsupported} for an entry without a back end for
/// the place, naming those of its problem that devices run
[[nodiscard]] const AlgorithmInfo& find(const MatchingRequest& request, Place place);

/// The parameters of a run there: several devices have a part each. @throws Error{invalid_option}
/// where another number of parts is given
[[nodiscard]] ParameterValues parameters_at(const Where& where, const AlgorithmInfo& algorithm,
                                            ParameterValues values);

/// Runs an algorithm on an instance in host memory; a streaming one passes over it in the order of
/// its edges. What surely needs more memory of host or device than there is, by the bounds of its
/// entry, is refused before work. @throws as the algorithm, and as `find` for the place;
/// Error{resources}
[[nodiscard]] HypergraphMatching match(const Where& where, const HypergraphView& hypergraph,
                                       const MatchingRequest& request);

/// A graph whose weights are what its edges are ordered by.
struct GraphRatings {
  Array<double> values;       ///< size m where the order is not that of the weights, else empty
  Array<std::int32_t> codes;  ///< the values, where ties are ordered and all are below 2^31
  AnyGraphView graph;         ///< its weights: ratings (a list), or those of the graph as it is
  GraphOrder order;           ///< of these weights
  Array<GraphEdge> edges;     ///< of `graph`, where some of the edges do not take part
  Array<double> ratings;      ///< of these
};

/// The ratings that a request on a graph asks for. Which edges take part depends on weights, not on
/// ratings: those may be negative, or 0 where they are too small for a double. @throws
/// Error{invalid_input} for vertex weights that are not positive, Error{unsupported} where vertices
/// carry several
[[nodiscard]] GraphRatings rate(const Context& context, GraphForms& graph,
                                const MatchingRequest& request);

/// Runs an algorithm on ranks, each of which calls this with its part; of a graph's edges or of
/// hyperedges, as the request says. @throws as `ranks_matching`, and as `find` for the place
[[nodiscard]] RankMatching match(const Context& context, Communicator& ranks, EdgePart part,
                                 const MatchingRequest& request);

/// Runs an algorithm on a graph in host memory, in the form that the algorithm takes; what has to
/// be converted for it counts as stats.prepare_seconds. Ratings other than `weight` are computed
/// first, by the graph's vertex weights where it has one each. @throws as above
[[nodiscard]] GraphMatching match(const Where& where, GraphForms& graph,
                                  const MatchingRequest& request);
/// Runs an algorithm on a graph whose converted form no other call needs.
[[nodiscard]] GraphMatching match(const Where& where, const AnyGraphView& graph,
                                  const MatchingRequest& request);

/// Runs an algorithm under the capacities of the request: its partners are the greedy b-matching.
/// With capacity 1 everywhere it is `match`, and takes any algorithm. @throws as `match`, which
/// refuses other capacities with Error{invalid_option}
[[nodiscard]] Partners b_match(const Where& where, GraphForms& graph,
                               const MatchingRequest& request);

/// A light set of edges such that each vertex lies in at least as many as the capacities of the
/// request say, or in all of its edges: the complement of what `b_match` finds under the other
/// capacities, degree less capacity (`hypermatch/b_edge_cover.hpp`). Algorithms without capacities
/// are refused. @throws as `b_match`
[[nodiscard]] Partners b_edge_cover(const Where& where, GraphForms& graph,
                                    const MatchingRequest& request);

/// Runs the pass of this name on a matching, which keeps the statistics of its solver; the rounds
/// of the pass are added. @throws as the pass; Error{invalid_option} for an unknown name,
/// Error{unsupported} under capacities
[[nodiscard]] HypergraphMatching apply_pass(const Where& where, std::string_view pass,
                                            const HypergraphView& hypergraph,
                                            HypergraphMatching matching,
                                            const MatchingRequest& request);
[[nodiscard]] GraphMatching apply_pass(const Where& where, std::string_view pass, GraphForms& graph,
                                       GraphMatching matching, const MatchingRequest& request);

/// Runs a streaming algorithm. @throws as the algorithm, and as `find`; Error{unsupported} for an
/// algorithm that needs the whole instance
[[nodiscard]] StreamingMatching match(const Context& context, EdgeStream& stream,
                                      const MatchingRequest& request);

}  // namespace hypermatch::registry
