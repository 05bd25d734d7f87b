// SPDX-License-Identifier: MIT
// Not reached: without CUDA there is no DeviceContext to call local_max with.
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::unsupported, "this build of hypermatch has no CUDA back end");
}
}  // namespace

OrderOptions resolve_on_device(const DeviceProblem&) {
  refuse();
}
DeviceOutcome local_max_filtered_on_device(const DeviceProblem&) {
  refuse();
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
std::size_t filtered_workspace_bytes(const DeviceProblem&) {
  refuse();
}
PackedEdges lay_out_packed(parallel::DeviceArena&, const PackedSize&) {
  refuse();
}
std::size_t packed_bytes(const DeviceContext&, VertexId, const PackedSize&, const PackedSize&) {
  refuse();
}
void append_free(const DeviceContext&, const SweptEdges&, const SweepTarget&) {
  refuse();
}
SweepCount count_appended(const DeviceContext&, const SweepTarget&) {
  refuse();
}
void note_matched(const DeviceContext&, std::uint64_t, const std::uint32_t*, const EdgeId*,
                  std::uint32_t*) {
  refuse();
}
void clear_words(const DeviceContext&, void*, std::size_t) {
  refuse();
}
PackedOutcome solve_packed(const PackedProblem&) {
  refuse();
}

}  // namespace hypermatch::detail::hypergraph_matching
