// SPDX-License-Identifier: MIT
// The uppermost arcs of a vertex among those that are not hidden. `best` takes maxima without a
// branch that depends on the data: image and head in one word, the second-best image beside it.
// Only where the two images are equal are arcs compared whole, in a second pass over a row that is
// in cache. `best_wanted` is for what is dear to ask of a head, `best_k` for several arcs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/graph_order.hpp"
#include "base/random.hpp"
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

/// A map of images to 32 bits that never turns their order round.
template <class Image>
struct Narrowing {
  template <class Images>
  Narrowing(const Images& images, std::uint64_t /*count*/) : sure(images.lowest()) {}
  [[nodiscard]] std::uint32_t operator()(Image image) const { return image; }

  std::uint32_t sure;  ///< images that are not below this once narrowed take part
};

/// Of wide images the range that a sample spans is spread over 32 bits; what lies outside goes to
/// its ends.
template <>
struct Narrowing<std::uint64_t> {
  template <class Images>
  Narrowing(const Images& images, std::uint64_t count) {
    constexpr std::uint64_t k_draws = 1024;
    std::uint64_t high = images.lowest();
    low = ~std::uint64_t{0};
    for (std::uint64_t i = 0; i < std::min(count, k_draws); ++i) {
      const std::uint64_t image =
          images(count <= k_draws ? i : base::below(base::hash(0, i), count));
      low = std::min(low, std::max(image, images.lowest()));
      high = std::max(high, image);
    }
    low = std::min(low, high);
    const auto bits = static_cast<int>(std::bit_width(high - low));
    shift = static_cast<unsigned>(std::max(bits - 31, 0));  // one bit to spare
  }
  [[nodiscard]] std::uint32_t operator()(std::uint64_t image) const {
    constexpr std::uint64_t k_most = ~std::uint32_t{0};
    const std::uint64_t narrow = (image < low ? 0 : image - low) >> shift;
    return static_cast<std::uint32_t>(narrow < k_most ? narrow : k_most);
  }

  std::uint64_t low = 0;
  unsigned shift = 0;
  std::uint32_t sure = 1;  ///< above `low`, which takes part itself
};

/// "No arc".
inline constexpr Offset k_no_arc = ~Offset{0};

/// What arcs are compared by: the order itself, or a random one that is drawn by the mixer alone.
/// In both only edges that the images let take part do.
enum class ArcRank { by_image, random };

/// Scans of the rows of a graph. A mask is a callable: all ones for a head that counts, 0 for one
/// that is hidden.
template <class Images, ArcRank rank = ArcRank::by_image>
class RowScan {
 public:
  using Image = typename Images::Image;
  using Arc = UppermostArc<Image>;

  RowScan(const GraphView& graph, const Images& images, const base::PairMixer& mix)
      : offsets_(graph.offsets.data()),
        heads_(graph.neighbours.data()),
        images_(images),
        narrow_(images, graph.num_arcs()),
        mix_(mix) {}

  /// Ties, or random ranks, are drawn anew.
  void redraw(const base::PairMixer& mix) { mix_ = mix; }

  [[nodiscard]] Offset begin(VertexId v) const { return offsets_[v]; }
  [[nodiscard]] Offset end(VertexId v) const { return offsets_[v + std::size_t{1}]; }
  [[nodiscard]] Offset degree(VertexId v) const { return end(v) - begin(v); }
  [[nodiscard]] VertexId head(Offset arc) const { return heads_[arc]; }
  [[nodiscard]] bool takes_part(Offset arc) const { return images_(arc) >= images_.lowest(); }
  /// What the order looks at first.
  [[nodiscard]] Image image(Offset arc) const {
    return rank == ArcRank::by_image ? images_(arc) : Image{0};
  }

