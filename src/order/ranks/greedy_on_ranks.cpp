// SPDX-License-Identifier: MIT
#include "order/ranks/greedy_on_ranks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::order {

namespace {

// Shares of all edges: the first batch, and those behind it, at most. Where all ranks take a batch,
// half a pin per vertex is enough: fewer edges that die within it are sent.
constexpr double k_first_share = 0.1;
constexpr double k_share = 0.13;
// Sampled edges, of all ranks.
constexpr std::uint64_t k_sample = std::uint64_t{1} << 14;
constexpr std::uint64_t k_any_image = ~std::uint64_t{0};
// Share of the edges of a rank in a slice of a batch, at most, and edges that are not cut.
constexpr std::size_t k_slices = 24;
constexpr std::size_t k_least_slice = parallel::grain(std::size_t{1} << 16, 8);
// Edges of a bucket, about.
constexpr std::size_t k_bucket = parallel::grain(std::size_t{1} << 12, 4);

// The size of all edges, or 0 where sizes differ.
std::size_t common_size(const EdgePart& part) {
  if (part.offsets.empty()) return part.edge_size;
  const std::size_t count = part.num_edges();
  const std::size_t size = count == 0 ? 0 : static_cast<std::size_t>(part.offsets[1]);
  for (std::size_t e = 0; e < count; ++e) {
    if (part.offsets[e + 1] - part.offsets[e] != size) return 0;
  }
  return size;
}

}  // namespace

template <class Key>
GreedyOnRanks<Key>::GreedyOnRanks(const Context& context, parallel::Mail& mail,
                                  const AgreedOrder& agreed, const EdgePart& part,
                                  const Boundary& boundary, RankKeys& keys)
    : context_(context),
      mail_(mail),
      agreed_(agreed),
      part_(part),
      boundary_(boundary),
      keys_(keys),
      size_(common_size(part)),
      is_matched_(static_cast<VertexId>(boundary.num_local())),
      is_shared_(static_cast<VertexId>(boundary.is_whole() ? 0 : boundary.num_local())),
      is_blocked_(static_cast<VertexId>(boundary.is_whole() ? 0 : boundary.num_local())),
      tops_here_(boundary.num_shared()),
      has_top_(static_cast<VertexId>(boundary.num_shared())),
      is_top_(static_cast<VertexId>(boundary.num_local() - boundary.num_own())),
      tops_(mail.size()),
      up_(mail.size()),
      down_(mail.size()) {
  for (const VertexId v : boundary.shared()) is_shared_.insert(v);
  for (std::size_t v = boundary.num_own(); v < boundary.num_local(); ++v) {
    is_shared_.insert(static_cast<LocalId>(v));
  }
}

template <class Key>
Array<std::uint32_t> GreedyOnRanks<Key>::run(RankCosts& costs) {
  sample();
  costs.setup_bytes = mail_.bytes();
  Key bar = first_bar();
  bool is_last = bar == Key{};
  if (!is_last) left_edges_ = agreed_.facts.edges - agreed_.facts.edges / 8;
  low_ = bar;
  settle_batch();
  // Ends: each bar is a splitter below the one before, or that of the last batch.
  while (!is_last) {
    bar = next_bar(is_last);
    low_ = bar;
    settle_batch();
  }
  sort_matched();
  costs.batches = batches_;
  costs.stalled_edges = stalled_edges_;
  costs.stalled_bytes = stalled_bytes_;
  costs.largest_stalled_share = largest_stalled_share_;
  return std::move(matched_);
}

// By a bit per edge.
template <class Key>
void GreedyOnRanks<Key>::sort_matched() {
  Array<std::uint64_t> bits(part_.num_edges() / 64 + 1, 0);
  for (const std::uint32_t e : matched_) bits[e / 64] |= std::uint64_t{1} << (e % 64);
  std::uint32_t* out = matched_.data();
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t word = bits[i]; word != 0; word &= word - 1) {
      *out++ =
          static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
}

