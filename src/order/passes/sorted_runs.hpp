// SPDX-License-Identifier: MIT
// Matched edges, which come by falling key, in ascending order of their numbers: runs that fit
// memory are sorted and written to scratch, and merged at the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/external_matching.hpp"
#include "parallel/host/scratch_file.hpp"

namespace hypermatch::detail::order {

class SortedRuns final : public ExternalEdges {
 public:
  SortedRuns(std::shared_ptr<parallel::ScratchFile> scratch, std::size_t bytes)
      : scratch_(std::move(scratch)),
        most_(std::max<std::size_t>(bytes / sizeof(ExternalEdge), 1024)) {
    edges_.reserve(most_);
  }

  void add(const ExternalEdge& edge) {
    if (edges_.size() == most_) write_run();
    edges_.push_back(edge);
  }
  void for_each(const ExternalSink& sink) override;

 private:
  struct Run {
    std::uint64_t at = 0;  ///< in the file
    std::uint64_t left = 0;
  };
  void sort();
  void write_run();

  std::shared_ptr<parallel::ScratchFile> scratch_;
  std::size_t most_;
  std::vector<ExternalEdge> edges_;
  std::vector<Run> runs_;
};

}  // namespace hypermatch::detail::order
