// SPDX-License-Identifier: MIT
// DIMACS CNF formulas as hypergraphs: primal (one edge per clause, one vertex per variable),
// literal (one edge per clause, vertices 2v - 1 and 2v for the literals v and -v), dual (one edge
// per variable, one vertex per clause). Format: "Satisfiability: Suggested Format", DIMACS
// challenge 1993.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/hypergraph_builder.hpp"
#include "io/formats/dimacs/dimacs.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;

struct CnfHeader {
  const char* line = nullptr;
  std::uint64_t variables = 0;
  std::uint64_t clauses = 0;
};

CnfHeader read_cnf_header(Cursor& cursor, ReadReport& report) {
  const ProblemLine line =
      read_problem_line(cursor,
                        {"a line 'p cnf VARIABLES CLAUSES'", "the problem 'cnf'", "variables",
                         "clauses", [](std::string_view kind) { return kind == "cnf"; }},
                        report);
  return {line.at, line.first, line.second};
}

struct ClausePart : ChunkPart {
  Array<VertexId> pins;   ///< of all literals, in order
  Array<Offset> ends;     ///< pins.size() at each 0
  bool finished = false;  ///< a `%` was met: what follows does not count
};

class ClauseParser {
 public:
  ClauseParser(const CnfHeader& header, bool literals) : header_(header), literals_(literals) {}

  void operator()(ClausePart& part, Cursor& cursor) const {
    while (!cursor.at_end() && !part.finished) {
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
      } else if (cursor.sees('c')) {
        ++part.comment_lines;
      } else if (cursor.sees('%')) {
        part.finished = true;
      } else {
        do read_literal(part, cursor);
        while (cursor.skip_blanks());
      }
      cursor.skip_line();
    }
  }

 private:
  void read_literal(ClausePart& part, Cursor& cursor) const {
    const char* at = cursor.at();
    const std::int64_t literal = cursor.read_signed("a literal, or 0 at the end of a clause");
    if (literal == 0) {
      part.ends.push_back(part.pins.size());
      return;
    }
    const auto variable = static_cast<std::uint64_t>(literal < 0 ? -literal : literal);
    if (variable > header_.variables) [[unlikely]] {
      const std::string most = std::to_string(header_.variables);
      fail_expected(at, cursor.end(), "a literal in -" + most + ".." + most);
    }
    const std::uint64_t vertex =
        literals_ ? 2 * (variable - 1) + (literal < 0 ? 1 : 0) : variable - 1;
    part.pins.push_back(static_cast<VertexId>(vertex));
  }

  const CnfHeader& header_;
  bool literals_;
};

/// Throws at the first literal or 0 behind the `allowed`-th 0 of this part.
[[noreturn]] void fail_at_surplus_clause(const ClausePart& part, const CnfHeader& header,
                                         std::uint64_t allowed) {
  Cursor cursor(part.text);
  while (true) {
    if (!cursor.skip_blanks() || cursor.sees('c')) {
      cursor.skip_line();
      continue;
    }
    if (allowed == 0) {
      cursor.expected("the end of the file after " + base::counted(header.clauses, "clause"));
    }
    if (cursor.read_signed("a literal") == 0) --allowed;
  }
}

/// Throws what a reader that goes through the file clause by clause would meet first; adds the 0 at
/// the end of the last clause where only that is missing.
void check_clauses(const ParseInput& input, const CnfHeader& header,
                   std::vector<ClausePart>& parts) {
  std::uint64_t left = header.clauses;
  bool open = false;
  ClausePart* last = nullptr;
  for (ClausePart& part : parts) {
    const std::size_t closed_pins = part.ends.empty() ? 0 : part.ends[part.ends.size() - 1];
    const bool opens = part.pins.size() > closed_pins;
    if (part.ends.size() > left || (part.ends.size() == left && opens)) {
      fail_at_surplus_clause(part, header, left);
    }
    if (part.failure) throw TextFailure(*part.failure);
    left -= part.ends.size();
    open = opens || (open && part.ends.empty());
    last = &part;
    if (part.finished) break;
  }
  if (open && left == 1) {
    last->ends.push_back(last->pins.size());
    left = 0;
  }
  if (left != 0) {
    const TextRange text = range_of(input.text);
    fail_at(input.name, line_of(text, text.end),
            "expected " + base::counted(header.clauses, "clause") +
                ", found the end of the file after " + std::to_string(header.clauses - left));
  }
  // Nothing behind a `%` counts.
  bool finished = false;
  for (ClausePart& part : parts) {
    if (finished) part = ClausePart{};
    finished = finished || part.finished;
  }
}

