// SPDX-License-Identifier: MIT
// Pairs of a file sorted into buckets by one of their ends, on all threads.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::io {

/// One pair in its bucket: ordered by the other end, then by place in the file.
using Slot = std::uint64_t;

[[nodiscard]] inline VertexId other_end(Slot slot) {
  return static_cast<VertexId>(slot >> 32);
}
[[nodiscard]] inline std::size_t place_in_file(Slot slot) {
  return static_cast<std::uint32_t>(slot);
}

/// Bucket v is [begin[v], begin[v + 1]). Its slots stand in the order of the file.
struct Buckets {
  Array<Offset> begin;
  Array<Slot> slots;
};

/// The end whose bucket a pair goes to.
enum class BucketBy {
  smaller_end,  ///< pairs without direction
  first_end,    ///< row and column
};

/// `num_buckets` is above all ends that are bucketed by. O(pairs + buckets).
[[nodiscard]] Buckets bucket_pairs(const Context& context, VertexId num_buckets,
                                   std::span<const GraphEdge> pairs, BucketBy by);

}  // namespace hypermatch::detail::io
