// SPDX-License-Identifier: MIT
// Weights as unsigned integers that compare as they do, computed where they are used: nothing is
// stored, and hot loops see no variant. Three types for all kinds of weights, because every
// algorithm is compiled once for each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::order {

/// Every edge weighs the same.
class UnitWeightBits {
 public:
  using Image = std::uint32_t;
  [[nodiscard]] Image operator()(std::size_t /*i*/) const { return 0; }
  [[nodiscard]] Image lowest() const { return 0; }
  void prefetch(std::size_t /*i*/) const {}
};

/// The images of int32 and float weights (Bits: 32 bits), or of int64 and double ones (64): equal
/// to `base::priority_image` and `base::wide_image`, by the same instructions for both types.
template <class Bits>
class WeightBitsOf {
 public:
  using Image = Bits;

  template <class Weight>
  WeightBitsOf(std::span<const Weight> weights, NonPositive nonpositive)
      : weights_(weights.data()),
        float_mask_(std::is_floating_point_v<Weight> ? ~Bits{0} : Bits{0}),
        lowest_(nonpositive == NonPositive::keep ? Bits{0} : k_zero + 1) {
    static_assert(sizeof(Weight) == sizeof(Bits));
  }

  /// The image of weight i, of an edge or an arc. std::size_t, so that loops vectorise.
  [[nodiscard]] Image operator()(std::size_t i) const {
    Bits bits;
    std::memcpy(&bits, static_cast<const std::byte*>(weights_) + i * sizeof(Bits), sizeof(Bits));
    // All bits of a negative float flip; otherwise only the sign bit flips.
    const Bits below_zero = (Bits{0} - (bits >> (8 * sizeof(Bits) - 1))) & float_mask_;
    const Bits image = bits ^ (below_zero | k_zero);
    // -0 comes out as one less than 0.
    return image + (image == k_zero - 1 ? float_mask_ & 1 : Bits{0});
  }
  /// Edges take part if their image is not below this.
  [[nodiscard]] Image lowest() const { return lowest_; }
  /// Images of weights that take part, of which there are `count`, are in this range; reads them
  /// only where all images but a few may occur.
  [[nodiscard]] std::pair<Image, Image> bounds(std::size_t count) const {
    if (lowest_ != 0) return {lowest_, ~Image{0}};
    if (float_mask_ != 0) {  // infinities; what lies beyond is not a number
      constexpr auto k_infinity = std::bit_cast<Bits>(std::numeric_limits<Float>::infinity());
      return {static_cast<Image>(~(k_infinity | k_zero)), k_infinity | k_zero};
    }
    std::pair<Image, Image> found(~Image{0}, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Image image = (*this)(i);
      found = {std::min(found.first, image), std::max(found.second, image)};
    }
    return found;
  }
  /// Whether one of the images first .. first + Count - 1 is `bar` or more. Compares the weights as
  /// they are, which vectorises.
  template <std::size_t Count>
  [[nodiscard]] bool reach(std::size_t first, Image bar) const {
    return float_mask_ != 0 ? reach<Count, Float>(first, value_of<Float>(bar))
                            : reach<Count, Integer>(first, value_of<Integer>(bar));
  }
  /// body(weights) with the weights as they are, int32 or float, int64 or double, which compare as
  /// their images do.
  template <class Body>
  decltype(auto) visit_weights(const Body& body) const {
    return float_mask_ != 0 ? body(static_cast<const Float*>(weights_))
                            : body(static_cast<const Integer*>(weights_));
  }
  /// The weight with this image.
  template <class Weight>
  [[nodiscard]] static Weight value_of(Image image) {
    // Images of floats below zero have all bits flipped, those of all other weights the sign.
    const bool flipped = std::is_floating_point_v<Weight> && image < k_zero;
    return std::bit_cast<Weight>(static_cast<Bits>(flipped ? ~image : image ^ k_zero));
  }
  /// Asks for weight i. Inlined by force: a function that only prefetches is dropped as a call.
  [[gnu::always_inline]] void prefetch(std::size_t i) const {
    __builtin_prefetch(static_cast<const std::byte*>(weights_) + i * sizeof(Bits));
  }

 private:
  using Float = std::conditional_t<sizeof(Bits) == sizeof(float), float, double>;

  using Integer = std::make_signed_t<Bits>;

  // Vectors of 16 bytes, which every x86-64 and AArch64 processor has, written out: compilers make
  // a branch or a chain of maxima of the plain loop.
  template <std::size_t Count, class Weight>
  [[nodiscard]] bool reach(std::size_t first, Weight bar) const {
    typedef Weight Vector __attribute__((vector_size(16)));
    typedef Integer Mask __attribute__((vector_size(16)));
    constexpr std::size_t k_lanes = 16 / sizeof(Weight);
    static_assert(Count % k_lanes == 0);
    Vector bars;
    for (std::size_t i = 0; i < k_lanes; ++i) bars[i] = bar;
    Mask below = ~Mask{};
    for (std::size_t i = 0; i < Count; i += k_lanes) {
      Vector weights;
      std::memcpy(&weights, static_cast<const std::byte*>(weights_) + (first + i) * sizeof(Bits),
                  sizeof(weights));
      below &= weights < bars;
    }
    // Images below those of all floats stand for no number, which nothing is below.
    std::uint64_t halves[2];
    std::memcpy(halves, &below, sizeof(halves));
    return (halves[0] & halves[1]) != ~std::uint64_t{0};
  }

  /// The image of weight 0.
  static constexpr Bits k_zero = Bits{1} << (8 * sizeof(Bits) - 1);

  const void* weights_;
  Bits float_mask_;
  Bits lowest_;
};

using NarrowWeightBits = WeightBitsOf<std::uint32_t>;
using WideWeightBits = WeightBitsOf<std::uint64_t>;

/// Calls body(weight_bits) with the images of the weights of edges or of arcs under a resolved
/// order.
template <class Body>
decltype(auto) with_weight_bits(const WeightsView& weights, const GraphOrder& order, Body&& body) {
  const WeightsView in_force = order.objective == Objective::weight ? weights : WeightsView{};
  return std::visit(
      [&](const auto& held) -> decltype(auto) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return body(UnitWeightBits{});
        } else if constexpr (sizeof(typename View::value_type) == sizeof(std::uint32_t)) {
          return body(NarrowWeightBits(held, order.nonpositive));
        } else {
          return body(WideWeightBits(held, order.nonpositive));
        }
      },
      in_force);
}

}  // namespace hypermatch::detail::order
