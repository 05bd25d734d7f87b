// SPDX-License-Identifier: MIT
// What every public function does first with a view in host memory: its sizes, and all of it where
// the context asks for that.
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
