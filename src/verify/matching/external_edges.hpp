// SPDX-License-Identifier: MIT
// The edges of a matching that is not held, as its proof looks at them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/external_matching.hpp"
#include "parallel/host/scratch_file.hpp"

namespace hypermatch::detail::verify {

/// The edges of a matching in ascending order, some at a time: it is handed out at its own pace.
class NamedEdges {
 public:
  NamedEdges(ExternalEdges& matching, const std::string& scratch) : file_(scratch) {
    matching.for_each([&](std::span<const ExternalEdge> some) {
      file_.append(std::as_bytes(some));
      count_ += some.size();
    });
  }
  /// The next one, not taken; null at the end.
  [[nodiscard]] const ExternalEdge* next() {
    if (place_ == some_.size() && taken_ < count_) {
      some_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count_ - taken_, 1U << 14)));
      file_.read(taken_ * sizeof(ExternalEdge), std::as_writable_bytes(std::span(some_)));
      taken_ += some_.size();
      place_ = 0;
    }
    return place_ == some_.size() ? nullptr : &some_[place_];
  }
  void take() { ++place_; }

 private:
  parallel::ScratchFile file_;
  std::vector<ExternalEdge> some_;
  std::uint64_t count_ = 0;
  std::uint64_t taken_ = 0;
  std::size_t place_ = 0;
};

}  // namespace hypermatch::detail::verify
