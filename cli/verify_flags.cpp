// SPDX-License-Identifier: MIT
#include "verify_flags.hpp"

#include "capacity.hpp"
#include "explain.hpp"

namespace hypermatch::cli {

const char* const k_verify_description =
    "Checks that MATCHING holds disjoint edges of INSTANCE, says whether it is maximal and "
    "greedy,\n"
    "and how far from the optimum it can be at most; with --bipartite, that it holds disjoint "
    "pairs\n"
    "`row column`; with --communities, that each vertex of a graph is in one community, and what\n"
    "these are worth; for preferences (.prefs), that pairs of agents are stable. Code 1 and the "
    "first violated fact if a demand is not met.";

const char* const k_verify_examples =
    "Examples:\n"
    "  hypermatch verify netlist.hgr matching.txt\n"
    "      disjoint edges, and the certified ratio\n"
    "  hypermatch verify netlist.hgr matching.txt --greedy --seed 7\n"
    "      it must be the greedy matching of seed 7, to the last edge\n"
    "  hypermatch verify roads.graph pairs.txt --maximal\n"
    "      pairs of a graph, in its own vertex numbers\n"
    "  hypermatch verify matrix.mtx pairs.txt --bipartite --certificate cover.txt\n"
    "      it must be a largest matching of rows and columns, and the cover proves it\n"
    "  hypermatch verify near.el light.txt --cover --capacity 2 --maximal\n"
    "      at least two edges at each vertex that has two, and none can be left out\n"
    "  hypermatch verify social.graph --communities communities.txt --connected\n"
    "      modularity by the definition, and whether one move or merge would gain";

void add_verify_flags(Command& command, VerifyOptions& options) {
  command.positional("INSTANCE", options.file, "Instance, as match reads it");
  command.positional("MATCHING", options.matching,
                     "Matched hyperedges, 1-based, one per line, or pairs: `u v` of a graph,\n"
                     "`row column` of a matrix; - is standard input",
                     Presence::optional);
  command.choice("--output-kind", options.layout,
                 "For graphs: MATCHING has a line per pair (default), or per vertex with its\n"
                 "mates, as match writes them");
  command.group("Demands");
  command.flag("--maximal", options.maximal, "No edge may be left that could be added");
  command.flag("--greedy", options.greedy, "It must be the greedy matching of the order");
  command.choice("--ties", options.ties,
                 "redraw: equal ratings may have been taken in any order (default fixed)");
  add_capacity_flag(command, options.capacity, ";\nof rows and columns also LO..HI");
  add_cover_flag(command, options.cover);
  command.group("Rows and columns");
  command.flag("--bipartite", options.pairs,
               "MATCHING holds pairs as the verb bipartite writes them; --as bipartite too");
  command.flag("--maximum", options.maximum, "No matching may have more pairs");
  command.text("--certificate", "FILE", options.certificate,
               "A vertex cover that proves it (default: it is searched for a path\n"
               "that enlarges it); of pairs within bounds the duals; of a graph the dual that\n"
               "match writes, which proves the heaviest matching, with --minimize the\n"
               "cheapest, with --maximum the heaviest of the largest");
  command.flag("--drop-zeros", options.drop_zeros, "Leaves out stored entries whose value is zero");
  command.text("--points", "FILE", options.points,
               "INSTANCE has a point per line, for the rows, this one for the columns");
  command.choice("--distance", options.distance, "Of points, as bipartite takes it");
  add_side_capacity_flags(command, options.bounds);
  add_minimize_flags(command, options.bounds);
  add_community_flags(command, options.communities);
  add_side_flags(command, options.sides, &options.input.read);
  add_explain_flag(command, options.explained);
  add_order_flags(command, options.order, options.edge_rating, &options.community_objective);
  command.old_spelling("--quality", "--objective", options.run.notes);
  add_input_flags(command, options.input, RowsAndColumns::taken);
  add_run_flags(command, options.run, Places::cores);
}

}  // namespace hypermatch::cli
