// SPDX-License-Identifier: MIT
// A graph in the forms that a pipeline asks for, each made once.
#pragma once

#include <optional>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch {

/// A graph, and the other of its forms from the first call that asks for it. Refers to the context
/// and to the graph, which must outlive it. For one thread at a time.
class GraphForms {
 public:
  GraphForms(const Context& context, const AnyGraphView& graph)
      : context_(&context), graph_(graph) {}
  GraphForms(const Context&& context, const AnyGraphView& graph) = delete;

  /// The graph in the form that it has.
  [[nodiscard]] const AnyGraphView& graph() const { return graph_; }
  /// @throws as `as_edges`
  [[nodiscard]] const EdgeListView& edges();
  /// @throws as `as_rows`
  [[nodiscard]] const GraphView& rows();
  /// Whether `rows` has converted the graph.
  [[nodiscard]] bool has_made_rows() const { return rows_.has_value(); }
  /// Seconds that conversions took.
  [[nodiscard]] double prepare_seconds() const { return prepare_seconds_; }

 private:
  const Context* context_;
  AnyGraphView graph_;
  std::optional<FormOf<EdgeList>> edges_;
  std::optional<FormOf<CompressedGraph>> rows_;
  double prepare_seconds_ = 0.0;
};

}  // namespace hypermatch
