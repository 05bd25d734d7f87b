// SPDX-License-Identifier: MIT
#include "weighted_agents.hpp"

#include <utility>
#include <variant>

#include "hypermatch/error.hpp"
#include "hypermatch/weight_preferences.hpp"

namespace hypermatch::cli {

void add_graph_flags(Command& command, GraphOfAgents& options) {
  command.flag("--from-graph", options.is_asked,
               "FILE is a graph: its vertices prefer the neighbours by the heaviest\n"
               "edges. The stable matching is the greedy one");
  command.text("--capacity", "B|FILE|random:LO..HI[:S]", options.capacity,
               "Places of each agent of the right side, of one side of all agents, in place of\n"
               "those in the file: B, or a line per agent; with --from-graph as in match");
}

void check_graph_flags(const Command& command, const GraphOfAgents& options) {
  check_capacity(options.capacity);
  if (!options.is_asked) return;
  for (const char* const flag : {"--right", "--sides", "--columns", "--one-sided"}) {
    if (command.given(flag)) {
      throw Error(ErrorCode::invalid_option, std::string(flag) + " does not go with --from-graph");
    }
  }
}

WeightedAgents load_weighted_agents(RunContext& run, const std::string& file,
                                    const std::string& format, const GraphOfAgents& options,
                                    std::uint64_t seed) {
  InputOptions input;
  input.read.format = format;
  io::Instance instance = load(run.context, file, input);
  if (!instance.is_graph()) {
    throw Error(ErrorCode::unsupported, file + ": --from-graph takes a graph");
  }
  const VertexCapacities capacities =
      load_capacities(run.context.now(), options.capacity, instance, file);
  run.note_reading(file, instance);
  if (!capacities.note.empty()) run.log.line("note", capacities.note);
  const auto rows = instance.graph().rows(run.context);
  Preferences preferences = preferences_of_weights(
      run.context, rows.view(), {.order = {.seed = seed}, .capacities = capacities.view()});
  return {std::move(preferences), std::move(instance.labels)};
}

}  // namespace hypermatch::cli
