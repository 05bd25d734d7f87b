// SPDX-License-Identifier: MIT
// Work of one warp of `filtered` on a device in the two phases of a round.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "algorithms/hypergraph_matching/local_max/competing_batches/control.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/selection.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

/// Queues of a warp in shared memory, which collect work until there is enough for all lanes.
template <class Team>
struct Queues {
  using EdgeCandidate = typename Team::EdgeCandidate;
  static constexpr std::uint32_t k_step = 32 * Team::k_fresh;
  std::uint64_t selected[k_step + k_tile];  ///< (priority image, edge) of the batch
  EdgeCandidate fresh[k_step + 32];         ///< whose first pins are free; without a code
  EdgeCandidate ready[64];                  ///< that compete
};

template <class Words, class Team>
class Competition {
 public:
  using EdgeCandidate = typename Team::EdgeCandidate;
  static constexpr std::uint32_t k_step = Queues<Team>::k_step;

  /// `pieces`: k_pieces of the codes of the batch that enters, where they are not told finely.
  __device__ Competition(const BatchArguments<Words>& arguments, Queues<Team>& queues,
                         const CodePiece* pieces, std::uint32_t warp, std::uint32_t num_warps)
      : a_(arguments),
        queues_(queues),
        pieces_(pieces),
        selection_(arguments, queues.selected, warp, num_warps),
        list_(static_cast<EdgeCandidate*>(arguments.candidates) +
              std::uint64_t{warp} * arguments.share) {}

  __device__ void list_upper() { selection_.list_upper(); }
  __device__ void use_top_list() { selection_.use_top_list(); }

  /// One phase: candidates of the last round that are still free, and the new batch, write their
  /// words and are listed.
  __device__ void mark(const RoundSchedule& schedule, std::uint32_t round, std::uint32_t tag) {
    tag_ = tag;
    round_ = round;
    std::uint32_t next_old = 0;
    const std::uint32_t num_old = listed_;
    listed_ = 0;
    has_ties_ = false;
    selection_.begin(schedule);
    // Ends: every turn takes from a list, a tile or a queue, and the last one finds all empty.
    while (true) {
      const bool scanned = selection_.is_over();
      const std::uint32_t selected = selection_.waiting();
      bool last = false;
      if (next_old < num_old) {
        look_at_old(list_ + next_old, num_old - next_old);
        next_old += 32;
      } else if (num_fresh_ >= 32 || (num_fresh_ > 0 && scanned && selected == 0)) {
        finish_new(schedule);
      } else if (selected >= k_step || (selected > 0 && scanned)) {
        look_at_new(is_first(schedule));
      } else if (!scanned) {
        selection_.select(schedule);
        continue;
      } else {
        last = true;
      }
      while (num_ready_ >= 32 || (last && num_ready_ > 0)) compete();
      if (last) break;
    }
  }

  /// Between two rounds: drops candidates that are no longer free. Slots may be cleared then.
  __device__ void drop_matched() {
    const std::uint32_t lane = threadIdx.x % 32;
    for (std::uint32_t base = 0; base < listed_; base += 32) {
      const std::uint32_t count = listed_ - base < 32 ? listed_ - base : 32;
      EdgeCandidate mine = EdgeCandidate::none();
      if (lane < count) mine = list_[base + lane];
      if (Team::any_matched(a_.arena, mine, 0, count)) list_[base + lane] = EdgeCandidate::none();
    }
    __syncwarp();
  }

  [[nodiscard]] __device__ std::uint32_t listed() const { return listed_; }
  [[nodiscard]] __device__ bool has_no_room() const { return listed_ > a_.share; }
  /// Whether a code was noted in the last call of `mark`.
  [[nodiscard]] __device__ bool has_ties() const { return has_ties_; }

