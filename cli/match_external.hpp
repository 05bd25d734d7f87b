// SPDX-License-Identifier: MIT
// hypermatch match --memory-limit: instances that are larger than memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "command.hpp"
#include "hypermatch/edges_io.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::cli {

/// How much memory a run may hold; no limit where it is 0.
struct MemoryLimit {
  std::uint64_t bytes = 0;
  std::string scratch;
  ExternalMethod method = ExternalMethod::passes;

  [[nodiscard]] bool is_given() const { return bytes != 0; }
};

struct MatchOptions;
struct MatchRun;
class MatchSteps;

void add_memory_flags(Command& command, MemoryLimit& limit);
/// Takes the variant that goes with a limit out of the request, and refuses what goes with none.
/// @throws Error{unsupported, invalid_option}
void check_memory_limit(MatchOptions& options);
/// The steps of a run whose edges are not held.
[[nodiscard]] std::unique_ptr<MatchSteps> external_steps(const MatchRun& run,
                                                         io::OpenedEdges edges);

}  // namespace hypermatch::cli
