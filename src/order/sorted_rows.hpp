// SPDX-License-Identifier: MIT
// The rows of a graph by falling key, beside the graph: 4 bytes per arc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

/// Which arc of each vertex comes how far from the top: by image, then tie hash. Images of any
/// width. O(m log(degree)), many rows at once.
class SortedPlaces {
 public:
  template <class WeightBits>
  SortedPlaces(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
               const base::PairMixer& mix)
      : graph_(graph), places_(graph.neighbours.size()), sizes_(graph.num_vertices) {
    __extension__ using WideKey = unsigned __int128;
    using Image = typename WeightBits::Image;
    using Key = std::conditional_t<sizeof(Image) == sizeof(std::uint32_t), std::uint64_t, WideKey>;
    parallel::for_chunks(context, parallel::cut(context, graph.num_vertices),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           std::vector<std::pair<Key, std::uint32_t>> row;
                           for (std::size_t v = first; v < last; ++v) {
                             sort_row(static_cast<VertexId>(v), weight_bits, mix, row);
                           }
                         });
  }

  /// Arcs of v that take part.
  [[nodiscard]] std::uint32_t size(VertexId v) const { return sizes_[v]; }
  /// The arc at this place of the order, from the top.
  [[nodiscard]] Offset arc(VertexId v, std::size_t place) const {
    return graph_.offsets[v] + places_[graph_.offsets[v] + place];
  }

 private:
  template <class WeightBits, class Key>
  void sort_row(VertexId v, const WeightBits& weight_bits, const base::PairMixer& mix,
                std::vector<std::pair<Key, std::uint32_t>>& row) {
    row.clear();
    const Offset begin = graph_.offsets[v];
    const auto degree = static_cast<std::uint32_t>(graph_.degree(v));
    for (std::uint32_t i = 0; i < degree; ++i) {
      const auto image = weight_bits(begin + i);
      if (image < weight_bits.lowest()) continue;
      row.emplace_back(Key{image} << 32 | mix(v, graph_.neighbours[begin + i]), i);
    }
    std::sort(row.begin(), row.end(), std::greater<>());
    for (std::size_t i = 0; i < row.size(); ++i) places_[begin + i] = row[i].second;
    sizes_[v] = static_cast<std::uint32_t>(row.size());
  }

  GraphView graph_;
  Array<std::uint32_t> places_;  // in each row, by falling key
  Array<std::uint32_t> sizes_;
};

/// Image and tie hash of an arc, and its head.
struct KeyedArc {
  std::uint64_t key;
  VertexId head;
};

/// Sorted rows with keys. Images must have 32 bits.
template <class WeightBits>
class SortedRows {
 public:
  SortedRows(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
             const base::PairMixer& mix)
      : graph_(graph),
        weight_bits_(weight_bits),
        mix_(mix),
        places_(context, graph, weight_bits, mix) {}

  /// Arcs of v that take part.
  [[nodiscard]] std::uint32_t size(VertexId v) const { return places_.size(v); }
  /// The one at this place of the order, from the top.
  [[nodiscard]] KeyedArc arc(VertexId v, std::size_t place) const {
    const Offset at = places_.arc(v, place);
    const VertexId head = graph_.neighbours[at];
    return {base::graph_key(weight_bits_(at), mix_, v, head), head};
  }

 private:
  GraphView graph_;
  WeightBits weight_bits_;
  base::PairMixer mix_;
  SortedPlaces places_;
};

}  // namespace hypermatch::detail::order
