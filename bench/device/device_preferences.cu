// SPDX-License-Identifier: MIT
#include <thrust/binary_search.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <cmath>
#include <cstdlib>

#include "base/random.hpp"
#include "device/device_preferences.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::bench {

namespace {

using detail::base::below;
using detail::base::hash;
using detail::base::unit_interval;

constexpr unsigned k_block = 256;
constexpr std::uint64_t k_last = std::uint64_t{1} << 63;

template <class Body>
__global__ void run_items(std::uint64_t count, Body body) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}

template <class Body>
void for_each(const DeviceContext& context, std::uint64_t count, const Body& body) {
  if (count == 0) return;
  const auto blocks = static_cast<unsigned>((count + k_block - 1) / k_block);
  run_items<<<blocks, k_block, 0, context.stream()>>>(count, body);
  const cudaError_t result = cudaGetLastError();
  if (result != cudaSuccess) throw Error(ErrorCode::device, cudaGetErrorString(result));
}

template <class T>
T* pointer_of(DeviceArray<T>& array) {
  return array.span().data();
}

auto policy_of(const DeviceContext& context) {
  return thrust::cuda::par.on(context.stream());
}

template <class Key>
void sort_by_key(const DeviceContext& context, DeviceArray<Key>& keys,
                 DeviceArray<std::uint32_t>& values) {
  const thrust::device_ptr<Key> first(pointer_of(keys));
  thrust::stable_sort_by_key(policy_of(context), first, first + static_cast<long>(keys.size()),
                             thrust::device_ptr<std::uint32_t>(pointer_of(values)));
}

DeviceArray<Offset> easy_offsets(const DeviceContext& context, VertexId n, std::uint64_t seed) {
  DeviceArray<Offset> offsets(context, std::size_t{n} + 1);
  Offset* const counts = pointer_of(offsets);
  const double log = std::log(static_cast<double>(n));
  for_each(context, std::uint64_t{n} + 1, [=] __device__(std::uint64_t p) {
    const auto length = static_cast<Offset>((1 + unit_interval(hash(seed, 1, p))) * log);
    counts[p] = p == n ? 0 : min(max(length, Offset{1}), Offset{n});
  });
  const thrust::device_ptr<Offset> first(counts);
  thrust::exclusive_scan(policy_of(context), first, first + static_cast<long>(offsets.size()),
                         first);
  return offsets;
}

// Ranks by a sort of all entries by receiver and random key.
void rank_entries(const DeviceContext& context, DeviceProposers& lists, std::uint64_t seed) {
  const std::uint64_t count = lists.entries.size();
  std::uint64_t* const entries = pointer_of(lists.entries);
  DeviceArray<std::uint64_t> keys(context, count);
  DeviceArray<std::uint32_t> numbers(context, count);
  DeviceArray<Offset> begins(context, std::size_t{lists.num_receivers} + 1);
  std::uint64_t* const key = pointer_of(keys);
  std::uint32_t* const number = pointer_of(numbers);
  Offset* const begin = pointer_of(begins);
  for_each(context, count, [=] __device__(std::uint64_t i) {
    key[i] = (entries[i] << 32) | (hash(seed, 3, i) >> 32);
    number[i] = static_cast<std::uint32_t>(i);
  });
  sort_by_key(context, keys, numbers);
  const std::uint64_t receivers = lists.num_receivers;
  for_each(context, receivers + 1, [=] __device__(std::uint64_t r) {
    std::uint64_t low = 0;
    std::uint64_t high = count;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (key[middle] >> 32 < r) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    begin[r] = low;
  });
  for_each(context, count, [=] __device__(std::uint64_t i) {
    const std::uint64_t rank = i - begin[key[i] >> 32];
    entries[number[i]] |= rank << 32;
  });
  context.synchronize();
}

void mark_last(const DeviceContext& context, DeviceProposers& lists) {
  const Offset* const offsets = lists.offsets.view().data();
  std::uint64_t* const entries = pointer_of(lists.entries);
  for_each(context, lists.num_proposers, [=] __device__(std::uint64_t p) {
    if (offsets[p] != offsets[p + 1]) entries[offsets[p + 1] - 1] |= k_last;
  });
  context.synchronize();
}

DeviceProposers make_easy(const DeviceContext& context, VertexId n, std::uint64_t seed) {
  DeviceProposers lists;
  lists.num_proposers = lists.num_receivers = n;
  lists.num_places = n;
  lists.offsets = easy_offsets(context, n, seed);
  const Offset* const offsets = lists.offsets.view().data();
  lists.entries = DeviceArray<std::uint64_t>(
      context, download(context, lists.offsets.view().subspan(n, 1)).at(0));
  if (lists.entries.size() >> 32 != 0) {
    throw Error(ErrorCode::invalid_option, "more than 2^32 entries");
  }
  std::uint64_t* const entries = pointer_of(lists.entries);
  for_each(context, n, [=] __device__(std::uint64_t p) {
    std::uint64_t draw = 0;
    for (Offset i = offsets[p]; i < offsets[p + 1];) {
      const std::uint64_t receiver = below(hash(hash(seed, 2, p), draw++), n);
      bool is_new = true;
      for (Offset j = offsets[p]; j < i && is_new; ++j) is_new = entries[j] != receiver;
      if (is_new) entries[i++] = receiver;
    }
  });
  rank_entries(context, lists, seed);
  mark_last(context, lists);
  return lists;
}

