// SPDX-License-Identifier: MIT
// The candidates of a batch, how a device writes its own ones, and loops over them.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_edges.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::hypergraph_matching::shared_batches {

using parallel::RowsBefore;

enum CandidateState : std::uint8_t { k_undecided = 0, k_won = 1, k_lost = 2 };

/// The free edges of a batch, with the same numbers on each device.
template <class P>
struct Candidates {
  typename P::template Words<EdgeId> origins;
  typename P::template Words<std::uint32_t> priorities;  ///< none: all are 0
  typename P::template Words<Offset> begins;  ///< one more than candidates; none: sizes are alike
  typename P::template Words<VertexId> pins;
  typename P::template Words<std::uint8_t> states;
  std::uint64_t uniform_size = 0;
  base::TieMixer mixer{0};

  [[nodiscard]] HYPERMATCH_FN std::uint64_t begin(std::uint64_t c) const {
    return begins.exists() ? begins.get(c) : c * uniform_size;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t c) const {
    return base::make_key(priorities.exists() ? priorities.get_once(c) : 0,
                          mixer(origins.get_once(c)));
  }
  [[nodiscard]] HYPERMATCH_FN bool is_undecided(std::uint64_t c) const {
    return states.get(c) == k_undecided;
  }
};

/// Loops over candidates of few pins, one item each: no row needs several threads. `first`: the
/// candidate that is row 0 of the loop.
template <class P, class Loop>
struct VisitPins {
  Loop loop;
  Candidates<P> batch;
  std::uint64_t first = 0;

  HYPERMATCH_FN void operator()(std::uint32_t row) const {
    if (!loop.is_active(row)) return;
    const std::uint64_t end = batch.begin(first + row + 1);
    std::uint64_t p = batch.begin(first + row);
    if constexpr (requires { loop.visit_all(row, p, end); }) {
      loop.visit_all(row, p, end);
    } else {
      for (; p < end; ++p) loop.visit(row, p);
    }
  }
};
template <class P, class Loop>
struct ReducePins {
  Loop loop;
  Candidates<P> batch;

  HYPERMATCH_FN void operator()(std::uint32_t row) const {
    if (!loop.is_active(row)) return;
    std::uint64_t p = batch.begin(row);
    const std::uint64_t end = batch.begin(row + std::uint64_t{1});
    if constexpr (requires { loop.all(row, p, end); }) {
      loop.store(row, loop.all(row, p, end));
    } else {
      auto value = Loop::identity();
      // Three at a time, so that their loads are in flight together.
      for (; p + 3 <= end && !Loop::is_final(value); p += 3) {
        const VertexId v[] = {loop.entry(p), loop.entry(p + 1), loop.entry(p + 2)};
        value = Loop::combine(value, loop.value(row, v[0]));
        value = Loop::combine(value, loop.value(row, v[1]));
        value = Loop::combine(value, loop.value(row, v[2]));
      }
      for (; p < end && !Loop::is_final(value); ++p) {
        value = Loop::combine(value, loop.value(row, loop.entry(p)));
      }
      loop.store(row, value);
    }
  }
};

/// The candidates that were undecided when a round began, in any order.
template <class P>
struct Undecided {
  typename P::template Words<std::uint32_t> numbers;
  typename P::template Words<std::uint64_t> count;  ///< one word; none: all candidates

  [[nodiscard]] HYPERMATCH_FN std::uint32_t operator()(std::uint64_t i) const {
    if (!count.exists()) return static_cast<std::uint32_t>(i);
    return i < count.get(0) ? numbers.get(i) : k_none;
  }
};
template <class P, class Body>
struct OfUndecided {
  Body body;
  Undecided<P> left;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint32_t c = left(i);
    if (c != k_none) body(c);
  }
};

/// The places of a part among the candidates.
struct Section {
  std::uint64_t first = 0;
  std::uint64_t edges = 0;
  std::uint64_t first_pin = 0;
  std::uint64_t pins = 0;
};

/// Number and priority of each listed edge, and where its pins begin if all sizes are alike.
template <class P>
struct CopyEdge {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  Candidates<P> to;
  std::uint64_t first;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint32_t e = listed.get(i);
    to.origins.set(first + i, own.first + e);
    if (to.priorities.exists()) to.priorities.set(first + i, own.priority(e));
  }
};
/// Places of pins within the section, where sizes differ.
template <class P>
struct PlacePins {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  typename P::template Words<Offset> begins;
  typename P::template Words<std::uint64_t> num_pins;
  Section section;

  [[nodiscard]] HYPERMATCH_FN std::uint64_t size(std::uint32_t i) const {
    const std::uint64_t e = listed.get(i);
    return own.begin(e + 1) - own.begin(e);
  }
  HYPERMATCH_FN RowsBefore operator()(std::uint32_t i) const { return {size(i), 1}; }
  HYPERMATCH_FN void operator()(std::uint32_t i, const RowsBefore& before) const {
    begins.set(section.first + i, before.entries);
    if (i + std::uint64_t{1} == section.edges) num_pins.set(0, before.entries + size(i));
  }
};
/// Places of pins among all candidates, for one item more than there are edges.
template <class P>
struct ShiftPins {
  typename P::template Words<Offset> begins;
  Section section;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint64_t local = i == section.edges ? section.pins : begins.get(section.first + i);
    begins.set(section.first + i, section.first_pin + local);
  }
};
template <class P>
struct CopyPins {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  Candidates<P> to;
  std::uint64_t first;

  HYPERMATCH_FN bool is_active(std::uint32_t /*i*/) const { return true; }
  HYPERMATCH_FN void visit(std::uint32_t i, std::uint64_t p) const {
    to.pins.set(p, own.pins.get(own.begin(listed.get(i)) + (p - to.begin(first + i))));
  }
};

/// Matched edges of the part.
template <class P>
struct NoteWinners {
  Candidates<P> batch;
  typename P::template Words<std::uint32_t> chosen;
  std::uint64_t first;
  EdgeId first_edge;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    if (batch.states.get(first + i) != k_won) return;
    const EdgeId e = batch.origins.get(first + i) - first_edge;
    chosen.fetch_or(e / 32, std::uint32_t{1} << (e % 32));
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
