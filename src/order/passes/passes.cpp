// SPDX-License-Identifier: MIT
#include "order/passes/passes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::order {

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

KeyRule Passes::rule_of(const EdgeFacts& facts) const {
  return order::rule_of(facts, options_.order, is_weighted_);
}

// Begins anew under another rule. Candidates from a stream go to scratch: it is not read again.
void Passes::adopt(const KeyRule& rule) {
  if (is_writing_ && keys_) {
    for (const Candidate& c : candidates_.entries()) {
      leave(c.id, candidates_.pins_of(c), c.image, weight_of(c));
    }
    flush_writer();
  }
  keys_.emplace(rule, shape_, is_weighted_);
  candidates_.begin(keys_->mask(), keys_->hides_weights());
  sample_.clear();
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
      progress_ = 1;  // the length of a stream is not known
      if (source_ != nullptr) {
        progress_ = static_cast<double>(slot.place.at + 1) / static_cast<double>(count);
        source_->check(slot.place.at, slot.block);
        if (!slot.place.is_empty) places_.push_back(slot.place);
      }
      facts_.join(slot.facts);
      sample_.take(slot.block, *keys_, slot.sampled_images.view());
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
      sample_.take(slots_[i].block, *keys_, slots_[i].sampled_images.view());
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

// Moves free edges above the bar to the front of the picks. Free edges below it are listed if this
// pass writes. The first look also takes the heights of the block.
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

void Passes::leave(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
                   structures::RawWeight weight) {
  writer_.add(id, pins, image & keys_->mask(), weight);
  if (writer_.is_full()) flush_writer();
}

void Passes::flush_writer() {
  if (!writer_.is_empty()) written_.push_back(writer_.write(keys_->rule().has_reals));
}

void Passes::match_all() {
  match_sorted(candidates_.entries());
  candidates_.clear();
}

// Blocks that reach higher first. Where all reach about as high, in the order of the file.
std::vector<std::uint32_t> Passes::by_falling_height() const {
  std::vector<std::uint32_t> order(places_.size());
  std::vector<std::size_t> ranks(places_.size());
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = 0; i < places_.size(); ++i) ranks[i] = sample_.rank(places_[i].high) / 4;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
  return order;
}

// Decides whether to write what this pass leaves: if that is much less than it reads.
void Passes::plan_writing(std::size_t num_matched) {
  const std::uint64_t free = sample_.num_free(matched_);
  const double taken = 0.75 * static_cast<double>(num_matched) * sample_.share();
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

// Keeps the blocks that may hold free edges for the next pass.
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
  // The first edges may mislead: more sizes, real weights, or very large ones.
  if (must_look_again_ || !(rule_of(facts_) == keys_->rule())) look_again();
  is_writing_ = false;
  if (!has_bar_) {
    places_.clear();
  } else {
    std::erase_if(places_, [&](const BlockPlace& place) { return place.low > bar_.image; });
    for (BlockPlace& place : places_) place.high = std::min(place.high, bar_.image);
  }
  sample_.finish();
  sample_in_file_ = sample_.count();
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
  result.stats.rounds = batches_;
  result.stats.rating = keys_->rule().order.rating;
  result.stats.objective = keys_->rule().order.objective;
  result.stats.stop_reason = "complete";
  return result;
}

}  // namespace hypermatch::detail::order
