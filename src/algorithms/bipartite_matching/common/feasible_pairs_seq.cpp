// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/feasible_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

constexpr std::uint32_t k_out = std::numeric_limits<std::uint32_t>::max();

class BlockingFlows {
 public:
  BlockingFlows(const Context& context, const PairNetwork& network)
      : network_(network),
        stop_(context),
        hub_(static_cast<std::uint32_t>(network.num_vertices())),
        place_(network.columns.size(), k_out),
        chosen_(network.columns.size()),
        chosen_count_(network.num_columns, 0),
        flow_(hub_, 0),
        excess_(hub_ + std::size_t{1}, 0),
        hops_(hub_ + std::size_t{1}, k_out),
        next_(hub_ + std::size_t{1}, 0) {
    for (std::uint32_t v = 0; v < hub_; ++v) add_hub_flow(v, network.lower[v]);
  }

  FeasiblePairs run() {
    std::vector<std::uint32_t> active;
    for (std::uint32_t v = 0; v <= hub_; ++v) {
      if (excess_[v] > 0) active.push_back(v);
    }
    FeasiblePairs answer;
    answer.exist = true;
    // Ends: each phase lowers the sum of the excess.
    while (!active.empty() && answer.exist) {
      answer.exist = find_hops(active);
      for (const std::uint32_t source : active) {
        // Ends: each path takes from the excess.
        while (answer.exist && excess_[source] > 0 && find_path(source)) send_along_path();
      }
      std::erase_if(active, [&](std::uint32_t v) { return excess_[v] <= 0; });
    }
    answer.chosen.resize(place_.size());
    for (std::size_t a = 0; a < place_.size(); ++a) answer.chosen[a] = place_[a] != k_out;
    answer.reached.resize(hops_.size());
    for (std::size_t v = 0; v < hops_.size(); ++v) answer.reached[v] = hops_[v] != k_out;
    return answer;
  }

 private:
  struct Chosen {
    VertexId row;
    std::uint32_t arc;
  };
  struct Step {
    std::uint32_t vertex;
    std::uint32_t arc;  // of a pair
  };

  [[nodiscard]] bool is_row(std::uint32_t v) const { return v < network_.num_rows; }

  void choose(VertexId row, std::uint32_t arc) {
    const VertexId c = network_.columns[arc];
    place_[arc] = chosen_count_[c]++;
    chosen_[network_.column_begin[c] + place_[arc]] = {row, arc};
  }
  void drop(std::uint32_t arc) {
    const VertexId c = network_.columns[arc];
    const Chosen last = chosen_[network_.column_begin[c] + --chosen_count_[c]];
    chosen_[network_.column_begin[c] + place_[arc]] = last;
    place_[last.arc] = place_[arc];
    place_[arc] = k_out;
  }

  // Flow from the hub to a row, or from a column to the hub.
  void add_hub_flow(std::uint32_t v, std::int64_t amount) {
    flow_[v] = static_cast<std::uint32_t>(static_cast<std::int64_t>(flow_[v]) + amount);
    const std::int64_t into = is_row(v) ? amount : -amount;
    excess_[v] += into;
    excess_[hub_] -= into;
  }
  [[nodiscard]] std::int64_t room_from_hub(std::uint32_t v) const {
    return is_row(v) ? std::int64_t{network_.upper[v]} - flow_[v]
                     : std::int64_t{flow_[v]} - network_.lower[v];
  }
  [[nodiscard]] std::int64_t room_to_hub(std::uint32_t v) const {
    return is_row(v) ? std::int64_t{flow_[v]} - network_.lower[v]
                     : std::int64_t{network_.upper[v]} - flow_[v];
  }

  // The head of the residual arc of v at next_[v] or behind it that `takes`; k_out: there is none.
  // Place 0 is the arc to the hub, place i the pair i - 1 of the vertex.
  template <class Takes>
  std::uint32_t advance(std::uint32_t v, std::uint32_t& arc, const Takes& takes) {
    std::uint32_t& next = next_[v];
    if (v == hub_) {
      for (; next < hub_; ++next) {
        if (room_from_hub(next) > 0 && takes(next)) return next;
      }
      return k_out;
    }
    if (next == 0) {
      if (room_to_hub(v) > 0 && takes(hub_)) return hub_;
      next = 1;
    }
    if (is_row(v)) {
      const Offset begin = network_.begin[v];
      const Offset size = network_.begin[v + 1] - begin;
      for (; next - 1 < size; ++next) {
        arc = static_cast<std::uint32_t>(begin + next - 1);
        const std::uint32_t w = network_.num_rows + network_.columns[arc];
        if (place_[arc] == k_out && takes(w)) return w;
      }
      return k_out;
    }
    const VertexId c = v - network_.num_rows;
    for (; next - 1 < chosen_count_[c]; ++next) {
      const Chosen at = chosen_[network_.column_begin[c] + next - 1];
      arc = at.arc;
      if (takes(at.row)) return at.row;
    }
    return k_out;
  }

