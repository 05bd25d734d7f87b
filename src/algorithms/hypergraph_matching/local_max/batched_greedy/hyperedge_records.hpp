// SPDX-License-Identifier: MIT
// Hyperedges as records for `order::BatchedGreedy`. Their first pins travel with them, so that
// edges of up to three pins never touch the CSR again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/edge_order.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "order/batch_thresholds.hpp"
#include "order/bucket_store.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// An edge of the current batch. Its number is the inverse mix of the key's low half.
struct HyperedgeRecord {
  static constexpr std::size_t k_inline_pins = 3;

  std::uint64_t key;
  VertexId pins[k_inline_pins];  ///< the first three; of smaller edges the last one repeats
  EdgeId large;                  ///< the edge, if it has more pins than stand here, else k_none
};

/// The pins of hyperedges, where they stand in the CSR.
class HyperedgePins {
 public:
  explicit HyperedgePins(const HypergraphView& hypergraph)
      : offsets_(hypergraph.offsets.data()), pins_(hypergraph.pins.data()) {}

  [[nodiscard]] Offset size(std::size_t e) const { return offsets_[e + 1] - offsets_[e]; }

  /// The record of an edge that is not empty.
  [[nodiscard, gnu::always_inline]] HyperedgeRecord record(std::size_t e, std::uint64_t key) const {
    const VertexId* pins = pins_ + offsets_[e];
    const Offset pins_of_e = size(e);
    const std::uint64_t has_second = pins_of_e > 1 ? 1 : 0;
    const std::uint64_t has_third = pins_of_e > 2 ? 1 : 0;
    const std::uint64_t is_large = pins_of_e > HyperedgeRecord::k_inline_pins ? 1 : 0;
    return {key,
            {pins[0], pins[has_second], pins[has_second + has_third]},
            static_cast<EdgeId>(e | (is_large - 1))};
  }

  /// Before the records of the edges first + selected[j] are made, which are some of `count`.
  [[gnu::always_inline]] void prefetch(std::size_t first, std::size_t count,
                                       std::span<const std::uint32_t> selected) const {
    if (4 * selected.size() >= count) return;
    // A sparse choice: the lines between are skipped, so ask for all that are needed at once.
    for (const std::uint32_t i : selected) __builtin_prefetch(offsets_ + first + i);
    for (const std::uint32_t i : selected) __builtin_prefetch(pins_ + offsets_[first + i]);
  }

 private:
  const Offset* offsets_;
  const VertexId* pins_;
};

/// `priority` and `eligible` as in order::with_priorities.
template <class Priority, class Eligible>
class HyperedgeRecords {
 public:
  using Record = HyperedgeRecord;
  using Sample = EdgeId;
  static constexpr std::uint64_t k_key_step = 1;

  HyperedgeRecords(const HypergraphView& hypergraph, std::uint64_t seed, const Priority& priority,
                   const Eligible& eligible)
      : pins_(hypergraph),
        num_edges_(hypergraph.num_edges()),
        mix_(seed),
        priority_(priority),
        eligible_(eligible) {}

  [[nodiscard]] std::size_t num_edges() const { return num_edges_; }

  template <class Add>
  void sample(std::size_t e, const Add& add) const {
    if (eligible_(e)) add(key_of(e), static_cast<EdgeId>(e));
  }

  template <class Vertices>
  HyperedgeRecord* select(std::size_t first, std::size_t count, const order::KeyRange& range,
                          const Vertices& vertices, HyperedgeRecord* out) const {
    constexpr std::size_t k_most = order::BucketStore<HyperedgeRecord>::k_most_appended;
    std::uint64_t keys[k_most];
    std::uint32_t selected[k_most];
    const std::uint64_t width = range.high - range.low;
    for (std::size_t i = 0; i < count; ++i) keys[i] = key_of(first + i);
    std::size_t num_selected = 0;
    for (std::size_t i = 0; i < count; ++i) {
      selected[num_selected] = static_cast<std::uint32_t>(i);
      num_selected += keys[i] - range.low <= width ? 1 : 0;
    }
    pins_.prefetch(first, count, {selected, num_selected});
    for (std::size_t j = 0; j < num_selected; ++j) {
      const std::size_t e = first + selected[j];
      if (!eligible_(e)) continue;
      const HyperedgeRecord record = pins_.record(e, keys[selected[j]]);
      // Written always, kept only if free: no branch to mispredict.
      *out = record;
      out += vertices.is_free(record);
    }
    return out;
  }

  void settle_ties(HyperedgeRecord* /*sorted*/, std::size_t /*count*/) const {}  // none

 private:
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return base::make_key(priority_(e), mix_(static_cast<std::uint32_t>(e)));
  }

  HyperedgePins pins_;
  std::size_t num_edges_;
  base::TieMixer mix_;
  Priority priority_;
  Eligible eligible_;
};

}  // namespace hypermatch::detail::hypergraph_matching
