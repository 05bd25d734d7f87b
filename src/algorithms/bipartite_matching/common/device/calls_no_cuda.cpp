// SPDX-License-Identifier: MIT
// Not reached: without CUDA there is no DeviceContext to match on.
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::unsupported, "this build of hypermatch has no CUDA back end");
}
}  // namespace

BipartiteStart resolved_start(BipartiteStart) {
  refuse();
}
DeviceStartBuffers lay_out_start(parallel::DeviceArena&, const DeviceBipartiteView&,
                                 BipartiteStart) {
  refuse();
}
void enqueue_start(const DeviceBipartiteProblem&, BipartiteStart, const DeviceStartBuffers&) {
  refuse();
}
MsBfsBuffers lay_out_ms_bfs(parallel::DeviceArena&, const DeviceBipartiteView&) {
  refuse();
}
DeviceSearch run_ms_bfs(const DeviceBipartiteProblem&, const MsBfsBuffers&) {
  refuse();
}
LevelSearchBuffers lay_out_level_search(parallel::DeviceArena&, const DeviceBipartiteView&) {
  refuse();
}
DeviceSearch run_level_search(const DeviceBipartiteProblem&, PathPolicy,
                              const LevelSearchBuffers&) {
  refuse();
}
void count_matched(const VertexId*, std::uint64_t, std::uint64_t*, DeviceStream) {
  refuse();
}

}  // namespace hypermatch::detail::bipartite_matching
