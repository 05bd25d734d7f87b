// SPDX-License-Identifier: MIT
// The greedy matching of rated pairs of vertices under a cap on their weight, by mutual best
// partners (Preis 1999, doi:10.1007/3-540-49116-3_24). Pairs have a total order, so that the answer
// is one; the best pair of all is mutual, so that each round matches some. Then vertices that are
// left are paired with others of the same best partner (two-hop; LaSalle et al. 2015,
// doi:10.1145/2833179.2833183).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "coarsen/kept_partners.hpp"
#include "coarsen/pair_scan.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/team.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::coarsen {

template <class Scan>
class VertexMatcher {
 public:
  VertexMatcher(const Context& context, const Scan& scan, const VertexMatchingOptions& options)
      : context_(context),
        scan_(scan),
        options_(options),
        mates_(scan.num_vertices(), k_none),
        best_(scan.num_vertices(), k_none),
        workers_(static_cast<std::size_t>(context.threads())) {}

  /// @throws Error{resources, cancelled}
  [[nodiscard]] VertexMatching run() {
    VertexMatching result;
    {
      const parallel::SpinScope spin_scope(context_);
      Array<VertexId> active(scan_.num_vertices());
      parallel::for_each(context_, active.size(),
                         [&](std::size_t v) { active[v] = static_cast<VertexId>(v); });
      // Ends: a vertex is active again only when its best partner was matched to another.
      while (!active.empty()) {
        ++result.rounds;
        point(active.view(), result.rounds == 1 ? Look::first : Look::again);
        active = look_again(match_mutual(active.view()));
        context_.report({"match", num_matched_, scan_.num_vertices()});
      }
    }
    if (options_.two_hop == TwoHop::pair) result.two_hop_pairs = pair_the_rest();
    result.mates = std::move(mates_);
    return result;
  }

 private:
  // For the best free partner, the first time or again, or for the best one of all.
  enum class Look { first, again, at_all };
  struct Pair {
    double rating;
    std::uint64_t hash;
    VertexId partner;
  };
  // One thread's memory.
  struct Worker {
    PartnerSums sums;
    std::vector<Pair> pairs;
  };
  // Vertices whose look visits more than that keep their partners when they look again.
  static constexpr std::uint64_t k_long = 64;

  [[nodiscard]] std::int64_t weight(VertexId v) const {
    return options_.vertex_weights.empty() ? 1 : options_.vertex_weights[v];
  }
  [[nodiscard]] bool fit(VertexId u, VertexId v) const {
    return weight(u) <= options_.max_weight - weight(v);  // weights are not negative
  }
  [[nodiscard]] std::uint64_t hash(VertexId u, VertexId v) const {
    return base::hash(options_.seed, std::uint64_t{std::min(u, v)} << 32 | std::max(u, v));
  }
  // The order of pairs of v, which is that of all pairs.
  [[nodiscard]] static bool is_better(VertexId v, const Pair& a, const Pair& b) {
    if (a.rating != b.rating) return a.rating > b.rating;
    if (a.hash != b.hash) return a.hash > b.hash;
    return std::minmax(v, a.partner) < std::minmax(v, b.partner);
  }

  [[nodiscard]] bool is_free(VertexId v, VertexId u) const {
    return mates_[u] == k_none && fit(u, v);
  }
  [[nodiscard]] VertexId best_partner(VertexId v, Look look, Worker& worker) {
    if (look == Look::again && scan_.visits_more_than(k_long, v)) {
      if (KeptPartners::Row& row = kept_.row(v); !row.may_scan()) return best_kept(v, row, worker);
    }
    Pair best{0, 0, k_none};
    scan_.for_each_pair(v, worker.sums, [&](VertexId u, double rating) {
      if (!(rating > 0) || rating < best.rating) return;
      if (look != Look::at_all && !is_free(v, u)) return;
      const Pair pair{rating, hash(u, v), u};
      if (best.partner == k_none || is_better(v, pair, best)) best = pair;
    });
    return best.partner;
  }
  [[nodiscard]] VertexId best_kept(VertexId v, KeptPartners::Row& row, Worker& worker) {
    return row.best(
        worker.pairs, [&](VertexId u) { return mates_[u] == k_none; },
        [&](std::vector<Pair>& pairs) {
          scan_.for_each_pair(v, worker.sums, [&](VertexId u, double rating) {
            if (rating > 0 && is_free(v, u)) pairs.push_back({rating, hash(u, v), u});
          });
        },
        [v](const Pair& a, const Pair& b) { return is_better(v, a, b); });
  }

