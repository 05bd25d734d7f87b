// SPDX-License-Identifier: MIT
#include "io/formats/metis/metis_merge.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/builders/graph_builder.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

/// The forward entries that end in each vertex: [begin[v], begin[v + 1]), in any order.
struct Incoming {
  Array<Offset> begin;
  Array<EdgeId> entries;
};

Incoming transpose_forward(const Context& context, const MetisArcs& arcs) {
  const bool serial = context.threads() == 1;
  const std::size_t n = arcs.num_vertices;
  Incoming incoming{Array<Offset>(n + 1, 0), Array<EdgeId>(arcs.forward.size())};
  Array<Offset>& begin = incoming.begin;
  const auto claim = [serial](Offset& counter) {
    if (serial) return counter++;
    // Relaxed: only the sum matters; the entries of a vertex are sorted before they are used.
    return std::atomic_ref<Offset>(counter).fetch_add(1, std::memory_order_relaxed);
  };
  // begin[v + 1] first counts, then is the place of v's next entry, which ends as the begin of
  // v + 1.
  parallel::for_each(context, arcs.forward.size(),
                     [&](std::size_t e) { claim(begin[arcs.forward[e].v + std::size_t{1}]); });
  parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t i) { return begin[i + 1]; },
      [&](std::size_t i, Offset sum) { begin[i + 1] = sum; });
  parallel::for_each(context, arcs.forward.size(), [&](std::size_t e) {
    const Offset place = claim(begin[arcs.forward[e].v + std::size_t{1}]);
    incoming.entries[place] = static_cast<EdgeId>(e);
  });
  return incoming;
}

constexpr std::uint64_t k_no_arc = ~std::uint64_t{0};

std::uint64_t arc_word(VertexId row, VertexId neighbour) {
  return (static_cast<std::uint64_t>(row) << 32) | neighbour;
}

/// The findings of one task.
struct Finding {
  std::uint64_t merged = 0;
  std::uint64_t differing = 0;  // pairs
  std::uint64_t first_one_sided = k_no_arc;
};

/// Matches the backward entries of one vertex with the forward entries that end there.
template <class Held>
class VertexMatcher {
 public:
  VertexMatcher(MetisArcs& arcs, Incoming& incoming, Held& forward_weights,
                const Held& backward_weights)
      : arcs_(arcs),
        incoming_(incoming),
        forward_weights_(forward_weights),
        backward_weights_(backward_weights) {}

  void match(VertexId v, Finding& finding) {
    EdgeId* const in_begin = incoming_.entries.data();
    EdgeId* in = in_begin + incoming_.begin[v];
    EdgeId* const in_end = in_begin + incoming_.begin[v + std::size_t{1}];
    // Entry numbers rise with their rows.
    if (!std::is_sorted(in, in_end)) std::sort(in, in_end);
    collect(v);
    const std::uint64_t* back = backward_.data();
    const std::uint64_t* const back_end = back + backward_.size();
    while (in != in_end || back != back_end) {
      const VertexId from_in = in == in_end ? k_none : arcs_.forward[*in].u;
      const VertexId from_back = back == back_end ? k_none : static_cast<VertexId>(*back >> 32);
      if (from_in < from_back) {
        note(finding, arc_word(from_in, v));
        // Entries of pairs that are one-sided stay as they are: the file is refused anyway.
        while (in != in_end && arcs_.forward[*in].u == from_in) ++in;
      } else if (from_back < from_in) {
        note(finding, arc_word(v, from_back));
        while (back != back_end && *back >> 32 == from_back) ++back;
      } else {
        match_pair(v, from_in, in, in_end, back, back_end, finding);
      }
    }
  }

 private:
  static constexpr bool k_weighted = !std::is_same_v<Held, std::monostate>;

  static void note(Finding& finding, std::uint64_t arc) {
    finding.first_one_sided = std::min(finding.first_one_sided, arc);
  }

  /// The backward entries of `v` as (neighbour << 32) | place in the row, ascending.
  void collect(VertexId v) {
    const Offset begin = arcs_.backward_begin[v];
    const Offset end = arcs_.backward_begin[v + std::size_t{1}];
    backward_.resize(end - begin);
    for (Offset i = begin; i < end; ++i) {
      backward_[i - begin] = (static_cast<std::uint64_t>(arcs_.backward[i]) << 32) | (i - begin);
    }
    if (!std::is_sorted(backward_.begin(), backward_.end())) {
      std::sort(backward_.begin(), backward_.end());
    }
  }

