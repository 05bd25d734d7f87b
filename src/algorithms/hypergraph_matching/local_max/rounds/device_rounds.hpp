// SPDX-License-Identifier: MIT
// How the host follows rounds on the device: it reads one number per round, and enqueues the next
// round before it waits for that of the last one, so that the device never waits for the host.
#pragma once

#include <cstdint>
#include <string>

#include "hypermatch/device.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

class DeviceRounds {
 public:
  explicit DeviceRounds(const DeviceContext& context)
      : context_(context), mail_(reinterpret_cast<std::uint64_t*>(context.state()->mailbox())) {}

  /// Enqueues the reading of how much is left after round `r`, or before the first one for r = 0.
  void post(std::uint64_t r, const std::uint64_t* left) {
    parallel::runtime::copy_to_host(&mail_[r % 2], left, sizeof(std::uint64_t), context_.stream());
    posted_[r % 2].record(context_.stream());
  }
  /// Waits for what `post` of this round reads.
  [[nodiscard]] std::uint64_t left_after(std::uint64_t r) {
    posted_[r % 2].wait();
    const std::uint64_t left = mail_[r % 2];
    if (r == 0) total_ = left;
    context_.check_cancelled();
    context_.report({"solve", total_ - left, total_});
    return left;
  }

  /// Calls enqueue(r) for r = 1, 2, ..; it enqueues round r and writes how much is left behind it
  /// to `left`, which holds the total before. Returns how many rounds had anything to do; one more
  /// may have been enqueued, which finds nothing. Ends: every round leaves less.
  /// @throws Error{invalid_input} if one does not: the uppermost edge has a pin twice
  template <class Enqueue>
  [[nodiscard]] std::uint64_t run(const std::uint64_t* left, const Enqueue& enqueue) {
    post(0, left);
    std::uint64_t before = ~std::uint64_t{0};
    for (std::uint64_t r = 1;; ++r) {
      enqueue(r);
      post(r, left);
      const std::uint64_t now = left_after(r - 1);
      if (now == 0) return r - 1;
      if (now >= before) throw_stuck(r - 1);
      before = now;
    }
  }

  /// For a round that removed no edge.
  [[noreturn]] static void throw_stuck(std::uint64_t round) {
    throw Error(ErrorCode::invalid_input,
                "round " + std::to_string(round) +
                    " removed no edge, so an edge has a pin twice (validate says which)");
  }

 private:
  const DeviceContext& context_;
  std::uint64_t* mail_;
  parallel::runtime::Event posted_[2];
  std::uint64_t total_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching
