// SPDX-License-Identifier: MIT
#include "output_kind.hpp"

#include "hypermatch/error.hpp"

namespace hypermatch::cli {

void check_output_name(const std::string& output, bool draws) {
  const io::FormatInfo* const format = io::format_of_path(output);
  // Formats of graphs that drawing programs write hold ids and vertices without edges.
  const bool is_drawn = format != nullptr && format->holds_ids && format->holds_lone_vertices &&
                        format->holds_pairs_only;
  if (!is_drawn || (draws && io::holds_marks(format->name))) return;
  throw Error(ErrorCode::unsupported,
              "--output " + output + ": " + format->name + " is not written " +
                  (draws ? "of a matching or of communities; graphml and dot are"
                         : "by this verb; its pairs are plain text, in a file of another name"));
}

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
