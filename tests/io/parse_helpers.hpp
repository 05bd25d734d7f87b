// SPDX-License-Identifier: MIT
// Short ways to parse a text, to see the error of a broken one, and to write an instance.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"

namespace hypermatch::detail::io::testing {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using Parser = Instance (*)(const ParseInput&);
using Writer = void (*)(const Context&, const Instance&, const EdgeListView&, const Sink&);

inline Instance parse_with(Parser parser, std::string_view text,
                           Interpretation as = Interpretation::automatic, int threads = 1) {
  const Context context({.threads = threads});
  return parser(ParseInput{context, {text.data(), text.size()}, "file", as});
}

/// The error that `parser` throws as "CODE MESSAGE", or "none".
inline std::string error_of(Parser parser, std::string_view text,
                            Interpretation as = Interpretation::automatic, int threads = 1) {
  try {
    (void)parse_with(parser, text, as, threads);
  } catch (const Error& error) {
    switch (error.code()) {
      case ErrorCode::invalid_input:
        return std::string("invalid_input ") + error.what();
      case ErrorCode::invalid_option:
        return std::string("invalid_option ") + error.what();
      case ErrorCode::unsupported:
        return std::string("unsupported ") + error.what();
      case ErrorCode::resources:
        return std::string("resources ") + error.what();
      default:
        return std::string("other ") + error.what();
    }
  }
  return "none";
}

inline std::string written(Writer writer, const Instance& instance) {
  std::string text;
  const auto* graph = std::get_if<Graph>(&instance.data);
  const auto edges =
      graph == nullptr ? FormOf<EdgeList>(EdgeListView{}) : graph->edges(Context({.threads = 1}));
  writer(Context({.threads = 1}), instance, edges.view(),
         [&](std::span<const char> piece) { text.append(piece.data(), piece.size()); });
  return text;
}
inline const Graph& graph_of(const Instance& instance) {
  return std::get<Graph>(instance.data);
}
/// The list of a graph, whichever form it has.
inline FormOf<EdgeList> list_of(const Instance& instance) {
  return graph_of(instance).edges(Context({.threads = 1}));
}
inline const Hypergraph& hypergraph_of(const Instance& instance) {
  return std::get<Hypergraph>(instance.data);
}

/// "u-v:w" for each edge, 1-based, with one blank in between; the weight only if there is one.
inline std::string edges_of(const EdgeListView& graph) {
  std::ostringstream out;
  out.precision(17);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (e != 0) out << ' ';
    out << graph.edges[e].u + 1 << '-' << graph.edges[e].v + 1;
    if (graph.is_weighted()) out << ':' << weight_at(graph.weights, e);
  }
  return out.str();
}
inline std::string edges_of(const Instance& instance) {
  return edges_of(list_of(instance).view());
}

/// The pins of each edge, 1-based, "{1 2}{3}".
inline std::string pins_of(const Instance& instance) {
  std::ostringstream out;
  const HypergraphView view = hypergraph_of(instance).view();
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    out << '{';
    const char* gap = "";
    for (const VertexId v : view.pins_of(e)) {
      out << gap << v + 1;
      gap = " ";
    }
    out << '}';
  }
  return out.str();
}

inline const char* weight_type(const Instance& instance) {
  return type_name(instance.is_graph() ? list_of(instance)->weights
                                       : view_of(hypergraph_of(instance).weights));
}

/// Everything that an instance holds, as one text, to compare two of them.
inline std::string dump(const Instance& instance) {
  std::ostringstream out;
  out << (instance.is_graph() ? graph_of(instance).num_vertices()
                              : hypergraph_of(instance).num_vertices)
      << '\n'
      << weight_type(instance) << '\n';
  if (instance.is_graph()) {
    out << edges_of(instance) << '\n';
  } else {
    out << pins_of(instance) << '\n';
  }
  const auto put_vertex_weights = [&](const auto& data) {
    out << data.weights_per_vertex << '\n';
    for (const std::int64_t w : data.vertex_weights) out << w << ' ';
  };
  if (instance.is_graph()) {
    put_vertex_weights(graph_of(instance));
  } else {
    put_vertex_weights(hypergraph_of(instance));
  }
  const auto& r = instance.report;
  out << '\n' << instance.labels.text << '\n' << r.format << ' ' << static_cast<int>(r.as);
  for (const std::uint64_t count :
       {r.bytes, r.comment_lines, r.blank_lines, r.merged_pins, r.empty_edges, r.self_loops,
        r.parallel_edges, r.explicit_zeros, r.zero_weights, r.negative_weights}) {
    out << ' ' << count;
  }
  for (const std::uint64_t offset : instance.labels.offsets) out << ' ' << offset;
  return out.str();
}

/// A pseudo-random number below `bound`, a function of `i` alone.
inline std::uint64_t pick(std::uint64_t i, std::uint64_t bound) {
  std::uint64_t z = i + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return (z ^ (z >> 31)) % bound;
}

}  // namespace hypermatch::detail::io::testing
