// SPDX-License-Identifier: MIT
// Checks of ties and noise that local max has on graphs and hypergraphs.
#pragma once

#include "hypermatch/matching.hpp"

namespace hypermatch::detail::order {

/// `in_batches`: the variant is `filtered`. `variants`: those that redraw ties, for the message.
/// @throws Error{invalid_option, unsupported}
void check_ties(Ties ties, double noise, bool in_batches, const char* variants);

}  // namespace hypermatch::detail::order
