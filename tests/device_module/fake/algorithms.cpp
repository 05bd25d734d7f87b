// SPDX-License-Identifier: MIT
// Device code that hands work back to the host, calls what it was handed, and fails in the ways
// that kernels and callers fail.
#include <new>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::internal, "the tests do not use this");
}
}  // namespace

DeviceGraphOutcome run_filtered(const DeviceGraphProblem& problem, const DeviceGraphTuning&) {
  // Memory is taken through the context by device code, too.
  problem.workspace.reserve(problem.context, 1000);
  return {.is_for_host = true};
}
// Callers may stop it, and their exceptions pass.
DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  const DeviceBytes bytes(problem.context, 5000);
  problem.context.report({"solve", 0, 1});
  problem.context.check_cancelled();
  refuse();
}
DeviceGraphOutcome suitor_on_device(const DeviceGraphProblem& problem, const DeviceSuitorOptions&) {
  const DeviceBytes bytes(problem.context, 5000);
  throw Error(ErrorCode::device,
              "a kernel failed on cuda:" + std::to_string(problem.context.device()));
}
DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem&, const RedBlueOptions&) {
  throw std::bad_alloc();
}
DeviceGraphOutcome edge_rounds_on_device(const DeviceEdgeListProblem&, GraphLocalMaxVariant) {
  refuse();
}
DeviceGraphOutcome edge_rounds_on_device(const DeviceGraphProblem&, GraphLocalMaxVariant) {
  refuse();
}

}  // namespace hypermatch::detail::graph_matching

namespace hypermatch::detail::hypergraph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::internal, "the tests do not use this");
}
}  // namespace

OrderOptions resolve_on_device(const DeviceProblem& problem) {
  OrderOptions order = problem.options.order;
  order.objective = problem.hypergraph.is_weighted() ? Objective::weight : Objective::cardinality;
  order.rating = Rating::weight;
  if (problem.upload != nullptr) {
    parallel::runtime::Event known;
    known.record(problem.context.stream());
    problem.upload->send_pins_until(known);
  }
  return order;
}
DeviceOutcome run_filtered(const DeviceProblem& problem, const DeviceFilteredTuning&) {
  if (problem.upload != nullptr) problem.upload->send_pins();
  *problem.context.state()->mailbox() = std::byte{1};
  return {.is_for_host = true};
}
std::size_t filtered_workspace_bytes(const DeviceProblem&) {
  return 1000;
}
DeviceOutcome local_max_crcw_on_device(const DeviceProblem&) {
  refuse();
}
DeviceOutcome local_max_crew_on_device(const DeviceProblem&) {
  refuse();
}
DeviceOutcome local_max_work_optimal_on_device(const DeviceProblem&) {
  refuse();
}
PackedEdges lay_out_packed(parallel::DeviceArena&, const PackedSize&) {
  refuse();
}
std::size_t packed_bytes(const DeviceContext&, VertexId, const PackedSize&, const PackedSize&) {
  refuse();
}
PackedOutcome solve_packed(const PackedProblem&) {
  refuse();
}
void append_free(const DeviceContext&, const SweptEdges&, const SweepTarget&) {
  refuse();
}
SweepCount count_appended(const DeviceContext&, const SweepTarget&) {
  refuse();
}
void clear_words(const DeviceContext&, void*, std::size_t) {
  refuse();
}

}  // namespace hypermatch::detail::hypergraph_matching
