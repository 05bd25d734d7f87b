// SPDX-License-Identifier: MIT
// The rest of a batch that several devices share and that goes along a chain, on the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/shared_batches/shared_batches.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "order/matched_vertices.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Sorted greedy on the host, of the batch's undecided edges.
class HostSolver final : public StalledSolver {
 public:
  HostSolver(VertexId num_vertices, std::uint64_t seed)
      : num_vertices_(num_vertices), mixer_(seed) {}

  std::span<const std::uint32_t> solve(const StalledBatch& batch) override {
    const auto fetched = [&](auto& array, const auto* from, std::uint64_t items) {
      array.resize(items);
      copy_to_host(batch.context, array.data(), from, items * sizeof(array[0]));
    };
    fetched(states_, batch.states, batch.num_edges);
    fetched(origins_, batch.origins, batch.num_edges);
    if (batch.begins != nullptr) fetched(begins_, batch.begins, batch.num_edges + 1);
    fetched(pins_, batch.pins, batch.num_pins);
    if (batch.priorities != nullptr) fetched(priorities_, batch.priorities, batch.num_edges);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> falling;
    for (std::uint32_t c = 0; c < batch.num_edges; ++c) {
      if (states_[c] != 0) continue;
      const std::uint32_t priority = batch.priorities != nullptr ? priorities_[c] : 0;
      falling.emplace_back(base::make_key(priority, mixer_(origins_[c])), c);
    }
    std::sort(falling.begin(), falling.end(), std::greater<>());
    order::MatchedVertices matched(num_vertices_);
    vetoes_.assign((batch.num_edges + 31) / 32, ~std::uint32_t{0});
    for (const auto& [key, c] : falling) {
      const auto begin = [&](std::size_t i) {
        return batch.begins != nullptr ? begins_[i] : i * batch.uniform_size;
      };
      const VertexId* const pins = pins_.data() + begin(c);
      const Offset size = begin(c + std::size_t{1}) - begin(c);
      if (matched.meets(pins, size)) continue;
      for (Offset p = 0; p < size; ++p) matched.insert(pins[p]);
      vetoes_[c / 32] ^= std::uint32_t{1} << (c % 32);
    }
    return vetoes_;
  }

 private:
  VertexId num_vertices_;
  base::TieMixer mixer_;
  Array<std::uint8_t> states_;
  Array<EdgeId> origins_;
  Array<std::uint32_t> priorities_;
  Array<Offset> begins_;
  Array<VertexId> pins_;
  std::vector<std::uint32_t> vetoes_;
};

}  // namespace hypermatch::detail::hypergraph_matching
