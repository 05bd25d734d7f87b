// SPDX-License-Identifier: MIT
// Names of interpretations, as `--as` takes them.
#pragma once

#include "hypermatch/io.hpp"

namespace hypermatch::detail::io {

[[nodiscard]] constexpr const char* interpretation_name(hypermatch::io::Interpretation as) {
  switch (as) {
    case hypermatch::io::Interpretation::automatic:
      return "automatic";
    case hypermatch::io::Interpretation::graph:
      return "graph";
    case hypermatch::io::Interpretation::hypergraph:
      return "hypergraph";
    case hypermatch::io::Interpretation::row_net:
      return "row-net";
    case hypermatch::io::Interpretation::column_net:
      return "column-net";
    case hypermatch::io::Interpretation::primal:
      return "primal";
    case hypermatch::io::Interpretation::dual:
      return "dual";
    case hypermatch::io::Interpretation::literal:
      return "literal";
    case hypermatch::io::Interpretation::clique:
      return "clique";
    case hypermatch::io::Interpretation::star:
      return "star";
    case hypermatch::io::Interpretation::bipartite:
      return "bipartite";
  }
  return "unknown";
}

}  // namespace hypermatch::detail::io