// Keys from all ranks, of which the same splitters are chosen everywhere.
template <class Key>
void GreedyOnRanks<Key>::sample() {
  const std::uint64_t all = agreed_.facts.edges;
  std::vector<Key> keys;
  const std::uint64_t stride = stride_ = std::max<std::uint64_t>(all / k_sample, 1);
  // At random within each stride: files have periods.
  for (std::uint64_t at = 0; at < part_.num_edges(); at += stride) {
    const std::uint64_t e = at + base::below(base::splitmix64(part_.first_edge + at), stride);
    if (e >= part_.num_edges()) break;
    keys_.template for_each<Key>(
        e, e + 1, 0, k_any_image, [](std::uint32_t /*e*/) { return true; },
        [&](std::uint32_t edge, Key key) {
          keys.push_back(key);
          sampled_.push_back({key, edge});
        });
  }
  mail_.clear();
  for (std::size_t q = 0; q < mail_.size(); ++q) mail_.put<Key>(q, keys);
  mail_.exchange();
  std::vector<Key> sampled = keys;
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    const std::span<const Key> theirs = mail_.take<Key>(q);
    sampled.insert(sampled.end(), theirs.begin(), theirs.end());
  }
  mail_.clear();
  std::sort(sampled.begin(), sampled.end(), std::greater<>());
  // Few edges are one batch.
  if (all < agreed_.tuning.few_edges) return;
  const std::size_t count = std::min(agreed_.tuning.most_splitters, sampled.size());
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t at = i * sampled.size() / (count + 1);
    if (at < sampled.size()) splitters_.push_back(sampled[at]);
  }
}

template <class Key>
Key GreedyOnRanks<Key>::first_bar() const {
  if (splitters_.empty()) return Key{};
  const double share =
      static_cast<double>(wanted_edges(k_first_share)) / static_cast<double>(agreed_.facts.edges);
  return splitters_[static_cast<std::size_t>(share * static_cast<double>(splitters_.size()))];
}

// Edges that the next batch should have, of all ranks.
template <class Key>
std::uint64_t GreedyOnRanks<Key>::wanted_edges(double most) const {
  constexpr std::uint64_t k_usual_batches = 4;
  const auto edges = static_cast<double>(agreed_.facts.edges);
  double wanted = most * edges;
  if (boundary_.is_whole()) {
    const double half_pin = 0.5 * static_cast<double>(part_.num_vertices) * edges /
                            static_cast<double>(std::max<std::uint64_t>(agreed_.facts.pins, 1));
    // Grows where edges keep dying within their batch, as at hubs of rising weight.
    const std::uint64_t late = std::max(batches_, k_usual_batches) - k_usual_batches;
    wanted =
        std::min(wanted, std::ldexp(half_pin, static_cast<int>(std::min<std::uint64_t>(late, 64))));
  }
  return static_cast<std::uint64_t>(wanted) + 1;
}

// Between splitters: 0 above the first one, and so on. Splitters belong to what is above them.
template <class Key>
std::size_t GreedyOnRanks<Key>::interval_of(Key key) const {
  const auto at = std::lower_bound(splitters_.begin(), splitters_.end(), key, std::greater<>());
  return static_cast<std::size_t>(at - splitters_.begin());
}

// The bar of the next batch, from how many of the edges that are left lie between splitters.
template <class Key>
Key GreedyOnRanks<Key>::next_bar(bool& is_last) {
  std::vector<std::uint64_t> counts(splitters_.size() + 2, 0);
  std::erase_if(sampled_, [&](const Sampled& s) { return s.key >= low_ || is_dead(s.edge); });
  for (const Sampled& sampled : sampled_) counts[interval_of(sampled.key)] += stride_;
  counts.back() = sampled_.size() * stride_;
  mail_.reduce(counts, Reduction::sum);
  const std::uint64_t wanted = wanted_edges(k_share);
  is_last = counts.back() <= wanted + wanted / 2;
  left_edges_ = counts.back();
  for (std::size_t i = 0; i < splitters_.size() && !is_last; ++i) {
    left_edges_ -= counts[i];
    if (counts.back() - left_edges_ >= wanted) return splitters_[i];
  }
  is_last = true;
  left_edges_ = 0;
  return Key{};
}

// Bars of the slices of a batch, falling to its own, by the sampled edges of this rank that are
// left: few records are held at once, and what a slice matches spares records of the next ones.
template <class Key>
std::vector<Key> GreedyOnRanks<Key>::slice_bars() const {
  std::vector<Key> keys;
  for (const Sampled& sampled : sampled_) {
    if (sampled.key >= low_ && (is_uppermost_ || sampled.key < above_)) keys.push_back(sampled.key);
  }
  std::sort(keys.begin(), keys.end(), std::greater<>());
  const std::size_t room = std::max(part_.num_edges() / k_slices, k_least_slice);
  // A batch that goes to all ranks is one slice: nothing is matched before.
  const std::size_t slices =
      boundary_.is_whole() ? 1 : std::max<std::size_t>(keys.size() * stride_ / room, 1);
  std::vector<Key> bars;
  for (std::size_t i = 1; i < slices; ++i) bars.push_back(keys[i * keys.size() / slices]);
  bars.push_back(low_);
  return bars;
}

