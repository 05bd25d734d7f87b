// SPDX-License-Identifier: MIT
// The greedy matching of edges that do not fit memory, by passes over blocks of edges.
//
// An edge is undecided exactly while none of its pins is matched and all edges above it are
// decided: the state is one bit per vertex. A pass collects free edges above a bar, which rises
// when they do not fit, and matches them in order at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hypermatch/external_matching.hpp"
#include "order/passes/candidates.hpp"
#include "order/passes/edge_facts.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/passes/edge_sample.hpp"
#include "order/passes/memory_plan.hpp"
#include "order/passes/scratch_blocks.hpp"
#include "order/passes/sorted_runs.hpp"
#include "order/passes/stream_blocks.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch::detail::order {

/// The height of unknown blocks: any edge may be there.
inline constexpr std::uint64_t k_no_height = ~std::uint64_t{0};

/// One run, for one call of `run`.
class Passes {
 public:
  /// One of `source` and `stream` is there.
  Passes(const Context& context, const ExternalOptions& options, const MemoryPlan& plan,
         EdgeShape shape, EdgeSource* source, EdgeStream* stream);
  ExternalMatching run();

 private:
  // A block that a task looks at.
  struct Slot {
    BlockPlace place;
    EdgeBlock block;
    Picks picks;
    Array<std::byte> text;
    Array<std::uint32_t> hashes;
    std::size_t num_kept = 0;  // picks in front that are free and above the bar
    Array<std::uint32_t> left_places;
    Array<std::uint64_t> left_images;
    Array<std::uint64_t> sampled_images;
    EdgeFacts facts;
  };

  [[nodiscard]] KeyRule rule_of(const EdgeFacts& facts) const;
  void adopt(const KeyRule& rule);
  void adopt_reals(std::span<const Slot> slots);
  void look_first();
  void look_again();
  void pass();
  [[nodiscard]] std::vector<std::uint32_t> by_falling_height() const;
  void plan_writing(std::size_t num_matched);

  void read(const BlockPlace& place, Slot& slot);
  void filter(Slot& slot, bool is_first);
  void collect(Slot& slot, std::uint64_t height_of_rest);
  void make_room(std::uint64_t height_of_rest);
  void raise_bar();
  void match_all();
  void match_sorted(std::span<Candidate> candidates);
  void leave(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
             structures::RawWeight weight);
  void flush_writer();
  void settle(std::span<const std::uint32_t> looked_at);
  [[nodiscard]] structures::RawWeight weight_of(const Candidate& candidate) const;
  [[nodiscard]] bool is_below_bar(const EdgeKey& key) const { return has_bar_ && key <= bar_; }

  const Context& context_;
  ExternalOptions options_;
  EdgeShape shape_;
  EdgeSource* source_;
  VertexId num_vertices_;
  bool is_weighted_;
  MemoryPlan plan_;
  std::shared_ptr<parallel::ScratchFile> scratch_;
  std::optional<StreamBlocks> stream_;
  std::optional<EdgeKeys> keys_;
  EdgeFacts facts_;
  VertexSet matched_;
  Candidates candidates_;
  std::shared_ptr<SortedRuns> runs_;
  BlockWriter writer_;
  std::vector<Slot> slots_;
  std::vector<BlockPlace> places_;
  std::vector<BlockPlace> written_;  // during this pass
  EdgeKey bar_;                      // edges at or below it wait for the next pass
  bool has_bar_ = false;
  double progress_ = 1;  // share of this pass that is done
  bool is_writing_ = false;
  bool must_look_again_ = false;
  std::uint64_t passes_ = 0;
  std::uint64_t batches_ = 0;
  EdgeSample sample_;
  std::uint64_t sample_in_file_ = 0;  // those that were free when the blocks were written
};

}  // namespace hypermatch::detail::order
