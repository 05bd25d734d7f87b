// SPDX-License-Identifier: MIT
// The uppermost free edges of a pass, in a fixed number of bytes: entries from the front, pins of
// hyperedges from the back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch::detail::order {

struct Candidate {
  std::uint32_t image_low;  ///< halves, so that there is no gap
  std::uint32_t image_high;
  EdgeId id;
  VertexId ends[2];  ///< of hyperedges: where the pins are, low and high half

  [[nodiscard]] std::uint64_t image() const {
    return image_low | (std::uint64_t{image_high} << 32);
  }
};

class Candidates {
 public:
  Candidates(EdgeShape shape, std::size_t bytes);
  /// Forgets all. Weights are stored beside the pins where `keys`, which must outlive their use,
  /// hide them.
  void begin(const EdgeKeys& keys);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool fits(std::size_t size) const {
    return sizeof(Candidate) * (count_ + 1) + sizeof(VertexId) * (used_words_ + words_of(size)) <=
           bytes_.size();
  }
  [[nodiscard]] bool is_mostly_full() const {
    return sizeof(Candidate) * count_ + sizeof(VertexId) * used_words_ > bytes_.size() / 4 * 3;
  }
  /// Whether an edge of so many pins can ever be held.
  [[nodiscard]] bool can_fit(std::size_t size) const {
    return 2 * (sizeof(Candidate) + sizeof(VertexId) * words_of(size)) <= bytes_.size();
  }
  [[nodiscard]] std::size_t bytes_needed(std::size_t size) const {
    return 2 * (sizeof(Candidate) + sizeof(VertexId) * words_of(size));
  }
  void add(std::uint64_t image, EdgeId id, std::span<const VertexId> pins,
           structures::RawWeight weight) {
    Places places;
    (void)take_places(1, pins.size(), places);
    put(places, image, id, pins, weight);
  }

  /// The room of some edges that are not there yet.
  struct Places {
    std::size_t entry = 0;
    std::size_t words = 0;  ///< in use behind the pins
  };
  /// Places for `edges` with so many pins; false if they do not fit.
  bool take_places(std::size_t edges, std::size_t pins, Places& places) {
    const std::size_t words = shape_ == EdgeShape::pairs ? 0 : words_of(0) * edges + pins;
    if (sizeof(Candidate) * (count_ + edges) + sizeof(VertexId) * (used_words_ + words) >
        bytes_.size()) {
      return false;
    }
    places = {count_, used_words_};
    count_ += edges;
    used_words_ += words;
    return true;
  }
  /// Puts an edge at its place; other threads may put others.
  void put(Places& places, std::uint64_t image, EdgeId id, std::span<const VertexId> pins,
           structures::RawWeight weight);

  [[nodiscard]] std::span<Candidate> entries() { return {entry(0), count_}; }
  [[nodiscard]] std::span<const VertexId> pins_of(const Candidate& candidate) const {
    if (shape_ == EdgeShape::pairs) return candidate.ends;
    const VertexId* const words = words_at(candidate);
    return {words + (hides_weights_ ? 3 : 1), *words};
  }
  /// The weight that is stored; only where `hides_weights`.
  [[nodiscard]] structures::RawWeight weight_of(const Candidate& candidate) const;
  [[nodiscard]] EdgeKey key_of(const Candidate& c) const {
    return {image_of(c), keys_->hash(c.id, c.ends)};
  }
  [[nodiscard]] std::uint64_t image_of(const Candidate& c) const { return c.image() & mask_; }
  /// The one order, whole.
  [[nodiscard]] bool is_above(const Candidate& a, const Candidate& b) const {
    const std::uint64_t image_a = image_of(a);
    const std::uint64_t image_b = image_of(b);
    return image_a != image_b ? image_a > image_b : is_above_of_one_image(a, b);
  }

  /// Keeps the entries for which keep(candidate) holds; calls drop(candidate) of the others.
  template <class Keep, class Drop>
  void filter(const Keep& keep, const Drop& drop) {
    Candidate* const first = entry(0);
    Candidate* out = first;
    for (Candidate* at = first; at != first + count_; ++at) {
      if (keep(*at)) {
        *out++ = *at;
      } else {
        drop(*at);
      }
    }
    count_ = static_cast<std::size_t>(out - first);
    close_gaps();
  }
  void clear() { count_ = used_words_ = 0; }

 private:
  [[nodiscard]] std::size_t words_of(std::size_t size) const {
    return shape_ == EdgeShape::pairs ? 0 : 1 + size + (hides_weights_ ? 2 : 0);
  }
  [[nodiscard]] Candidate* entry(std::size_t i) {
    return reinterpret_cast<Candidate*>(bytes_.data()) + i;
  }
  // The words of pins that begin so many words in front of the end.
  [[nodiscard]] const VertexId* words_at(const Candidate& candidate) const {
    return words_end_ - (candidate.ends[0] | (std::uint64_t{candidate.ends[1]} << 32));
  }
  [[nodiscard]] bool is_above_of_one_image(const Candidate& a, const Candidate& b) const;
  void close_gaps();

  EdgeShape shape_;
  const EdgeKeys* keys_ = nullptr;
  std::uint64_t mask_ = 0;
  bool hides_weights_ = false;
  Array<std::byte> bytes_;
  VertexId* words_end_;
  std::size_t count_ = 0;
  std::size_t used_words_ = 0;
};

}  // namespace hypermatch::detail::order
