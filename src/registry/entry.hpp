// SPDX-License-Identifier: MIT
// A row of the table: the facts about an algorithm, and for each back end the function that runs
// it. The back ends that are listed are those with a function, so the list cannot promise more than
// there is; a row without any function does not compile.
#pragma once

#include <span>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_device.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_stable.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/where.hpp"
#include "summaries_table.hpp"

namespace hypermatch::registry {

/// A request on a graph: the order of the weights that its edges have after rating.
struct GraphCall {
  const GraphOrder& order;
  const MatchingRequest& request;
};

/// Signatures of the functions of a problem's entries: what stands here is what no entry of the
/// problem has.
struct NoFunctions {
  using StreamFunction = void();            ///< of edges, read once
  using PassFunction = void();              ///< of a matching of the instance
  using CapacityFunction = void();          ///< for capacities other than 1
  using ResidentFunction = void();          ///< of instances in device memory
  using ResidentCapacityFunction = void();  ///< of these, for capacities other than 1
  using SharedListsFunction = void();       ///< of agents that share lists
  using ScoresFunction = void();            ///< of pairs of agents with scores
};

struct HypergraphMatchingProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::hypergraph_matching;
  using Function = HypergraphMatching(const Where&, const HypergraphView&, const MatchingRequest&);
  using StreamFunction = StreamingMatching(const Context&, EdgeStream&, const MatchingRequest&);
  using PassFunction = HypergraphMatching(const Where&, const HypergraphView&,
                                          std::span<const EdgeId>, const MatchingRequest&);
  using CapacityFunction = Function;
  using ResidentFunction = DeviceMatching(const DeviceContext&, const DeviceHypergraphView&,
                                          const MatchingRequest&, DeviceWorkspace&);
};

struct GraphMatchingProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::graph_matching;
  using Function = GraphMatching(const Where&, GraphForms&, const GraphCall&);
  using PassFunction = GraphMatching(const Where&, GraphForms&, std::span<const VertexId>,
                                     const GraphCall&);
  using CapacityFunction = Partners(const Where&, GraphForms&, const GraphCall&);
  using ResidentFunction = DeviceGraphMatching(const DeviceContext&, const DeviceGraphView&,
                                               const GraphCall&, DeviceWorkspace&);
  using ResidentCapacityFunction = DevicePartners(const DeviceContext&, const DeviceGraphView&,
                                                  const GraphCall&, DeviceWorkspace&);
};

struct BipartiteMatchingProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::bipartite_matching;
  using Function = BipartiteMatching(const Where&, const BipartiteView&, const BipartiteRequest&);
  using ResidentFunction = DeviceBipartiteMatching(const DeviceContext&, const DeviceBipartiteView&,
                                                   const BipartiteRequest&, DeviceWorkspace&);
};

struct BAssignmentProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::b_assignment;
  using Function = std::variant<BAssignment, ViolatedCut>(const Where&, const BipartiteView&,
                                                          const BAssignmentRequest&);
};

struct ClusteringProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::clustering;
  using Function = Clustering(const Where&, const GraphView&, const ClusteringRequest&);
  using ResidentFunction = DeviceClustering(const DeviceContext&, const DeviceGraphView&,
                                            const ClusteringRequest&, DeviceWorkspace&);
};

struct StableMatchingProblem : NoFunctions {
  static constexpr Problem k_problem = Problem::stable_matching;
  using Function = StableResult(const Where&, const PreferencesView&, const StableRequest&);
  using SharedListsFunction = StableResult(const Context&, const SharedPreferencesView&,
                                           const StableRequest&);
  using ScoresFunction = StableResult(const Context&, const ScoredPairsView&, const StableRequest&);
};

/// The function that each rank calls.
using RanksFunction = RankMatching(const Context&, Communicator&, EdgePart, const OrderOptions&);

/// One function per back end, where there is one.
template <class Function>
struct BackendFunctions {
  Function* seq = nullptr;
  Function* threads = nullptr;
  Function* cuda = nullptr;
  Function* cuda_group = nullptr;
  Function* kokkos = nullptr;

  /// The function for a context with this many threads, or null. On one thread `seq` is preferred.
  [[nodiscard]] constexpr Function* on_host(int num_threads) const {
    if (threads != nullptr && (num_threads > 1 || seq == nullptr)) return threads;
    return seq;
  }
  /// The function that runs there, or null.
  [[nodiscard]] Function* at(const Where& where) const {
    switch (where.place()) {
      case Place::host:
      case Place::ranks:
        break;
      case Place::device:
        return cuda;
      case Place::device_group:
        return cuda_group;
      case Place::kokkos:
        return kokkos;
    }
    return on_host(where.host().threads());
  }
  [[nodiscard]] constexpr Backends backends() const {
    Backends names;
    if (seq != nullptr) names.add({BackendKind::seq, "seq"});
    if (threads != nullptr) names.add({BackendKind::threads, "threads"});
    if (cuda != nullptr) names.add({BackendKind::cuda, "cuda"});
    if (cuda_group != nullptr) names.add({BackendKind::cuda_group, "cuda_group"});
    if (kokkos != nullptr) names.add({BackendKind::kokkos, "kokkos"});
    return names;
  }
};

/// The reference of `filtered`, whose answer is that of local max.
inline constexpr std::string_view k_own_filtered =
    "own: batches of falling key, as prefixes of Blelloch, Fineman, Shun 2012, "
    "doi:10.1145/2312005.2312058, and choices of vertices";

