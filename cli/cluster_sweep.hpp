// SPDX-License-Identifier: MIT
// Clusterings of one graph for several resolutions and seeds, and how far those of different seeds
// agree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/clustering.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "result_json.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

/// `--resolution G` or `A:B:N`: N values from A to B, equally far apart.
/// @throws Error{invalid_option}
[[nodiscard]] std::vector<double> parse_resolutions(const std::string& text);

/// What all seeds found for one resolution.
struct SweepRow {
  double resolution = 1.0;
  double mean_quality = 0.0;
  double best_quality = 0.0;
  std::uint64_t least_communities = 0;
  std::uint64_t most_communities = 0;
  std::uint64_t largest = 0;  ///< vertices of the consensus' largest community
  /// Mean adjusted Rand index over all pairs of seeds; 1 for one seed.
  double mean_agreement = 1.0;
  std::uint64_t consensus_seed = 0;
  /// The clustering of that seed, which agrees most with the others on average; of equal ones that
  /// of the best quality, then of the first seed.
  Clustering consensus;
};

/// Runs the request for each resolution and for `num_seeds` seeds from `first_seed` on.
/// @throws as `registry::cluster`
[[nodiscard]] std::vector<SweepRow> sweep(const registry::Where& where, const GraphView& graph,
                                          registry::ClusteringRequest request,
                                          const std::vector<double>& resolutions,
                                          std::uint64_t first_seed, std::uint64_t num_seeds);

/// The row whose seeds agree most; of equal ones that of the lowest resolution.
[[nodiscard]] const SweepRow& most_stable(const std::vector<SweepRow>& rows);

[[nodiscard]] Json to_json(const std::vector<SweepRow>& rows);
/// The quality under the name of its objective; null under that of the other.
void add_quality(Json& json, CommunityObjective objective, const Json& quality);
[[nodiscard]] Json to_json(const std::vector<ClusteringLevel>& levels,
                           CommunityObjective objective);
/// Logs a line per row. `quality` is what the objective is called.
void log_rows(Log& log, const std::vector<SweepRow>& rows, std::string_view quality);

}  // namespace hypermatch::cli
