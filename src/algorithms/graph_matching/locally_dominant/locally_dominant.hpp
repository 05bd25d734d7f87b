// SPDX-License-Identifier: MIT
// Locally dominant edges by pointers and a queue of matched vertices: Halappanavar, Feo, Villa,
// Tumeo, Pothen 2012 (doi:10.1177/1094342012452893), Naim 2017 (its Algorithm 1), after Manne,
// Bisseling 2008 (doi:10.1007/978-3-540-68111-3_74). Each vertex points at its best free neighbour;
// mutual pointers are matched, and both vertices enter the queue. In each round those that point at
// a vertex of the queue look again. The greedy matching of the order, its ties included. Guarantee
// 1/2; work O(m degree) at worst. One source for all places; `Arcs` finds the best neighbours.
#pragma once

#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::graph_matching {

template <class P>
struct DominantState {
  /// The vertex that each one points at. Words that other threads read while they change: a reader
  /// compares another vertex's word with one value, which it has from some point of the round on,
  /// or at its begin. In the end the mates.
  typename P::template Words<VertexId> choices;
  typename P::Flags matched;
  typename P::template Words<VertexId> queue;      ///< size n: each vertex enters once
  typename P::template Words<std::uint32_t> tail;  ///< of the queue
};

namespace dominant {

/// `k_alone`: one thread runs it, and no other.
template <class P, class Arcs, bool k_alone>
struct Look {
  DominantState<P> state;
  Arcs arcs;

  // v is free and points at no free vertex.
  HYPERMATCH_FN void point(VertexId v, VertexId choice) const {
    if constexpr (k_alone) {
      state.choices.set(v, choice);
    } else {
      state.choices.publish(v, choice);
    }
    // A vertex that is its own neighbour, as none should be, is not matched.
    if (choice == k_none || choice == v) return;
    // Two that point at each other at the same time first write their own choices, then read the
    // other's: one at least sees it. A choice stays while its vertex is free.
    if (state.choices.observe(choice) == v) match(v, choice);
  }
  // Called by a thread that found v and choice pointing at each other, possibly by two.
  HYPERMATCH_FN void match(VertexId v, VertexId choice) const {
    const VertexId low = v < choice ? v : choice;
    const VertexId high = v < choice ? choice : v;
    std::uint32_t place = 0;
    if constexpr (k_alone) {
      state.matched.set(low);
      place = state.tail.get(0);
      state.tail.set(0, place + 2);
    } else {
      if (!state.matched.insert(low)) return;
      place = state.tail.fetch_add(0, 2);
    }
    state.matched.set(high);
    state.queue.set(place, low);
    state.queue.set(place + std::uint64_t{1}, high);
  }
};

template <class P, class Arcs, bool k_alone>
struct LookFirst : Look<P, Arcs, k_alone> {
  using Look<P, Arcs, k_alone>::state;
  using Look<P, Arcs, k_alone>::arcs;
  HYPERMATCH_FN void operator()(std::uint32_t v) const {
    this->point(v, arcs.first_choice(v, state.matched));
  }
};

template <class P, class Arcs, bool k_alone>
struct LookAgain : Look<P, Arcs, k_alone> {
  using Look<P, Arcs, k_alone>::state;
  using Look<P, Arcs, k_alone>::arcs;
  std::uint32_t first;  ///< of the queue
  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const VertexId v = state.queue.get(first + std::uint64_t{i});
    const std::uint64_t end = arcs.end(v);
    for (std::uint64_t arc = arcs.begin(v); arc < end; ++arc) {
      const VertexId other = arcs.head(arc);
      // All of these but the mate are free. They point at v alone, so that no other vertex lets
      // them look, and then elsewhere, so that they do it once.
      if (state.choices.load(other) == v && !state.matched.is_set_by_now(other)) {
        this->point(other, arcs.choice(other, state.matched));
      }
    }
  }
};

