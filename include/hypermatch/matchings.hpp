// SPDX-License-Identifier: MIT
// Matchings in graphs and hypergraphs, with capacities, as covers, exact ones, of streams, on disk
// and on ranks.
#pragma once

#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/communicator.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/graph_solver.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/matching_dual.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/streaming_matching.hpp"
