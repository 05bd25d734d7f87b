// SPDX-License-Identifier: MIT
// The uppermost arc of a vertex among those that are not hidden, by maxima without a branch that
// depends on the data: image and head in one word, the second-best image beside it. Only where the
// two images are equal are ties hashed, in a second pass over a row that is in cache by then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "algorithms/graph_matching/images.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

/// An arc of some vertex; head == k_none stands for none.
template <class Image>
struct UppermostArc {
  Image image = 0;
  VertexId head = k_none;
};

/// Scans of the rows of a graph. `Hides` is a callable: all ones for a head that counts, else 0.
template <class Images>
class RowScan {
 public:
  using Image = typename Images::Image;
  using Arc = UppermostArc<Image>;

  RowScan(const GraphView& graph, const Images& images, const base::PairMixer& mix)
      : offsets_(graph.offsets.data()),
        heads_(graph.neighbours.data()),
        images_(images),
        mix_(mix) {}

  [[nodiscard]] Offset begin(VertexId v) const { return offsets_[v]; }
  [[nodiscard]] Offset end(VertexId v) const { return offsets_[v + std::size_t{1}]; }
  [[nodiscard]] Offset degree(VertexId v) const { return end(v) - begin(v); }
  [[nodiscard]] VertexId head(Offset arc) const { return heads_[arc]; }
  [[nodiscard]] const Images& images() const { return images_; }

  /// The head of the uppermost arc of `v`, or k_none.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, const Mask& mask) const {
    return best(v, begin(v), end(v), mask).head;
  }

  /// The uppermost of the arcs first .. last - 1, all of them `v`'s.
  template <class Mask>
  [[nodiscard]] Arc best(VertexId v, Offset first, Offset last, const Mask& mask) const {
    if constexpr (std::is_same_v<Images, UnitImages>) {
      return {0, head_of_tie(v, first, last, 0, mask)};
    } else if constexpr (sizeof(Image) == sizeof(std::uint32_t)) {
      return best_narrow(v, first, last, mask);
    } else {
      return best_wide(v, first, last, mask);
    }
  }

  /// Whether edge (v, a.head) stands above edge (v, b.head).
  [[nodiscard]] bool above(VertexId v, const Arc& a, const Arc& b) const {
    if (a.head == k_none || b.head == k_none) return b.head == k_none && a.head != k_none;
    if (a.image != b.image) return a.image > b.image;
    const std::uint32_t tie_a = mix_(v, a.head);
    const std::uint32_t tie_b = mix_(v, b.head);
    return tie_a != tie_b ? tie_a > tie_b : base::above_at_equal_keys(a.head, b.head);
  }

  /// Asks for the row of `v`, whose offsets are in cache: its first lines, and its last.
  [[gnu::always_inline]] void prefetch_row(VertexId v) const {
    const Offset first = begin(v);
    const Offset last = end(v);
    __builtin_prefetch(heads_ + first);
    __builtin_prefetch(heads_ + last);
    images_.prefetch(first);
    images_.prefetch(last);
  }
  [[gnu::always_inline]] void prefetch_offsets(VertexId v) const {
    __builtin_prefetch(offsets_ + v);
  }

 private:
  // 0 is "none", so everything else counts from 1; heads end below 2^32 - 1, so nothing overflows.
  [[nodiscard]] static std::uint64_t pack(std::uint32_t high, VertexId head) {
    return ((std::uint64_t{high} << 32) | head) + 1;
  }

  template <class Mask>
  [[nodiscard]] Arc best_narrow(VertexId v, Offset first, Offset last, const Mask& mask) const {
    std::uint64_t best = 0;
    std::uint32_t second = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t word = pack(images_(i), heads_[i]) & mask(heads_[i]);
      const auto loser = static_cast<std::uint32_t>(std::min(best, word) >> 32);
      best = std::max(best, word);
      second = std::max(second, loser);
    }
    if (best == 0) return {};
    const auto image = static_cast<std::uint32_t>((best - 1) >> 32);
    if (image < images_.lowest()) return {};
    // An image of 0 may also be told "equal to none", which costs a pass and no more.
    if (second != image) return {image, static_cast<VertexId>(best - 1)};
    return {image, head_of_tie(v, first, last, image, mask)};
  }

  template <class Mask>
  [[nodiscard]] Arc best_wide(VertexId v, Offset first, Offset last, const Mask& mask) const {
    std::uint64_t image = 0;
    std::uint64_t second = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t mine = images_(i) & mask(heads_[i]);
      second = std::max(second, std::min(image, mine));
      image = std::max(image, mine);
    }
    if (image < images_.lowest()) return {};
    // Image 0 may stand for hidden arcs alone: then no head is found, and none is the answer.
    if (second == image || image == 0) return {image, head_of_tie(v, first, last, image, mask)};
    // Ends: the maximum stands somewhere in the row.
    Offset place = first;
    while ((images_(place) & mask(heads_[place])) != image) ++place;
    return {image, heads_[place]};
  }

  // The uppermost head among the arcs of this image.
  template <class Mask>
  [[nodiscard]] VertexId head_of_tie(VertexId v, Offset first, Offset last, Image image,
                                     const Mask& mask) const {
    std::uint64_t best = 0;
    for (Offset i = first; i < last; ++i) {
      if (images_(i) != image) continue;
      best = std::max(best, pack(mix_(v, heads_[i]), heads_[i]) & mask(heads_[i]));
    }
    return best == 0 ? k_none : static_cast<VertexId>(best - 1);
  }

  const Offset* offsets_;
  const VertexId* heads_;
  Images images_;
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::graph_matching
