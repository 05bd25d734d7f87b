// SPDX-License-Identifier: MIT
// Names in messages, shared by the registry's calls.
#pragma once

#include <string>

#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

/// @throws Error{unsupported}
[[noreturn]] void refuse(const std::string& what);

/// "local_max (filtered)".
[[nodiscard]] std::string full_name(const AlgorithmInfo& algorithm);

}  // namespace hypermatch::registry
