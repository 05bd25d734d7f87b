// SPDX-License-Identifier: MIT
// Descent on the smoothed dual, sum of y(v) + T sum of x(e) over all edges, where x(e) =
// exp((w(e) - y(e)) / T) and y(e) is the sum of y over the pins of e: its optimum tends to the
// dual's as the temperature T falls, and it has no kinks where descent gets stuck.
//
// The minimum over one y(v) lies at y(v) + T ln(sum of x(e) at v). All vertices move at once, by
// the part of that step that their edges' sizes allow: the pins of an edge move it together.
// Momentum (Nesterov 1983) makes up for the small parts. Sums of x are integers, which are the same
// in whatever order threads add; everything else is computed per vertex.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"
#include "verify/dual/dual_problem.hpp"

namespace hypermatch::detail::verify {

/// x is counted in units of 2^-20: less than one counts as nothing.
inline constexpr int k_pull_bits = 20;
/// Step lengths: a multiple of the step that is safe for the sizes of a vertex' edges, and the
/// largest share of the whole step.
inline constexpr float k_step = 1.2F;
inline constexpr float k_most_step = 0.9F;
/// x beyond 2^11 counts as that: 2^32 of them still fit into 64 bits.
inline constexpr float k_most_log2 = 10.9F;

/// 2^log2 in units of 2^-20, within 0.1 %; no library function, so that all machines agree.
[[nodiscard]] HYPERMATCH_ALWAYS_INLINE std::uint32_t pull_of(float log2) {
  constexpr float k_bias = 64;  // conversion truncates: the argument must not be negative
  // Values, not references as std::clamp has them: loops of this run on vectors.
  float shifted = log2 + k_pull_bits;
  shifted = shifted < -1.0F ? -1.0F : shifted;
  shifted = shifted > k_most_log2 + k_pull_bits ? k_most_log2 + k_pull_bits : shifted;
  const auto whole =
      static_cast<std::int32_t>(shifted + k_bias) - static_cast<std::int32_t>(k_bias);
  const float part = shifted - static_cast<float>(whole);
  const float power = 1 + part * (0.69583F + part * (0.22606F + part * 0.07811F));
  const auto exponent = static_cast<std::uint32_t>(whole + 127) << 23;
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(power * std::bit_cast<float>(exponent)));
}

/// pulls[i] = pull_of(missing[i] * inverse).
void pulls_of(const float* missing, float inverse, std::uint32_t* pulls,
              std::size_t count) noexcept;

/// log2(value), value > 0 and no denormal number, within 0.001.
[[nodiscard]] inline float log2_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 127);
  const float part = std::bit_cast<float>((bits & 0x7FFFFFU) | 0x3F800000U) - 1;
  return exponent + part * (1.42286F + part * (-0.58208F + part * 0.15922F));
}

inline constexpr float k_log2_e = 1.4426950F;
inline constexpr float k_ln_2 = 0.6931472F;
/// In place of what edges of no weight miss: they pull at nothing.
inline constexpr float k_never = -1e30F;

/// The part of the step that vertices take whose edges have `size` pins.
[[nodiscard]] inline float even_step(std::uint64_t size) {
  return std::min(k_most_step, k_step / static_cast<float>(size));
}

/// The value of a vertex, and its extrapolation by momentum.
struct MovedVertex {
  float ahead;
  float value;
};

/// Moves a vertex by the part `step` of its way.
[[nodiscard]] inline MovedVertex moved_by(std::uint64_t pull, float ahead, float value, float step,
                                          float temperature, float momentum) {
  const float unit = k_ln_2 * temperature;
  // A pull of 0 counts as the smallest positive one.
  const float log2 = pull == 0 ? -k_pull_bits : log2_of(static_cast<float>(pull)) - k_pull_bits;
  const float moved = std::max(0.0F, ahead + step * unit * log2);
  return {std::max(0.0F, moved + momentum * (moved - value)), moved};
}

