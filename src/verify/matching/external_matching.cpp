// SPDX-License-Identifier: MIT
// Greedy-ness of a matching whose edges are not held, from the definition.
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/verify_external.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/scratch_blocks.hpp"
#include "parallel/host/scratch_file.hpp"
#include "structures/value_sum.hpp"
#include "verify/matching/external_edges.hpp"
#include "verify/matching/order_rule.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail;
using namespace detail::verify;

// Edges in a file, in blocks that several threads write.
struct EdgeFile {
  explicit EdgeFile(const std::string& folder) : file(folder) {}
  parallel::ScratchFile file;
  std::vector<parallel::BlockPlace> places;
};

class Check {
 public:
  Check(const Context& context, const OpenEdges& open, ExternalEdges& matching,
        const ExternalDemands& demands)
      : context_(context),
        open_(open),
        matching_(matching),
        demands_(demands),
        rule_(demands.order, demands.is_graph),
        block_bytes_(static_cast<std::size_t>(
            std::clamp<std::uint64_t>(demands.memory_bytes / 256, 1U << 16, 1U << 20))),
        blocks_(2 * static_cast<std::size_t>(context.threads())),
        texts_(blocks_.size()),
        facts_of_(blocks_.size()),
        matched_(demands.scratch) {}

  ExternalVerdict run() {
    collect_matched();
    if (!verdict_.violation.empty()) return end();
    rule_.settle(facts_, is_weighted_);
    const MatchingValue value = weigh();
    check_ranges();
    verdict_.value = value;
    if (!verdict_.violation.empty()) return end();
    verdict_.ok = verdict_.valid = verdict_.maximal = verdict_.greedy = true;
    rule_.bound(dual_, verdict_);
    return end();
  }

 private:
  [[nodiscard]] ExternalVerdict end() const { return {verdict_, passes_}; }
  void violate(const std::string& what) {
    if (verdict_.violation.empty()) verdict_.violation = what;
  }
  [[nodiscard]] std::string name(const Edge& edge) const { return edge.name(demands_.is_graph); }
  [[nodiscard]] static Edge edge_of(const EdgeBlock& block, std::size_t i) {
    return {block.ids[i], block.pins_of(i), view_of(block.weights), i};
  }
  [[nodiscard]] parallel::EdgeShape shape() const {
    return demands_.is_graph ? parallel::EdgeShape::pairs : parallel::EdgeShape::hyperedges;
  }

  // Goes over all edges of the instance, or of a file: some blocks at a time, each on a thread by
  // take(i, block), then in order by pass(i, block).
  template <class Take, class Pass>
  void over_edges(EdgeFile* file, const Take& take, const Pass& pass) {
    std::unique_ptr<EdgeStream> stream;
    if (file == nullptr) {
      stream = open_();
      num_vertices_ = stream->num_vertices();
      is_weighted_ = stream->is_weighted();
    }
    ++passes_;
    std::size_t next = 0;
    // Ends: each turn takes blocks.
    while (true) {
      context_.check_cancelled();
      const std::size_t count = file == nullptr
                                    ? stream->next_blocks(context_, blocks_, block_bytes_)
                                    : std::min(blocks_.size(), file->places.size() - next);
      if (count == 0) return;
      parallel::run_tasks(context_, count, [&](std::size_t i) {
        if (file != nullptr) {
          read_block(file->file, file->places[next + i], shape(), texts_[i], blocks_[i]);
        }
        take(i, blocks_[i]);
      });
      for (std::size_t i = 0; i < count; ++i) pass(i, blocks_[i]);
      next += count;
    }
  }
  // Calls take(edge) of each edge of a file, one after the other.
  template <class Take>
  void for_each_edge(EdgeFile& file, const Take& take) {
    for (const parallel::BlockPlace& place : file.places) {
      context_.check_cancelled();
      read_block(file.file, place, shape(), texts_[0], blocks_[0]);
      for (std::size_t i = 0; i < blocks_[0].num_edges(); ++i) take(edge_of(blocks_[0], i));
    }
  }

