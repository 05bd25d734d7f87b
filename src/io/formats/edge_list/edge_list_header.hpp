// SPDX-License-Identifier: MIT
// Decides whether the first line of an edge list names the columns.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"

namespace hypermatch::detail::io {

/// Letters in lower case and digits, nothing else; `fromnodeid`.
[[nodiscard]] std::string plain_name(std::string_view text);
/// Names that tools give to the two ends of an edge and to nothing else: `source`, `to`.
[[nodiscard]] bool names_an_end(std::string_view text);
/// Whether two names say that both columns hold vertices of one kind: ends of an edge, or words
/// that begin alike.
[[nodiscard]] bool name_one_kind(std::string_view first, std::string_view second);
/// Names of columns of weights, of times, and of numbers of the edges.
[[nodiscard]] bool names_weights(std::string_view text);
[[nodiscard]] bool names_times(std::string_view text);
[[nodiscard]] bool names_numbers(std::string_view text);

/// Whether a word of a first line may name a column: no number, and nothing that stands for one
/// that is missing or malformed (`nan`, `NA`, `0x10`, `1_000`).
[[nodiscard]] bool may_be_name(std::string_view text);

/// Names of columns of ranks, of which the smallest is the best.
[[nodiscard]] bool names_ranks(std::string_view text);
/// Refuses a first line of names that tables of vertices have, `Id` and `Label`.
/// @throws TextFailure
void refuse_list_of_vertices(const EdgeListLayout& layout, TextRange text);

/// Whether `first` names columns, judged by what stands in the line behind it; null: none does.
[[nodiscard]] HeaderSign header_sign(const Columns& first, const Columns* second);

/// The columns of the line at `line`.
[[nodiscard]] Columns columns_at(const EdgeListLayout& layout, const char* line, TextRange text);

/// Whether a line below the first one has one of its words as an id. Spares another look at all ids
/// in most lists; false negatives, of words that many ids hold, do no harm.
[[nodiscard]] bool first_words_recur(const EdgeListLayout& layout, TextRange text);

/// The ids below a first line whose sign is open.
struct IdsBelow {
  std::span<const std::string_view> names;  ///< of each vertex
  std::span<const GraphEdge> pairs;
};

/// Kinds of a first line whose sign is open.
enum class FirstLine {
  edge,
  header,
  unclear,  ///< its ids occur in no other line, and nothing else tells: taken as an edge
};

/// Judges a first line whose two words are no ids below. It is a header if they begin alike as
/// no id does, or the ids are of another kind (all ids of a column hold a digit, say, and its word
/// does not), or almost all ids occur in several lines.
[[nodiscard]] FirstLine judge_first_line(std::string_view first, std::string_view second,
                                         const IdsBelow& below);

/// The note about a first line that is kept as an edge although its ids occur in no other.
[[nodiscard]] std::string note_of_kept_line(std::string_view first, std::string_view second);

/// The line at `at`, without blanks around it, as messages show it.
[[nodiscard]] std::string shown_line(const char* at, const char* end);

}  // namespace hypermatch::detail::io
