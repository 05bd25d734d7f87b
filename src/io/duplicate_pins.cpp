// SPDX-License-Identifier: MIT
#include "io/duplicate_pins.hpp"

#include <algorithm>
#include <bit>

namespace hypermatch::detail::io {

void DuplicatePins::forget_marks() {
  marks_ = Array<std::uint32_t>(k_marks, 0);
  edge_ = 1;
}

std::size_t DuplicatePins::merge_slowly(VertexId* pins, std::size_t size) {
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * size, 64));
  if (slots_.size() < wanted || generation_ == 0xFFFFFFFFU) {
    slots_ = Array<std::uint64_t>(std::max(wanted, slots_.size()), 0);
    generation_ = 0;
  }
  ++generation_;
  const std::size_t mask = wanted - 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const VertexId pin = pins[i];
    const std::uint64_t mine = (generation_ << 32) | pin;
    std::size_t place = (pin * 0x9E3779B97F4A7C15ULL >> 32) & mask;
    // Ends: at most half of the slots are of this generation.
    while (slots_[place] >> 32 == generation_ && slots_[place] != mine) place = (place + 1) & mask;
    if (slots_[place] == mine) continue;
    slots_[place] = mine;
    pins[kept++] = pin;
  }
  return kept;
}

}  // namespace hypermatch::detail::io
