// SPDX-License-Identifier: MIT
// hypermatch match --ranks: the instance in parts, on processes of MPI or on threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "hypermatch/communicator.hpp"
#include "hypermatch/edges_io.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

struct MatchOptions;
struct MatchRun;
class MatchSteps;

/// The ranks that are asked for.
struct RankChoice {
  std::string given;      ///< as it stands in the line; empty: none
  int num_threads = 0;    ///< of `threads:N`; 0: processes of MPI
  bool writes = true;     ///< whether the matching is written at all
  MpiJob* job = nullptr;  ///< once it is initialised

  [[nodiscard]] bool is_given() const { return !given.empty(); }
  /// Number of processes of the job, or of threads; 0 where none are asked for.
  [[nodiscard]] int size() const;
  /// Whether this process speaks, and writes.
  [[nodiscard]] bool is_first() const { return job == nullptr || job->ranks().rank() == 0; }
  /// Calls body(ranks) for each rank of this process.
  void run(const std::function<void(Communicator&)>& body) const;
};

/// The parts of a file, one for each rank; those of other processes are empty.
using RankParts = std::vector<io::PartOfFile>;

void add_ranks_flag(Command& command, RankChoice& ranks);
/// Refuses what does not run on ranks. @throws Error{unsupported, invalid_option}
void check_ranks(const MatchOptions& options);
/// Initialises MPI where that is asked for, and silences all processes but the first.
void begin_ranks(MatchOptions& options);
/// Calls body() on this process, and finalises MPI behind it. Processes that are not the first say
/// nothing of an error that all of them have.
[[nodiscard]] int run_with_ranks(const RankChoice& ranks, const std::function<int()>& body);

/// Runs a step that all processes take; what is wrong on any of them is wrong on all.
void agree_on(const RankChoice& ranks, const std::function<void()>& step);

/// Whether words ask for `--ranks mpi`, whatever is wrong with them, that word included.
[[nodiscard]] bool asks_for_mpi(CommandWords arguments);
/// The end of a process whose flags are wrong: where those of others are, too, the first one
/// speaks. @throws Error where MPI is not there, or is initialised already
[[nodiscard]] int fail_on_ranks(const Error& error);

[[nodiscard]] RankParts read_parts(MatchRun& run);
[[nodiscard]] std::unique_ptr<MatchSteps> rank_steps(RankParts parts);

}  // namespace hypermatch::cli