/// The reference of passes over a file.
inline constexpr std::string_view k_own_passes =
    "own: batches of falling key, by passes over a file";

template <class P>
struct Solvers {
  typename P::Function* seq = nullptr;
  typename P::Function* threads = nullptr;
  typename P::Function* cuda = nullptr;
  typename P::Function* cuda_group = nullptr;  ///< only where there is one for `cuda`, too
  DeviceMemoryBound device_memory = {};        ///< of `cuda`
  GroupMemoryBound group_memory = {};          ///< of `cuda_group`
  typename P::Function* kokkos = nullptr;      ///< beside its copies in the memory of `seq`
  RanksFunction* ranks = nullptr;
  /// For instances in device memory, only where there is one for `cuda`; without a place of its
  /// own in lists of back ends.
  typename P::ResidentFunction* resident = nullptr;
  typename P::ResidentCapacityFunction* capacitated_resident = nullptr;
  /// The functions for capacities other than 1.
  BackendFunctions<typename P::CapacityFunction> capacitated = {};
  /// For agents, on cores, in the memory of what they are given; others get lists made of it.
  typename P::SharedListsFunction* shared_lists = nullptr;
  typename P::ScoresFunction* scores = nullptr;

  [[nodiscard]] constexpr BackendFunctions<typename P::Function> plain() const {
    return {
        .seq = seq, .threads = threads, .cuda = cuda, .cuda_group = cuda_group, .kokkos = kokkos};
  }
  [[nodiscard]] constexpr typename P::Function* on_host(int num_threads) const {
    return plain().on_host(num_threads);
  }
  [[nodiscard]] typename P::Function* at(const Where& where) const { return plain().at(where); }
};

/// The memory of a run on a device: beside its own what the host needs, both with pinned buffers
/// and what grows with the device, not with the instance.
constexpr DeviceMemoryBound on_device(MemoryBound device, MemoryBound host) {
  device.fixed = host.fixed = std::uint64_t{32} << 20;
  return {.on_device = device, .on_host = host};
}

template <class P>
struct Entry {
  AlgorithmInfo info;
  Solvers<P> solve = {};
  typename P::StreamFunction* stream = nullptr;
  typename P::PassFunction* pass = nullptr;
};

/// Sets what the row says of itself.
consteval void describe(AlgorithmInfo& info, Problem problem, EntryKind kind) {
  info.problem = problem;
  info.kind = kind;
  const Summary& summary = summary_of(problem, info.name, info.variant);
  info.summary = summary.text;
  info.reports_progress = summary.progress == ProgressOnHosts::reported;
}

/// The row of a solver. `info` has neither problem, kind, back ends nor `redraws_ties`: they follow
/// from the functions and the parameters.
template <class P>
consteval Entry<P> solver(AlgorithmInfo info, Solvers<P> functions) {
  describe(info, P::k_problem, EntryKind::solver);
  for (const Parameter& parameter : info.parameters) {
    if (parameter.name == "ties") info.redraws_ties = true;
  }
  info.backends = functions.plain().backends();
  if (functions.ranks != nullptr) info.backends.add({BackendKind::ranks, "ranks"});
  info.capacity_backends = functions.capacitated.backends();
  if (info.backends.empty()) throw "a row without a function";
  if ((functions.cuda != nullptr) != (functions.device_memory.on_device.per_vertex != 0)) {
    throw "a row states the memory of a device if and only if it runs on one";
  }
  if ((functions.cuda_group != nullptr) != (functions.group_memory.shared.per_vertex != 0)) {
    throw "a row states the memory of several devices if and only if it runs on them";
  }
  if ((functions.cuda_group != nullptr && functions.cuda == nullptr) ||
      (functions.capacitated.cuda_group != nullptr && functions.cuda_group == nullptr)) {
    throw "a row that runs on several devices runs on one";
  }
  if (functions.resident != nullptr && functions.cuda == nullptr) {
    throw "a row that takes instances in device memory runs on a device";
  }
  info.keeps_shared_lists = functions.shared_lists != nullptr;
  info.keeps_scores = functions.scores != nullptr;
  info.device_memory = functions.device_memory;
  info.group_memory = functions.group_memory;
  return {.info = info, .solve = functions};
}

/// The row of an algorithm that reads a stream.
template <class P>
consteval Entry<P> stream(AlgorithmInfo info, typename P::StreamFunction* function) {
  if (function == nullptr) throw "a row without a function";
  describe(info, P::k_problem, EntryKind::stream);
  info.backends.add({BackendKind::seq, "seq"});
  return {.info = info, .stream = function};
}

inline constexpr std::string_view k_passes_work =
    "within a limit of memory O(passes * pins + m log m)";
inline constexpr std::string_view k_sorts_work =
    "within a limit of memory O(sort(pins)) where rounds shrink by a factor";

/// The row of a method for edges that do not fit memory: `ExternalOptions::method` chooses it.
template <class P>
consteval Entry<P> external(AlgorithmInfo info, ExternalMethod method) {
  info.variant = name_of(method);
  describe(info, P::k_problem, EntryKind::external);
  info.backends.add({BackendKind::seq, "seq"});
  info.backends.add({BackendKind::threads, "threads"});
  return {.info = info};
}

/// The row of a pass.
template <class P>
consteval Entry<P> pass(AlgorithmInfo info, typename P::PassFunction* function) {
  if (function == nullptr) throw "a row without a function";
  describe(info, P::k_problem, EntryKind::pass);
  info.backends.add({BackendKind::seq, "seq"});
  return {.info = info, .pass = function};
}

}  // namespace hypermatch::registry
