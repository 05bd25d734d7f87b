// SPDX-License-Identifier: MIT
// 32-bit images of all kinds of weights, for code that compares edges by `base::graph_key`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "order/dense_ranks.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

/// Dense ranks as images, which compare as the weights do.
class RankWeightBits {
 public:
  using Image = std::uint32_t;

  RankWeightBits(const std::uint32_t* ranks, std::uint32_t lowest)
      : ranks_(ranks), lowest_(lowest) {}

  [[nodiscard]] Image operator()(std::size_t i) const { return ranks_[i]; }
  [[nodiscard]] Image lowest() const { return lowest_; }
  [[gnu::always_inline]] void prefetch(std::size_t i) const { __builtin_prefetch(ranks_ + i); }

 private:
  const std::uint32_t* ranks_;
  std::uint32_t lowest_;
};

/// `with_weight_bits`, but images have 32 bits: those of 64-bit weights are dense ranks, made by a
/// radix sort (36 bytes each while it runs). `order` must be resolved. @throws Error{unsupported}
/// for 2^32 weights of 64 bits or more
template <class Body>
decltype(auto) with_narrow_weight_bits(const Context& context, const WeightsView& weights,
                                       const GraphOrder& order, Body&& body) {
  return with_weight_bits(weights, order, [&](auto weight_bits) -> decltype(auto) {
    if constexpr (!std::is_same_v<decltype(weight_bits), WideWeightBits>) {
      return body(weight_bits);
    } else {
      const Array<std::uint32_t> ranks =
          std::holds_alternative<std::span<const double>>(weights)
              ? dense_ranks(context, std::get<std::span<const double>>(weights))
              : dense_ranks(context, std::get<std::span<const std::int64_t>>(weights));
      // Ranks rise with the weights, so that one threshold tells what takes part. None is as high
      // as the highest number.
      const auto lowest = parallel::reduce<std::uint32_t>(
          context, ranks.size(), ~std::uint32_t{0},
          [&](std::size_t i) {
            return weight_bits(i) >= weight_bits.lowest() ? ranks[i] : ~std::uint32_t{0};
          },
          [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
      return body(RankWeightBits(ranks.data(), lowest));
    }
  });
}

}  // namespace hypermatch::detail::order
