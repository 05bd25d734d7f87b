// SPDX-License-Identifier: MIT
#include "order/passes/passes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch {

std::uint64_t external_memory_floor(VertexId num_vertices) {
  return num_vertices / 8 + (std::uint64_t{16} << 20);
}

}  // namespace hypermatch

namespace hypermatch::detail::order {

namespace {

constexpr std::uint64_t k_no_height = std::numeric_limits<std::uint64_t>::max();

HypergraphView view_of_block(const EdgeBlock& block) {
  return {0, block.offsets.view(), block.pins.view(), view_of(block.weights)};
}

}  // namespace

MemoryPlan::MemoryPlan(const Context& context, std::uint64_t memory_bytes, VertexId num_vertices) {
  const std::uint64_t least = external_memory_floor(num_vertices);
  if (memory_bytes < least) {
    throw Error(ErrorCode::resources, "memory_bytes is " + std::to_string(memory_bytes) + ", " +
                                          std::to_string(num_vertices) +
                                          " vertices need at least " + std::to_string(least));
  }
  // Stacks, readers and what the system allocates beside us.
  constexpr std::uint64_t k_reserve = std::uint64_t{5} << 20;
  const auto rest = static_cast<std::size_t>(memory_bytes - num_vertices / 8 - k_reserve);
  block_bytes = std::clamp(rest / 128, parallel::grain(std::size_t{1} << 16, 256),
                           parallel::grain(std::size_t{4} << 20, 512));
  constexpr std::size_t k_slot_per_block = 5;  // what the arrays of a slot take, by its edges
  slots = std::clamp(2 * static_cast<std::size_t>(context.threads()), std::size_t{2},
                     std::max<std::size_t>(rest / 4 / (k_slot_per_block * block_bytes), 2));
  run_bytes = rest / 16;
  sample_bytes = std::clamp(rest / 32, std::size_t{1} << 16, std::size_t{1} << 20);
  candidate_bytes = rest - slots * k_slot_per_block * block_bytes - 2 * run_bytes - sample_bytes -
                    4 * block_bytes;
}

void EdgeFacts::take(const EdgeBlock& block, const OrderOptions& order) {
  edges = block.num_edges();
  pins = block.pins.size();
  if (block.offsets.empty()) {
    max_size = min_size = 2;
  } else {
    for (std::size_t i = 0; i < block.num_edges(); ++i) {
      const std::uint64_t size = block.offsets[i + 1] - block.offsets[i];
      max_size = std::max(max_size, size);
      min_size = size == 0 ? min_size : std::min(min_size, size);
    }
  }
  has_reals = std::holds_alternative<Array<float>>(block.weights) ||
              std::holds_alternative<Array<double>>(block.weights);
  if (has_reals && !block.offsets.empty()) {
    largest = structures::largest_rated_weight(view_of_block(block), order, 0, block.num_edges());
  }
}

void EdgeFacts::join(const EdgeFacts& other) {
  edges += other.edges;
  pins += other.pins;
  max_size = std::max(max_size, other.max_size);
  min_size = std::min(min_size, other.min_size);
  has_reals = has_reals || other.has_reals;
  largest = structures::larger_rated_weight(largest, other.largest);
}

Passes::Passes(const Context& context, const ExternalOptions& options, const MemoryPlan& plan,
               EdgeShape shape, EdgeSource* source, EdgeStream* stream)
    : context_(context),
      options_(options),
      shape_(shape),
      source_(source),
      num_vertices_(source != nullptr ? source->num_vertices() : stream->num_vertices()),
      is_weighted_(source != nullptr ? source->is_weighted() : stream->is_weighted()),
      plan_(plan),
      scratch_(std::make_shared<parallel::ScratchFile>(options.scratch)),
      matched_(num_vertices_),
      candidates_(shape, plan_.candidate_bytes),
      runs_(std::make_shared<SortedRuns>(scratch_, plan_.run_bytes)),
      writer_(*scratch_, shape, is_weighted_, plan_.block_bytes),
      slots_(plan_.slots),
      sample_(shape, plan_.sample_bytes) {
  if (stream != nullptr) stream_.emplace(*stream, shape, plan_.block_bytes);
}

// The rule that holds if all edges look like those of `facts`.
KeyRule Passes::rule_of(const EdgeFacts& facts) const {
  KeyRule rule;
  rule.order = options_.order;
  rule.order.objective = resolve(rule.order.objective, is_weighted_);
  const bool sizes_differ = facts.min_size != ~std::uint64_t{0} && facts.min_size != facts.max_size;
  rule.order.rating = resolve_rating(rule.order.rating, sizes_differ);
  if (rule.order.rating == Rating::weight_per_load) rule.order.rating = Rating::weight_per_pin;
  rule.has_reals = facts.has_reals;
  const bool rates_weights =
      rule.order.objective == Objective::weight && rule.order.rating != Rating::weight;
  if (rates_weights && facts.has_reals) rule.scale = structures::scale_of(std::abs(facts.largest));
  return rule;
}

// Begins anew under another rule. What a stream has left in memory goes to scratch.
void Passes::adopt(const KeyRule& rule) {
  if (is_writing_ && keys_) {
    for (const Candidate& c : candidates_.entries()) {
      leave(c.id, candidates_.pins_of(c), c.image, weight_of(c));
    }
    flush_writer();
  }
  keys_.emplace(rule, shape_, is_weighted_);
  candidates_.begin(keys_->mask(), keys_->hides_weights());
  sample_.begin(keys_->mask(), keys_->hides_weights());
  sample_stride_ = image_stride_ = 1;
  seen_for_sample_ = seen_for_images_ = 0;
  sample_images_.clear();
  has_bar_ = false;
}

// The first weights of a stream may be integers where a later one is none.
void Passes::adopt_reals(std::span<const Slot> slots) {
  if (keys_->rule().has_reals) return;
  const bool has_reals = std::any_of(slots.begin(), slots.end(), [](const Slot& slot) {
    return std::holds_alternative<Array<double>>(slot.block.weights);
  });
  if (!has_reals) return;
  KeyRule rule = keys_->rule();
  rule.has_reals = true;
  must_look_again_ = true;
  adopt(rule);
}

// Blocks as the source has them. Nothing is known of what comes, so that nothing is matched.
void Passes::look_first() {
  const std::size_t count = source_ != nullptr ? source_->cut(plan_.block_bytes) : 0;
  std::size_t next = 0;
  const auto fill = [&](Slot& slot) {
    if (source_ == nullptr) return stream_->next(slot.block);
    slot.place = {.at = next};
    return next++ < count;
  };
  bool is_open = true;
  // Ends: each turn takes blocks, until there are no more.
  while (is_open) {
    context_.check_cancelled();
    context_.report({"solve", facts_.edges, 0});
    std::size_t filled = 0;
    while (is_open && filled < slots_.size()) {
      is_open = fill(slots_[filled]);
      filled += is_open ? 1 : 0;
    }
    if (filled == 0) break;
    if (source_ != nullptr) {
      parallel::run_tasks(context_, filled,
                          [&](std::size_t i) { read(slots_[i].place, slots_[i]); });
    }
    if (!keys_) {
      EdgeFacts facts;
      facts.take(slots_[0].block, options_.order);
      adopt(rule_of(facts));
    }
    adopt_reals(std::span(slots_).first(filled));
    parallel::run_tasks(context_, filled, [&](std::size_t i) {
      slots_[i].facts = {};
      slots_[i].facts.take(slots_[i].block, keys_->rule().order);
      filter(slots_[i], true);
    });
    for (std::size_t i = 0; i < filled; ++i) {
      Slot& slot = slots_[i];
      progress_ = 1;  // of a stream, how long it is is not known
      if (source_ != nullptr) {
        progress_ = static_cast<double>(slot.place.at + 1) / static_cast<double>(count);
        source_->check(slot.place.at, slot.block);
        if (!slot.place.is_empty) places_.push_back(slot.place);
      }
      facts_.join(slot.facts);
      sample(slot);
      collect(slot, k_no_height);
    }
  }
  if (!keys_) adopt(rule_of(facts_));
  flush_writer();
  places_.insert(places_.end(), written_.begin(), written_.end());
  written_.clear();
  ++passes_;
}

// Once more, because the edges seen first did not look like all.
void Passes::look_again() {
  adopt(rule_of(facts_));
  places_.insert(places_.end(), written_.begin(), written_.end());
  written_.clear();
  is_writing_ = false;
  for (std::size_t first = 0; first < places_.size(); first += slots_.size()) {
    context_.check_cancelled();
    const std::size_t filled = std::min(slots_.size(), places_.size() - first);
    parallel::run_tasks(context_, filled, [&](std::size_t i) {
      Slot& slot = slots_[i];
      slot.place = places_[first + i];
      slot.place = {.at = slot.place.at, .bytes = slot.place.bytes};
      read(slot.place, slot);
      filter(slot, true);
    });
    for (std::size_t i = 0; i < filled; ++i) {
      places_[first + i] = slots_[i].place;
      progress_ = static_cast<double>(first + i + 1) / static_cast<double>(places_.size());
      sample(slots_[i]);
      collect(slots_[i], k_no_height);
    }
  }
  ++passes_;
}

void Passes::read(const BlockPlace& place, Slot& slot) {
  if (place.bytes == 0) {
    source_->read(static_cast<std::size_t>(place.at), slot.block);
  } else {
    read_block(*scratch_, place, shape_, slot.text, slot.block);
  }
}

// Moves what is free and above the bar to the front of the picks. The first look takes the heights
// of the block, too; a stream is written whole then.
void Passes::filter(Slot& slot, bool is_first) {
  keys_->pick(slot.block, slot.picks);
  const std::uint64_t mask = keys_->mask();
  std::uint32_t* const places = slot.picks.places.data();
  std::uint64_t* const images = slot.picks.images.data();
  slot.hashes.resize(slot.picks.count);
  slot.left_places.resize(0);
  slot.left_images.resize(0);
  std::size_t kept = 0;
  const auto leave_behind = [&](std::size_t j) {
    slot.left_places.push_back(places[j]);
    slot.left_images.push_back(images[j]);
  };
  if (is_first) {
    for (std::size_t j = 0; j < slot.picks.count; ++j) slot.place.take(images[j] & mask);
    slot.sampled_images.resize(0);
    for (std::size_t j = 0; j < slot.picks.count; j += 256) {
      slot.sampled_images.push_back(images[j] & mask);
    }
  }
  for (std::size_t j = 0; j < slot.picks.count; ++j) {
    const std::uint64_t image = images[j] & mask;
    const bool may_be_above = !has_bar_ || image >= bar_.image;
    if (!may_be_above && !is_writing_) continue;
    const std::span<const VertexId> pins = slot.block.pins_of(places[j]);
    if (!is_first && matched_.meets(pins)) continue;
    const std::uint32_t hash = may_be_above ? keys_->hash(slot.block.ids[places[j]], pins) : 0;
    if (!may_be_above || is_below_bar({image, hash})) {
      if (is_writing_) leave_behind(j);
      continue;
    }
    const std::uint32_t place = places[j];
    const std::uint64_t whole = images[j];
    places[kept] = place;
    images[kept] = whole;
    slot.hashes[kept] = hash;
    ++kept;
  }
  slot.num_kept = kept;
}

void Passes::sample(const Slot& slot) {
  for (std::size_t i = 0; i < slot.block.num_edges(); ++i) {
    if (seen_for_sample_++ % sample_stride_ != 0 || !keys_->takes_part(slot.block, i)) continue;
    const std::span<const VertexId> pins = slot.block.pins_of(i);
    if (!sample_.can_fit(8 * pins.size())) continue;
    // Ends: each turn drops half of the sample.
    while (!sample_.fits(pins.size())) {
      std::size_t number = 0;
      sample_.filter([&](const Candidate&) { return number++ % 2 == 0; }, [](const Candidate&) {});
      sample_stride_ *= 2;
    }
    sample_.add(0, 0, slot.block.ids[i], pins, 0);
  }
  sample_images(slot);
}

void Passes::sample_images(const Slot& slot) {
  constexpr std::size_t k_most = 8192;
  for (const std::uint64_t image : slot.sampled_images) {
    if (seen_for_images_++ % image_stride_ != 0) continue;
    if (sample_images_.size() == k_most) {
      for (std::size_t i = 0; i < k_most / 2; ++i) sample_images_[i] = sample_images_[2 * i];
      sample_images_.resize(k_most / 2);
      image_stride_ *= 2;
    }
    sample_images_.push_back(image);
  }
}

void Passes::leave(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
                   structures::RawWeight weight) {
  writer_.add(id, pins, image & keys_->mask(), weight);
  if (writer_.is_full()) flush_writer();
}

void Passes::flush_writer() {
  if (!writer_.is_empty()) written_.push_back(writer_.write(keys_->rule().has_reals));
}

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
  // Where blocks look alike, about as many will be above the bar at the end as there is room for.
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
    const std::size_t count =
        candidates.size() <= k_small ? candidates.size() : candidates.size() / 8;
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

void Passes::match_all() {
  match_sorted(candidates_.entries());
  candidates_.clear();
}

std::uint64_t Passes::num_free_of_sample() {
  const std::span<const Candidate> all = sample_.entries();
  return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [&](const Candidate& c) {
    return !matched_.meets(sample_.pins_of(c));
  }));
}

