// SPDX-License-Identifier: MIT
// The uppermost arcs of a vertex among those that are not hidden. `best` is the maximum of the
// arcs' keys, image and tie hash, without a branch that depends on the data. Keys of one vertex
// differ, whatever the weights are, so one pass suffices. Comparing the hashes of equal images
// only, in a second pass, costs twice the time where weights have few values, but a tenth less
// where nearly all differ: a sample tells which. `best_wanted` is for what is dear to ask of a
// head, `best_k` for several arcs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/sampled_code.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::detail::order {

/// An arc of some vertex; head == k_none stands for none.
template <class Image>
struct UppermostArc {
  Image image = 0;
  VertexId head = k_none;
};

/// "No arc".
inline constexpr Offset k_no_arc = ~Offset{0};

/// Orders of arcs: the order of the images, or a random order by the mixer alone. In both, the
/// images decide which edges take part.
enum class ArcRank { by_image, random };

/// Scans of the rows of a graph. A mask is a callable: all ones for a head that counts, 0 for one
/// that is hidden.
template <class WeightBits, ArcRank rank = ArcRank::by_image>
class RowScan {
 public:
  using Image = typename WeightBits::Image;
  using Arc = UppermostArc<Image>;

  RowScan(const GraphView& graph, const WeightBits& weight_bits, const base::PairMixer& mix)
      : offsets_(graph.offsets.data()),
        heads_(graph.neighbours.data()),
        weight_bits_(weight_bits),
        mix_(mix),
        images_differ_(mostly_differ(graph.num_arcs())) {}

  /// Draws new ties, or new random ranks.
  void redraw(const base::PairMixer& mix) { mix_ = mix; }

  [[nodiscard]] Offset begin(VertexId v) const { return offsets_[v]; }
  [[nodiscard]] Offset end(VertexId v) const { return offsets_[v + std::size_t{1}]; }
  [[nodiscard]] Offset degree(VertexId v) const { return end(v) - begin(v); }
  [[nodiscard]] VertexId head(Offset arc) const { return heads_[arc]; }
  [[nodiscard]] bool takes_part(Offset arc) const {
    return weight_bits_(arc) >= weight_bits_.lowest();
  }
  /// The first component of an arc's key.
  [[nodiscard]] Image image(Offset arc) const {
    return rank == ArcRank::by_image ? weight_bits_(arc) : Image{0};
  }

