// SPDX-License-Identifier: MIT
// The context whose answers are expected everywhere, and names of algorithms in messages.
#pragma once

#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::test {

inline Context serial() {
  return Context({.threads = 1, .backend = HostBackend::serial});
}

inline std::string title(const registry::AlgorithmInfo& algorithm) {
  std::string text(algorithm.name);
  return text.append(1, ' ').append(algorithm.variant);
}

}  // namespace hypermatch::test
