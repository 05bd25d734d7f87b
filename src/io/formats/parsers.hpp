// SPDX-License-Identifier: MIT
// The parsers and writers of text formats, one source file per format. The table of formats
// (format_table.cpp) is made of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::detail::io {

/// The whole text of a file, in memory or mapped.
struct ParseInput {
  const Context& context;
  std::span<const char> text;
  std::string_view name;              ///< the file, for messages
  hypermatch::io::Interpretation as;  ///< as asked for; automatic: the format's own
  hypermatch::io::Zeros zeros = hypermatch::io::Zeros::keep;
  hypermatch::io::SelfLoops self_loops = hypermatch::io::SelfLoops::drop;
  hypermatch::io::ParallelEdges parallel = hypermatch::io::ParallelEdges::heaviest;
  hypermatch::io::NegativeWeights negative_weights = hypermatch::io::NegativeWeights::keep;
  bool positive_vertex_weights = false;
  std::uint64_t first_id = 1;  ///< of vertices, rows and columns
  bool rectangular_as_bipartite = false;
  std::optional<Sides> sides = {};
  bool keeps_entry_weights = false;
  bool keeps_times = false;                         ///< in a column of weights
  const hypermatch::io::CsvColumns* csv = nullptr;  ///< null: as the first line tells
  std::uint32_t longest_cycle = 3;
};

/// The format of lists of edges, as separated values too.
inline constexpr const char* k_edge_list_format = "edge_list";

/// Each throws Error{invalid_input} "NAME:LINE: ...", Error{unsupported} for an interpretation that
/// makes no sense, or Error{invalid_option} where the user has to choose one.
[[nodiscard]] hypermatch::io::Instance parse_metis(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_matrix_market(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_edge_list(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_table(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_dimacs_graph(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_cnf(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_kidney(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_gml(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_graphml(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_pajek(const ParseInput& input);
[[nodiscard]] hypermatch::io::Instance parse_dot(const ParseInput& input);

/// Each throws what the parser would of a text that begins with these whole lines, and that is
/// wrong whatever follows: header and lines of data, no totals. A packed text is judged this way
/// before all of it is unpacked.
void check_front_of_metis(const ParseInput& front);
void check_front_of_matrix_market(const ParseInput& front);
void check_front_of_edge_list(const ParseInput& front);
/// Thrown by `parse_edge_list` where quotes of separated values tell no ids apart: an id stands
/// with and without them, or weights stand in quotes.
struct HasMixedQuotes {
  std::size_t columns;
  const char* found;  ///< for the note
};
/// Edge lists, as separated values where `csv` says so.
void check_front_of_edges(const ParseInput& front);
[[nodiscard]] hypermatch::io::Instance parse_edges(const ParseInput& input);
void check_front_of_table(const ParseInput& front);
void check_front_of_dimacs_graph(const ParseInput& front);
void check_front_of_cnf(const ParseInput& front);
void check_front_of_kidney(const ParseInput& front);
void check_front_of_gml(const ParseInput& front);
void check_front_of_graphml(const ParseInput& front);
void check_front_of_pajek(const ParseInput& front);
void check_front_of_dot(const ParseInput& front);

/// Whether a pool of kidney exchange is one of PrefLib (wmd).
[[nodiscard]] bool begins_preflib_pool(std::span<const char> front);

/// Takes the next piece of a file that is being written.
using Sink = std::function<void(std::span<const char>)>;

/// `edges`: the list of the instance if it is a graph.
void write_metis(const Context& context, const hypermatch::io::Instance& instance,
                 const EdgeListView& edges, const Sink& sink);
void write_matrix_market(const Context& context, const hypermatch::io::Instance& instance,
                         const EdgeListView& edges, const Sink& sink);
void write_edge_list(const Context& context, const hypermatch::io::Instance& instance,
                     const EdgeListView& edges, const Sink& sink);
void write_dimacs_graph(const Context& context, const hypermatch::io::Instance& instance,
                        const EdgeListView& edges, const Sink& sink);
void write_graphml(const Context& context, const hypermatch::io::Instance& instance,
                   const EdgeListView& edges, const Sink& sink);
void write_dot(const Context& context, const hypermatch::io::Instance& instance,
               const EdgeListView& edges, const Sink& sink);

}  // namespace hypermatch::detail::io
