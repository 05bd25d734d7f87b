// SPDX-License-Identifier: MIT
// Rows in device memory, as loops over them share them out: with their largest size, and room for
// the list of heavy ones.
#pragma once

#include <cstdint>

#include "parallel/device/arena.hpp"
#include "parallel/device/incidence.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::parallel {

class MeasuredRows {
 public:
  void lay_out(DeviceArena& arena, std::uint64_t entries) {
    entries_ = entries;
    sizes_ = arena.take<RowSizes>(1);
    heavy_ = arena.take<std::uint32_t>(heavy_room(entries));
    num_heavy_ = arena.take<std::uint32_t>(2);
  }

  /// Waits for the stream.
  void measure(CudaPlace& place, const Offset* offsets, std::uint64_t count) {
    find_row_sizes(offsets, count, sizes_, place.stream());
    rows_ = {.offsets = CudaPlace::Words<const Offset>(offsets),
             .count = count,
             .entries = entries_,
             .largest = place.read<1>(CudaPlace::Words<RowSizes>(sizes_))[0].largest,
             .heavy = heavy_,
             .num_heavy = num_heavy_};
  }

  /// As measured last.
  [[nodiscard]] const Rows<CudaPlace>& rows() const { return rows_; }

 private:
  std::uint64_t entries_ = 0;
  RowSizes* sizes_ = nullptr;
  std::uint32_t* heavy_ = nullptr;
  std::uint32_t* num_heavy_ = nullptr;
  Rows<CudaPlace> rows_{};
};

}  // namespace hypermatch::detail::parallel
