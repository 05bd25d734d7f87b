// SPDX-License-Identifier: MIT
// Edges of an instance that is not held, as its proof looks at them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "hypermatch/external_matching.hpp"
#include "parallel/host/scratch_file.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::verify {

struct Key {
  std::uint64_t rating = 0;
  std::uint32_t tie = 0;

  [[nodiscard]] bool is_above(const Key& other) const {
    return rating != other.rating ? rating > other.rating : tie > other.tie;
  }
};

/// Edge i of a block.
struct Edge {
  Edge(const EdgeBlock& block, std::size_t i) : id(block.ids[i]), pins(block.pins_of(i)) {
    structures::with_weight(view_of(block.weights), i, [&](auto weight) {
      is_integer = std::is_same_v<decltype(weight), std::int64_t>;
      integer = is_integer ? static_cast<std::int64_t>(weight) : 0;
      real = static_cast<double>(weight);
    });
  }

  [[nodiscard]] std::uint64_t bits(bool as_real) const {
    return as_real ? std::bit_cast<std::uint64_t>(real) : static_cast<std::uint64_t>(integer);
  }

  EdgeId id;
  std::span<const VertexId> pins;
  bool is_integer = true;
  std::int64_t integer = 1;
  double real = 1;
};

/// Facts about edges that decide the order.
struct Facts {
  void take(const EdgeBlock& block) {
    has_reals = block.weights.index() > 2;
    for (std::size_t i = 0; i < block.num_edges(); ++i) {
      const Edge edge(block, i);
      const std::uint64_t size = edge.pins.size();
      if (size == 0) continue;
      max_size = std::max(max_size, size);
      min_size = std::min(min_size, size);
      largest = std::max(largest, edge.real);
      lowest = std::min(lowest, edge.real);
    }
  }
  void join(const Facts& other) {
    max_size = std::max(max_size, other.max_size);
    min_size = std::min(min_size, other.min_size);
    has_reals = has_reals || other.has_reals;
    largest = std::max(largest, other.largest);
    lowest = std::min(lowest, other.lowest);
  }

  std::uint64_t max_size = 0;
  std::uint64_t min_size = std::numeric_limits<std::uint64_t>::max();
  bool has_reals = false;
  double largest = 0;
  double lowest = 0;
};

/// The edges of a matching in ascending order, some at a time: it is handed out at its own pace.
class NamedEdges {
 public:
  NamedEdges(ExternalEdges& matching, const std::string& scratch) : file_(scratch) {
    matching.for_each([&](std::span<const ExternalEdge> some) {
      file_.append(std::as_bytes(some));
      count_ += some.size();
    });
  }
  /// The next one, not taken; null at the end.
  [[nodiscard]] const ExternalEdge* next() {
    if (place_ == some_.size() && taken_ < count_) {
      some_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count_ - taken_, 1U << 14)));
      file_.read(taken_ * sizeof(ExternalEdge), std::as_writable_bytes(std::span(some_)));
      taken_ += some_.size();
      place_ = 0;
    }
    return place_ == some_.size() ? nullptr : &some_[place_];
  }
  void take() { ++place_; }

 private:
  parallel::ScratchFile file_;
  std::vector<ExternalEdge> some_;
  std::uint64_t count_ = 0;
  std::uint64_t taken_ = 0;
  std::size_t place_ = 0;
};

}  // namespace hypermatch::detail::verify
