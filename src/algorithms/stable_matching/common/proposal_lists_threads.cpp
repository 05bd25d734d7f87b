// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/proposal_lists.hpp"

#include <vector>

#include "algorithms/stable_matching/common/places_by_partner.hpp"
#include "algorithms/stable_matching/common/tie_order.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_preferences.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// The entries of a block by agent: a counting sort.
class EntriesByAgent {
 public:
  void assign(std::size_t agents, std::span<const ProposalEntry> entries,
              std::span<const std::uint16_t> owners) {
    begins_.assign(agents + 2, 0);
    for (const std::uint16_t owner : owners) ++begins_[owner + std::size_t{2}];
    for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    if (entries_.size() < entries.size()) entries_.resize(entries.size());
    // An agent's begin becomes its end, the next one's begin.
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries_[begins_[owners[i] + std::size_t{1}]++] = entries[i];
    }
  }
  [[nodiscard]] std::span<const ProposalEntry> of(std::size_t agent) const {
    return {entries_.data() + begins_[agent], begins_[agent + 1] - begins_[agent]};
  }

 private:
  std::vector<std::size_t> begins_;
  Array<ProposalEntry> entries_;
};

}  // namespace

ProposalLists::ProposalLists(const Context& context, const PreferencesView& preferences,
                             Proposers proposers, std::uint64_t seed)
    : given_(preferences) {
  if (proposers != Proposers::all && given_.sides != Sides::two) {
    throw Error(ErrorCode::invalid_option, "agents of one side are matched as roommates");
  }
  parallel::check_preferences(context, given_);
  if (given_.num_agents == 0) return;
  const AgentRange left{0, given_.num_left};
  const AgentRange right{given_.num_left, given_.num_agents};
  proposing_ = proposers == Proposers::right ? right : left;
  receiving_ = proposers == Proposers::left ? right : left;
  base_ = given_.offsets[first()];
  entries_.resize(given_.offsets[last()] - base_);
  const std::uint64_t mutual =
      join(context, seed, IncomingEntries(context, given_, seed, proposing_, receiving_, entries_));
  const std::uint64_t lists_of_a_pair = proposers == Proposers::all ? 1 : 2;
  dropped_ = given_.partners.size() - lists_of_a_pair * mutual;
  if (proposers == Proposers::all && dropped_ > 0) count_places_of_mutual(context, seed);
}

// Places count the entries that are left of a list, instead of all.
void ProposalLists::count_places_of_mutual(const Context& context, std::uint64_t seed) {
  Array<std::uint32_t> left_before(entries_.size());  // per entry that was given
  const parallel::Chunks chunks = parallel::cut(context, given_.num_agents, 4096);
  parallel::for_chunks(context, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
    TieOrder order(given_, seed);
    for (std::size_t i = begin; i < end; ++i) {
      const auto agent = static_cast<VertexId>(i);
      const std::span<const ProposalEntry> kept = list_of(agent);
      std::uint32_t* const counts = left_before.data() + given_.offsets[agent];
      std::uint32_t count = 0, place = 0;
      for (const VertexId partner : order.of(agent)) {
        counts[place++] = count;
        if (kept[count].partner == partner) ++count;
      }
    }
  });
  parallel::for_each(context, entries_.size(), [&](std::size_t i) {
    ProposalEntry& entry = entries_[i];
    if (entry.partner == k_none) return;
    entry.place = left_before[given_.offsets[entry.partner] + entry.place];
  });
}

// Returns the number of mutual entries of the proposing side. `incoming` may lie in `entries_`.
std::uint64_t ProposalLists::join(const Context& context, std::uint64_t seed,
                                  const IncomingEntries& incoming) {
  const parallel::Chunks chunks = parallel::cut(context, incoming.num_blocks(), 1);
  std::vector<std::uint64_t> mutual(chunks.count, 0);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    TieOrder order(given_, seed);
    PlacesByPartner places(receiving_);
    EntriesByAgent by_agent;
    parallel::StopCheck stop(context);
    std::uint64_t found = 0;
    for (std::size_t block = begin; block < end; ++block) {
      const AgentRange agents = incoming.agents(block);
      by_agent.assign(agents.size(), incoming.entries(block), incoming.owners(block));
      for (VertexId agent = agents.first; agent < agents.last; ++agent) {
        const std::span<const ProposalEntry> named = by_agent.of(agent - agents.first);
        const std::span<const VertexId> list = order.of(agent);
        stop.done(list.size() + named.size() + 1);
        places.assign(named);
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
