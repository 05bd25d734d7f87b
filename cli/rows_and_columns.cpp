// SPDX-License-Identifier: MIT
#include "rows_and_columns.hpp"

#include <algorithm>

#include "mapped_input.hpp"

namespace hypermatch::cli {

io::Instance load_bipartite(const Context& context, const std::string& path,
                            io::ReadOptions options) {
  if (options.as == io::Interpretation::automatic) options.as = io::Interpretation::bipartite;
  options.pattern_only = true;
  return io::to_bipartite(context, io::read(context, path, mapped(options, path)), options.zeros);
}

BipartiteView bipartite_of(const io::Instance& instance) {
  return std::get<Bipartite>(instance.data).view();
}

InstanceFacts facts_of_pairs(const std::string& path, const io::Instance& instance) {
  const BipartiteView view = bipartite_of(instance);
  InstanceFacts facts;
  facts.file = path;
  facts.format = instance.report.format;
  facts.kind = name_of(instance.report.as);
  facts.vertices = std::uint64_t{view.num_rows} + view.num_columns;
  facts.edges = view.num_entries();
  facts.pins = 2 * facts.edges;
  facts.max_edge_size = facts.edges == 0 ? 0 : 2;
  return facts;
}

std::string describe(const InstanceFacts& facts, const BipartiteView& bipartite) {
  return facts.format + ", " + facts.kind + ": " + counted(bipartite.num_rows, "row") + ", " +
         counted(bipartite.num_columns, "column") + ", " +
         (facts.edges == 1 ? "1 entry" : std::to_string(facts.edges) + " entries");
}

void log_notes(Log& log, const io::ReadReport& report, io::Zeros zeros) {
  const ReaderNote notes[] = {
      {"header_lines", report.header_lines, "line", "lines", " of column names, skipped"},
      {"merged_pins", report.merged_pins, "repeated entry", "repeated entries", ", merged"},
      {"parallel_edges", report.parallel_edges, "parallel edge", "parallel edges", ", merged"},
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
  if (!text.empty()) log.line("note", text);
}

Json to_json(const Report& report, const BipartiteView& bipartite) {
  Json json = to_json(report);
  json["input"]["rows"] = bipartite.num_rows;
  json["input"]["columns"] = bipartite.num_columns;
  return json;
}

Renumbering random_renumbering(const BipartiteView& bipartite, std::uint64_t seed) {
  constexpr std::uint64_t k_other_stream = 0x9E3779B97F4A7C15U;
  return {random_numbers(bipartite.num_rows, seed),
          random_numbers(bipartite.num_columns, seed ^ k_other_stream)};
}

Bipartite renumbered(const BipartiteView& bipartite, const Renumbering& numbers) {
  const std::size_t num_rows = bipartite.num_rows;
  Bipartite result{bipartite.num_rows, bipartite.num_columns, Array<Offset>(num_rows + 1, 0),
                   Array<VertexId>(bipartite.num_entries())};
  for (VertexId r = 0; r < num_rows; ++r) {
    result.offsets[numbers.rows[r] + std::size_t{1}] = bipartite.row_size(r);
  }
  for (std::size_t r = 0; r < num_rows; ++r) result.offsets[r + 1] += result.offsets[r];
  for (VertexId r = 0; r < num_rows; ++r) {
    Offset place = result.offsets[numbers.rows[r]];
    for (const VertexId c : bipartite.columns_of(r)) result.columns[place++] = numbers.columns[c];
  }
  return result;
}

std::vector<VertexId> renumbered_back(std::span<const VertexId> row_mates,
                                      const Renumbering& numbers) {
  std::vector<VertexId> old_column(numbers.columns.size());
  for (VertexId c = 0; c < old_column.size(); ++c) old_column[numbers.columns[c]] = c;
  std::vector<VertexId> mates(row_mates.size(), k_none);
  for (std::size_t r = 0; r < mates.size(); ++r) {
    const VertexId mate = row_mates[numbers.rows[r]];
    if (mate != k_none) mates[r] = old_column[mate];
  }
  return mates;
}

}  // namespace hypermatch::cli
