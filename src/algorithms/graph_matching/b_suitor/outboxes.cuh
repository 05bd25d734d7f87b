// SPDX-License-Identifier: MIT
// What one of several devices that share a graph has for the others: proposals to their vertices,
// and vertices of theirs that owe one proposal more. Each arc is proposed once and refused once, so
// boxes have room for the arcs between two devices, or for what a round may send, if that is less.
#pragma once

#include <cstdint>

#include "hypermatch/types.hpp"
#include "parallel/device/outboxes.cuh"

namespace hypermatch::detail::graph_matching::device {

using parallel::k_most_parts;

/// A proposal to a vertex of another device: the word that arcs of `to` compare by, and both ends.
struct SentProposal {
  VertexId to;
  VertexId from;
  std::uint32_t word;
};

/// How much is in the boxes of one device; the host reads it once per round.
struct OutboxCounts {
  unsigned long long proposals[k_most_parts];
  unsigned long long debts[k_most_parts];
  unsigned long long reserved;  ///< proposals of this round that may send something
  std::uint32_t overflowed;     ///< more than each arc once, or sent astray
};

struct SuitorOutboxes {
  parallel::VertexParts parts;
  parallel::Outboxes<SentProposal> proposals;
  parallel::Outboxes<VertexId> debts;
  std::uint64_t most_reserved;
  OutboxCounts* counts;

  __device__ void send_proposal(const SentProposal& proposal) const {
    if (!proposals.put(parts.part_of(proposal.to), proposal)) flag();
  }
  __device__ void send_debt(VertexId v) const {
    if (!debts.put(parts.part_of(v), v)) flag();
  }
  /// What no valid graph brings about.
  __device__ void flag() const { atomicExch(&counts->overflowed, 1U); }
  /// Whether `count` more proposals may be made in this round: always granted to the first request
  /// of a round, so that each makes progress.
  [[nodiscard]] __device__ bool reserve(std::uint32_t count) const {
    const std::uint64_t before =
        atomicAdd(&counts->reserved, static_cast<unsigned long long>(count));
    return before == 0 || before + count <= most_reserved;
  }
};

}  // namespace hypermatch::detail::graph_matching::device
