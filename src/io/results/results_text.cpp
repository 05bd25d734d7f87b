// SPDX-License-Identifier: MIT
// Results as text that have no other file: `vertex community` per vertex, and proofs. Partners are
// written as the pairs of a graph's matching.
#include "base/counted.hpp"
#include "hypermatch/results_io.hpp"

#include <algorithm>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/source/text_file.hpp"
#include "io/text/label_lines.hpp"
#include "io/text/text.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::TextWriter;
using detail::io::write_text_file;

// `columns`: of equal length, numbered from 0.
void write_columns(const std::vector<std::vector<VertexId>>& columns, const VertexLabels& labels,
                   const std::string& path) {
  const char between = detail::io::hold_blanks(labels) ? '\t' : ' ';
  write_text_file(path, [&](TextWriter& out) {
    for (std::size_t v = 0; v < columns[0].size(); ++v) {
      detail::io::write_id(out, labels, v);
      for (std::size_t level = 0; level < columns.size(); ++level) {
        out << (level == 0 ? between : ' ') << columns[level][v] + std::uint64_t{1};
      }
      out << '\n';
    }
  });
}

}  // namespace

void write_partners(const EdgeListView& graph, const Partners& matching, const VertexLabels& labels,
                    const std::string& path) {
  write_graph_matching(graph, weigh_matching(graph, matching).edges, labels, path);
}

void write_communities(const Labels& communities, const VertexLabels& labels,
                       const std::string& path, std::size_t level) {
  write_columns({numbered_by_first_vertex(level_of(communities, level))}, labels, path);
}

void write_labels(const Labels& communities, const VertexLabels& labels, const std::string& path,
                  std::size_t level) {
  const std::vector<VertexId> numbers = numbered_by_first_vertex(level_of(communities, level));
  const auto num_vertices = static_cast<VertexId>(numbers.size());
  const std::size_t count = detail::io::num_label_lines(labels, num_vertices);
  if (count != num_vertices) {
    throw Error(ErrorCode::invalid_input,
                "a label per line needs a vertex for each number, and there are " +
                    std::to_string(count) + " numbers for " +
                    detail::base::counted(num_vertices, "vertex"));
  }
  const detail::io::LabelLines lines = detail::io::label_lines(labels, num_vertices, count);
  write_text_file(path, [&](TextWriter& out) {
    for (const VertexId v : lines.vertices) out << numbers[v] + std::uint64_t{1} << '\n';
  });
}

void write_hierarchy(const Labels& communities, const VertexLabels& labels,
                     const std::string& path) {
  check_levels(communities);
  std::vector<std::vector<VertexId>> columns;
  for (std::size_t level = 0; level <= communities.levels.size(); ++level) {
    columns.push_back(numbered_by_first_vertex(level_of(communities, level)));
  }
  write_columns(columns, labels, path);
}

void write_proof(const NoSolution& none, const std::string& path) {
  write_text_file(path, [&](TextWriter& out) { out << none.proof << '\n'; });
}

}  // namespace hypermatch::io
