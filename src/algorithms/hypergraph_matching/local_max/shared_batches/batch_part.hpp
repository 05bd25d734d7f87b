// SPDX-License-Identifier: MIT
// One of several devices that share a hypergraph: its memory, and the steps of a batch there, each
// of which only enqueues loops. `P` is a parallel::Place; tests have one with fewer loops.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_rounds.hpp"
#include "algorithms/hypergraph_matching/local_max/shared_batches/finish_few.hpp"
#include "algorithms/hypergraph_matching/local_max/shared_batches/shared_batches.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/members.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/heavy_rows.hpp"

namespace hypermatch::detail::hypergraph_matching::shared_batches {

template <class P>
class BatchPart {
 public:
  template <class T>
  using Words = typename P::template Words<T>;

  BatchPart(const SharedBatches& shared, std::size_t number)
      : index(number), shared_(shared), part_(shared.parts[number]), place_(part_.context) {
    own_ = {.offsets = Words<const Offset>(part_.offsets.data()),
            .pins = Words<const VertexId>(part_.pins.data()),
            .priorities = Words<const std::uint32_t>(part_.priorities.data()),
            .uniform_size = shared.uniform_size,
            .first = part_.first_edge,
            .mixer = base::TieMixer(shared.seed)};
    batch_.mixer = own_.mixer;
    batch_.uniform_size = shared.uniform_size;
    by_key_.first = first_vertex(number);
    by_key_.count = first_vertex(number + 1) - by_key_.first;
    parallel::cut_workspace(part_.context, part_.workspace, [&](parallel::DeviceArena& arena) {
      typename P::Arena of_place(arena);
      lay_out(of_place);
    });
  }
  /// Measures, and is not to be used otherwise.
  BatchPart(const SharedBatches& shared, std::size_t number, std::uint64_t& bytes)
      : index(number), shared_(shared), part_(shared.parts[number]), place_(part_.context) {
    by_key_.count = first_vertex(number + 1) - first_vertex(number);
    parallel::DeviceArena arena;
    typename P::Arena of_place(arena);
    lay_out(of_place);
    bytes = arena.bytes();
  }

  [[nodiscard]] int device() const { return part_.context.device(); }
  [[nodiscard]] DeviceStream stream() const { return part_.context.stream(); }
  [[nodiscard]] const DeviceContext& context() const { return part_.context; }
  [[nodiscard]] EdgeId num_edges() const { return part_.num_edges; }
  [[nodiscard]] const Section& section() const { return section_; }
  [[nodiscard]] const std::uint32_t* matched_edges() const { return chosen_.data(); }

  void begin() {
    place_.clear(matched_, shared_.num_vertices);
    place_.fill(chosen_, words_of(part_.num_edges), std::uint32_t{0});
  }

  /// Lists the free edges of the range, as many as there is room for.
  void select(const BatchRange& range) {
    const Words<std::uint32_t> to = listed_;
    const std::uint64_t m = part_.num_edges;
    if (free_.data() == nullptr) {
      place_.list_mapped(m, FreeInRange<P>{own_, matched_, range}, to, room(), counts_);
      return;
    }
    place_.fill(free_, m, std::uint8_t{0});
    place_.find_heavy_rows(own_rows());
    place_.row_reduce(own_rows(), MarkFree<P>{{}, own_, matched_, range, free_});
    place_.list_mapped(m, MarkedFree<P>{free_}, to, room(), counts_);
  }
  [[nodiscard]] std::uint64_t num_selected() { return place_.template read<1>(counts_)[0]; }

