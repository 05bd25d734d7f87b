// SPDX-License-Identifier: MIT
// Stable matchings on a device: the words that receivers hold, and the steps of a call. The host
// calls them by the table in functions.hpp.
#pragma once

#include <cstdint>

#include "base/host_device.hpp"
#include "hypermatch/device_stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// An entry of a proposer's list, as DeviceProposersView has them.
struct ListEntry {
  static constexpr std::uint64_t k_last = std::uint64_t{1} << 63;

  std::uint64_t bits = 0;

  [[nodiscard]] HYPERMATCH_HD static ListEntry of(VertexId receiver, std::uint32_t rank) {
    return {(std::uint64_t{rank} << 32) | receiver};
  }
  [[nodiscard]] HYPERMATCH_HD VertexId receiver() const { return static_cast<VertexId>(bits); }
  [[nodiscard]] HYPERMATCH_HD std::uint64_t rank() const { return (bits & ~k_last) >> 32; }
  [[nodiscard]] HYPERMATCH_HD bool is_last() const { return (bits & k_last) != 0; }
};

/// What a place of a receiver holds: from the highest bit the rank of the proposer, the number of
/// the entry by which it proposed, and whether that is the last one of its list. Words compare as
/// ranks do, and say where a displaced proposer goes on.
struct WordLayout {
  static constexpr std::uint64_t k_free = ~std::uint64_t{0};
  static constexpr std::uint64_t k_no_entry = ~std::uint64_t{0};

  std::uint32_t entry_bits = 0;

  [[nodiscard]] HYPERMATCH_HD std::uint64_t word(ListEntry entry, std::uint64_t number) const {
    return (((entry.rank() << entry_bits) | number) << 1) | (entry.is_last() ? 1U : 0U);
  }
  /// Of a word that is not free.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t entry_of(std::uint64_t word) const {
    return (word >> 1) & ((std::uint64_t{1} << entry_bits) - 1);
  }
  /// The entry that follows for the proposer of the word, or `k_no_entry`.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t next_of(std::uint64_t word) const {
    if (word == k_free || (word & 1) != 0) return k_no_entry;
    return entry_of(word) + 1;
  }
};

/// Lists as kernels see them.
struct ProposerLists {
  explicit ProposerLists(const DeviceProposersView& lists)
      : offsets(lists.offsets.data()),
        entries(lists.entries.data()),
        places(lists.places.size() == 0 ? nullptr : lists.places.data()),
        num_proposers(lists.num_proposers),
        num_entries(lists.entries.size()) {}

  const Offset* offsets;
  const std::uint64_t* entries;
  const Offset* places;  ///< null: one place each
  std::uint64_t num_proposers;
  std::uint64_t num_entries;
};

struct DeviceStableBuffers {
  std::uint64_t* words = nullptr;     ///< one per place
  std::uint32_t* held = nullptr;      ///< one bit per entry: it has a place
  VertexId* mates = nullptr;          ///< one per proposer
  std::uint64_t* counters = nullptr;  ///< proposers that were handed out, and entries asked
};
inline constexpr std::uint64_t k_stable_counters = 2;

/// Writes all words and counters. Enqueued only.
void run_chains(const DeviceProposersView& lists, WordLayout layout, ChainKernel kernel,
                const DeviceStableBuffers& buffers, DeviceStream stream);
/// From words to mates. Enqueued only.
void find_mates(const DeviceProposersView& lists, WordLayout layout,
                const DeviceStableBuffers& buffers, DeviceStream stream);

/// entries[i] = receivers[i] - first_receiver with its rank, and the last ones marked. Enqueued
/// only.
void fuse_entries(DeviceSpan<const Offset> offsets, DeviceSpan<const VertexId> receivers,
                  VertexId first_receiver, DeviceSpan<const std::uint32_t> ranks,
                  std::uint64_t* entries, DeviceStream stream);

}  // namespace hypermatch::detail::stable_matching
