// SPDX-License-Identifier: MIT
#include "order/passes/candidates.hpp"

#include <cstring>

namespace hypermatch::detail::order {

Candidates::Candidates(EdgeShape shape, std::size_t bytes)
    : shape_(shape), bytes_(bytes / sizeof(Candidate) * sizeof(Candidate)) {
  words_end_ = reinterpret_cast<VertexId*>(bytes_.data() + bytes_.size());
}

void Candidates::begin(const EdgeKeys& keys) {
  clear();
  keys_ = &keys;
  mask_ = keys.mask();
  hides_weights_ = keys.hides_weights();
}

void Candidates::put(Places& places, std::uint64_t image, EdgeId id, std::span<const VertexId> pins,
                     structures::RawWeight weight) {
  Candidate* const out = entry(places.entry++);
  *out = {static_cast<std::uint32_t>(image), static_cast<std::uint32_t>(image >> 32), id, {}};
  if (shape_ == EdgeShape::pairs) {
    out->ends[0] = pins[0];
    out->ends[1] = pins[1];
    return;
  }
  places.words += words_of(pins.size());
  const std::uint64_t place = places.words;
  out->ends[0] = static_cast<VertexId>(place);
  out->ends[1] = static_cast<VertexId>(place >> 32);
  VertexId* words = words_end_ - place;
  *words++ = static_cast<VertexId>(pins.size());
  if (hides_weights_) {
    std::memcpy(words, &weight, sizeof(weight));
    words += 2;
  }
  std::copy(pins.begin(), pins.end(), words);
}

structures::RawWeight Candidates::weight_of(const Candidate& candidate) const {
  structures::RawWeight weight = 0;
  std::memcpy(&weight, words_at(candidate) + 1, sizeof(weight));
  return weight;
}

bool Candidates::is_above_of_one_image(const Candidate& a, const Candidate& b) const {
  const std::uint32_t hash_a = keys_->hash(a.id, a.ends);
  const std::uint32_t hash_b = keys_->hash(b.id, b.ends);
  if (hash_a != hash_b) return hash_a > hash_b;
  // Edges of a graph far from each other, or one that is there twice.
  if (shape_ == EdgeShape::pairs) {
    const auto [low_a, high_a] = std::minmax(a.ends[0], a.ends[1]);
    const auto [low_b, high_b] = std::minmax(b.ends[0], b.ends[1]);
    if (low_a != low_b) return low_a > low_b;
    if (high_a != high_b) return high_a > high_b;
  }
  return a.id < b.id;
}

void Candidates::close_gaps() {
  if (shape_ == EdgeShape::pairs) return;
  const std::span<Candidate> all = entries();
  const auto place_of = [](const Candidate& c) {
    return c.ends[0] | (std::uint64_t{c.ends[1]} << 32);
  };
  const auto earlier = [&](const Candidate& a, const Candidate& b) {
    return place_of(a) < place_of(b);
  };
  if (!std::is_sorted(all.begin(), all.end(), earlier)) std::sort(all.begin(), all.end(), earlier);
  used_words_ = 0;
  for (Candidate& c : all) {
    const VertexId* const words = words_at(c);
    const std::size_t size = words_of(*words);
    used_words_ += size;
    const std::uint64_t place = used_words_;
    std::memmove(words_end_ - place, words, size * sizeof(VertexId));
    c.ends[0] = static_cast<VertexId>(place);
    c.ends[1] = static_cast<VertexId>(place >> 32);
  }
}

}  // namespace hypermatch::detail::order
