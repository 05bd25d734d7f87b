// SPDX-License-Identifier: MIT
// The suitor of each vertex on a device: held in one word by compare-and-swap, or under a lock, as
// Naim 2017 describes it. Suitors only rise; a stale one means a proposal that fails.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::graph_matching::device {

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Proposal {
  std::uint32_t to;  ///< or k_none
  std::uint32_t word;
};

/// Word of the edge and the suitor, in one word of 64 bits.
class PackedSuitors {
 public:
  void lay_out(parallel::DeviceArena& arena, std::uint64_t num_vertices) {
    held_ = arena.take<std::uint64_t>(num_vertices);
  }
  __device__ void clear(std::uint32_t v) const { held_[v] = k_none; }
  /// Once all proposals are made.
  [[nodiscard]] __device__ std::uint32_t suitor(std::uint32_t v) const {
    return static_cast<std::uint32_t>(held_[v]);
  }
  /// Whether `v`, whose edge has `word`, stands above the suitor of `to`.
  [[nodiscard]] __device__ bool would_take(const base::PairMixer& mixer, std::uint32_t to,
                                           std::uint32_t word, std::uint32_t v) const {
    const std::uint64_t held = Shared<std::uint64_t>(held_[to]).load(cuda::memory_order_relaxed);
    return is_above(mixer, to, std::uint64_t{word} << 32 | v, held);
  }
  /// Makes `v` the suitor; returns the vertex that must look again: v itself, the displaced one, or
  /// k_none.
  [[nodiscard]] __device__ std::uint32_t propose(const base::PairMixer& mixer, std::uint32_t v,
                                                 const Proposal& proposal) const {
    if (proposal.to == k_none) return k_none;
    const Shared<std::uint64_t> slot(held_[proposal.to]);
    std::uint64_t held = slot.load(cuda::memory_order_relaxed);
    const std::uint64_t mine = std::uint64_t{proposal.word} << 32 | v;
    // Relaxed: a slot holds all there is to know. Ends: the exchange fails where the slot rose.
    while (is_above(mixer, proposal.to, mine, held)) {
      if (slot.compare_exchange_weak(held, mine, cuda::memory_order_relaxed)) {
        return static_cast<std::uint32_t>(held);
      }
    }
    return v;
  }

 private:
  std::uint64_t* held_;
};

/// Word of the edge and the suitor in two arrays, and one lock per vertex.
class LockedSuitors {
 public:
  void lay_out(parallel::DeviceArena& arena, std::uint64_t num_vertices) {
    words_ = arena.take<std::uint32_t>(num_vertices);
    suitors_ = arena.take<std::uint32_t>(num_vertices);
    locks_ = arena.take<std::uint32_t>(num_vertices);
  }
  __device__ void clear(std::uint32_t v) const {
    words_[v] = 0;
    suitors_[v] = k_none;
    locks_[v] = 0;
  }
  [[nodiscard]] __device__ std::uint32_t suitor(std::uint32_t v) const { return suitors_[v]; }
  /// As above; reads no more than the word, unless that is the same.
  [[nodiscard]] __device__ bool would_take(const base::PairMixer& mixer, std::uint32_t to,
                                           std::uint32_t word, std::uint32_t v) const {
    const std::uint32_t held = Shared<std::uint32_t>(words_[to]).load(cuda::memory_order_relaxed);
    if (word != held) return word > held;
    // Acquire: the suitor that came with the word, or a better one.
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    return is_above(mixer, to, std::uint64_t{word} << 32 | v, std::uint64_t{held} << 32 | now(to));
  }
  [[nodiscard]] __device__ std::uint32_t propose(const base::PairMixer& mixer, std::uint32_t v,
                                                 const Proposal& proposal) const {
    if (proposal.to == k_none) return k_none;
    const Shared<std::uint32_t> lock(locks_[proposal.to]);
    std::uint32_t again = v;
    // Ends: a lane that takes the lock releases it in the same iteration.
    for (bool waits = true; waits;) {
      std::uint32_t open = 0;
      // Acquire and, below, release: what is read and written under the lock.
      if (!lock.compare_exchange_strong(open, 1, cuda::memory_order_acquire,
                                        cuda::memory_order_relaxed)) {
        continue;
      }
      const Shared<std::uint32_t> held(words_[proposal.to]);
      const std::uint32_t suitor = now(proposal.to);
      const std::uint64_t theirs =
          std::uint64_t{held.load(cuda::memory_order_relaxed)} << 32 | suitor;
      if (is_above(mixer, proposal.to, std::uint64_t{proposal.word} << 32 | v, theirs)) {
        Shared<std::uint32_t>(suitors_[proposal.to]).store(v, cuda::memory_order_relaxed);
        // Release: the suitor, for readers without the lock.
        held.store(proposal.word, cuda::memory_order_release);
        again = suitor;
      }
      lock.store(0, cuda::memory_order_release);
      waits = false;
    }
    return again;
  }

 private:
  [[nodiscard]] __device__ std::uint32_t now(std::uint32_t v) const {
    return Shared<std::uint32_t>(suitors_[v]).load(cuda::memory_order_relaxed);
  }

  std::uint32_t* words_;
  std::uint32_t* suitors_;
  std::uint32_t* locks_;
};

}  // namespace hypermatch::detail::graph_matching::device
