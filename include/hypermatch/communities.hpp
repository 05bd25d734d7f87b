// SPDX-License-Identifier: MIT
// Communities, contractions, and how alike two clusterings are.
#pragma once

#include "hypermatch/clustering.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/compare_clusterings.hpp"
