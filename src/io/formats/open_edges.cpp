// SPDX-License-Identifier: MIT
#include "io/formats/open_edges.hpp"

#include <utility>

#include "hypermatch/error.hpp"
#include "io/formats/metis/stream_metis.hpp"
#include "io/native/native_blocks.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Interpretation;
using hypermatch::io::OpenedEdges;
using hypermatch::io::ReadOptions;

constexpr std::size_t k_window = std::size_t{1} << 20;

OpenedEdges opened_native(Input& input, const ReadOptions& options, const std::string& scratch) {
  const OpenedNative opened = open_native(input, scratch);
  OpenedEdges edges;
  edges.source = native_blocks(opened);
  edges.is_graph = opened.layout.is_graph() && options.as != Interpretation::hypergraph;
  if (edges.is_graph && opened.layout.has(NativeSectionId::label_text)) {
    // Text, offsets, and a table of names while they are compared.
    edges.label_bytes = opened.layout[NativeSectionId::label_text].bytes +
                        std::uint64_t{64} * opened.layout.header.num_vertices;
    edges.read_labels = [opened] { return read_native_labels(opened); };
  }
  return edges;
}

}  // namespace

std::unique_ptr<EdgeStream> opened_stream(Input input, Format format, const ReadOptions& options,
                                          hypermatch::io::ReadReport* report) {
  const FormatRow& row = row_of(format);
  if (report != nullptr) {
    report->format = row.info.name;
    report->as = options.as == Interpretation::automatic ? row.streamed_as : options.as;
  }
  if (row.stream == nullptr) {
    throw Error(ErrorCode::unsupported, input.name + ": format " + row.info.name +
                                            " does not store edge after edge, it cannot be "
                                            "streamed; convert it to hmetis or native");
  }
  return row.stream(std::move(input), options);
}

OpenedEdges opened_edges(Input input, Format format, const ReadOptions& options,
                         hypermatch::io::ReadReport* report, const std::string& scratch) {
  const bool wants_graph = options.as == Interpretation::graph;
  const bool wants_hypergraph = options.as == Interpretation::hypergraph;
  if (options.as != Interpretation::automatic && !wants_graph && !wants_hypergraph) {
    refuse_interpretation(input.name, format, options.as);
  }
  OpenedEdges edges;
  if (format == Format::native) {
    edges = opened_native(input, options, scratch);
  } else if (format == Format::metis && !wants_hypergraph) {
    const MetisLineOptions lines{options.positive_vertex_weights, options.self_loops,
                                 options.negative_weights};
    edges.stream_bytes = input.stream->window();
    edges.stream = stream_metis(std::move(input), k_window, options.zero_based ? 0 : 1, lines);
    edges.is_graph = true;
  } else if (format == Format::hmetis && !wants_graph) {
    edges.stream_bytes = input.stream->window();
    edges.stream = row_of(format).stream(std::move(input), options);
  } else {
    refuse_held(input.name, format, options.as, "whole", "in passes");
  }
  if (report != nullptr) {
    report->format = info_of(format).name;
    report->as = edges.is_graph ? Interpretation::graph : Interpretation::hypergraph;
  }
  return edges;
}

}  // namespace hypermatch::detail::io
