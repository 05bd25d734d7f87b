// SPDX-License-Identifier: MIT
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/exact_sum.hpp"
#include "coarsen/contraction_input.hpp"
#include "coarsen/device/contraction.hpp"
#include "hypermatch/device_coarsen.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

// A view of equal type and size for checks on the host. Its pointer refers to device memory.
WeightsView shape_of(const DeviceWeightsView& weights) {
  return std::visit(
      [](const auto& items) -> WeightsView {
        if constexpr (std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          return std::monostate();
        } else {
          return std::span(items.data(), items.size());
        }
      },
      weights);
}

TermWeights terms_of(const DeviceWeightsView& weights) {
  using Kind = TermWeights::Kind;
  constexpr Kind k_kinds[] = {Kind::none, Kind::int32, Kind::int64, Kind::float32, Kind::float64};
  TermWeights result;
  result.kind = k_kinds[weights.index()];
  std::visit(
      [&](const auto& items) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          result.items = items.data();
        }
      },
      weights);
  return result;
}

DeviceContractionInput input_of(const DeviceGraphView& graph, DeviceSpan<const VertexId> labels,
                                const DeviceContractionOptions& options) {
  std::optional<std::size_t> num_weights;
  if (graph.is_weighted()) num_weights = parallel::size_of(graph.weights);
  detail::structures::check_rows(graph.num_vertices, graph.offsets.size(), graph.num_arcs(),
                                 num_weights);
  check_num_labels(labels.size(), graph.num_vertices);
  check_num_vertex_weights(options.vertex_weights.size(), graph.num_vertices);
  if (graph.num_arcs() >= k_none) {
    throw Error(ErrorCode::unsupported,
                "graphs of 2^32 - 1 arcs and more are contracted on cores only");
  }
  DeviceContractionInput input{.num_vertices = graph.num_vertices,
                               .num_arcs = graph.num_arcs(),
                               .offsets = graph.offsets.data(),
                               .neighbours = graph.neighbours.data(),
                               .weights = terms_of(graph.weights),
                               .keeps_loops = options.loops == Loops::keep,
                               .labels = labels.data(),
                               .vertex_weights = options.vertex_weights.data()};
  if (options.vertex_weights.empty()) input.vertex_weights = nullptr;
  input.is_real = input.weights.kind == TermWeights::Kind::float32 ||
                  input.weights.kind == TermWeights::Kind::float64;
  if (input.keeps_loops && options.loop_weights.index() != 0) {
    check_loop_weights(graph.num_vertices, shape_of(graph.weights), shape_of(options.loop_weights));
    input.loop_weights = terms_of(options.loop_weights);
    input.has_loop_weights = true;
  }
  return input;
}

class Contractor {
 public:
  Contractor(const DeviceContext& context, const DeviceContractionInput& input,
             DeviceWorkspace& workspace)
      : context_(context), input_(input), workspace_(workspace) {}

  /// Nothing where sums of real numbers are left to the host.
  std::optional<DeviceContraction> run() {
    const DeviceFunctions& device = on_device();
    const DeviceStream stream = context_.stream();
    cut(0);
    find_classes();
    const std::size_t held = workspace_.size();
    cut(num_terms_);
    // A workspace that grew has lost the classes.
    if (workspace_.size() != held) find_classes();
    context_.check_cancelled();
    if (num_terms_ > 0) {
      device.sort_terms(input_, arrays_, num_classes_, num_terms_, stream);
      num_runs_ = read().num_arcs;
      context_.check_cancelled();
    }
    device.sum_runs(input_, arrays_, num_classes_, num_terms_, num_runs_, stream);
    device.sum_classes(input_, arrays_, num_classes_, stream);
    const ContractionControl control = read();
    if (control.inexact != 0) return std::nullopt;
    check_sums(control);
    const DeviceContraction result = make_result();
    parallel::runtime::synchronize(stream);
    return result;
  }

