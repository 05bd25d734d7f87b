// SPDX-License-Identifier: MIT
// Which edges of an instance in host memory go to a device next: those of a range of keys that meet
// no matched vertex. Passes that look at all edges that are left are few, and what they find free
// is all that later passes look at.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/streamed_batches/room.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/ties.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph.hpp"
#include "order/matched_vertices.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

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

/// Priorities of edges, and which edges take part, a block at a time: the calls are so few that all
/// other code is compiled once, whatever the weights are.
struct EdgeBlocks {
  /// Writes the priorities of the edges first .. first + count - 1.
  std::function<void(std::size_t first, std::size_t count, std::uint32_t* out)> load;
  /// Bit i: whether edge first + i takes part, i < count <= 64.
  std::function<std::uint64_t(std::size_t first, std::size_t count)> eligible;
};

class StreamedEdges {
 public:
  static constexpr std::size_t k_block = 64;  // edges of one word of the selection

  /// `wave`: bytes of the instance between two calls of `ready`.
  StreamedEdges(const Context& host, const HypergraphView& hypergraph, std::uint64_t seed,
                std::size_t wave, const EdgeBlocks& blocks)
      : host_(host),
        m_(hypergraph.num_edges()),
        num_pins_(hypergraph.num_pins()),
        offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        mix_(seed),
        blocks_(blocks),
        chunks_(cut_edges()),
        wave_(chunks_of_wave(wave)),
        in_chunk_(chunks_.count),
        mask_(m_ / k_block + 1) {}

