// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/exact_sum.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_communities.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "verify/clustering/community_constraints.hpp"

namespace hypermatch::verify {

namespace {

namespace parallel = detail::parallel;
using detail::base::ExactSum;

// Gains below this are rounding.
constexpr double k_least_gain = 0x1p-40;

double resolution_of(const CommunityQuality& quality) {
  detail::check_enum("objective", quality.objective);
  const bool is_cpm = quality.objective == CommunityObjective::cpm;
  if (!quality.resolution && is_cpm) {
    throw Error(ErrorCode::invalid_option, "resolution has no default for cpm, must be given");
  }
  const double value = quality.resolution.value_or(1.0);
  if (value > 0 && std::isfinite(value)) return value;
  throw Error(ErrorCode::invalid_option,
              "resolution is " + std::to_string(value) + ", must be positive and finite");
}

// A power of two that weights are multiplied by: products of two sums of weights far from 1 would
// overflow, or lose their digits. The largest weight is within 2^-400 .. 2^400 then.
double scale_of(double most) {
  constexpr int k_far = 400;
  constexpr int k_shift = 700;
  const int exponent = most > 0 ? std::ilogb(most) : 0;
  if (std::abs(exponent) < k_far) return 1.0;
  return exponent > 0 ? std::ldexp(1.0, -k_shift) : std::ldexp(1.0, k_shift);
}

// A sum of double, with what rounding took away (Neumaier 1974, doi:10.1002/zamm.19740540106).
struct Compensated {
  double sum = 0.0;
  double lost = 0.0;

  void add(double term) {
    const double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  [[nodiscard]] double value() const { return sum + lost; }
};

// The vertices of each community, ascending.
struct Members {
  std::vector<Offset> begin;    // one per community, and the end
  std::vector<VertexId> items;  // size n

  [[nodiscard]] std::span<const VertexId> of(std::size_t c) const {
    return std::span(items).subspan(begin[c], begin[c + 1] - begin[c]);
  }
};

class Judge {
 public:
  // `most`: the largest weight.
  Judge(const Context& context, const GraphView& graph, std::span<const VertexId> labels,
        const CommunitiesDemands& demands, double most)
      : context_(context),
        graph_(graph),
        demands_(demands),
        is_cpm_(demands.quality.objective == CommunityObjective::cpm),
        scale_(scale_of(most)),
        resolution_(resolution_of(demands.quality) * (is_cpm_ ? scale_ : 1.0)),
        labels_(numbered_by_first_vertex(labels)) {}

  CommunitiesVerdict run() {
    collect_members();
    sum_up();
    CommunitiesVerdict verdict;
    verdict.communities = num_communities();
    verdict.quality = quality();
    if (!std::isfinite(verdict.quality)) {
      throw Error(ErrorCode::invalid_option,
                  "the quality is beyond all doubles: the resolution is too large for so small a "
                  "total weight");
    }
    const std::size_t apart = first_disconnected();
    verdict.connected = apart == num_communities();
    verdict.violation = constraint_violation(demands_, labels_, num_communities());
    if (!verdict.violation.empty()) return verdict;
    if (demands_.connected && !verdict.connected) {
      verdict.violation =
          "the community of vertex " + name(members_.of(apart).front()) + " is not connected";
      return verdict;
    }
    find_gains(verdict);
    verdict.ok = true;
    return verdict;
  }

 private:
  // The weight of the links to a neighbouring community.
  struct Link {
    VertexId community;
    double weight;
  };

  [[nodiscard]] std::size_t num_communities() const { return members_.begin.size() - 1; }
  [[nodiscard]] double weight(Offset a) const { return scale_ * weight_at(graph_.weights, a); }
  [[nodiscard]] double loop(VertexId v) const {
    return is_weighted(demands_.loop_weights) ? scale_ * weight_at(demands_.loop_weights, v) : 0.0;
  }
  [[nodiscard]] std::string name(VertexId v) const {
    return demands_.name ? demands_.name(v) : std::to_string(v + 1);
  }

  void collect_members() {
    const VertexId count =
        labels_.empty() ? 0 : *std::max_element(labels_.begin(), labels_.end()) + 1;
    members_.begin.assign(std::size_t{count} + 1, 0);
    for (const VertexId c : labels_) ++members_.begin[c + 1];
    for (std::size_t c = 0; c < count; ++c) members_.begin[c + 1] += members_.begin[c];
    members_.items.resize(labels_.size());
    std::vector<Offset> next(members_.begin.begin(), members_.begin.end() - 1);
    for (VertexId v = 0; v < labels_.size(); ++v) members_.items[next[labels_[v]]++] = v;
  }

