// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/proposal_lists.hpp"

#include <atomic>
#include <bit>
#include <vector>

#include "algorithms/stable_matching/common/tie_order.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_preferences.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

constexpr std::size_t k_grain = 256;  // agents

// The places that some partners give one agent, by partner: a hash table with open addressing.
class PlacesByPartner {
 public:
  void assign(std::span<const ProposalEntry> entries) {
    const std::size_t slots = std::bit_ceil(2 * entries.size() + 2);
    shift_ = static_cast<unsigned>(32 - std::countr_zero(slots));
    table_.assign(slots, {k_none, 0});
    for (const ProposalEntry& entry : entries) {
      std::size_t slot = first_slot(entry.partner);
      // Ends: at most half of the slots are taken.
      while (table_[slot].partner != k_none) slot = (slot + 1) & (slots - 1);
      table_[slot] = entry;
    }
  }
  /// The entry of this partner; if there is none, one without a partner.
  [[nodiscard]] ProposalEntry find(VertexId partner) const {
    std::size_t slot = first_slot(partner);
    // Ends: there are free slots.
    while (table_[slot].partner != partner && table_[slot].partner != k_none) {
      slot = (slot + 1) & (table_.size() - 1);
    }
    return table_[slot];
  }

 private:
  [[nodiscard]] std::size_t first_slot(VertexId partner) const {
    return static_cast<std::uint32_t>(partner * 0x9E3779B1U) >> shift_;
  }

  std::vector<ProposalEntry> table_;
  unsigned shift_ = 0;
};

// One more; several threads may take at once.
[[nodiscard]] std::uint32_t take(std::uint32_t& used, bool is_shared) {
  // Relaxed: each one gets another slot, and slots are read after the region.
  return is_shared ? std::atomic_ref(used).fetch_add(1, std::memory_order_relaxed) : used++;
}

}  // namespace

ProposalLists::ProposalLists(const Context& context, const PreferencesView& preferences,
                             const StableMatchingOptions& options)
    : given_(preferences) {
  if (given_.sides != Sides::two) {
    throw Error(ErrorCode::invalid_option, "agents of one side are matched as roommates");
  }
  parallel::check_preferences(context, given_);
  if (given_.num_agents == 0) return;
  const bool left_proposes = options.optimal == OptimalSide::left;
  first_ = left_proposes ? 0 : given_.num_left;
  last_ = left_proposes ? given_.num_left : given_.num_agents;
  base_ = given_.offsets[first_];
  entries_.resize(given_.offsets[last_] - base_);
  Array<Slots> slots(last_ - first_);
  parallel::for_each(context, slots.size(), [&](std::size_t i) {
    const Offset begin = given_.offsets[first_ + i];
    slots[i] = {begin - base_, static_cast<std::uint32_t>(given_.offsets[first_ + i + 1] - begin),
                0};
  });
  // If no agent is listed by more than it lists, these fit where its own entries will be.
  collect(context, options.seed, slots, entries_);
  const auto num_lost = [&](std::size_t i) {
    return slots[i].used > slots[i].room ? std::uint64_t{1} : std::uint64_t{0};
  };
  const std::uint64_t num_over = parallel::reduce<std::uint64_t>(
      context, slots.size(), 0, num_lost, [](std::uint64_t a, std::uint64_t b) { return a + b; });
  Array<ProposalEntry> incoming;
  if (num_over != 0) {
    const Offset total = parallel::exclusive_scan<Offset>(
        context, slots.size(), [&](std::size_t i) { return Offset{slots[i].used}; },
        [&](std::size_t i, Offset begin) {
          slots[i] = {begin, slots[i].used, 0};
        });
    incoming.resize(total);
    collect(context, options.seed, slots, incoming);
  }
  const std::uint64_t mutual =
      join(context, options.seed, slots, num_over != 0 ? incoming : entries_);
  dropped_ = given_.partners.size() - 2 * mutual;
}

// What does not fit is counted only.
void ProposalLists::collect(const Context& context, std::uint64_t seed, Array<Slots>& slots,
                            Array<ProposalEntry>& incoming) const {
  const bool is_shared = context.threads() > 1;
  const VertexId first = first_receiver();
  const parallel::Chunks chunks = parallel::cut(context, last_receiver() - first, k_grain);
  parallel::for_chunks(context, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
    TieOrder order(given_, seed);
    parallel::StopCheck stop(context);
    for (std::size_t i = begin; i < end; ++i) {
      const auto receiver = static_cast<VertexId>(first + i);
      const std::span<const VertexId> list = order.of(receiver);
      stop.done(list.size() + 1);
      for (std::uint32_t place = 0; place < list.size(); ++place) {
        Slots& slot = slots[list[place] - first_];
        const std::uint32_t used = take(slot.used, is_shared);
        if (used < slot.room) incoming[slot.begin + used] = {receiver, place};
      }
    }
  });
}

// Returns the number of mutual entries of the proposing side. `incoming` may be `entries_`.
std::uint64_t ProposalLists::join(const Context& context, std::uint64_t seed,
                                  const Array<Slots>& slots, const Array<ProposalEntry>& incoming) {
  const parallel::Chunks chunks = parallel::cut(context, slots.size(), k_grain);
  std::vector<std::uint64_t> mutual(chunks.count, 0);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    TieOrder order(given_, seed);
    PlacesByPartner places;
    parallel::StopCheck stop(context);
    std::uint64_t found = 0;
    for (std::size_t i = begin; i < end; ++i) {
      places.assign({incoming.data() + slots[i].begin, slots[i].used});
      const auto agent = static_cast<VertexId>(first_ + i);
      const std::span<const VertexId> list = order.of(agent);
      stop.done(list.size() + slots[i].used + 1);
      ProposalEntry* const entries = entries_.data() + (given_.offsets[agent] - base_);
      std::size_t kept = 0;
      for (const VertexId partner : list) {
        const ProposalEntry entry = places.find(partner);
        entries[kept] = entry;
        kept += entry.partner != k_none ? 1 : 0;
      }
      for (std::size_t k = kept; k < list.size(); ++k) entries[k] = {k_none, 0};
      found += kept;
    }
    mutual[chunk] = found;
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t part : mutual) sum += part;
  return sum;
}

std::uint32_t ProposalLists::num_mutual(VertexId agent) const {
  const std::span<const ProposalEntry> list = list_of(agent);
  std::size_t length = list.size();
  if (dropped_ == 0) return static_cast<std::uint32_t>(length);
  while (length > 0 && list[length - 1].partner == k_none) --length;
  return static_cast<std::uint32_t>(length);
}

}  // namespace hypermatch::detail::stable_matching
