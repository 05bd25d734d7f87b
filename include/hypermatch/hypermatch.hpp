// SPDX-License-Identifier: MIT
// All public headers, by family: for small programs, and to begin with. Each header also stands
// alone.
#pragma once

#include "hypermatch/assignments.hpp"
#include "hypermatch/communities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/device.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instances.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/matchings.hpp"
#include "hypermatch/registry.hpp"
#include "hypermatch/stable.hpp"
#include "hypermatch/verify.hpp"
#include "hypermatch/version.hpp"
