// SPDX-License-Identifier: MIT
// Boxes for what one of several devices that share an instance sends to the others: one for each,
// in the memory of the sender.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>

#include "hypermatch/device_group.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::parallel {

constexpr unsigned k_most_parts = DeviceGroup::k_most_devices;

/// Which device has which vertices: part p has firsts[p] .. firsts[p + 1] - 1.
struct VertexParts {
  unsigned number;
  VertexId firsts[k_most_parts + 1];

  [[nodiscard]] __device__ unsigned part_of(VertexId v) const {
    unsigned part = 0;
    while (part + 1 < number && v >= firsts[part + 1]) ++part;
    return part;
  }
};

namespace outboxes_detail {

// The threads of a warp that send to one part together take places by one addition.
template <class Number>
[[nodiscard]] __device__ Number take_place(Number* numbers, unsigned part) {
  namespace cg = cooperative_groups;
  const auto senders = cg::labeled_partition(cg::coalesced_threads(), part);
  Number first = 0;
  if (senders.thread_rank() == 0) {
    first = atomicAdd(&numbers[part], static_cast<Number>(senders.size()));
  }
  return senders.shfl(first, 0) + static_cast<Number>(senders.thread_rank());
}

}  // namespace outboxes_detail

template <class Item>
struct Outboxes {
  Item* items[k_most_parts];
  std::uint64_t room[k_most_parts];
  unsigned long long* counts;  ///< of items in each box, on the device

  /// False if there is no room.
  [[nodiscard]] __device__ bool put(unsigned part, const Item& item) const {
    const std::uint64_t place = outboxes_detail::take_place(counts, part);
    if (place >= room[part]) return false;
    items[part][place] = item;
    return true;
  }
};

/// Shared memory for the places that a block takes in boxes at once.
struct BlockPlaces {
  std::uint32_t counts[k_most_parts];
  unsigned long long begins[k_most_parts];
};

/// Puts some items of each thread into boxes that have room for all: items[j] where parts[j] is a
/// part. Called by all threads of a block, of at least k_most_parts.
template <unsigned kItems, class Item>
__device__ void put_by_block(const Outboxes<Item>& boxes, const unsigned (&parts)[kItems],
                             const Item (&items)[kItems], BlockPlaces& shared) {
  const bool counts = threadIdx.x < k_most_parts;
  if (counts) shared.counts[threadIdx.x] = 0;
  __syncthreads();
  std::uint32_t places[kItems];
#pragma unroll
  for (unsigned j = 0; j < kItems; ++j) {
    if (parts[j] < k_most_parts) places[j] = outboxes_detail::take_place(shared.counts, parts[j]);
  }
  __syncthreads();
  if (counts && shared.counts[threadIdx.x] != 0) {
    shared.begins[threadIdx.x] = atomicAdd(
        &boxes.counts[threadIdx.x], static_cast<unsigned long long>(shared.counts[threadIdx.x]));
  }
  __syncthreads();
#pragma unroll
  for (unsigned j = 0; j < kItems; ++j) {
    if (parts[j] < k_most_parts) {
      boxes.items[parts[j]][shared.begins[parts[j]] + places[j]] = items[j];
    }
  }
}

}  // namespace hypermatch::detail::parallel
