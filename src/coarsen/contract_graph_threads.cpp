// SPDX-License-Identifier: MIT
#include <type_traits>
#include <utility>

#include "coarsen/classes.hpp"
#include "coarsen/contract_rows.hpp"
#include "coarsen/contraction_input.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

// The type that holds both weights.
template <class A, class B>
struct Common {
  using Type = std::common_type_t<A, B>;
};
template <class A>
struct Common<A, One> {
  using Type = A;
};
template <class B>
struct Common<One, B> {
  using Type = B;
};
template <>
struct Common<One, One> {
  using Type = One;
};

template <class View>
struct ValueOf {
  using Type = std::remove_const_t<typename View::element_type>;
};
template <>
struct ValueOf<std::monostate> {
  using Type = One;
};

// The weights as Values; `copy` holds them where they are of another type.
template <class Value, class View>
std::span<const Value> weights_as(const Context& context, const View& held, Array<Value>& copy) {
  if constexpr (std::is_same_v<View, std::monostate>) {
    return {};
  } else if constexpr (std::is_same_v<View, std::span<const Value>>) {
    return held;
  } else {
    copy.resize(held.size());
    parallel::for_each(context, held.size(),
                       [&](std::size_t i) { copy[i] = static_cast<Value>(held[i]); });
    return copy.view();
  }
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
  std::visit(
      [&](const auto& held, const auto& held_loops) {
        using A = typename ValueOf<std::decay_t<decltype(held)>>::Type;
        using B = typename ValueOf<std::decay_t<decltype(held_loops)>>::Type;
        using Value = typename Common<A, B>::Type;
        constexpr bool k_mixed =
            std::is_floating_point_v<B> != std::is_floating_point_v<A> && !std::is_same_v<B, One>;
        if constexpr (!k_mixed) {  // what was refused above
          Array<Value> copy;
          Array<Value> loop_copy;
          const RowInput<Value> input{graph, classes, weights_as<Value>(context, held, copy),
                                      weights_as<Value>(context, held_loops, loop_copy),
                                      options.loops};
          auto rows = RowContractor<Value>(context, input).run();
          result.graph = std::move(rows.graph);
          result.loop_weights = std::move(rows.loop_weights);
        }
      },
      graph.weights, loops);
  result.coarse_vertex = std::move(classes.class_of);
  return result;
}

}  // namespace

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
