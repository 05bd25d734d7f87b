// SPDX-License-Identifier: MIT
// The edges of a list as records for `BatchedGreedy`: which of them are in a range of keys is told
// by their weights alone. Keys hold image and tie hash. 64-bit images leave no room for the hash,
// so their keys are codes from a sample, in which frequent weights have room for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"
#include "order/sampled_code.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::detail::order {

/// An edge of the current batch.
struct EdgeRecord {
  std::uint64_t key;
  VertexId u;
  VertexId v;
};

/// The common part of every `Problem` over a list of edges (batched_greedy.hpp).
template <class WeightBits>
class EdgeRecords {
 public:
  using Record = EdgeRecord;
  using Sample = GraphEdge;
  static constexpr std::uint64_t k_key_step = 1;

  EdgeRecords(const EdgeListView& graph, const WeightBits& weight_bits, std::uint64_t seed)
      : edges_(graph.edges.data()),
        num_edges_(graph.edges.size()),
        weight_bits_(weight_bits),
        mix_(seed) {
    if constexpr (k_wide) make_code();
  }

  [[nodiscard]] std::size_t num_edges() const { return num_edges_; }

  template <class Add>
  void sample(std::size_t e, const Add& add) const {
    if (weight_bits_(e) >= weight_bits_.lowest()) add(key_of(e), edges_[e]);
  }

  template <class Vertices>
  EdgeRecord* select(std::size_t first, std::size_t count, const KeyRange& range,
                     const Vertices& vertices, EdgeRecord* out) const {
    std::uint32_t selected[k_most_selected];
    std::size_t num_selected = 0;
    const auto select_all = [&] {
      for (; num_selected < count; ++num_selected) {
        selected[num_selected] = static_cast<std::uint32_t>(num_selected);
      }
    };
    if constexpr (std::is_same_v<WeightBits, UnitWeightBits>) {
      select_all();
    } else {
      // By the images alone, so that edges out of range are not even read.
      const auto [least, high] = images_in(range);
      const Image low = std::max(least, weight_bits_.lowest());
      if (low > high) return out;
      const Image width = high - low;
      const Selected some = k_wide ? Selected::some : selected_of(first, count, low, width);
      if (some == Selected::none) return out;
      if (some == Selected::all) {
        select_all();
      } else {
        for (std::size_t i = 0; i < count; ++i) {
          selected[num_selected] = static_cast<std::uint32_t>(i);
          num_selected += static_cast<Image>(weight_bits_(first + i) - low) <= width ? 1 : 0;
        }
      }
    }
    // Keys are dear, so free edges are told first. While keys begin at the largest, all are.
    if (range.high != std::numeric_limits<std::uint64_t>::max()) {
      std::size_t num_free = 0;
      for (std::size_t j = 0; j < num_selected; ++j) {
        const std::uint32_t i = selected[j];
        selected[num_free] = i;
        num_free += vertices.is_free(edges_[first + i]);
      }
      num_selected = num_free;
    }
    const std::uint64_t width = range.high - range.low;
    for (std::size_t j = 0; j < num_selected; ++j) {
      const std::size_t e = first + selected[j];
      const std::uint64_t key = key_of(e);
      // Written always, kept only if in range: no branch to mispredict.
      *out = {key, edges_[e].u, edges_[e].v};
      out += key - range.low <= width ? 1 : 0;
    }
    return out;
  }

  /// Only wide images leave ties, where there is no room for the hash beside them.
  void settle_ties(EdgeRecord* sorted, std::size_t count) const {
    if constexpr (k_wide) {
      // Ends: `end` is above `begin`.
      for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        while (end < count && sorted[end].key == sorted[begin].key) ++end;
        if (end - begin > 1) {
          std::sort(sorted + begin, sorted + end, [&](const EdgeRecord& a, const EdgeRecord& b) {
            return mix_(a.u, a.v) > mix_(b.u, b.v);
          });
        }
        begin = end;
      }
    }
  }

 private:
  using Image = typename WeightBits::Image;
  static constexpr bool k_wide = sizeof(Image) == sizeof(std::uint64_t);
  static constexpr std::size_t k_most_selected = BucketStore<EdgeRecord>::k_most_appended;

  // Up to 511 frequent weights; 18 KiB.
  using Code = std::conditional_t<k_wide, SampledCode<std::uint64_t, 1024>, std::monostate>;

  // Keys that are equal must have equal images, so a code that is not exact does not serve.
  void make_code() {
    constexpr std::size_t k_worth = 8192;  // edges; ties among fewer cost little
    constexpr std::size_t k_draws = 4096;
    if (num_edges_ < k_worth) return;
    const auto [least, greatest] = weight_bits_.bounds(num_edges_);
    Code code(64, least, greatest,
              sample_weight_bits(weight_bits_, num_edges_, std::min(k_draws, num_edges_ / 16)));
    if (code.is_exact() && code.has_frequent()) code_ = code;
  }

  enum class Selected { none, some, all };

  // Whether all images of a block are in a range, or none: so it is where weights rise along the
  // list, or are all alike. Counts only if one in 32 speaks for it: that vectorises, as selecting
  // does not.
  [[nodiscard]] Selected selected_of(std::size_t first, std::size_t count, Image low,
                                     Image width) const {
    const auto count_each = [&](std::size_t step) {
      Image inside = 0;
      for (std::size_t i = 0; i < count; i += step) {
        inside += static_cast<Image>(weight_bits_(first + i) - low) <= width ? 1 : 0;
      }
      return static_cast<std::size_t>(inside);
    };
    constexpr std::size_t k_step = 32;
    const std::size_t drawn = count_each(k_step);
    if (drawn != 0 && drawn != (count + k_step - 1) / k_step) return Selected::some;
    const std::size_t inside = count_each(1);
    return inside == 0 ? Selected::none : inside == count ? Selected::all : Selected::some;
  }

  // Edges of equal keys do not meet, or are parallel, once ties are settled.
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    if constexpr (k_wide) {
      return code_(weight_bits_(e), mix_(edges_[e].u, edges_[e].v));
    } else {
      return base::graph_key(weight_bits_(e), mix_, edges_[e].u, edges_[e].v);
    }
  }

  // The least and greatest images that keys of the range may have.
  [[nodiscard]] std::pair<Image, Image> images_in(const KeyRange& range) const {
    if constexpr (k_wide) {
      return {code_.lowest_image(range.low), code_.highest_image(range.high)};
    } else {
      return {static_cast<Image>(range.low >> 32), static_cast<Image>(range.high >> 32)};
    }
  }

  const GraphEdge* edges_;
  std::size_t num_edges_;
  WeightBits weight_bits_;
  base::PairMixer mix_;
  [[no_unique_address]] Code code_;
};

}  // namespace hypermatch::detail::order
