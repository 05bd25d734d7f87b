// SPDX-License-Identifier: MIT
#include "closure_flow.hpp"

#include <algorithm>
#include <limits>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// Arcs from the source to rotations that gain, from rotations that cost to the sink, and from each
/// rotation to its predecessors without a limit. Arc i ^ 1 is the reverse of arc i.
class Network {
 public:
  Network(const RotationPoset& poset, std::span<const std::int64_t> weights)
      : num_nodes_(poset.num_rotations() + 2), source_(num_nodes_ - 2), sink_(num_nodes_ - 1) {
    for (std::uint32_t i = 0; i < poset.num_rotations(); ++i) {
      if (weights[i] < 0) add(source_, i, -weights[i]);
      if (weights[i] > 0) add(i, sink_, weights[i]);
      for (const std::uint32_t before : poset.predecessors_of(i)) add(i, before, k_unlimited);
    }
    offsets_.assign(std::size_t{num_nodes_} + 1, 0);
    for (const std::uint32_t tail : tails_) ++offsets_[tail + 1];
    for (std::uint32_t i = 0; i < num_nodes_; ++i) offsets_[i + 1] += offsets_[i];
    arcs_.resize(tails_.size());
    std::vector<std::uint64_t> ends = offsets_;
    for (std::uint64_t arc = 0; arc < tails_.size(); ++arc) arcs_[ends[tails_[arc]]++] = arc;
  }

  /// Saturates; afterwards `reached` are the nodes on the source's side of the smallest cut.
  void saturate(parallel::StopCheck& stop) {
    // Ends: the distance of the sink grows in each phase.
    while (find_levels()) {
      next_ = offsets_;
      while (push_along_path()) stop.done(1024);
      stop.done(tails_.size());
    }
  }

  [[nodiscard]] bool reached(std::uint32_t node) const { return levels_[node] != k_none; }

 private:
  static constexpr std::int64_t k_unlimited = std::numeric_limits<std::int64_t>::max() / 4;

  void add(std::uint32_t from, std::uint32_t to, std::int64_t capacity) {
    tails_.push_back(from);
    heads_.push_back(to);
    left_.push_back(capacity);
    tails_.push_back(to);
    heads_.push_back(from);
    left_.push_back(0);
  }

  bool find_levels() {
    levels_.assign(num_nodes_, k_none);
    queue_.assign(1, source_);
    levels_[source_] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t node = queue_[i];
      for (std::uint64_t at = offsets_[node]; at < offsets_[node + 1]; ++at) {
        const std::uint32_t head = heads_[arcs_[at]];
        if (left_[arcs_[at]] == 0 || levels_[head] != k_none) continue;
        levels_[head] = levels_[node] + 1;
        queue_.push_back(head);
      }
    }
    return levels_[sink_] != k_none;
  }

  /// One path along the levels. False where none is left.
  bool push_along_path() {
    path_.clear();
    std::uint32_t node = source_;
    while (node != sink_) {
      std::uint64_t& at = next_[node];
      while (at < offsets_[node + 1] &&
             (left_[arcs_[at]] == 0 || levels_[heads_[arcs_[at]]] != levels_[node] + 1)) {
        ++at;
      }
      if (at < offsets_[node + 1]) {
        path_.push_back(arcs_[at]);
        node = heads_[arcs_[at]];
      } else if (path_.empty()) {
        return false;
      } else {
        node = tails_[path_.back()];
        path_.pop_back();
        ++next_[node];
      }
    }
    std::int64_t amount = k_unlimited;
    for (const std::uint64_t arc : path_) amount = std::min(amount, left_[arc]);
    for (const std::uint64_t arc : path_) {
      left_[arc] -= amount;
      left_[arc ^ 1] += amount;
    }
    return true;
  }

  std::uint32_t num_nodes_, source_, sink_;
  std::vector<std::uint32_t> tails_, heads_;
  std::vector<std::int64_t> left_;
  std::vector<std::uint64_t> offsets_, arcs_, next_, path_;
  std::vector<std::uint32_t> levels_, queue_;
};

}  // namespace

ClosedSet least_closure(const Context& context, const RotationPoset& poset,
                        std::span<const std::int64_t> weights) {
  Network network(poset, weights);
  parallel::StopCheck stop(context);
  network.saturate(stop);
  ClosedSet set(poset.num_rotations());
  for (std::uint32_t i = 0; i < set.size(); ++i) set[i] = network.reached(i) ? 1 : 0;
  return set;
}

}  // namespace hypermatch::detail::stable_matching