  // Breadth-first from the excess; whether a deficit is reached.
  bool find_hops(const std::vector<std::uint32_t>& active) {
    std::fill(hops_.begin(), hops_.end(), k_out);
    std::vector<std::uint32_t> queue = active;
    for (const std::uint32_t v : active) hops_[v] = 0;
    bool found = false;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint32_t v = queue[i];
      found = found || excess_[v] < 0;
      next_[v] = 0;
      std::uint32_t arc = k_out;
      std::uint64_t work = 1;
      // Ends: next_[v] rises.
      while (true) {
        const std::uint32_t w = advance(v, arc, [&](std::uint32_t x) { return hops_[x] == k_out; });
        work += next_[v];
        if (w == k_out) break;
        hops_[w] = hops_[v] + 1;
        queue.push_back(w);
        ++next_[v];
      }
      stop_.done(work);
    }
    for (const std::uint32_t v : queue) next_[v] = 0;
    return found;
  }

  // A path from `source` to a deficit, each arc one hop further.
  bool find_path(std::uint32_t source) {
    path_.assign(1, {source, k_out});
    // Ends: each step moves on along a vertex's arcs, or goes one hop further.
    while (!path_.empty()) {
      const std::uint32_t v = path_.back().vertex;
      if (excess_[v] < 0) return true;
      const std::uint32_t hops = hops_[v] + 1;
      std::uint32_t arc = k_out;
      const std::uint32_t w = advance(v, arc, [&](std::uint32_t x) { return hops_[x] == hops; });
      if (w == k_out) {
        path_.pop_back();
        if (!path_.empty()) ++next_[path_.back().vertex];
      } else {
        path_.back().arc = arc;
        path_.push_back({w, k_out});
      }
    }
    return false;
  }

  void send_along_path() {
    std::int64_t amount = std::min(excess_[path_.front().vertex], -excess_[path_.back().vertex]);
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      const std::uint32_t v = path_[i].vertex;
      const std::uint32_t w = path_[i + 1].vertex;
      const std::int64_t room = v == hub_ ? room_from_hub(w) : w == hub_ ? room_to_hub(v) : 1;
      amount = std::min(amount, room);
    }
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) send(i, amount);
  }
  void send(std::size_t i, std::int64_t amount) {
    const std::uint32_t v = path_[i].vertex;
    const std::uint32_t w = path_[i + 1].vertex;
    if (v == hub_) {
      add_hub_flow(w, is_row(w) ? amount : -amount);
    } else if (w == hub_) {
      add_hub_flow(v, is_row(v) ? -amount : amount);
    } else {
      if (is_row(v)) {
        choose(v, path_[i].arc);
      } else {
        drop(path_[i].arc);
      }
      excess_[v] -= 1;
      excess_[w] += 1;
    }
  }

  const PairNetwork& network_;
  parallel::StopCheck stop_;
  const std::uint32_t hub_;
  Array<std::uint32_t> place_;  // of chosen arcs among those of their column, or k_out
  Array<Chosen> chosen_;        // of each column, from column_begin on
  Array<std::uint32_t> chosen_count_;
  Array<std::uint32_t> flow_;  // between hub and vertex
  Array<std::int64_t> excess_;
  Array<std::uint32_t> hops_;
  Array<std::uint32_t> next_;
  std::vector<Step> path_;
};

}  // namespace

FeasiblePairs find_feasible_pairs(const Context& context, const PairNetwork& network) {
  const auto is_zero = [](std::uint32_t bound) { return bound == 0; };
  if (std::all_of(network.lower.begin(), network.lower.end(), is_zero)) {
    return {.chosen = std::vector<bool>(network.columns.size(), false),
            .exist = true,
            .are_free = true,
            .reached = {}};
  }
  return BlockingFlows(context, network).run();
}

}  // namespace hypermatch::detail::bipartite_matching
