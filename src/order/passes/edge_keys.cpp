// SPDX-License-Identifier: MIT
#include "order/passes/edge_keys.hpp"

#include <bit>
#include <type_traits>
#include <variant>

#include "order/weight_bits.hpp"
#include "structures/any_weights.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::order {

namespace {

// Calls body(i, size) of each edge that has pins.
template <class Body>
void for_each_size(const EdgeColumns& edges, const Body& body) {
  if (edges.offsets.empty()) {
    const std::uint64_t size = edges.common_size == 0 ? 2 : edges.common_size;
    for (std::size_t i = 0; i < edges.count; ++i) body(i, size);
    return;
  }
  for (std::size_t i = 0; i < edges.count; ++i) body(i, edges.offsets[i + 1] - edges.offsets[i]);
}

}  // namespace

EdgeKeys::EdgeKeys(const KeyRule& rule, EdgeShape shape, bool is_weighted)
    : rule_(rule),
      shape_(shape),
      is_weighted_(is_weighted),
      by_weight_(is_weighted && rule.order.objective == Objective::weight),
      mask_(shape == EdgeShape::pairs && !by_weight_ ? 0 : ~std::uint64_t{0}),
      hides_weights_(shape == EdgeShape::hyperedges &&
                     !(by_weight_ && rule.order.rating == Rating::weight)),
      mix_(rule.order.seed),
      pair_mix_(rule.order.seed) {}

void EdgeKeys::pick(const EdgeColumns& edges, Picks& picks, const ImageRange& range) const {
  picks.places.resize(edges.count);
  picks.images.resize(edges.count);
  picks.weights.resize(hides_weights_ ? edges.count : 0);
  std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          pick_by(
              edges, [](std::size_t) { return std::int64_t{1}; }, range, picks);
        } else if (std::is_integral_v<typename Held::value_type> && !rule_.has_reals) {
          pick_by(
              edges, [&](std::size_t i) { return static_cast<std::int64_t>(held[i]); }, range,
              picks);
        } else {
          pick_by(
              edges, [&](std::size_t i) { return static_cast<double>(held[i]); }, range, picks);
        }
      },
      edges.weights);
}

template <class WeightOf>
void EdgeKeys::pick_by(const EdgeColumns& edges, const WeightOf& weight_of, const ImageRange& range,
                       Picks& picks) const {
  std::uint32_t* const places = picks.places.data();
  std::uint64_t* const images = picks.images.data();
  structures::RawWeight* const weights = picks.weights.data();
  const bool keep = !by_weight_ || rule_.order.nonpositive == NonPositive::keep;
  const Rating rating = rule_.order.rating;
  std::size_t count = 0;
  // Written always, kept only if the edge takes part: no branch to mispredict.
  if (by_weight_ && rating == Rating::weight && edges.offsets.empty()) {
    for (std::size_t i = 0; i < edges.count; ++i) {
      const auto weight = weight_of(i);
      const std::uint64_t image = base::wide_image(weight);
      places[count] = static_cast<std::uint32_t>(i);
      images[count] = image;
      const bool is_wanted = (keep | (weight > 0)) & range.contains(image);
      count += is_wanted ? 1 : 0;
    }
    picks.count = count;
    return;
  }
  const auto image_of = [&](auto weight, std::uint64_t size) {
    if (rating == Rating::weight) {
      return by_weight_ || shape_ == EdgeShape::pairs ? base::wide_image(weight) : 0;
    }
    const double scaled = by_weight_ ? static_cast<double>(weight) * rule_.scale : 1;
    return std::uint64_t{base::priority_image(size == 0 ? 0.0F
                                              : rating == Rating::weight_per_sqrt_pins
                                                  ? structures::weight_per_sqrt_pins(scaled, size)
                                                  : structures::weight_per_pin(scaled, size))};
  };
  for_each_size(edges, [&](std::size_t i, std::uint64_t size) {
    const auto weight = weight_of(i);
    places[count] = static_cast<std::uint32_t>(i);
    const std::uint64_t image = image_of(weight, size);
    images[count] = image;
    if (hides_weights_) weights[count] = std::bit_cast<structures::RawWeight>(weight);
    count += size != 0 && (keep || weight > 0) && range.contains(image & mask_) ? 1 : 0;
  });
  picks.count = count;
}

structures::RawWeight EdgeKeys::weight_of_image(std::uint64_t image) const {
  if (!is_weighted_) return 1;
  return rule_.has_reals
             ? std::bit_cast<std::uint64_t>(WideWeightBits::value_of<double>(image))
             : static_cast<std::uint64_t>(WideWeightBits::value_of<std::int64_t>(image));
}

bool EdgeKeys::takes_part(const EdgeBlock& block, std::size_t i) const {
  if (block.pins_of(i).empty()) return false;
  if (!by_weight_ || rule_.order.nonpositive == NonPositive::keep) return true;
  return structures::with_weight(view_of(block.weights), i, [](auto weight) { return weight > 0; });
}

structures::RawWeight EdgeKeys::weight_of(const WeightsView& weights, std::size_t i) const {
  return structures::with_weight(weights, i, [&](auto weight) {
    if constexpr (std::is_same_v<decltype(weight), std::int64_t>) {
      const auto integer = static_cast<structures::RawWeight>(weight);
      return rule_.has_reals ? structures::as_real(integer) : integer;
    } else {
      return std::bit_cast<structures::RawWeight>(weight);
    }
  });
}

}  // namespace hypermatch::detail::order
