// SPDX-License-Identifier: MIT
// The rows of a solver's matrix as those of a graph, whether they are one or not.
#pragma once

#include "hypermatch/solver_csr.hpp"

namespace hypermatch::detail::parallel {

/// `graph_of` without the checks that the context demands: indices are in range, the diagonal is
/// left out.
[[nodiscard]] AdoptedCsr<GraphView> unchecked_graph_of(const Context& context,
                                                       const SolverCsr& matrix,
                                                       EntryWeights weights);

}  // namespace hypermatch::detail::parallel
