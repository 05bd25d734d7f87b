// SPDX-License-Identifier: MIT
// Local max in external memory by sorting, as the papers describe it: in each round, incidences
// sorted by vertex tell each vertex its uppermost edge, edges that all of their vertices name are
// matched, and incidences of matched vertices tell which edges are gone. O(sort(pins)) in all where
// rounds shrink geometrically. A baseline for the passes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hypermatch/external_matching.hpp"
#include "order/external_sort/external_sorter.hpp"
#include "order/passes/edge_facts.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/passes/memory_plan.hpp"
#include "order/passes/sorted_runs.hpp"
#include "parallel/host/scratch_blocks.hpp"

namespace hypermatch::detail::order {

/// One run, for one call of `run`.
class SortRounds {
 public:
  SortRounds(const Context& context, const ExternalOptions& options, const MemoryPlan& plan,
             EdgeShape shape, EdgeSource* source, EdgeStream* stream);
  ExternalMatching run();

 private:
  using File = std::shared_ptr<parallel::ScratchFile>;
  struct Incidence {
    std::uint64_t image;
    VertexId vertex;
    EdgeId id;
    std::uint32_t hash;
    VertexId other;  // of pairs: the other end
  };
  struct ByVertex {  // edges at a vertex by falling key
    static void sort(const Context& context, Array<Incidence>& incidences);
    static bool is_before(const Incidence& a, const Incidence& b);
  };
  struct Ascending {
    static void sort(const Context& context, Array<std::uint32_t>& numbers);
    static bool is_before(std::uint32_t a, std::uint32_t b) { return a < b; }
  };
  using Incidences = ExternalSorter<Incidence, ByVertex>;
  using Numbers = ExternalSorter<std::uint32_t, Ascending>;
  // Edges in ascending order.
  struct Edges {
    void add(EdgeId id, std::span<const VertexId> pins, structures::RawWeight weight,
             bool is_real) {
      writer->add(id, pins, 0, weight);
      if (writer->is_full()) writer->write(is_real);
    }
    void finish(bool are_real) {
      if (!writer->is_empty()) writer->write(are_real);
      writer->move_written(places);
    }
    File file;
    std::vector<parallel::BlockPlace> places;
    std::unique_ptr<parallel::BlockWriter> writer;
  };

  [[nodiscard]] File new_file();
  [[nodiscard]] Edges new_edges();
  bool next_block(EdgeBlock& block, std::size_t number);
  void copy_edges();
  void round();
  template <class Take>
  void for_each_edge(const Take& take);

  const Context& context_;
  ExternalOptions options_;
  EdgeShape shape_;
  EdgeSource* source_;
  EdgeStream* stream_;
  bool is_weighted_;
  VertexId num_vertices_;
  std::size_t block_bytes_;
  std::size_t sort_bytes_;
  std::uint64_t rounds_ = 0;
  std::uint64_t scratch_read_ = 0;
  std::uint64_t scratch_written_ = 0;
  std::size_t num_blocks_ = 0;
  std::uint64_t first_unused_id_ = 0;
  EdgeFacts facts_;
  std::optional<EdgeKeys> keys_;
  Edges edges_;
  std::shared_ptr<parallel::ScratchFile> matched_file_;
  std::shared_ptr<SortedRuns> runs_;
};

}  // namespace hypermatch::detail::order