  [[nodiscard]] std::size_t size() const { return m_; }
  [[nodiscard]] bool is_eligible(std::size_t e) const { return blocks_.eligible(e, 1) != 0; }
  [[nodiscard]] const EdgeBlocks& blocks() const { return blocks_; }
  [[nodiscard]] std::uint32_t priority(std::size_t e) const {
    std::uint32_t priority = 0;
    blocks_.load(e, 1, &priority);
    return priority;
  }
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return base::make_key(priority(e), mix_(static_cast<std::uint32_t>(e)));
  }
  [[nodiscard]] Offset size_of(std::size_t e) const { return offsets_[e + 1] - offsets_[e]; }
  [[nodiscard]] const VertexId* pins_of(std::size_t e) const { return pins_ + offsets_[e]; }

  [[nodiscard]] std::size_t num_chunks() const { return chunks_.count; }
  [[nodiscard]] const PackedSize& size_in_chunk(std::size_t chunk) const {
    return in_chunk_[chunk].size;
  }
  /// Calls body(e) for what is selected in a chunk, ascending. Asks for pins some edges ahead.
  template <class Body>
  void for_each_selected(std::size_t chunk, const Body& body) const {
    const std::size_t end = chunks_.end(chunk);
    for (std::size_t base = chunks_.begin(chunk); base < end; base += k_block) {
      if (base + k_block < end) prefetch_pins(base + k_block, mask_[base / k_block + 1]);
      for (std::uint64_t word = mask_[base / k_block]; word != 0; word &= word - 1) {
        body(base + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }
  /// The memory of the selection, a bit per edge in whole words; nothing is selected after that.
  [[nodiscard]] Array<std::uint64_t> take_words() { return std::move(mask_); }

  /// Selects the edges of the range that meet no matched vertex; `matched` is null while there are
  /// none. Calls ready(first, last, selected so far) for chunk after chunk, some at a time, while
  /// they are still in the caches.
  template <class Ready>
  Selected select(const KeyRange& range, const order::MatchedVertices* matched,
                  const Ready& ready) {
    return select_words(
        [&](std::size_t first, std::size_t count) {
          return free_among(first, count, in_range(first, count, left(first, count), range),
                            matched);
        },
        ready);
  }
  /// `select` that also checks all keys below the range: edges that are not free now are never
  /// checked again.
  template <class Ready>
  Selected select_and_note(const KeyRange& range, const order::MatchedVertices& matched,
                           const Ready& ready) {
    const bool knows_left = !left_.empty();
    if (!knows_left) left_.resize(mask_.size());
    return select_words(
        [&](std::size_t first, std::size_t count) {
          const std::uint64_t before = knows_left ? left_[first / k_block] : all_of(count);
          const std::uint64_t free =
              free_among(first, count, in_range(first, count, before, {0, range.high}), &matched);
          left_[first / k_block] = free;
          return range.low == 0 ? free : in_range(first, count, free, range);
        },
        ready);
  }
  /// After the uppermost edges were selected, whatever they met: the others that take part, of a
  /// word.
  [[nodiscard]] std::uint64_t wanted(std::size_t first, std::size_t count) const {
    return blocks_.eligible(first, count) & ~mask_[first / k_block];
  }
  /// Selects those that are selected and in the range.
  Selected select_again(const KeyRange& range) {
    return select_words(
        [&](std::size_t first, std::size_t count) {
          return in_range(first, count, mask_[first / k_block], range);
        },
        [](std::size_t, std::size_t, const Selected&) {});
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

  // At least one for each thread.
  [[nodiscard]] std::size_t chunks_of_wave(std::size_t bytes) const {
    const std::size_t all = num_pins_ * sizeof(VertexId) + m_ * (sizeof(Offset) + 4);
    return std::max<std::size_t>(bytes / (all / chunks_.count + 1),
                                 static_cast<std::size_t>(host_.threads()));
  }

  static std::uint64_t all_of(std::size_t count) {
    return count == k_block ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
  [[nodiscard]] std::uint64_t left(std::size_t first, std::size_t count) const {
    return left_.empty() ? all_of(count) : left_[first / k_block];
  }

  // Selects choose(first, count), a word, of each block of edges; `ready` as in `select`.
  template <class Choose, class Ready>
  Selected select_words(const Choose& choose, const Ready& ready) {
    Selected all;
    for (std::size_t first = 0; first < chunks_.count; first += wave_) {
      const std::size_t last = std::min(first + wave_, chunks_.count);
      parallel::run_tasks(host_, last - first, [&](std::size_t task) {
        in_chunk_[first + task] = select_chunk(first + task, choose);
      });
      for (std::size_t chunk = first; chunk < last; ++chunk) all.add(in_chunk_[chunk]);
      ready(first, last, all);
    }
    return all;
  }
  template <class Choose>
  Selected select_chunk(std::size_t chunk, const Choose& choose) {
    Selected here;
    const std::size_t end = chunks_.end(chunk);
    for (std::size_t first = chunks_.begin(chunk); first < end; first += k_block) {
      const std::uint64_t word = choose(first, std::min(k_block, end - first));
      mask_[first / k_block] = word;
      for (std::uint64_t bits = word; bits != 0; bits &= bits - 1) {
        here.add(size_of(first + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
    return here;
  }

  // Inlined by force: a function that only prefetches is dropped otherwise.
  [[gnu::always_inline]] void prefetch_pins(std::size_t first, std::uint64_t among) const {
    for (std::uint64_t bits = among; bits != 0; bits &= bits - 1) {
      __builtin_prefetch(pins_of(first + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }

  // The edges among those marked by `among` whose keys are in the range.
  [[nodiscard]] std::uint64_t in_range(std::size_t first, std::size_t count, std::uint64_t among,
                                       const KeyRange& range) const {
    if (among == 0) return 0;
    const std::uint64_t width = range.high - range.low;
    std::uint64_t result = 0;
    if (std::popcount(among) < 8) {
      for (std::uint64_t bits = among; bits != 0; bits &= bits - 1) {
        const std::size_t e = first + static_cast<std::size_t>(std::countr_zero(bits));
        result |= (key_of(e) - range.low <= width ? bits & (~bits + 1) : 0);
      }
      return result;
    }
    const auto low = static_cast<std::uint32_t>(range.low >> 32);
    const auto high = static_cast<std::uint32_t>(range.high >> 32);
    std::array<std::uint32_t, k_block> priorities{};
    blocks_.load(first, count, priorities.data());
    std::array<std::uint8_t, k_block> inside{};
    if (low == high) {
      // Ties decide everywhere: without weights there are no others. Keys of this priority only.
      for (std::size_t i = 0; i < count; ++i) inside[i] = priorities[i] == low ? 1 : 0;
      return bits_of(inside) & among &
             ties_in_range(mix_, static_cast<std::uint32_t>(first),
                           static_cast<std::uint32_t>(range.low),
                           static_cast<std::uint32_t>(width));
    }
    std::array<std::uint8_t, k_block> at_end{};
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t priority = priorities[i];
      inside[i] = priority > low && priority < high ? 1 : 0;
      at_end[i] = priority == low || priority == high ? 1 : 0;
    }
    // Only there do ties decide.
    result = bits_of(inside);
    for (std::uint64_t bits = bits_of(at_end) & among; bits != 0; bits &= bits - 1) {
      const std::size_t e = first + static_cast<std::size_t>(std::countr_zero(bits));
      result |= (key_of(e) - range.low <= width ? bits & (~bits + 1) : 0);
    }
    return result & among;
  }

  // The edges among those marked by `among` that are eligible and free.
  [[nodiscard]] std::uint64_t free_among(std::size_t first, std::size_t count, std::uint64_t among,
                                         const order::MatchedVertices* matched) const {
    std::uint64_t free = 0;
    if (matched == nullptr) {
      free = among;
    } else if (std::popcount(among) >= static_cast<int>(k_block / 2)) {
      // Without a branch, so that look-ups of many edges are under way together.
      for (std::size_t i = 0; i < count; ++i) {
        free |= first_pins_are_free(first + i, *matched) << i;
      }
      free &= among;
    } else {
      // The lines between may be skipped, so ask for all that are needed at once.
      prefetch_pins(first, among);
      for (std::uint64_t bits = among; bits != 0; bits &= bits - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(bits));
        free |= first_pins_are_free(first + i, *matched) << i;
      }
    }
    if (free == 0) return 0;
    free &= blocks_.eligible(first, count);
    if (matched == nullptr) return free;
    for (std::uint64_t bits = free; bits != 0; bits &= bits - 1) {
      const std::size_t e = first + static_cast<std::size_t>(std::countr_zero(bits));
      const Offset size = size_of(e);
      const bool drops = size > 3 && matched->meets(pins_of(e) + 3, size - 3);
      if (drops) free ^= bits & (~bits + 1);
    }
    return free;
  }

  // 1 if the first three pins are free; of an empty edge, anything.
  [[nodiscard]] std::uint64_t first_pins_are_free(std::size_t e,
                                                  const order::MatchedVertices& matched) const {
    const Offset size = size_of(e);
    const VertexId* const pins = pins_ + (size > 0 ? offsets_[e] : 0);
    const std::uint64_t second = size > 1 ? 1 : 0;
    const std::uint64_t third = size > 2 ? 2 : second;
    return 1 - (matched.contains(pins[0]) | matched.contains(pins[second]) |
                matched.contains(pins[third]));
  }

  const Context& host_;
  const std::size_t m_;
  const std::uint64_t num_pins_;
  const Offset* offsets_;
  const VertexId* pins_;
  const base::TieMixer mix_;
  const EdgeBlocks& blocks_;

  parallel::Chunks chunks_;
  std::size_t wave_;  // chunks
  std::vector<Selected> in_chunk_;
  Array<std::uint64_t> mask_;  // the selection, a bit per edge
  Array<std::uint64_t> left_;  // all that may be selected; while empty, all
};

}  // namespace hypermatch::detail::hypergraph_matching
