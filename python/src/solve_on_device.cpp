// SPDX-License-Identifier: MIT
// Calls on instances in device memory: results stay there.
#include <memory>
#include <utility>

#include "hypermatch/registry_device.hpp"
#include "on_device.hpp"
#include "question.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One entry, of the slower algorithms. Short work runs in the calling thread.
constexpr double k_device_nanoseconds = 1;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::unsupported, what + " is of instances in host memory");
}

// @throws Error{unsupported} for the arguments that are of host memory.
Question device_question(const nb::dict& given, registry::Problem problem) {
  Question question(given, problem);
  if (question.verify) refuse("verify=True");
  if (!question.passes.empty()) refuse("passes");
  return question;
}

// An array that owns its memory; as numbers with -1 for `k_none` where T is signed.
template <class T, class Held>
nb::object block_of(DeviceArray<Held>&& items, int device) {
  static_assert(sizeof(T) == sizeof(Held));
  auto held = std::make_unique<DeviceArray<Held>>(std::move(items));
  DeviceBlock block{held->view().data(), held->size(), nb::dtype<T>(), device};
  block.owner = nb::capsule(
      held.get(), [](void* all) noexcept { delete static_cast<DeviceArray<Held>*>(all); });
  (void)held.release();
  return nb::cast(std::move(block));
}

nb::dict match_graph_on_device(const DeviceInstance& instance, const nb::dict& given) {
  const Question question = device_question(given, registry::Problem::graph_matching);
  struct Found {
    DeviceArray<VertexId> mates;
    std::uint64_t pairs;
    MatchingStats stats;
  };
  Found found = result_at(question.settings, instance.num_entries(), k_device_nanoseconds,
                          [&](const registry::Where& where) {
                            const DeviceContext& device = *where.device();
                            DeviceWorkspace workspace;
                            DeviceGraphMatching all = registry::match(device, instance.graph(),
                                                                      question.request, workspace);
                            return Found{copy_on_device(device, all.mates),
                                         download(device, all.count).front(), std::move(all.stats)};
                          });
  nb::dict result;
  result["stats"] = stats_dict(found.stats);
  result["num_pairs"] = found.pairs;
  result["mates"] = block_of<std::int32_t>(std::move(found.mates), instance.device);
  return result;
}

nb::dict match_capacities_on_device(const DeviceInstance& instance, const nb::dict& given) {
  const Question question = device_question(given, registry::Problem::graph_matching);
  struct Found {
    DeviceArray<Offset> offsets;
    DeviceArray<VertexId> partners;
    MatchingStats stats;
  };
  Found found =
      result_at(question.settings, instance.num_entries(), k_device_nanoseconds,
                [&](const registry::Where& where) {
                  const DeviceContext& device = *where.device();
                  DeviceWorkspace workspace;
                  DevicePartners all =
                      registry::b_match(device, instance.graph(), question.request, workspace);
                  return Found{copy_on_device(device, all.offsets),
                               copy_on_device(device, all.partners), std::move(all.stats)};
                });
  nb::dict result;
  result["stats"] = stats_dict(found.stats);
  result["num_pairs"] = found.partners.size() / 2;
  result["offsets"] = block_of<std::uint64_t>(std::move(found.offsets), instance.device);
  result["partners"] = block_of<std::uint32_t>(std::move(found.partners), instance.device);
  return result;
}

nb::dict match_hypergraph_on_device(const DeviceInstance& instance, const nb::dict& given) {
  const Question question = device_question(given, registry::Problem::hypergraph_matching);
  struct Found {
    DeviceArray<EdgeId> edges;
    MatchingStats stats;
  };
  Found found = result_at(
      question.settings, instance.num_entries(), k_device_nanoseconds,
      [&](const registry::Where& where) {
        const DeviceContext& device = *where.device();
        DeviceWorkspace workspace;
        DeviceMatching all =
            registry::match(device, instance.hypergraph(), question.request, workspace);
        const std::size_t count = download(device, all.count).front();
        return Found{copy_on_device(device, all.edges.subspan(0, count)), std::move(all.stats)};
      });
  nb::dict result;
  result["stats"] = stats_dict(found.stats);
  result["edges"] = block_of<std::uint32_t>(std::move(found.edges), instance.device);
  return result;
}

nb::dict bipartite_on_device(const DeviceInstance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::bipartite_matching);
  const RunSettings settings = take_place(options);
  registry::BipartiteRequest request;
  options.take_algorithm(request);
  if (options.take_flag("verify")) refuse("verify=True");
  request.parameters = options.take_parameters();
  struct Found {
    DeviceArray<VertexId> rows;
    DeviceArray<VertexId> columns;
    std::uint64_t cardinality;
    BipartiteStats stats;
  };
  Found found = result_at(settings, instance.num_entries(), k_device_nanoseconds,
                          [&](const registry::Where& where) {
                            const DeviceContext& device = *where.device();
                            DeviceWorkspace workspace;
                            DeviceBipartiteMatching all =
                                registry::match(device, instance.bipartite(), request, workspace);
                            return Found{copy_on_device(device, all.row_mates),
                                         copy_on_device(device, all.column_mates), all.cardinality,
                                         std::move(all.stats)};
                          });
  nb::dict result;
  result["stats"] = stats_dict(found.stats);
  result["num_pairs"] = found.cardinality;
  result["mates"] = block_of<std::int32_t>(std::move(found.rows), instance.device);
  result["column_mates"] = block_of<std::int32_t>(std::move(found.columns), instance.device);
  return result;
}

nb::dict cluster_on_device(const DeviceInstance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::clustering);
  const RunSettings settings = take_place(options);
  registry::ClusteringRequest request;
  options.take_algorithm(request);
  request.quality.objective = options.take_name("objective", CommunityObjective::modularity);
  if (!options.take_object("resolution").is_none()) {
    request.quality.resolution = options.take_real("resolution", 0);
  }
  for (const char* const name : {"fixed", "communities", "min_size", "max_size", "hierarchy"}) {
    if (!options.take_object(name).is_none()) refuse(name);
  }
  const nb::object initial = options.take_object("initial");
  if (!initial.is_none()) {
    request.initial = exact_items_of<std::uint32_t>("initial", numbers_of("initial", initial));
  }
  if (options.take_flag("verify")) refuse("verify=True");
  request.parameters = options.take_parameters();
  struct Found {
    DeviceArray<VertexId> labels;
    DeviceClustering all;  // without what lies in the workspace
  };
  Found found = result_at(
      settings, instance.num_entries(), k_device_nanoseconds, [&](const registry::Where& where) {
        const DeviceContext& device = *where.device();
        DeviceWorkspace workspace;
        DeviceClustering all = registry::cluster(device, instance.graph(), request, workspace);
        auto labels = copy_on_device(device, all.labels);
        all.labels = {};
        return Found{std::move(labels), std::move(all)};
      });
  nb::dict result;
  result["stats"] = stats_dict(found.all.stats);
  result["quality"] = found.all.quality;
  result["communities"] = found.all.communities;
  result["labels"] = block_of<std::uint32_t>(std::move(found.labels), instance.device);
  return result;
}

}  // namespace

void bind_solve_on_device(nb::module_& module) {
  module.def("match_graph", match_graph_on_device, "instance"_a, "options"_a);
  module.def("match_capacities", match_capacities_on_device, "instance"_a, "options"_a);
  module.def("match_hypergraph", match_hypergraph_on_device, "instance"_a, "options"_a);
  module.def("bipartite", bipartite_on_device, "instance"_a, "options"_a);
  module.def("cluster", cluster_on_device, "instance"_a, "options"_a);
}

}  // namespace hypermatch::python
