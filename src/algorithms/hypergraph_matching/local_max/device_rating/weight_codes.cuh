// SPDX-License-Identifier: MIT
// Codes of 64-bit weights in 31 bits, made from a sample, for callers that can tell edges with
// equal codes
// apart: one pass over the weights, where ranks need a sort.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_rating/dense_priorities.cuh"
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "order/sampled_code.hpp"

namespace hypermatch::detail::hypergraph_matching {

using WeightCode = order::SampledCode<std::uint64_t>;

/// Weights that are drawn to make the code, at most.
inline constexpr std::uint64_t k_drawn_weights = 2048;

/// *code = a sampled code of the weights in 31 bits, and codes[e] = that of the weight of edge e
/// and its tie hash, or k_left_out if the weight takes no part. Where the sample has many values
/// that are frequent, too many for the code, and all together are at most 8192, codes[e] is the
/// rank of the weight instead, there is no code, and the answer is true. `drawn` has room for
/// k_drawn_weights. Waits for the device, for the sample, and lets pins be sent meanwhile; the rest
/// is enqueued only.
bool code_weights(const DeviceProblem& problem, std::uint32_t* codes, WeightCode* code,
                  std::uint64_t* drawn, const ValueTable<std::uint64_t>& table);

}  // namespace hypermatch::detail::hypergraph_matching