  /// The second phase: an edge that finds its word at all pins is matched, unless another edge has
  /// the same word. If `forget`, entering edges are dropped: their batch had no room. `tied`: codes
  /// were noted in this round. Returns the winners.
  __device__ std::uint32_t decide(bool forget, bool tied) {
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t won_here = 0;
    if (listed_ > a_.share) listed_ = a_.share;
    for (std::uint32_t base = 0; base < listed_; base += 32) {
      const std::uint32_t count = listed_ - base < 32 ? listed_ - base : 32;
      EdgeCandidate mine = EdgeCandidate::none();
      if (lane < count) mine = list_[base + lane];
      if (forget && mine.is_entering()) {
        mine.clear();
        list_[base + lane] = mine;
      }
      if (tied && !mine.is_none() && !mine.is_tied() && a_.ties.is_noted(round_, mine.code())) {
        mine.note();
        list_[base + lane] = mine;
        mine.clear();
      }
      if (mine.is_loser()) mine.clear();
      if (!__any_sync(k_all_lanes, !mine.is_none())) continue;
      typename Team::Kept kept;
      bool won = Team::holds(a_.arena, mine, slot_word(tag_, mine.code()), count, kept);
      if (__any_sync(k_all_lanes, won && mine.is_tied())) {
        const bool above =
            Team::all_pins(a_.arena, mine, won && mine.is_tied(),
                           [&](VertexId v, EdgeId e) { return a_.ties.holds(round_, v, e); });
        won = won && (!mine.is_tied() || above);
      }
      Team::match(a_.arena, mine, won, count, kept);
      if (!won) continue;
      // Relaxed: bits are only set, and read behind a grid barrier or by the host.
      const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> word(
          a_.matched_edges[mine.edge / 32]);
      (void)word.fetch_or(1U << (mine.edge % 32), cuda::memory_order_relaxed);
      list_[base + lane] = EdgeCandidate::none();
      ++won_here;
    }
    __syncwarp();
    return __reduce_add_sync(k_all_lanes, won_here);
  }

 private:
  // Whether no vertex is matched yet.
  __device__ static bool is_first(const RoundSchedule& schedule) {
    return Words::Vertices::k_begins_free && schedule.first;
  }

  // Candidates of the last round go on if they are still free.
  __device__ void look_at_old(const EdgeCandidate* old, std::uint32_t left) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = left < 32 ? left : 32;
    EdgeCandidate mine = EdgeCandidate::none();
    if (lane < count) mine = old[lane];
    if (!__any_sync(k_all_lanes, !mine.is_none())) return;
    mine.grow_older();
    const bool matched = Team::any_matched(a_.arena, mine, 0, count);
    num_ready_ += push(queues_.ready + num_ready_, !mine.is_none() && !matched, mine);
    __syncwarp();
  }

  __device__ VertexId first_pin(const VertexId* pin) const {
    return Team::k_carries_pins || a_.arena.bitmap_is_near ? load_once(pin) : *pin;
  }

  // Looks at the first pins of new edges, several for each lane, one pin after the other.
  __device__ void look_at_new(bool is_first) {
    constexpr int k_fresh = Team::k_fresh;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t waiting = selection_.waiting();
    const std::uint32_t count = waiting < k_step ? waiting : k_step;
    const std::uint64_t* const selected = selection_.take(count);
    std::uint64_t item[k_fresh];
    std::uint64_t offset[k_fresh];
    std::uint64_t size[k_fresh];
    VertexId pins[k_fresh][k_first_pins];
    bool free[k_fresh];
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      item[i] = offset[i] = size[i] = 0;
      const std::uint32_t at = static_cast<std::uint32_t>(i) * 32 + lane;
      if (at < count) {
        item[i] = selected[at];
        const auto e = static_cast<std::uint32_t>(item[i]);
        const auto* const its = a_.words.offsets(a_.arena) + e;
        offset[i] = load_once(its);
        size[i] = load_once(its + 1) - offset[i];
      }
      free[i] = size[i] > 0;
    }
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
#pragma unroll
      for (int p = 0; p < k_first_pins; ++p) {
        const bool is_there = static_cast<std::uint64_t>(p) < size[i];
        pins[i][p] = is_there ? first_pin(a_.arena.pins + offset[i] + p) : k_no_pin;
      }
    }
    if (!is_first) {  // else nothing is matched yet
#pragma unroll
      for (int p = 0; p < k_first_pins; ++p) {
        std::uint32_t matched[k_fresh];
#pragma unroll
        for (int i = 0; i < k_fresh; ++i) {
          matched[i] = free[i] && pins[i][p] != k_no_pin ? a_.arena.is_matched(pins[i][p]) : 0;
        }
#pragma unroll
        for (int i = 0; i < k_fresh; ++i) free[i] = free[i] && matched[i] == 0;
      }
      if constexpr (Team::k_looks_far) look_far(offset, size, free);
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      num_fresh_ += push(queues_.fresh + num_fresh_, free[i],
                         EdgeCandidate::make(static_cast<EdgeId>(item[i]),
                                             static_cast<std::uint32_t>(item[i] >> 32), offset[i],
                                             size[i], pins[i]));
    }
    __syncwarp();
  }

  // Neighbours are often matched together, or free: of large edges, looks at pins far apart, too.
  __device__ void look_far(const std::uint64_t* offset, const std::uint64_t* size,
                           bool* free) const {
    constexpr int k_fresh = Team::k_fresh;
    constexpr int k_far = 3;
    VertexId pins[k_fresh][k_far];
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      const std::uint64_t last = size[i] - 1;
      const std::uint64_t places[k_far] = {last, last / 3, last - last / 3};
#pragma unroll
      for (int p = 0; p < k_far; ++p) {
        pins[i][p] = free[i] ? a_.arena.pins[offset[i] + places[p]] : 0;
      }
    }
