// SPDX-License-Identifier: MIT
// Matchings of vertices for coarsening, and contraction by labels.
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "hypermatch/coarsen.hpp"
#include "instances.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One entry on one thread.
constexpr double k_coarsen_nanoseconds = 20;

std::span<const std::int64_t> take_weights(const nb::object& array) {
  if (array.is_none()) return {};
  return exact_items_of<std::int64_t>("vertex_weights", numbers_of("vertex_weights", array));
}

nb::dict match_vertices(const Instance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::graph_matching);
  const RunSettings settings = take_settings(options);
  VertexMatchingOptions how;
  const nb::object weights = options.take_object("vertex_weights");
  how.vertex_weights = take_weights(weights);
  constexpr std::uint64_t k_most = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t most = options.take_whole("max_weight", k_most);
  how.max_weight = static_cast<std::int64_t>(std::min(most, k_most));
  how.largest_edge = options.take_whole("largest_edge", how.largest_edge);
  how.two_hop = options.take_flag("two_hop", true) ? TwoHop::pair : TwoHop::leave;
  how.seed = options.take_whole("seed", 0);
  options.expect_all_taken();
  VertexMatching found = result_of(
      settings, instance.num_entries(), k_coarsen_nanoseconds, [&](const Context& context) {
        if (kind_of(instance.view) == InstanceKind::hypergraph) {
          return match_vertices(context, instance.hypergraph(), how);
        }
        const FormOf<CompressedGraph> rows = as_rows(context, instance.graph());
        return match_vertices(context, rows.view(), how);
      });
  nb::dict result;
  result["rounds"] = found.rounds;
  result["two_hop_pairs"] = found.two_hop_pairs;
  result["mates"] = owning_array(std::move(found.mates));
  return result;
}

nb::dict contract(const Instance& instance, const Numbers& labels, const nb::dict& given) {
  Options options(given, registry::Problem::graph_matching);
  const RunSettings settings = take_settings(options);
  const nb::object weights = options.take_object("vertex_weights");
  const auto vertex_weights = take_weights(weights);
  const bool loops = options.take_flag("loops");
  const bool merge = options.take_flag("merge", true);
  options.expect_all_taken();
  const LabelsView classes(exact_items_of<std::uint32_t>("labels", labels));
  nb::dict result;
  io::Instance coarse;
  if (kind_of(instance.view) == InstanceKind::hypergraph) {
    HypergraphContraction found = result_of(
        settings, instance.num_entries(), k_coarsen_nanoseconds, [&](const Context& context) {
          return contract(
              context, instance.hypergraph(), classes,
              {.vertex_weights = vertex_weights,
               .identical_edges = merge ? IdenticalEdges::merge : IdenticalEdges::keep});
        });
    coarse.data = std::move(found.hypergraph);
    result["coarse_vertex"] = owning_array(std::move(found.coarse_vertex));
    result["coarse_edge"] = owning_array(std::move(found.coarse_edge));
    result["vertex_weights"] = owning_array(std::move(found.vertex_weights));
  } else {
    Contraction found = result_of(
        settings, instance.num_entries(), k_coarsen_nanoseconds, [&](const Context& context) {
          const FormOf<CompressedGraph> rows = as_rows(context, instance.graph());
          return contract(context, rows.view(), classes,
                          {.vertex_weights = vertex_weights,
                           .loops = loops ? Loops::keep : Loops::drop,
                           .loop_weights = loops ? instance.loop_weights : WeightsView{}});
        });
    coarse.data = Graph(std::move(found.graph));
    coarse.loop_weights = std::move(found.loop_weights);
    result["coarse_vertex"] = owning_array(std::move(found.coarse_vertex));
    result["coarse_edge"] = nb::none();
    result["vertex_weights"] = owning_array(std::move(found.vertex_weights));
  }
  result["coarse"] = nb::cast(owning_instance(std::move(coarse)));
  return result;
}

}  // namespace

void bind_coarsening(nb::module_& module) {
  module.def("match_vertices", match_vertices, "instance"_a, "options"_a);
  module.def("contract", contract, "instance"_a, "labels"_a, "options"_a);
}

}  // namespace hypermatch::python
