// SPDX-License-Identifier: MIT
#include "order/external_sort/sort_rounds.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "order/passes/stream_blocks.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/sort_in_pieces.hpp"
#include "structures/any_weights.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::order {

SortRounds::SortRounds(const Context& context, const ExternalOptions& options,
                       const MemoryPlan& plan, EdgeShape shape, EdgeSource* source,
                       EdgeStream* stream)
    : context_(context),
      options_(options),
      shape_(shape),
      source_(source),
      stream_(stream),
      is_weighted_(source != nullptr ? source->is_weighted() : stream->is_weighted()),
      num_vertices_(source != nullptr ? source->num_vertices() : stream->num_vertices()),
      block_bytes_(plan.block_bytes),
      // Incidences and numbers, each with as much again while they are sorted.
      sort_bytes_(plan.candidate_bytes / 6),
      edges_(new_edges()),
      matched_file_(std::make_shared<parallel::ScratchFile>(options.scratch)),
      runs_(std::make_shared<SortedRuns>(context, matched_file_, plan.run_bytes)) {}

void SortRounds::ByVertex::sort(const Context& context, Array<Incidence>& incidences) {
  parallel::sort_in_pieces(context, incidences.begin(), incidences.end(), is_before);
}

bool SortRounds::ByVertex::is_before(const Incidence& a, const Incidence& b) {
  if (a.vertex != b.vertex) return a.vertex < b.vertex;
  if (a.image != b.image) return a.image > b.image;
  if (a.hash != b.hash) return a.hash > b.hash;
  // Pairs with a common end: the ends decide, and the other one says how.
  const auto ends_a = std::minmax(a.vertex, a.other);
  const auto ends_b = std::minmax(b.vertex, b.other);
  if (ends_a != ends_b) return ends_a > ends_b;
  return a.id < b.id;
}

void SortRounds::Ascending::sort(const Context& context, Array<std::uint32_t>& numbers) {
  parallel::radix_sort(context, numbers, [](std::uint32_t number) { return number; });
}

// Counted when it is gone.
SortRounds::File SortRounds::new_file() {
  return {new parallel::ScratchFile(options_.scratch), [this](const parallel::ScratchFile* file) {
            scratch_read_ += file->bytes_read();
            scratch_written_ += file->bytes_written();
            delete file;
          }};
}

SortRounds::Edges SortRounds::new_edges() {
  Edges edges{new_file(), {}, {}};
  edges.writer =
      std::make_unique<parallel::BlockWriter>(*edges.file, shape_, is_weighted_, block_bytes_);
  return edges;
}

bool SortRounds::next_block(EdgeBlock& block, std::size_t number) {
  if (source_ == nullptr) {
    if (stream_->next_blocks(context_, {&block, 1}, block_bytes_) == 0) return false;
    check_streamed(block, shape_, num_vertices_, first_unused_id_);
    if (!block.ids.empty()) first_unused_id_ = std::uint64_t{block.ids.view().back()} + 1;
    return true;
  }
  if (number == 0) num_blocks_ = source_->cut(block_bytes_);
  if (number == num_blocks_) return false;
  source_->read(number, block);
  source_->check(number, block);
  return true;
}

// The source is read once; keys are known when all edges were seen.
void SortRounds::copy_edges() {
  EdgeBlock block;
  bool holds_reals = false;
  for (std::size_t number = 0; next_block(block, number); ++number) {
    context_.check_cancelled();
    EdgeFacts facts;
    facts.take(block, options_.order);
    facts_.join(facts);
    // Blocks of text have integers until one has a fraction.
    if (holds_reals != facts.has_reals) edges_.finish(holds_reals);
    holds_reals = facts.has_reals;
    for (std::size_t i = 0; i < block.num_edges(); ++i) {
      structures::with_weight(view_of(block.weights), i, [&](auto weight) {
        edges_.add(block.ids[i], block.pins_of(i), std::bit_cast<structures::RawWeight>(weight),
                   holds_reals);
      });
    }
  }
  edges_.finish(holds_reals);
  keys_.emplace(rule_of(facts_, options_.order, is_weighted_), shape_, is_weighted_);
}