  /// The head of the uppermost arc of `v`, or k_none.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, const Mask& mask) const {
    return best(v, begin(v), end(v), mask);
  }

  /// The head of the uppermost arc among `v`'s arcs first .. last - 1, or k_none.
  template <class Mask>
  [[nodiscard]] VertexId best(VertexId v, Offset first, Offset last, const Mask& mask) const {
    if constexpr (std::is_same_v<WeightBits, UnitWeightBits> || rank == ArcRank::random) {
      return best_of_ties(v, first, last, mask);
    } else if constexpr (sizeof(Image) == sizeof(std::uint32_t)) {
      return best_of_narrow(v, first, last, mask);
    } else {
      return images_differ_ ? best_of_distinct_wide(v, first, last, mask)
                            : best_of_wide(v, first, last, mask);
    }
  }

  /// The hash of an edge.
  [[nodiscard]] std::uint32_t mix(VertexId v, VertexId head) const { return mix_(v, head); }

  /// The uppermost of these arcs with its image.
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
  /// far, and long rows are skipped in blocks without such arcs.
  template <class Wanted>
  [[nodiscard]] Offset best_wanted(VertexId v, const Wanted& wanted) const {
    Offset best = k_no_arc;
    Image bar = k_by_hash ? Image{0} : weight_bits_.lowest();
    const Offset last = end(v);
    std::uint32_t best_hash = 0;
    const auto look = [&](Offset i, Offset stop) {
      for (; i < stop; ++i) {
        // The priority first: it is read in order, and most arcs end here.
        const Image mine = priority(v, i);
        if (mine < bar || (k_by_hash && !takes_part(i))) continue;
        const bool tied = !k_by_hash && mine == bar && best != k_no_arc;
        if (tied && mix_(v, heads_[i]) <= best_hash) continue;
        if (!wanted(i)) continue;
        best = i;
        bar = mine;
        best_hash = mix_(v, heads_[i]);
      }
    };
    Offset i = begin(v);
    if (last - i >= k_long) {
      for (; last - i >= k_block; i += k_block) {
        if (block_reaches(v, i, bar)) look(i, i + k_block);
      }
    }
    look(i, last);
    return best;
  }

  /// The first key of the arcs of one vertex: the image, or the hash where all images are equal or
  /// do not count.
  [[nodiscard]] Image priority(VertexId v, Offset arc) const {
    if constexpr (k_by_hash) {
      return mix_(v, heads_[arc]);
    } else {
      return weight_bits_(arc);
    }
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
    const auto enter = [&](const Arc& arc) {
      std::size_t place = best.size() < k ? best.size() : k;
      if (place == k && !is_above(arc, best.back())) return;
      best.resize(std::min(place + 1, k));
      // Ends: `place` falls.
      for (place = best.size() - 1; place > 0 && is_above(arc, best[place - 1]); --place) {
        best[place] = best[place - 1];
      }
      best[place] = arc;
    };
    constexpr std::size_t k_few = 8;
    Image least = 0;
    const Offset first = begin(v);
    const Offset last = end(v);
    // From the end that weighs more: where weights rise along the row, each arc would enter else.
    const bool backwards = first != last && image(last - 1) > image(first);
    for (Offset i = first; i < last; ++i) {
      const Offset at = backwards ? last - 1 - (i - first) : i;
      const Arc arc{image(at), heads_[at]};
      if (arc.image < least || !takes_part(at) || mask(arc.head) == 0) continue;
      if (k <= k_few) {
        enter(arc);
        if (best.size() == k) least = best.back().image;
        continue;
      }
      best.push_back(arc);
      if (best.size() / 2 < k) continue;
      keep_k();
      least = best.back().image;
    }
    if (k <= k_few) return;
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
    weight_bits_.prefetch(first);
    weight_bits_.prefetch(last);
  }
  [[gnu::always_inline]] void prefetch_offsets(VertexId v) const {
    __builtin_prefetch(offsets_ + v);
  }

 private:
  static constexpr bool k_by_hash =
      std::is_same_v<WeightBits, UnitWeightBits> || rank == ArcRank::random;

  // Arcs that are skipped together where none is good enough; rows with fewer arcs than `k_long`
  // rarely have such a block.
  static constexpr Offset k_block = 16;
  static constexpr Offset k_long = 64;

  // Whether one of the arcs first .. first + k_block - 1 has priority `bar` or more.
  [[nodiscard]] bool block_reaches(VertexId v, Offset first, Image bar) const {
    if constexpr (!k_by_hash && requires { weight_bits_.template reach<k_block>(first, bar); }) {
      return weight_bits_.template reach<k_block>(first, bar);
    } else {
      Image count = 0;
      for (Offset i = 0; i < k_block; ++i) count += priority(v, first + i) >= bar ? 1 : 0;
      return count != 0;
    }
  }

  // 0 is "none", so everything else counts from 1; heads end below 2^32 - 1, so nothing overflows.
  [[nodiscard]] static std::uint64_t pack(std::uint32_t hash, VertexId head) {
    return ((std::uint64_t{hash} << 32) | head) + 1;
  }

  // True if most images of a sample differ: the largest of a row is then mostly alone.
  [[nodiscard]] bool mostly_differ(std::uint64_t num_arcs) const {
    if constexpr (!std::is_same_v<WeightBits, UnitWeightBits> && rank == ArcRank::by_image) {
      // A sample of few arcs would take longer than it saves.
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(num_arcs / 64, 256));
      if (size < 16) return false;
      std::vector<Image> sample = sample_weight_bits(weight_bits_, num_arcs, size);
      std::sort(sample.begin(), sample.end());
      const auto distinct = std::unique(sample.begin(), sample.end()) - sample.begin();
      return static_cast<std::size_t>(distinct) > sample.size() / 8 * 7;
    } else {
      return false;
    }
  }

  // The maximum of image and head in one word; only rows whose largest image is not alone get
  // hashes.
  template <class Mask>
  [[nodiscard]] VertexId best_of_distinct(VertexId v, Offset first, Offset last,
                                          const Mask& mask) const {
    std::uint64_t best = 0;
    std::uint64_t second = 0;
    for (Offset i = first; i < last; ++i) {
      const VertexId head = heads_[i];
      const std::uint64_t word = pack(weight_bits_(i), head) & mask(head);
      const std::uint64_t loser = best < word ? best : word;
      best = best < word ? word : best;
      second = second < loser ? loser : second;
    }
    if (best == 0) return k_none;
    if (second != 0 && ((best - 1) ^ (second - 1)) >> 32 == 0) [[unlikely]] {
      return best_by_hash(v, first, last, mask);
    }
    return (best - 1) >> 32 < weight_bits_.lowest() ? k_none : static_cast<VertexId>(best - 1);
  }

  template <class Mask>
  [[nodiscard]] VertexId best_of_narrow(VertexId v, Offset first, Offset last,
                                        const Mask& mask) const {
    return images_differ_ ? best_of_distinct(v, first, last, mask)
                          : best_by_hash(v, first, last, mask);
  }

  // The maximum of image and hash in one word, its head beside it.
  template <class Mask>
  [[nodiscard]] VertexId best_by_hash(VertexId v, Offset first, Offset last,
                                      const Mask& mask) const {
    std::uint64_t best = 0;
    VertexId best_head = k_none;
    for (Offset i = first; i < last; ++i) {
      const VertexId head = heads_[i];
      const std::uint64_t key = base::make_key(weight_bits_(i), mix_(v, head)) & mask(head);
      best_head = best < key ? head : best_head;
      best = best < key ? key : best;
    }
    if (best >> 32 < weight_bits_.lowest()) return k_none;
    return best == 0 ? first_shown(first, last, mask) : best_head;
  }

  // The first head that is not hidden, or k_none. Called if the maximum key is 0. At most one
  // neighbour has key 0, so at most one is shown.
  template <class Mask>
  [[nodiscard]] VertexId first_shown(Offset first, Offset last, const Mask& mask) const {
    for (Offset i = first; i < last; ++i) {
      if (mask(heads_[i]) != 0) return heads_[i];
    }
    return k_none;
  }

  // The maximum of images; only rows whose largest image is not alone get hashes.
  template <class Mask>
  [[nodiscard]] VertexId best_of_distinct_wide(VertexId v, Offset first, Offset last,
                                               const Mask& mask) const {
    Image best = 0;
    Image second = 0;
    VertexId best_head = k_none;
    for (Offset i = first; i < last; ++i) {
      const VertexId head = heads_[i];
      const Image shown = weight_bits_(i) & mask(head);
      // Without a branch, which g++ 12 makes of three choices by one comparison.
      const Image rises = Image{0} - static_cast<Image>(best < shown ? 1 : 0);
      const Image exchange = (best ^ shown) & rises;
      const Image loser = shown ^ exchange;
      best_head ^= (best_head ^ head) & static_cast<VertexId>(rises);
      best ^= exchange;
      second = second < loser ? loser : second;
    }
    if (best < weight_bits_.lowest()) return k_none;
    // Equal images need hashes. So does 0 if all weights take part: it is a hidden arc or the least
    // weight.
    return best == second ? best_of_wide(v, first, last, mask) : best_head;
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
      const Word word = Word{weight_bits_(i) & shown} << 64 | (pack(mix_(v, head), head) & shown);
      best = best < word ? word : best;
    }
    const auto low = static_cast<std::uint64_t>(best);
    if (low == 0 || static_cast<std::uint64_t>(best >> 64) < weight_bits_.lowest()) return k_none;
    return static_cast<VertexId>(low - 1);
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
  WeightBits weight_bits_;
  base::PairMixer mix_;
  bool images_differ_;
};

}  // namespace hypermatch::detail::order
