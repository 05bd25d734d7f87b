// SPDX-License-Identifier: MIT
// The weight of a pair that a file names several times.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/weights.hpp"
#include "io/builders/self_loops.hpp"

namespace hypermatch::detail::io {

/// Each combines the weights of a repeated pair, in the order of the file.
struct TakeHeaviest {
  template <class T>
  void operator()(T& kept, T other) const {
    kept = std::max(kept, other);
  }
};
struct TakeLightest {
  template <class T>
  void operator()(T& kept, T other) const {
    kept = std::min(kept, other);
  }
};
/// Integers are int64 here.
struct Add {
  std::atomic<bool>& overflowed;

  template <class T>
  void operator()(T& kept, T other) const {
    bool is_beyond = false;
    if constexpr (std::is_floating_point_v<T>) {
      kept += other;
      is_beyond = !std::isfinite(kept);
    } else {
      is_beyond = __builtin_add_overflow(kept, other, &kept);
    }
    // Relaxed: read after the tasks are done only.
    if (is_beyond) overflowed.store(true, std::memory_order_relaxed);
  }
};

/// Before pairs are merged: integers become int64, so that sums have room; 1 for each of the `size`
/// pairs without a weight, or where the pairs are counted.
void prepare_weights(Weights& weights, std::size_t size, hypermatch::io::ParallelEdges how);
/// After that: back to int32 where all fit, as weights of a text are held.
void finish_weights(Weights& weights, hypermatch::io::ParallelEdges how);

/// merge(combine) with what combines two weights. @throws Error{invalid_input} for a sum beyond 64
/// bits or beyond doubles; it begins with `name`
template <class Merge>
auto combining(hypermatch::io::ParallelEdges how, std::string_view name, const Weights& weights,
               const Merge& merge) {
  using hypermatch::io::ParallelEdges;
  if (how == ParallelEdges::heaviest) return merge(TakeHeaviest());
  if (how == ParallelEdges::lightest) return merge(TakeLightest());
  std::atomic<bool> overflowed = false;
  const auto merged = merge(Add{overflowed});
  // Relaxed: the tasks are done.
  if (overflowed.load(std::memory_order_relaxed)) throw_sum_beyond(name, weights);
  return merged;
}

}  // namespace hypermatch::detail::io
