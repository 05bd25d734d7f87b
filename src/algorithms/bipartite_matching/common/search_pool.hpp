// SPDX-License-Identifier: MIT
// Searches from all free rows, on one thread or on all: the rows are cut into chunks, each with
// room of its own for paths and queues that later phases use again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/path.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Buffers of the searches of one chunk.
struct Searcher {
  Array<Step> path;
  Array<VertexId> queue;
  std::uint64_t found = 0;
};

class SearchPool {
 public:
  explicit SearchPool(const Problem& problem)
      : context_(problem.context),
        loops_(problem.context),
        shared_(problem.threads == Threads::all && problem.context.threads() > 1) {}

  /// True if several threads search at once.
  [[nodiscard]] bool shared() const { return shared_; }

  [[nodiscard]] parallel::Chunks cut(std::size_t items, std::size_t grain) const {
    if (!shared_) return {items, items, items == 0 ? std::size_t{0} : std::size_t{1}};
    return parallel::cut(context_, items, grain, 16);
  }

  /// body(chunk, begin, end, stop) for every chunk. @throws Error{cancelled}
  template <class Body>
  void for_chunks(const parallel::Chunks& chunks, const Body& body) {
    loops_.for_chunks(chunks, body);
  }

  /// search(searcher, row, stop) for all rows; those for which it returns true leave `free_rows`.
  /// Returns how many these are. @throws Error{cancelled}
  template <class Search>
  std::uint64_t run(Array<VertexId>& free_rows, const Search& search) {
    const parallel::Chunks chunks = cut(free_rows.size(), 16);
    if (searchers_.size() < chunks.count) searchers_.resize(chunks.count);
    for_chunks(chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end,
                           parallel::StopCheck& stop) {
      Searcher& searcher = searchers_[chunk];
      searcher.found = 0;
      std::size_t kept = begin;
      for (std::size_t i = begin; i < end; ++i) {
        const VertexId r = free_rows[i];
        if (search(searcher, r, stop)) {
          ++searcher.found;
        } else {
          free_rows[kept++] = r;
        }
      }
    });
    return close_gaps(free_rows, chunks);
  }

 private:
  // Each chunk has its remaining rows in front.
  std::uint64_t close_gaps(Array<VertexId>& free_rows, const parallel::Chunks& chunks) const {
    std::uint64_t found = 0;
    std::size_t kept = 0;
    for (std::size_t chunk = 0; chunk < chunks.count; ++chunk) {
      const std::size_t here = chunks.end(chunk) - chunks.begin(chunk) - searchers_[chunk].found;
      for (std::size_t i = 0; i < here; ++i) {
        free_rows[kept++] = free_rows[chunks.begin(chunk) + i];
      }
      found += searchers_[chunk].found;
    }
    free_rows.resize(kept);
    return found;
  }

  const Context& context_;
  StoppableLoops loops_;
  bool shared_;
  std::vector<Searcher> searchers_;
};

}  // namespace hypermatch::detail::bipartite_matching
