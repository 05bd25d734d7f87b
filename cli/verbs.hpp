// SPDX-License-Identifier: MIT
// What every verb is given, and what it may answer.
#pragma once

#include <stop_token>
#include <string>

#include "hypermatch/error.hpp"
#include "interrupts.hpp"

namespace hypermatch::cli {

/// Exit codes that scripts rely on.
enum ExitCode : int {
  k_done = 0,
  k_verification_failed = 1,
  k_usage = 2,
  k_bad_input = 3,
  k_unsupported = 4,
  k_out_of_resources = 5,
  k_no_solution = 6,  ///< what was asked for does not exist
  k_internal = 70,
  k_interrupted = 130,  ///< stopped by Ctrl-C or SIGTERM, nothing half-written
  k_closed_pipe = 141,  ///< the reader of the output has gone
};

[[nodiscard]] int exit_code(ErrorCode code);
/// Says why on standard error, in one line whatever the message holds. @returns code
int fail(int code, const std::string& message);

/// The words of one call, behind the program's name and the verb.
struct CommandWords {
  int count;
  char** words;  ///< words[0] is the verb
};

/// Each verb parses its words, does its work and returns an exit code.
int run_match(Interrupts& interrupts, CommandWords arguments);
int run_bipartite(Interrupts& interrupts, CommandWords arguments);
int run_cluster(Interrupts& interrupts, CommandWords arguments);
int run_coarsen(Interrupts& interrupts, CommandWords arguments);
int run_stable(Interrupts& interrupts, CommandWords arguments);
int run_verify(Interrupts& interrupts, CommandWords arguments);
int run_info(Interrupts& interrupts, CommandWords arguments);
int run_convert(Interrupts& interrupts, CommandWords arguments);
int run_generate(Interrupts& interrupts, CommandWords arguments);
int run_list(Interrupts& interrupts, CommandWords arguments);

}  // namespace hypermatch::cli