// Calls take(id, pins, image, weight) of the edges that take part, ascending.
template <class Take>
void SortRounds::for_each_edge(const Take& take) {
  EdgeBlock block;
  Picks picks;
  Array<std::byte> text;
  for (const parallel::BlockPlace& place : edges_.places) {
    context_.check_cancelled();
    read_block(*edges_.file, place, shape_, text, block);
    keys_->pick(block, picks);
    for (std::size_t j = 0; j < picks.count; ++j) {
      const std::size_t i = picks.places[j];
      take(block.ids[i], block.pins_of(i), picks.images[j], keys_->weight_of(picks, j));
    }
  }
}

void SortRounds::round() {
  Incidences incidences(context_, new_file(), sort_bytes_);
  for_each_edge(
      [&](EdgeId id, std::span<const VertexId> pins, std::uint64_t image, structures::RawWeight) {
        const std::uint32_t hash = keys_->hash(id, pins);
        for (const VertexId v : pins) {
          const VertexId other = shape_ == EdgeShape::pairs ? pins[0] ^ pins[1] ^ v : 0;
          incidences.add({image & keys_->mask(), v, id, hash, other});
        }
      });
  incidences.finish();
  // Each vertex names its uppermost edge.
  Numbers named(context_, new_file(), sort_bytes_);
  std::uint64_t first_unnamed = 0;
  for (Incidences::Cursor at(incidences); at.peek() != nullptr; at.pop()) {
    if (at.peek()->vertex < first_unnamed) continue;
    named.add(at.peek()->id);
    first_unnamed = std::uint64_t{at.peek()->vertex} + 1;
  }
  named.finish();
  // An edge that all of its vertices name is matched.
  Numbers matched(context_, new_file(), sort_bytes_);
  Numbers::Cursor name(named);
  for_each_edge(
      [&](EdgeId id, std::span<const VertexId> pins, std::uint64_t, structures::RawWeight weight) {
        std::size_t count = 0;
        // Ends: each turn takes a name.
        for (; name.peek() != nullptr && *name.peek() == id; name.pop()) ++count;
        if (count < pins.size()) return;
        const bool is_pair = shape_ == EdgeShape::pairs;
        runs_->add({id, is_pair ? pins[0] : 0, is_pair ? pins[1] : 0, weight});
        for (const VertexId v : pins) matched.add(v);
      });
  matched.finish();
  // Edges of matched vertices are gone.
  Numbers gone(context_, new_file(), sort_bytes_);
  Numbers::Cursor vertex(matched);
  for (Incidences::Cursor at(incidences); at.peek() != nullptr; at.pop()) {
    while (vertex.peek() != nullptr && *vertex.peek() < at.peek()->vertex) vertex.pop();
    if (vertex.peek() != nullptr && *vertex.peek() == at.peek()->vertex) gone.add(at.peek()->id);
  }
  gone.finish();
  Edges left = new_edges();
  Numbers::Cursor lost(gone);
  const bool has_reals = keys_->rule().has_reals;
  for_each_edge(
      [&](EdgeId id, std::span<const VertexId> pins, std::uint64_t, structures::RawWeight weight) {
        while (lost.peek() != nullptr && *lost.peek() < id) lost.pop();
        if (lost.peek() == nullptr || *lost.peek() != id) left.add(id, pins, weight, has_reals);
      });
  left.finish(has_reals);
  edges_ = std::move(left);
  ++rounds_;
}

ExternalMatching SortRounds::run() {
  copy_edges();
  // Ends: each turn matches the uppermost edge.
  while (!edges_.places.empty()) {
    context_.check_cancelled();
    context_.report({"solve", rounds_, 0});
    round();
  }
  runs_->finish();
  ExternalMatching result;
  structures::ValueSum sum(!facts_.has_reals);
  runs_->for_each([&](std::span<const ExternalEdge> edges) {
    for (const ExternalEdge& edge : edges) sum.add(edge.bits);
  });
  edges_.file.reset();
  result.edges = runs_;
  result.value = sum.value();
  result.passes = rounds_;
  result.scratch_read = scratch_read_ + matched_file_->bytes_read();
  result.scratch_written = scratch_written_ + matched_file_->bytes_written();
  result.stats.rounds = rounds_;
  describe(facts_, keys_->rule(), result);
  return result;
}

}  // namespace hypermatch::detail::order