#pragma unroll
    for (int i = 0; i < k_fresh; ++i) {
      std::uint32_t matched = 0;
#pragma unroll
      for (int p = 0; p < k_far; ++p) matched |= free[i] ? a_.arena.is_matched(pins[i][p]) : 0;
      free[i] = free[i] && matched == 0;
    }
  }

  // New edges with free first pins get their codes; those whose other pins are free, too, compete.
  __device__ void finish_new(const RoundSchedule& schedule) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = num_fresh_ < 32 ? num_fresh_ : 32;
    num_fresh_ -= count;
    EdgeCandidate mine = EdgeCandidate::none();
    if (lane < count) {
      mine = queues_.fresh[num_fresh_ + lane];
      mine.enter(code_of(schedule, key_of(a_, mine.edge, mine.state)));
    }
    const bool matched =
        !is_first(schedule) && Team::any_matched(a_.arena, mine, k_first_pins, count);
    __syncwarp();
    num_ready_ += push(queues_.ready + num_ready_, lane < count && !matched, mine);
    __syncwarp();
  }

  __device__ std::uint32_t code_of(const RoundSchedule& schedule, std::uint64_t key) const {
    if (schedule.finely) return schedule.fine_code(*a_.control, key);
    std::uint32_t i = 0;
#pragma unroll
    for (std::uint32_t step = k_pieces / 2; step > 0; step /= 2) {
      if (pieces_[i + step - 1].low > key) i += step;
    }
    return pieces_[i](key);
  }

  // The first 32 ready edges, or all, write their words and are listed. In the order in which they
  // came: those of the last round stand before the new ones, so that they always find room.
  __device__ void compete() {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = num_ready_ < 32 ? num_ready_ : 32;
    EdgeCandidate mine = EdgeCandidate::none();
    if (lane < count) mine = queues_.ready[lane];
    num_ready_ -= count;
    __syncwarp();
    if (lane < num_ready_) queues_.ready[lane] = queues_.ready[count + lane];
    __syncwarp();
    const Seen seen = Team::mark(a_.arena, mine, slot_word(tag_, mine.code()), count);
    mine.set_loser(seen.above);
    if (seen.equal && !mine.is_tied()) {
      a_.ties.note(round_, mine.code());
      has_ties_ = true;
    }
    if (__any_sync(k_all_lanes, mine.is_tied())) {
      Team::for_each_pin(a_.arena, mine, mine.is_tied(), [&](VertexId v, EdgeId e) {
        a_.ties.raise(round_, v, e, [&](EdgeId f) { return is_above(a_, e, f); });
      });
    }
    if (lane < count && listed_ + lane < a_.share) list_[listed_ + lane] = mine;
    listed_ += count;
  }

  const BatchArguments<Words>& a_;
  Queues<Team>& queues_;
  const CodePiece* pieces_;
  Selection<Words> selection_;
  std::uint32_t tag_ = 0;
  std::uint32_t round_ = 0;
  // Edges of the last round make room for edges of this one, which are never more than were read.
  EdgeCandidate* const list_;
  bool has_ties_ = false;
  std::uint32_t listed_ = 0;
  std::uint32_t num_fresh_ = 0;
  std::uint32_t num_ready_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