/// A vertex that still points at another one was not told that the other one is matched: it is not
/// in that one's row.
template <class P>
struct IsUntold {
  DominantState<P> state;
  HYPERMATCH_FN bool operator()(std::uint64_t v) const {
    return state.choices.get(v) != k_none && !state.matched.is_set(v);
  }
};

}  // namespace dominant

/// How a place shares the queue. It changes the time, never the answer.
struct QueueTuning {
  /// Up to so many vertices in the queue one thread works on alone.
  std::uint32_t alone = 0;
  std::size_t grain = 64;  ///< vertices that a thread takes at least
  bool is_alone = false;   ///< one thread does all
};

template <parallel::Place P>
class LocallyDominant {
 public:
  explicit LocallyDominant(P& place) : place_(place) {}

  void lay_out(typename P::Arena& arena, std::uint64_t n) {
    state_.matched = arena.take_flags("matched", n);
    state_.queue = arena.template take<VertexId>("queue", n);
    state_.tail = arena.template take<std::uint32_t>("tail", 1);
    untold_ = arena.template take<std::uint64_t>("untold", 1);
  }

  /// Fills the mates; returns the number of rounds. Calls broken() where rows do not mirror.
  template <class Arcs, class Broken>
  std::uint64_t run(const Arcs& arcs, std::uint64_t n,
                    const typename P::template Words<VertexId>& mates, const QueueTuning& tuning,
                    const Broken& broken) {
    using namespace dominant;
    state_.choices = mates;
    place_.fill(mates, n, VertexId{k_none});
    place_.clear(state_.matched, n);
    place_.fill(state_.tail, 1, std::uint32_t{0});
    look_first(arcs, n, tuning);
    std::uint32_t first = 0;
    std::uint64_t rounds = 0;
    // Ends: each vertex enters the queue at most once.
    for (std::uint32_t last = read_tail(n); last != first; last = read_tail(n)) {
      ++rounds;
      if constexpr (P::k_is_host) {
        if (tuning.is_alone || last - first <= tuning.alone) {
          first = look_again_alone(arcs, first, tuning, n);
          continue;
        }
      }
      place_.for_each(last - first, LookAgain<P, Arcs, false>{{state_, arcs}, first}, tuning.grain);
      first = last;
    }
    place_.count(n, dominant::IsUntold<P>{state_}, untold_);
    if (place_.template read<1>(untold_)[0] != 0) broken();
    return rounds;
  }

 private:
  std::uint32_t read_tail(std::uint64_t n) const {
    const std::uint32_t tail = place_.template read<1>(state_.tail)[0];
    place_.report(n - tail, n);
    return tail;
  }

  template <class Arcs>
  void look_first(const Arcs& arcs, std::uint64_t n, const QueueTuning& tuning) {
    if constexpr (P::k_is_host) {
      if (tuning.is_alone) {
        const dominant::LookFirst<P, Arcs, true> look{{state_, arcs}};
        for (std::uint32_t v = 0; v < n; ++v) {
          look(v);
          if (v % k_between == 0) place_.report(n, n);
        }
        return;
      }
    }
    place_.for_each(n, dominant::LookFirst<P, Arcs, false>{{state_, arcs}});
  }

  // Until the queue is empty, or long. By it a path of rising weights stays near linear.
  template <class Arcs>
  std::uint32_t look_again_alone(const Arcs& arcs, std::uint32_t first, const QueueTuning& tuning,
                                 std::uint64_t n) const {
    const dominant::LookAgain<P, Arcs, true> look{{state_, arcs}, 0};
    const std::uint32_t limit = tuning.is_alone ? k_none : tuning.alone;
    // Ends: each vertex enters the queue at most once.
    for (std::uint32_t done = 1; state_.tail.get(0) - first - 1 < limit; ++done) {
      look(first++);
      if (done % k_between == 0) (void)read_tail(n);
    }
    return first;
  }

  /// Vertices after which one thread asks whether it is to stop.
  static constexpr std::uint32_t k_between = 1024;

  P& place_;
  DominantState<P> state_;
  typename P::template Words<std::uint64_t> untold_;
};

}  // namespace hypermatch::detail::graph_matching
