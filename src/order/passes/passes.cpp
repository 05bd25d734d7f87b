// SPDX-License-Identifier: MIT
#include "order/passes/passes.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::order {

Passes::Passes(const Context& context, const ExternalOptions& options, const MemoryPlan& plan,
               EdgeShape shape, EdgeSource* source, EdgeStream* stream)
    : context_(context),
      options_(options),
      shape_(shape),
      source_(source),
      stream_(stream),
      num_vertices_(source != nullptr ? source->num_vertices() : stream->num_vertices()),
      is_weighted_(source != nullptr ? source->is_weighted() : stream->is_weighted()),
      plan_(plan),
      scratch_(std::make_shared<parallel::ScratchFile>(options.scratch)),
      matched_(num_vertices_),
      candidates_(shape, plan_.candidate_bytes),
      runs_(std::make_shared<SortedRuns>(context, scratch_, plan_.run_bytes)),
      writer_(*scratch_, shape, is_weighted_, plan_.block_bytes),
      sample_(shape, plan_.sample_bytes) {
  slots_.reserve(plan_.slots);
  for (std::size_t i = 0; i < plan_.slots; ++i) {
    slots_.emplace_back(*scratch_, shape, is_weighted_, plan_.block_bytes);
  }
  if (stream != nullptr) streamed_.resize(plan_.slots);
}

// Begins anew under another rule. Candidates from a stream go to scratch: it is not read again.
void Passes::adopt(const KeyRule& rule) {
  if (is_writing_ && keys_) {
    for (const Candidate& c : candidates_.entries()) {
      leave(c.id, candidates_.pins_of(c), c.image(), weight_of(c), writer_);
    }
    flush_writers();
  }
  keys_.emplace(rule, shape_, is_weighted_);
  candidates_.begin(*keys_);
  sample_.clear(*keys_);
  has_bar_ = false;
}

// The first block of all says how edges are compared. Those of a stream may be integers where a
// later one is none.
void Passes::settle_keys(std::span<Slot> wave) {
  if (wave.empty()) return;
  if (!keys_) {
    if (source_ != nullptr) read(wave[0]);
    EdgeFacts facts;
    for (const Slot& slot : wave) {
      facts = {};
      facts.take(slot.block, options_.order);
      if (facts.edges > 0) break;
    }
    adopt(rule_of(facts, options_.order, is_weighted_));
  }
  if (source_ != nullptr || keys_->rule().has_reals) return;
  const bool has_reals = std::any_of(wave.begin(), wave.end(), [](const Slot& slot) {
    return std::holds_alternative<Array<double>>(slot.block.weights);
  });
  if (!has_reals) return;
  KeyRule rule = keys_->rule();
  rule.has_reals = true;
  must_look_again_ = true;
  adopt(rule);
}

// Looks at blocks side by side, and holds what they have; next(slot) names one, or says that none
// is left.
void Passes::go_over(Look look, const std::function<bool(Slot&)>& next) {
  bool is_open = true;
  // Ends: each turn takes blocks, until there are no more.
  while (is_open) {
    context_.check_cancelled();
    context_.report({"solve", look == Look::first ? facts_.edges : passes_, 0});
    std::size_t filled = 0;
    while (filled < slots_.size() && (is_open = next(slots_[filled]))) ++filled;
    const std::span<Slot> wave = std::span(slots_).first(filled);
    if (look == Look::first) settle_keys(wave);
    parallel::run_tasks(context_, filled, [&](std::size_t i) { filter(wave[i], look); });
    for (Slot& slot : wave) {
      if (look != Look::later) note(slot, look);
    }
    hold(wave);
    for (Slot& slot : wave) slot.writer.move_written(written_);
  }
  flush_writers();
  ++passes_;
}

// Takes what the first look at a block tells.
void Passes::note(Slot& slot, Look look) {
  const bool can_be_read_again = source_ != nullptr || slot.place.bytes != 0;
  if (look == Look::first) {
    if (source_ != nullptr) source_->check(static_cast<std::size_t>(slot.place.at), slot.block);
    facts_.join(slot.facts);
  }
  if (can_be_read_again && !slot.place.is_empty) places_.push_back(slot.place);
  sample_.take(slot.block, *keys_, slot.sampled_images.view());
}

// Blocks as the source has them. Nothing is known of what comes, so that nothing is matched.
void Passes::look_first() {
  const std::size_t count = source_ != nullptr ? source_->cut(plan_.block_bytes) : 0;
  std::size_t next = 0;
  go_over(Look::first, [&](Slot& slot) {
    if (source_ == nullptr) return next_of_stream(slot);
    slot.place = {.at = next};
    slot.progress = static_cast<double>(next + 1) / static_cast<double>(count);
    return next++ < count;
  });
  if (!keys_) adopt(rule_of(facts_, options_.order, is_weighted_));
  places_.insert(places_.end(), written_.begin(), written_.end());
  written_.clear();
}

// The length of a stream is not known.
bool Passes::next_of_stream(Slot& slot) {
  if (next_streamed_ == num_streamed_) {
    next_streamed_ = 0;
    num_streamed_ = stream_->next_blocks(context_, streamed_, plan_.block_bytes);
    if (num_streamed_ == 0) return false;
  }
  EdgeBlock& block = streamed_[next_streamed_++];
  std::swap(slot.block.ids, block.ids);
  std::swap(slot.block.offsets, block.offsets);
  std::swap(slot.block.pins, block.pins);
  slot.block.weights = std::move(block.weights);
  slot.first_unused_id = first_unused_id_;
  if (!slot.block.ids.empty()) first_unused_id_ = std::uint64_t{slot.block.ids.span().back()} + 1;
  return true;
}