 private:
  void cut(std::uint64_t num_terms) {
    parallel::cut_workspace(context_, workspace_, [&](parallel::DeviceArena& arena) {
      lay_out_vertices(arena);
      lay_out_terms(arena, num_terms);
    });
  }

  void lay_out_vertices(parallel::DeviceArena& arena) {
    const std::size_t n = input_.num_vertices;
    arrays_.control = arena.take<ContractionControl>(1);
    arrays_.class_of = arena.take<VertexId>(n);
    arrays_.members = arena.take<VertexId>(n);
    arrays_.numbers = arena.take<VertexId>(n);
    arrays_.heads = arena.take<VertexId>(n);
    arrays_.sorted = arena.take<VertexId>(n);
    arrays_.flags = arena.take<std::uint8_t>(n);
    arrays_.class_begin = arena.take<std::uint64_t>(n + 1);
    arrays_.places = arena.take<std::uint64_t>(n);
    arrays_.offsets = arena.take<std::uint64_t>(n + 1);
    arrays_.vertex_weights = arena.take<std::int64_t>(n);
    if (input_.keeps_loops) {
      arrays_.inside = input_.is_real ? static_cast<void*>(arena.take<RealState>(n))
                                      : arena.take<detail::base::Int128>(n);
      arrays_.loops = arena.take<std::int64_t>(n);
      arrays_.narrow_loops = arena.take<std::int32_t>(n);
    }
    arrays_.heavy =
        arena.take<std::uint32_t>(on_device().heavy_room(input_.num_vertices, input_.num_arcs));
  }

  void lay_out_terms(parallel::DeviceArena& arena, std::uint64_t num_terms) {
    arrays_.tails = arena.take<VertexId>(num_terms);
    arrays_.term_heads = arena.take<VertexId>(num_terms);
    arrays_.arcs = arena.take<VertexId>(num_terms);
    arrays_.sorted_terms = arena.take<VertexId>(num_terms);
    arrays_.run_starts = arena.take<VertexId>(num_terms);
    arrays_.term_flags = arena.take<std::uint8_t>(num_terms);
    arrays_.run_begin = arena.take<std::uint64_t>(num_terms + 1);
    arrays_.sums = arena.take<std::uint64_t>(num_terms);
    arrays_.scratch.bytes = on_device().scratch_bytes(input_.num_vertices, num_terms);
    arrays_.scratch.data = arena.take<std::byte>(arrays_.scratch.bytes);
  }

  ContractionControl read() const {
    static_assert(sizeof(ContractionControl) <= parallel::DeviceState::k_mailbox_bytes);
    std::byte* const mail = context_.state()->mailbox();
    parallel::runtime::copy_to_host(mail, arrays_.control, sizeof(ContractionControl),
                                    context_.stream());
    parallel::runtime::synchronize(context_.stream());
    return *reinterpret_cast<const ContractionControl*>(mail);
  }

  // Leaves the numbers of classes and terms.
  void find_classes() {
    const DeviceFunctions& device = on_device();
    device.number_classes(input_, arrays_, context_.stream());
    const ContractionControl classes = read();
    if (classes.first_wrong != ~0ULL) refuse_label(classes.first_wrong);
    num_classes_ = static_cast<VertexId>(classes.num_classes);
    context_.check_cancelled();
    device.list_members(input_, arrays_, num_classes_, context_.stream());
    num_terms_ = read().num_terms;
  }

  void check_sums(const ContractionControl& control) {
    if (control.beyond_vertex != 0) refuse_vertex_weights();
    if (control.beyond != 0) refuse_sums_beyond_type();
    wide_arcs_ = control.wide_arcs != 0;
    wide_loops_ = control.wide_loops != 0;
  }

