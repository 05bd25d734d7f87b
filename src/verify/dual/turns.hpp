// SPDX-License-Identifier: MIT
// Sweeps over vertices in turns, which do not depend on the number of threads: blocks of
// neighbouring vertices are dealt out to a fixed number of turns. In a turn, the vertices of a
// block move one after the other, and blocks see of each other where they were before it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::verify {

/// A prime: blocks of the same turn are no neighbours in grids whose sides are powers of two.
/// Bounds depend on it, so tests of data races have it, too.
inline constexpr std::size_t k_turns = 61;

/// Calls move(first, last) for all blocks first .. last - 1 of a turn, then settle(first, last) for
/// all of them, turn by turn; tasks settle at least `settled_at_once` vertices.
/// @throws Error{cancelled}
template <std::size_t block_size, class Move, class Settle>
void in_turns(const Context& context, std::size_t num_vertices, const Move& move,
              const Settle& settle, std::size_t settled_at_once = 4096) {
  const std::size_t blocks = (num_vertices + block_size - 1) / block_size;
  for (std::size_t turn = 0; turn < std::min(k_turns, blocks); ++turn) {
    const auto for_blocks_of_turn = [&](std::size_t grain, const auto& body) {
      parallel::for_each(
          context, (blocks - turn + k_turns - 1) / k_turns,
          [&](std::size_t i) {
            const std::size_t first = (turn + i * k_turns) * block_size;
            context.check_cancelled();
            body(static_cast<VertexId>(first),
                 static_cast<VertexId>(std::min(num_vertices, first + block_size)));
          },
          grain);
    };
    for_blocks_of_turn(512 / block_size, move);
    for_blocks_of_turn(settled_at_once / block_size + 1, settle);
  }
}

}  // namespace hypermatch::detail::verify
