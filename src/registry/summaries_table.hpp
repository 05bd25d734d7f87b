// SPDX-License-Identifier: MIT
// A line about each algorithm and pass: how it works, and whether its progress is reported. A row
// of the table without a line here does not compile.
#pragma once

#include <string_view>

#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

enum class ProgressOnHosts { none, reported };

struct Summary {
  Problem problem;
  std::string_view name;
  std::string_view variant;  // empty: of all variants that have no line of their own
  ProgressOnHosts progress;
  std::string_view text;
};

inline constexpr Summary k_summaries[] = {
    {Problem::hypergraph_matching, "local_max", "filtered", ProgressOnHosts::reported,
     "batches of falling rating; in each, hyperedges above all that they meet are matched"},
    {Problem::hypergraph_matching, "local_max", "sequential", ProgressOnHosts::reported,
     "rounds: each hyperedge that is uppermost at all of its pins is matched, its neighbours "
     "leave"},
    {Problem::hypergraph_matching, "local_max", "crcw", ProgressOnHosts::reported,
     "rounds in which pins keep the largest hyperedge by concurrent maxima"},
    {Problem::hypergraph_matching, "local_max", "crew", ProgressOnHosts::reported,
     "rounds in which each vertex looks for its largest hyperedge"},
    {Problem::hypergraph_matching, "local_max", "work_optimal", ProgressOnHosts::reported,
     "rounds over the remaining hyperedges, compacted after each round"},
    {Problem::hypergraph_matching, "local_max", "external", ProgressOnHosts::reported,
     "passes over the file within a limit of memory"},
    {Problem::hypergraph_matching, "local_max", "external_sort", ProgressOnHosts::reported,
     "rounds by sorting on disk, within a limit of memory"},
    {Problem::hypergraph_matching, "greedy", "", ProgressOnHosts::none,
     "sorts the hyperedges and takes each that fits"},
    {Problem::hypergraph_matching, "stack_streaming", "", ProgressOnHosts::none,
     "one pass stacks each hyperedge that weighs more than the duals of its pins, and raises "
     "those; "
     "then those that fit are taken from the top"},
    {Problem::hypergraph_matching, "greedy_streaming", "", ProgressOnHosts::none,
     "one pass that replaces matched hyperedges by a sufficiently heavier one that meets them"},
    {Problem::hypergraph_matching, "interior_first", "", ProgressOnHosts::reported,
     "hyperedges within ranges of vertices first, range by range, then those that cross"},
    {Problem::hypergraph_matching, "complete", "", ProgressOnHosts::none,
     "adds hyperedges in order until none fits"},
    {Problem::graph_matching, "local_max", "filtered", ProgressOnHosts::reported,
     "batches of falling weight, then vertices point at their largest edges until all are settled"},
    {Problem::graph_matching, "local_max", "sequential", ProgressOnHosts::reported,
     "rounds: each edge that is uppermost at both ends is matched, its neighbours leave"},
    {Problem::graph_matching, "local_max", "crcw", ProgressOnHosts::reported,
     "rounds in which vertices keep their largest edge by concurrent maxima"},
    {Problem::graph_matching, "local_max", "work_optimal", ProgressOnHosts::reported,
     "rounds over the remaining edges and rows, compacted after each round"},
    {Problem::graph_matching, "local_max", "ghosts", ProgressOnHosts::reported,
     "rounds on ranks that exchange the largest edge of each vertex between them"},
    {Problem::graph_matching, "local_max", "external", ProgressOnHosts::reported,
     "passes over the file within a limit of memory"},
    {Problem::graph_matching, "local_max", "external_sort", ProgressOnHosts::reported,
     "rounds by sorting on disk, within a limit of memory"},
    {Problem::graph_matching, "interior_first", "", ProgressOnHosts::reported,
     "edges within ranges of vertices first, range by range, then those that cross"},
    {Problem::graph_matching, "greedy", "", ProgressOnHosts::none,
     "sorts the edges and takes each that fits"},
    {Problem::graph_matching, "locally_dominant", "", ProgressOnHosts::reported,
     "vertices point at their largest edge; those that point at each other are matched"},
    {Problem::graph_matching, "locally_dominant", "sorted", ProgressOnHosts::reported,
     "the same with each row sorted first: vertices go on where they stopped"},
    {Problem::graph_matching, "suitor", "", ProgressOnHosts::none,
     "vertices propose to the best neighbour whose suitor is worse, and may be displaced"},
    {Problem::graph_matching, "b_suitor", "", ProgressOnHosts::none,
     "Suitor with as many suitors per vertex as its capacity"},
    {Problem::graph_matching, "red_blue", "", ProgressOnHosts::reported,
     "rounds in which blue vertices propose and red ones accept, with random colours"},
    {Problem::graph_matching, "hem", "", ProgressOnHosts::none,
     "visits vertices and matches each with the free neighbour of its heaviest edge"},
    {Problem::graph_matching, "random_greedy", "", ProgressOnHosts::none,
     "visits vertices at random and matches each with a random free neighbour"},
    {Problem::graph_matching, "karp_sipser", "", ProgressOnHosts::none,
     "matches the vertices with the fewest free neighbours first: of one, of one and two, or of "
     "any "
     "number"},
    {Problem::graph_matching, "exact", "", ProgressOnHosts::reported,
     "augmenting paths with blossoms and a dual solution that proves the answer"},
    {Problem::graph_matching, "gpa", "", ProgressOnHosts::none,
     "grows paths and even cycles by falling weight, and takes the heaviest matching of each"},
    {Problem::graph_matching, "path_growing", "", ProgressOnHosts::none,
     "grows paths along heaviest edges, and takes the heaviest matching of each"},
    {Problem::graph_matching, "complete", "", ProgressOnHosts::none,
     "adds edges in order until none fits"},
    {Problem::bipartite_matching, "maximum_matching", "", ProgressOnHosts::none,
     "a cheap start, local search by labels as in push-relabel, phases of augmenting paths"},
    {Problem::bipartite_matching, "hopcroft_karp", "", ProgressOnHosts::none,
     "phases of shortest augmenting paths"},
    {Problem::bipartite_matching, "hkdw", "", ProgressOnHosts::none,
     "Hopcroft and Karp, with depth-first searches for longer paths at the end of each phase"},
    {Problem::bipartite_matching, "pfp", "", ProgressOnHosts::none,
     "disjoint depth-first searches from free rows, with lookahead and fairness"},
    {Problem::bipartite_matching, "p_hk", "", ProgressOnHosts::none,
     "Hopcroft and Karp on several threads"},
    {Problem::bipartite_matching, "p_pfp", "", ProgressOnHosts::none,
     "depth-first searches with lookahead on several threads"},
    {Problem::bipartite_matching, "p_dbfs", "", ProgressOnHosts::none,
     "disjoint breadth-first searches on several threads"},
    {Problem::bipartite_matching, "ms_bfs_graft", "", ProgressOnHosts::none,
     "breadth-first searches from all free rows; their trees are grafted instead of regrown"},
    {Problem::bipartite_matching, "ms_bfs", "", ProgressOnHosts::none,
     "breadth-first searches from all free rows at once on a GPU, one path per tree"},
    {Problem::bipartite_matching, "apfb", "", ProgressOnHosts::none,
     "breadth-first searches on a GPU until no level adds a vertex, then all paths found"},
    {Problem::bipartite_matching, "apsb", "", ProgressOnHosts::none,
     "breadth-first searches on a GPU to the first level with a free column, then all paths found"},
    {Problem::b_assignment, "assignment", "", ProgressOnHosts::reported,
     "shortest augmenting paths from a dual start"},
    {Problem::b_assignment, "auction", "", ProgressOnHosts::reported,
     "rows bid for columns in rounds, on all cores and on a device"},
    {Problem::b_assignment, "network_simplex", "", ProgressOnHosts::reported,
     "pivots on a spanning tree of the flow network"},
    {Problem::clustering, "leiden", "", ProgressOnHosts::reported,
     "moves of vertices, refined into connected parts, which become vertices of the next level"},
    {Problem::clustering, "louvain", "sub_rounds", ProgressOnHosts::reported,
     "moves of vertices in rounds of a part of them, then levels of communities"},
    {Problem::clustering, "louvain", "buckets", ProgressOnHosts::reported,
     "moves of vertices bucket by bucket of their degrees, then levels"},
    {Problem::clustering, "louvain", "relaxed_buckets", ProgressOnHosts::reported,
     "moves of all vertices by the communities of the sweep before, then levels"},
    {Problem::clustering, "louvain", "sequential", ProgressOnHosts::reported,
     "moves of one vertex at a time, then levels"},
    {Problem::clustering, "matching", "", ProgressOnHosts::reported,
     "merges matched communities, level by level"},
    {Problem::clustering, "label_propagation", "", ProgressOnHosts::reported,
     "each vertex takes the label with the largest weight among its neighbours, until few change"},
    {Problem::stable_matching, "mcvitie_wilson", "", ProgressOnHosts::none,
     "an agent that is rejected proposes again at once; threads take places by compare-and-swap"},
    {Problem::stable_matching, "gale_shapley", "queue", ProgressOnHosts::none,
     "free agents of a queue propose down their lists"},
    {Problem::stable_matching, "gale_shapley", "rounds", ProgressOnHosts::none,
     "all free agents propose in rounds"},
    {Problem::stable_matching, "gusfield_irving", "", ProgressOnHosts::none,
     "rotations from one side's best matching to a fair one"},
    {Problem::stable_matching, "kiraly", "", ProgressOnHosts::none,
     "proposals with a second chance: many pairs where lists have ties"},
    {Problem::stable_matching, "strongly_stable", "", ProgressOnHosts::none,
     "proposals to whole ties: no pair in which one agent gains and the other does not lose"},
    {Problem::stable_matching, "super_stable", "", ProgressOnHosts::none,
     "proposals to whole ties: no pair in which neither agent loses"},
    {Problem::stable_matching, "irving", "", ProgressOnHosts::none,
     "proposals, then rotations, among agents of one side"},
    {Problem::stable_matching, "fixtures", "", ProgressOnHosts::none,
     "Irving's rotations for agents with several places"},
    {Problem::stable_matching, "serial_dictatorship", "", ProgressOnHosts::none,
     "agents choose one after the other"},
    {Problem::stable_matching, "top_trading_cycles", "", ProgressOnHosts::none,
     "agents point at the owners of their best items; cycles of them trade"},
    {Problem::stable_matching, "rank_maximal", "", ProgressOnHosts::none,
     "as many first choices as possible, of these as many second ones, and so on"},
    {Problem::stable_matching, "popular", "", ProgressOnHosts::none,
     "first choices and best others: no matching would win a vote against it"},
};

/// The line of a row. Throws, so that the row does not compile, if there is none.
consteval const Summary& summary_of(Problem problem, std::string_view name,
                                    std::string_view variant) {
  const Summary* common = nullptr;
  for (const Summary& each : k_summaries) {
    if (each.problem != problem || each.name != name) continue;
    if (each.variant == variant) return each;
    if (each.variant.empty()) common = &each;
  }
  if (common == nullptr) throw "a row without a line in summaries_table.hpp";
  return *common;
}

}  // namespace hypermatch::registry
