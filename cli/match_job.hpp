// SPDX-License-Identifier: MIT
// One run of `hypermatch match`: what was asked, and what has been found so far.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/device.hpp"
#include "instance.hpp"
#include "interrupts.hpp"
#include "judge.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

/// The pass behind --complete.
inline constexpr std::string_view k_complete = "complete";

struct MatchOptions {
  std::string file;
  std::string output;
  InputOptions input;
  registry::MatchingRequest request;
  RunOptions run;
  std::string capacity = "1";
  io::MatchingLayout layout = io::MatchingLayout::pairs;
  std::optional<std::uint64_t> permute;
  bool complete = false;
  bool verify = false;
};

struct Job {
  Job(const MatchOptions& asked, const Context& where,
      const std::optional<DeviceContext>& on_device, Interrupts& watcher, Log& lines)
      : options(asked),
        request(asked.request),
        context(where),
        device(on_device),
        interrupts(watcher),
        log(lines) {}

  const MatchOptions& options;
  registry::MatchingRequest request;                   // its problem is the instance's
  const registry::AlgorithmInfo* algorithm = nullptr;  // as resolved for that problem
  const Context& context;
  const std::optional<DeviceContext>& device;
  Interrupts& interrupts;
  Log& log;
  Report report;
  Stopwatch watch;
  io::Instance instance;         // empty where it was streamed
  std::vector<EdgeId> edges;     // matched, of a hypergraph
  std::vector<GraphEdge> pairs;  // matched, of a graph, in the numbers of the file
  std::string violation;         // empty: none found
};

/// Settles the problem and the algorithm. @throws as `registry::find`
void settle(Job& job, registry::Problem problem);

/// Puts statistics and value into the report and the log.
void note_result(Job& job, const MatchingStats& stats, const MatchingValue& value);
/// Takes the phases of a call that ended now into the report.
void note_seconds(Job& job, const MatchingStats& stats);
/// Puts a verdict into the report and the log.
void note_verdict(Job& job, const verify::MatchingVerdict& verdict, bool maximal,
                  Uniqueness uniqueness);

/// Match, complete, judge; `job.instance` holds the instance.
void match_hypergraph(Job& job);
void match_graph(Job& job);
/// The same for an algorithm that reads a stream. `loaded` is the instance where it is held.
void match_stream(Job& job, EdgeStream& stream, const Hypergraph* loaded);

}  // namespace hypermatch::cli
