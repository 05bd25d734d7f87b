// SPDX-License-Identifier: MIT
// The families, one function each; families.cpp describes their parameters.
#pragma once

#include "generate/parameters.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::detail::generate {

using Generator = Hypergraph(const Context&, const Parameters&, std::uint64_t seed);

Generator uniform, sizes, power_law;             // random_families.cpp
Generator ksat_primal, ksat_dual, ksat_literal;  // ksat.cpp
Generator stencil7, stencil27;                   // stencils.cpp
Generator chain, tight;                          // adversarial.cpp

}  // namespace hypermatch::detail::generate
