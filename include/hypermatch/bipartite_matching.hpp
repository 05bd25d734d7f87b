// SPDX-License-Identifier: MIT
// Matchings of largest cardinality in bipartite graphs: exact, on one core and on all of them.
//
// All algorithms start from a matching that a cheap heuristic finds and enlarge it along augmenting
// paths until there is none. The size of the answer is unique, its edges are not.
//
// "One core" below excepts what starts prepare: for `karp_sipser` and `two_sided` the transpose is
// made, and for `two_sided` rows and columns are scaled and draw, on all threads of the context.
// That gives the same bytes on any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// The initial matching that the search for augmenting paths extends.
enum class BipartiteStart {
  automatic,    ///< what the algorithm does best with
  none,         ///< the empty matching
  cheap,        ///< each row takes its first free neighbour
  karp_sipser,  ///< vertices of degree one first (Karp, Sipser 1981), then cheap
  two_sided,    ///< scaling, one random choice a vertex, Karp-Sipser on the choices (Dufosse, Kaya,
                ///< Ucar 2015, doi:10.1016/j.jpdc.2015.06.009)
  least_degree,  ///< columns with one free row first, then each row takes the free neighbour with
                 ///< fewest free rows; on one core of the host
  initial,       ///< the matching that the options hold
};

template <>
struct EnumNames<BipartiteStart> {
  static constexpr EnumName<BipartiteStart> all[] = {
      {BipartiteStart::automatic, "automatic", false},
      {BipartiteStart::none, "none"},
      {BipartiteStart::cheap, "cheap"},
      {BipartiteStart::karp_sipser, "karp_sipser"},
      {BipartiteStart::two_sided, "two_sided"},
      {BipartiteStart::least_degree, "least_degree"},
      {BipartiteStart::initial, "initial", false}};
};

struct BipartiteOptions {
  BipartiteStart start = BipartiteStart::automatic;
  /// Seed of the random choices of the start; any value.
  std::uint64_t seed = 0;
  /// A matching to start from instead, which must live during the call: the column of each row, or
  /// k_none (size num_rows; empty: none). Augmenting paths keep its vertices matched, local search
  /// (`maximum_matching`, `ms_bfs`) may exchange some for others. It is checked:
  /// Error{invalid_input} for a mate that is no entry or that two rows have, Error{invalid_option}
  /// where `start` names another start.
  std::span<const VertexId> initial = {};
};

/// Statistics of a run. JSON and Python use the same names.
struct BipartiteStats {
  /// Which one ran, by its name in the registry; "start" after `start_matching`.
  std::string algorithm;
  std::string variant = {};                      ///< empty where the algorithm has none
  BipartiteStart start = BipartiteStart::cheap;  ///< as resolved
  std::uint64_t start_cardinality = 0;           ///< matched pairs after the start
  std::uint64_t phases = 0;                      ///< searches over all free vertices
  std::uint64_t augmentations = 0;               ///< paths that the matching was enlarged by
  /// Levels that each phase searched, the last one's included, where phases go level by level and
  /// the host sees each of them: `hopcroft_karp`, `hkdw`, `p_hk`, `ms_bfs_graft`, `apfb`, `apsb`.
  std::vector<std::uint64_t> phase_levels = {};
  double prepare_seconds = 0.0;   ///< conversions that depend on the structure alone
  double start_seconds = 0.0;     ///< of the solve: the start
  double transfer_seconds = 0.0;  ///< copies between host and device
  double device_seconds = 0.0;    ///< the solve by the device's clock; 0 where the host solved
  std::uint64_t device_peak_bytes = 0;  ///< device memory held at most, the input included
  std::string stop_reason;              ///< "complete", or what a choice or fallback did, and why
};

/// A matching between rows and columns.
struct BipartiteMatching {
  std::vector<VertexId> row_mates;     ///< size num_rows: the row's column, or k_none
  std::vector<VertexId> column_mates;  ///< size num_columns: the column's row, or k_none
  std::uint64_t cardinality = 0;
  BipartiteStats stats;
};

/// The start alone: a maximal matching for `cheap` (which `automatic` stands for here),
/// `karp_sipser` and `least_degree`, any matching for `two_sided`. Work O(rows + columns +
/// entries).
/// @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching start_matching(const Context& context, const BipartiteView& graph,
                                               const BipartiteOptions& options = {});

/// Hopcroft and Karp 1973 (doi:10.1137/0202019): in each phase a largest set of disjoint shortest
/// augmenting paths, found by depth-first searches along the levels of one breadth-first search.
/// O(entries sqrt(rows + columns)). One core; the same bytes always.
/// @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching hopcroft_karp(const Context& context, const BipartiteView& graph,
                                              const BipartiteOptions& options = {});

/// Hopcroft and Karp with one more pass per phase: unrestricted depth-first searches from the rows
/// that are still free (Duff, Wiberg 1988, doi:10.1145/44128.44131). O(entries sqrt(rows +
/// columns)). One core; the same bytes always. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching hkdw(const Context& context, const BipartiteView& graph,
                                     const BipartiteOptions& options = {});

/// Pothen and Fan 1990 (doi:10.1145/98267.98287): in each phase disjoint depth-first searches from
/// all free rows, with lookahead, and with fairness: every other phase goes through adjacencies
/// backwards (Duff, Kaya, Ucar 2011, doi:10.1145/2049673.2049677). O(entries * rows) at worst, few
/// phases in practice. One core; the same bytes always. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching pfp(const Context& context, const BipartiteView& graph,
                                    const BipartiteOptions& options = {});

/// Hopcroft and Karp on all threads: levels found by all, disjoint shortest paths searched by each
/// thread from rows of its own (Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012,
/// doi:10.1109/IPDPS.2012.82). The cardinality is unique; which edges are matched depends on the
/// threads' timing. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching p_hk(const Context& context, const BipartiteView& graph,
                                     const BipartiteOptions& options = {});

/// Pothen and Fan on all threads, with fairness and lookahead (Azad et al. 2012, as `p_hk`).
/// The cardinality is unique; which edges are matched depends on the threads' timing.
/// @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching p_pfp(const Context& context, const BipartiteView& graph,
                                      const BipartiteOptions& options = {});

/// Disjoint breadth-first searches on all threads, each from one free row at a time (Azad et al.
/// 2012, as `p_hk`). The cardinality is unique; which edges are matched depends on the threads'
/// timing. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching p_dbfs(const Context& context, const BipartiteView& graph,
                                       const BipartiteOptions& options = {});

/// One breadth-first search from all free rows, direction-optimised, whose trees without an
/// augmenting path are kept and take over the vertices of those that had one (Azad, Buluc, Pothen
/// 2017, doi:10.1109/TPDS.2016.2546258). Makes the transpose. With several threads the edges that
/// are matched depend on timing, with one they do not. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching ms_bfs_graft(const Context& context, const BipartiteView& graph,
                                             const BipartiteOptions& options = {});

/// A matching of largest cardinality by whatever is fastest here; `stats.algorithm` says what that
/// was, and `stats.stop_reason` by which phases. Makes the transpose where searches see much for
/// the rows that are left, or where far more rows than columns are free. Never more than O(entries
/// sqrt(rows + columns)) work. @throws Error{resources, cancelled}
[[nodiscard]] BipartiteMatching maximum_matching(const Context& context, const BipartiteView& graph,
                                                 const BipartiteOptions& options = {});

}  // namespace hypermatch
