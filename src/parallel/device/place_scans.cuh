// SPDX-License-Identifier: MIT
// The prefix sums and selections of a device's stream as a place, by CUB.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "parallel/device/place.cuh"

namespace hypermatch::detail::parallel {

namespace place_detail {

struct AddRows {
  __device__ RowsBefore operator()(RowsBefore a, const RowsBefore& b) const { return a += b; }
};
struct IsKept {
  __device__ bool operator()(std::uint32_t number) const { return number != k_none; }
};

template <class Loop>
cudaError_t scan_rows(void* memory, std::size_t& bytes, const Loop& loop, std::uint64_t items,
                      DeviceStream stream) {
  return cub::DeviceScan::ExclusiveScan(
      memory, bytes,
      thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0), loop),
      thrust::make_tabulate_output_iterator(loop), AddRows{}, RowsBefore{}, items, stream);
}
template <class Map, class Out>
cudaError_t filter_map(void* memory, std::size_t& bytes, const Map& map, const Out& out,
                       std::uint64_t* count, std::uint64_t items, DeviceStream stream) {
  return cub::DeviceSelect::If(
      memory, bytes,
      thrust::make_transform_iterator(thrust::counting_iterator<std::uint64_t>(0), map), out, count,
      items, IsKept{}, stream);
}

}  // namespace place_detail

inline void CudaPlace::lay_out_scans(Arena& arena, std::uint64_t items) {
  std::size_t of_scan = 0;
  std::size_t of_filter = 0;
  check_cuda(place_detail::scan_rows(nullptr, of_scan, place_archetypes::Scan{}, items, stream_),
             "scan_rows");
  check_cuda(
      place_detail::filter_map(nullptr, of_filter, place_archetypes::Number{},
                               static_cast<std::uint32_t*>(nullptr), nullptr, items, stream_),
      "filter_map");
  scratch_.bytes = std::max(of_scan, of_filter);
  scratch_.data = arena.take<std::byte>("scratch", scratch_.bytes).data();
  num_selected_ = arena.take<std::uint64_t>("num_selected", 1).data();
}

template <class Loop>
void CudaPlace::scan_rows(std::uint64_t items, const Loop& loop) {
  if (items == 0) return;
  check_cuda(place_detail::scan_rows(scratch_.data, scratch_.bytes, loop, items, stream_),
             "scan_rows");
}

template <class Map, class Out>
void CudaPlace::filter_map(std::uint64_t items, const Map& map, const Out& out) {
  if (items == 0) return;
  check_cuda(place_detail::filter_map(scratch_.data, scratch_.bytes, map, out.data(), num_selected_,
                                      items, stream_),
             "filter_map");
}

}  // namespace hypermatch::detail::parallel
