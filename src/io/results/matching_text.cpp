// SPDX-License-Identifier: MIT
// Matchings as text: one matched hyperedge per line, its number or its pins; pairs with weights;
// and the ids of numbers.
#include <algorithm>
#include <bit>
#include <charconv>
#include <system_error>

#include "hypermatch/edges_io.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/results_io.hpp"
#include "io/source/text_file.hpp"
#include "io/text/text.hpp"
#include "io/text/written_ids.hpp"
#include "io/text/written_lines.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;

// The weight that fills `word`. @throws Error{invalid_input}
double weight_in(std::string_view name, std::uint64_t line, std::string_view word) {
  const auto weight = detail::io::parse_number(word.data(), word.data() + word.size());
  if (weight) return weight->is_integer ? static_cast<double>(weight->integer) : weight->real;
  detail::io::fail_at(name, line,
                      "expected one number per line, found " +
                          detail::io::shown_token(word.data(), word.data() + word.size()) +
                          " behind it");
}

// `weights`: gets those that stand behind the numbers, of all lines or of none; null: none do.
std::vector<std::uint64_t> parse_matching(std::string_view name, detail::io::TextRange text,
                                          std::uint64_t first, std::vector<double>* weights) {
  std::vector<std::uint64_t> edges;
  Cursor cursor(text);
  std::uint64_t line = 1;
  // Ends: every iteration takes a line.
  for (; !cursor.at_end(); ++line) {
    if (!cursor.skip_blanks() || cursor.sees('%')) {
      cursor.skip_line();
      continue;
    }
    const char* const at = cursor.at();
    const std::string_view word = cursor.read_token();
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      detail::io::fail_at(
          name, line,
          "expected the number of a hyperedge, found " + detail::io::shown_token(at, text.end));
    }
    const bool has_weight = cursor.skip_blanks();
    const bool takes_weight =
        weights != nullptr && (edges.empty() ? has_weight : !weights->empty());
    if (takes_weight) {
      const char* const behind = cursor.at();
      const char* const line_end = std::find(behind, text.end, '\n');
      weights->push_back(weight_in(name, line, detail::io::trimmed({behind, line_end})));
    } else if (has_weight) {
      detail::io::fail_at(name, line,
                          "expected one number per line, found " +
                              detail::io::shown_token(cursor.at(), text.end) + " behind it");
    }
    cursor.skip_line();
    edges.push_back(
        number - first);  // what is below becomes 2^64 - 1, which is out of range as it should be
  }
  return edges;
}

}  // namespace

std::vector<std::uint64_t> read_matching(const std::string& path, std::uint64_t first,
                                         std::vector<double>* weights) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return parse_matching(name, text, first, weights);
  });
}

void write_matching(const Context& context, std::span<const EdgeId> edges, const std::string& path,
                    std::uint64_t first) {
  AtomicFile file(path);
  detail::io::write_lines(
      context, file, edges.size(),
      [&](detail::io::TextWriter& out, std::size_t i) { out << edges[i] + first << '\n'; });
  file.commit();
}

void write_matching(std::span<const EdgeId> edges, const std::string& path, std::uint64_t first) {
  write_matching(Context({.threads = 1}), edges, path, first);
}

namespace {

void put_weight(detail::io::TextWriter& out, const WeightsView& weights, std::size_t e) {
  if (is_weighted(weights)) {
    out.write_weight(weights, e);
  } else {
    out << '1';
  }
}

// Lines with weights are an edge list, which separates by commas and semicolons, too.
char between_ids(const VertexLabels& labels, LineWeights weights) {
  if (weights == LineWeights::none) return detail::io::hold_blanks(labels) ? '\t' : ' ';
  return labels.text.find_first_of(" ,;") == std::string::npos ? ' ' : '\t';
}

// The lines are an edge list, which knows no quotes of ids.
void check_weighted_pair(const VertexLabels& labels, const GraphEdge& pair) {
  const std::string_view u = detail::io::label_at(labels, pair.u);
  const std::string_view v = detail::io::label_at(labels, pair.v);
  if (detail::io::needs_quotes(u) || detail::io::needs_quotes(v)) {
    detail::io::refuse_list_ids(u, v);
  }
  detail::io::check_list_ids(u, v);
}

// Both ends in one number, the smaller one first.
std::uint64_t ends_of(const GraphEdge& edge) {
  const auto [low, high] = std::minmax(edge.u, edge.v);
  return (std::uint64_t{low} << 32) | high;
}

struct PlacedPair {
  std::uint64_t ends;
  std::size_t place;
};

// The number of the edge that each pair is.
std::vector<std::size_t> edges_of_pairs(const EdgeListView& graph,
                                        std::span<const GraphEdge> pairs) {
  std::vector<PlacedPair> sorted(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) sorted[i] = {ends_of(pairs[i]), i};
  const auto is_before = [](const PlacedPair& a, std::uint64_t ends) { return a.ends < ends; };
  std::sort(sorted.begin(), sorted.end(),
            [](const PlacedPair& a, const PlacedPair& b) { return a.ends < b.ends; });
  const std::size_t none = graph.edges.size();
  std::vector<std::size_t> edges(pairs.size(), none);
  for (std::size_t e = 0; e < none; ++e) {
    const std::uint64_t ends = ends_of(graph.edges[e]);
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), ends, is_before);
    if (found != sorted.end() && found->ends == ends) edges[found->place] = e;
  }
  const auto missing = std::find(edges.begin(), edges.end(), none);
  if (missing == edges.end()) return edges;
  throw Error(ErrorCode::invalid_input,
              "pair " + std::to_string(missing - edges.begin()) + " is no edge of the graph");
}

}  // namespace

