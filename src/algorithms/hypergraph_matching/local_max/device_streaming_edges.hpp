// SPDX-License-Identifier: MIT
// Which edges of an instance in host memory go to a device next: those of a range of keys that meet
// no matched vertex. The first pass after a batch looks at all edges below it; what it finds free
// is all that later passes look at.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/device_streaming_room.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/device_state.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

inline constexpr std::uint64_t k_last_key = std::numeric_limits<std::uint64_t>::max();

/// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low = 0;
  std::uint64_t high = k_last_key;
};

inline KeyRange hull(const KeyRange& a, const KeyRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

template <class Priority, class Eligible>
class StreamedEdges {
 public:
  static constexpr std::size_t k_block = 64;  // edges of one word of the selection

  StreamedEdges(const Context& host, const HypergraphView& hypergraph, std::uint64_t seed,
                Priority priority, Eligible eligible)
      : host_(host),
        m_(hypergraph.num_edges()),
        num_pins_(hypergraph.num_pins()),
        offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        mix_(seed),
        priority_(priority),
        eligible_(eligible),
        chunks_(cut_edges()),
        in_chunk_(chunks_.count),
        mask_(m_ / k_block + 1, 0) {}

  [[nodiscard]] std::size_t size() const { return m_; }
  [[nodiscard]] bool is_eligible(std::size_t e) const { return eligible_(e); }
  [[nodiscard]] std::uint32_t priority(std::size_t e) const { return priority_(e); }
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return base::make_key(priority_(e), mix_(static_cast<std::uint32_t>(e)));
  }
  [[nodiscard]] Offset size_of(std::size_t e) const { return offsets_[e + 1] - offsets_[e]; }
  [[nodiscard]] const VertexId* pins_of(std::size_t e) const { return pins_ + offsets_[e]; }

  [[nodiscard]] std::size_t num_chunks() const { return chunks_.count; }
  [[nodiscard]] const PackedSize& size_in_chunk(std::size_t chunk) const {
    return in_chunk_[chunk].size;
  }
  /// Calls body(e) for what is selected in a chunk, ascending.
  template <class Body>
  void for_each_selected(std::size_t chunk, const Body& body) const {
    const std::size_t end = chunks_.end(chunk);
    for (std::size_t base = chunks_.begin(chunk); base < end; base += k_block) {
      for (std::uint64_t word = mask_[base / k_block]; word != 0; word &= word - 1) {
        body(base + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

  /// Selects the edges of the range that meet no matched vertex.
  Selected select(const KeyRange& range, const MatchedVertices& matched) {
    parallel::run_tasks(host_, chunks_.count, [&](std::size_t chunk) {
      Selected& here = in_chunk_[chunk] = {};
      const std::size_t end = chunks_.end(chunk);
      for (std::size_t e = chunks_.begin(chunk); e < end; e += k_block) {
        std::uint32_t places[k_block];
        const std::size_t count = places_in(e, std::min(k_block, end - e), range, places);
        mask_[e / k_block] = keep_free(e, places, count, matched, here);
      }
    });
    Selected all;
    for (const Selected& here : in_chunk_) all.add(here);
    return all;
  }

  /// The lowest key of a smaller range with the same upper end: the keys between the least and the
  /// most of those selected in equal parts, as many of the upper ones as there is room for, or the
  /// uppermost that has any edges.
  [[nodiscard]] std::uint64_t narrow(const Room& room) const {
    const KeyRange selected = parallel::reduce<KeyRange>(
        host_, chunks_.count, {k_last_key, 0},
        [&](std::size_t chunk) {
          KeyRange keys{k_last_key, 0};
          for_each_selected(chunk, [&](std::size_t e) {
            keys = hull(keys, {key_of(e), key_of(e)});
          });
          return keys;
        },
        hull, 1);
    const std::uint64_t width = (selected.high - selected.low) / k_parts + 1;
    using Parts = std::array<Selected, k_parts>;
    const std::size_t tasks = std::min(static_cast<std::size_t>(host_.threads()), chunks_.count);
    std::vector<Parts> of_task(tasks);
    parallel::run_tasks(host_, tasks, [&](std::size_t task) {
      for (std::size_t chunk = task; chunk < chunks_.count; chunk += tasks) {
        for_each_selected(chunk, [&](std::size_t e) {
          of_task[task][(key_of(e) - selected.low) / width].add(size_of(e));
        });
      }
    });
    // From each part on: what stands there and above.
    Parts& above = of_task[0];
    for (std::size_t part = k_parts; part-- > 0;) {
      for (std::size_t task = 1; task < tasks; ++task) above[part].add(of_task[task][part]);
      if (part + 1 < k_parts) above[part].add(above[part + 1]);
    }
    const auto no_room = std::partition_point(
        above.begin(), above.end(), [&](const Selected& parts) { return !room.fits(parts); });
    // The part of the uppermost key does not fit: alone, then, to be divided again.
    const auto uppermost =
        above.begin() + static_cast<std::ptrdiff_t>((selected.high - selected.low) / width);
    const auto part = static_cast<std::uint64_t>(std::min(no_room, uppermost) - above.begin());
    return selected.low + part * width;
  }

 private:
  static constexpr std::size_t k_parts = 4096;  // that a range without room is divided into

  // Chunks of whole words of the selection, of which many fit a piece of the staging memory.
  [[nodiscard]] parallel::Chunks cut_edges() const {
    const double bytes = 4.0 * static_cast<double>(num_pins_) / static_cast<double>(m_);
    const double edges = static_cast<double>(parallel::Staging::k_piece) / (32.0 * (bytes + 16.0));
    const std::size_t size =
        std::clamp<std::size_t>(static_cast<std::size_t>(edges) / k_block, 1, 256) * k_block;
    return {m_, size, (m_ + size - 1) / size};
  }

  // The places in a block whose keys are in the range; returns how many.
  std::size_t places_in(std::size_t first, std::size_t count, const KeyRange& range,
                        std::uint32_t* places) const {
    const auto low = static_cast<std::uint32_t>(range.low >> 32);
    const auto high = static_cast<std::uint32_t>(range.high >> 32);
    const std::uint64_t width = range.high - range.low;
    std::uint32_t inside[k_block];
    if (low == high) {
      // Ties decide everywhere: without weights there are no others. Keys of this priority only.
      const auto least = static_cast<std::uint32_t>(range.low);
      const auto span = static_cast<std::uint32_t>(width);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t tie = mix_(static_cast<std::uint32_t>(first + i));
        inside[i] = (tie - least <= span ? 1U : 0U) & (priority_(first + i) == low ? 1U : 0U);
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t priority = priority_(first + i);
        inside[i] = priority > low && priority < high ? 1 : 0;
        // Only here do ties decide.
        if (priority == low || priority == high) {
          inside[i] = key_of(first + i) - range.low <= width ? 1 : 0;
        }
      }
    }
    std::size_t num_places = 0;
    for (std::size_t i = 0; i < count; ++i) {
      places[num_places] = static_cast<std::uint32_t>(i);
      num_places += inside[i];
    }
    return num_places;
  }

  // Marks those that are eligible and free.
  std::uint64_t keep_free(std::size_t first, std::uint32_t* places, std::size_t num_places,
                          const MatchedVertices& matched, Selected& here) const {
    // The lines between may be skipped, so ask for all that are needed at once.
    for (std::size_t j = 0; j < num_places; ++j) {
      __builtin_prefetch(pins_ + offsets_[first + places[j]]);
    }
    // First the first three pins, without a branch that depends on them.
    std::size_t num_left = 0;
    for (std::size_t j = 0; j < num_places; ++j) {
      const std::size_t e = first + places[j];
      if (!eligible_(e)) continue;
      const VertexId* const pins = pins_ + offsets_[e];
      const Offset size = size_of(e);
      const std::uint64_t second = size > 1 ? 1 : 0;
      const std::uint64_t third = size > 2 ? 2 : second;
      places[num_left] = places[j];
      num_left += 1 - (matched.contains(pins[0]) | matched.contains(pins[second]) |
                       matched.contains(pins[third]));
    }
    std::uint64_t mask = 0;
    for (std::size_t j = 0; j < num_left; ++j) {
      const Offset size = size_of(first + places[j]);
      if (size > 3 && matched.meets(pins_ + offsets_[first + places[j]] + 3, size - 3)) continue;
      mask |= std::uint64_t{1} << places[j];
      here.add(size);
    }
    return mask;
  }

  const Context& host_;
  const std::size_t m_;
  const std::uint64_t num_pins_;
  const Offset* offsets_;
  const VertexId* pins_;
  const base::TieMixer mix_;
  const Priority priority_;
  const Eligible eligible_;

  parallel::Chunks chunks_;
  std::vector<Selected> in_chunk_;
  Array<std::uint64_t> mask_;  // the selection, a bit an edge
};

}  // namespace hypermatch::detail::hypergraph_matching
