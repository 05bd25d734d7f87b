// SPDX-License-Identifier: MIT
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "hypermatch/types.hpp"
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

struct Equals {
  std::uint8_t value;
  __device__ std::uint64_t operator()(std::uint8_t byte) const { return byte == value ? 1 : 0; }
};

cudaError_t count(void* memory, std::size_t& bytes, const std::uint8_t* in, std::uint8_t value,
                  std::uint64_t* out, std::uint64_t items, cudaStream_t stream) {
  return cub::DeviceReduce::TransformReduce(memory, bytes, in, out, items, cuda::std::plus<>{},
                                            Equals{value}, std::uint64_t{0}, stream);
}

struct AddRows {
  __device__ RowsBefore operator()(const RowsBefore& a, const RowsBefore& b) const {
    return {a.entries + b.entries, a.rows + b.rows};
  }
};

struct KeptRow {
  const std::uint64_t* offsets;
  const std::uint8_t* keep;
  std::uint8_t value;
  std::uint64_t items;
  __device__ RowsBefore operator()(std::uint64_t row) const {
    if (row == items || keep[row] != value) return {0, 0};
    return {offsets[row + 1] - offsets[row], 1};
  }
};

struct SizedRow {
  const std::uint32_t* sizes;
  std::uint64_t items;
  __device__ RowsBefore operator()(std::uint64_t row) const {
    if (row == items || sizes[row] == 0) return {0, 0};
    return {sizes[row], 1};
  }
};

template <class Row>
cudaError_t scan_rows(void* memory, std::size_t& bytes, const Row& row, RowsBefore* before,
                      std::uint64_t items, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(
      memory, bytes,
      thrust::make_transform_iterator(thrust::counting_iterator<std::uint64_t>(0), row), before,
      AddRows{}, RowsBefore{0, 0}, items + 1, stream);
}

struct Renumber {
  const std::uint32_t* renumbered;
  __device__ std::uint32_t operator()(std::uint32_t number) const { return renumbered[number]; }
};

struct IsKept {
  __device__ bool operator()(std::uint32_t number) const { return number != k_none; }
};

cudaError_t renumber(void* memory, std::size_t& bytes, const std::uint32_t* numbers,
                     const std::uint32_t* renumbered, std::uint32_t* selected, std::uint64_t* kept,
                     std::uint64_t items, cudaStream_t stream) {
  return cub::DeviceSelect::If(memory, bytes,
                               thrust::make_transform_iterator(numbers, Renumber{renumbered}),
                               selected, kept, items, IsKept{}, stream);
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

std::size_t count_equal_bytes(std::uint64_t items) {
  return bytes_of("count", [&](void* memory, std::size_t& bytes) {
    return count(memory, bytes, nullptr, 0, nullptr, items, {});
  });
}

void count_equal(DeviceScratch scratch, const std::uint8_t* bytes, std::uint8_t value,
                 std::uint64_t* counted, std::uint64_t items, DeviceStream stream) {
  run("count", scratch, [&](void* memory, std::size_t& size) {
    return count(memory, size, bytes, value, counted, items, stream);
  });
}

std::size_t scan_kept_rows_bytes(std::uint64_t items) {
  const std::size_t kept = bytes_of("scan", [&](void* memory, std::size_t& bytes) {
    return scan_rows(memory, bytes, KeptRow{nullptr, nullptr, 0, items}, nullptr, items, {});
  });
  const std::size_t sized = bytes_of("scan", [&](void* memory, std::size_t& bytes) {
    return scan_rows(memory, bytes, SizedRow{nullptr, items}, nullptr, items, {});
  });
  return kept > sized ? kept : sized;
}

void scan_kept_rows(DeviceScratch scratch, const std::uint64_t* offsets, const std::uint8_t* keep,
                    std::uint8_t value, RowsBefore* before, std::uint64_t items,
                    DeviceStream stream) {
  run("scan", scratch, [&](void* memory, std::size_t& bytes) {
    return scan_rows(memory, bytes, KeptRow{offsets, keep, value, items}, before, items, stream);
  });
}

void scan_sized_rows(DeviceScratch scratch, const std::uint32_t* sizes, RowsBefore* before,
                     std::uint64_t items, DeviceStream stream) {
  run("scan", scratch, [&](void* memory, std::size_t& bytes) {
    return scan_rows(memory, bytes, SizedRow{sizes, items}, before, items, stream);
  });
}

std::size_t select_renumbered_bytes(std::uint64_t items) {
  return bytes_of("select", [&](void* memory, std::size_t& bytes) {
    return renumber(memory, bytes, nullptr, nullptr, nullptr, nullptr, items, {});
  });
}

void select_renumbered(DeviceScratch scratch, const std::uint32_t* numbers,
                       const std::uint32_t* renumbered, std::uint32_t* selected,
                       std::uint64_t* count, std::uint64_t items, DeviceStream stream) {
  run("select", scratch, [&](void* memory, std::size_t& bytes) {
    return renumber(memory, bytes, numbers, renumbered, selected, count, items, stream);
  });
}

}  // namespace hypermatch::detail::parallel
