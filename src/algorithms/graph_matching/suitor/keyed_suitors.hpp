// SPDX-License-Identifier: MIT
// Suitor on one thread, for weighted graphs. Each vertex holds the least key that displaces its
// suitor, so one comparison tells whether it accepts, ties included, and the weight of that key:
// most arcs are dismissed by their weights, without branches. Hashes are computed for the others.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching {

/// `weights` are those of the images.
template <class WeightBits, class Weight>
class KeyedSuitors {
 public:
  KeyedSuitors(const GraphView& graph, const WeightBits& weight_bits, const Weight* weights,
               const base::PairMixer& mix)
      : graph_(graph),
        weight_bits_(weight_bits),
        weights_(weights),
        mix_(mix),
        lowest_(key_of(weight_bits.lowest(), 0)),
        least_(graph.num_vertices, lowest_),
        least_weights_(graph.num_vertices, weight_of(lowest_)),
        suitors_(graph.num_vertices, k_none) {}

  /// @throws Error{cancelled}
  void run(const Context& context) {
    parallel::StopCheck stop(context);
    for (VertexId v = 0; v < graph_.num_vertices; ++v) {
      // Ends: each turn gives some vertex a better suitor.
      for (VertexId suitor = v; suitor != k_none;) {
        stop.done(graph_.degree(suitor) + 1);
        const Proposal proposal = best_proposal(suitor);
        if (proposal.to == k_none) break;
        // Nothing displaces the suitor with the largest key. No other edge of the vertex has it.
        least_[proposal.to] = proposal.key + (proposal.key != ~Key{0} ? 1 : 0);
        least_weights_[proposal.to] = weight_of(proposal.key);
        suitor = std::exchange(suitors_[proposal.to], suitor);
      }
    }
  }

  /// Vertices that are each other's suitors. In the end those are all that have one.
  [[nodiscard]] std::vector<VertexId> mates(const Context& context) const {
    std::vector<VertexId> mates = filled_vector(graph_.num_vertices, k_none);
    parallel::for_each(context, mates.size(), [&](std::size_t v) {
      const VertexId u = suitors_[v];
      if (u != k_none && suitors_[u] == v) mates[v] = u;
    });
    return mates;
  }

 private:
  using Image = typename WeightBits::Image;
  __extension__ using WideKey = unsigned __int128;
  using Key = std::conditional_t<sizeof(Image) == sizeof(std::uint32_t), std::uint64_t, WideKey>;

  struct Proposal {
    VertexId to = k_none;
    Key key;
  };

  // Arcs that are compared together; rows shorter than k_long rarely have so many in a row that
  // are below the best so far.
  static constexpr Offset k_block = 16;
  static constexpr Offset k_long = 64;

  [[nodiscard]] static Key key_of(Image image, std::uint32_t hash) {
    return Key{image} << 32 | hash;
  }
  [[nodiscard]] static Weight weight_of(const Key& key) {
    return WeightBits::template value_of<Weight>(static_cast<Image>(key >> 32));
  }

  // Of the heads that accept, that of the uppermost arc.
  [[nodiscard]] Proposal best_proposal(VertexId v) const {
    Proposal best{k_none, lowest_};
    Offset i = graph_.offsets[v];
    const Offset last = graph_.offsets[v + std::size_t{1}];
    const bool is_long = last - i >= k_long;
    for (; last - i >= k_block; i += k_block) {
      const auto bar = static_cast<Image>(best.key >> 32);
      if (is_long && !weight_bits_.template reach<k_block>(i, bar)) continue;
      look(v, i, eligible(i, k_block, weight_of(best.key)), best);
    }
    look(v, i, eligible(i, last - i, weight_of(best.key)), best);
    return best;
  }

  // Bit k tells whether arc first + k is not below `bar`, nor below what its head accepts by
  // weight. What is no number is below nothing.
  [[nodiscard]] std::uint32_t eligible(Offset first, Offset count, Weight bar) const {
    const VertexId* const heads = graph_.neighbours.data() + first;
    const Weight* const weights = weights_ + first;
    const Weight* const least = least_weights_.data();
    std::uint32_t bits = 0;
    for (Offset k = 0; k < count; ++k) {
      const auto low = static_cast<std::uint32_t>(weights[k] < bar) |
                       static_cast<std::uint32_t>(weights[k] < least[heads[k]]);
      bits |= (low ^ 1U) << k;
    }
    return bits;
  }

  // Keys of the arcs that stand for the bits.
  void look(VertexId v, Offset first, std::uint32_t bits, Proposal& best) const {
    // Ends: each turn takes one bit.
    for (; bits != 0; bits &= bits - 1) {
      const Offset i = first + static_cast<Offset>(std::countr_zero(bits));
      const VertexId head = graph_.neighbours[i];
      const Key key = key_of(weight_bits_(i), mix_(v, head));
      // Keys of arcs to different heads differ; the first one may have the lowest key of all.
      const bool better = key >= best.key && key >= least_[head];
      best.to = better ? head : best.to;
      best.key = better ? key : best.key;
    }
  }

  GraphView graph_;
  WeightBits weight_bits_;
  const Weight* weights_;
  base::PairMixer mix_;
  Key lowest_;
  Array<Key> least_;             // the least key that the vertex accepts
  Array<Weight> least_weights_;  // its weight
  Array<VertexId> suitors_;
};

}  // namespace hypermatch::detail::graph_matching
