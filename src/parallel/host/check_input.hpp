// SPDX-License-Identifier: MIT
// Checks of views in host memory, called first by every public function: sizes always, all
// invariants if the context demands them.
#pragma once

#include "hypermatch/context.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::parallel {

/// @throws Error{invalid_input} naming the first promise that does not hold, of those that
/// `context.validation()` wants checked; Error{resources, cancelled}
template <class View>
void check_input(const Context& context, const View& view) {
  structures::check_shape(view);
  if (context.validation() == Validation::full) validate(context, view);
}

}  // namespace hypermatch::detail::parallel
