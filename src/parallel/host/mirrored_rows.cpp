// SPDX-License-Identifier: MIT
#include "parallel/host/mirrored_rows.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/array.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

namespace {

constexpr std::size_t k_items_between_stops = 1024;

template <class Weights>
struct ValueOf {
  using Type = char;  // there are none
};
template <class T>
struct ValueOf<std::span<const T>> {
  using Type = T;
};

// An entry above its row's vertex that ends in another block of rows.
template <class Weight>
struct FarEntry {
  VertexId row;
  VertexId neighbour;
  [[no_unique_address]] Weight weight;
};

// In the order of rows, the entries above their vertex are the back entries of the entries below
// theirs, one after the other in each row. Rows are checked block by block, so that what is looked
// up stays in a cache; entries that end in another block are first handed to that block, in order.
template <class Weights>
class MirrorCheck {
 public:
  MirrorCheck(const Context& context, const GraphView& rows, const Weights& weights)
      : context_(context),
        rows_(rows),
        weights_(weights),
        blocks_(cut(context, rows.num_vertices)) {}

  [[nodiscard]] bool run() {
    hand_over();
    std::atomic<bool> is_mirrored{true};
    run_tasks(context_, blocks_.count, [&](std::size_t block) {
      // Relaxed: only saves work, and is read for good after the tasks are done.
      if (!is_mirrored.load(std::memory_order_relaxed)) return;
      if (!check(block)) is_mirrored.store(false, std::memory_order_relaxed);
    });
    return is_mirrored.load(std::memory_order_relaxed);
  }

 private:
  static constexpr bool k_weighted = !std::is_same_v<Weights, std::monostate>;
  using Weight = std::conditional_t<k_weighted, typename ValueOf<Weights>::Type, std::monostate>;
  using Far = FarEntry<Weight>;

  static Chunks cut(const Context& context, std::size_t n) {
    // One thread hands nothing over, which costs it more than what the caches save.
    if (context.threads() == 1) return {n, std::bit_ceil(n), n == 0 ? std::size_t{0} : 1};
    constexpr std::size_t k_least_rows = grain(4096, 64);
    constexpr std::size_t k_most_blocks = 512;
    const std::size_t size = std::bit_ceil(std::max(k_least_rows, n / k_most_blocks));
    return {n, size, (n + size - 1) / size};
  }
  // body(row, entry) for the entries of the block's rows that end in later blocks.
  template <class Body>
  void for_each_far(std::size_t block, const Body& body) const {
    const std::size_t end = blocks_.end(block);
    for (std::size_t v = blocks_.begin(block); v < end; ++v) {
      for (Offset i = rows_.offsets[v]; i < rows_.offsets[v + 1]; ++i) {
        if (rows_.neighbours[i] >= end) body(static_cast<VertexId>(v), i);
      }
    }
  }

  void hand_over() {
    // places_[to * count + from]: first how many entries block `from` hands to block `to`, then
    // where they stand.
    places_ = Array<Offset>(blocks_.count * blocks_.count + 1, 0);
    if (blocks_.count < 2) return;
    const int shift = std::countr_zero(blocks_.size);
    run_tasks(context_, blocks_.count, [&](std::size_t from) {
      context_.check_cancelled();
      std::vector<Offset> counts(blocks_.count, 0);
      for_each_far(from, [&](VertexId, Offset i) { ++counts[rows_.neighbours[i] >> shift]; });
      for (std::size_t to = from; to < blocks_.count; ++to) {
        places_[to * blocks_.count + from] = counts[to];
      }
    });
    Offset sum = 0;
    for (Offset& place : places_) sum += std::exchange(place, sum);
    far_.resize(sum);
    run_tasks(context_, blocks_.count, [&](std::size_t from) {
      context_.check_cancelled();
      std::vector<Offset> next(blocks_.count);
      for (std::size_t to = from; to < blocks_.count; ++to) {
        next[to] = places_[to * blocks_.count + from];
      }
      for_each_far(from, [&](VertexId v, Offset i) {
        const VertexId u = rows_.neighbours[i];
        far_[next[u >> shift]++] = {v, u, weight_of(i)};
      });
    });
  }

  [[nodiscard]] Weight weight_of(Offset entry) const {
    if constexpr (k_weighted) {
      return weights_[entry];
    } else {
      return {};
    }
  }
  // Whether the next entry of row u is v, with this weight, and v did not pass before.
  [[nodiscard]] bool passes(Offset& next, VertexId u, VertexId v, Weight weight) const {
    const Offset back = next++;
    if (back >= rows_.neighbours.size() || rows_.neighbours[back] != v) return false;
    if (back > 0 && rows_.neighbours[back - 1] == v && back > rows_.offsets[u]) return false;
    return weight_of(back) == weight;
  }

  [[nodiscard]] bool check(std::size_t block) const {
    const std::size_t begin = blocks_.begin(block);
    const std::size_t end = blocks_.end(block);
    // The first entry of each row whose back entry has not passed.
    Array<Offset> next(rows_.offsets.subspan(begin, end - begin));
    const Offset last = places_[(block + 1) * blocks_.count];
    for (Offset k = places_[block * blocks_.count]; k < last; ++k) {
      if (k % k_items_between_stops == 0) context_.check_cancelled();
      const Far& far = far_[k];
      if (!passes(next[far.neighbour - begin], far.neighbour, far.row, far.weight)) return false;
    }
    for (std::size_t v = begin; v < end; ++v) {
      if (v % k_items_between_stops == 0) context_.check_cancelled();
      const Offset row_end = rows_.offsets[v + 1];
      Offset i = next[v - begin];
      // Beyond the end, where an entry of the next row was taken for one of this row.
      if (i > row_end) return false;
      for (; i < row_end; ++i) {
        const VertexId u = rows_.neighbours[i];
        if (u <= v) return false;
        if (u < end && !passes(next[u - begin], u, static_cast<VertexId>(v), weight_of(i))) {
          return false;
        }
      }
    }
    return true;
  }

  const Context& context_;
  const GraphView& rows_;
  Weights weights_;
  Chunks blocks_;
  Array<Offset> places_;
  Array<Far> far_;
};

}  // namespace

bool are_mirrored(const Context& context, const GraphView& rows) {
  return std::visit(
      [&](const auto& weights) {
        return MirrorCheck<std::decay_t<decltype(weights)>>(context, rows, weights).run();
      },
      rows.weights);
}

}  // namespace hypermatch::detail::parallel
