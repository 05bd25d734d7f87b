// SPDX-License-Identifier: MIT
// Matches held edges by falling key. They are distributed by their leading bits, and only those of
// a bucket that are still free when its turn comes are sorted: most are gone by then.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "order/passes/passes.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

namespace {

// Keys as numbers of 96 bits.
__extension__ using KeyNumber = unsigned __int128;

KeyNumber number_of(const EdgeKey& key) {
  return (KeyNumber{key.image} << 32) | key.hash;
}
int width_of(KeyNumber key) {
  const auto high = static_cast<std::uint64_t>(key >> 64);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(key)));
}

// Moves candidates into buckets of falling keys, in place; none if all keys are equal. Each bucket
// spans fewer bits than all.
template <class KeyOf>
std::vector<std::span<Candidate>> distribute(std::span<Candidate> all, const KeyOf& key_of) {
  constexpr std::size_t k_bucket = parallel::grain(std::size_t{1} << 11, 2);
  constexpr int k_most_bits = 10;
  KeyNumber low = key_of(all[0]);
  KeyNumber high = low;
  for (const Candidate& c : all) {
    low = std::min(low, key_of(c));
    high = std::max(high, key_of(c));
  }
  const int width = width_of(high - low);
  if (width == 0) return {};
  const int bits =
      std::min({width, k_most_bits, 1 + static_cast<int>(std::bit_width(all.size() / k_bucket))});
  const auto bucket_of = [&](const Candidate& c) {
    return static_cast<std::size_t>((high - key_of(c)) >> (width - bits));
  };
  std::vector<std::size_t> ends(std::size_t{1} << bits, 0);
  for (const Candidate& c : all) ++ends[bucket_of(c)];
  std::vector<std::size_t> next(ends.size());
  std::size_t sum = 0;
  for (std::size_t b = 0; b < ends.size(); ++b) {
    next[b] = sum;
    sum += ends[b];
    ends[b] = sum;
  }
  std::vector<std::span<Candidate>> buckets;
  std::size_t begin = 0;
  for (std::size_t b = 0; b < ends.size(); ++b) {
    // Ends: each turn puts a candidate where it belongs.
    while (next[b] < ends[b]) {
      const std::size_t belongs = bucket_of(all[next[b]]);
      if (belongs == b) {
        ++next[b];
      } else {
        std::swap(all[next[b]], all[next[belongs]++]);
      }
    }
    if (begin != ends[b]) buckets.push_back(all.subspan(begin, ends[b] - begin));
    begin = ends[b];
  }
  return buckets;
}

constexpr std::size_t k_sorted_whole = parallel::grain(std::size_t{1} << 14, 4);

}  // namespace

// Free candidates in front.
std::span<Candidate> Passes::free_ones(std::span<Candidate> candidates) const {
  std::size_t kept = 0;
  for (const Candidate& c : candidates) {
    const bool is_free = !matched_.meets(candidates_.pins_of(c));
    candidates[kept] = c;
    kept += is_free ? 1 : 0;
  }
  return candidates.first(kept);
}

// Ends: each bucket spans fewer bits than all.
void Passes::match_falling(std::span<Candidate> candidates) {
  const auto key_of = [&](const Candidate& c) { return number_of(candidates_.key_of(c)); };
  std::vector<std::span<Candidate>> buckets;
  if (candidates.size() > k_sorted_whole) buckets = distribute(candidates, key_of);
  if (buckets.empty()) buckets.push_back(candidates);
  // As many side by side as threads are busy with.
  const std::size_t most = k_sorted_whole * static_cast<std::size_t>(context_.threads());
  for (std::size_t first = 0; first < buckets.size();) {
    context_.check_cancelled();
    std::size_t last = first;
    std::size_t size = 0;
    do {
      size += buckets[last++].size();
    } while (last < buckets.size() && size + buckets[last].size() <= most);
    if (size > most && buckets.size() > 1) {
      match_falling(free_ones(buckets[first]));
    } else {
      match_buckets(std::span(buckets).subspan(first, last - first));
    }
    first = last;
  }
}

void Passes::match_buckets(std::span<std::span<Candidate>> buckets) {
  parallel::run_tasks(context_, buckets.size(), [&](std::size_t i) {
    buckets[i] = free_ones(buckets[i]);
    std::sort(buckets[i].begin(), buckets[i].end(),
              [&](const Candidate& a, const Candidate& b) { return candidates_.is_above(a, b); });
  });
  const bool is_pair = shape_ == EdgeShape::pairs;
  const bool has_reals = keys_->rule().has_reals;
  for (const std::span<Candidate> bucket : buckets) {
    for (const Candidate& c : bucket) {
      const std::span<const VertexId> pins = candidates_.pins_of(c);
      if (matched_.meets(pins)) continue;
      matched_.insert(pins);
      const structures::RawWeight weight = weight_of(c);
      if (!has_reals) integer_sum_.add(weight);
      runs_->add({c.id, is_pair ? c.ends[0] : 0, is_pair ? c.ends[1] : 0, weight});
    }
  }
}

}  // namespace hypermatch::detail::order