  // Volumes of vertices and communities, and the weight of all arcs and inside communities.
  void sum_up() {
    volume_.resize(labels_.size());
    parallel::for_each(context_, labels_.size(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      Compensated degree;
      degree.add(2 * loop(v));
      for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + 1]; ++a) degree.add(weight(a));
      volume_[v] = degree.value();
    });
    ExactSum total;
    for (const double degree : volume_) total.add(degree);
    total_ = total.value();
    if (is_cpm_) std::fill(volume_.begin(), volume_.end(), 1.0);
    community_volume_.resize(num_communities());
    inside_.resize(num_communities());
    parallel::for_each(
        context_, num_communities(),
        [&](std::size_t c) {
          Compensated volume;
          Compensated inside;
          for (const VertexId v : members_.of(c)) {
            volume.add(volume_[v]);
            inside.add(2 * loop(v));
            for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + 1]; ++a) {
              if (labels_[graph_.neighbours[a]] == c) inside.add(weight(a));
            }
          }
          community_volume_[c] = volume.value();
          inside_[c] = inside.value();
        },
        16);
  }

  [[nodiscard]] double quality() const {
    if (total_ == 0) return 0.0;
    Compensated sum;
    for (std::size_t c = 0; c < num_communities(); ++c) {
      const double volume = community_volume_[c];
      sum.add(inside_[c] / total_);
      sum.add(is_cpm_ ? -resolution_ * volume * (volume - 1) / total_
                      : -resolution_ * (volume / total_) * (volume / total_));
    }
    return sum.value();
  }

  // The number of communities if all are connected.
  [[nodiscard]] std::size_t first_disconnected() const {
    std::vector<std::uint8_t> reached(labels_.size(), 0);  // each written for one community only
    std::atomic<std::size_t> first = num_communities();
    parallel::for_each(
        context_, num_communities(),
        [&](std::size_t c) {
          const std::span<const VertexId> members = members_.of(c);
          std::vector<VertexId> found = {members.front()};
          reached[members.front()] = 1;
          // Ends: a vertex is found once.
          for (std::size_t i = 0; i < found.size(); ++i) {
            for (const VertexId u : graph_.neighbours_of(found[i])) {
              if (labels_[u] != c || reached[u] != 0) continue;
              reached[u] = 1;
              found.push_back(u);
            }
          }
          if (found.size() == members.size()) return;
          // Relaxed: a minimum, read after the loop.
          std::size_t seen = first.load(std::memory_order_relaxed);
          // Ends: the word falls whenever an exchange fails.
          while (c < seen && !first.compare_exchange_weak(seen, c, std::memory_order_relaxed)) {
          }
        },
        16);
    return first;
  }

  // The share of the quality from `links` between communities of these volumes.
  [[nodiscard]] double worth(double links, double volume, double other) const {
    const double expected = is_cpm_ ? volume * other : volume * other / total_;
    return (links - resolution_ * expected) / (total_ / 2);
  }

  // Adds up the links of each community, of which the first arcs come first.
  static void merge_links(std::vector<Link>& links) {
    std::stable_sort(links.begin(), links.end(),
                     [](const Link& a, const Link& b) { return a.community < b.community; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < links.size();) {
      Compensated sum;
      const VertexId community = links[i].community;
      for (; i < links.size() && links[i].community == community; ++i) sum.add(links[i].weight);
      links[kept++] = {community, sum.value()};
    }
    links.resize(kept);
  }

  [[nodiscard]] CommunityGain best_move_of(VertexId v, const AllowedChanges& allowed,
                                           std::vector<Link>& links) const {
    links.clear();
    for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + 1]; ++a) {
      links.push_back({labels_[graph_.neighbours[a]], weight(a)});
    }
    merge_links(links);
    const VertexId own = labels_[v];
    const double volume = volume_[v];
    double own_worth = worth(0.0, volume, community_volume_[own] - volume);
    for (const Link& link : links) {
      if (link.community == own) {
        own_worth = worth(link.weight, volume, community_volume_[own] - volume);
      }
    }
    const bool may_leave = members_.of(own).size() > 1 && allowed.may_move(v, k_none);
    CommunityGain best{v, v, may_leave ? -own_worth : 0.0};
    for (const Link& link : links) {
      if (link.community == own || !allowed.may_move(v, link.community)) continue;
      const double gain = worth(link.weight, volume, community_volume_[link.community]) - own_worth;
      if (gain > best.gain) best = {v, members_.of(link.community).front(), gain};
    }
    return best;
  }

  [[nodiscard]] CommunityGain best_merge_of(std::size_t c, const AllowedChanges& allowed,
                                            std::vector<Link>& links) const {
    links.clear();
    for (const VertexId v : members_.of(c)) {
      for (Offset a = graph_.offsets[v]; a < graph_.offsets[v + 1]; ++a) {
        const VertexId other = labels_[graph_.neighbours[a]];
        if (other > c) links.push_back({other, weight(a)});
      }
    }
    merge_links(links);
    const VertexId first = members_.of(c).front();
    CommunityGain best{first, first, 0.0};
    for (const Link& link : links) {
      if (!allowed.may_merge(static_cast<VertexId>(c), link.community)) continue;
      const double gain =
          worth(link.weight, community_volume_[c], community_volume_[link.community]);
      if (gain > best.gain) best = {first, members_.of(link.community).front(), gain};
    }
    return best;
  }

  // The largest, of equal ones the first.
  template <class Find>
  std::optional<CommunityGain> best_gain(std::size_t items, const Find& find) const {
    const parallel::Chunks chunks = parallel::cut(context_, items, 256);
    std::vector<CommunityGain> best(chunks.count);
    parallel::for_chunks(context_, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           std::vector<Link> links;
                           for (std::size_t i = begin; i < end; ++i) {
                             if (i % 64 == 0) context_.check_cancelled();
                             const CommunityGain gain = find(i, links);
                             if (gain.gain > best[chunk].gain) best[chunk] = gain;
                           }
                         });
    CommunityGain result;
    for (const CommunityGain& gain : best) {
      if (gain.gain > result.gain) result = gain;
    }
    if (result.gain < k_least_gain) return std::nullopt;
    return result;
  }

  void find_gains(CommunitiesVerdict& verdict) const {
    if (total_ == 0) return;
    std::vector<VertexId> sizes(num_communities());
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      sizes[c] = static_cast<VertexId>(members_.of(c).size());
    }
    const AllowedChanges allowed(demands_.constraints, labels_, sizes);
    verdict.best_move = best_gain(labels_.size(), [&](std::size_t v, std::vector<Link>& links) {
      return best_move_of(static_cast<VertexId>(v), allowed, links);
    });
    verdict.best_merge = best_gain(num_communities(), [&](std::size_t c, std::vector<Link>& links) {
      return best_merge_of(c, allowed, links);
    });
  }

  const Context& context_;
  const GraphView& graph_;
  const CommunitiesDemands& demands_;
  bool is_cpm_;
  double scale_;  // of all weights, and of a resolution that is compared with them
  double resolution_;
  std::vector<VertexId> labels_;  // numbered by first vertices
  Members members_;
  std::vector<double> volume_;  // of vertices: degrees, or 1
  std::vector<double> community_volume_;
  std::vector<double> inside_;  // arcs, and loops twice
  double total_ = 0.0;          // of arcs, and loops twice
};

