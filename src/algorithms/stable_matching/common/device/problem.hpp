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
        turns(lists.turns.size() == 0 ? nullptr : lists.turns.data()),
        num_proposers(lists.num_proposers),
        num_entries(lists.entries.size()) {}

  const Offset* offsets;
  const std::uint64_t* entries;
  const Offset* places;  ///< null: one place each
  const Offset* turns;   ///< null: one place each
  std::uint64_t num_proposers;
  std::uint64_t num_entries;
};

struct DeviceStableBuffers {
  std::uint64_t* words = nullptr;     ///< one per place
  std::uint32_t* held = nullptr;      ///< one bit per entry: it has a place
  VertexId* mates = nullptr;          ///< one per place of a proposer
  std::uint32_t* cursors = nullptr;   ///< of several places: one per proposer, entries taken
  std::uint64_t* counters = nullptr;  ///< proposers that were handed out, and entries asked
};
inline constexpr std::uint64_t k_stable_counters = 2;

/// Writes all words and counters. Enqueued only.
void run_chains(const DeviceProposersView& lists, WordLayout layout, ChainKernel kernel,
                const DeviceStableBuffers& buffers, DeviceStream stream);
/// The same for proposers of several places, words and counters being written. Enqueued only.
void run_turns(const DeviceProposersView& lists, WordLayout layout,
               const DeviceStableBuffers& buffers, DeviceStream stream);
/// The same of shared lists: a word's entry is the place of the proposer in the list of receivers,
/// and in the lowest `place_bits` bits the place of the receiver in the other one.
void run_shared_chains(const DeviceSharedProposersView& lists, WordLayout layout,
                       std::uint32_t place_bits, ChainKernel kernel,
                       const DeviceStableBuffers& buffers, DeviceStream stream);
/// Mates of these, by the agents' numbers. Enqueued only.
void find_shared_mates(const DeviceSharedProposersView& lists, WordLayout layout,
                       std::uint32_t place_bits, const DeviceStableBuffers& buffers,
                       DeviceStream stream);

/// From words to mates. Enqueued only.
void find_mates(const DeviceProposersView& lists, WordLayout layout,
                const DeviceStableBuffers& buffers, DeviceStream stream);

/// Work of `break_ties`, one item per entry.
struct TieBuffers {
  std::uint64_t* keys = nullptr;
  std::uint64_t* sorted_keys = nullptr;
  std::uint32_t* numbers = nullptr;
  std::uint32_t* sorted_numbers = nullptr;
  VertexId* agents = nullptr;
  void* scratch = nullptr;
  std::uint64_t scratch_bytes = 0;
};
[[nodiscard]] std::uint64_t tie_scratch_bytes(std::uint64_t entries);
/// Partners of strict lists: entries of a tie by a hash of both agents and the seed, as on the
/// host. Enqueued only.
void break_ties(const Offset* offsets, std::uint64_t agents, DeviceSpan<const VertexId> partners,
                const std::uint32_t* ties, std::uint64_t seed, const TieBuffers& buffers,
                VertexId* ordered, DeviceStream stream);

/// Enqueued only.
void mark_last_entries(const Offset* offsets, std::uint64_t proposers, std::uint64_t* entries,
                       DeviceStream stream);

/// The agents `first` .. `last` - 1, whose entries are `begin` .. `end` - 1 of all.
struct SideOfLists {
  VertexId first = 0;
  VertexId last = 0;
  Offset begin = 0;
  Offset end = 0;

  [[nodiscard]] HYPERMATCH_HD std::uint64_t agents() const { return last - first; }
  [[nodiscard]] HYPERMATCH_HD std::uint64_t entries() const { return end - begin; }
};

/// Lists in device memory of which entries are made.
struct ListsToPrepare {
  const Offset* offsets = nullptr;
  const VertexId* partners = nullptr;
  const std::uint32_t* capacities = nullptr;  ///< null: one place each
  SideOfLists proposers;
  SideOfLists receivers;
};

/// What the host reads.
struct PrepareCounts {
  std::uint64_t kept = 0;
  std::uint64_t mutual = 0;       ///< entries of proposers that are listed in return
  std::uint64_t over_served = 0;  ///< receivers with more places than a device serves
  std::uint64_t several = 0;      ///< proposers with more than one place
};

struct PrepareBuffers {
  std::uint32_t* numbers = nullptr;         ///< one per entry of receivers, as the next two
  std::uint32_t* sorted_numbers = nullptr;  ///< by the proposer that stands there, then ascending
  VertexId* sorted_proposers = nullptr;
  Offset* group_begin = nullptr;      ///< per proposer: its part of these
  Offset* group_end = nullptr;        ///< per proposer
  std::uint64_t* fused = nullptr;     ///< one per entry of proposers, as the next two
  std::uint8_t* kept = nullptr;       ///< is mutual, of a proposer with a place
  std::uint32_t* selected = nullptr;  ///< the numbers of those that are kept
  std::uint32_t* room = nullptr;      ///< per agent of a side, and one: its places
  PrepareCounts* counts = nullptr;
  void* scratch = nullptr;
  std::uint64_t scratch_bytes = 0;
};

[[nodiscard]] std::uint64_t prepare_scratch_bytes(const ListsToPrepare& lists);
/// Everything up to the counts. Enqueued only.
void rank_entries(const ListsToPrepare& lists, const PrepareBuffers& buffers, DeviceStream stream);
/// `entries`: as many as were kept. Enqueued only.
void gather_entries(const ListsToPrepare& lists, const PrepareBuffers& buffers, std::uint64_t kept,
                    Offset* offsets, std::uint64_t* entries, DeviceStream stream);
/// Where the places of the agents of a side begin, one more than there are agents. Enqueued only.
void lay_out_places(const ListsToPrepare& lists, const SideOfLists& side,
                    const PrepareBuffers& buffers, Offset* places, DeviceStream stream);

}  // namespace hypermatch::detail::stable_matching