  // Sums of real numbers as they are; integers in 32 bits where all fit.
  DeviceWeightsView weights_of(void* sums, std::uint64_t count, bool is_wide,
                               std::int32_t* narrow) const {
    if (input_.is_real) return DeviceSpan<const double>(static_cast<const double*>(sums), count);
    if (is_wide) {
      return DeviceSpan<const std::int64_t>(static_cast<const std::int64_t*>(sums), count);
    }
    on_device().narrow(sums, count, narrow, context_.stream());
    return DeviceSpan<const std::int32_t>(narrow, count);
  }

  DeviceContraction make_result() const {
    DeviceContraction result;
    result.graph.num_vertices = num_classes_;
    result.graph.offsets = {arrays_.offsets, num_classes_ + std::size_t{1}};
    result.graph.neighbours = {arrays_.term_heads, num_runs_};
    result.graph.weights = weights_of(arrays_.sums, num_runs_, wide_arcs_,
                                      reinterpret_cast<std::int32_t*>(arrays_.run_starts));
    result.coarse_vertex = {arrays_.class_of, input_.num_vertices};
    result.vertex_weights = {arrays_.vertex_weights, num_classes_};
    if (input_.keeps_loops) {
      result.loop_weights =
          weights_of(arrays_.loops, num_classes_, wide_loops_, arrays_.narrow_loops);
    }
    return result;
  }

  const DeviceContext& context_;
  const DeviceContractionInput& input_;
  DeviceWorkspace& workspace_;
  ContractionArrays arrays_;
  VertexId num_classes_ = 0;
  std::uint64_t num_terms_ = 0;
  std::uint64_t num_runs_ = 0;
  bool wide_arcs_ = false;
  bool wide_loops_ = false;
};

// Sums that two doubles do not hold are rare, and made in fixed point by the host.
DeviceContraction contract_on_host(const DeviceContext& context, const DeviceGraphView& graph,
                                   DeviceSpan<const VertexId> labels,
                                   const DeviceContractionOptions& options,
                                   DeviceWorkspace& workspace) {
  CompressedGraph rows;
  rows.num_vertices = graph.num_vertices;
  rows.offsets = parallel::to_host(context, graph.offsets);
  rows.neighbours = parallel::to_host(context, graph.neighbours);
  rows.weights = parallel::to_host(context, graph.weights);
  const Array<VertexId> classes = parallel::to_host(context, labels);
  const Array<std::int64_t> vertex_weights = parallel::to_host(context, options.vertex_weights);
  const Weights loops = parallel::to_host(context, options.loop_weights);
  const Contraction found =
      contract(context.state()->host(), rows.view(), LabelsView(classes.view()),
               {vertex_weights.view(), options.loops, view_of(loops)});
  DeviceContraction result;
  result.graph.num_vertices = found.graph.num_vertices;
  const auto take = [&](parallel::DeviceArena& arena, const auto& items, auto& span) {
    using Item = std::remove_const_t<std::remove_reference_t<decltype(items[0])>>;
    span = {arena.take<Item>(items.size()), items.size()};
  };
  const auto take_reals = [&](parallel::DeviceArena& arena, const Weights& weights,
                              DeviceWeightsView& view) {
    if (const auto* const reals = std::get_if<Array<double>>(&weights)) {
      view = DeviceSpan<const double>(arena.take<double>(reals->size()), reals->size());
    }
  };
  parallel::cut_workspace(context, workspace, [&](parallel::DeviceArena& arena) {
    take(arena, found.graph.offsets, result.graph.offsets);
    take(arena, found.graph.neighbours, result.graph.neighbours);
    take_reals(arena, found.graph.weights, result.graph.weights);
    take(arena, found.coarse_vertex, result.coarse_vertex);
    take(arena, found.vertex_weights, result.vertex_weights);
    take_reals(arena, found.loop_weights, result.loop_weights);
  });
  const auto copy = [&](const auto& items, const auto& span) {
    using Item = std::remove_const_t<std::remove_reference_t<decltype(items[0])>>;
    detail::copy_to_device(context, const_cast<Item*>(span.data()), items.data(),
                           items.size() * sizeof(Item));
  };
  const auto copy_reals = [&](const Weights& weights, const DeviceWeightsView& view) {
    if (const auto* const reals = std::get_if<Array<double>>(&weights)) {
      copy(*reals, std::get<DeviceSpan<const double>>(view));
    }
  };
  copy(found.graph.offsets, result.graph.offsets);
  copy(found.graph.neighbours, result.graph.neighbours);
  copy_reals(found.graph.weights, result.graph.weights);
  copy(found.coarse_vertex, result.coarse_vertex);
  copy(found.vertex_weights, result.vertex_weights);
  copy_reals(found.loop_weights, result.loop_weights);
  return result;
}

