// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_room.hpp"

#include <algorithm>
#include <span>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "hypermatch/array.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

OwnedDeviceRoom::OwnedDeviceRoom(const DeviceContext& context, const Capacities& capacities,
                                 VertexId num_vertices)
    : capacities_(capacities), num_vertices_(num_vertices) {
  if (capacities.is_default()) return;
  const Context& host = context.state()->host();
  const std::span<const std::uint32_t> each = capacities.each;
  const std::uint32_t most =
      each.empty() ? capacities.common
                   : parallel::reduce<std::uint32_t>(
                         host, each.size(), 0, [&](std::size_t v) { return each[v]; },
                         [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
  in_bytes_ = most <= DeviceRoom::k_most_in_byte;
  words_ = {context, DeviceRoom::num_words(num_vertices, in_bytes_)};
  if (each.empty()) return;
  if (!in_bytes_) {
    copy_to_device(context, words_.span().data(), each.data(), each.size_bytes());
    return;
  }
  Array<std::uint8_t> bytes(each.size());
  parallel::for_each(host, each.size(),
                     [&](std::size_t v) { bytes[v] = static_cast<std::uint8_t>(each[v]); });
  copy_to_device(context, words_.span().data(), bytes.data(), bytes.size());
}

void OwnedDeviceRoom::fill(const DeviceContext& context) {
  if (capacities_.is_default() || !capacities_.each.empty()) return;
  on_device().give_room(room(), num_vertices_, capacities_.common, context.stream());
}

}  // namespace hypermatch::detail::hypergraph_matching
