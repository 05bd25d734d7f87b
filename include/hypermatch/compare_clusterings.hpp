// SPDX-License-Identifier: MIT
// How far two clusterings of the same vertices agree: found communities beside known ones.
#pragma once

#include <cstdint>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch {

/// Agreement of two clusterings. Counts of pairs of vertices are exact; n below 2^32 leaves them
/// below 2^63.
struct ClusteringAgreement {
  std::uint64_t pairs = 0;           ///< n (n - 1) / 2
  std::uint64_t pairs_in_found = 0;  ///< that are together in `found`,
  std::uint64_t pairs_in_truth = 0;  ///< in `truth`,
  std::uint64_t pairs_in_both = 0;   ///< and in both
  /// The share of pairs together in `found` (`precision`) or in `truth` (`recall`) that are
  /// together in both; 1 where there are no such pairs. `f1` is their harmonic mean, 0 if both are
  /// 0.
  double precision = 1.0;
  double recall = 1.0;
  double f1 = 1.0;
  /// Adjusted Rand index (Hubert, Arabie 1985, doi:10.1007/BF01908075): 1 for equal clusterings, 0
  /// in expectation for random ones of the same sizes. 1 where both are trivial in the same way.
  double adjusted_rand_index = 1.0;
  /// Normalised mutual information: the mutual information divided by the arithmetic mean of the
  /// entropies; 1 where both entropies are 0.
  double normalized_mutual_information = 1.0;
};

/// Compares two clusterings of the same vertices; labels are any numbers. O(n); 24 bytes per
/// vertex. The same bits on any number of threads. @throws Error{invalid_input} if sizes differ;
/// Error{resources, cancelled}
[[nodiscard]] ClusteringAgreement compare_clusterings(const Context& context, LabelsView found,
                                                      LabelsView truth);

}  // namespace hypermatch
