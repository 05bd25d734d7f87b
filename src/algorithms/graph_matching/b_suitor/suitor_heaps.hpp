// SPDX-License-Identifier: MIT
// The suitors of each vertex, as many as its capacity, the lowest one first; and the least key that
// a further suitor needs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "algorithms/graph_matching/b_suitor/arc_keys.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

/// Whether threads share the state.
enum class Sharing { one_thread, threads };

template <class Key, Sharing sharing>
class SuitorHeaps {
 public:
  SuitorHeaps(const GraphView& graph, const Capacities& capacities)
      : places_(graph.num_vertices),
        locks_(sharing == Sharing::threads ? graph.num_vertices : 0, 0) {
    Offset sum = 0;
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      const auto capacity =
          static_cast<std::uint32_t>(std::min<Offset>(capacities[v], graph.degree(v)));
      places_[v] = {.bar = 0, .begin = sum, .capacity = capacity, .taken = 0};
      sum += capacity;
    }
    suitors_ = Array<Suitor>(sum);
  }

  /// min(capacity, degree).
  [[nodiscard]] std::uint32_t capacity(VertexId v) const { return places_[v].capacity; }

  /// Asks for what `may_accept` reads. Inlined by force: a function that only prefetches is dropped
  /// as a call.
  [[gnu::always_inline]] void prefetch(VertexId v) const {
    __builtin_prefetch(places_.data() + v, 1);
  }

  /// Whether v may accept this key: false for good, true to be confirmed by `accept`.
  [[nodiscard]] bool may_accept(VertexId v, Key key) {
    return passes(key, load_bar(v)) && capacity(v) != 0;
  }

  enum class Answer { refused, accepted, displaced };
  struct Acceptance {
    Answer answer;
    VertexId displaced = k_none;
  };

  /// Makes u a suitor of v, if v has room or the key is above that of a suitor, whose place it
  /// takes.
  [[nodiscard]] Acceptance accept(VertexId v, Key key, VertexId u) {
    if constexpr (sharing == Sharing::one_thread) return accept_alone(v, key, u);
    lock(v);
    const Acceptance result = accept_alone(v, key, u);
    unlock(v);
    return result;
  }

  /// The suitors of all vertices as partners, at the end.
  [[nodiscard]] Partners partners(const Context& context) const {
    Partners result;
    const std::size_t n = places_.size();
    result.offsets = filled_vector(n + 1, Offset{0});
    for (std::size_t v = 0; v < n; ++v) {
      result.offsets[v + 1] = result.offsets[v] + places_[v].taken;
    }
    result.partners = filled_vector(result.offsets[n], VertexId{0});
    parallel::for_each(context, n, [&](std::size_t v) {
      VertexId* const out = result.partners.data() + result.offsets[v];
      const Places& of_v = places_[v];
      for (std::size_t i = 0; i < of_v.taken; ++i) out[i] = suitors_[of_v.begin + i].head;
      std::sort(out, out + of_v.taken);
    });
    return result;
  }

 private:
  using Suitor = KeyedArc<Key>;  // its head is the suitor
  // State of a vertex that a proposal to it reads, mostly one cache line.
  struct Places {
    std::uint64_t bar;
    Offset begin;  // of its suitors
    std::uint32_t capacity;
    std::uint32_t taken;
  };
  static constexpr auto k_is_above = [](const Suitor& a, const Suitor& b) { return a.key > b.key; };

  [[nodiscard]] std::uint64_t load_bar(VertexId v) {
    // Relaxed: the word only rises, and what it lets pass is looked at again behind the lock.
    if constexpr (sharing == Sharing::threads) {
      return std::atomic_ref(places_[v].bar).load(std::memory_order_relaxed);
    }
    return places_[v].bar;
  }
  void raise_bar(VertexId v, const Key& lowest) {
    if constexpr (sharing == Sharing::threads) {
      std::atomic_ref(places_[v].bar).store(bar_above(lowest), std::memory_order_relaxed);
    } else {
      places_[v].bar = bar_above(lowest);
    }
  }

  [[nodiscard]] Acceptance accept_alone(VertexId v, Key key, VertexId u) {
    Places& places = places_[v];
    const std::uint32_t most = places.capacity;
    if (most == 0 || !passes(key, load_bar(v))) return {Answer::refused};
    Suitor* const heap = suitors_.begin() + places.begin;
    if (places.taken < most) {
      heap[places.taken++] = {key, u};
      if (places.taken < most) return {Answer::accepted};
      std::make_heap(heap, heap + most, k_is_above);
      raise_bar(v, heap[0].key);
      return {Answer::accepted};
    }
    // No other edge of v has the highest key of all: nothing displaces it.
    if (!(key > heap[0].key)) return {Answer::refused};
    const VertexId displaced = heap[0].head;
    // The new one sinks from the top. Ends: `at` at least doubles.
    std::size_t at = 0;
    while (2 * at + 1 < most) {
      std::size_t child = 2 * at + 1;
      if (child + 1 < most && heap[child + 1].key < heap[child].key) ++child;
      if (!(heap[child].key < key)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = {key, u};
    raise_bar(v, heap[0].key);
    return {Answer::displaced, displaced};
  }

  void lock(VertexId v) {
    const std::atomic_ref word(locks_[v]);
    // Acquire: pairs with the release of `unlock`. Ends: it is held for few steps.
    while (word.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
  }
  void unlock(VertexId v) { std::atomic_ref(locks_[v]).store(0, std::memory_order_release); }

  Array<Places> places_;
  Array<Suitor> suitors_;  // unordered while there is room
  Array<std::uint8_t> locks_;
};

}  // namespace hypermatch::detail::graph_matching
