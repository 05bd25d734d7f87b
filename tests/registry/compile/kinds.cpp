// SPDX-License-Identifier: MIT
// A visitor of every kind of instance compiles; with -DFORGETS_ONE it forgets one, and does not.
#include <variant>

#include "hypermatch/instance.hpp"

namespace hypermatch {

int treat(const AnyInstance& instance) {
  return std::visit(
      PerAlternative {
        [](const Hypergraph&) { return 0; },
#if !defined(FORGETS_ONE)
            [](const Graph&) { return 1; },
#endif
            [](const Bipartite&) { return 2; }
      },
      instance);
}

}  // namespace hypermatch
