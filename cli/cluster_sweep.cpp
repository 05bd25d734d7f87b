// SPDX-License-Identifier: MIT
#include "cluster_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "command.hpp"
#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/statistics.hpp"
#include "report.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::uint64_t k_most_values = 10'000;

double parse_resolution(const std::string& whole, const std::string& part) {
  const double value = parse_real("--resolution", part);
  if (value > 0 && std::isfinite(value)) return value;
  refuse("--resolution", whole, "a positive number G, or A:B:N with positive A and B");
}

// The mean agreement of each clustering with all others.
std::vector<double> agreements(const Context& context, const std::vector<Clustering>& found) {
  std::vector<double> sums(found.size(), 0.0);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = i + 1; j < found.size(); ++j) {
      const double index = compare_clusterings(context, LabelsView(found[i].labels.labels),
                                               LabelsView(found[j].labels.labels))
                               .adjusted_rand_index;
      sums[i] += index;
      sums[j] += index;
    }
  }
  if (found.size() > 1) {
    for (double& sum : sums) sum /= static_cast<double>(found.size() - 1);
  }
  return sums;
}

SweepRow summed_up(const Context& context, double resolution, std::uint64_t first_seed,
                   std::vector<Clustering> found) {
  SweepRow row;
  row.resolution = resolution;
  row.best_quality = found.front().quality;
  row.least_communities = row.most_communities = found.front().communities;
  for (const Clustering& each : found) {
    row.mean_quality += each.quality / static_cast<double>(found.size());
    row.best_quality = std::max(row.best_quality, each.quality);
    row.least_communities = std::min<std::uint64_t>(row.least_communities, each.communities);
    row.most_communities = std::max<std::uint64_t>(row.most_communities, each.communities);
  }
  std::size_t best = 0;
  if (found.size() > 1) {
    const std::vector<double> means = agreements(context, found);
    row.mean_agreement = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      row.mean_agreement += means[i] / static_cast<double>(found.size());
      if (std::pair(means[i], found[i].quality) > std::pair(means[best], found[best].quality)) {
        best = i;
      }
    }
  }
  row.consensus_seed = first_seed + best;
  row.consensus = std::move(found[best]);
  row.largest = facts_of(row.consensus.labels).largest;
  return row;
}

}  // namespace

std::vector<double> parse_resolutions(const std::string& text) {
  const std::size_t first = text.find(':');
  if (first == std::string::npos) return {parse_resolution(text, text)};
  const std::size_t second = text.find(':', first + 1);
  if (second == std::string::npos) {
    refuse("--resolution", text, "a positive number G, or A:B:N with positive A and B");
  }
  const double low = parse_resolution(text, text.substr(0, first));
  const double high = parse_resolution(text, text.substr(first + 1, second - first - 1));
  const std::uint64_t count =
      parse_whole("N of --resolution", text.substr(second + 1), 1, k_most_values);
  std::vector<double> values;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    values.push_back(low + (high - low) * share);
  }
  return values;
}

std::vector<SweepRow> sweep(const registry::Where& where, const GraphView& graph,
                            registry::ClusteringRequest request,
                            const std::vector<double>& resolutions, std::uint64_t first_seed,
                            std::uint64_t num_seeds) {
  std::vector<SweepRow> rows;
  for (const double resolution : resolutions) {
    std::vector<Clustering> found;
    request.quality.resolution = resolution;
    for (std::uint64_t i = 0; i < num_seeds; ++i) {
      request.parameters.set("seed", first_seed + i);
      found.push_back(registry::cluster(where, graph, request));
    }
    rows.push_back(summed_up(where.host(), resolution, first_seed, std::move(found)));
  }
  return rows;
}

const SweepRow& most_stable(const std::vector<SweepRow>& rows) {
  return *std::max_element(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) {
    return a.mean_agreement < b.mean_agreement;
  });
}

Json to_json(const std::vector<SweepRow>& rows) {
  Json list = Json::array();
  for (const SweepRow& row : rows) {
    list.push_back({{"resolution", row.resolution},
                    {"mean_quality", row.mean_quality},
                    {"best_quality", row.best_quality},
                    {"least_communities", row.least_communities},
                    {"most_communities", row.most_communities},
                    {"largest_community", row.largest},
                    {"mean_adjusted_rand_index", row.mean_agreement},
                    {"consensus_seed", row.consensus_seed}});
  }
  return list;
}

void log_rows(Log& log, const std::vector<SweepRow>& rows, std::string_view quality) {
  for (const SweepRow& row : rows) {
    const std::string counts = row.least_communities == row.most_communities
                                   ? counted(row.least_communities, "community")
                                   : std::to_string(row.least_communities) + " to " +
                                         counted(row.most_communities, "community");
    log.line("sweep", "resolution " + number(row.resolution, 6) + ": " + counts + ", largest " +
                          std::to_string(row.largest) + ", " + std::string(quality) + " " +
                          number(row.mean_quality, 6) + " (best " + number(row.best_quality, 6) +
                          "), agreement of seeds " + number(row.mean_agreement, 4));
  }
}

void add_quality(Json& json, CommunityObjective objective, const Json& quality) {
  json["modularity"] = objective == CommunityObjective::cpm ? Json(nullptr) : quality;
  json["cpm"] = objective == CommunityObjective::cpm ? quality : Json(nullptr);
}

namespace {

Json level_json(const ClusteringLevel& level, CommunityObjective objective) {
  const double seconds = level.move_seconds + level.aggregate_seconds;
  Json json = Json::object();
  for_each_statistic(level, [&]<class T>(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, std::optional<double>>) {
      add_quality(json, objective, or_null(value));
    } else {
      json[name] = value;
    }
  });
  json["arcs_per_second"] =
      seconds > 0 ? Json(static_cast<double>(level.arcs) / seconds) : Json(nullptr);
  return json;
}

}  // namespace

Json to_json(const std::vector<ClusteringLevel>& levels, CommunityObjective objective) {
  Json json = Json::array();
  for (const ClusteringLevel& level : levels) json.push_back(level_json(level, objective));
  return json;
}

}  // namespace hypermatch::cli
