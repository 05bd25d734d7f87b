// SPDX-License-Identifier: MIT
#include "order/redrawn_ties.hpp"

#include <cmath>
#include <string>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

void check_ties(Ties ties, double noise, bool in_batches, const char* variants) {
  check_enum("ties", ties);
  if (!std::isfinite(noise) || noise < 0.0) {
    throw Error(ErrorCode::invalid_option,
                "noise is " + std::to_string(noise) + ", must be finite and >= 0");
  }
  if (ties == Ties::redraw && in_batches) {
    throw Error(ErrorCode::unsupported,
                std::string("variant filtered cannot redraw ties, because its batches change which "
                            "edges meet in a round; take ") +
                    variants);
  }
  if (ties == Ties::fixed && noise > 0.0) {
    throw Error(ErrorCode::invalid_option,
                "noise is " + std::to_string(noise) + ", must be 0 unless ties are redrawn");
  }
}

}  // namespace hypermatch::detail::order
