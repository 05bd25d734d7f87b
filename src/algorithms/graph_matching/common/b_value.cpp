// SPDX-License-Identifier: MIT
// Partners as pairs, and what they weigh. Partners that a caller hands over are checked.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/graph_shape.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

// That offsets and partners can be read, and partners ascend.
void check_lists(const Partners& matching, VertexId num_vertices) {
  const std::vector<Offset>& offsets = matching.offsets;
  if (offsets.size() != num_vertices + std::size_t{1} || offsets.front() != 0 ||
      offsets.back() != matching.partners.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    refuse("the offsets of partners must rise from 0 to " +
           std::to_string(matching.partners.size()) + ", one per vertex and one more");
  }
  for (VertexId v = 0; v < num_vertices; ++v) {
    const auto partners = matching.partners_of(v);
    if (std::adjacent_find(partners.begin(), partners.end(), std::greater_equal<>()) !=
        partners.end()) {
      refuse("the partners of vertex " + std::to_string(v) + " must ascend");
    }
  }
}

// Whether v is among the partners, which ascend.
bool has(std::span<const VertexId> partners, VertexId v) {
  constexpr std::size_t k_few = 16;
  if (partners.size() > k_few) return std::binary_search(partners.begin(), partners.end(), v);
  return std::find(partners.begin(), partners.end(), v) != partners.end();
}

// The places of the matched edges, ascending: each(begin, end, body) calls body(place, u, v) for
// the edges at these places.
template <class Place, class Each>
std::vector<Place> matched_places(const Context& context, std::size_t num_places,
                                  const Partners& matching, const Each& each) {
  const parallel::Chunks chunks = parallel::cut(context, num_places, std::size_t{1} << 14);
  std::vector<std::vector<Place>> found(chunks.count);
  const VertexId n = static_cast<VertexId>(matching.offsets.size() - 1);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    each(begin, end, [&](std::size_t place, VertexId u, VertexId v) {
      if (u < n && v < n && has(matching.partners_of(u), v) && has(matching.partners_of(v), u)) {
        found[chunk].push_back(static_cast<Place>(place));
      }
    });
  });
  std::vector<Place> places;
  for (const std::vector<Place>& part : found) {
    places.insert(places.end(), part.begin(), part.end());
  }
  // Edges join distinct pairs: each has found two partners of its own.
  if (2 * places.size() != matching.partners.size()) {
    refuse("there are " + std::to_string(matching.partners.size()) + " partners, but " +
           std::to_string(places.size()) + " edges join partners, must be half as many");
  }
  return places;
}

MatchedPairs pairs_of_list(const Context& context, const EdgeListView& graph,
                           const Partners& matching) {
  detail::structures::check_shape(graph);
  const auto places =
      matched_places<EdgeId>(context, graph.edges.size(), matching,
                             [&](std::size_t begin, std::size_t end, const auto& body) {
                               for (std::size_t e = begin; e < end; ++e)
                                 body(e, graph.edges[e].u, graph.edges[e].v);
                             });
  MatchedPairs matched;
  matched.pairs.reserve(places.size());
  for (const EdgeId e : places) matched.pairs.push_back(graph.edges[e]);
  matched.value = detail::structures::value_of(graph.weights, places);
  return matched;
}

MatchedPairs pairs_of_rows(const Context& context, const GraphView& graph,
                           const Partners& matching) {
  detail::structures::check_shape(graph);
  MatchedPairs matched;
  const auto row_at = [&](std::size_t place) {
    return static_cast<VertexId>(
        std::upper_bound(graph.offsets.begin(), graph.offsets.end(), place) -
        graph.offsets.begin() - 1);
  };
  const auto places = matched_places<Offset>(
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
  matched.pairs.reserve(places.size());
  VertexId u = 0;
  for (const Offset place : places) {
    while (graph.offsets[u + std::size_t{1}] <= place) ++u;  // ends: places are in rows
    matched.pairs.push_back({u, graph.neighbours[place]});
  }
  matched.value = detail::structures::value_of(graph.weights, std::span<const Offset>(places));
  return matched;
}

}  // namespace

MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                           const Partners& matching) {
  if (graph.num_vertices() == 0 && matching.partners.empty()) return {};
  check_lists(matching, graph.num_vertices());
  if (const auto* rows = std::get_if<GraphView>(&graph.form())) {
    return pairs_of_rows(context, *rows, matching);
  }
  return pairs_of_list(context, std::get<EdgeListView>(graph.form()), matching);
}

}  // namespace hypermatch
