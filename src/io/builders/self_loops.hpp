// SPDX-License-Identifier: MIT
// Self-loops that a reader keeps beside a simple graph, and weights that it refuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::NegativeWeights;
using hypermatch::io::SelfLoops;

/// A loop as a text has it.
struct SelfLoop {
  VertexId vertex = 0;
  Number weight;
};

/// The weight of a loop in a text without weights.
inline constexpr Number k_weight_of_one{1, 0.0, true};

/// `Instance::loop_weights`: of each vertex the weight of its loops, 0 without one; int64, or
/// double where one is no integer. None where there are no loops.
/// @throws Error{invalid_input} as merging of parallel edges
[[nodiscard]] Weights weights_of(const ParseInput& input, std::span<const SelfLoop> loops,
                                 VertexId num_vertices);

/// @throws Error{invalid_input} that says what the sums of parallel edges of this type exceed
[[noreturn]] void throw_sum_beyond(std::string_view name, const Weights& weights);

/// `Instance::loop_weights` of the `loops` of all parts.
template <class Part>
[[nodiscard]] Weights weights_of_loops(const ParseInput& input, const std::vector<Part>& parts,
                                       std::uint64_t num_vertices) {
  std::vector<SelfLoop> loops;
  for (const Part& part : parts) loops.insert(loops.end(), part.loops.begin(), part.loops.end());
  return weights_of(input, loops, static_cast<VertexId>(num_vertices));
}

/// The weight of an edge as a reader has it; 1 where there are none.
[[nodiscard]] Number number_at(const Weights& weights, std::size_t e);

/// @throws TextFailure at `at` for a weight below 0
void refuse_negative(const Number& weight, const char* at);

}  // namespace hypermatch::detail::io
