// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/exchanges.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "base/random.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Looks at pairs: so many in the first search, and again in all that follow.
constexpr std::uint64_t k_most_looks = std::uint64_t{1} << 20;
constexpr std::uint64_t k_rounds_per_vertex = 32;

// A change of communities: `vertex` goes to `to`, and `other`, if there is one, to `other_to`.
// k_none as a community: alone.
struct Change {
  double gain = 0.0;
  VertexId vertex = k_none;
  VertexId to = k_none;
  VertexId other = k_none;
  VertexId other_to = k_none;
};

class Exchanger {
 public:
  template <class WeightAt>
  Exchanger(const Context& context, const LevelView& level, const Objective& objective,
            const Limits& limits, const WeightAt& weight_at, const Array<VertexId>& communities,
            std::uint64_t seed)
      : stop_(context),
        n_(level.graph.num_vertices),
        graph_(level.graph),
        vertex_volume_(level.volume),
        gain_(objective.gain()),
        least_gain_(0x1p-40 * static_cast<double>(objective.total)),
        limits_(limits),
        seed_(seed),
        neighbours_(graph_.neighbours.begin(), graph_.neighbours.end()),
        arc_weights_(graph_.num_arcs(), 0),
        weights_(std::size_t{n_} * n_, 0),
        links_(std::size_t{n_} * n_, 0),
        community_(communities.begin(), communities.end()),
        volume_(n_, 0),
        size_(n_, 0),
        pinned_(n_, 0),
        members_(n_),
        place_(n_),
        mark_(n_, 0),
        has_changed_(n_, 1),
        sums_(n_, 0),
        is_due_(n_, 0),
        exits_(n_) {
    sort_rows(weight_at);
    for (VertexId v = 0; v < n_; ++v) {
      const VertexId c = community_[v];
      volume_[c] += vertex_volume_[v];
      size_[c] += limits.size[v];
      pinned_[c] |= limits.pinned[v];
      place_[v] = static_cast<VertexId>(members_[c].size());
      members_[c].push_back(v);
      for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + std::size_t{1}]; ++a) {
        const VertexId u = graph_.neighbours[a];
        // Edges may be parallel.
        weights_[at(v, u)] += arc_weights_[a];
        links_[at(v, community_[u])] += arc_weights_[a];
      }
    }
  }

  Array<VertexId> run() {
    std::vector<VertexId> all(n_);
    for (VertexId v = 0; v < n_; ++v) all[v] = v;
    make_due(all, 0);
    search();
    looks_ = 0;
    const std::uint64_t rounds = k_rounds_per_vertex * n_;
    for (std::uint64_t round = 1; round <= rounds && looks_ < k_most_looks; ++round) {
      undo_.clear();
      worth_ = 0.0;
      take_apart(round);
      search();
      if (worth_ < -least_gain_) undo();
    }
    return Array<VertexId>(std::span<const VertexId>(community_));
  }

 private:
  // Arcs of contracted graphs stand in an order that depends on the threads that made it.
  template <class WeightAt>
  void sort_rows(const WeightAt& weight_at) {
    std::vector<std::pair<VertexId, std::int64_t>> row;
    for (VertexId v = 0; v < n_; ++v) {
      const Offset begin = graph_.offsets[v];
      row.clear();
      for (Offset a = begin; a < graph_.offsets[v + std::size_t{1}]; ++a) {
        row.emplace_back(neighbours_[a], weight_at(a));
      }
      std::sort(row.begin(), row.end());
      for (std::size_t i = 0; i < row.size(); ++i) {
        neighbours_[begin + i] = row[i].first;
        arc_weights_[begin + i] = row[i].second;
      }
    }
    graph_.neighbours = neighbours_;
  }

  // The best place outside its community for a vertex that has to leave, as of a version.
  struct Exit {
    std::uint64_t version = 0;
    double value = 0.0;
    VertexId to = k_none;
  };

  [[nodiscard]] std::size_t at(VertexId row, VertexId column) const {
    return std::size_t{row} * n_ + column;
  }
  [[nodiscard]] double price(VertexId v) const { return gain_.price(vertex_volume_[v]); }
  // The worth of v in a community of this volume without v.
  [[nodiscard]] double value(VertexId v, std::int64_t links, std::int64_t volume) const {
    return MoveGain::of(price(v), links, volume);
  }
  [[nodiscard]] double own_value(VertexId v) const {
    const VertexId own = community_[v];
    return value(v, links_[at(v, own)], volume_[own] - vertex_volume_[v]);
  }

  void make_due(std::vector<VertexId>& vertices, std::uint64_t round) {
    std::sort(vertices.begin(), vertices.end(), [&](VertexId a, VertexId b) {
      return std::pair(base::hash(seed_, round, a), a) < std::pair(base::hash(seed_, round, b), b);
    });
    for (const VertexId v : vertices) wake(v);
  }
  void wake(VertexId v) {
    if (is_due_[v] != 0 || limits_.pinned[v] != 0) return;
    is_due_[v] = 1;
    due_.push_back(v);
  }

  // Ends: each change gains more than rounding takes away, and on a graph whose rows are not
  // symmetric, where gains are not what they seem, each turn adds to the looks, which are bounded.
  void search() {
    do {
      for (std::size_t i = 0; i < due_.size(); ++i) {
        const VertexId v = due_[i];
        is_due_[v] = 0;
        if (looks_ >= k_most_looks) continue;
        const Change change = best_change(v);
        if (change.vertex != k_none) make(change);
      }
      due_.clear();
    } while (looks_ < k_most_looks && merge());
  }

  // Exchanges with the communities that v has links to: others gain only where those want to come,
  // and they look themselves.
  [[nodiscard]] Change best_change(VertexId v) {
    const VertexId own = community_[v];
    const double stays = own_value(v);
    Change best{.gain = least_gain_};
    if (size_[own] > limits_.size[v]) offer({-stays, v, k_none, k_none, k_none}, best);
    ++num_marks_;
    mark_[own] = num_marks_;
    std::uint64_t looks = 1 + graph_.degree(v);
    for (const VertexId x : graph_.neighbours_of(v)) {
      const VertexId c = community_[x];
      if (std::exchange(mark_[c], num_marks_) == num_marks_) continue;
      const bool has_room = limits_.fit(size_[c], limits_.size[v]);
      if (has_room) {
        offer({value(v, links_[at(v, c)], volume_[c]) - stays, v, c, k_none, k_none}, best);
      }
      looks += members_[c].size();
      for (const VertexId u : members_[c]) {
        if (limits_.pinned[u] == 0) offer_exchanges(v, u, stays, has_room, best);
      }
    }
    looks_ += looks;
    stop_.done(looks);
    return best;
  }

  static void offer(const Change& change, Change& best) {
    if (change.gain > best.gain) best = change;
  }

  // v takes the place of u, which goes to where v was, or if there is no room for both elsewhere.
  void offer_exchanges(VertexId v, VertexId u, double stays, bool has_room, Change& best) {
    const VertexId own = community_[v];
    const VertexId c = community_[u];
    const std::int64_t weight = weights_[at(v, u)];
    const std::int64_t rest = volume_[c] - vertex_volume_[u];
    const double without_u =
        value(v, links_[at(v, c)] - weight, rest) - stays - value(u, links_[at(u, c)], rest);
    const std::int64_t rest_of_own = volume_[own] - vertex_volume_[v];
    offer({without_u + value(u, links_[at(u, own)] - weight, rest_of_own), v, c, u, own}, best);
    // One that is alone has no other place to be alone.
    if (has_room || members_[c].size() == 1) return;
    const Exit& exit = exit_of(u);
    if (exit.to == own) {
      offer({without_u, v, c, u, k_none}, best);
    } else {
      offer({without_u + exit.value, v, c, u, exit.to}, best);
    }
  }

  const Exit& exit_of(VertexId u) {
    Exit& exit = exits_[u];
    if (exit.version == version_) return exit;
    exit = {version_, 0.0, k_none};
    looks_ += graph_.degree(u);
    for (const VertexId x : graph_.neighbours_of(u)) {
      const VertexId c = community_[x];
      if (c == community_[u] || !limits_.fit(size_[c], limits_.size[u])) continue;
      const double worth = value(u, links_[at(u, c)], volume_[c]);
      if (worth > exit.value) exit = {version_, worth, c};
    }
    return exit;
  }

  void make(const Change& change) {
    // The other one first: it makes room.
    if (change.other != k_none) worth_ += move(change.other, change.other_to);
    worth_ += move(change.vertex, change.to);
  }

  // Merges a community that has changed with the one of the largest gain; whether there were any.
  bool merge() {
    double best = least_gain_;
    VertexId from = k_none;
    VertexId to = k_none;
    for (VertexId a = 0; a < n_; ++a) {
      if (std::exchange(has_changed_[a], std::uint8_t{0}) == 0 || size_[a] == 0) continue;
      looks_ += n_;
      stop_.done(n_);
      std::fill(sums_.begin(), sums_.end(), 0);
      for (const VertexId v : members_[a]) {
        for (Offset i = graph_.offsets[v]; i < graph_.offsets[v + std::size_t{1}]; ++i) {
          sums_[community_[graph_.neighbours[i]]] += arc_weights_[i];
        }
      }
      for (VertexId b = 0; b < n_; ++b) {
        if (b == a || sums_[b] == 0 || (pinned_[a] & pinned_[b]) != 0) continue;
        if (!limits_.fit(size_[a], size_[b])) continue;
        const double gain = MoveGain::of(gain_.price(volume_[a]), sums_[b], volume_[b]);
        if (!(gain > best)) continue;
        best = gain;
        from = pinned_[a] == 0 ? a : b;
        to = pinned_[a] == 0 ? b : a;
      }
    }
    if (from == k_none) return false;
    const std::vector<VertexId> moved = members_[from];
    for (const VertexId v : moved) worth_ += move(v, to);
    return true;
  }

  // Takes some communities apart: that of a random vertex, and those of further ones, each drawn
  // from all vertices or from the neighbours of the last one. About half of the members then join
  // the community of a random neighbour, whatever that gains, so that the search starts elsewhere.
  void take_apart(std::uint64_t round) {
    std::uint64_t bits = base::hash(seed_, round);
    const auto draw = [&](std::uint64_t bound) {
      bits = base::splitmix64(bits);
      return static_cast<VertexId>(base::below(bits, bound));
    };
    VertexId v = draw(n_);
    std::vector<VertexId> apart;
    // Ends: one of four draws ends it.
    for (bool is_first = true; is_first || draw(4) != 0; is_first = false) {
      const VertexId c = community_[v];
      const std::vector<VertexId> members = members_[c];
      for (const VertexId u : members) {
        if (limits_.pinned[u] != 0) continue;
        apart.push_back(u);
        if (size_[c] != limits_.size[u]) worth_ += move(u, k_none);
      }
      const auto degree = static_cast<VertexId>(graph_.degree(v));
      v = degree == 0 || draw(4) == 0 ? draw(n_) : graph_.neighbours_of(v)[draw(degree)];
    }
    for (const VertexId u : apart) {
      const auto degree = static_cast<VertexId>(graph_.degree(u));
      if (degree == 0 || draw(2) == 0) continue;
      const VertexId to = community_[graph_.neighbours_of(u)[draw(degree)]];
      if (to == community_[u] || !limits_.fit(size_[to], limits_.size[u])) continue;
      worth_ += move(u, to);
    }
    make_due(apart, round);
  }

  // Returns the gain.
  double move(VertexId v, VertexId to) {
    const double before = own_value(v);
    if (to == k_none) {
      // Ends: v shares a community, so that there are fewer of them than numbers.
      for (to = v; size_[to] != 0;) to = to + 1 == n_ ? 0 : to + 1;
    }
    undo_.push_back({v, community_[v]});
    place(v, to);
    for (const VertexId u : graph_.neighbours_of(v)) wake(u);
    wake(v);
    return own_value(v) - before;
  }

  void place(VertexId v, VertexId to) {
    ++version_;
    const VertexId from = std::exchange(community_[v], to);
    has_changed_[from] = 1;
    has_changed_[to] = 1;
    // The last one takes the place of v.
    const VertexId last = members_[from].back();
    members_[from][place_[v]] = last;
    place_[last] = place_[v];
    members_[from].pop_back();
    place_[v] = static_cast<VertexId>(members_[to].size());
    members_[to].push_back(v);
    volume_[from] -= vertex_volume_[v];
    volume_[to] += vertex_volume_[v];
    size_[from] -= limits_.size[v];
    size_[to] += limits_.size[v];
    for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + std::size_t{1}]; ++a) {
      const VertexId u = graph_.neighbours[a];
      links_[at(u, from)] -= arc_weights_[a];
      links_[at(u, to)] += arc_weights_[a];
    }
  }

  void undo() {
    for (std::size_t i = undo_.size(); i-- > 0;) place(undo_[i].first, undo_[i].second);
    std::fill(has_changed_.begin(), has_changed_.end(), std::uint8_t{0});
  }

  parallel::StopCheck stop_;
  VertexId n_;
  GraphView graph_;
  std::span<const std::int64_t> vertex_volume_;
  MoveGain gain_;
  double least_gain_;
  const Limits& limits_;
  std::uint64_t seed_;
  std::vector<VertexId> neighbours_;
  std::vector<std::int64_t> arc_weights_;
  std::vector<std::int64_t> weights_;  // n x n
  std::vector<std::int64_t> links_;    // n x n: of a vertex, into a community
  std::vector<VertexId> community_;
  std::vector<std::int64_t> volume_;  // of communities, as all that follow
  std::vector<VertexId> size_;
  std::vector<std::uint8_t> pinned_;
  std::vector<std::vector<VertexId>> members_;
  std::vector<VertexId> place_;      // of vertices, among the members
  std::vector<std::uint64_t> mark_;  // whose last look it was
  std::uint64_t num_marks_ = 0;
  std::vector<std::uint8_t> has_changed_;  // since merges were looked for
  std::vector<std::int64_t> sums_;         // the links of one of them
  std::vector<std::uint8_t> is_due_;       // of vertices
  std::vector<VertexId> due_;
  std::vector<Exit> exits_;
  std::vector<std::pair<VertexId, VertexId>> undo_;  // vertices and where they were
  std::uint64_t version_ = 1;
  std::uint64_t looks_ = 0;
  double worth_ = 0.0;  // what was gained in this round
};

}  // namespace

Array<VertexId> improve_by_exchanges(const Context& context, const LevelView& level,
                                     const Objective& objective, const Limits& limits,
                                     Array<VertexId> communities, std::uint64_t seed) {
  const VertexId n = level.graph.num_vertices;
  double volume = 0.0;
  for (const std::int64_t of_vertex : level.volume) volume += static_cast<double>(of_vertex);
  const bool is_finite = std::isfinite(objective.gain().factor * volume * volume);
  if (n > k_most_exchanged || objective.total == 0 || !is_finite) return communities;
  Array<VertexId> changed = with_weights(level.graph.weights, [&](const auto& weight_at) {
    return Exchanger(context, level, objective, limits, weight_at, communities, seed).run();
  });
  // By exact sums: gains were rounded.
  const double before = quality_of_communities(context, level, objective, communities.view());
  const double after = quality_of_communities(context, level, objective, changed.view());
  return after > before ? std::move(changed) : std::move(communities);
}

}  // namespace hypermatch::detail::clustering
