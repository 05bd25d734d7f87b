// SPDX-License-Identifier: MIT
// The part of a pass that holds edges: room for the uppermost.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "order/passes/passes.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

// Gives the picks of a wave their places, slot after slot, and fills these side by side.
void Passes::hold(std::span<Slot> wave) {
  std::size_t first = 0;  // of the slots with places that are not filled
  const auto fill_to = [&](std::size_t last) {
    parallel::run_tasks(context_, last - first, [&](std::size_t i) { put(wave[first + i]); });
    first = last;
  };
  for (std::size_t i = 0; i < wave.size(); ++i) {
    if (candidates_.take_places(wave[i].picks.count, wave[i].num_pins, wave[i].held)) continue;
    fill_to(i);
    progress_ = wave[i].progress;
    collect(wave[i]);
    // The bar is higher, and edges may be matched.
    first = i + 1;
    parallel::run_tasks(context_, wave.size() - first,
                        [&](std::size_t j) { sift(wave[first + j]); });
  }
  fill_to(wave.size());
}

void Passes::put(Slot& slot) {
  const EdgeBlock& block = slot.block;
  Candidates::Places places = slot.held;
  for (std::size_t j = 0; j < slot.picks.count; ++j) {
    const std::size_t i = slot.picks.places[j];
    candidates_.put(places, slot.picks.images[j], block.ids[i], block.pins_of(i),
                    keys_->weight_of(slot.picks, j));
  }
}

// Holds edge after edge, and makes room whenever there is none.
void Passes::collect(Slot& slot) {
  const EdgeBlock& block = slot.block;
  const std::uint64_t height = std::max(slot.height_of_rest, slot.place.high);
  for (std::size_t j = 0; j < slot.picks.count; ++j) {
    const std::size_t i = slot.picks.places[j];
    const std::uint64_t image = slot.picks.images[j];
    const structures::RawWeight weight = keys_->weight_of(slot.picks, j);
    const std::span<const VertexId> pins = block.pins_of(i);
    if (!candidates_.fits(pins.size())) {
      if (!candidates_.can_fit(pins.size())) {
        throw Error(ErrorCode::resources,
                    "edge " + std::to_string(block.ids[i]) + " has " + std::to_string(pins.size()) +
                        " pins and needs " + std::to_string(candidates_.bytes_needed(pins.size())) +
                        " bytes, more than the limit of memory leaves");
      }
      make_room(height);
      // Ends: each turn drops candidates, and one alone leaves room for any edge.
      while (!candidates_.fits(pins.size())) raise_bar();
    }
    const EdgeKey key{image & keys_->mask(), keys_->hash(block.ids[i], pins)};
    if (matched_.meets(pins)) continue;
    if (is_below_bar(key)) {
      if (is_writing_) leave(block.ids[i], pins, image, weight, slot.writer);
      continue;
    }
    candidates_.add(image, block.ids[i], pins, weight);
  }
}

void Passes::make_room(std::uint64_t height_of_rest) {
  if (height_of_rest != k_no_height) {
    const std::span<Candidate> all = candidates_.entries();
    const auto end = std::partition(all.begin(), all.end(), [&](const Candidate& c) {
      return candidates_.image_of(c) > height_of_rest;
    });
    match_batch({all.begin(), end});
    candidates_.filter([&](const Candidate& c) { return !matched_.meets(candidates_.pins_of(c)); },
                       [](const Candidate&) {});
  }
  // A quarter of room is worth going on.
  if (candidates_.is_mostly_full()) raise_bar();
}

void Passes::raise_bar() {
  const std::span<Candidate> all = candidates_.entries();
  // If blocks look alike, about as many will be above the bar at the end as there is room for. The
  // keys of some candidates say where that is.
  const double share = std::clamp(0.9 * progress_, 1.0 / 64, 0.5);
  const std::size_t stride = all.size() / (std::size_t{1} << 14) + 1;
  std::vector<EdgeKey> keys;
  for (std::size_t i = 0; i < all.size(); i += stride) keys.push_back(candidates_.key_of(all[i]));
  const auto kept = static_cast<std::ptrdiff_t>(share * static_cast<double>(keys.size()));
  const auto middle = keys.begin() + std::min<std::ptrdiff_t>(std::max<std::ptrdiff_t>(kept, 1),
                                                              std::ssize(keys) - 1);
  std::nth_element(keys.begin(), middle, keys.end(), std::greater<>());
  bar_ = *middle;
  has_bar_ = true;
  candidates_.filter([&](const Candidate& c) { return candidates_.key_of(c) > bar_; },
                     [&](const Candidate& c) {
                       if (is_writing_)
                         leave(c.id, candidates_.pins_of(c), c.image(), weight_of(c), writer_);
                     });
  if (candidates_.count() == 0 && all.size() > 1) {
    throw Error(ErrorCode::invalid_input,
                "edge " + std::to_string(all[0].id) + " is there many times");
  }
}

void Passes::match_batch(std::span<Candidate> candidates) {
  if (candidates.empty()) return;
  ++batches_;
  match_falling(candidates);
}

structures::RawWeight Passes::weight_of(const Candidate& candidate) const {
  return keys_->hides_weights() ? candidates_.weight_of(candidate)
                                : keys_->weight_of_image(candidate.image());
}

}  // namespace hypermatch::detail::order
