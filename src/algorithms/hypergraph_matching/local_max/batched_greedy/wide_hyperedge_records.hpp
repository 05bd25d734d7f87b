// SPDX-License-Identifier: MIT
// Hyperedges with 64-bit weights as records for `order::BatchedGreedy`. The priority in a key is a
// 32-bit code from a sample, so that no weight is sorted and none is stored. Different weights may
// have equal codes: thresholds part codes only, and edges of one code are ordered by their weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/batched_greedy/hyperedge_records.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/sampled_code.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Rated by their weights.
class WideHyperedgeRecords {
 public:
  using Record = HyperedgeRecord;
  using Sample = EdgeId;
  static constexpr std::uint64_t k_key_step = std::uint64_t{1} << 32;

  WideHyperedgeRecords(const HypergraphView& hypergraph, const order::WideWeightBits& weight_bits,
                       std::uint64_t seed)
      : pins_(hypergraph),
        num_edges_(hypergraph.num_edges()),
        weight_bits_(weight_bits),
        mix_(seed),
        code_(
            32, weight_bits.lowest(), ~Image{0},
            order::sample_weight_bits(weight_bits, num_edges_,
                                      std::clamp(num_edges_ / 16, k_fewest_draws, k_most_draws))) {}

  [[nodiscard]] std::size_t num_edges() const { return num_edges_; }

  template <class Add>
  void sample(std::size_t e, const Add& add) const {
    if (pins_.size(e) == 0 || weight_bits_(e) < weight_bits_.lowest()) return;
    add(key_of(e) & ~(k_key_step - 1), static_cast<EdgeId>(e));
  }

  template <class Vertices>
  HyperedgeRecord* select(std::size_t first, std::size_t count, const order::KeyRange& range,
                          const Vertices& vertices, HyperedgeRecord* out) const {
    // By images and hashes: codes are dear.
    const Bounds bounds = bounds_of(range);
    const Image width = bounds.high - bounds.low;
    std::uint32_t selected[order::BucketStore<HyperedgeRecord>::k_most_appended];
    std::size_t num_selected = 0;
    for (std::size_t i = 0; i < count; ++i) {
      selected[num_selected] = static_cast<std::uint32_t>(i);
      num_selected += weight_bits_(first + i) - bounds.low <= width ? 1 : 0;
    }
    if (bounds.lowest_hash != 0 || bounds.highest_hash < ~std::uint32_t{0}) {
      std::size_t num_inside = 0;
      for (std::size_t j = 0; j < num_selected; ++j) {
        const std::uint32_t i = selected[j];
        selected[num_inside] = i;
        num_inside += bounds.contain(weight_bits_(first + i), mixed(first + i));
      }
      num_selected = num_inside;
    }
    pins_.prefetch(first, count, {selected, num_selected});
    HyperedgeRecord* const begin = out;
    for (std::size_t j = 0; j < num_selected; ++j) {
      const std::size_t e = first + selected[j];
      if (pins_.size(e) == 0) continue;
      const HyperedgeRecord record = pins_.record(e, e);
      // Written always, kept only if free: no branch to mispredict.
      *out = record;
      out += vertices.is_free(record);
    }
    for (HyperedgeRecord* record = begin; record != out; ++record) {
      record->key = key_of(record->key);
    }
    return out;
  }

  /// Orders edges of one code by weight; those of one weight are in order.
  void settle_ties(HyperedgeRecord* sorted, std::size_t count) const {
    // Ends: `end` is above `begin`.
    for (std::size_t begin = 0; begin < count;) {
      const std::uint64_t code = sorted[begin].key >> 32;
      std::size_t end = begin + 1;
      while (end < count && sorted[end].key >> 32 == code) ++end;
      if (end - begin > 1 && !weigh_the_same(sorted + begin, sorted + end)) {
        std::sort(sorted + begin, sorted + end,
                  [&](const HyperedgeRecord& a, const HyperedgeRecord& b) {
                    const Image of_a = image_of(a);
                    const Image of_b = image_of(b);
                    return of_a != of_b ? of_a > of_b : a.key > b.key;
                  });
      }
      begin = end;
    }
  }

 private:
  using Image = order::WideWeightBits::Image;

  static constexpr std::size_t k_fewest_draws = 64;
  static constexpr std::size_t k_most_draws = 4096;

  // The images of a range of codes, and the hashes of its least and of its largest image.
  struct Bounds {
    Image low;
    Image high;
    std::uint64_t lowest_hash;
    std::uint64_t highest_hash;

    // 1 or 0, of an image in low .. high; no branch to mispredict.
    [[nodiscard]] std::size_t contain(Image image, std::uint32_t hash) const {
      return ((image != low) | (hash >= lowest_hash)) & ((image != high) | (hash <= highest_hash));
    }
  };

  [[nodiscard]] Bounds bounds_of(const order::KeyRange& range) const {
    const std::uint64_t low_code = range.low >> 32;
    const std::uint64_t high_code = range.high >> 32;
    Bounds bounds{code_.lowest_image(low_code), code_.highest_image(high_code), 0,
                  ~std::uint32_t{0}};
    // The code is never exact, so an image has codes to itself only if it is frequent.
    const unsigned shift = 32 - code_.hash_bits();
    if (code_.is_exclusive(bounds.low)) {
      bounds.lowest_hash = (low_code - code_(bounds.low, 0)) << shift;
    }
    if (code_.is_exclusive(bounds.high)) {
      bounds.highest_hash = ((high_code - code_(bounds.high, 0) + 1) << shift) - 1;
    }
    return bounds;
  }

  [[nodiscard]] std::uint32_t mixed(std::size_t e) const {
    return mix_(static_cast<std::uint32_t>(e));
  }
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return base::make_key(static_cast<std::uint32_t>(code_(weight_bits_(e), mixed(e))), mixed(e));
  }
  [[nodiscard]] Image image_of(const HyperedgeRecord& record) const {
    return weight_bits_(mix_.inverse(static_cast<std::uint32_t>(record.key)));
  }
  // Reads all images, so that those which are far away travel at the same time.
  [[nodiscard]] bool weigh_the_same(const HyperedgeRecord* begin,
                                    const HyperedgeRecord* end) const {
    const Image first = image_of(*begin);
    Image differ = 0;
    for (const HyperedgeRecord* record = begin + 1; record != end; ++record) {
      differ |= image_of(*record) ^ first;
    }
    return differ == 0;
  }

  HyperedgePins pins_;
  std::size_t num_edges_;
  order::WideWeightBits weight_bits_;
  base::TieMixer mix_;
  order::SampledCode<Image, 1024> code_;  // up to 192 frequent weights; 18 KiB
};

}  // namespace hypermatch::detail::hypergraph_matching
