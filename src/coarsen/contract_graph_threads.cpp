// SPDX-License-Identifier: MIT
#include <type_traits>
#include <utility>

#include "coarsen/classes.hpp"
#include "coarsen/contract_rows.hpp"
#include "coarsen/contracted_rows.hpp"
#include "coarsen/contraction_input.hpp"
#include "coarsen/row_scratch.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

// The weights as sums; `copy` holds them where they are of another type.
template <class Sum>
std::span<const Sum> sums_of(const Context& context, const WeightsView& weights, Array<Sum>& copy) {
  if (const auto* sums = std::get_if<std::span<const Sum>>(&weights)) return *sums;
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          copy.resize(held.size());
          parallel::for_each(context, held.size(),
                             [&](std::size_t i) { copy[i] = static_cast<Sum>(held[i]); });
        }
      },
      weights);
  return copy.view();
}

Contraction contract_classes(const Context& context, const GraphView& graph, Classes classes,
                             const GraphContractionOptions& options) {
  detail::check_enum("loops", options.loops, Loops::keep);
  check_vertex_weights(graph.num_vertices, options.vertex_weights);
  const WeightsView loops =
      options.loops == Loops::keep ? options.loop_weights : WeightsView(std::monostate());
  check_loop_weights(graph.num_vertices, graph.weights, loops);
  Contraction result;
  result.vertex_weights = add_vertex_weights(context, classes, options.vertex_weights);
  context.check_cancelled();
  RowScratch<std::int64_t> scratch;
  ContractedRows rows = contract_rows(context, graph, classes,
                                      {.loops = options.loops, .loop_weights = loops}, {}, scratch);
  result.graph = std::move(rows.graph);
  result.loop_weights = std::move(rows.loop_weights);
  result.coarse_vertex = std::move(classes.class_of);
  return result;
}

}  // namespace

namespace detail::coarsen {

ContractedRows contract_rows(const Context& context, const GraphView& graph, const Classes& classes,
                             const RowOptions& options, ContractedRows memory,
                             RowScratch<std::int64_t>& scratch) {
  return std::visit(
      [&](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          Array<std::int64_t> copy;
          const RowInput<One> input{
              graph,         classes,     {}, sums_of(context, options.loop_weights, copy),
              options.loops, options.rows};
          return RowContractor<One>(context, input, scratch).run(std::move(memory));
        } else {
          using Value = typename View::value_type;
          Array<SumOf<Value>> copy;
          const RowInput<Value> input{graph,         classes,
                                      held,          sums_of(context, options.loop_weights, copy),
                                      options.loops, options.rows};
          if constexpr (std::is_floating_point_v<Value>) {
            RowScratch<double> of_reals;
            return RowContractor<Value>(context, input, of_reals).run(std::move(memory));
          } else {
            return RowContractor<Value>(context, input, scratch).run(std::move(memory));
          }
        }
      },
      graph.weights);
}

}  // namespace detail::coarsen

Contraction contract(const Context& context, const GraphView& graph, LabelsView labels,
                     const GraphContractionOptions& options) {
  parallel::check_input(context, graph);
  return contract_classes(context, graph, classes_of_labels(context, graph.num_vertices, labels),
                          options);
}

Contraction contract(const Context& context, const GraphView& graph,
                     std::span<const VertexId> mates, const GraphContractionOptions& options) {
  parallel::check_input(context, graph);
  return contract_classes(context, graph, classes_of_mates(context, graph.num_vertices, mates),
                          options);
}

}  // namespace hypermatch
