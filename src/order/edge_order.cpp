// SPDX-License-Identifier: MIT
#include "hypermatch/edge_order.hpp"

#include <algorithm>
#include <variant>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/resolve.hpp"
#include "order/arc_priorities.hpp"
#include "order/edge_priorities.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

namespace {

constexpr std::size_t k_word = 64;

// Calls set(i) for every i below `items` and sets its bit if set returns true. One task per word:
// no two threads write to one.
template <class Set>
Array<std::uint64_t> bits_of(const Context& context, std::size_t items, const Set& set) {
  Array<std::uint64_t> words(items / k_word + 1);
  detail::parallel::for_each(context, words.size(), [&](std::size_t word) {
    std::uint64_t bits = 0;
    const std::size_t end = std::min(items, (word + 1) * k_word);
    for (std::size_t i = word * k_word; i < end; ++i) {
      bits |= std::uint64_t{set(i)} << (i % k_word);
    }
    words[word] = bits;
  });
  return words;
}

}  // namespace

std::uint32_t tie_hash(EdgeId e, std::uint64_t seed) noexcept {
  return detail::base::TieMixer(seed)(e);
}

std::uint32_t tie_hash(VertexId u, VertexId v, std::uint64_t seed) noexcept {
  return detail::base::PairMixer(seed)(u, v);
}

HypergraphEdgeOrder::HypergraphEdgeOrder(const Context& context, const HypergraphView& hypergraph,
                                         const OrderOptions& options) {
  detail::parallel::check_input(context, hypergraph);
  options_ = resolve(context, hypergraph, options);
  keys_.resize(hypergraph.num_edges());
  const detail::base::TieMixer mix(options_.seed);
  detail::order::with_priorities(
      context, hypergraph, options_, {}, [&](const auto& priority, const auto& eligible) {
        takes_part_ = bits_of(context, keys_.size(), [&](std::size_t e) {
          const bool takes_part = eligible(e);
          keys_[e] =
              takes_part ? detail::base::make_key(priority(e), mix(static_cast<EdgeId>(e))) : 0;
          return takes_part;
        });
      });
}

GraphEdgeOrder::GraphEdgeOrder(const Context& context, const AnyGraphView& graph,
                               const GraphOrder& options)
    : options_(resolve(options, graph.is_weighted())) {
  std::visit([&](const auto& form) { detail::parallel::check_input(context, form); }, graph.form());
  const std::size_t places =
      graph.has_rows() ? as<GraphView>(graph.form()).num_arcs() : graph.num_edges();
  const WeightsView weights =
      std::visit([](const auto& form) { return form.weights; }, graph.form());
  priorities_.resize(places);
  detail::order::with_narrow_weight_bits(context, weights, options_, [&](const auto& weight_bits) {
    takes_part_ = bits_of(context, places, [&](std::size_t i) {
      priorities_[i] = weight_bits(i);
      return weight_bits(i) >= weight_bits.lowest();
    });
  });
}

GraphEdgeRank GraphEdgeOrder::rank(std::size_t place, VertexId u, VertexId v) const {
  const auto [key, low, high] =
      detail::base::graph_rank(priorities_[place], detail::base::PairMixer(options_.seed), u, v);
  return {key, low, high};
}

}  // namespace hypermatch
