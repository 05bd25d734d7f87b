// SPDX-License-Identifier: MIT
#include "rows_and_columns.hpp"

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
      "For edge lists: the two columns name different things, rows and columns (two,\n"
      "the default unless the file says otherwise), or vertices of one graph (one)");
}

BipartiteView bipartite_of(const io::Instance& instance) {
  return std::get<Bipartite>(instance.data).view();
}

std::string describe(const InstanceFacts& facts, const BipartiteView& bipartite) {
  return facts.format + ", " + facts.kind + ": " + counted(bipartite.num_rows, "row") + ", " +
         counted(bipartite.num_columns, "column") + ", " +
         (facts.edges == 1 ? "1 entry" : std::to_string(facts.edges) + " entries");
}

void log_notes(Log& log, const io::ReadReport& report, io::Zeros zeros) {
  const ReaderNote notes[] = {
      header_note(report),
      {"merged_pins", report.merged_pins, "repeated entry", "repeated entries",
       std::string(what_of_parallel(report.parallel))},
      {"banner_faults", report.banner_faults, "fault", "faults", " of the banner, read past"},
      {"parallel_edges", report.parallel_edges, "parallel edge", "parallel edges",
       std::string(what_of_parallel(report.parallel))},
      {"self_loops", report.self_loops, "self-loop", "self-loops", ", left out"},
      {"explicit_zeros", report.explicit_zeros, "stored zero", "stored zeros",
       zeros == io::Zeros::drop     ? ", left out"
       : report.explicit_zeros == 1 ? ", which counts as an entry (--drop-zeros)"
                                    : ", which count as entries (--drop-zeros)"},
  };
  std::string text;
  for (const ReaderNote& note : notes) {
    if (note.count == 0) continue;
    if (!text.empty()) text += "; ";
    text += to_text(note);
  }
  for (const std::string& note : report.notes) {
    text += (text.empty() ? "" : "; ") + io::printable(note);
  }
  if (!text.empty()) log.line("note", text);
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
