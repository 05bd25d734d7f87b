// SPDX-License-Identifier: MIT
#include "io/builders/duplicate_pins.hpp"

#include <algorithm>
#include <bit>

namespace hypermatch::detail::io {

void DuplicatePins::forget_marks() {
  marks_ = Array<std::uint32_t>(k_marks, 0);
  edge_ = 1;
}

std::size_t DuplicatePins::clear_slots(std::size_t size) {
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * size, 64));
  if (slots_.size() < wanted || generation_ == 0xFFFFFFFFU) {
    slots_ = Array<std::uint64_t>(std::max(wanted, slots_.size()), 0);
    generation_ = 0;
  }
  ++generation_;
  return wanted - 1;
}

std::size_t DuplicatePins::merge_slowly(VertexId* pins, std::size_t size) {
  const std::size_t mask = clear_slots(size);
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

bool DuplicatePins::differ_slowly(const VertexId* pins, std::size_t size) {
  const std::size_t mask = clear_slots(size);
  // Pins can be chosen so that all want the same slot.
  std::size_t rounds_before_sorting = 8 * size;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t mine = (generation_ << 32) | pins[i];
    std::size_t place = (pins[i] * 0x9E3779B97F4A7C15ULL >> 32) & mask;
    // Ends: the rounds run out.
    while (slots_[place] >> 32 == generation_ && slots_[place] != mine) {
      if (rounds_before_sorting-- == 0) {
        Array<VertexId> sorted(std::span<const VertexId>(pins, size));
        std::sort(sorted.begin(), sorted.end());
        return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
      }
      place = (place + 1) & mask;
    }
    if (slots_[place] == mine) return false;
    slots_[place] = mine;
  }
  return true;
}

}  // namespace hypermatch::detail::io
