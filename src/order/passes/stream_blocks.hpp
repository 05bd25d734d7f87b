// SPDX-License-Identifier: MIT
// Cuts a stream of edges, which is read once, into blocks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/external_matching.hpp"
#include "order/passes/edge_keys.hpp"

namespace hypermatch::detail::order {

class StreamBlocks {
 public:
  StreamBlocks(EdgeStream& stream, EdgeShape shape, std::size_t block_bytes)
      : stream_(stream), shape_(shape), block_bytes_(block_bytes) {}

  /// The next edges; false at the end. Weights are int64, or doubles where one is no integer.
  /// @throws Error{invalid_input} if the stream breaks its promises
  bool next(EdgeBlock& block);

 private:
  void check(const StreamedEdge& edge) const;

  EdgeStream& stream_;
  EdgeShape shape_;
  std::size_t block_bytes_;
  std::uint64_t first_unused_id_ = 0;
};

}  // namespace hypermatch::detail::order
