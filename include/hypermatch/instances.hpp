// SPDX-License-Identifier: MIT
// Instances: graphs, hypergraphs, bipartite graphs, their weights and capacities, and what is made
// of them.
#pragma once

#include "hypermatch/array.hpp"
#include "hypermatch/as.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/edge_order.hpp"
#include "hypermatch/expand.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/instance.hpp"
#include "hypermatch/parallel_edges.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/solver_csr.hpp"
#include "hypermatch/statistics.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/vertex_labels.hpp"
#include "hypermatch/weights.hpp"