  // Finds the edges that the matching names, and what decides the order.
  void collect_matched() {
    NamedEdges named(matching_, demands_.scratch);
    std::optional<parallel::BlockWriter> writer;
    bool holds_reals = false;
    const auto flush = [&] {
      if (writer && !writer->is_empty()) writer->write(holds_reals);
    };
    over_edges(
        nullptr,
        [&](std::size_t i, const EdgeBlock& block) {
          facts_of_[i] = {};
          for (std::size_t j = 0; j < block.num_edges(); ++j) {
            facts_of_[i].take(edge_of(block, j));
          }
        },
        [&](std::size_t i, const EdgeBlock& block) {
          facts_.join(facts_of_[i]);
          if (!writer) writer.emplace(matched_.file, shape(), is_weighted_, block_bytes_);
          // Blocks of text have integers until one has a fraction.
          if (holds_reals != facts_of_[i].has_reals) flush();
          holds_reals = facts_of_[i].has_reals;
          const EdgeId* at = block.ids.begin();
          // Ends: each turn takes an edge of the matching.
          for (const ExternalEdge* wanted = named.next();
               wanted != nullptr && block.num_edges() > 0 && wanted->id <= block.ids.end()[-1];
               wanted = named.next()) {
            at = std::lower_bound(at, block.ids.end(), wanted->id);
            if (*at != wanted->id) {
              violate("edge " + std::to_string(std::uint64_t{wanted->id} + 1) + " does not exist");
              return;
            }
            const Edge edge = edge_of(block, static_cast<std::size_t>(at - block.ids.begin()));
            if (demands_.is_graph && (wanted->u != edge.pins[0] || wanted->v != edge.pins[1])) {
              violate("the ends of edge " + std::to_string(std::uint64_t{wanted->id} + 1) +
                      " are others than the matching says");
            }
            writer->add(static_cast<EdgeId>(edge.id), edge.pins, 0, edge.bits(holds_reals));
            if (writer->is_full()) flush();
            named.take();
          }
        });
    flush();
    if (writer) writer->move_written(matched_.places);
    if (named.next() != nullptr) violate("the matching has edges that do not exist");
  }

  [[nodiscard]] MatchingValue weigh() {
    structures::ValueSum sum(!facts_.has_reals);
    for_each_edge(matched_, [&](const Edge& edge) {
      if (!rule_.takes_part(edge)) violate("matched " + name(edge) + " takes no part");
      sum.add(edge.bits(facts_.has_reals));
      dual_ += rule_.dual_of(edge);
    });
    return sum.value();
  }

  void check_ranges() {
    const std::uint64_t least = external_memory_floor(num_vertices_);
    if (demands_.memory_bytes < least) {
      throw Error(ErrorCode::resources, "memory_bytes is " + std::to_string(demands_.memory_bytes) +
                                            ", must be at least " + std::to_string(least));
    }
    // Stacks, readers, what the system allocates beside us, and the arrays of blocks.
    const std::uint64_t reserve =
        (std::uint64_t{5} << 20) + blocks_.size() * std::uint64_t{6} * block_bytes_;
    const std::uint64_t room = demands_.memory_bytes - std::min(reserve, demands_.memory_bytes / 2);
    const std::uint64_t range = std::max<std::uint64_t>(room / sizeof(Slot), 1);
    std::unique_ptr<EdgeFile> unsettled;
    std::uint64_t first = 0;
    // Ends: `first` rises. Without vertices there are no edges that take part.
    do {
      const std::uint64_t last = std::min<std::uint64_t>(num_vertices_, first + range);
      fill(first, last);
      if (!verdict_.violation.empty()) return;
      unsettled = check_range(unsettled.get(), first, last);
      first = last;
    } while (first < num_vertices_ && !unsettled->places.empty());
    std::optional<std::pair<std::uint64_t, std::string>> lowest;
    for_each_edge(*unsettled, [&](const Edge& edge) {
      if (!lowest || edge.id < lowest->first) lowest.emplace(edge.id, name(edge));
    });
    if (lowest) violate(lowest->second + " meets no matched edge above it");
  }