  // Runs body(begin, end, worker) over blocks of items, each thread with memory of its own.
  template <class Body>
  void for_blocks(std::size_t items, const Body& body) {
    constexpr std::size_t k_block = parallel::grain(64, 4);
    const parallel::WorkProgress progress(context_, "match", scan_.num_vertices());
    const std::size_t workers = std::min(workers_.size(), (items + k_block - 1) / k_block);
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, workers, [&](std::size_t task) {
      std::optional<Worker>& worker = workers_[task];
      if (!worker) worker.emplace(Worker{PartnerSums(scan_.num_vertices()), {}});
      // Ends: `next` grows. Relaxed: blocks are independent, and read after the loop.
      for (std::size_t begin = next.fetch_add(k_block, std::memory_order_relaxed); begin < items;
           begin = next.fetch_add(k_block, std::memory_order_relaxed)) {
        progress.done(num_matched_);
        body(begin, std::min(items, begin + k_block), *worker);
      }
    });
  }

  void point(std::span<const VertexId> active, Look look) {
    for_blocks(active.size(), [&](std::size_t begin, std::size_t end, Worker& worker) {
      for (std::size_t i = begin; i < end; ++i) {
        best_[active[i]] = best_partner(active[i], look, worker);
      }
    });
  }

  // The vertices that are matched now.
  Array<VertexId> match_mutual(std::span<const VertexId> active) {
    Array<VertexId> found(active.size());
    parallel::for_each(context_, active.size(), [&](std::size_t i) {
      const VertexId v = active[i];
      const VertexId u = best_[v];
      found[i] = k_none;
      if (u == k_none || best_[u] != v) return;
      // Both ends may be active: the first one to come has the pair. Relaxed: read after the loop.
      const VertexId none = std::atomic_ref(mates_[std::min(u, v)])
                                .exchange(std::max(u, v), std::memory_order_relaxed);
      if (none != k_none) return;
      std::atomic_ref(mates_[std::max(u, v)]).store(std::min(u, v), std::memory_order_relaxed);
      found[i] = v;
    });
    Array<VertexId> matched(2 * active.size());
    const std::size_t pairs = parallel::select(
        context_, active.size(), [&](std::size_t i) { return found[i] != k_none; },
        [&](std::size_t place, std::size_t i) {
          matched[2 * place] = found[i];
          matched[2 * place + 1] = mates_[found[i]];
        });
    matched.resize(2 * pairs);
    num_matched_ += matched.size();
    return matched;
  }

  // Free vertices whose best partner is among `matched`, in any order. Each is found once,
  // because the task that finds it clears its best partner.
  Array<VertexId> look_again(const Array<VertexId>& matched) {
    std::vector<Array<VertexId>> found(workers_.size());
    std::atomic<std::size_t> next_list = 0;
    const std::size_t n = matched.size();
    constexpr std::size_t k_block = parallel::grain(64, 4);
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(
        context_, std::min(found.size(), (n + k_block - 1) / k_block), [&](std::size_t) {
          // Relaxed: tasks share nothing else but words that are read after the loop.
          Array<VertexId>& mine = found[next_list.fetch_add(1, std::memory_order_relaxed)];
          // Ends: `next` grows.
          for (std::size_t begin = next.fetch_add(k_block, std::memory_order_relaxed); begin < n;
               begin = next.fetch_add(k_block, std::memory_order_relaxed)) {
            context_.check_cancelled();
            for (std::size_t i = begin; i < std::min(n, begin + k_block); ++i) {
              const VertexId v = matched[i];
              scan_.for_each_partner(v, [&](VertexId u) {
                const std::atomic_ref word(best_[u]);
                VertexId expected = v;
                if (word.load(std::memory_order_relaxed) != v || mates_[u] != k_none) return;
                if (word.compare_exchange_strong(expected, k_none, std::memory_order_relaxed)) {
                  mine.push_back(u);
                }
              });
            }
          }
        });
    std::size_t size = 0;
    for (const Array<VertexId>& list : found) size += list.size();
    Array<VertexId> active(size);
    size = 0;
    for (const Array<VertexId>& list : found) {
      std::copy_n(list.data(), list.size(), active.data() + size);
      size += list.size();
    }
    return active;
  }

  // Pairs free vertices that have the same best partner among all vertices, or none, from the
  // lightest of each on. Returns the number of pairs.
  std::uint64_t pair_the_rest() {
    const std::size_t n = scan_.num_vertices();
    Array<VertexId> free(n);
    free.resize(parallel::select(
        context_, n, [&](std::size_t v) { return mates_[v] == k_none; },
        [&](std::size_t place, std::size_t v) { free[place] = static_cast<VertexId>(v); }));
    point(free.view(), Look::at_all);
    if (!options_.vertex_weights.empty()) {
      parallel::radix_sort(context_, free,
                           [&](VertexId v) { return static_cast<std::uint64_t>(weight(v)); });
    }
    parallel::radix_sort(context_, free, [&](VertexId v) { return best_[v]; });
    context_.check_cancelled();
    Array<std::size_t> starts(free.size() + 1);
    const std::size_t groups = parallel::select(
        context_, free.size(),
        [&](std::size_t i) { return i == 0 || best_[free[i]] != best_[free[i - 1]]; },
        [&](std::size_t place, std::size_t i) { starts[place] = i; });
    starts[groups] = free.size();
    return parallel::reduce<std::uint64_t>(
        context_, groups, 0,
        [&](std::size_t g) {
          std::uint64_t pairs = 0;
          for (std::size_t i = starts[g]; i + 1 < starts[g + 1]; i += 2) {
            if (!fit(free[i], free[i + 1])) break;  // those behind are heavier
            mates_[free[i]] = free[i + 1];
            mates_[free[i + 1]] = free[i];
            ++pairs;
          }
          return pairs;
        },
        [](std::uint64_t a, std::uint64_t b) { return a + b; }, 256);
  }

  const Context& context_;
  const Scan& scan_;
  const VertexMatchingOptions& options_;
  Array<VertexId> mates_;
  Array<VertexId> best_;
  std::vector<std::optional<Worker>> workers_;  // made by the first task that needs them
  KeptPartners kept_;
  std::uint64_t num_matched_ = 0;
};

}  // namespace hypermatch::detail::coarsen
