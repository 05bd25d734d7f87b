// SPDX-License-Identifier: MIT
#include "coarsen/identical_edges.hpp"

#include <algorithm>
#include <cstdint>

#include "base/random.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::coarsen {

namespace {

struct HashedEdge {
  std::uint32_t hash;
  EdgeId edge;
};

// Sums of hashed pins, so that long hyperedges are shared by all threads.
Array<std::uint32_t> hashes_of(const Context& context, const SortedEdges& edges) {
  Array<std::uint32_t> hashes(edges.size.size());
  parallel::RowReducer<std::uint64_t> reduce(context);
  reduce(
      context, hashes.size(), [&](std::size_t e) { return edges.offsets[e]; },
      [](std::size_t) { return true; }, std::uint64_t{0},
      [&](std::size_t e, std::uint64_t i) {
        return i < edges.offsets[e] + edges.size[e] ? base::splitmix64(edges.pins[i]) : 0;
      },
      [](std::uint64_t a, std::uint64_t b) { return a + b; },
      [&](std::size_t e, std::uint64_t sum) {
        hashes[e] = static_cast<std::uint32_t>(base::splitmix64(sum) >> 32);
      });
  return hashes;
}

bool are_equal(const SortedEdges& edges, EdgeId a, EdgeId b) {
  const auto left = edges.pins_of(a);
  const auto right = edges.pins_of(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

// Sets `first` of the edges of one hash, which ascend.
void settle(const SortedEdges& edges, std::span<HashedEdge> run, std::span<EdgeId> first) {
  if (run.size() == 1) {  // mostly; its pins need not be read
    first[run.front().edge] = run.front().edge;
    return;
  }
  const auto differs = std::find_if(run.begin(), run.end(), [&](const HashedEdge& other) {
    return !are_equal(edges, run.front().edge, other.edge);
  });
  if (differs != run.end()) {
    std::sort(run.begin(), run.end(), [&](const HashedEdge& a, const HashedEdge& b) {
      const auto left = edges.pins_of(a.edge);
      const auto right = edges.pins_of(b.edge);
      if (left.size() != right.size()) return left.size() < right.size();
      const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin());
      return l != left.end() ? *l < *r : a.edge < b.edge;
    });
  }
  EdgeId leader = run.front().edge;
  for (const HashedEdge& other : run) {
    if (!are_equal(edges, leader, other.edge)) leader = other.edge;
    first[other.edge] = leader;
  }
}

}  // namespace

Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges, VertexId smallest) {
  return first_identical(context, edges, smallest, hashes_of(context, edges).view());
}

Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges, VertexId smallest,
                              std::span<const std::uint32_t> hashes) {
  Array<EdgeId> first(edges.size.size());
  parallel::for_each(context, first.size(), [&](std::size_t e) { first[e] = k_none; });
  Array<HashedEdge> sorted(edges.size.size());
  sorted.resize(parallel::select(
      context, edges.size.size(), [&](std::size_t e) { return edges.size[e] >= smallest; },
      [&](std::size_t place, std::size_t e) {
        sorted[place] = {hashes[e], static_cast<EdgeId>(e)};
      }));
  parallel::radix_sort(context, sorted, [](const HashedEdge& edge) { return edge.hash; });
  context.check_cancelled();
  // Runs are found first: settling one sorts it, and neighbours must not look at it then.
  Array<std::size_t> starts(sorted.size());
  starts.resize(parallel::select(
      context, sorted.size(),
      [&](std::size_t i) { return i == 0 || sorted[i].hash != sorted[i - 1].hash; },
      [&](std::size_t place, std::size_t i) { starts[place] = i; }));
  parallel::for_each(
      context, starts.size(),
      [&](std::size_t r) {
        const std::size_t end = r + 1 < starts.size() ? starts[r + 1] : sorted.size();
        settle(edges, sorted.span().subspan(starts[r], end - starts[r]), first.span());
      },
      256);
  return first;
}

}  // namespace hypermatch::detail::coarsen
