// SPDX-License-Identifier: MIT
// Forms in which the verbs write a matching or communities.
#pragma once

#include <string>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/marked_graph_io.hpp"

namespace hypermatch::cli {

/// How a matching is written. Of a hypergraph `pairs` stands for the numbers of its hyperedges.
enum class OutputKind { automatic, pairs, mates, pins, graphml, dot };

/// How communities are written.
enum class CommunitiesKind { automatic, pairs, labels, graphml, dot };

}  // namespace hypermatch::cli

namespace hypermatch {

template <>
struct EnumNames<cli::OutputKind> {
  static constexpr EnumName<cli::OutputKind> all[] = {
      {cli::OutputKind::automatic, "automatic", false},
      {cli::OutputKind::pairs, "pairs"},
      {cli::OutputKind::mates, "mates"},
      {cli::OutputKind::pins, "pins"},
      {cli::OutputKind::graphml, "graphml"},
      {cli::OutputKind::dot, "dot"}};
};

template <>
struct EnumNames<cli::CommunitiesKind> {
  static constexpr EnumName<cli::CommunitiesKind> all[] = {
      {cli::CommunitiesKind::automatic, "automatic", false},
      {cli::CommunitiesKind::pairs, "pairs"},
      {cli::CommunitiesKind::labels, "labels"},
      {cli::CommunitiesKind::graphml, "graphml"},
      {cli::CommunitiesKind::dot, "dot"}};
};

}  // namespace hypermatch

namespace hypermatch::cli {

/// The kind with what is decided by the ending of the output's name: a drawing where that is one.
template <class Kind>
[[nodiscard]] Kind resolved_kind(Kind asked, const std::string& output) {
  if (asked != Kind::automatic) return asked;
  const io::FormatInfo* const format = io::format_of_path(output);
  if (format == nullptr || !io::holds_marks(format->name)) return Kind::pairs;
  return value_of_name<Kind>(format->name).value_or(Kind::pairs);
}

/// Whether a kind is a graph with marks, whose format has the kind's name.
template <class Kind>
[[nodiscard]] constexpr bool is_drawing(Kind kind) {
  return kind == Kind::graphml || kind == Kind::dot;
}

/// Refuses an output whose name is that of a drawn graph where pairs would be written: for verbs
/// that draw, the formats without a place for marks. @throws Error{unsupported}
void check_output_name(const std::string& output, bool draws);

/// Refuses a kind that the instance does not have. @throws Error{unsupported}
void check_kind(OutputKind kind, bool is_graph);

}  // namespace hypermatch::cli
