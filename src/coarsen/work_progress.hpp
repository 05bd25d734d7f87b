// SPDX-License-Identifier: MIT
// Progress and stops of a loop that several threads share.
#pragma once

#include <cstdint>
#include <thread>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::coarsen {

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

}  // namespace hypermatch::detail::coarsen
