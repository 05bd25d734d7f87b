// SPDX-License-Identifier: MIT
// How searches and starts notice that they are to stop: each counts its work, and asks the context
// after as much as takes some milliseconds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Going to a vertex that lies anywhere, in units of `StopCheck`: several cache misses.
inline constexpr std::uint64_t k_jump = 16;

/// Going to `row` and looking at its entries, each of which may miss the cache once.
[[nodiscard]] inline std::uint64_t work_at(const BipartiteView& graph, VertexId row) {
  return k_jump + 4 * graph.row_size(row);
}

/// visit(row) for the rows from `begin` to `end`, ascending, which counts what these rows' entries
/// take. Block by block, so that it costs nothing. @throws Error{cancelled}
template <class Visit>
void for_rows(parallel::StopCheck& stop, const BipartiteView& graph, std::size_t begin,
              std::size_t end, const Visit& visit) {
  constexpr std::size_t k_block = 256;
  while (begin < end) {
    const std::size_t until = std::min(begin + k_block, end);
    stop.done(k_jump * (until - begin) + 4 * (graph.offsets[until] - graph.offsets[begin]));
    for (; begin < until; ++begin) visit(static_cast<VertexId>(begin));
  }
}

/// For loops without a `StopCheck`: asks at regular intervals.
inline void check_at_round_numbers(const Context& context, std::size_t turn) {
  constexpr std::size_t k_period = std::size_t{1} << 16;
  if (turn % k_period == 0) context.check_cancelled();
}

/// Parallel loops, one after the other, each of which stops on request.
class StoppableLoops {
 public:
  explicit StoppableLoops(const Context& context) : context_(context), alone_(context) {}

  /// body(chunk, begin, end, stop) for every chunk. @throws Error{cancelled}
  template <class Body>
  void for_chunks(const parallel::Chunks& chunks, const Body& body) {
    // Many steps may be as short as one vertex: what they do adds up.
    if (chunks.count == 1) {
      body(std::size_t{0}, std::size_t{0}, chunks.items, alone_);
      return;
    }
    parallel::for_chunks(context_, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           context_.check_cancelled();
                           parallel::StopCheck stop(context_);
                           body(chunk, begin, end, stop);
                         });
  }

  /// body(i, stop) for every i. @throws Error{cancelled}
  template <class Body>
  void for_each(const parallel::Chunks& chunks, const Body& body) {
    for_chunks(chunks,
               [&](std::size_t, std::size_t begin, std::size_t end, parallel::StopCheck& stop) {
                 for (std::size_t i = begin; i < end; ++i) body(i, stop);
               });
  }

 private:
  const Context& context_;
  parallel::StopCheck alone_;  // of loops of one chunk
};

}  // namespace hypermatch::detail::bipartite_matching
