// SPDX-License-Identifier: MIT
// The greedy matching of edges that do not fit memory, by passes over blocks of edges.
//
// An edge is undecided exactly while none of its pins is matched and all edges above it are
// decided: the state is one bit per vertex. A pass collects free edges above a bar, which rises
// when they do not fit, and matches them in order at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
#include "order/passes/sorted_runs.hpp"
#include "order/passes/stream_blocks.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/scratch_blocks.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::order {

using parallel::BlockPlace;
using parallel::BlockWriter;

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
    Slot(parallel::ScratchFile& scratch, EdgeShape shape, bool is_weighted, std::size_t bytes)
        : writer(scratch, shape, is_weighted, bytes) {}

    BlockPlace place;
    std::uint64_t height_of_rest = k_no_height;  // no edge of later blocks is above
    std::uint64_t first_unused_id = 0;           // of a stream, in front of this block
    double progress = 1;                         // share of the pass that ends with this block
    EdgeBlock block;
    Picks picks;  // in the end those that are free and above the bar
    Array<std::byte> text;
    std::size_t num_pins = 0;  // of the picks
    Candidates::Places held;
    Array<std::uint64_t> sampled_images;
    EdgeFacts facts;
    BlockWriter writer;
  };
  // How blocks are looked at.
  enum class Look {
    first,  // in the order of the source: counts, heights and a sample are taken
    again,  // those of the first look under another rule: heights and a sample
    later,  // edges may be matched
  };

  void adopt(const KeyRule& rule);
  void look_first();
  void look_again();
  void pass();
  bool next_of_stream(Slot& slot);
  void go_over(Look look, const std::function<bool(Slot&)>& next);
  void settle_keys(std::span<Slot> wave);
  void note(Slot& slot, Look look);
  [[nodiscard]] std::vector<std::uint32_t> by_falling_height() const;
  void plan_writing(std::size_t num_matched);

  void read(Slot& slot);
  void filter(Slot& slot, Look look);
  void sift(Slot& slot);
  void hold(std::span<Slot> wave);
  void put(Slot& slot);
  void collect(Slot& slot);
  void make_room(std::uint64_t height_of_rest);
  void raise_bar();
  void match_batch(std::span<Candidate> candidates);
  void match_falling(std::span<Candidate> candidates);
  void match_buckets(std::span<std::span<Candidate>> buckets);
  [[nodiscard]] std::span<Candidate> free_ones(std::span<Candidate> candidates) const;
  void leave(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
             structures::RawWeight weight, BlockWriter& writer);
  void flush_writers();
  void settle(std::span<const std::uint32_t> looked_at);
  [[nodiscard]] structures::RawWeight weight_of(const Candidate& candidate) const;
  [[nodiscard]] bool is_below_bar(const EdgeKey& key) const { return has_bar_ && key <= bar_; }

  const Context& context_;
  ExternalOptions options_;
  EdgeShape shape_;
  EdgeSource* source_;
  EdgeStream* stream_;
  VertexId num_vertices_;
  bool is_weighted_;
  MemoryPlan plan_;
  std::shared_ptr<parallel::ScratchFile> scratch_;
  std::optional<EdgeKeys> keys_;
  EdgeFacts facts_;
  VertexSet matched_;
  Candidates candidates_;
  std::shared_ptr<SortedRuns> runs_;
  structures::ValueSum integer_sum_{true};
  BlockWriter writer_;  // of candidates that leave
  std::vector<Slot> slots_;
  std::vector<EdgeBlock> streamed_;  // blocks of the stream
  std::size_t num_streamed_ = 0;
  std::size_t next_streamed_ = 0;  // that no slot has taken
  std::uint64_t first_unused_id_ = 0;
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