  void match_pair(VertexId v, VertexId u, EdgeId*& in, EdgeId* in_end, const std::uint64_t*& back,
                  const std::uint64_t* back_end, Finding& finding) {
    const EdgeId keep = *in++;
    std::uint64_t copies_in = 1;
    std::uint64_t copies_back = 0;
    [[maybe_unused]] bool differs = false;
    for (; in != in_end && arcs_.forward[*in].u == u; ++in, ++copies_in) {
      if constexpr (k_weighted) {
        differs = differs || forward_weights_[keep] != forward_weights_[*in];
        forward_weights_[keep] = std::max(forward_weights_[keep], forward_weights_[*in]);
      }
      repeated_.push_back(*in);
    }
    for (; back != back_end && *back >> 32 == u; ++back, ++copies_back) {
      if constexpr (k_weighted) {
        const Offset place = arcs_.backward_begin[v] + static_cast<std::uint32_t>(*back);
        differs = differs || forward_weights_[keep] != backward_weights_[place];
        forward_weights_[keep] = std::max(forward_weights_[keep], backward_weights_[place]);
      }
    }
    finding.merged += std::max(copies_in, copies_back) - 1;
    finding.differing += differs ? 1 : 0;
    // Marked only now, since the loop above looks at their ends.
    for (const EdgeId e : repeated_) arcs_.forward[e] = k_repeated;
    repeated_.clear();
  }

  MetisArcs& arcs_;
  Incoming& incoming_;
  Held& forward_weights_;
  const Held& backward_weights_;
  std::vector<std::uint64_t> backward_;
  std::vector<EdgeId> repeated_;
};

}  // namespace

MetisArcs split_directions(const Context& context, const GraphView& rows) {
  MetisArcs arcs;
  arcs.num_vertices = rows.num_vertices;
  const std::size_t n = rows.num_vertices;
  arcs.backward_begin = Array<Offset>(n + 1);
  arcs.backward_begin[n] = parallel::exclusive_scan<Offset>(
      context, n,
      [&](std::size_t v) {
        const auto row = rows.neighbours_of(static_cast<VertexId>(v));
        return static_cast<Offset>(
            std::count_if(row.begin(), row.end(), [v](VertexId u) { return u < v; }));
      },
      [&](std::size_t v, Offset sum) { arcs.backward_begin[v] = sum; });
  const std::size_t num_backward = arcs.backward_begin[n];
  const std::size_t num_forward = rows.neighbours.size() - num_backward;
  arcs.forward.resize(num_forward);
  arcs.backward.resize(num_backward);
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        constexpr bool k_weighted = !std::is_same_v<View, std::monostate>;
        const auto split = [&](auto&& take_forward, auto&& take_backward) {
          parallel::for_each(context, n, [&](std::size_t v) {
            Offset back = arcs.backward_begin[v];
            Offset forth = rows.offsets[v] - back;
            for (Offset i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
              const VertexId u = rows.neighbours[i];
              if (u < v) {
                arcs.backward[back] = u;
                take_backward(back++, i);
              } else {
                arcs.forward[forth] = {static_cast<VertexId>(v), u};
                take_forward(forth++, i);
              }
            }
          });
        };
        if constexpr (k_weighted) {
          using Held = Array<std::remove_const_t<typename View::element_type>>;
          Held forward(num_forward);
          Held backward(num_backward);
          split([&](Offset to, Offset from) { forward[to] = weights[from]; },
                [&](Offset to, Offset from) { backward[to] = weights[from]; });
          arcs.forward_weights = std::move(forward);
          arcs.backward_weights = std::move(backward);
        } else {
          const auto nothing = [](Offset, Offset) {};
          split(nothing, nothing);
        }
      },
      rows.weights);
  return arcs;
}

std::optional<OneSidedArc> match_directions(const Context& context, MetisArcs& arcs,
                                            MergedEdges& merged) {
  Incoming incoming = transpose_forward(context, arcs);
  const parallel::Chunks chunks = parallel::cut(context, arcs.num_vertices, 1024, 32);
  std::vector<Finding> findings(chunks.count);
  std::visit(
      [&](auto& forward_weights) {
        using Held = std::decay_t<decltype(forward_weights)>;
        const Held& backward_weights = std::get<Held>(arcs.backward_weights);
        parallel::for_chunks(
            context, chunks, [&](std::size_t chunk, std::size_t first, std::size_t last) {
              VertexMatcher<Held> matcher(arcs, incoming, forward_weights, backward_weights);
              Finding finding;
              for (std::size_t v = first; v < last; ++v) {
                matcher.match(static_cast<VertexId>(v), finding);
              }
              findings[chunk] = finding;
            });
      },
      arcs.forward_weights);
  Finding total;
  for (const Finding& finding : findings) {
    total.merged += finding.merged;
    total.differing += finding.differing;
    total.first_one_sided = std::min(total.first_one_sided, finding.first_one_sided);
  }
  merged = {total.merged, total.differing};
  if (total.first_one_sided == k_no_arc) return std::nullopt;
  return OneSidedArc{static_cast<VertexId>(total.first_one_sided >> 32),
                     static_cast<VertexId>(total.first_one_sided)};
}

}  // namespace hypermatch::detail::io
