// SPDX-License-Identifier: MIT
// The registry: which algorithms there are, what they promise and take, and calls by name.
#pragma once

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_device.hpp"
#include "hypermatch/registry_instance.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_memory.hpp"
#include "hypermatch/registry_parameters.hpp"
#include "hypermatch/registry_rows.hpp"
#include "hypermatch/registry_stable.hpp"
#include "hypermatch/where.hpp"
