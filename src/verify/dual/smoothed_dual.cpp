// SPDX-License-Identifier: MIT
#include "verify/dual/smoothed_dual.hpp"

#include "base/per_isa.hpp"

namespace hypermatch::detail::verify {

HYPERMATCH_PER_ISA
void pulls_of(const float* __restrict missing, float inverse, std::uint32_t* __restrict pulls,
              std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) pulls[i] = pull_of(missing[i] * inverse);
}

}  // namespace hypermatch::detail::verify
