// SPDX-License-Identifier: MIT
// Matchings of largest cardinality in bipartite graphs: exact, on one core and on all of them.
//
// All algorithms start from a matching that a cheap heuristic finds and enlarge it along augmenting
// paths until there is none. The size of the answer is unique, its edges are not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// Where the search for augmenting paths starts from.
enum class BipartiteStart {
  automatic,    ///< what the algorithm does best with
  none,         ///< the empty matching
  cheap,        ///< each row takes its first free neighbour
  karp_sipser,  ///< vertices of degree one first (Karp, Sipser 1981), then cheap
  two_sided,    ///< scaling, one random choice a vertex, Karp-Sipser on the choices (Dufosse, Kaya,
                ///< Ucar 2015, doi:10.1016/j.jpdc.2015.06.009)
};

struct BipartiteOptions {
  BipartiteStart start = BipartiteStart::automatic;
  /// Of the start's random choices; any value.
  std::uint64_t seed = 0;
};

/// What a run did; the same names stand in JSON and Python.
struct BipartiteStats {
  BipartiteStart start = BipartiteStart::cheap;  ///< as resolved
  std::uint64_t start_cardinality = 0;           ///< matched pairs after the start
  std::uint64_t phases = 0;                      ///< searches over all free vertices
  std::uint64_t augmentations = 0;               ///< paths that the matching was enlarged by
  double prepare_seconds = 0.0;                  ///< conversions that depend on the structure alone
  double start_seconds = 0.0;                    ///< of the solve: the start
  double transfer_seconds = 0.0;                 ///< copies between host and device
  double device_seconds = 0.0;  ///< the solve by the device's clock; 0 where the host solved
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

// The algorithms proper are declared below, each with paper, work and determinism.

}  // namespace hypermatch
