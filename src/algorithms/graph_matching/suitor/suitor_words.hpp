// SPDX-License-Identifier: MIT
// The suitor of each vertex, for all variants of Suitor: the proposer, and the priority of that
// edge. Suitors only get better. 32-bit priorities share a word with the suitor. 64-bit ones stand
// beside it, so that no weights are ranked.
#pragma once

#include <atomic>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::graph_matching {

/// A suitor and the priority of its edge.
template <class Priority>
struct Suitor {
  Priority priority = 0;
  VertexId vertex = k_none;
};

template <class Priority>
class SuitorWords;

/// One word per vertex: priority and suitor, which counts from 1; 0 is none.
template <>
class SuitorWords<std::uint32_t> {
 public:
  using Held = Suitor<std::uint32_t>;

  explicit SuitorWords(VertexId num_vertices) : words_(num_vertices, 0) {}
  void share() {}

  /// Relaxed: the word carries all that it says; nothing is published through it.
  [[nodiscard]] Held held(VertexId v) { return unpack(load(v)); }
  /// By the only thread that changes v's suitor now.
  void set(VertexId v, const Held& suitor) {
    // Relaxed: see `held`.
    std::atomic_ref(words_[v]).store(pack(suitor), std::memory_order_relaxed);
  }
  /// Replaces the suitor `seen`, unless another thread has replaced it; may also fail by chance.
  bool replace(VertexId v, const Held& seen, const Held& suitor) {
    std::uint64_t expected = pack(seen);
    // Relaxed: see `held`.
    return std::atomic_ref(words_[v]).compare_exchange_weak(expected, pack(suitor),
                                                            std::memory_order_relaxed);
  }

 private:
  [[nodiscard]] static std::uint64_t pack(const Held& suitor) {
    return std::uint64_t{suitor.priority} << 32 | static_cast<std::uint32_t>(suitor.vertex + 1);
  }
  [[nodiscard]] static Held unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word) - 1};
  }
  [[nodiscard]] std::uint64_t load(VertexId v) {
    return std::atomic_ref(words_[v]).load(std::memory_order_relaxed);
  }

  Array<std::uint64_t> words_;
};

/// Two words per vertex. Threads that share them without locks exchange the suitor alone. Its
/// priority is what it proposes with, which `proposed_` holds: a vertex has one proposal at a time,
/// and those that it makes fall, so that the priority of a suitor that is gone looks too low, never
/// too high. Refusals are then right, and an exchange against a suitor that is gone fails, because
/// a suitor that was displaced never comes back.
template <>
class SuitorWords<std::uint64_t> {
 public:
  using Held = Suitor<std::uint64_t>;

  explicit SuitorWords(VertexId num_vertices) : words_(num_vertices, Word{}) {}
  /// Before threads call `replace`.
  void share() { proposed_ = Array<std::uint64_t>(words_.size(), 0); }

  /// Acquire: the suitor was published after its priority.
  [[nodiscard]] Held held(VertexId v) {
    if (proposed_.empty()) {
      const std::uint64_t priority =
          std::atomic_ref(words_[v].priority).load(std::memory_order_acquire);
      // At least as new as the priority, hence no worse than what both were.
      return {priority, std::atomic_ref(words_[v].suitor).load(std::memory_order_relaxed)};
    }
    const VertexId suitor = std::atomic_ref(words_[v].suitor).load(std::memory_order_acquire);
    if (suitor == k_none) return {};
    return {std::atomic_ref(proposed_[suitor]).load(std::memory_order_relaxed), suitor};
  }
  void set(VertexId v, const Held& suitor) {
    std::atomic_ref(words_[v].suitor).store(suitor.vertex, std::memory_order_relaxed);
    // Release: pairs with the acquire in `held`.
    std::atomic_ref(words_[v].priority).store(suitor.priority, std::memory_order_release);
  }
  bool replace(VertexId v, const Held& seen, const Held& suitor) {
    std::atomic_ref(proposed_[suitor.vertex]).store(suitor.priority, std::memory_order_relaxed);
    VertexId expected = seen.vertex;
    // Release: publishes the priority above, for the acquire in `held`.
    return std::atomic_ref(words_[v].suitor)
        .compare_exchange_weak(expected, suitor.vertex, std::memory_order_release,
                               std::memory_order_relaxed);
  }

 private:
  struct Word {
    std::uint64_t priority = 0;
    VertexId suitor = k_none;
  };

  Array<Word> words_;
  Array<std::uint64_t> proposed_;  // by each vertex; empty unless `share` was called
};

}  // namespace hypermatch::detail::graph_matching