// Blocks that reach higher first. Where all reach about as high, in the order of the file.
std::vector<std::uint32_t> Passes::by_falling_height() const {
  const auto rank = [&](std::uint64_t image) {
    return std::upper_bound(sample_images_.begin(), sample_images_.end(), image) -
           sample_images_.begin();
  };
  std::vector<std::uint32_t> order(places_.size());
  std::vector<std::ptrdiff_t> ranks(places_.size());
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = 0; i < places_.size(); ++i) ranks[i] = rank(places_[i].high) / 4;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
  return order;
}

// What is left is written where this pass leaves much less than it reads.
void Passes::plan_writing(std::size_t num_matched) {
  const std::uint64_t free = num_free_of_sample();
  const double taken = 0.75 * static_cast<double>(num_matched) * sample_per_edge_;
  const double left = static_cast<double>(free) - taken;
  is_writing_ = left > 0 && left < 0.55 * static_cast<double>(sample_in_file_);
  if (is_writing_) sample_in_file_ = static_cast<std::uint64_t>(left) + 1;
}

void Passes::pass() {
  const std::vector<std::uint32_t> order = by_falling_height();
  std::vector<std::uint64_t> heights(order.size() + 1, 0);  // of what follows
  for (std::size_t i = order.size(); i-- > 0;) {
    heights[i] = std::max(heights[i + 1], places_[order[i]].high);
  }
  has_bar_ = false;
  std::vector<std::uint32_t> looked_at;
  std::size_t next = 0;
  // Ends: each turn goes over blocks.
  while (next < order.size()) {
    context_.check_cancelled();
    context_.report({"solve", passes_, 0});
    std::vector<std::size_t> filled;
    for (; next < order.size() && filled.size() < slots_.size(); ++next) {
      const BlockPlace& place = places_[order[next]];
      if (has_bar_ && place.high < bar_.image) continue;
      slots_[filled.size()].place = place;
      filled.push_back(next);
      looked_at.push_back(order[next]);
    }
    parallel::run_tasks(context_, filled.size(), [&](std::size_t i) {
      read(slots_[i].place, slots_[i]);
      filter(slots_[i], false);
    });
    for (std::size_t i = 0; i < filled.size(); ++i) {
      progress_ = static_cast<double>(filled[i] + 1) / static_cast<double>(order.size());
      collect(slots_[i], heights[filled[i] + 1]);
    }
  }
  settle(looked_at);
  ++passes_;
}

