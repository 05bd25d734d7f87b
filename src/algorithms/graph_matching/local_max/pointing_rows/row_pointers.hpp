// SPDX-License-Identifier: MIT
// The state of local max over rows: the target of each vertex, and the list of open vertices. A
// phase reads what the one before it wrote, so the only atomics are the bits of matched vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/local_max/pointing_rows/falling_rows.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/finish_by_walks.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/round_budget.hpp"
#include "base/large_vector.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

/// Consecutive vertices with about as many arcs as those of other parts, a multiple of 64 of them,
/// so that parts share no word of the bitmap; and which of them are still open.
template <class WeightBits>
struct RowPart {
  VertexId begin = 0;
  VertexId end = 0;
  std::size_t num_open = 0;     // open_[begin ..]: free, with a free neighbour when they looked
  std::size_t num_looking = 0;  // looking_[begin ..]: those whose neighbour is matched by now
  std::uint64_t arcs_seen = 0;  // in the last round
  bool met_loop = false;
  std::vector<VertexId> long_rows;  // rows that all threads share
  FallingRows<WeightBits> kept{false};
};

template <class WeightBits>
class RowPointers {
 public:
  RowPointers(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
              const GraphOrder& order, const RowTuning& tuning)
      : context_(context),
        graph_(graph),
        n_(graph.num_vertices),
        num_arcs_(graph.num_arcs()),
        tuning_(tuning),
        rows_(graph, weight_bits, base::PairMixer(order.seed)),
        matched_(n_),
        best_(filled_vector(n_, VertexId{0})),
        open_(n_),
        looking_(n_) {
    cut(graph);
  }

  /// Every vertex points at its best neighbour.
  void look_first() {
    for_parts([&](Part& part) {
      for (VertexId v = part.begin; v < part.end; ++v) {
        if (is_long(v)) {
          part.long_rows.push_back(v);
        } else {
          best_[v] = rows_.best(v, order::AllFree{});
        }
      }
    });
    for (const Part& part : parts_) {
      for (const VertexId v : part.long_rows) best_[v] = best_of_long(v, order::AllFree{});
    }
  }

  /// Matches mutual pointers after the first look. Each end finds its own match: no word is shared.
  void match_first() {
    for_parts([&](Part& part) {
      // The next multiple of 64 may be beyond 32 bits.
      const std::size_t last = part.end;
      std::uint32_t met_loop = 0;
      for (std::size_t begin = part.begin; begin < last; begin += 64) {
        const std::size_t end = std::min(last, begin + 64);
        std::uint64_t word = 0;
        for (std::size_t v = begin; v < end; ++v) {
          const std::size_t u = best_[v] == k_none ? v : best_[v];
          word |= std::uint64_t{best_[u] == v ? 1U : 0U} << (v - begin);
        }
        matched_.set_word(begin / 64, word);
        // In a loop of its own, which vectorises.
        for (std::size_t v = begin; v < end; ++v) {
          met_loop |= best_[v] == static_cast<VertexId>(v) ? 1U : 0U;
        }
      }
      part.met_loop = met_loop != 0;
    });
    refuse_loops();
    for_parts([&](Part& part) {
      part.num_open = 0;
      part.num_looking = 0;
      for (VertexId v = part.begin; v < part.end; ++v) keep(part, v);
    });
  }

  /// Open vertices whose neighbour is taken point at the best that is left. With `keep`, long rows
  /// keep their uppermost neighbours: that pays where they look again and again. Returns how much
  /// was looked at.
  RoundWork look_again(bool keep) {
    RoundWork work{.open = num_open()};
    for_parts([&](Part& part) { look_again(part, keep); });
    for (Part& part : parts_) {
      for (const VertexId v : part.long_rows) {
        if (keep || matched_.contains(v) != 0 || best_[v] == k_none ||
            matched_.contains(best_[v]) == 0) {
          continue;
        }
        best_[v] = best_of_long(v, order::Unmatched{matched_});
        part.arcs_seen += rows_.degree(v);
      }
      work.looks += part.num_looking;
      work.arcs += part.arcs_seen;
    }
    return work;
  }

