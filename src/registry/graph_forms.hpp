// SPDX-License-Identifier: MIT
// A graph in the forms that algorithms ask for.
#pragma once

#include <chrono>
#include <optional>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::registry {

/// A list of edges, and its rows, which are made when they are first asked for.
class GraphForms {
 public:
  /// The list must outlive the object.
  GraphForms(const Context& context, const EdgeListView& edges)
      : context_(context), edges_(edges) {}

  [[nodiscard]] const EdgeListView& edges() const { return edges_; }
  /// Rows with the list's weights. @throws Error{resources, cancelled}
  [[nodiscard]] GraphView rows() {
    if (!rows_) {
      const auto begin = std::chrono::steady_clock::now();
      rows_ = compress(context_, edges_);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      prepare_seconds_ += taken.count();
    }
    return rows_->view();
  }
  /// Seconds that conversions took.
  [[nodiscard]] double prepare_seconds() const { return prepare_seconds_; }

 private:
  const Context& context_;
  const EdgeListView& edges_;
  std::optional<CompressedGraph> rows_;
  double prepare_seconds_ = 0.0;
};

}  // namespace hypermatch::registry
