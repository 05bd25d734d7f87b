// SPDX-License-Identifier: MIT
#include "rows_and_columns.hpp"

#include <algorithm>
#include <vector>

#include "mapped_input.hpp"

namespace hypermatch::cli {

io::Instance load_bipartite(const Context& context, const std::string& path,
                            io::ReadOptions options) {
  if (options.as == io::Interpretation::automatic) options.as = io::Interpretation::bipartite;
  return io::to_bipartite(context, io::read(context, path, mapped(options, path)), options.zeros,
                          options.entry_weights);
}

void add_sides_flag(Command& command, io::ReadOptions& options) {
  command.custom(
      "--sides", joined_names<Sides>(),
      [&options](const std::string& given) { options.sides = parse_name<Sides>("--sides", given); },
      "As rows and columns: the two columns of a list name different things, each vertex\n"
      "of a graph is a row or a column (two), or all are vertices of one graph (one).\n"
      "Default: as the file says, else two for lists and one for graphs");
}

BipartiteView bipartite_of(const io::Instance& instance) {
  return std::get<Bipartite>(instance.data).view();
}

std::string describe(const InstanceFacts& facts, const BipartiteView& bipartite) {
  return facts.format + ", " + facts.kind + ": " + counted(bipartite.num_rows, "row") + ", " +
         counted(bipartite.num_columns, "column") + ", " +
         (facts.edges == 1 ? "1 entry" : std::to_string(facts.edges) + " entries") +
         (facts.weight_column == 0 ? "" : ", weighted" + weights_by_column(facts));
}

void log_notes(Log& log, const io::ReadReport& report, io::Zeros zeros) {
  std::vector<ReaderNote> notes = {
      {"merged_pins", report.merged_pins, "repeated entry", "repeated entries",
       what_of_parallel(report)},
      {"explicit_zeros", report.explicit_zeros, "stored zero", "stored zeros",
       zeros == io::Zeros::drop     ? ", left out"
       : report.explicit_zeros == 1 ? ", which counts as an entry (--drop-zeros)"
                                    : ", which count as entries (--drop-zeros)"},
  };
  constexpr std::string_view k_of_entries[] = {
      "header_lines",   "banner_faults",     "self_loops",     "parallel_edges",
      "complex_values", "differing_weights", "directed_edges", "missing_weights"};
  for (const ReaderNote& note : notes_of(report)) {
    if (std::ranges::find(k_of_entries, note.name) != std::end(k_of_entries)) notes.push_back(note);
  }
  log_notes(log, notes, report.notes);
}

MatchingValue value_of_pairs(std::uint64_t cardinality) {
  MatchingValue value;
  value.edges = cardinality;
  value.weight = static_cast<double>(cardinality);
  value.integer_weight = static_cast<std::int64_t>(cardinality);
  return value;
}

Json to_json(const Report& report, const BipartiteView& bipartite) {
  Json json = to_json(report);
  json["input"]["rows"] = bipartite.num_rows;
  json["input"]["columns"] = bipartite.num_columns;
  return json;
}

}  // namespace hypermatch::cli
