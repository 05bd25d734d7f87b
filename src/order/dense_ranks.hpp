// SPDX-License-Identifier: MIT
// Order-preserving 32-bit images of 64-bit weights.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::order {

/// Dense ranks, order-preserving: equal values have equal ranks (-0 and 0 are equal), 0 is the
/// smallest. O(m) by radix sort; at most 2^32 values. @throws Error{resources}
[[nodiscard]] Array<std::uint32_t> dense_ranks(const Context& context,
                                               std::span<const std::int64_t> values);
[[nodiscard]] Array<std::uint32_t> dense_ranks(const Context& context,
                                               std::span<const double> values);

}  // namespace hypermatch::detail::order
