// SPDX-License-Identifier: MIT
// What one of several devices that share a graph has for the others: proposals to their vertices,
// and vertices of theirs that owe one proposal more. Each arc is proposed once and refused once, so
// boxes have room for the arcs between two devices, or for what a round may send, if that is less.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>

#include "hypermatch/device_group.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_most_parts = DeviceGroup::k_most_devices;

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

struct Outboxes {
  unsigned num_parts;
  VertexId firsts[k_most_parts + 1];  ///< part p has the vertices firsts[p] .. firsts[p + 1] - 1
  SentProposal* proposals[k_most_parts];  ///< to each part
  VertexId* debts[k_most_parts];
  std::uint64_t proposal_room[k_most_parts];
  std::uint64_t debt_room[k_most_parts];
  std::uint64_t most_reserved;
  OutboxCounts* counts;

  [[nodiscard]] __device__ unsigned part_of(VertexId v) const {
    unsigned part = 0;
    while (part + 1 < num_parts && v >= firsts[part + 1]) ++part;
    return part;
  }
  __device__ void send_proposal(const SentProposal& proposal) const {
    const unsigned part = part_of(proposal.to);
    const std::uint64_t place = take_place(counts->proposals, part);
    if (place < proposal_room[part]) {
      proposals[part][place] = proposal;
    } else {
      flag();
    }
  }
  __device__ void send_debt(VertexId v) const {
    const unsigned part = part_of(v);
    const std::uint64_t place = take_place(counts->debts, part);
    if (place < debt_room[part]) {
      debts[part][place] = v;
    } else {
      flag();
    }
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

 private:
  // The threads of a warp that send to one part together take places by one addition.
  [[nodiscard]] __device__ static std::uint64_t take_place(unsigned long long* numbers,
                                                           unsigned part) {
    namespace cg = cooperative_groups;
    const auto senders = cg::labeled_partition(cg::coalesced_threads(), part);
    unsigned long long first = 0;
    if (senders.thread_rank() == 0) {
      first = atomicAdd(&numbers[part], static_cast<unsigned long long>(senders.size()));
    }
    return senders.shfl(first, 0) + senders.thread_rank();
  }
};

}  // namespace hypermatch::detail::graph_matching::device
