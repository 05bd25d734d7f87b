// SPDX-License-Identifier: MIT
// The partners of all vertices under capacities, counted, then written side by side in any order:
// those of most vertices by a thread each, of the others, which the counting lists, by a block.
//
// A Listing says what a partner is:
//   num_vertices()              rows to be written
//   vertex_at(i), row_of(v)     vertices and their rows
//   is_long(v)                  whether a block is to look at v
//   number(v)                   partners of v, by one thread; not of long ones
//   most(v)                     no vertex has more
//   for_each_partner(v, rank, stride, body)   body(other) for those that thread `rank` sees
//   long_rows, num_long_rows    room for the long ones, and how many there are: 0 at first
#pragma once

#include <cstdint>

#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

namespace partner_lists {

template <class Listing>
struct Count {
  Listing listing;
  std::uint32_t* numbers;

  __device__ void operator()(std::uint32_t i) const {
    numbers[i] = 0;  // behind the last one, too
    if (i == listing.num_vertices()) return;
    const VertexId v = listing.vertex_at(i);
    if (listing.is_long(v)) {
      if (listing.most(v) != 0) listing.long_rows[atomicAdd(listing.num_long_rows, 1U)] = v;
    } else {
      numbers[i] = min(listing.number(v), listing.most(v));
    }
  }
};

template <class Listing>
__global__ void __launch_bounds__(parallel::k_block)
    count_long(const __grid_constant__ Listing listing, std::uint32_t* numbers) {
  __shared__ std::uint32_t all;
  for (std::uint32_t i = blockIdx.x; i < *listing.num_long_rows; i += gridDim.x) {
    const VertexId v = listing.long_rows[i];
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    std::uint32_t number = 0;
    listing.for_each_partner(v, threadIdx.x, parallel::k_block, [&](VertexId) { ++number; });
    if (number != 0) atomicAdd(&all, number);
    __syncthreads();
    if (threadIdx.x == 0) numbers[listing.row_of(v)] = min(all, listing.most(v));
    __syncthreads();
  }
}

template <class Listing>
struct Write {
  Listing listing;
  const std::uint64_t* offsets;
  VertexId* partners;

  __device__ void operator()(std::uint32_t i) const {
    const VertexId v = listing.vertex_at(i);
    if (listing.is_long(v)) return;
    std::uint64_t place = offsets[i];
    const std::uint64_t end = offsets[i + 1ULL];
    listing.for_each_partner(v, 0, 1, [&](VertexId other) {
      if (place < end) partners[place++] = other;
    });
  }
};

template <class Listing>
__global__ void __launch_bounds__(parallel::k_block)
    write_long(const __grid_constant__ Listing listing, const std::uint64_t* offsets,
               VertexId* partners) {
  __shared__ std::uint32_t written;
  for (std::uint32_t i = blockIdx.x; i < *listing.num_long_rows; i += gridDim.x) {
    const VertexId v = listing.long_rows[i];
    if (threadIdx.x == 0) written = 0;
    __syncthreads();
    const std::uint64_t row = listing.row_of(v);
    const std::uint64_t room = offsets[row + 1] - offsets[row];
    listing.for_each_partner(v, threadIdx.x, parallel::k_block, [&](VertexId other) {
      const std::uint32_t place = atomicAdd(&written, 1U);
      if (place < room) partners[offsets[row] + place] = other;
    });
    __syncthreads();
  }
}

inline constexpr unsigned k_blocks = 1056;  // a few per multiprocessor

}  // namespace partner_lists

/// Into `numbers`, which has one item more than there are vertices; the last one is 0.
template <class Listing>
void count_partners(const Listing& listing, std::uint64_t num_vertices, std::uint32_t* numbers,
                    DeviceStream stream) {
  parallel::for_each(num_vertices + 1, partner_lists::Count<Listing>{listing, numbers}, stream);
  partner_lists::count_long<<<partner_lists::k_blocks, parallel::k_block, 0, stream>>>(listing,
                                                                                       numbers);
  parallel::check_launch("count_long");
}

/// Partners of the vertices that `count_partners` has listed; `offsets`: sums of its numbers.
template <class Listing>
void write_long_partners(const Listing& listing, const std::uint64_t* offsets, VertexId* partners,
                         DeviceStream stream) {
  partner_lists::write_long<<<partner_lists::k_blocks, parallel::k_block, 0, stream>>>(
      listing, offsets, partners);
  parallel::check_launch("write_long");
}

/// Partners of all vertices.
template <class Listing>
void write_partners(const Listing& listing, std::uint64_t num_vertices,
                    const std::uint64_t* offsets, VertexId* partners, DeviceStream stream) {
  parallel::for_each(num_vertices, partner_lists::Write<Listing>{listing, offsets, partners},
                     stream);
  write_long_partners(listing, offsets, partners, stream);
}

}  // namespace hypermatch::detail::graph_matching::device
