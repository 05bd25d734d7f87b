// SPDX-License-Identifier: MIT
// Keys of the edges of a block, in the order of the whole instance: weights are compared as
// themselves, whatever their type, because ranks would need all of them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/external_matching.hpp"
#include "parallel/host/scratch_blocks.hpp"
#include "structures/any_weights.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::order {

using parallel::EdgeShape;

/// The image of a rating and the tie hash; greater stands above. Edges of a graph that do not meet
/// may share a key.
struct EdgeKey {
  std::uint64_t image = 0;
  std::uint32_t hash = 0;
  friend constexpr auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};

/// The part of the keys that depends on all edges, also on those that come late.
struct KeyRule {
  OrderOptions order;      ///< resolved
  bool has_reals = false;  ///< some weight is no integer: all are compared as doubles
  double scale = 1;        ///< of weights in quotients
  friend bool operator==(const KeyRule& a, const KeyRule& b) {
    return a.order.rating == b.order.rating && a.has_reals == b.has_reals && a.scale == b.scale;
  }
};

/// The edges of a block that take part, and the images of their ratings.
struct Picks {
  Array<std::uint32_t> places;  ///< in the block
  Array<std::uint64_t> images;
  Array<structures::RawWeight> weights;  ///< of keys that hide them, else none
  std::size_t count = 0;

  /// Makes pick i the one at `to`, which is not behind.
  void move(std::size_t i, std::size_t to) {
    places[to] = places[i];
    images[to] = images[i];
    if (!weights.empty()) weights[to] = weights[i];
  }
};

/// Both included.
struct ImageRange {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};

  [[nodiscard]] bool contains(std::uint64_t image) const { return image - low <= high - low; }
};

/// Sizes and weights of some edges.
struct EdgeColumns {
  std::size_t count = 0;
  std::span<const Offset> offsets;  ///< count + 1, or none
  WeightsView weights;
  std::uint64_t common_size = 0;  ///< where there are no offsets; 0: the pairs of a graph

  /// Edges first .. first + count - 1.
  [[nodiscard]] EdgeColumns part(std::size_t first, std::size_t size) const {
    return {size, offsets.empty() ? offsets : offsets.subspan(first, size + 1),
            structures::subview(weights, first, size), common_size};
  }
};

[[nodiscard]] inline EdgeColumns columns_of(const EdgeBlock& block) {
  return {block.num_edges(), block.offsets.view(), view_of(block.weights)};
}

class EdgeKeys {
 public:
  EdgeKeys(const KeyRule& rule, EdgeShape shape, bool is_weighted);

  /// Picks the edges that take part and have an image, of the bits that count, in the range.
  void pick(const EdgeColumns& edges, Picks& picks, const ImageRange& range = {}) const;
  void pick(const EdgeBlock& block, Picks& picks) const { pick(columns_of(block), picks); }
  /// Breaks ties.
  [[nodiscard]] std::uint32_t hash(EdgeId id, std::span<const VertexId> pins) const {
    return shape_ == EdgeShape::pairs ? pair_mix_(pins[0], pins[1]) : mix_(id);
  }
  /// The bits of an image that count: none if the image is there for the weight alone.
  [[nodiscard]] std::uint64_t mask() const { return mask_; }
  /// Whether the weight of an edge is not told by its image.
  [[nodiscard]] bool hides_weights() const { return hides_weights_; }
  /// The weight that an image tells.
  [[nodiscard]] structures::RawWeight weight_of_image(std::uint64_t image) const;
  /// Whether edge i of a block takes part.
  [[nodiscard]] bool takes_part(const EdgeBlock& block, std::size_t i) const;
  /// The weight of edge i.
  [[nodiscard]] structures::RawWeight weight_of(const WeightsView& weights, std::size_t i) const;
  /// The weight of a pick.
  [[nodiscard]] structures::RawWeight weight_of(const Picks& picks, std::size_t j) const {
    return hides_weights_ ? picks.weights[j] : weight_of_image(picks.images[j]);
  }
  [[nodiscard]] const KeyRule& rule() const { return rule_; }

 private:
  template <class WeightOf>
  void pick_by(const EdgeColumns& edges, const WeightOf& weight_of, const ImageRange& range,
               Picks& picks) const;

  KeyRule rule_;
  EdgeShape shape_;
  bool is_weighted_;
  bool by_weight_;  // edges are compared by weights, not all alike
  std::uint64_t mask_;
  bool hides_weights_;
  base::TieMixer mix_;
  base::PairMixer pair_mix_;
};

}  // namespace hypermatch::detail::order