  /// Writes what was selected to its places, which begin with candidate `first`, but for pins.
  void place_edges(std::uint64_t first, std::uint64_t edges) {
    section_ = {.first = first, .edges = edges, .first_pin = 0, .pins = 0};
    place_.for_each(edges, CopyEdge<P>{own_, listed_, batch_, first});
    if (shared_.uniform_size != 0) {
      section_.pins = edges * shared_.uniform_size;
      return;
    }
    place_.fill(num_pins_, 1, std::uint64_t{0});
    place_.scan_rows(edges, PlacePins<P>{own_, listed_, batch_.begins, num_pins_, section_});
  }
  [[nodiscard]] std::uint64_t num_selected_pins() {
    if (shared_.uniform_size == 0) section_.pins = place_.template read<1>(num_pins_)[0];
    return section_.pins;
  }
  void place_pins(std::uint64_t first_pin) {
    section_.first_pin = first_pin;
    if (batch_.begins.data() != nullptr) {
      place_.for_each(section_.edges + 1, ShiftPins<P>{batch_.begins, section_});
    }
    const CopyPins<P> copy{own_, listed_, batch_, section_.first};
    if (is_of_few_pins()) {
      place_.for_each(section_.edges, VisitPins<P, CopyPins<P>>{copy, batch_, section_.first});
      return;
    }
    const parallel::Rows<P> rows = rows_of(
        Words<const Offset>(batch_.begins.data() + section_.first), section_.edges, section_.pins);
    place_.find_heavy_rows(rows);
    place_.row_for_each(rows, copy);
  }
  /// In an exchange, when pins are placed on both.
  template <class Members>
  void fetch_section(Members& members, const BatchPart& from) {
    const Section& its = from.section_;
    members.copy(*this, batch_.origins.data() + its.first, from,
                 from.batch_.origins.data() + its.first, its.edges);
    if (shared_.is_rated) {
      members.copy(*this, batch_.priorities.data() + its.first, from,
                   from.batch_.priorities.data() + its.first, its.edges);
    }
    if (batch_.begins.data() != nullptr) {
      members.copy(*this, batch_.begins.data() + its.first, from,
                   from.batch_.begins.data() + its.first, its.edges + 1);
    }
    members.copy(*this, batch_.pins.data() + its.first_pin, from,
                 from.batch_.pins.data() + its.first_pin, its.pins);
  }

  /// All candidates are there, which are those of the range.
  void begin_rounds(const BatchRange& range, std::uint64_t edges, std::uint64_t pins) {
    by_code_ = {
        .words = Words<std::uint32_t>(reinterpret_cast<std::uint32_t*>(by_key_.words.data())),
        .first = by_key_.first,
        .count = by_key_.count,
        .low = range.low,
        .shift = shift_of(range),
        .is_tied = {}};
    rows_ = rows_of(Words<const Offset>(batch_.begins.data()), edges, pins);
    place_.fill(batch_.states, edges, std::uint8_t{k_undecided});
    if (!is_of_few_pins()) place_.find_heavy_rows(rows_);
    left_ = {};
  }
  void begin_vetoes(std::uint32_t round) {
    turn_ = round % 2;
    place_.fill(vetoes_[turn_], words_of(rows_.count) + 1, std::uint32_t{0});
    by_code_.is_tied = Words<std::uint32_t>(vetoes_[turn_].data() + words_of(rows_.count));
  }
  /// Before the exchange of a round. `most`: no more are undecided.
  void veto(std::uint64_t most, bool by_key) {
    by_key ? veto_by(by_key_, most) : veto_by(by_code_, most);
  }
  /// In an exchange: reads the bits where they are, or a copy.
  template <class Members>
  void fetch_vetoes(Members& members, const BatchPart& from) {
    const Words<std::uint32_t> its = from.vetoes_[turn_];
    if (fetched_[from.index].data() == nullptr) {
      members.count_read(*this, (words_of(rows_.count) + 1) * sizeof(std::uint32_t));
      vetoes_of_[from.index] = its;
    } else {
      members.copy(*this, fetched_[from.index].data(), from, its.data(), words_of(rows_.count) + 1);
      vetoes_of_[from.index] = fetched_[from.index];
    }
  }
  /// The host's instead of an exchange.
  void set_vetoes(std::span<const std::uint32_t> words) {
    parallel::runtime::copy_to_device(vetoes_[turn_].data(), words.data(), words.size_bytes(),
                                      stream());
    for (std::size_t p = 0; p < shared_.parts.size(); ++p) vetoes_of_[p] = vetoes_[turn_];
  }
  /// After the exchange. The undecided are listed anew.
  void settle(std::uint64_t most) {
    AllVetoes<P> all;
    all.num_words = words_of(rows_.count);
    all.parts = static_cast<std::uint32_t>(shared_.parts.size());
    for (std::size_t p = 0; p < shared_.parts.size(); ++p) {
      all.words[p] = p == index ? vetoes_[turn_] : vetoes_of_[p];
    }
    visit(most, MatchWinners<P>{batch_, all, matched_});
    const SettleCandidates<P> settle{{}, batch_, all, matched_};
    const Undecided<P> next{left_numbers_[turn_], left_counts_[turn_]};
    if (is_of_few_pins()) {
      list_undecided(most, ReducePins<P, SettleCandidates<P>>{settle, batch_}, next);
    } else {
      place_.row_reduce(rows_, settle);
      list_undecided(most, Nothing{}, next);
    }
    left_ = next;
  }
  /// Instead of a round with an exchange, where few candidates of few pins are left. May leave
  /// some, as many on each part.
  void finish(std::uint32_t round, std::uint64_t most) {
    turn_ = round % 2;
    place_.by_one_team(FinishFew<P>{batch_, left_, static_cast<std::uint32_t>(most), matched_,
                                    few_slots_, k_rounds_of_few});
    const Undecided<P> next{left_numbers_[turn_], left_counts_[turn_]};
    list_undecided(most, Nothing{}, next);
    left_ = next;
  }
  [[nodiscard]] bool can_finish(std::uint64_t left) const {
    return is_of_few_pins() && left <= shared_.tuning.few;
  }
  /// How many `settle` of this round listed, as many on each part: asked for, and waited for.
  void post_undecided(std::uint32_t round) {
    place_.post(left_counts_[turn_], round % 2);
    posted_[round % 2].record(stream());
  }
  [[nodiscard]] std::uint64_t num_undecided(std::uint32_t round) {
    posted_[round % 2].wait();
    return place_.posted(round % 2);
  }
  void note_winners() {
    place_.for_each(section_.edges,
                    NoteWinners<P>{batch_, chosen_, section_.first, part_.first_edge});
  }
  [[nodiscard]] StalledBatch stalled() const {
    return {part_.context,        rows_.count,           rows_.entries,
            batch_.states.data(), batch_.origins.data(), batch_.priorities.data(),
            batch_.begins.data(), batch_.pins.data(),    shared_.uniform_size};
  }

