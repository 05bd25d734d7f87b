// SPDX-License-Identifier: MIT
// Checks and copies of callers' arrays on a device.
#include "parallel/device/csr_loops.hpp"
#include "parallel/device/place.cuh"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::parallel {

namespace {

using csr_loops::Result;

// Calls run(place, result) with room for so many words, and waits after an exception.
template <class Run>
auto with_result(const DeviceContext& context, std::size_t words, const Run& run) {
  const DeviceScope scope(context.device());
  DeviceArray<std::uint64_t> room(context, words);
  DrainedOnThrow drained(context.stream());
  CudaPlace place(context);
  auto found = run(place, Result<CudaPlace>(room.span().data()));
  drained.disarm();
  return found;
}

}  // namespace

std::optional<std::uint64_t> wrong_offset(const DeviceContext& context,
                                          const DeviceIntegersView& offsets, std::uint64_t entries,
                                          Offset* to) {
  return with_result(context, csr_loops::k_words, [&](CudaPlace& place, const auto& result) {
    return csr_loops::wrong_offset(place, result, offsets, entries, to);
  });
}

std::optional<std::uint64_t> wrong_number(const DeviceContext& context,
                                          const DeviceNumbers& numbers) {
  return with_result(context, csr_loops::k_words, [&](CudaPlace& place, const auto& result) {
    return csr_loops::wrong_number(place, result, numbers);
  });
}

std::optional<std::uint64_t> wrong_weight(const DeviceContext& context,
                                          const DeviceWeightsView& weights) {
  return with_result(context, csr_loops::k_words, [&](CudaPlace& place, const auto& result) {
    return csr_loops::wrong_weight(place, result, weights);
  });
}

std::optional<std::uint64_t> loop_of_list(const DeviceContext& context,
                                          DeviceSpan<const GraphEdge> edges) {
  return with_result(context, csr_loops::k_words, [&](CudaPlace& place, const auto& result) {
    return csr_loops::loop_of_list(place, result, edges);
  });
}

DeviceSymmetry symmetry_of(const DeviceContext& context, const DeviceGraphView& graph) {
  const std::uint64_t arcs = graph.num_arcs();
  const std::size_t room = heavy_room(arcs);
  const DeviceScope scope(context.device());
  DeviceArray<std::uint32_t> heavy(context, room + 2);
  return with_result(
      context, csr_loops::k_balance_words, [&](CudaPlace& place, const auto& result) {
        const Rows<CudaPlace> rows{.offsets = CudaPlace::Words<const Offset>(graph.offsets.data()),
                                   .count = graph.num_vertices,
                                   .entries = arcs,
                                   .largest = arcs,
                                   .heavy = heavy.span().data() + 2,
                                   .num_heavy = heavy.span().data()};
        place.find_heavy_rows(rows);
        return csr_loops::symmetry_of(place, result, rows, graph);
      });
}

std::uint64_t largest_of(const DeviceContext& context, const DeviceIntegersView& numbers) {
  return with_result(context, csr_loops::k_words, [&](CudaPlace& place, const auto& result) {
    return csr_loops::largest_of(place, result, numbers);
  });
}

}  // namespace hypermatch::detail::parallel