// Edges with keys from `low` up to the slice before, but those that are dead. Keys are computed
// anew for each slice: none are held for later ones.
template <class Key>
void GreedyOnRanks<Key>::take_slice(Key low) {
  place_buckets(low);
  batch_.clear();
  const std::uint64_t low_image = low == Key{} ? 0 : keys_.image_of(low);
  batch_pins_.clear();
  const auto take = [&](std::uint32_t e, Key key) {
    if (key < low || (!is_uppermost_ && key >= above_)) return;
    if (stage_.full()) flush_stage();
    const std::span<const VertexId> pins = pins_of(e);
    const std::uint32_t place = batch_pins_.add(pins.size(), size_ == 0);
    LocalId* const local = batch_pins_.data(place);
    for (std::size_t i = 0; i < pins.size(); ++i) local[i] = boundary_.local(pins[i]);
    stage_.records[stage_.size++] = {key, e, place};
  };
  const auto take_free = [&](const auto& is_free) {
    keys_.template for_each<Key>(0, part_.num_edges(), low_image,
                                 is_uppermost_ ? k_any_image : keys_.image_of(above_), is_free,
                                 take);
  };
  if (is_uppermost_) {
    take_free([](std::uint32_t /*e*/) { return true; });
  } else if (size_ == 2) {
    const VertexId* const pins = part_.pins.data();
    take_free([&](std::size_t e) {
      return (is_matched(pins[2 * e]) | is_matched(pins[2 * e + 1])) == 0;
    });
  } else if (size_ == 3) {
    const VertexId* const pins = part_.pins.data();
    take_free([&](std::size_t e) {
      const VertexId* const at = pins + 3 * e;
      return (is_matched(at[0]) | is_matched(at[1]) | is_matched(at[2])) == 0;
    });
  } else {
    take_free([&](std::uint32_t e) { return !is_dead(e); });
  }
  flush_stage();
}

template <class Key>
void GreedyOnRanks<Key>::flush_stage() {
  batch_.make_room(stage_.size);
  batch_.flush(stage_, bucket_bars_);
}

// Buckets of a slice that has keys from `low` on, by the sampled edges of this rank that are left.
template <class Key>
void GreedyOnRanks<Key>::place_buckets(Key low) {
  std::vector<std::uint64_t> words;
  for (const Sampled& sampled : sampled_) {
    if (sampled.key >= low && (is_uppermost_ || sampled.key < above_))
      words.push_back(bucket_word(sampled.key));
  }
  std::sort(words.begin(), words.end(), std::greater<>());
  const std::size_t buckets =
      std::clamp<std::size_t>(words.size() * stride_ / k_bucket, 1,
                              std::min(KeySplitters::k_max_buckets, words.size() + 1));
  std::vector<std::uint64_t> bars;
  for (std::size_t b = 1; b < buckets; ++b) bars.push_back(words[b * words.size() / buckets]);
  bars.erase(std::unique(bars.begin(), bars.end()), bars.end());
  bucket_bars_.assign(bars);
}

template <class Key>
void GreedyOnRanks<Key>::check_stop(std::uint64_t stopped) const {
  if (stopped != 0) throw AgreedError(ErrorCode::cancelled, "stopped on request");
}

template <class Key>
void GreedyOnRanks<Key>::settle_batch() {
  ++batches_;
  if (boundary_.is_whole()) return settle_by_all();
  batch_stalled_ = 0;
  // Undecided edges, those that were handed over, stops, edges of the batch.
  std::uint64_t words[] = {0, 0, 0, 0};
  std::uint64_t before = ~std::uint64_t{0};
  // Ends: each turn decides the uppermost undecided edge at least.
  while (true) {
    if (before == ~std::uint64_t{0}) {
      sweep_batch();
      words[3] = num_taken_;
    } else {
      sweep_again();
    }
    words[0] = undecided_.size();
    words[1] = batch_stalled_;
    words[2] = is_stopped(context_) ? 1 : 0;
    mail_.reduce(words, Reduction::sum);
    check_stop(words[2]);
    if (before == ~std::uint64_t{0}) batch_edges_ = words[3];
    words[3] = 0;
    const std::uint64_t all = agreed_.facts.edges;
    context_.report({"solve", all - std::min(all, left_edges_ + words[0]), all});
    if (words[0] == 0) break;
    // Rounds pay while they settle much; few edges are settled at once by one rank.
    const bool is_small = words[0] <= std::max(batch_edges_ / 64, agreed_.tuning.few_edges / 4);
    if (is_small || words[0] > before / 4 * 3) {
      hand_over();
    } else {
      settle_boundary();
    }
    before = words[0];
  }
  stalled_edges_ += batch_stalled_;
  if (batch_edges_ == 0) return;
  largest_stalled_share_ = std::max(
      largest_stalled_share_, static_cast<double>(words[1]) / static_cast<double>(batch_edges_));
}

template class GreedyOnRanks<NarrowKey>;
template class GreedyOnRanks<WideKey>;

}  // namespace hypermatch::detail::order