/// The clauses' begins in the joined pins.
Array<Offset> join_ends(const std::vector<ClausePart>& parts, std::uint64_t num_clauses) {
  Array<Offset> offsets(num_clauses + 1);
  offsets[0] = 0;
  std::size_t place = 1;
  Offset shift = 0;
  for (const ClausePart& part : parts) {
    for (const Offset end : part.ends) offsets[place++] = shift + end;
    shift += part.pins.size();
  }
  return offsets;
}

Interpretation resolve_clauses(const ParseInput& input) {
  switch (input.as) {
    case Interpretation::automatic:
    case Interpretation::hypergraph:
      return Interpretation::primal;
    case Interpretation::primal:
    case Interpretation::dual:
    case Interpretation::literal:
      return input.as;
    default:
      throw Error(ErrorCode::unsupported,
                  std::string(input.name) +
                      ": a CNF formula is read as primal, dual or literal, not as " +
                      std::string(name_of(input.as)));
  }
}

Instance parse_clauses(const ParseInput& input) {
  const Context& context = input.context;
  const Interpretation as = resolve_clauses(input);
  ReadReport report;
  Cursor start(range_of(input.text));
  const CnfHeader header = read_cnf_header(start, report);
  if (as == Interpretation::literal) check_limit(header.line, 2 * header.variables, "literals");

  std::vector<ClausePart> parts =
      make_parts<ClausePart>(context, TextRange{start.at(), range_of(input.text).end});
  parse_parts(context, parts, ClauseParser(header, as == Interpretation::literal));
  check_clauses(input, header, parts);
  for (const ClausePart& part : parts) {
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  Array<Offset> offsets = join_ends(parts, header.clauses);
  Array<VertexId> pins = join<VertexId>(
      context, parts, [](ClausePart & part) -> auto& { return part.pins; });
  parts.clear();

  Instance instance;
  if (as == Interpretation::dual) {
    instance.data = build_from_incidences(
        input, static_cast<VertexId>(header.clauses), static_cast<EdgeId>(header.variables),
        header.clauses,
        [&](std::size_t clause, const auto& emit) {
          for (Offset i = offsets[clause]; i < offsets[clause + 1]; ++i) {
            emit(pins[i], static_cast<VertexId>(clause));
          }
        },
        report);
  } else {
    Hypergraph hypergraph;
    hypergraph.num_vertices = static_cast<VertexId>(
        as == Interpretation::literal ? 2 * header.variables : header.variables);
    normalise_pins(context, offsets, pins, report);
    hypergraph.offsets = std::move(offsets);
    hypergraph.pins = std::move(pins);
    instance.data = std::move(hypergraph);
  }
  report.format = "cnf";
  report.bytes = input.text.size();
  report.as = as;
  instance.report = std::move(report);
  return instance;
}

void check_first_clauses(const ParseInput& input) {
  const bool literals = resolve_clauses(input) == Interpretation::literal;
  ReadReport report;
  Cursor start(range_of(input.text));
  const CnfHeader header = read_cnf_header(start, report);
  if (literals) check_limit(header.line, 2 * header.variables, "literals");
  std::vector<ClausePart> parts(1);
  parts[0].text = {start.at(), range_of(input.text).end};
  parse_parts(input.context, parts, ClauseParser(header, literals));
  if (parts[0].ends.size() > header.clauses) {
    fail_at_surplus_clause(parts[0], header, header.clauses);
  }
  throw_first_failure(parts);
}

}  // namespace

void check_front_of_cnf(const ParseInput& front) {
  located(front, [&] { check_first_clauses(front); });
}

Instance parse_cnf(const ParseInput& input) {
  return located(input, [&] { return parse_clauses(input); });
}

}  // namespace hypermatch::detail::io