/// pass(temperature, momentum) for all passes, at falling temperatures; reports how many are done.
template <class Pass>
void cool_down(const Context& context, const DualWeights& weights, int levels, int passes_per_level,
               const Pass& pass) {
  // In mean weights. Where weights are equal, only the last differences are left to settle.
  constexpr double k_first_temperature = 0.25;
  constexpr double k_first_of_equal = 0.125;
  constexpr float k_momentum = 0.95F;
  auto temperature = static_cast<float>(
      (weights.are_equal() ? k_first_of_equal : k_first_temperature) * weights.mean());
  for (int level = 0; level < levels; ++level, temperature /= 2) {
    for (int i = 0; i < passes_per_level; ++i) {
      context.report({"verify", static_cast<std::uint64_t>(level * passes_per_level + i),
                      static_cast<std::uint64_t>(levels * passes_per_level)});
      pass(temperature, i + 1 == passes_per_level ? 0 : k_momentum);
    }
  }
}

/// State of a vertex in a descent, in one cache line per pin visit.
struct alignas(16) DualVertex {
  std::uint64_t pull = 0;  ///< sum of x over its edges
  float ahead = 0;         ///< where momentum has carried y: x is computed there
  float value = 0;         ///< y
};

template <class Edges>
class SmoothedDual {
 public:
  SmoothedDual(const Context& context, const Edges& edges, const DualWeights& weights)
      : context_(context),
        edges_(edges),
        weights_(weights),
        vertices_(edges.num_vertices(), DualVertex{}),
        size_(edges.common_size(context)) {
    is_mixed_ = size_ == 0;
    if (is_mixed_) shares_ = Array<std::uint64_t>(edges.num_vertices(), 0);
  }

  /// Improves y in passes over all edges at falling temperatures.
  void descend(Array<double>& y, int levels, int passes_per_level) {
    parallel::for_each(context_, y.size(), [&](std::size_t v) {
      vertices_[v].ahead = vertices_[v].value = static_cast<float>(y[v]);
    });
    cool_down(context_, weights_, levels, passes_per_level, [&](float temperature, float momentum) {
      pull(temperature);
      move(temperature, momentum);
    });
    parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] = vertices_[v].value; });
  }

 private:
  // Adds x of all edges up at their pins.
  void pull(float temperature) {
    const float inverse = k_log2_e / temperature;
    const parallel::SharedWords words(context_);
    for_blocks(context_, edges_, [&](std::size_t begin, std::size_t end) {
      std::array<float, k_block_places> missing;
      std::array<std::uint32_t, k_block_places> pulls;
      ask_for(edges_, begin, end, vertices_.data());
      weights_.load(begin, end, missing.data());
      edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
        float covered = 0;
        for (const VertexId v : pins) covered += vertices_[v].ahead;
        float& weight = missing[place - begin];
        weight = weight > 0 ? weight - covered : k_never;
      });
      pulls_of(missing.data(), inverse, pulls.data(), end - begin);
      edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
        const std::uint64_t mine = pulls[place - begin];
        if (mine == 0) return;
        for (const VertexId v : pins) words.add(vertices_[v].pull, mine);
        if (!is_mixed_) return;
        const std::uint64_t share = mine / pins.size();
        for (const VertexId v : pins) words.add(shares_[v], share);
      });
    });
  }

  void move(float temperature, float momentum) {
    const float even = even_step(is_mixed_ ? 2 : size_);
    parallel::for_each(context_, vertices_.size(), [&](std::size_t v) {
      DualVertex& vertex = vertices_[v];
      float step = even;
      if (is_mixed_ && vertex.pull != 0) {
        const float share = static_cast<float>(shares_[v]) / static_cast<float>(vertex.pull);
        step = std::min(k_most_step, k_step * share);
      }
      const MovedVertex moved =
          moved_by(vertex.pull, vertex.ahead, vertex.value, step, temperature, momentum);
      vertex.ahead = moved.ahead;
      vertex.value = moved.value;
      vertex.pull = 0;
      if (is_mixed_) shares_[v] = 0;
    });
  }

  const Context& context_;
  const Edges& edges_;
  const DualWeights& weights_;
  Array<DualVertex> vertices_;
  Array<std::uint64_t> shares_;  ///< sum of x(e) / |e|; empty where all edges have one size
  std::uint64_t size_;           ///< of all edges; 0 where they differ
  bool is_mixed_ = false;
};

}  // namespace hypermatch::detail::verify