  // The edges that no matched edge of the range settles.
  std::unique_ptr<EdgeFile> check_range(EdgeFile* edges, std::uint64_t first, std::uint64_t last) {
    auto left = std::make_unique<EdgeFile>(demands_.scratch);
    std::vector<parallel::BlockWriter> writers;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      writers.emplace_back(left->file, shape(), is_weighted_, block_bytes_);
    }
    over_edges(
        edges,
        [&](std::size_t i, const EdgeBlock& block) {
          for (std::size_t j = 0; j < block.num_edges(); ++j) {
            const Edge edge = edge_of(block, j);
            if (!rule_.takes_part(edge) || is_settled(edge, first, last)) continue;
            writers[i].add(static_cast<EdgeId>(edge.id), edge.pins, 0, edge.bits(facts_.has_reals));
            if (writers[i].is_full()) writers[i].write(facts_.has_reals);
          }
        },
        [](std::size_t, const EdgeBlock&) {});
    for (parallel::BlockWriter& writer : writers) {
      if (!writer.is_empty()) writer.write(facts_.has_reals);
      writer.move_written(left->places);
    }
    return left;
  }

  // The matched edge at a vertex.
  struct Slot {
    std::uint64_t rating = 0;
    std::uint32_t tie = 0;
    EdgeId id = k_none;
  };

  void fill(std::uint64_t first, std::uint64_t last) {
    slots_.resize(static_cast<std::size_t>(last - first));
    parallel::for_each(context_, slots_.size(), [&](std::size_t v) { slots_[v] = {}; });
    for_each_edge(matched_, [&](const Edge& edge) {
      const OrderKey key = rule_.key_of(edge);
      for (const VertexId v : edge.pins) {
        if (v < first || v >= last) continue;
        Slot& slot = slots_[v - first];
        if (slot.id != k_none) {
          violate(name(edge) + " and another matched edge meet in vertex " +
                  std::to_string(std::uint64_t{v} + 1));
        }
        slot = {key.rating, key.tie, static_cast<EdgeId>(edge.id)};
      }
    });
  }

  [[nodiscard]] bool is_settled(const Edge& edge, std::uint64_t first, std::uint64_t last) const {
    const OrderKey key = rule_.key_of(edge);
    return std::any_of(edge.pins.begin(), edge.pins.end(), [&](VertexId v) {
      if (v < first || v >= last) return false;
      const Slot& slot = slots_[v - first];
      return slot.id != k_none &&
             (slot.id == edge.id || OrderKey{slot.rating, slot.tie}.is_above(key));
    });
  }

  const Context& context_;
  const OpenEdges& open_;
  ExternalEdges& matching_;
  const ExternalDemands& demands_;
  OrderRule rule_;
  std::size_t block_bytes_;
  std::vector<EdgeBlock> blocks_;
  std::vector<Array<std::byte>> texts_;
  std::vector<Facts> facts_of_;  // blocks
  EdgeFile matched_;
  Array<Slot> slots_;  // most of the limit; in large pages, because it is looked at at random
  MatchingVerdict verdict_;
  Facts facts_;
  std::uint64_t passes_ = 0;
  VertexId num_vertices_ = 0;
  bool is_weighted_ = false;
  double dual_ = 0;
};

}  // namespace

ExternalVerdict check_external_matching(const Context& context, const OpenEdges& open,
                                        ExternalEdges& matching, const ExternalDemands& demands) {
  return Check(context, open, matching, demands).run();
}

}  // namespace hypermatch::verify
