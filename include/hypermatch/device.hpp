// SPDX-License-Identifier: MIT
// Devices: their contexts and memory, instances in it, and the algorithms on these; execution
// spaces of Kokkos.
#pragma once

#include "hypermatch/device_assignment.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_clustering.hpp"
#include "hypermatch/device_coarsen.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_csr.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_graph_solver.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/device_roommates.hpp"
#include "hypermatch/device_span.hpp"
#include "hypermatch/device_stable_matching.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "hypermatch/kokkos_matching.hpp"
