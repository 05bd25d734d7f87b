// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/contract/community_members.hpp"

#include <atomic>

#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// On one thread, which meets the first vertex of each community first.
void list_alone(const Context& context, std::span<const VertexId> communities,
                Array<VertexId>& number, const CommunityMembers& lists) {
  const std::size_t n = communities.size();
  Array<VertexId>& begin = lists.begin;
  // begin[c + 2] counts the members of c.
  begin.resize(0);
  begin.reserve(n + 2);
  begin.push_back(0);
  begin.push_back(0);
  VertexId count = 0;
  parallel::for_each(context, n, [&](std::size_t v) {
    VertexId& held = number[communities[v]];
    if (held == k_none) {
      held = count++;
      begin.push_back(0);
    }
    lists.coarse_vertex[v] = held;
    ++begin[held + std::size_t{2}];
  });
  for (std::size_t c = 0; c < count; ++c) begin[c + 2] += begin[c + 1];
  // begin[c + 1] is where the next member of c goes.
  parallel::for_each(context, n, [&](std::size_t v) {
    lists.members[begin[lists.coarse_vertex[v] + std::size_t{1}]++] = static_cast<VertexId>(v);
  });
  begin.resize(count + std::size_t{1});
}

}  // namespace

void list_members(const Context& context, std::span<const VertexId> communities,
                  Workspace& workspace, const CommunityMembers& lists) {
  const std::size_t n = communities.size();
  lists.coarse_vertex.resize(n);
  lists.members.resize(n);
  Array<VertexId>& number = workspace.number;  // of each community: first its first vertex
  number.resize(n);
  parallel::for_each(context, n, [&](std::size_t c) { number[c] = k_none; });
  if (context.threads() == 1) {
    list_alone(context, communities, number, lists);
    return;
  }
  parallel::for_each(context, n, [&](std::size_t v) {
    // Relaxed: a minimum, read after the loop. Ends: the word falls whenever the exchange fails.
    const std::atomic_ref word(number[communities[v]]);
    VertexId first = word.load(std::memory_order_relaxed);
    while (v < first && !word.compare_exchange_weak(first, static_cast<VertexId>(v),
                                                    std::memory_order_relaxed)) {
    }
  });
  const std::size_t count = parallel::select(
      context, n, [&](std::size_t v) { return number[communities[v]] == v; },
      [&](std::size_t c, std::size_t v) { lists.members[c] = static_cast<VertexId>(v); });
  Array<VertexId>& next = workspace.next_member;
  next.resize(count);
  parallel::for_each(context, count, [&](std::size_t c) {
    number[communities[lists.members[c]]] = static_cast<VertexId>(c);
    next[c] = 0;
  });
  parallel::for_each(context, n, [&](std::size_t v) {
    const VertexId c = number[communities[v]];
    lists.coarse_vertex[v] = c;
    // Relaxed: a count, read after the loop.
    std::atomic_ref(next[c]).fetch_add(1, std::memory_order_relaxed);
  });
  lists.begin.resize(count + 1);
  lists.begin[count] = parallel::exclusive_scan<VertexId>(
      context, count, [&](std::size_t c) { return next[c]; },
      [&](std::size_t c, VertexId sum) { lists.begin[c] = next[c] = sum; });
  parallel::for_each(context, n, [&](std::size_t v) {
    // Relaxed: a place of its own for each member, in an order of no consequence.
    const VertexId place =
        std::atomic_ref(next[lists.coarse_vertex[v]]).fetch_add(1, std::memory_order_relaxed);
    lists.members[place] = static_cast<VertexId>(v);
  });
}

}  // namespace hypermatch::detail::clustering
