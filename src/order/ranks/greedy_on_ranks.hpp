// SPDX-License-Identifier: MIT
// The greedy matching of edges on ranks, in batches of falling key.
//
// In a batch a vertex is free, matched, or blocked by an undecided edge above. A sweep in falling
// order settles what no other rank can change: an edge that no undecided edge above meets, and
// whose vertices are not shared, is matched. Then the uppermost undecided edge of each shared
// vertex goes to the vertex's owner, which says whether it is the uppermost of all ranks; an edge
// that is at all its vertices is matched. Where all ranks know all vertices, the free edges of a
// batch go to all ranks instead, and each takes them in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "order/bucket_store.hpp"
#include "order/ranks/boundary.hpp"
#include "order/ranks/rank_keys.hpp"
#include "order/sort_falling.hpp"
#include "order/vertex_set.hpp"
#include "parallel/ranks/mail.hpp"

namespace hypermatch::detail::order {

/// Key: NarrowKey or WideKey, the same on all ranks.
template <class Key>
class GreedyOnRanks {
 public:
  /// All that is handed in must outlive the object.
  GreedyOnRanks(const Context& context, parallel::Mail& mail, const AgreedOrder& agreed,
                const EdgePart& part, const Boundary& boundary, RankKeys& keys);

  /// The matched edges of the part, ascending. Called once, by all ranks.
  Array<std::uint32_t> run(RankCosts& costs);
  /// Local sweeps.
  [[nodiscard]] std::uint64_t sweeps() const { return turn_; }

 private:
  struct Record {
    Key key;
    std::uint32_t edge;
    std::uint32_t pins_at;  // in the pins of the batch, then where a sweep has put them
  };
  // The uppermost undecided edges of ghosts of one owner.
  struct Tops {
    std::vector<Key> keys;
    std::vector<std::uint32_t> ghosts;
  };

  [[nodiscard]] std::span<const VertexId> pins_of(std::uint32_t e) const {
    if (size_ != 0) return part_.pins.view().subspan(std::size_t{e} * size_, size_);
    return part_.pins.view().subspan(part_.offsets[e], part_.offsets[e + 1] - part_.offsets[e]);
  }
  // An edge of this rank that was drawn, for estimates of how many are left.
  struct Sampled {
    Key key;
    std::uint32_t edge;
  };
  // Pins of edges that stand one after the other.
  class PinList {
   public:
    void clear() { size_ = 0; }
    // Room for the pins of one more edge. @returns where they are to stand
    std::uint32_t add(std::size_t count, bool with_size) {
      const std::size_t place = size_ + (with_size ? 1 : 0);
      const std::size_t end = place + count;
      if (pins_.capacity() < end) pins_.reserve(end + end / 2 + 64);
      if (pins_.size() < end) pins_.resize(end);
      if (with_size) pins_[size_] = static_cast<LocalId>(count);
      size_ = end;
      return static_cast<std::uint32_t>(place);
    }
    [[nodiscard]] LocalId* data(std::uint32_t place) { return pins_.data() + place; }
    [[nodiscard]] std::span<const LocalId> at(std::uint32_t place, std::size_t size) const {
      const LocalId* const at = pins_.data() + place;
      return size != 0 ? std::span(at, size) : std::span(at, at[-1]);
    }

   private:
    Array<LocalId> pins_;  // in front of those of an edge their number, where sizes differ
    std::size_t size_ = 0;
  };