  /// The head of the uppermost arc of `v`, or k_none.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, const Mask& mask) const {
    return best(v, begin(v), end(v), mask);
  }

  /// The same among the arcs first .. last - 1, all of them `v`'s.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, Offset first, Offset last, const Mask& mask) const {
    if constexpr (std::is_same_v<Images, UnitImages> || rank == ArcRank::random) {
      return best_of_ties(v, first, last, mask);
    } else {
      return best_packed(v, first, last, mask);
    }
  }

  /// The same with its image.
  template <class Mask>
  [[nodiscard]] Arc best_arc(VertexId v, Offset first, Offset last, const Mask& mask) const {
    const VertexId head = best(v, first, last, mask);
    if (head == k_none) return {};
    // Ends: the head stands somewhere in the row.
    while (heads_[first] != head) ++first;
    return {image(first), head};
  }

  /// The uppermost arc of `v` among those that are wanted(arc), or k_no_arc. Faster than a mask
  /// where heads are looked up far away: it asks only about arcs that are not below the best so
  /// far.
  template <class Wanted>
  [[nodiscard]] Offset best_wanted(VertexId v, const Wanted& wanted) const {
    Offset best = k_no_arc;
    Image best_image = 0;
    const Offset last = end(v);
    for (Offset i = begin(v); i < last; ++i) {
      // The image first: it is read in order, and most arcs end here.
      const Image mine = image(i);
      if (mine < best_image || !takes_part(i) || !wanted(i)) continue;
      if (best == k_no_arc || mine > best_image || mix_(v, heads_[i]) > mix_(v, heads_[best])) {
        best = i;
        best_image = mine;
      }
    }
    return best;
  }

  /// The `k` uppermost arcs of `v`, or all where there are fewer, in falling order. Expected work
  /// O(degree + k log k).
  template <class Mask>
  void best_k(VertexId v, std::size_t k, const Mask& mask, std::vector<Arc>& best) const {
    best.clear();
    if (k == 0) return;
    const auto is_above = [&](const Arc& a, const Arc& b) { return above(v, a, b); };
    const auto keep_k = [&] {
      std::nth_element(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(k - 1), best.end(),
                       is_above);
      best.resize(k);
    };
    Image least = 0;
    const Offset last = end(v);
    for (Offset i = begin(v); i < last; ++i) {
      const Arc arc{image(i), heads_[i]};
      if (arc.image < least || !takes_part(i) || mask(arc.head) == 0) continue;
      best.push_back(arc);
      if (best.size() / 2 < k) continue;
      keep_k();
      least = best.back().image;
    }
    if (best.size() > k) keep_k();
    std::sort(best.begin(), best.end(), is_above);
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
  static constexpr Offset k_long = 16;  // arcs

  // 0 is "none", so everything else counts from 1; heads end below 2^32 - 1, so nothing overflows.
  [[nodiscard]] static std::uint64_t pack(std::uint32_t high, VertexId head) {
    return ((std::uint64_t{high} << 32) | head) + 1;
  }

  // Wide images are narrowed to 32 bits, in their order, and equal ones are compared as they are.
  template <class Mask>
  [[nodiscard]] VertexId best_packed(VertexId v, Offset first, Offset last,
                                     const Mask& mask) const {
    bool tie = false;
    const std::uint64_t best = last - first > k_long ? best_word_of_long(first, last, mask, tie)
                                                     : best_word(first, last, mask, tie);
    if (best == 0) return k_none;
    const auto image = static_cast<std::uint32_t>((best - 1) >> 32);
    if (tie || image < narrow_.sure) return best_of_equal(v, first, last, image, mask);
    return static_cast<VertexId>(best - 1);
  }

  // `?:` and not std::max: g++ 12 makes the latter a branch here, and rows take twice as long.
  template <class Mask>
  [[nodiscard]] std::uint64_t best_word(Offset first, Offset last, const Mask& mask,
                                        bool& tie) const {
    std::uint64_t best = 0;
    std::uint64_t second = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t word = pack(narrow_(images_(i)), heads_[i]) & mask(heads_[i]);
      const std::uint64_t loser = best < word ? best : word;
      best = best < word ? word : best;
      second = second < loser ? loser : second;
    }
    tie = second != 0 && ((best - 1) ^ (second - 1)) >> 32 == 0;
    return best;
  }

  // In two loops that vectorise; what they prepare and clean up would cost more on short rows.
  template <class Mask>
  [[nodiscard]] std::uint64_t best_word_of_long(Offset first, Offset last, const Mask& mask,
                                                bool& tie) const {
    std::uint64_t best = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t word = pack(narrow_(images_(i)), heads_[i]) & mask(heads_[i]);
      best = best < word ? word : best;
    }
    if (best == 0) return 0;
    const auto image = static_cast<std::uint32_t>((best - 1) >> 32);
    std::uint32_t equal = 0;  // hidden ones count, too, and then cost a pass
    for (Offset i = first; i < last; ++i) equal += narrow_(images_(i)) == image ? 1 : 0;
    tie = equal > 1;
    return best;
  }

  // The uppermost eligible head among the arcs of this narrow image.
  template <class Mask>
  [[nodiscard]] VertexId best_of_equal(VertexId v, Offset first, Offset last, std::uint32_t image,
                                       const Mask& mask) const {
    Arc best;
    for (Offset i = first; i < last; ++i) {
      const Arc arc{images_(i), heads_[i]};
      if (narrow_(arc.image) != image || arc.image < images_.lowest() || mask(arc.head) == 0) {
        continue;
      }
      if (above(v, arc, best)) best = arc;
    }
    return best.head;
  }

  // By hashes alone: every edge weighs the same, or weights do not rank.
  template <class Mask>
  [[nodiscard]] VertexId best_of_ties(VertexId v, Offset first, Offset last,
                                      const Mask& mask) const {
    std::uint64_t best = 0;
    for (Offset i = first; i < last; ++i) {
      const std::uint64_t eligible = takes_part(i) ? ~std::uint64_t{0} : 0;
      const std::uint64_t word = pack(mix_(v, heads_[i]), heads_[i]) & mask(heads_[i]) & eligible;
      best = best < word ? word : best;
    }
    return best == 0 ? k_none : static_cast<VertexId>(best - 1);
  }

  const Offset* offsets_;
  const VertexId* heads_;
  Images images_;
  Narrowing<Image> narrow_;
  base::PairMixer mix_;
};

}  // namespace hypermatch::detail::order
