// SPDX-License-Identifier: MIT
// Keys by which the rounds of local max compare edges of a graph: one permanent key per edge (fixed
// ties), or a new one per round (redrawn ties, noise), as Lemma 1 of Birn et al. 2013 assumes.
#pragma once

#include <bit>
#include <cstdint>

#include "base/graph_order.hpp"
#include "base/host_device.hpp"
#include "base/noise.hpp"
#include "base/random.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// The keys of one round after the other. Those of edges that meet differ, unless the edges are
/// parallel.
class PairKeys {
 public:
  /// `options.order` must be resolved.
  explicit PairKeys(const GraphLocalMaxOptions& options)
      : redraws_(options.ties == Ties::redraw),
        noise_(options.noise),
        seed_(options.order.seed),
        mix_(options.order.seed) {}

  /// Enters round r, counted from 0.
  void begin_round(std::uint64_t r) {
    if (redraws_) mix_ = base::PairMixer(base::hash(seed_, r));
  }
  [[nodiscard]] HYPERMATCH_HD bool redraws() const { return redraws_; }
  [[nodiscard]] HYPERMATCH_HD bool adds_noise() const { return noise_ > 0.0; }
  [[nodiscard]] HYPERMATCH_HD const base::PairMixer& mixer() const { return mix_; }

  /// The word that `key` is given of an edge: the key itself, the image where ties are redrawn, or
  /// the rating, as the bits of a double, where there is noise.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t word(std::uint32_t image, double rating,
                                                 const GraphEdge& edge) const {
    if (adds_noise()) return std::bit_cast<std::uint64_t>(rating);
    return redraws_ ? image : base::graph_key(image, mix_, edge.u, edge.v);
  }
  /// The key of an edge in this round.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t key(std::uint64_t word, const GraphEdge& edge) const {
    if (!redraws_) return word;
    const std::uint32_t tie = mix_(edge.u, edge.v);
    return adds_noise() ? base::noisy_key(std::bit_cast<double>(word), noise_, tie)
                        : base::make_key(static_cast<std::uint32_t>(word), tie);
  }

 private:
  bool redraws_;
  double noise_;
  std::uint64_t seed_;
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::graph_matching
