// SPDX-License-Identifier: MIT
// Files of instances and results, read and written.
#pragma once

#include "hypermatch/atomic_file.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/edges_io.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/marked_graph_io.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "hypermatch/points_io.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/results_io.hpp"
