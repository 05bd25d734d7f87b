// SPDX-License-Identifier: MIT
// A graph with marks, looked up vertex by vertex and edge by edge while it is written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/marked_graph_io.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

class MarkedGraph {
 public:
  /// @throws Error{invalid_input} for communities of another size
  MarkedGraph(const EdgeListView& graph, const hypermatch::io::VertexLabels& labels,
              const hypermatch::io::GraphMarks& marks);

  [[nodiscard]] const EdgeListView& graph() const { return graph_; }
  [[nodiscard]] bool has_matching() const { return has_matching_; }
  [[nodiscard]] bool has_communities() const { return !communities_.empty(); }
  [[nodiscard]] std::string name(VertexId v) const { return labels_.of(v); }
  [[nodiscard]] bool is_matched(const GraphEdge& edge) const;
  /// The mates of a vertex, ascending.
  [[nodiscard]] std::span<const GraphEdge> mates_of(VertexId v) const;
  /// "a", or "a b" of several mates; `name(v)` each.
  [[nodiscard]] std::string mates_text(VertexId v) const;
  [[nodiscard]] std::uint64_t community_of(VertexId v) const {
    return communities_[v] + std::uint64_t{1};
  }

 private:
  EdgeListView graph_;
  const hypermatch::io::VertexLabels& labels_;
  bool has_matching_;
  std::vector<GraphEdge> mates_;  // (vertex, mate) in both directions, ascending
  std::span<const VertexId> communities_;
};

/// Throws Error{unsupported} "format FORMAT cannot hold the id ID: WHY".
[[noreturn]] void refuse_id(const char* format, std::string_view id, const char* why);

void put_graphml(const MarkedGraph& graph, TextWriter& out);
void put_dot(const MarkedGraph& graph, TextWriter& out);

}  // namespace hypermatch::detail::io