// Returns the largest.
double check_weights(const GraphView& graph, const WeightsView& loops) {
  double most = 0.0;
  const auto check = [&](const WeightsView& weights, const char* what) {
    for (std::size_t i = 0; i < size_of(weights); ++i) {
      const double weight = weight_at(weights, i);
      if (weight > most) most = weight;
      if (weight >= 0 && std::isfinite(weight)) continue;
      throw Error(ErrorCode::invalid_input, std::string("the weight of ") + what + " " +
                                                std::to_string(i) +
                                                " must be finite and not negative");
    }
  };
  check(graph.weights, "arc");
  check(loops, "the loop at vertex");
  return most;
}

}  // namespace

CommunitiesVerdict check_communities(const Context& context, const GraphView& graph,
                                     LabelsView labels, const CommunitiesDemands& demands) {
  parallel::check_input(context, graph);
  const std::size_t n = graph.num_vertices;
  const auto expect = [&](std::size_t size, const char* what) {
    if (size == n) return;
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size) + " " + what +
                                              " for " + std::to_string(n) + " vertices");
  };
  expect(labels.labels.size(), "labels");
  if (is_weighted(demands.loop_weights)) expect(size_of(demands.loop_weights), "weights of loops");
  const double most = check_weights(graph, demands.loop_weights);
  return Judge(context, graph, labels.labels, demands, most).run();
}

}  // namespace hypermatch::verify
