// SPDX-License-Identifier: MIT
// Communities of graphs.
#include <optional>
#include <utility>

#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/verify_communities.hpp"
#include "instances.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One arc on one thread, all levels together.
constexpr double k_cluster_nanoseconds = 100;

// Arguments that cluster and verify have in common.
struct Quality {
  CommunityQuality quality;
  CommunityConstraints constraints = {};
  nb::object fixed = {};  // what the constraints refer to

  explicit Quality(Options& options) : fixed(options.take_object("fixed")) {
    quality.objective = options.take_name("objective", CommunityObjective::modularity);
    const double resolution = options.take_real("resolution", 0);
    if (!options.take_object("resolution").is_none()) quality.resolution = resolution;
    if (!fixed.is_none()) {
      constraints.fixed = exact_items_of<std::uint32_t>("fixed", numbers_of("fixed", fixed));
    }
    constraints.communities = take_size(options, "communities");
    constraints.min_size = take_size(options, "min_size");
    constraints.max_size = take_size(options, "max_size");
  }

 private:
  static VertexId take_size(Options& options, const char* name) {
    const std::uint64_t size = options.take_whole(name, 0);
    if (size > k_max_count) {
      throw Error(ErrorCode::invalid_option,
                  std::string(name) + " is " + std::to_string(size) + ", must be below 2^32 - 1");
    }
    return static_cast<VertexId>(size);
  }
};

nb::dict cluster(const Instance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::clustering);
  const RunSettings settings = take_place(options);
  registry::ClusteringRequest request;
  options.take_algorithm(request);
  const Quality quality(options);
  request.quality = quality.quality;
  request.constraints = quality.constraints;
  request.loop_weights = instance.loop_weights;
  const nb::object initial = options.take_object("initial");
  if (!initial.is_none()) {
    request.initial = exact_items_of<std::uint32_t>("initial", numbers_of("initial", initial));
  }
  request.keep_hierarchy = options.take_flag("hierarchy");
  const bool verify = options.take_flag("verify");
  request.parameters = options.take_parameters();
  const registry::AlgorithmInfo& algorithm = registry::find(request, place_of(settings));

  const AnyGraphView graph = instance.graph();
  Clustering found = result_at(
      settings, instance.num_entries(), k_cluster_nanoseconds, [&](const registry::Where& where) {
        const Context& context = where.host();
        const FormOf<CompressedGraph> rows = as_rows(context, graph);
        Clustering result = registry::cluster(where, rows.view(), request);
        if (!verify) return result;
        const auto verdict = verify::check_communities(
            context, rows.view(), LabelsView(result.labels.labels),
            {.quality = request.quality,
             .loop_weights = request.loop_weights,
             .connected = algorithm.connected && request.constraints.fixed.empty(),
             .constraints = request.constraints});
        if (!verdict.ok) refuse_result(verdict.violation);
        return result;
      });
  nb::dict result;
  result["stats"] = stats_dict(found.labels.stats);
  nb::list steps;
  for (const ClusteringLevel& level : found.levels) steps.append(stats_dict(level));
  result["steps"] = steps;
  result["quality"] = found.quality;
  result["communities"] = found.communities;
  result["small_communities"] = found.small_communities;
  nb::list levels;
  if (request.keep_hierarchy) {
    levels.append(owning_array(std::move(found.hierarchy.labels)));
    for (auto& level : found.hierarchy.levels) levels.append(owning_array(std::move(level)));
  }
  result["levels"] = levels;
  result["labels"] = owning_array(std::move(found.labels.labels));
  return result;
}

nb::object gain_tuple(const std::optional<verify::CommunityGain>& gain) {
  if (!gain) return nb::none();
  return nb::make_tuple(gain->from, gain->to, gain->gain);
}

nb::dict verify_communities(const Instance& instance, const Numbers& labels,
                            const nb::dict& given) {
  Options options(given, registry::Problem::clustering);
  const RunSettings settings = take_settings(options);
  const Quality quality(options);
  verify::CommunitiesDemands demands{.quality = quality.quality,
                                     .loop_weights = instance.loop_weights,
                                     .connected = options.take_flag("connected"),
                                     .constraints = quality.constraints,
                                     .name = [](VertexId v) { return std::to_string(v); }};
  options.expect_all_taken();
  const LabelsView judged(exact_items_of<std::uint32_t>("labels", labels));
  const AnyGraphView graph = instance.graph();
  const auto verdict = result_of(
      settings, instance.num_entries(), k_cluster_nanoseconds, [&](const Context& context) {
        const FormOf<CompressedGraph> rows = as_rows(context, graph);
        return verify::check_communities(context, rows.view(), judged, demands);
      });
  nb::dict result;
  result["ok"] = verdict.ok;
  result["violation"] = verdict.violation;
  result["communities"] = verdict.communities;
  result["connected"] = verdict.connected;
  result["quality"] = verdict.quality;
  result["best_move"] = gain_tuple(verdict.best_move);
  result["best_merge"] = gain_tuple(verdict.best_merge);
  return result;
}

}  // namespace

void bind_communities(nb::module_& module) {
  module.def("cluster", cluster, "instance"_a, "options"_a);
  module.def("verify_communities", verify_communities, "instance"_a, "labels"_a, "options"_a);
}

}  // namespace hypermatch::python
