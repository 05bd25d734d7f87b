// SPDX-License-Identifier: MIT
// The primitives that rounds are written in, over host threads: for_chunks, for_each, reduce, scan,
// select. Results never depend on the number of threads: reductions are over exact types or in a
// fixed chunk order, selections keep the input order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/executor.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::parallel {

/// How a range is cut: `count` chunks of `size` items, the last one shorter.
struct Chunks {
  std::size_t items = 0;
  std::size_t size = 1;
  std::size_t count = 0;

  [[nodiscard]] std::size_t begin(std::size_t chunk) const { return chunk * size; }
  [[nodiscard]] std::size_t end(std::size_t chunk) const {
    return std::min(items, (chunk + 1) * size);
  }
};

/// Cuts `items` into at most `per_thread` chunks per thread, none below `grain` items (but the
/// last).
[[nodiscard]] inline Chunks cut(const Context& context, std::size_t items, std::size_t grain = 2048,
                                std::size_t per_thread = 8) {
  if (items == 0) return {};
  const auto threads = static_cast<std::size_t>(context.threads());
  const std::size_t most = threads == 1 ? 1 : threads * per_thread;
  const std::size_t size =
      std::max({parallel::grain(grain), (items + most - 1) / most, std::size_t{1}});
  return {items, size, (items + size - 1) / size};
}

/// The most chunks that `cut_for_partials` makes; also the most threads of a Context.
inline constexpr std::size_t k_most_partials = 1024;

/// Like `cut`, into few enough chunks that one result of each fits the stack: rounds call
/// reductions and scans again and again, and must not allocate.
[[nodiscard]] inline Chunks cut_for_partials(const Context& context, std::size_t items,
                                             std::size_t grain) {
  const auto threads = static_cast<std::size_t>(context.threads());
  return cut(context, items, grain,
             std::clamp(k_most_partials / threads, std::size_t{1}, std::size_t{8}));
}

/// body(task) for every task below `num_tasks`.
template <class Body>
void run_tasks(const Context& context, std::size_t num_tasks, const Body& body) {
  context.executor().run(num_tasks, TaskRef(body));
}

/// body(chunk, begin, end) for every chunk.
template <class Body>
void for_chunks(const Context& context, const Chunks& chunks, const Body& body) {
  run_tasks(context, chunks.count, [&](std::size_t chunk) {
    Local<Body> local = body;
    local(chunk, chunks.begin(chunk), chunks.end(chunk));
  });
}

/// body(from, to) for begin .. end in pieces of milliseconds, between which the context is asked
/// whether to stop. @throws Error{cancelled}
template <class Body>
[[gnu::always_inline]] inline void in_pieces(const Context& context, std::size_t begin,
                                             std::size_t end, const Body& body) {
  constexpr std::size_t k_piece = std::size_t{1} << 16;
  // Ends: `begin` rises.
  for (;;) {
    const std::size_t to = end - begin > k_piece ? begin + k_piece : end;
    body(begin, to);
    if (to == end) return;
    begin = to;
    context.check_cancelled();
  }
}

/// body(i) for every i below `items`. @throws Error{cancelled}
template <class Body>
void for_each(const Context& context, std::size_t items, const Body& body,
              std::size_t grain = 2048) {
  for_chunks(context, cut(context, items, grain),
             [&](std::size_t, std::size_t begin, std::size_t end) {
               Local<Body> local = body;
               in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
                 for (std::size_t i = from; i < to; ++i) local(i);
               });
             });
}

/// combine(... combine(init, map(0)) ..., map(items - 1)). `combine` must be associative; chunks
/// are combined in order. @throws Error{cancelled}
template <class T, class Map, class Combine>
[[nodiscard]] T reduce(const Context& context, std::size_t items, const T& init, const Map& map,
                       const Combine& combine, std::size_t grain = 4096) {
  const Chunks chunks = cut_for_partials(context, items, grain);
  std::array<T, k_most_partials> partial;
  for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Local<Map> local = map;
    Local<Combine> local_combine = combine;
    T sum = local(begin);
    in_pieces(context, begin + 1, end, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) sum = local_combine(sum, local(i));
    });
    partial[chunk] = sum;
  });
  T total = init;
  for (std::size_t i = 0; i < chunks.count; ++i) total = combine(total, partial[i]);
  return total;
}

/// out(i, sum of value(0) .. value(i - 1)) for every i below `items`; returns the whole sum.
/// `value` is called twice per item and must not change in between; `out` may overwrite its input
/// at i. @throws Error{cancelled}
template <class T, class Value, class Out>
T exclusive_scan(const Context& context, std::size_t items, const Value& value, const Out& out,
                 std::size_t grain = 4096) {
  const Chunks chunks = cut_for_partials(context, items, grain);
  std::array<T, k_most_partials> partial;
  partial[0] = T{};
  if (chunks.count > 1) {
    for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      T sum{};
      in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) sum += value(i);
      });
      partial[chunk] = sum;
    });
    T sum{};
    for (std::size_t i = 0; i < chunks.count; ++i) {
      const T mine = partial[i];
      partial[i] = sum;
      sum += mine;
    }
  }
  T total{};
  for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Local<Value> local = value;
    Local<Out> local_out = out;
    T sum = partial[chunk];
    in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        const T mine = local(i);
        local_out(i, sum);
        sum += mine;
      }
    });
    if (chunk + 1 == chunks.count) total = sum;
  });
  return total;
}

/// store(place, i) for every i below `items` with keep(i), places counting up in the order of i;
/// returns how many there are. `keep` is called twice per item and must not change in between.
template <class Keep, class Store>
std::size_t select(const Context& context, std::size_t items, const Keep& keep, const Store& store,
                   std::size_t grain = 4096) {
  return exclusive_scan<std::size_t>(
      context, items, [&](std::size_t i) { return keep(i) ? std::size_t{1} : std::size_t{0}; },
      [&](std::size_t i, std::size_t place) {
        if (keep(i)) store(place, i);
      },
      grain);
}

}  // namespace hypermatch::detail::parallel