// A random order of 0 .. n - 1 for each of n agents.
DeviceArray<std::uint32_t> random_orders(const DeviceContext& context, std::uint64_t n,
                                         std::uint64_t seed) {
  DeviceArray<std::uint64_t> keys(context, n * n);
  DeviceArray<std::uint32_t> orders(context, n * n);
  std::uint64_t* const key = pointer_of(keys);
  std::uint32_t* const order = pointer_of(orders);
  for_each(context, n * n, [=] __device__(std::uint64_t i) {
    key[i] = (i / n << 32) | (hash(seed, i) >> 32);
    order[i] = static_cast<std::uint32_t>(i % n);
  });
  sort_by_key(context, keys, orders);
  context.synchronize();
  return orders;
}

DeviceProposers make_uniform(const DeviceContext& context, VertexId size, std::uint64_t seed) {
  const std::uint64_t n = size;
  DeviceProposers lists;
  lists.num_proposers = lists.num_receivers = size;
  lists.num_places = n;
  lists.offsets = DeviceArray<Offset>(context, n + 1);
  lists.entries = DeviceArray<std::uint64_t>(context, n * n);
  Offset* const offsets = pointer_of(lists.offsets);
  std::uint64_t* const entries = pointer_of(lists.entries);
  for_each(context, n + 1, [=] __device__(std::uint64_t p) { offsets[p] = p * n; });
  {
    DeviceArray<std::uint32_t> orders = random_orders(context, n, hash(seed, 4));
    const std::uint32_t* const order = pointer_of(orders);
    for_each(context, n * n, [=] __device__(std::uint64_t i) { entries[i] = order[i]; });
    context.synchronize();
  }
  DeviceArray<std::uint32_t> ranks(context, n * n);  // [receiver][proposer]
  std::uint32_t* const rank = pointer_of(ranks);
  {
    DeviceArray<std::uint32_t> orders = random_orders(context, n, hash(seed, 5));
    const std::uint32_t* const order = pointer_of(orders);
    for_each(context, n * n, [=] __device__(std::uint64_t i) {
      rank[i / n * n + order[i]] = static_cast<std::uint32_t>(i % n);
    });
    context.synchronize();
  }
  for_each(context, n * n, [=] __device__(std::uint64_t i) {
    entries[i] |= std::uint64_t{rank[entries[i] * n + i / n]} << 32;
  });
  mark_last(context, lists);
  return lists;
}

}  // namespace

DeviceProposers make_device_lists(const DeviceContext& context, const std::string& spec,
                                  std::uint64_t seed) {
  const std::size_t colon = spec.find(':');
  const std::string name = spec.substr(0, colon);
  const long n = colon == std::string::npos ? 0 : std::atol(spec.c_str() + colon + 1);
  if (n < 2 || n > 200'000'000) {
    throw Error(ErrorCode::invalid_option, "'" + spec + "' must be NAME:N with N in 2..200000000");
  }
  if (name == "easy") return make_easy(context, static_cast<VertexId>(n), seed);
  if (name == "uniform") return make_uniform(context, static_cast<VertexId>(n), seed);
  throw Error(ErrorCode::invalid_option, "there is no instance '" + name + "'");
}

DeviceListsVerdict check_on_device(const DeviceContext& context, const DeviceProposersView& lists,
                                   DeviceSpan<const VertexId> mates) {
  DeviceArray<std::uint64_t> held(context, lists.num_receivers);  // ranks
  DeviceArray<unsigned long long> counts(context, 2);
  std::uint64_t* const rank = pointer_of(held);
  unsigned long long* const count = pointer_of(counts);
  const Offset* const offsets = lists.offsets.data();
  const std::uint64_t* const entries = lists.entries.data();
  const VertexId* const mate = mates.data();
  for_each(context, lists.num_receivers,
           [=] __device__(std::uint64_t r) { rank[r] = ~std::uint64_t{0}; });
  for_each(context, 2, [=] __device__(std::uint64_t i) { count[i] = 0; });
  for_each(context, lists.num_proposers, [=] __device__(std::uint64_t p) {
    if (mate[p] == k_none) return;
    bool is_listed = false;
    for (Offset i = offsets[p]; i < offsets[p + 1] && !is_listed; ++i) {
      if (static_cast<VertexId>(entries[i]) != mate[p]) continue;
      is_listed = true;
      const std::uint64_t before = atomicExch(reinterpret_cast<unsigned long long*>(&rank[mate[p]]),
                                              (entries[i] & ~k_last) >> 32);
      if (before != ~std::uint64_t{0}) atomicAdd(&count[1], 1ULL);
    }
    atomicAdd(&count[is_listed ? 0 : 1], 1ULL);
  });
  for_each(context, lists.num_proposers, [=] __device__(std::uint64_t p) {
    for (Offset i = offsets[p]; i < offsets[p + 1]; ++i) {
      const auto receiver = static_cast<VertexId>(entries[i]);
      if (receiver == mate[p]) break;
      if ((entries[i] & ~k_last) >> 32 < rank[receiver]) atomicAdd(&count[1], 1ULL);
    }
  });
  const auto found = download(context, counts.view());
  return {found.at(0), found.at(1)};
}

}  // namespace hypermatch::bench
