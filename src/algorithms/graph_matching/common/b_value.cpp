// SPDX-License-Identifier: MIT
// Partners as pairs, and what they weigh. Partners that a caller hands over are checked.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/value_of_places.hpp"
#include "base/large_vector.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/b_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

using detail::base::refuse_input;
using detail::graph_matching::value_of_places;
namespace parallel = detail::parallel;

namespace {

// That offsets and partners can be read, and partners ascend.
void check_lists(const Context& context, const Partners& matching, VertexId num_vertices) {
  const std::vector<Offset>& offsets = matching.offsets;
  if (offsets.size() != num_vertices + std::size_t{1} || offsets.front() != 0 ||
      offsets.back() != matching.partners.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    refuse_input("the offsets of partners must rise from 0 to " +
                 std::to_string(matching.partners.size()) + ", one per vertex and one more");
  }
  const VertexId first = parallel::reduce<VertexId>(
      context, num_vertices, num_vertices,
      [&](std::size_t v) {
        const auto partners = matching.partners_of(static_cast<VertexId>(v));
        const bool ascends = std::adjacent_find(partners.begin(), partners.end(),
                                                std::greater_equal<>()) == partners.end();
        return ascends ? num_vertices : static_cast<VertexId>(v);
      },
      [](VertexId a, VertexId b) { return std::min(a, b); });
  if (first != num_vertices) {
    refuse_input("the partners of vertex " + std::to_string(first) + " must ascend");
  }
}

// Whether v is among the partners, which ascend.
bool has(std::span<const VertexId> partners, VertexId v) {
  constexpr std::size_t k_few = 32;
  if (partners.size() > k_few) return std::binary_search(partners.begin(), partners.end(), v);
  // All are looked at: no branch to mispredict.
  std::uint32_t equal = 0;
  for (const VertexId partner : partners) equal |= partner == v ? 1U : 0U;
  return equal != 0;
}

// Matched edges with their places, ascending.
template <class Place>
struct MatchedPlaces {
  std::vector<Place> places;
  std::vector<GraphEdge> pairs;
};

// Finds the matched edges among those that are added, in their order. Lists of partners lie
// anywhere in memory: those of some edges are asked for together.
template <class Place>
class MatchedSearch {
 public:
  /// Not more than `most` edges will be added.
  MatchedSearch(const Partners& matching, std::size_t most)
      : matching_(matching), n_(static_cast<VertexId>(matching.offsets.size() - 1)) {
    most = std::min(most, matching.partners.size() / 2);
    found_.places.reserve(most);
    found_.pairs.reserve(most);
  }

  void add(std::size_t place, VertexId u, VertexId v) {
    if (u >= n_ || v >= n_) return;
    edges_[count_] = {u, v};
    places_[count_] = static_cast<Place>(place);
    if (++count_ == k_together) look();
  }
  [[nodiscard]] MatchedPlaces<Place> finish() {
    look();
    return std::move(found_);
  }

 private:
  static constexpr std::size_t k_together = 64;

