// SPDX-License-Identifier: MIT
// Matchings of two sides: largest and heaviest ones, assignments, and what is built on them.
#pragma once

#include "hypermatch/assignment.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/matrix_scaling.hpp"
#include "hypermatch/point_assignment.hpp"