// A graph without vertices takes no kernels. Types are those of the host.
DeviceContraction contraction_of_nothing(const DeviceContractionInput& input) {
  DeviceContraction result;
  const auto none = [&]() -> DeviceWeightsView {
    if (input.is_real) return DeviceSpan<const double>();
    return DeviceSpan<const std::int32_t>();
  };
  result.graph.weights = none();
  if (input.keeps_loops) result.loop_weights = none();
  return result;
}

// Weights of the host on the device, held by `bytes`.
DeviceWeightsView upload_weights(const DeviceContext& context, const WeightsView& weights,
                                 DeviceBytes& bytes) {
  return std::visit(
      [&](const auto& items) -> DeviceWeightsView {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return std::monostate();
        } else {
          using Item = std::remove_const_t<typename View::element_type>;
          if (items.empty()) return DeviceSpan<const Item>();
          bytes = DeviceBytes(context, items.size_bytes());
          detail::copy_to_device(context, bytes.data(), items.data(), items.size_bytes());
          return DeviceSpan<const Item>(static_cast<const Item*>(bytes.data()), items.size());
        }
      },
      weights);
}

}  // namespace

DeviceContraction contract(const DeviceContext& context, const DeviceGraphView& graph,
                           DeviceSpan<const VertexId> labels,
                           const DeviceContractionOptions& options, DeviceWorkspace& workspace) {
  const DeviceContractionInput input = input_of(graph, labels, options);
  context.check_cancelled();
  if (graph.num_vertices == 0) return contraction_of_nothing(input);
  const parallel::DeviceScope scope(context.device());
  parallel::DrainedOnThrow drained(context.stream());
  const std::optional<DeviceContraction> result = Contractor(context, input, workspace).run();
  drained.disarm();
  return result ? *result : contract_on_host(context, graph, labels, options, workspace);
}

Contraction contract(const DeviceContext& context, const GraphView& graph, LabelsView labels,
                     const GraphContractionOptions& options) {
  const DeviceGraph rows = upload(context, graph);
  const DeviceArray<VertexId> classes = upload(context, labels.labels);
  const DeviceArray<std::int64_t> vertex_weights = upload(context, options.vertex_weights);
  DeviceBytes loops;
  DeviceWorkspace workspace;
  const DeviceContraction found = contract(
      context, rows.view(), classes.view(),
      {vertex_weights.view(), options.loops, upload_weights(context, options.loop_weights, loops)},
      workspace);
  Contraction result;
  result.graph.num_vertices = found.graph.num_vertices;
  result.graph.offsets = found.graph.num_vertices == 0
                             ? Array<Offset>(1, Offset{0})
                             : parallel::to_host(context, found.graph.offsets);
  result.graph.neighbours = parallel::to_host(context, found.graph.neighbours);
  result.graph.weights = parallel::to_host(context, found.graph.weights);
  result.coarse_vertex = parallel::to_host(context, found.coarse_vertex);
  result.vertex_weights = parallel::to_host(context, found.vertex_weights);
  result.loop_weights = parallel::to_host(context, found.loop_weights);
  return result;
}

}  // namespace hypermatch
