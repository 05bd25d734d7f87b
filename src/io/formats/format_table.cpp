// SPDX-License-Identifier: MIT
#include "io/formats/format_table.hpp"

#include <array>
#include <utility>

#include "base/enumerators.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/dimacs/stream_cnf.hpp"
#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/native/native.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::FormatInfo;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadOptions;

constexpr std::size_t k_stream_window = std::size_t{1} << 20;

std::unique_ptr<EdgeStream> open_hgr_stream(Input input, const ReadOptions& options) {
  check_hypergraph_interpretation(input.name, Format::hmetis, options.as);
  return stream_hgr(std::move(input), k_stream_window, options.zero_based ? 0 : 1);
}

std::unique_ptr<EdgeStream> open_native_stream(Input input, const ReadOptions& options) {
  check_hypergraph_interpretation(input.name, Format::native, options.as);
  return stream_native(std::move(input), options.as == Interpretation::hypergraph);
}

std::unique_ptr<EdgeStream> open_cnf_stream(Input input, const ReadOptions& options) {
  const Interpretation as = options.as;
  if (as != Interpretation::automatic && as != Interpretation::hypergraph &&
      as != Interpretation::primal && as != Interpretation::literal) {
    throw Error(
        ErrorCode::unsupported,
        input.name + ": a stream of a cnf is primal or literal, not " + std::string(name_of(as)));
  }
  return stream_cnf(std::move(input), as == Interpretation::literal, k_stream_window);
}

