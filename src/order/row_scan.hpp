// SPDX-License-Identifier: MIT
// The uppermost arc of a vertex among those that are not hidden: the maximum of the arcs' keys,
// image and tie hash, without a branch that depends on the data. Keys of one vertex differ,
// whatever the weights are, so one pass suffices and takes the same time for all kinds of weights.
// Comparing the hashes of equal images only, in a second pass, cost twice the time where weights
// have few values.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/weight_images.hpp"

namespace hypermatch::detail::order {

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
    return best(v, begin(v), end(v), mask);
  }

  /// The same among the arcs first .. last - 1, all of them `v`'s.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, Offset first, Offset last, const Mask& mask) const {
    if constexpr (std::is_same_v<Images, UnitImages>) {
      return best_of_ties(v, first, last, mask);
    } else if constexpr (sizeof(Image) == sizeof(std::uint32_t)) {
      return best_of_narrow(v, first, last, mask);
    } else {
      return best_of_wide(v, first, last, mask);
    }
  }

  /// The same with its image.
  template <class Mask>
  [[nodiscard]] Arc best_arc(VertexId v, Offset first, Offset last, const Mask& mask) const {
    const VertexId head = best(v, first, last, mask);
    if (head == k_none) return {};
    // Ends: the head stands somewhere in the row.
    while (heads_[first] != head) ++first;
    return {images_(first), head};
  }

  /// Whether edge (v, a.head) stands above edge (v, b.head).
  [[nodiscard]] bool above(VertexId v, const Arc& a, const Arc& b) const {
    if (a.head == k_none || b.head == k_none) return b.head == k_none && a.head != k_none;
    if (a.image != b.image) return a.image > b.image;
    return mix_(v, a.head) > mix_(v, b.head);
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
  [[nodiscard]] static std::uint64_t pack(std::uint32_t hash, VertexId head) {
    return ((std::uint64_t{hash} << 32) | head) + 1;
  }

  // The maximum of image and hash in one word, its head beside it.
  template <class Mask>
  [[nodiscard]] VertexId best_of_narrow(VertexId v, Offset first, Offset last,
                                        const Mask& mask) const {
    std::uint64_t best = 0;
    VertexId best_head = k_none;
    for (Offset i = first; i < last; ++i) {
      const VertexId head = heads_[i];
      const std::uint64_t key = base::make_key(images_(i), mix_(v, head)) & mask(head);
      best_head = best < key ? head : best_head;
      best = best < key ? key : best;
    }
    if (best >> 32 < images_.lowest()) return k_none;
    return best == 0 ? first_shown(first, last, mask) : best_head;
  }

  // Where every arc is hidden, or has key 0: at most one neighbour has.
  template <class Mask>
  [[nodiscard]] VertexId first_shown(Offset first, Offset last, const Mask& mask) const {
    for (Offset i = first; i < last; ++i) {
      if (mask(heads_[i]) != 0) return heads_[i];
    }
    return k_none;
  }

  // The maximum of image, hash and head in a word of 128 bits.
  template <class Mask>
  [[nodiscard]] VertexId best_of_wide(VertexId v, Offset first, Offset last,
                                      const Mask& mask) const {
    __extension__ using Word = unsigned __int128;
    Word best = 0;
    for (Offset i = first; i < last; ++i) {
      const VertexId head = heads_[i];
      const std::uint64_t shown = mask(head);
      const Word word = Word{images_(i) & shown} << 64 | (pack(mix_(v, head), head) & shown);
      best = best < word ? word : best;
    }
    const auto low = static_cast<std::uint64_t>(best);
    if (low == 0 || static_cast<std::uint64_t>(best >> 64) < images_.lowest()) return k_none;
    return static_cast<VertexId>(low - 1);
  }

  // Where every edge weighs the same: by hashes alone.
  template <class Mask>
  [[nodiscard]] VertexId best_of_ties(VertexId v, Offset first, Offset last,
                                      const Mask& mask) const {
    std::uint64_t best = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t word = pack(mix_(v, heads_[i]), heads_[i]) & mask(heads_[i]);
      best = best < word ? word : best;
    }
    return best == 0 ? k_none : static_cast<VertexId>(best - 1);
  }

  const Offset* offsets_;
  const VertexId* heads_;
  Images images_;
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::order
