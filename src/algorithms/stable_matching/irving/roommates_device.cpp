// SPDX-License-Identifier: MIT
// Stable roommates with phase 1 on a device: the chains of proposals of two copies of the agents.
#include <span>
#include <utility>

#include "algorithms/stable_matching/irving/stable_partition.hpp"
#include "base/clock.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/device_roommates.hpp"
#include "hypermatch/device_stable_matching.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
namespace parallel = detail::parallel;
namespace stable = detail::stable_matching;

namespace {

constexpr std::uint64_t k_last_of_list = std::uint64_t{1} << 63;

// The mutual entries of each list, as a device reads them.
DeviceProposers upload_lists(const DeviceContext& context, const stable::ProposalLists& lists) {
  const Context& host = context.state()->host();
  const VertexId num_agents = lists.last();
  Array<Offset> offsets(num_agents + std::size_t{1}, 0);
  parallel::for_each(host, num_agents, [&](std::size_t agent) {
    offsets[agent + 1] = lists.num_mutual(static_cast<VertexId>(agent));
  });
  for (VertexId agent = 0; agent < num_agents; ++agent) {
    offsets[agent + std::size_t{1}] += offsets[agent];
  }
  Array<std::uint64_t> entries(offsets[num_agents]);
  parallel::for_each(host, num_agents, [&](std::size_t agent) {
    const auto list = lists.list_of(static_cast<VertexId>(agent));
    const Offset begin = offsets[agent], end = offsets[agent + 1];
    for (Offset i = begin; i < end; ++i) {
      const stable::ProposalEntry entry = list[i - begin];
      entries[i] = std::uint64_t{entry.place} << 32 | entry.partner;
    }
    if (end > begin) entries[end - 1] |= k_last_of_list;
  });
  DeviceProposers proposers;
  proposers.num_proposers = num_agents;
  proposers.num_receivers = num_agents;
  proposers.num_places = num_agents;
  proposers.offsets = upload(context, std::span<const Offset>(offsets.data(), offsets.size()));
  proposers.entries =
      upload(context, std::span<const std::uint64_t>(entries.data(), entries.size()));
  return proposers;
}

stable::FirstPhase first_phase_on_device(const DeviceContext& context,
                                         const stable::ProposalLists& lists) {
  const Clock::time_point began = Clock::now();
  const DeviceProposers proposers = upload_lists(context, lists);
  const double uploaded = seconds_since(began);
  DeviceWorkspace workspace;
  DeviceStableMatching found = mcvitie_wilson(context, proposers.view(), {}, workspace);
  const Clock::time_point solved = Clock::now();
  stable::FirstPhase first{.mates = download(context, found.mates),
                           .proposals = found.proposals,
                           .stats = std::move(found.stats)};
  first.stats.prepare_seconds = uploaded;
  first.stats.transfer_seconds = seconds_since(solved);
  return first;
}

}  // namespace

StableOrNone irving(const DeviceContext& context, const PreferencesView& preferences,
                    const RoommatesOptions& options) {
  return stable::roommates(context.state()->host(), preferences, options, [&](const auto& lists) {
    return first_phase_on_device(context, lists);
  });
}

}  // namespace hypermatch
