// SPDX-License-Identifier: MIT
#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"

namespace hypermatch::detail::parallel {

namespace {

// The scratch bytes that `call` needs: every CUB function reports them if its memory is null.
template <class Call>
std::size_t bytes_of(const char* name, const Call& call) {
  std::size_t bytes = 0;
  check_cuda(call(nullptr, bytes), name);
  return bytes;
}

template <class Call>
void run(const char* name, DeviceScratch scratch, const Call& call) {
  check_cuda(call(scratch.data, scratch.bytes), name);
}

template <class Key>
cudaError_t sort(void* memory, std::size_t& bytes, const Key* keys, Key* sorted_keys,
                 const std::uint32_t* values, std::uint32_t* sorted_values, std::uint64_t items,
                 int bits, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted_keys, values, sorted_values,
                                         items, 0, bits, stream);
}

cudaError_t scan(void* memory, std::size_t& bytes, const std::uint32_t* values, std::uint64_t* sums,
                 std::uint64_t items, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(memory, bytes, values, sums, cuda::std::plus<>{},
                                        std::uint64_t{0}, items, stream);
}

cudaError_t select(void* memory, std::size_t& bytes, const std::uint8_t* flags,
                   std::uint32_t* selected, std::uint64_t* count, std::uint64_t items,
                   cudaStream_t stream) {
  return cub::DeviceSelect::Flagged(memory, bytes, thrust::counting_iterator<std::uint32_t>(0),
                                    flags, selected, count, items, stream);
}

}  // namespace

std::size_t radix_sort_bytes(std::uint64_t items) {
  return bytes_of("sort", [&](void* memory, std::size_t& bytes) {
    return sort<std::uint32_t>(memory, bytes, nullptr, nullptr, nullptr, nullptr, items, 32, {});
  });
}

void radix_sort(DeviceScratch scratch, const std::uint32_t* keys, std::uint32_t* sorted_keys,
                const std::uint32_t* values, std::uint32_t* sorted_values, std::uint64_t items,
                int bits, DeviceStream stream) {
  run("sort", scratch, [&](void* memory, std::size_t& bytes) {
    return sort(memory, bytes, keys, sorted_keys, values, sorted_values, items, bits, stream);
  });
}

std::size_t radix_sort_wide_bytes(std::uint64_t items) {
  return bytes_of("sort", [&](void* memory, std::size_t& bytes) {
    return sort<std::uint64_t>(memory, bytes, nullptr, nullptr, nullptr, nullptr, items, 64, {});
  });
}

void radix_sort(DeviceScratch scratch, const std::uint64_t* keys, std::uint64_t* sorted_keys,
                const std::uint32_t* values, std::uint32_t* sorted_values, std::uint64_t items,
                DeviceStream stream) {
  run("sort", scratch, [&](void* memory, std::size_t& bytes) {
    return sort(memory, bytes, keys, sorted_keys, values, sorted_values, items, 64, stream);
  });
}

std::size_t exclusive_scan_bytes(std::uint64_t items) {
  return bytes_of("scan", [&](void* memory, std::size_t& bytes) {
    return scan(memory, bytes, nullptr, nullptr, items, {});
  });
}

void exclusive_scan(DeviceScratch scratch, const std::uint32_t* values, std::uint64_t* sums,
                    std::uint64_t items, DeviceStream stream) {
  run("scan", scratch, [&](void* memory, std::size_t& bytes) {
    return scan(memory, bytes, values, sums, items, stream);
  });
}

std::size_t select_bytes(std::uint64_t items) {
  return bytes_of("select", [&](void* memory, std::size_t& bytes) {
    return select(memory, bytes, nullptr, nullptr, nullptr, items, {});
  });
}

void select(DeviceScratch scratch, const std::uint8_t* flags, std::uint32_t* selected,
            std::uint64_t* count, std::uint64_t items, DeviceStream stream) {
  run("select", scratch, [&](void* memory, std::size_t& bytes) {
    return select(memory, bytes, flags, selected, count, items, stream);
  });
}

}  // namespace hypermatch::detail::parallel