  std::size_t index;
  parallel::runtime::Event copied;

 private:
  // Edges up to this size are looked at by one item of a loop.
  static constexpr std::uint64_t k_small_edge = 64;
  static constexpr std::uint32_t k_rounds_of_few = 64;

  static std::uint64_t words_of(std::uint64_t items) { return (items + 31) / 32; }
  [[nodiscard]] VertexId first_vertex(std::size_t part) const {
    return static_cast<VertexId>(std::uint64_t{shared_.num_vertices} * part / shared_.parts.size());
  }
  [[nodiscard]] bool is_of_few_pins() const { return shared_.largest_edge <= k_small_edge; }
  // So that the keys of the range fit the bits.
  [[nodiscard]] std::uint32_t shift_of(const BatchRange& range) const {
    const int bits = static_cast<int>(std::bit_width(range.high - range.low));
    return static_cast<std::uint32_t>(std::max(0, bits - shared_.tuning.code_bits));
  }
  template <class Slots>
  void veto_by(const Slots& slots, std::uint64_t most) {
    place_.fill(slots.words, slots.count, {});
    visit(most, RaiseSlots<P, Slots>{batch_, slots});
    const VetoOthers<P, Slots> veto{{}, batch_, slots, vetoes_[turn_]};
    if (is_of_few_pins()) {
      place_.for_each(most, listed(ReducePins<P, VetoOthers<P, Slots>>{veto, batch_}));
    } else {
      place_.row_reduce(rows_, veto);
    }
  }
  template <class Body>
  [[nodiscard]] OfUndecided<P, Body> listed(const Body& body) const {
    return {body, left_};
  }
  template <class Loop>
  void visit(std::uint64_t most, const Loop& loop) {
    if (is_of_few_pins()) {
      place_.for_each(most, listed(VisitPins<P, Loop>{loop, batch_}));
    } else {
      place_.row_for_each(rows_, loop);
    }
  }
  template <class Settle>
  void list_undecided(std::uint64_t most, const Settle& settle, const Undecided<P>& to) {
    place_.list_mapped(most, StillUndecided<P, Settle>{settle, left_, batch_}, to.numbers,
                       rows_.count, to.count);
  }
  [[nodiscard]] std::uint64_t room() const {
    return std::min<std::uint64_t>(shared_.capacity.edges, part_.num_edges);
  }

