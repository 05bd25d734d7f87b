// SPDX-License-Identifier: MIT
// Keys by which the rounds of local max compare edges: one permanent key per edge (fixed ties), or
// a new key per round (redrawn ties, noise).
#pragma once

#include <bit>
#include <cstdint>

#include "base/edge_order.hpp"
#include "base/host_device.hpp"
#include "base/noise.hpp"
#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The keys of one round after the other. Edges compare by (key, edge number), the smaller number
/// above: keys that come from `mix` differ anyway, those of other generators may not.
class RoundOrder {
 public:
  /// `options.order` must be resolved.
  explicit RoundOrder(const LocalMaxOptions& options)
      : redraws_(options.ties == Ties::redraw),
        noise_(options.noise),
        generator_(options.noise_generator),
        seed_(options.order.seed),
        mix_(options.order.seed) {}

  /// Enters round r, counted from 0.
  void begin_round(std::uint64_t r) {
    if (!redraws_) return;
    round_seed_ = base::hash(seed_, r);
    mix_ = base::TieMixer(round_seed_);
  }
  /// False if key(word, e) is `word` in every round.
  [[nodiscard]] HYPERMATCH_HD bool redraws() const { return redraws_; }

  /// True if key(word, e) is make_key(word, mixer()(e)) in this round: no noise, and ties by mix.
  [[nodiscard]] bool is_mixed() const { return noise_ == 0.0 && generator_ == NoiseGenerator::mix; }
  [[nodiscard]] HYPERMATCH_HD const base::TieMixer& mixer() const { return mix_; }
  [[nodiscard]] bool adds_noise() const { return noise_ > 0.0; }

  /// The key of edge `e`, its number in the input, in this round; `word` is what `rate_edges` gave
  /// it.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t key(std::uint64_t word, EdgeId e) const {
    if (!redraws_) return word;
    const std::uint32_t tie = tie_word(e);
    if (noise_ == 0.0) return base::make_key(static_cast<std::uint32_t>(word), tie);
    return base::noisy_key(std::bit_cast<double>(word), noise_, tie);
  }

 private:
  [[nodiscard]] HYPERMATCH_HD std::uint32_t tie_word(EdgeId e) const {
    switch (generator_) {
      case NoiseGenerator::mix:
        break;
      case NoiseGenerator::xorwow:
        return base::xorwow(base::hash(round_seed_, e));
      case NoiseGenerator::xorshift:
        return base::xorshift(base::hash(round_seed_, e));
      case NoiseGenerator::park_miller:
        return base::park_miller(base::hash(round_seed_, e));
    }
    return mix_(e);
  }

  bool redraws_;
  double noise_;
  NoiseGenerator generator_;
  std::uint64_t seed_;
  std::uint64_t round_seed_ = 0;
  base::TieMixer mix_;
};

/// The edges that take part, with what their keys are made of.
struct RatedEdges {
  Array<std::uint64_t> words;    ///< size m, for RoundOrder::key; not set for edges left out
  Array<std::uint8_t> left_out;  ///< size m, 1 for edges that take no part, else 0
  std::uint64_t num_edges = 0;   ///< that take part
};

/// Fixed ties: the key. Redrawn ties: the priority. Noise: the rating, as the bits of a double (the
/// weight as double, or the quotient as its definition rounds it). `options.order` must be
/// resolved.
[[nodiscard]] RatedEdges rate_edges(const Context& context, const HypergraphView& hypergraph,
                                    const LocalMaxOptions& options);

}  // namespace hypermatch::detail::hypergraph_matching
