// SPDX-License-Identifier: MIT
// Red-blue matching of a graph in host memory, in any place that takes copies of its arrays.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/imaged_rows.hpp"
#include "algorithms/graph_matching/red_blue/red_blue.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

template <class P>
struct ImagedRedBlueArcs {
  struct Entry {
    VertexId other;
    std::uint32_t image;
  };
  ImagedArcs<P> arcs;
  bool is_random;  ///< by the hash alone

  [[nodiscard]] HYPERMATCH_FN Entry entry(std::uint64_t p) const {
    return {arcs.head(p), arcs.image(p)};
  }
  [[nodiscard]] HYPERMATCH_FN static VertexId head(const Entry& entry) { return entry.other; }
  [[nodiscard]] HYPERMATCH_FN bool takes_part(const Entry& entry) const {
    return entry.image >= arcs.least;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(VertexId v, const Entry& entry) const {
    return base::graph_key(is_random ? 0 : entry.image, arcs.mixer, v, entry.other);
  }
};

struct RedBlueOutcome {
  std::vector<VertexId> mates;
  std::uint64_t rounds = 0;
  std::vector<std::uint64_t> left_per_round = {};
};

/// `options.order` is resolved.
template <class P>
[[nodiscard]] RedBlueOutcome run_red_blue(P& place, typename P::Arena& arena,
                                          const GraphView& graph, const ArcImages& images,
                                          const RedBlueOptions& options) {
  const VertexId n = graph.num_vertices;
  RedBlueOutcome outcome{std::vector<VertexId>(n)};
  const std::span<VertexId> answer(outcome.mates);
  const auto mates = parallel::lay_out_answer<P>(arena, "mates", answer);
  RedBlue<P> rounds(place);
  rounds.lay_out(arena, n, false);
  const std::uint64_t seed = options.order.seed;
  ImagedRedBlueArcs<P> arcs{adopt_arcs<P>(arena, graph, images, seed),
                            options.variant == RedBlueVariant::random};
  outcome.rounds = rounds.run(
      parallel::lay_out_rows(place, arena, arcs.arcs.offsets, n, graph.num_arcs()),
      [&](const RedBlueState<P>& state, std::uint64_t round) {
        if (arcs.is_random) arcs.arcs.mixer = base::PairMixer(pair_seed(seed, round));
        return red_blue_rounds::Look<P, ImagedRedBlueArcs<P>>{arcs, state};
      },
      options, mates, [&] { structures::throw_broken_promise(graph); });
  parallel::bring_answer(place, mates, answer);
  outcome.left_per_round = place.left_per_round();
  return outcome;
}

/// In an execution space of Kokkos. Built with Kokkos only.
[[nodiscard]] RedBlueOutcome red_blue_in_kokkos(const KokkosContext& context,
                                                const GraphView& graph, const ArcImages& images,
                                                const RedBlueOptions& options);

}  // namespace hypermatch::detail::graph_matching