  void lay_out(typename P::Arena& arena) {
    const std::uint64_t m = part_.num_edges;
    const auto [edges, pins] = shared_.capacity;
    matched_ = arena.take_flags("matched", shared_.num_vertices);
    by_key_.words = arena.template take<std::uint64_t>("slots", by_key_.count);
    if (is_of_few_pins()) {
      few_slots_ = arena.template take<std::uint64_t>("few_slots", FinishFew<P>::k_slots);
    }
    chosen_ = arena.template take<std::uint32_t>("chosen", words_of(m));
    counts_ = arena.template take<std::uint64_t>("counts", 1);
    num_pins_ = arena.template take<std::uint64_t>("num_pins", 1);
    listed_ = arena.template take<std::uint32_t>("listed", room());
    if (!is_of_few_pins()) {
      free_ = arena.template take<std::uint8_t>("free", m);
    }
    batch_.origins = arena.template take<EdgeId>("origins", edges);
    if (shared_.is_rated) {
      batch_.priorities = arena.template take<std::uint32_t>("priorities", edges);
    }
    if (shared_.uniform_size == 0) {
      batch_.begins = arena.template take<Offset>("begins", edges + 1);
    }
    batch_.pins = arena.template take<VertexId>("batch_pins", pins);
    batch_.states = arena.template take<std::uint8_t>("states", edges);
    for (std::size_t turn = 0; turn < 2; ++turn) {
      vetoes_[turn] = arena.template take<std::uint32_t>("vetoes", words_of(edges) + 1);
      left_numbers_[turn] = arena.template take<std::uint32_t>("left", edges);
      left_counts_[turn] = arena.template take<std::uint64_t>("num_left", 1);
    }
    for (std::size_t p = 0; p < shared_.parts.size(); ++p) {
      if (p == index || parallel::can_reach(shared_.parts[p].context.device(), device())) continue;
      fetched_[p] = arena.template take<std::uint32_t>("fetched", words_of(edges) + 1);
    }
    if (shared_.largest_edge > parallel::k_heavy_row) {
      const std::uint64_t most = std::max<std::uint64_t>(pins, part_.pins.size());
      heavy_ = arena.template take<std::uint32_t>("heavy", parallel::heavy_room(most));
      num_heavy_ = arena.template take<std::uint32_t>("num_heavy", 2);
    }
    place_.lay_out_scans(arena, std::max(m, room()) + 1);
  }

  [[nodiscard]] parallel::Rows<P> rows_of(Words<const Offset> offsets, std::uint64_t count,
                                          std::uint64_t entries) const {
    return {.offsets = offsets,
            .count = count,
            .entries = entries,
            .largest = shared_.largest_edge,
            .heavy = heavy_.data(),
            .num_heavy = num_heavy_.data()};
  }
  [[nodiscard]] parallel::Rows<P> own_rows() const {
    return rows_of(own_.offsets, part_.num_edges, part_.pins.size());
  }

  const SharedBatches& shared_;
  const SharedPart& part_;
  P place_;
  OwnEdges<P> own_{.offsets = {},
                   .pins = {},
                   .priorities = {},
                   .uniform_size = 0,
                   .first = 0,
                   .mixer = base::TieMixer(0)};
  typename P::Flags matched_;  // all vertices
  KeySlots<P> by_key_{};
  CodeSlots<P> by_code_{};          // in the same memory
  Words<std::uint64_t> few_slots_;  // of `finish`
  Candidates<P> batch_;
  Section section_;
  parallel::Rows<P> rows_;
  Words<std::uint32_t> chosen_;
  Words<std::uint64_t> counts_;
  Words<std::uint64_t> num_pins_;
  Words<std::uint32_t> listed_;
  Words<std::uint8_t> free_;
  Words<std::uint32_t> vetoes_[2];  // in turn: others read one while the next is written
  std::uint32_t turn_ = 0;
  Words<std::uint32_t> left_numbers_[2];
  Words<std::uint64_t> left_counts_[2];
  Undecided<P> left_;  // one of these, or all candidates
  Words<std::uint32_t> vetoes_of_[DeviceGroup::k_most_devices];
  Words<std::uint32_t> fetched_[DeviceGroup::k_most_devices];  // from where memory is not reached
  Words<std::uint32_t> heavy_;
  Words<std::uint32_t> num_heavy_;
  parallel::runtime::Event posted_[2];
};

}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