// In the order of `Format`.
constexpr FormatRow k_rows[] = {
    {.format = Format::hmetis,
     .info = {.name = "hmetis",
              .extensions = "hgr,hmetis",
              .description = "hMETIS hypergraph: a line per hyperedge",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .streams = true,
              .holds_vertex_weights = true,
              .holds_lone_vertices = true,
              .holds_parallel_edges = true},
     .write = write_hgr,
     .counts_from_one = true,
     .stream = open_hgr_stream},
    {.format = Format::metis,
     .info = {.name = "metis",
              .extensions = "graph,metis",
              .description = "METIS graph: one line per vertex",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .holds_vertex_weights = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .parse = parse_metis,
     .check_front = check_front_of_metis,
     .write = write_metis,
     .counts_from_one = true,
     .writes_rows = true},
    {.format = Format::matrix_market,
     .info = {.name = "matrix_market",
              .extensions = "mtx,mm",
              .description = "Matrix Market coordinate matrix",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .writes_bipartite = true,
              .holds_lone_vertices = true,
              .holds_parallel_edges = true},
     .recognises = begins_matrix_market,
     .parse = parse_matrix_market,
     .check_front = check_front_of_matrix_market,
     .write = write_matrix_market,
     .counts_from_one = true},
    {.format = Format::edge_list,
     .info = {.name = "edge_list",
              .extensions = "el,edges,edgelist,txt,tsv,csv,snap,ncol",
              .description = "a line per edge: u v [weight]",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .writes_bipartite = true,
              .holds_ids = true,
              .holds_pairs_only = true},
     .recognises = begins_declared_edges,
     .parse = parse_edges,
     .check_front = check_front_of_edges,
     .write = write_edge_list},
    {.format = Format::table,
     .info = {.name = "table",
              .extensions = "",
              .description = "dense table: a line of numbers per row",
              .reads = true,
              .holds_ids = true,
              .holds_lone_vertices = true},
     .parse = parse_table,
     .check_front = check_front_of_table,
     .counts_from_one = true},
    {.format = Format::dimacs,
     .info = {.name = "dimacs",
              .extensions = "gr,col,dimacs",
              .description = "DIMACS graph: p edge, p col or p sp",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .recognises = begins_dimacs_graph,
     .parse = parse_dimacs_graph,
     .check_front = check_front_of_dimacs_graph,
     .write = write_dimacs_graph,
     .counts_from_one = true},
    {.format = Format::cnf,
     .info = {.name = "cnf",
              .extensions = "cnf",
              .description = "DIMACS CNF formula",
              .reads = true,
              .streams = true,
              .holds_parallel_edges = true},
     .recognises = begins_cnf,
     .parse = parse_cnf,
     .check_front = check_front_of_cnf,
     .stream = open_cnf_stream,
     .streamed_as = Interpretation::primal},
    {.format = Format::kidney,
     .info = {.name = "kidney",
              .extensions = "input,wmd",
              .description = "pool of kidney exchange: a line per arc",
              .reads = true,
              .holds_lone_vertices = true},
     .recognises = begins_preflib_pool,
     .parse = parse_kidney,
     .check_front = check_front_of_kidney},
    {.format = Format::gml,
     .info = {.name = "gml",
              .extensions = "gml",
              .description = "GML graph: nested lists of keys and values",
              .reads = true,
              .holds_ids = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .recognises = begins_gml,
     .parse = parse_gml,
     .check_front = check_front_of_gml,
     .may_have_one_line = true},
    {.format = Format::graphml,
     .info = {.name = "graphml",
              .extensions = "graphml",
              .description = "GraphML graph, in XML",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .holds_ids = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .recognises = begins_graphml,
     .parse = parse_graphml,
     .check_front = check_front_of_graphml,
     .write = write_graphml,
     .may_have_one_line = true},
    {.format = Format::pajek,
     .info = {.name = "pajek",
              .extensions = "net,pajek",
              .description = "Pajek network: vertices, edges, arcs",
              .reads = true,
              .holds_ids = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .recognises = begins_pajek,
     .parse = parse_pajek,
     .check_front = check_front_of_pajek,
     .counts_from_one = true},
    {.format = Format::dot,
     .info = {.name = "dot",
              .extensions = "dot,gv",
              .description = "graph in the language of Graphviz",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .holds_ids = true,
              .holds_lone_vertices = true,
              .holds_pairs_only = true},
     .recognises = begins_dot,
     .parse = parse_dot,
     .check_front = check_front_of_dot,
     .write = write_dot,
     .may_have_one_line = true},
    {.format = Format::native,
     .info = {.name = "native",
              .extensions = "hmb",
              .description = "hypermatch binary, loaded without parsing",
              .reads = true,
              .writes_hypergraph = true,
              .writes_graph = true,
              .streams = true,
              .holds_vertex_weights = true,
              .holds_ids = true,
              .holds_lone_vertices = true,
              .holds_parallel_edges = true},
     .recognises = is_native,
     .write = write_native,
     .stream = open_native_stream},
};

consteval bool is_in_order() {
  for (std::size_t i = 0; i < std::size(k_rows); ++i) {
    if (k_rows[i].format != static_cast<Format>(i)) return false;
  }
  return true;
}

consteval bool has_functions_for_its_facts(const FormatRow& row) {
  const bool is_parsed = row.parse != nullptr && row.check_front != nullptr;
  const bool is_written = row.write != nullptr;
  return row.info.reads && is_parsed != has_own_reader(row.format) &&
         is_written == (row.info.writes_graph || row.info.writes_hypergraph) &&
         (row.stream != nullptr) == row.info.streams;
}

consteval bool have_functions_for_their_facts() {
  for (const FormatRow& row : k_rows) {
    if (!has_functions_for_its_facts(row)) return false;
  }
  return true;
}

static_assert(is_in_order(), "the rows stand in the order of Format");
static_assert(base::has_enumerators<Format, std::size(k_rows)>(), "each Format has a row");
static_assert(have_functions_for_their_facts(),
              "a row has a parser and a check of its front, a writer and a stream if and only if "
              "its facts say so");

// The facts alone, as the library shows them.
constexpr auto k_infos = [] {
  std::array<FormatInfo, std::size(k_rows)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = k_rows[i].info;
  return infos;
}();

}  // namespace

std::span<const FormatRow> format_rows() {
  return k_rows;
}

const FormatRow& row_of(Format format) {
  return k_rows[static_cast<std::size_t>(format)];
}

const FormatInfo& info_of(Format format) {
  return k_infos[static_cast<std::size_t>(format)];
}

void refuse_interpretation(const std::string& name, Format format, Interpretation as) {
  throw Error(
      ErrorCode::unsupported,
      name + ": a file of format " + info_of(format).name + " cannot be read as " +
          std::string(name_of(as)) +
          (as == Interpretation::graph ? "; --as clique and --as star make one of hyperedges"
                                       : ""));
}

void refuse_held(const std::string& name, Format format, Interpretation as, const std::string& how,
                 const std::string& otherwise) {
  const bool is_asked = as != Interpretation::automatic;
  throw Error(ErrorCode::unsupported,
              name + ": files in " + info_of(format).name +
                  (is_asked ? " as " + std::string(name_of(as)) + "s" : "") + " are read " + how +
                  "; native" + (is_asked ? "" : ", metis and hmetis") + " files are read " +
                  otherwise + ", and convert writes these");
}

void check_hypergraph_interpretation(const std::string& name, Format format, Interpretation as) {
  if (as != Interpretation::automatic && as != Interpretation::hypergraph) {
    refuse_interpretation(name, format, as);
  }
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

std::span<const FormatInfo> formats() {
  return detail::io::k_infos;
}

}  // namespace hypermatch::io
