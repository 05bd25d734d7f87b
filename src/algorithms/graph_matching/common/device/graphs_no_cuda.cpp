// SPDX-License-Identifier: MIT
// Not reached: without CUDA there is no DeviceContext to call these with.
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::graph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::unsupported, "this build of hypermatch has no CUDA back end");
}
}  // namespace

DeviceGraphOutcome filtered_on_device(const DeviceGraphProblem&, const DeviceGraphTuning&) {
  refuse();
}
DeviceGraphOutcome edge_rounds_on_device(const DeviceEdgeListProblem&, GraphLocalMaxVariant) {
  refuse();
}
DeviceGraphOutcome edge_rounds_on_device(const DeviceGraphProblem&, GraphLocalMaxVariant) {
  refuse();
}
DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem&) {
  refuse();
}
DeviceGraphOutcome suitor_on_device(const DeviceGraphProblem&, const DeviceSuitorOptions&) {
  refuse();
}
DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem&, const RedBlueOptions&) {
  refuse();
}

}  // namespace hypermatch::detail::graph_matching
