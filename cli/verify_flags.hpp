// SPDX-License-Identifier: MIT
// The flags of `hypermatch verify`.
#pragma once

#include <optional>
#include <string>

#include "capacity.hpp"
#include "exact_flags.hpp"
#include "judge.hpp"
#include "pairs_run.hpp"
#include "preferences.hpp"
#include "verify_communities.hpp"

namespace hypermatch::cli {

struct VerifyOptions {
  std::string file;
  std::string matching;
  InputOptions input;
  OrderOptions order;
  EdgeRating edge_rating = EdgeRating::weight;
  io::MatchingLayout layout = io::MatchingLayout::pairs;
  std::string capacity = k_capacity_one;
  PairBoundsFlags bounds;
  Ties ties = Ties::fixed;
  bool greedy = false;
  bool maximal = false;
  bool cover = false;
  bool pairs = false;
  bool maximum = false;
  bool drop_zeros = false;
  std::string points;
  PointCost distance = PointCost::euclidean;
  std::string certificate;
  VerifyCommunitiesOptions communities;
  std::optional<CommunityObjective> community_objective;
  io::PreferencesReadOptions sides;
  std::string explained;
  RunOptions run;

  [[nodiscard]] Answer answer() const { return cover ? Answer::cover : Answer::matching; }
  /// The claim that the certificate of a matching of a graph proves.
  [[nodiscard]] ExactOptions proven() const {
    return {.order = {.objective = order.objective, .nonpositive = order.nonpositive},
            .sense = bounds.sense(),
            .size = bounds.perfect ? MatchingSize::perfect
                    : maximum      ? MatchingSize::largest
                                   : MatchingSize::any};
  }
};

void add_verify_flags(Command& command, VerifyOptions& options);

extern const char* const k_verify_description;
extern const char* const k_verify_examples;

}  // namespace hypermatch::cli
