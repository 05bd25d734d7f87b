// SPDX-License-Identifier: MIT
// Long work of one thread looks now and then whether it is to stop.
#pragma once

#include <cstdint>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::parallel {

/// Asks the context once in a while. Not for several threads at once.
class StopCheck {
 public:
  explicit StopCheck(const Context& context) : context_(context) {}
  /// So much was done: arcs, say, or whatever takes nanoseconds. @throws Error{cancelled}
  void done(std::uint64_t work) {
    since_ += work;
    if (since_ < k_between) return;
    since_ = 0;
    context_.check_cancelled();
  }

 private:
  static constexpr std::uint64_t k_between = 1U << 20;  // milliseconds

  const Context& context_;
  std::uint64_t since_ = 0;
};

}  // namespace hypermatch::detail::parallel
