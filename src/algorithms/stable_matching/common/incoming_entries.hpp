// SPDX-License-Identifier: MIT
// The entries of one side's lists by the agents that they name: a transpose in blocks, so that what
// is read from and written to random places stays in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// An entry of a proposing agent's list.
struct ProposalEntry {
  VertexId partner;     ///< k_none behind the last one of a list that lost entries
  std::uint32_t place;  ///< where the partner's list has the agent
};

/// Agents `first` to `last - 1`.
struct AgentRange {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
};

/// For blocks of proposing agents, who lists them and where. The entries lie in `room`, which has
/// one for each entry of the proposing side, if they fit there.
class IncomingEntries {
 public:
  /// Time O(entries) and a sort of each tie; memory 2 bytes per entry of the receiving side, and if
  /// some block is listed by more agents than it lists, 8 more. @throws Error{resources, cancelled}
  IncomingEntries(const Context& context, const PreferencesView& preferences, std::uint64_t seed,
                  AgentRange proposing, AgentRange receiving, Array<ProposalEntry>& room);

  [[nodiscard]] std::size_t num_blocks() const { return num_blocks_; }
  [[nodiscard]] AgentRange agents(std::size_t block) const {
    const auto at = [&](std::size_t b) {
      const std::size_t most = proposing_.size();
      return static_cast<VertexId>(proposing_.first + std::min(b << log_, most));
    };
    return {at(block), at(block + 1)};
  }
  /// The entries that name agents of a block, in no order of these; of each agent the partners
  /// ascend.
  [[nodiscard]] std::span<const ProposalEntry> entries(std::size_t block) const {
    return {entries_ + ranges_[block].begin, ranges_[block].size};
  }
  /// For each of them the agent, from the first one of the block.
  [[nodiscard]] std::span<const std::uint16_t> owners(std::size_t block) const {
    return {owners_.data() + ranges_[block].begin, ranges_[block].size};
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t size;
  };

  void choose_blocks(const PreferencesView& preferences);
  [[nodiscard]] auto receiver_offset(const PreferencesView& preferences) const {
    return
        [this, &preferences](std::size_t r) { return preferences.offsets[receiving_.first + r]; };
  }
  enum class Order { any, broken_ties };
  template <Order in, class Body>
  void for_each_entry(const Context& context, const PreferencesView& preferences,
                      std::uint64_t seed, const Body& body) const;
  void count(const Context& context, const PreferencesView& preferences, std::uint64_t seed);
  void put_ranges(const PreferencesView& preferences, Array<ProposalEntry>& room);
  void fill(const Context& context, const PreferencesView& preferences, std::uint64_t seed);

  AgentRange proposing_;
  AgentRange receiving_;
  unsigned log_ = 0;  // agents of a block, as a power of two
  std::size_t num_blocks_ = 0;
  parallel::Chunks chunks_;         // of the receivers' entries
  std::vector<std::size_t> place_;  // chunk, block: where the chunk's next entry goes
  std::vector<Range> ranges_;       // per block
  Array<ProposalEntry> own_;        // if the room is too small
  ProposalEntry* entries_ = nullptr;
  Array<std::uint16_t> owners_;
};

}  // namespace hypermatch::detail::stable_matching