  // The pins of an edge that a sweep has left.
  [[nodiscard]] std::span<const LocalId> kept_pins_of(const Record& record) const {
    return kept_pins_.at(record.pins_at, size_);
  }
  [[nodiscard, gnu::always_inline]] static bool meet(const VertexSet& set,
                                                     std::span<const LocalId> pins) {
    // Without a loop for the edges of graphs and of hypergraphs with few pins.
    if (pins.size() == 2) return (set.contains(pins[0]) | set.contains(pins[1])) != 0;
    if (pins.size() == 3) {
      return (set.contains(pins[0]) | set.contains(pins[1]) | set.contains(pins[2])) != 0;
    }
    return set.meets(pins);
  }
  [[nodiscard]] std::uint64_t is_matched(VertexId v) const {
    return is_matched_.contains(boundary_.local(v));
  }
  [[nodiscard, gnu::always_inline]] bool is_dead(std::uint32_t e) const {
    const std::span<const VertexId> pins = pins_of(e);
    std::uint64_t found = 0;
    for (const VertexId v : pins) found |= is_matched(v);
    return found != 0;
  }
  void sample();
  void sort_matched();
  [[nodiscard]] std::uint64_t wanted_edges(double most) const;
  [[nodiscard]] Key first_bar() const;
  [[nodiscard]] std::size_t interval_of(Key key) const;
  [[nodiscard]] Key next_bar(bool& is_last);
  [[nodiscard]] std::vector<Key> slice_bars() const;
  void place_buckets(Key low);
  void take_slice(Key low);
  void flush_stage();
  void settle_batch();
  void settle_by_all();
  void keep(Record record, std::span<const LocalId> pins);
  void keep_free();
  void check_stop(std::uint64_t stopped) const;
  void begin_sweep();
  void sweep_batch();
  void sweep_bucket(std::size_t bucket);
  void sweep_again();
  void end_sweep();
  void look_at(Record record, std::span<const LocalId> pins);
  void note_top(LocalId v, Key key);
  void match(const Record& record);
  void settle_boundary();
  void answer_tops();
  void offer_top(std::uint32_t place, Key key);
  void take_answers();
  [[nodiscard]] bool is_top_everywhere(const Record& record) const;
  void hand_over();
  void put_undecided(std::size_t first_taker, std::size_t last_taker, std::size_t count,
                     bool is_cut);
  [[nodiscard]] std::size_t count_above_bar(std::uint64_t room, bool& is_cut);
  void decide_stalled(std::vector<std::vector<std::uint8_t>>& answers);
  void tell_matched();

  const Context& context_;
  parallel::Mail& mail_;
  const AgreedOrder& agreed_;
  const EdgePart& part_;
  const Boundary& boundary_;
  RankKeys& keys_;
  std::size_t size_;  // pins of each edge, or 0: they differ
  std::uint32_t turn_ = 0;
  std::vector<Key> splitters_;  // falling
  std::vector<Sampled> sampled_;
  std::uint64_t stride_ = 1;      // edges per sampled one
  std::uint64_t left_edges_ = 0;  // about so many are left below the batch
  Key low_{};                     // the bar of the batch: its keys are low_ or above,
  Key above_{};                   // and below this one, where the slice before ended,
  bool is_uppermost_ = true;      // but for the first one
  std::uint64_t num_taken_ = 0;   // edges of the batch
  KeySplitters bucket_bars_;
  BucketStore<Record> batch_{0, 1};  // a slice of it; its memory serves all
  typename BucketStore<Record>::Stage stage_;
  Array<Record> undecided_;  // of the batch, falling
  KeySortSpace<Record> space_;
  std::uint64_t batch_edges_ = 0;  // of all ranks
  std::uint64_t batch_stalled_ = 0;
  std::uint64_t stalled_edges_ = 0;
  std::uint64_t stalled_bytes_ = 0;
  std::uint64_t batches_ = 0;
  double largest_stalled_share_ = 0;
  std::vector<Record> candidates_;  // that no undecided edge above meets here
  PinList batch_pins_;    // of it, local, in order of edges: those of the part lie far apart
  PinList kept_pins_;     // of `undecided_`, in its order
  VertexSet is_matched_;  // of local vertices, as the others
  VertexSet is_shared_;
  VertexSet is_blocked_;                          // by an undecided edge above, in this sweep
  Array<Key> tops_here_;                          // of shared own vertices: the uppermost edges
  VertexSet has_top_;                             // of these: whether there is one, in this sweep
  VertexSet is_top_;                              // of ghosts: what the owner said
  std::vector<Tops> tops_;                        // by owner
  std::vector<std::vector<std::uint32_t>> up_;    // matched ghosts, by owner
  std::vector<std::vector<std::uint32_t>> down_;  // matched own vertices, as ghosts of each rank
  Array<std::uint32_t> matched_;
};

}  // namespace hypermatch::detail::order