  void look() {
    const Offset* const offsets = matching_.offsets.data();
    const VertexId* const partners = matching_.partners.data();
    for (std::size_t i = 0; i < count_; ++i) {
      __builtin_prefetch(offsets + edges_[i].u);
      __builtin_prefetch(offsets + edges_[i].v);
    }
    for (std::size_t i = 0; i < count_; ++i) {
      for (const VertexId v : {edges_[i].u, edges_[i].v}) {
        // Most lists lie in one or two lines of memory.
        const Offset begin = offsets[v];
        const Offset end = offsets[v + std::size_t{1}];
        __builtin_prefetch(partners + begin);
        __builtin_prefetch(partners + (end > begin ? end - 1 : begin));
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto [u, v] = edges_[i];
      edges_[kept] = edges_[i];
      places_[kept] = places_[i];
      if (has(matching_.partners_of(u), v) && has(matching_.partners_of(v), u)) ++kept;
    }
    found_.places.insert(found_.places.end(), places_.begin(), places_.begin() + kept);
    found_.pairs.insert(found_.pairs.end(), edges_.begin(), edges_.begin() + kept);
    count_ = 0;
  }

  const Partners& matching_;
  VertexId n_;
  std::size_t count_ = 0;
  std::array<GraphEdge, k_together> edges_;
  std::array<Place, k_together> places_;
  MatchedPlaces<Place> found_;
};

// each(begin, end, body) calls body(place, u, v) for the edges at these places, ascending.
template <class Place, class Each>
MatchedPlaces<Place> matched_places(const Context& context, std::size_t num_places,
                                    const Partners& matching, const Each& each) {
  const parallel::Chunks chunks = parallel::cut(context, num_places, std::size_t{1} << 14);
  std::vector<MatchedPlaces<Place>> found(chunks.count);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    MatchedSearch<Place> search(matching, end - begin);
    parallel::in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
      each(from, to, [&](std::size_t place, VertexId u, VertexId v) { search.add(place, u, v); });
    });
    found[chunk] = search.finish();
  });
  std::vector<std::size_t> begins(chunks.count + 1, 0);
  for (std::size_t i = 0; i < chunks.count; ++i) begins[i + 1] = begins[i] + found[i].places.size();
  // Edges join distinct pairs: each has found two partners of its own.
  if (2 * begins.back() != matching.partners.size()) {
    refuse_input("there are " + std::to_string(matching.partners.size()) + " partners, but " +
                 std::to_string(begins.back()) + " edges join partners, must be half as many");
  }
  if (found.size() == 1) return std::move(found.front());
  MatchedPlaces<Place> all{detail::filled_vector(begins.back(), Place{0}),
                           detail::filled_vector(begins.back(), GraphEdge{})};
  parallel::for_each(
      context, chunks.count,
      [&](std::size_t i) {
        const auto begin = static_cast<std::ptrdiff_t>(begins[i]);
        std::copy(found[i].places.begin(), found[i].places.end(), all.places.begin() + begin);
        std::copy(found[i].pairs.begin(), found[i].pairs.end(), all.pairs.begin() + begin);
        found[i] = {};
      },
      1);
  return all;
}

MatchedPairs pairs_of_list(const Context& context, const EdgeListView& graph,
                           const Partners& matching) {
  detail::structures::check_shape(graph);
  MatchedPlaces<EdgeId> matched =
      matched_places<EdgeId>(context, graph.edges.size(), matching,
                             [&](std::size_t begin, std::size_t end, const auto& body) {
                               for (std::size_t e = begin; e < end; ++e)
                                 body(e, graph.edges[e].u, graph.edges[e].v);
                             });
  return {std::move(matched.pairs),
          value_of_places(context, graph.weights, std::span<const EdgeId>(matched.places))};
}

MatchedPairs pairs_of_rows(const Context& context, const GraphView& graph,
                           const Partners& matching) {
  detail::structures::check_shape(graph);
  const auto row_at = [&](std::size_t place) {
    return static_cast<VertexId>(
        std::upper_bound(graph.offsets.begin(), graph.offsets.end(), place) -
        graph.offsets.begin() - 1);
  };
  MatchedPlaces<Offset> matched = matched_places<Offset>(
      context, graph.neighbours.size(), matching,
      [&](std::size_t begin, std::size_t end, const auto& body) {
        if (begin == end) return;
        // Ends: the last row ends behind every place.
        for (VertexId u = row_at(begin); begin < end; ++u) {
          const std::size_t row_end = std::min<std::size_t>(end, graph.offsets[u + std::size_t{1}]);
          for (; begin < row_end; ++begin) {
            if (u < graph.neighbours[begin]) body(begin, u, graph.neighbours[begin]);
          }
        }
      });
  return {std::move(matched.pairs),
          value_of_places(context, graph.weights, std::span<const Offset>(matched.places))};
}

}  // namespace

MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                           const Partners& matching) {
  if (graph.num_vertices() == 0 && matching.partners.empty()) return {};
  check_lists(context, matching, graph.num_vertices());
  if (const auto* rows = std::get_if<GraphView>(&graph.form())) {
    return pairs_of_rows(context, *rows, matching);
  }
  return pairs_of_list(context, std::get<EdgeListView>(graph.form()), matching);
}

}  // namespace hypermatch
