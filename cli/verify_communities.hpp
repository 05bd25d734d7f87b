// SPDX-License-Identifier: MIT
// What `verify` does with communities, and what `cluster` says of them in the same words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command.hpp"
#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_communities.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "pipeline.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

struct VerifyCommunitiesOptions {
  std::string file;
  std::string communities;
  std::string truth;  ///< empty: none
  InputOptions input;
  CommunityQuality quality;
  bool connected = false;
  std::string fixed;  ///< empty: none
  std::uint64_t num_communities = 0;
  std::uint64_t min_size = 0;
  std::uint64_t max_size = 0;
  RunOptions run;
};

/// The flags of `verify` on communities, but for the objective.
void add_community_flags(Command& command, VerifyCommunitiesOptions& options);
/// @throws Error{invalid_option} for what does not go together
void check(const VerifyCommunitiesOptions& options);

/// Judges communities of a graph; an exit code.
[[nodiscard]] int verify_communities(Interrupts& interrupts,
                                     const VerifyCommunitiesOptions& options);

/// Reads communities that have to be there for each vertex, and logs their form where it is one
/// label per line. @throws Error{invalid_input}
[[nodiscard]] Labels read_labels(RunContext& run, const std::string& path,
                                 const io::VertexLabels& labels, VertexId num_vertices);
/// Reads those of some vertices; k_none: of others.
[[nodiscard]] std::vector<VertexId> read_fixed(RunContext& run, const std::string& path,
                                               const io::VertexLabels& labels,
                                               VertexId num_vertices);

/// "adjusted Rand index 0.9, mutual information 0.95, pairs: precision 0.9, recall 0.91".
[[nodiscard]] std::string agreement_words(const ClusteringAgreement& agreement);
[[nodiscard]] Json to_json(const ClusteringAgreement& agreement);

/// "3 communities, connected, quality 0.41, no move or merge gains".
[[nodiscard]] std::string verdict_words(const verify::CommunitiesVerdict& verdict,
                                        const io::VertexLabels& labels);
[[nodiscard]] Json to_json(const verify::CommunitiesVerdict& verdict,
                           const io::VertexLabels& labels);

}  // namespace hypermatch::cli
