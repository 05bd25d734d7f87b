// SPDX-License-Identifier: MIT
// Verdicts on answers, from the definitions.
#pragma once

#include "hypermatch/certain_share.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_communities.hpp"
#include "hypermatch/verify_contraction.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_exact.hpp"
#include "hypermatch/verify_external.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_matrix_scaling.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "hypermatch/verify_ranks.hpp"
#include "hypermatch/verify_stable.hpp"