// Once more, because the edges seen first did not look like all.
void Passes::look_again() {
  adopt(rule_of(facts_, options_.order, is_weighted_));
  places_.insert(places_.end(), written_.begin(), written_.end());
  written_.clear();
  is_writing_ = false;
  const std::vector<BlockPlace> places = std::move(places_);
  places_.clear();
  std::size_t next = 0;
  go_over(Look::again, [&](Slot& slot) {
    if (next == places.size()) return false;
    slot.place = {.at = places[next].at, .bytes = places[next].bytes};
    slot.progress = static_cast<double>(++next) / static_cast<double>(places.size());
    return true;
  });
}

void Passes::read(Slot& slot) {
  if (slot.place.bytes != 0) {
    read_block(*scratch_, slot.place, shape_, slot.text, slot.block);
  } else if (source_ != nullptr) {
    source_->read(static_cast<std::size_t>(slot.place.at), slot.block);
  }
}

// Reads a block and picks its free edges above the bar.
void Passes::filter(Slot& slot, Look look) {
  read(slot);
  if (look == Look::first) {
    if (source_ == nullptr) {
      check_streamed(slot.block, shape_, num_vertices_, slot.first_unused_id);
    }
    slot.facts = {};
    slot.facts.take(slot.block, keys_->rule().order);
  }
  keys_->pick(slot.block, slot.picks);
  if (look != Look::later) {
    slot.height_of_rest = k_no_height;
    const std::uint64_t mask = keys_->mask();
    const std::uint64_t* const images = slot.picks.images.data();
    for (std::size_t j = 0; j < slot.picks.count; ++j) slot.place.take(images[j] & mask);
    slot.sampled_images.resize(0);
    for (std::size_t j = 0; j < slot.picks.count; j += 256) {
      slot.sampled_images.push_back(images[j] & mask);
    }
  }
  sift(slot);
}

// Keeps the picks that are free and above the bar, as it is now. Free ones below are written if
// this pass writes.
void Passes::sift(Slot& slot) {
  Picks& picks = slot.picks;
  const std::uint64_t mask = keys_->mask();
  // Compacted without a branch to mispredict.
  if (has_bar_ && !is_writing_) {
    std::size_t kept = 0;
    for (std::size_t j = 0; j < picks.count; ++j) {
      const bool may_be_above = (picks.images[j] & mask) >= bar_.image;
      picks.move(j, kept);
      kept += may_be_above ? 1 : 0;
    }
    picks.count = kept;
  }
  slot.num_pins = 0;
  std::size_t kept = 0;
  const bool are_all_free = batches_ == 0;
  for (std::size_t j = 0; j < picks.count; ++j) {
    const std::size_t i = picks.places[j];
    const std::span<const VertexId> pins = slot.block.pins_of(i);
    const bool is_free = are_all_free || !matched_.meets(pins);
    const EdgeKey key{picks.images[j] & mask, keys_->hash(slot.block.ids[i], pins)};
    const bool is_above = !is_below_bar(key);
    if (is_writing_ && is_free && !is_above) {
      leave(slot.block.ids[i], pins, key.image, keys_->weight_of(picks, j), slot.writer);
    }
    picks.move(j, kept);
    const bool is_kept = is_free && is_above;
    kept += is_kept ? 1 : 0;
    slot.num_pins += is_kept ? pins.size() : 0;
  }
  picks.count = kept;
}

void Passes::leave(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
                   structures::RawWeight weight, BlockWriter& writer) {
  writer.add(id, pins, image & keys_->mask(), weight);
  if (writer.is_full()) writer.write(keys_->rule().has_reals);
}

void Passes::flush_writers() {
  const auto flush = [&](BlockWriter& writer) {
    if (!writer.is_empty()) writer.write(keys_->rule().has_reals);
    writer.move_written(written_);
  };
  for (Slot& slot : slots_) flush(slot.writer);
  flush(writer_);
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
  go_over(Look::later, [&](Slot& slot) {
    const auto lies_below = [&](const BlockPlace& place) {
      return has_bar_ && place.high < bar_.image;
    };
    while (next < order.size() && lies_below(places_[order[next]])) ++next;
    if (next == order.size()) return false;
    looked_at.push_back(order[next]);
    slot.place = places_[order[next++]];
    slot.height_of_rest = heights[next];
    slot.progress = static_cast<double>(next) / static_cast<double>(order.size());
    return true;
  });
  settle(looked_at);
}

// Keeps the blocks that may hold free edges for the next pass.
void Passes::settle(std::span<const std::uint32_t> looked_at) {
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
  if (must_look_again_ || !(rule_of(facts_, options_.order, is_weighted_) == keys_->rule()))
    look_again();
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
    match_batch(candidates_.entries());
    candidates_.clear();
    if (places_.empty()) break;
    plan_writing(held);
    pass();
  }
  ExternalMatching result;
  runs_->finish();
  structures::ValueSum sum = integer_sum_;
  if (facts_.has_reals) {
    sum = structures::ValueSum(false);
    runs_->for_each([&](std::span<const ExternalEdge> edges) {
      for (const ExternalEdge& edge : edges) sum.add(edge.bits);
    });
  }
  result.edges = runs_;
  result.value = sum.value();
  result.passes = passes_;
  result.scratch_read = scratch_->bytes_read();
  result.scratch_written = scratch_->bytes_written();
  result.stats.rounds = batches_;
  describe(facts_, keys_->rule(), result);
  return result;
}

}  // namespace hypermatch::detail::order
