// SPDX-License-Identifier: MIT
// The table of formats: what is known of each format, and the functions that read and write it.
#pragma once

#include <memory>
#include <span>

#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Indices of the table.
enum class Format {
  hmetis,
  metis,
  matrix_market,
  edge_list,
  table,
  dimacs,
  cnf,
  kidney,
  gml,
  graphml,
  pajek,
  dot,
  native
};

/// Whether `read.cpp` reads a format by code of its own, in windows or mapped. All others are
/// parsed as whole texts.
[[nodiscard]] constexpr bool has_own_reader(Format format) {
  return format == Format::hmetis || format == Format::native;
}

/// One format. What its facts promise and which functions it has is compared at compile time.
struct FormatRow {
  Format format;
  hypermatch::io::FormatInfo info;
  /// Whether these first bytes belong to this format without doubt; null: they never tell.
  bool (*recognises)(std::span<const char> front) = nullptr;
  /// From the whole text to an instance, and the check of its first lines; null: `has_own_reader`.
  hypermatch::io::Instance (*parse)(const ParseInput& text) = nullptr;
  void (*check_front)(const ParseInput& front) = nullptr;
  /// Null: the format is not written. `edges`: the list of the instance if it is a graph.
  void (*write)(const Context& context, const hypermatch::io::Instance& instance,
                const EdgeListView& edges, const Sink& sink) = nullptr;
  /// Vertices, rows or columns have numbers from 1 in the file, which `zero_based` makes 0.
  bool counts_from_one = false;
  bool may_have_one_line = false;  ///< line ends mean nothing; a text of any size may have none
  bool writes_rows = false;        ///< graphs are written from their rows; no list is made
  /// Edge after edge; null: the format does not store edges one after the other.
  std::unique_ptr<EdgeStream> (*stream)(Input input,
                                        const hypermatch::io::ReadOptions& options) = nullptr;
  /// The default interpretation of a stream.
  hypermatch::io::Interpretation streamed_as = hypermatch::io::Interpretation::hypergraph;
};

/// All rows, in the order of `Format`.
[[nodiscard]] std::span<const FormatRow> format_rows();
[[nodiscard]] const FormatRow& row_of(Format format);
[[nodiscard]] const hypermatch::io::FormatInfo& info_of(Format format);

/// @throws Error{unsupported} for a format that holds hypergraphs alone
void check_hypergraph_interpretation(const std::string& name, Format format,
                                     hypermatch::io::Interpretation as);
/// Says which files are read `otherwise`, where one of this format is read so. What `--as` makes of
/// graphs and hypergraphs, native files hold. @throws Error{unsupported}
[[noreturn]] void refuse_held(const std::string& name, Format format,
                              hypermatch::io::Interpretation as, const std::string& how,
                              const std::string& otherwise);
/// Says that a file of this format cannot be read as that. @throws Error{unsupported}
[[noreturn]] void refuse_interpretation(const std::string& name, Format format,
                                        hypermatch::io::Interpretation as);

}  // namespace hypermatch::detail::io