  /// Matches new mutual pointers. Only vertices that looked again have a new target, so at least
  /// one end of each new pair is among them.
  void match_again() {
    const bool shared = context_.threads() > 1;
    for_parts([&](Part& part) {
      for (std::size_t i = 0; i < part.num_looking; ++i) {
        const VertexId v = looking_[part.begin + i];
        const VertexId u = best_[v];
        if (u == k_none || best_[u] != v) continue;
        if (u == v) part.met_loop = true;
        if (shared) {
          matched_.insert_shared(v);
          matched_.insert_shared(u);
        } else {
          matched_.insert(v);
          matched_.insert(u);
        }
      }
    });
    refuse_loops();
    for_parts([&](Part& part) {
      const std::size_t open = std::exchange(part.num_open, 0);
      part.num_looking = 0;
      for (std::size_t i = 0; i < open; ++i) keep(part, open_[part.begin + i]);
    });
  }

  /// Matches the rest.
  void walk() {
    const Array<VertexId> next = next_neighbours();
    Walks<WeightBits> walks(context_, graph_, rows_, matched_, best_, {next.view()});
    // Walks are short that start at the upper ends of chains.
    if (rises()) {
      for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
        for (std::size_t i = part->num_open; i-- > 0;) walks.walk_from(open_[part->begin + i]);
      }
    } else {
      for (const Part& part : parts_) {
        for (std::size_t i = 0; i < part.num_open; ++i) walks.walk_from(open_[part.begin + i]);
      }
    }
  }

  [[nodiscard]] VertexId num_vertices() const { return n_; }
  /// Free vertices that had a free neighbour when they looked.
  [[nodiscard]] std::size_t num_open() const {
    return std::accumulate(parts_.begin(), parts_.end(), std::size_t{0},
                           [](std::size_t sum, const Part& part) { return sum + part.num_open; });
  }

  /// Those of them whose neighbour is matched by now.
  [[nodiscard]] std::size_t num_looking() const {
    return std::accumulate(
        parts_.begin(), parts_.end(), std::size_t{0},
        [](std::size_t sum, const Part& part) { return sum + part.num_looking; });
  }

  /// At the end.
  [[nodiscard]] std::vector<VertexId> take_mates() { return std::move(best_); }

 private:
  using Part = RowPart<WeightBits>;
  // How far ahead offsets and rows are asked for.
  static constexpr std::size_t k_offsets_ahead = 16;
  static constexpr std::size_t k_rows_ahead = 8;

  void cut(const GraphView& graph) {
    const auto threads = static_cast<std::size_t>(context_.threads());
    const std::size_t most = threads == 1 ? 1 : threads * tuning_.parts;
    const std::uint64_t units = num_arcs_ + n_;
    // Ends: each turn leaves fewer vertices.
    for (VertexId begin = 0; begin < n_;) {
      // The first vertex with which the parts so far have their share.
      const std::uint64_t share = units / most * (parts_.size() + 1);
      std::uint64_t low = begin;
      std::uint64_t high = n_;
      // Ends: the distance falls.
      while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (graph.offsets[middle] + middle < share) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      std::uint64_t end = (std::max<std::uint64_t>(low, begin + 1) + 63) / 64 * 64;
      if (end > n_ || parts_.size() + 1 == most) end = n_;
      Part& part = parts_.emplace_back();
      part.begin = begin;
      part.end = static_cast<VertexId>(end);
      begin = part.end;
    }
  }

  // Shared by all threads: a look at it is a parallel loop of its own.
  [[nodiscard]] bool is_long(VertexId v) const {
    return context_.threads() > 1 && rows_.degree(v) > tuning_.long_row;
  }

  template <class Body>
  void for_parts(const Body& body) {
    parallel::run_tasks(context_, parts_.size(), [&](std::size_t i) { body(parts_[i]); });
  }

  // The best of a long row, by all threads. The order is total, so chunks combine in any order.
  template <class Mask>
  [[nodiscard]] VertexId best_of_long(VertexId v, const Mask& mask) const {
    using Arc = typename order::RowScan<WeightBits>::Arc;
    constexpr Offset k_chunk = parallel::grain(1 << 13, 16);
    const Offset first = rows_.begin(v);
    const Offset last = rows_.end(v);
    return parallel::reduce<Arc>(
               context_, (last - first + k_chunk - 1) / k_chunk, {},
               [&](std::size_t i) {
                 const Offset begin = first + i * k_chunk;
                 return rows_.best_arc(v, begin, std::min(last, begin + k_chunk), mask);
               },
               [&](const Arc& a, const Arc& b) { return rows_.above(v, a, b) ? a : b; }, 1)
        .head;
  }

  void refuse_loops() const {
    for (const Part& part : parts_) {
      if (part.met_loop) structures::throw_broken_promise(graph_);
    }
  }

  // Appends v to the part's open vertices, unless it is matched or alone, and to those that must
  // look again, if its neighbour is taken. Written always, counted only if so: no branch.
  void keep(Part& part, VertexId v) {
    const VertexId u = best_[v];
    const std::uint64_t alone = u == k_none ? 1 : 0;
    const std::uint64_t open = (matched_.contains(v) | alone) ^ 1;
    open_[part.begin + part.num_open] = v;
    part.num_open += open;
    looking_[part.begin + part.num_looking] = v;
    part.num_looking += open & matched_.contains(alone != 0 ? v : u);
  }

  void look_again(Part& part, bool keep) {
    const VertexId* looking = looking_.data() + part.begin;
    std::uint64_t arcs = 0;
    for (std::size_t i = 0; i < part.num_looking; ++i) {
      if (i + k_offsets_ahead < part.num_looking) {
        rows_.prefetch_offsets(looking[i + k_offsets_ahead]);
        rows_.prefetch_row(looking[i + k_rows_ahead]);
      }
      const VertexId v = looking[i];
      if (keep && FallingRows<WeightBits>::serves(rows_, v)) {
        best_[v] = part.kept.best(rows_, matched_, v, arcs);
        continue;
      }
      if (is_long(v)) continue;
      arcs += rows_.degree(v);
      best_[v] = rows_.best(v, order::Unmatched{matched_});
    }
    part.arcs_seen = arcs;
  }

  // For walks, which run on one thread: what all threads can look up before them, of open vertices.
  // Their best neighbours are put right, too. Empty where that is not worth it.
  [[nodiscard]] Array<VertexId> next_neighbours() {
    constexpr std::size_t k_count = NextNeighbours::k_count;
    if (context_.threads() <= 2 || num_open() < tuning_.many) return {};
    Array<VertexId> next(k_count * n_);
    for_parts([&](Part& part) {
      std::vector<typename order::RowScan<WeightBits>::Arc> found;
      for (std::size_t i = 0; i < part.num_open; ++i) {
        const VertexId v = open_[part.begin + i];
        rows_.best_k(v, k_count + 1, order::Unmatched{matched_}, found);
        best_[v] = found.empty() ? k_none : found[0].head;
        for (std::size_t j = 0; j < k_count; ++j) {
          next[v * k_count + j] = j + 1 < found.size() ? found[j + 1].head : k_none;
        }
      }
    });
    return next;
  }

  // Open vertex i of all parts together.
  [[nodiscard]] VertexId open_vertex(std::size_t i) const {
    auto part = parts_.begin();
    // Ends: `i` is below the number of open vertices.
    for (; i >= part->num_open; ++part) i -= part->num_open;
    return open_[part->begin + i];
  }

  // Whether weights of best edges rise with the numbers of open vertices, in a sample.
  [[nodiscard]] bool rises() const {
    constexpr std::size_t k_draws = 256;
    const std::size_t open = num_open();
    if (open < 32 * k_draws) return false;
    const auto image = [&](std::size_t i) {
      const VertexId v = open_vertex(i);
      return rows_.best_arc(v, rows_.begin(v), rows_.end(v), order::Unmatched{matched_}).image;
    };
    std::size_t rising = 0;
    std::size_t falling = 0;
    for (std::size_t i = 0; i < k_draws; ++i) {
      const std::size_t place = open / 2 / k_draws * i;
      const auto low = image(place);
      const auto high = image(place + open / 2);
      rising += low < high ? 1 : 0;
      falling += low > high ? 1 : 0;
    }
    return rising > falling;
  }

  const Context& context_;
  const GraphView graph_;
  const VertexId n_;
  const std::uint64_t num_arcs_;
  const RowTuning tuning_;
  const order::RowScan<WeightBits> rows_;
  order::MatchedVertices matched_;
  std::vector<VertexId> best_;  // of matched vertices their mates
  Array<VertexId> open_;
  Array<VertexId> looking_;
  std::vector<Part> parts_;
};

}  // namespace hypermatch::detail::graph_matching
