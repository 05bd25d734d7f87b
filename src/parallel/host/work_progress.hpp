// SPDX-License-Identifier: MIT
// Progress and stops of a loop that several threads share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "hypermatch/context.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// Made by the thread that was called: only that one reports.
class WorkProgress {
 public:
  WorkProgress(const Context& context, const char* phase, std::uint64_t total)
      : context_(context), phase_(phase), total_(total) {}

  /// By any thread, every millisecond or so. @throws Error{cancelled}
  void done(std::uint64_t units) const {
    context_.check_cancelled();
    if (std::this_thread::get_id() == caller_) context_.report({phase_, units, total_});
  }

 private:
  const Context& context_;
  const char* phase_;
  std::uint64_t total_;
  std::thread::id caller_ = std::this_thread::get_id();
};

/// body(i) for every i below `items`, in blocks between which it stops and reports.
template <class Body>
void for_each_in_blocks(const Context& context, const char* phase, std::size_t items,
                        const Body& body) {
  constexpr std::size_t k_block = grain(std::size_t{1} << 14, 64);
  const WorkProgress progress(context, phase, items);
  for_chunks(context, {items, k_block, (items + k_block - 1) / k_block},
             [&](std::size_t, std::size_t begin, std::size_t end) {
               progress.done(begin);
               for (std::size_t i = begin; i < end; ++i) body(i);
             });
}

/// The first i below `items` with is_wrong(i), which is called for each; `items` if there is none.
template <class IsWrong>
[[nodiscard]] std::size_t first_wrong(const Context& context, const char* phase, std::size_t items,
                                      const IsWrong& is_wrong) {
  std::atomic<std::size_t> first = items;
  for_each_in_blocks(context, phase, items, [&](std::size_t i) {
    if (!is_wrong(i)) return;
    // Relaxed: read after the loop. Ends: the word falls whenever the exchange fails.
    std::size_t seen = first.load(std::memory_order_relaxed);
    while (i < seen && !first.compare_exchange_weak(seen, i, std::memory_order_relaxed)) {
    }
  });
  return first;
}

}  // namespace hypermatch::detail::parallel