void write_weighted_matching(const Context& context, const HypergraphView& hypergraph,
                             std::span<const EdgeId> edges, const std::string& path,
                             std::uint64_t first) {
  AtomicFile file(path);
  detail::io::write_lines(context, file, edges.size(),
                          [&](detail::io::TextWriter& out, std::size_t i) {
                            out << edges[i] + first << ' ';
                            put_weight(out, hypergraph.weights, edges[i]);
                            out << '\n';
                          });
  file.commit();
}

void write_external_matching(ExternalEdges& edges, bool pairs, const std::string& path,
                             const VertexLabels& labels, LineWeights weights,
                             bool has_integer_weights) {
  detail::check_enum("weights", weights, LineWeights::each);
  const bool are_weighted = weights == LineWeights::each;
  const char between = between_ids(labels, weights);
  const auto put_pair = [&](detail::io::TextWriter& out, const ExternalEdge& edge) {
    if (are_weighted && !labels.empty()) check_weighted_pair(labels, {edge.u, edge.v});
    detail::io::write_id(out, labels, edge.u);
    out << between;
    detail::io::write_id(out, labels, edge.v);
  };
  const auto put_weight = [&](detail::io::TextWriter& out, std::uint64_t bits) {
    out << between;
    if (has_integer_weights) {
      out << static_cast<std::int64_t>(bits);
    } else {
      out << std::bit_cast<double>(bits);
    }
  };
  detail::io::write_text_file(path, [&](detail::io::TextWriter& out) {
    edges.for_each([&](std::span<const ExternalEdge> some) {
      for (const ExternalEdge& edge : some) {
        if (pairs) {
          put_pair(out, edge);
        } else {
          out << edge.id + labels.first;
        }
        if (are_weighted) put_weight(out, edge.bits);
        out << '\n';
      }
    });
  });
}

void write_pins(const Context& context, const HypergraphView& hypergraph,
                std::span<const EdgeId> edges, const VertexLabels& labels, const std::string& path,
                LineWeights weights) {
  detail::check_enum("weights", weights, LineWeights::each);
  const char between = detail::io::hold_blanks(labels) ? '\t' : ' ';
  AtomicFile file(path);
  detail::io::write_lines(context, file, edges.size(),
                          [&](detail::io::TextWriter& out, std::size_t i) {
                            bool is_first = weights == LineWeights::none;
                            if (!is_first) put_weight(out, hypergraph.weights, edges[i]);
                            for (const VertexId pin : hypergraph.pins_of(edges[i])) {
                              if (!is_first) out << between;
                              detail::io::write_id(out, labels, pin);
                              is_first = false;
                            }
                            out << '\n';
                          });
  file.commit();
}

void write_weighted_pairs(const Context& context, const EdgeListView& graph,
                          std::span<const GraphEdge> pairs, const VertexLabels& labels,
                          const std::string& path) {
  const std::vector<std::size_t> edges = edges_of_pairs(graph, pairs);
  if (!labels.empty()) {
    for (const GraphEdge& pair : pairs) check_weighted_pair(labels, pair);
  }
  const char between = between_ids(labels, LineWeights::each);
  AtomicFile file(path);
  detail::io::write_lines(context, file, pairs.size(),
                          [&](detail::io::TextWriter& out, std::size_t i) {
                            detail::io::write_id(out, labels, pairs[i].u);
                            out << between;
                            detail::io::write_id(out, labels, pairs[i].v);
                            out << between;
                            put_weight(out, graph.weights, edges[i]);
                            out << '\n';
                          });
  file.commit();
}

namespace {

void put_names(detail::io::TextWriter& out, const char* front, const VertexLabels& labels,
               VertexId count) {
  for (VertexId v = 0; v < count; ++v) {
    out << front << v + std::uint64_t{1} << '\t';
    detail::io::write_id(out, labels, v);
    out << '\n';
  }
}

}  // namespace

void write_names(const VertexLabels& labels, VertexId num_vertices, const std::string& path) {
  detail::io::write_text_file(
      path, [&](detail::io::TextWriter& out) { put_names(out, "", labels, num_vertices); });
}

void write_names(const SideLabels& labels, VertexId num_rows, VertexId num_columns,
                 const std::string& path) {
  detail::io::write_text_file(path, [&](detail::io::TextWriter& out) {
    put_names(out, "r ", *labels.rows, num_rows);
    put_names(out, "c ", *labels.columns, num_columns);
  });
}

}  // namespace hypermatch::io
