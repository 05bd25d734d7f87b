// SPDX-License-Identifier: MIT
#include "output_kind.hpp"

#include "hypermatch/error.hpp"

namespace hypermatch::cli {

void check_kind(OutputKind kind, bool is_graph) {
  if (is_graph ? kind != OutputKind::pins : !is_drawing(kind) && kind != OutputKind::mates) return;
  const std::string name(name_of(kind));
  throw Error(ErrorCode::unsupported,
              "--output-kind " + name +
                  (is_graph ? " is for hypergraphs; pairs are the ends of the edges of a graph"
                   : kind == OutputKind::mates
                       ? " is for graphs; vertices of a hyperedge have no mate"
                       : " is for graphs; a hypergraph is written by --output-kind pins, or read "
                         "as a graph by --as"));
}

}  // namespace hypermatch::cli
