// SPDX-License-Identifier: MIT
// Local max on a device: checks what it is given, runs the variant, and reads what the host wants
// to know. The variants are described where they are implemented.
#include <algorithm>
#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "base/clock.hpp"
#include "base/counted.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/upload.hpp"
#include "parallel/device/views.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::hypergraph_matching;
using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

namespace {

using detail::parallel::bytes_of;
using detail::parallel::cut_workspace;
using detail::parallel::DeviceArena;
using detail::parallel::DrainedOnThrow;
using detail::parallel::size_of;
using detail::parallel::to_host;

void check_shape(const DeviceHypergraphView& hypergraph) {
  const auto fail = [](const std::string& text) { throw Error(ErrorCode::invalid_input, text); };
  if (hypergraph.num_vertices > k_max_count) fail("num_vertices must be below 2^32 - 1");
  if (hypergraph.offsets.empty() && !hypergraph.pins.empty()) {
    fail("offsets is empty, but there are pins");
  }
  const std::uint64_t m = hypergraph.offsets.empty() ? 0 : hypergraph.offsets.size() - 1;
  if (m > k_max_count) fail("more than 2^32 - 2 edges");
  if (hypergraph.is_weighted() && size_of(hypergraph.weights) != m) {
    fail(detail::base::there_are(size_of(hypergraph.weights), "weight") + " for " +
         detail::base::counted(m, "edge"));
  }
}

void check_memory(const DeviceProblem& problem) {
  const DeviceMatchingMemory& memory = problem.memory;
  const std::uint64_t room = problem.most_matched();
  if (memory.edges.data() != nullptr && memory.edges.size() < room) {
    throw Error(ErrorCode::invalid_option, "memory.edges has room for " +
                                               std::to_string(memory.edges.size()) +
                                               " edges, must have it for " + std::to_string(room));
  }
}

Hypergraph hypergraph_on_host(const DeviceContext& context,
                              const DeviceHypergraphView& hypergraph) {
  Hypergraph host;
  host.num_vertices = hypergraph.num_vertices;
  host.offsets = to_host(context, hypergraph.offsets);
  host.pins = to_host(context, hypergraph.pins);
  host.weights = to_host(context, hypergraph.weights);
  return host;
}

// For instances that are no work for a device.
DeviceOutcome local_max_on_host(const DeviceProblem& problem) {
  const DeviceContext& device = problem.context;
  Hypergraph copy;
  if (problem.on_host == nullptr) copy = hypergraph_on_host(device, problem.hypergraph);
  const HypergraphMatching found =
      local_max(device.state()->host(), problem.on_host != nullptr ? *problem.on_host : copy.view(),
                problem.options);

  DeviceOutcome outcome;
  EdgeId* edges = problem.memory.edges.data();
  std::uint64_t* count = problem.memory.count.data();
  cut_workspace(device, problem.workspace, [&](DeviceArena& arena) {
    if (problem.memory.edges.data() == nullptr) edges = arena.take<EdgeId>(found.edges.size());
    if (problem.memory.count.empty()) count = arena.take<std::uint64_t>(1);
  });
  const std::uint64_t num_found = found.edges.size();
  detail::copy_to_device(device, edges, found.edges.data(), num_found * sizeof(EdgeId));
  detail::copy_to_device(device, count, &num_found, sizeof(num_found));
  outcome.edges = edges;
  outcome.count = count;
  outcome.rounds = found.stats.rounds;
  outcome.stop_reason = "a chain, little to do in a round: the host took over";
  return outcome;
}

}  // namespace

namespace detail::hypergraph_matching {

DeviceOutcome filtered_on_device(const DeviceProblem& problem, const DeviceFilteredTuning& tuning) {
  DeviceOutcome outcome = on_device().filtered(problem, tuning);
  return outcome.is_for_host ? local_max_on_host(problem) : outcome;
}

}  // namespace detail::hypergraph_matching

