// SPDX-License-Identifier: MIT
// A sample of the edges from all over a source, of which nothing is known in front: every s-th one,
// and s doubles when the sample is full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "order/passes/candidates.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch::detail::order {

class EdgeSample {
 public:
  EdgeSample(EdgeShape shape, std::size_t bytes) : edges_(shape, bytes) {}

  void clear(const EdgeKeys& keys);
  /// Takes some of the edges of a block, those that take part, and some of `images`.
  void take(const EdgeBlock& block, const EdgeKeys& keys, std::span<const std::uint64_t> images);
  /// All was seen.
  void finish();

  [[nodiscard]] std::uint64_t count() { return edges_.count(); }
  /// Those that meet no matched vertex.
  [[nodiscard]] std::uint64_t num_free(const VertexSet& matched);
  /// Sampled edges per edge.
  [[nodiscard]] double share() const { return 1.0 / static_cast<double>(stride_); }
  /// How many sampled images are not above this one, once all was seen.
  [[nodiscard]] std::size_t rank(std::uint64_t image) const;

 private:
  Candidates edges_;
  std::uint64_t stride_ = 1;
  std::uint64_t seen_ = 0;
  std::vector<std::uint64_t> images_;  // rising at the end
  std::uint64_t image_stride_ = 1;
  std::uint64_t seen_images_ = 0;
};

}  // namespace hypermatch::detail::order