// Which blocks are still to be looked at.
void Passes::settle(std::span<const std::uint32_t> looked_at) {
  if (is_writing_) flush_writer();
  for (const std::uint32_t i : looked_at) {
    BlockPlace& place = places_[i];
    if (is_writing_ || !has_bar_ || place.low > bar_.image) {
      place.is_empty = true;
    } else {
      place.high = std::min(place.high, bar_.image);
    }
  }
  std::erase_if(places_, [](const BlockPlace& place) { return place.is_empty; });
  places_.insert(places_.end(), written_.begin(), written_.end());
  written_.clear();
  is_writing_ = false;
}

ExternalMatching Passes::run() {
  is_writing_ = source_ == nullptr;
  look_first();
  // What was taken for granted may be wrong: more sizes, real weights, or very large ones.
  if (must_look_again_ || !(rule_of(facts_) == keys_->rule())) look_again();
  is_writing_ = false;
  if (!has_bar_) {
    places_.clear();
  } else {
    std::erase_if(places_, [&](const BlockPlace& place) { return place.low > bar_.image; });
    for (BlockPlace& place : places_) place.high = std::min(place.high, bar_.image);
  }
  std::sort(sample_images_.begin(), sample_images_.end());
  sample_in_file_ = sample_.count();
  sample_per_edge_ = 1.0 / static_cast<double>(sample_stride_);
  // Ends: each turn matches the uppermost edge that is free, or finds that none is.
  while (true) {
    const std::size_t held = candidates_.count();
    match_all();
    if (places_.empty()) break;
    plan_writing(held);
    pass();
  }
  ExternalMatching result;
  structures::ValueSum sum(!facts_.has_reals);
  runs_->for_each([&](std::span<const ExternalEdge> edges) {
    for (const ExternalEdge& edge : edges) sum.add(edge.bits);
  });
  result.edges = runs_;
  result.value = sum.value();
  result.num_vertices = num_vertices_;
  result.is_weighted = is_weighted_;
  result.has_integer_weights = !facts_.has_reals;
  result.edges_seen = facts_.edges;
  result.pins_seen = facts_.pins;
  result.max_edge_size = facts_.max_size;
  result.passes = passes_;
  result.source_bytes = source_ == nullptr ? 0 : source_->bytes_read();
  result.scratch_read = scratch_->bytes_read();
  result.scratch_written = scratch_->bytes_written();
  result.stats.algorithm = "local_max";
  result.stats.variant = "external";
  result.stats.rounds = batches_;
  result.stats.rating = keys_->rule().order.rating;
  result.stats.objective = keys_->rule().order.objective;
  result.stats.stop_reason = "complete";
  return result;
}

}  // namespace hypermatch::detail::order
