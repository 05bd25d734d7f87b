// SPDX-License-Identifier: MIT
#pragma once

#include <hypermatch/context.hpp>

/// True if exceptions, interfaces and templates work between the program and the library.
bool boundary_holds(const hypermatch::Context& context);
