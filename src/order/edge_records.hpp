// SPDX-License-Identifier: MIT
// The edges of a list as records for `BatchedGreedy`: which of them are in a range of keys is told
// by their weights alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/weight_images.hpp"

namespace hypermatch::detail::order {

/// An edge of the current batch.
struct EdgeRecord {
  std::uint64_t key;
  VertexId u;
  VertexId v;
};

/// What is the same for every `Problem` over a list of edges (batched_greedy.hpp).
template <class Images>
class EdgeRecords {
 public:
  using Record = EdgeRecord;
  using Sample = GraphEdge;

  EdgeRecords(const EdgeListView& graph, const Images& images, std::uint64_t seed)
      : edges_(graph.edges.data()), num_edges_(graph.edges.size()), images_(images), mix_(seed) {}

  [[nodiscard]] std::size_t num_edges() const { return num_edges_; }

  template <class Add>
  void sample(std::size_t e, const Add& add) const {
    if (images_(e) >= images_.lowest()) add(key_of(e), edges_[e]);
  }

  template <class Vertices>
  EdgeRecord* select(std::size_t first, std::size_t count, const KeyRange& range,
                     const Vertices& vertices, EdgeRecord* out) const {
    if constexpr (std::is_same_v<Images, UnitImages>) {
      return append(
          first, count, [](std::size_t j) { return j; }, range, vertices, out);
    } else {
      // By the images alone, so that edges out of range are not even read.
      constexpr unsigned k_shift = k_wide ? 0 : 32;
      const Image low = std::max(static_cast<Image>(range.low >> k_shift), images_.lowest());
      const auto high = static_cast<Image>(range.high >> k_shift);
      if (low > high) return out;
      const Image width = high - low;
      std::uint32_t selected[k_most_selected];
      std::size_t num_selected = 0;
      for (std::size_t i = 0; i < count; ++i) {
        selected[num_selected] = static_cast<std::uint32_t>(i);
        num_selected += static_cast<Image>(images_(first + i) - low) <= width ? 1 : 0;
      }
      const auto nth = [&](std::size_t j) { return std::size_t{selected[j]}; };
      return append(first, num_selected, nth, range, vertices, out);
    }
  }

  /// Only wide images leave ties: there is no room for the hash beside them.
  void settle_ties(EdgeRecord* sorted, std::size_t count) const {
    if constexpr (k_wide) {
      // Ends: `end` is above `begin`.
      for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        while (end < count && sorted[end].key == sorted[begin].key) ++end;
        if (end - begin > 1) {
          std::sort(sorted + begin, sorted + end, [&](const EdgeRecord& a, const EdgeRecord& b) {
            return mix_(a.u, a.v) > mix_(b.u, b.v);
          });
        }
        begin = end;
      }
    }
  }

 private:
  using Image = typename Images::Image;
  static constexpr bool k_wide = sizeof(Image) == sizeof(std::uint64_t);
  static constexpr std::size_t k_most_selected = BucketStore<EdgeRecord>::k_most_appended;

  // Edges of equal keys do not meet, or are parallel, once ties are settled.
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    if constexpr (k_wide) {
      return images_(e);
    } else {
      return base::graph_key(images_(e), mix_, edges_[e].u, edges_[e].v);
    }
  }

  template <class Select, class Vertices>
  EdgeRecord* append(std::size_t first, std::size_t count, const Select& select,
                     const KeyRange& range, const Vertices& vertices, EdgeRecord* out) const {
    const std::uint64_t width = range.high - range.low;
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t e = first + select(j);
      const GraphEdge edge = edges_[e];
      const std::uint64_t key = key_of(e);
      const std::uint64_t inside = key - range.low <= width ? 1 : 0;
      // Written always, kept only if free: no branch to mispredict.
      *out = {key, edge.u, edge.v};
      out += vertices.is_free(edge) & inside;
    }
    return out;
  }

  const GraphEdge* edges_;
  std::size_t num_edges_;
  Images images_;
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::order
