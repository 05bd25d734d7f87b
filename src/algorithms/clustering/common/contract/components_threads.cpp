// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/contract/components.hpp"

#include <atomic>
#include <utility>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// A forest over vertices in which a parent is never above its child.
class Forest {
 public:
  Forest(const Context& context, std::size_t n) : parent_(n) {
    parallel::for_each(context, n, [&](std::size_t v) { parent_[v] = static_cast<VertexId>(v); });
  }

  // Relaxed everywhere: a word is only ever exchanged for a lower vertex of the same tree, so that
  // any value that was once there leads to the root.
  VertexId root(VertexId v) {
    VertexId parent = at(v).load(std::memory_order_relaxed);
    // Ends: v falls.
    while (parent != v) {
      const VertexId above = at(parent).load(std::memory_order_relaxed);
      // Path halving; if another thread was faster, its word is no higher.
      if (above != parent) at(v).compare_exchange_weak(parent, above, std::memory_order_relaxed);
      v = above;
      parent = at(v).load(std::memory_order_relaxed);
    }
    return v;
  }

  void join(VertexId u, VertexId v) {
    // Most are joined already, and near the root.
    if (at(u).load(std::memory_order_relaxed) == at(v).load(std::memory_order_relaxed)) return;
    // Ends: each failed exchange means that the higher root got a parent, and there are at most n
    // roots.
    for (;;) {
      u = root(u);
      v = root(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      VertexId expected = u;
      if (at(u).compare_exchange_strong(expected, v, std::memory_order_relaxed)) return;
    }
  }

  Array<VertexId> take() { return std::move(parent_); }

 private:
  std::atomic_ref<VertexId> at(VertexId v) { return std::atomic_ref(parent_[v]); }

  Array<VertexId> parent_;
};

}  // namespace

Array<VertexId> components_of(const Context& context, const GraphView& graph,
                              std::span<const VertexId> communities) {
  Forest forest(context, graph.num_vertices);
  parallel::for_each(context, graph.num_vertices, [&](std::size_t i) {
    const auto v = static_cast<VertexId>(i);
    for (const VertexId u : graph.neighbours_of(v)) {
      if (u < v && communities[u] == communities[v]) forest.join(u, v);
    }
  });
  Array<VertexId> result(graph.num_vertices);
  parallel::for_each(context, graph.num_vertices,
                     [&](std::size_t v) { result[v] = forest.root(static_cast<VertexId>(v)); });
  return result;
}

}  // namespace hypermatch::detail::clustering
