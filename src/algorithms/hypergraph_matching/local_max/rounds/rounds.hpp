// SPDX-License-Identifier: MIT
// The variants of local max that are rounds over a place: each a header of its name. A unit per
// place instantiates all of them.
#pragma once

#include "algorithms/hypergraph_matching/local_max/rounds/crcw.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Returns run.operator()<Rounds>() with the rounds of the variant, none of `filtered` and
/// `sequential`.
template <class Run>
[[nodiscard]] auto with_rounds(LocalMaxVariant variant, const Run& run) {
  if (variant == LocalMaxVariant::crcw) return run.template operator()<Crcw>();
  if (variant == LocalMaxVariant::crew) return run.template operator()<Crew>();
  return run.template operator()<WorkOptimal>();
}

}  // namespace hypermatch::detail::hypergraph_matching
