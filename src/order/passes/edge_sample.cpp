// SPDX-License-Identifier: MIT
#include "order/passes/edge_sample.hpp"

#include <algorithm>

namespace hypermatch::detail::order {

void EdgeSample::clear(const EdgeKeys& keys) {
  edges_.begin(keys);
  images_.clear();
  stride_ = image_stride_ = 1;
  seen_ = seen_images_ = 0;
}

void EdgeSample::take(const EdgeBlock& block, const EdgeKeys& keys,
                      std::span<const std::uint64_t> images) {
  const std::uint64_t first = seen_;
  seen_ += block.num_edges();
  const auto behind = [&](std::uint64_t number) {
    return (number + stride_ - 1) / stride_ * stride_;
  };
  for (std::uint64_t number = behind(first); number < seen_; number = behind(number + 1)) {
    const auto i = static_cast<std::size_t>(number - first);
    const std::span<const VertexId> pins = block.pins_of(i);
    if (!keys.takes_part(block, i)) continue;
    if (!edges_.can_fit(8 * pins.size())) continue;
    // Ends: each turn drops half of the sample.
    while (!edges_.fits(pins.size())) {
      std::size_t turn = 0;
      edges_.filter([&](const Candidate&) { return turn++ % 2 == 0; }, [](const Candidate&) {});
      stride_ *= 2;
    }
    edges_.add(0, block.ids[i], pins, 0);
  }
  constexpr std::size_t k_most = 8192;
  for (const std::uint64_t image : images) {
    if (seen_images_++ % image_stride_ != 0) continue;
    if (images_.size() == k_most) {
      for (std::size_t i = 0; i < k_most / 2; ++i) images_[i] = images_[2 * i];
      images_.resize(k_most / 2);
      image_stride_ *= 2;
    }
    images_.push_back(image);
  }
}

void EdgeSample::finish() {
  std::sort(images_.begin(), images_.end());
}

std::uint64_t EdgeSample::num_free(const VertexSet& matched) {
  const std::span<const Candidate> all = edges_.entries();
  return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [&](const Candidate& c) {
    return !matched.meets(edges_.pins_of(c));
  }));
}

std::size_t EdgeSample::rank(std::uint64_t image) const {
  return static_cast<std::size_t>(std::upper_bound(images_.begin(), images_.end(), image) -
                                  images_.begin());
}

}  // namespace hypermatch::detail::order
