// SPDX-License-Identifier: MIT
// The part of a pass that holds edges: room for the uppermost, and their match in order.
#include <algorithm>
#include <limits>
#include <string>

#include "hypermatch/error.hpp"
#include "order/passes/passes.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::order {

// `height_of_rest`: no edge behind this block is above.
void Passes::collect(Slot& slot, std::uint64_t height_of_rest) {
  const EdgeBlock& block = slot.block;
  for (std::size_t j = 0; j < slot.left_places.size(); ++j) {
    const std::size_t i = slot.left_places[j];
    leave(block.ids[i], block.pins_of(i), slot.left_images[j], keys_->weight_of(block, i));
  }
  const std::uint64_t height = std::max(height_of_rest, slot.place.high);
  for (std::size_t j = 0; j < slot.num_kept; ++j) {
    const std::size_t i = slot.picks.places[j];
    const std::uint64_t image = slot.picks.images[j];
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
    const EdgeKey key{image & keys_->mask(), slot.hashes[j]};
    if (matched_.meets(pins)) continue;
    if (is_below_bar(key)) {
      if (is_writing_) leave(block.ids[i], pins, image, keys_->weight_of(block, i));
      continue;
    }
    candidates_.add(image, key.hash, block.ids[i], pins, keys_->weight_of(block, i));
  }
}

void Passes::make_room(std::uint64_t height_of_rest) {
  if (height_of_rest != k_no_height) {
    const std::span<Candidate> all = candidates_.entries();
    const auto end = std::partition(all.begin(), all.end(), [&](const Candidate& c) {
      return candidates_.key_of(c).image > height_of_rest;
    });
    match_sorted({all.begin(), end});
    candidates_.filter([&](const Candidate& c) { return !matched_.meets(candidates_.pins_of(c)); },
                       [](const Candidate&) {});
  }
  // A quarter of room is worth going on.
  if (candidates_.is_mostly_full()) raise_bar();
}

void Passes::raise_bar() {
  const std::span<Candidate> all = candidates_.entries();
  const auto above = [&](const Candidate& a, const Candidate& b) {
    return candidates_.is_above(a, b);
  };
  // If blocks look alike, about as many will be above the bar at the end as there is room for.
  const double share = std::clamp(0.9 * progress_, 1.0 / 64, 0.5);
  const auto kept = static_cast<std::ptrdiff_t>(share * static_cast<double>(all.size()));
  const auto middle = all.begin() + std::max<std::ptrdiff_t>(kept, 1);
  std::nth_element(all.begin(), middle, all.end(), above);
  bar_ = candidates_.key_of(*middle);
  has_bar_ = true;
  candidates_.filter([&](const Candidate& c) { return candidates_.key_of(c) > bar_; },
                     [&](const Candidate& c) {
                       if (is_writing_) leave(c.id, candidates_.pins_of(c), c.image, weight_of(c));
                     });
  if (candidates_.count() == 0 && all.size() > 1) {
    throw Error(ErrorCode::invalid_input,
                "edge " + std::to_string(all[0].id) + " is there many times");
  }
}

structures::RawWeight Passes::weight_of(const Candidate& candidate) const {
  return keys_->hides_weights() ? candidates_.weight_of(candidate)
                                : keys_->weight_of_image(candidate.image);
}

// In falling order; the order is found a part at a time, because most of what is below a part is
// gone when it is matched.
void Passes::match_sorted(std::span<Candidate> candidates) {
  constexpr std::size_t k_small = parallel::grain(std::size_t{1} << 12, 4);
  const auto above = [&](const Candidate& a, const Candidate& b) {
    return candidates_.is_above(a, b);
  };
  if (!candidates.empty()) ++batches_;
  // Ends: each turn takes candidates.
  while (!candidates.empty()) {
    context_.check_cancelled();
    const std::size_t count = candidates.size() <= k_small
                                  ? candidates.size()
                                  : std::max<std::size_t>(candidates.size() / 8, 1);
    const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(count);
    if (middle != candidates.end()) {
      std::nth_element(candidates.begin(), middle, candidates.end(), above);
    }
    std::sort(candidates.begin(), middle, above);
    for (const Candidate& c : candidates.first(count)) {
      const std::span<const VertexId> pins = candidates_.pins_of(c);
      if (matched_.meets(pins)) continue;
      matched_.insert(pins);
      const bool is_pair = shape_ == EdgeShape::pairs;
      runs_->add({c.id, is_pair ? c.ends[0] : 0, is_pair ? c.ends[1] : 0, weight_of(c)});
    }
    const std::span<Candidate> rest = candidates.subspan(count);
    const auto end = std::partition(rest.begin(), rest.end(), [&](const Candidate& c) {
      return !matched_.meets(candidates_.pins_of(c));
    });
    candidates = {rest.begin(), end};
  }
}

}  // namespace hypermatch::detail::order