namespace {

DeviceOutcome run_variant(const DeviceProblem& problem) {
  if (problem.options.variant == LocalMaxVariant::filtered) return filtered_on_device(problem, {});
  if (problem.options.variant == LocalMaxVariant::sequential) {
    throw Error(ErrorCode::unsupported, "local_max (sequential) runs on one core only");
  }
  return on_device().rounds(problem);
}

std::uint64_t bytes_of(const DeviceHypergraphView& hypergraph) {
  return hypergraph.offsets.size() * sizeof(Offset) + hypergraph.pins.size() * sizeof(VertexId) +
         bytes_of(hypergraph.weights);
}

// The origin of the input, if the caller has it in host memory.
struct Origin {
  const HypergraphView* on_host = nullptr;
  detail::parallel::HypergraphUpload* upload = nullptr;
};

DeviceMatching solve(const DeviceContext& context, const DeviceHypergraphView& hypergraph,
                     const Origin& origin, const LocalMaxOptions& options,
                     DeviceWorkspace& workspace, const DeviceMatchingMemory& memory) {
  check(options);
  check_shape(hypergraph);
  DeviceState& state = *context.state();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  runtime::Event begin;
  runtime::Event end;
  DeviceProblem problem{context, hypergraph,     options, workspace,
                        memory,  origin.on_host, &end,    origin.upload};
  problem.options = with_checked_capacities(state.host(), options, hypergraph.num_vertices);
  check_memory(problem);
  OwnedDeviceRoom room(context, problem.options.capacities, hypergraph.num_vertices);
  problem.room = room.room();
  begin.record(context.stream());

  room.fill(context);
  const OrderOptions order = on_device().resolve(problem);
  problem.options.order = order;
  const std::string guarantee = guarantee_of(problem.options);
  if (order.objective == Objective::weight && order.rating == Rating::weight) {
    problem.options.noise =
        detail::order::noise_in_force(hypergraph.weights, problem.options.noise);
  }
  const bool needs_pins = options.variant != LocalMaxVariant::filtered;
  if (origin.upload != nullptr && needs_pins) origin.upload->send_pins();
  const DeviceOutcome outcome = run_variant(problem);
  if (origin.upload != nullptr) origin.upload->send_pins();
  if (!outcome.timed) end.record(context.stream());
  auto* const count = reinterpret_cast<std::uint64_t*>(state.mailbox());
  runtime::copy_to_host(count, outcome.count, sizeof(std::uint64_t), context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();

  DeviceMatching matching;
  matching.edges = {outcome.edges, static_cast<std::size_t>(*count)};
  matching.count = {outcome.count, 1};
  matching.stats = {
      .algorithm = "local_max",
      .variant = std::string(name_of(outcome.variant)),
      .rounds = outcome.rounds,
      .prepare_seconds = outcome.prepare_seconds,
      .device_seconds =
          end.seconds_since(origin.upload != nullptr ? origin.upload->arrived() : begin) -
          outcome.prepare_seconds,
      .device_peak_bytes = workspace.size() + bytes_of(hypergraph) + room.bytes(),
      .rating = problem.options.order.rating,
      .objective = problem.options.order.objective,
      .guarantee = guarantee,
      .stop_reason = outcome.stop_reason};
  return matching;
}

// A device view of the hypergraph with null pointers: only sizes and types may be used.
DeviceHypergraphView sizes_of(const HypergraphView& hypergraph) {
  DeviceHypergraphView sizes{hypergraph.num_vertices,
                             {nullptr, hypergraph.offsets.size()},
                             {nullptr, hypergraph.pins.size()},
                             {}};
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          using T = typename View::value_type;
          sizes.weights = DeviceSpan<const T>(nullptr, weights.size());
        }
      },
      hypergraph.weights);
  return sizes;
}

// False if `filtered` is known to find too little device memory for the whole of it. How much the
// caller's memory has is not known.
bool may_fit(const DeviceContext& context, const HypergraphView& hypergraph,
             const LocalMaxOptions& options) {
  const DeviceScope scope(context.device());
  DeviceWorkspace none;
  DeviceProblem problem{context, sizes_of(hypergraph), options, none, {}};
  // Assumes the larger need: resolving `automatic` takes a pass over the edges, and quotients need
  // more than weights.
  OrderOptions& order = problem.options.order;
  if (order.objective == Objective::automatic) order.objective = Objective::weight;
  if (order.rating == Rating::automatic) order.rating = Rating::weight_per_sqrt_pins;
  const std::uint64_t needed =
      bytes_of(problem.hypergraph) + on_device().filtered_workspace_bytes(problem);
  if (needed > context.state()->limit_left()) return false;
  return context.state()->options().memory != nullptr || needed <= runtime::memory_left().free;
}

}  // namespace

DeviceMatching local_max(const DeviceContext& context, const DeviceHypergraphView& hypergraph,
                         const LocalMaxOptions& options, DeviceWorkspace& workspace,
                         const DeviceMatchingMemory& memory) {
  return solve(context, hypergraph, {}, options, workspace, memory);
}

namespace {

HypergraphMatching upload_and_solve(const DeviceContext& context, const HypergraphView& hypergraph,
                                    const LocalMaxOptions& options) {
  const Clock::time_point begin = Clock::now();
  detail::parallel::HypergraphUpload upload(context, hypergraph);
  DeviceWorkspace workspace;
  DeviceMatching found =
      solve(context, upload.view(), {&hypergraph, &upload}, options, workspace, {});
  HypergraphMatching matching;
  matching.edges = download(context, found.edges);
  const std::chrono::duration<double> all = Clock::now() - begin;
  matching.stats = std::move(found.stats);
  // The remaining time is that of transfers, so that no time is counted twice.
  matching.stats.transfer_seconds =
      all.count() - matching.stats.device_seconds - matching.stats.prepare_seconds;
  return matching;
}

}  // namespace

HypergraphMatching local_max(const DeviceContext& context, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  check(options);
  detail::parallel::check_host_input(context, hypergraph);
  LocalMaxOptions resolved =
      with_checked_capacities(context.state()->host(), options, hypergraph.num_vertices);
  // Edges are streamed past matched vertices only.
  if (options.variant != LocalMaxVariant::filtered || !resolved.capacities.is_default()) {
    return upload_and_solve(context, hypergraph, resolved);
  }
  if (may_fit(context, hypergraph, resolved)) {
    try {
      return upload_and_solve(context, hypergraph, resolved);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::resources) throw;
    }
  }
  resolved.order = detail::structures::resolve(hypergraph, options.order);
  return local_max_streamed(context, hypergraph, resolved);
}

}  // namespace hypermatch
