// SPDX-License-Identifier: MIT
#include "io/preferences/exchange_cycles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

double real_of(const Number& number) {
  return number.is_integer ? static_cast<double>(number.integer) : number.real;
}

bool is_below(const Number& a, const Number& b) {
  return a.is_integer && b.is_integer ? a.integer < b.integer : real_of(a) < real_of(b);
}

/// The search from one pair at a time; only larger pairs are visited.
class CycleSearch {
 public:
  CycleSearch(const Context& context, const ExchangePool& pool, std::uint32_t longest)
      : context_(context), pool_(pool), longest_(longest), way_back_(pool.num_pairs(), k_far) {}

  CyclesOfStart from(VertexId start) {
    found_ = {};
    measure_way_back(start);
    search(start);
    for (const VertexId v : reached_) way_back_[v] = k_far;
    keep_heaviest();
    return std::move(found_);
  }

 private:
  static constexpr std::uint8_t k_far = 255;
  static_assert(hypermatch::io::k_longest_cycle < k_far);

  // Breadth first against the arcs: how few arcs lead from each pair back to the start.
  void measure_way_back(VertexId start) {
    reached_.assign(1, start);
    way_back_[start] = 0;
    // Ends: every turn takes a pair, each of which is reached once.
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const VertexId v = reached_[i];
      if (way_back_[v] + 1U >= longest_) continue;
      for (std::uint64_t a = pool_.donors_begin[v]; a < pool_.donors_begin[v + std::size_t{1}];
           ++a) {
        const VertexId donor = pool_.donors[a];
        if (donor <= start || way_back_[donor] != k_far) continue;
        way_back_[donor] = static_cast<std::uint8_t>(way_back_[v] + 1);
        reached_.push_back(donor);
      }
    }
  }

  // Depth first: the path is what `arcs_` goes along.
  void search(VertexId start) {
    arcs_.assign(1, pool_.begin[start]);
    path_.assign(1, start);
    std::uint64_t steps = 0;
    // Ends: every turn takes an arc of a simple path of at most `longest_` pairs, or a pair off it.
    while (!path_.empty()) {
      if (++steps % 65536 == 0) context_.check_cancelled();
      const VertexId at = path_.back();
      if (arcs_.back() == pool_.begin[at + std::size_t{1}]) {
        path_.pop_back();
        arcs_.pop_back();
        continue;
      }
      const std::uint64_t arc = arcs_.back()++;
      const VertexId next = pool_.arcs[arc].recipient;
      if (next == start) {
        take_cycle();
      } else if (next > start && way_back_[next] != k_far &&
                 path_.size() + way_back_[next] <= longest_ &&
                 std::find(path_.begin(), path_.end(), next) == path_.end()) {
        path_.push_back(next);
        arcs_.push_back(pool_.begin[next]);
      }
    }
  }

  void take_cycle() {
    Number sum{0, 0.0, pool_.has_integer_weights};
    for (const std::uint64_t behind : arcs_) {
      const Number& weight = pool_.arcs[behind - 1].weight;
      if (sum.is_integer) {
        if (__builtin_add_overflow(sum.integer, weight.integer, &sum.integer)) fail_sum("64 bits");
      } else {
        sum.real += real_of(weight);
      }
    }
    if (!sum.is_integer && !std::isfinite(sum.real)) fail_sum("doubles");
    found_.pairs.insert(found_.pairs.end(), path_.begin(), path_.end());
    found_.sizes.push_back(static_cast<std::uint32_t>(path_.size()));
    found_.weights.push_back(sum);
  }

  [[noreturn]] void fail_sum(const char* range) const {
    throw Error(ErrorCode::invalid_input, std::string(pool_.name) + ": the weights of a cycle of " +
                                              std::to_string(path_.size()) +
                                              " pairs have a sum beyond " + range);
  }

  // Cycles of the same pairs are the same hyperedge.
  void keep_heaviest() {
    const std::size_t count = found_.sizes.size();
    std::vector<std::size_t> begin(count + 1, 0);
    std::partial_sum(found_.sizes.begin(), found_.sizes.end(), begin.begin() + 1);
    std::vector<VertexId> sorted = found_.pairs;
    const auto key = [&](std::size_t i) {
      return std::span(sorted).subspan(begin[i], begin[i + 1] - begin[i]);
    };
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::sort(key(i).begin(), key(i).end());
      order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (!std::ranges::equal(key(a), key(b))) {
        return std::ranges::lexicographical_compare(key(a), key(b));
      }
      if (is_below(found_.weights[b], found_.weights[a])) return true;
      return !is_below(found_.weights[a], found_.weights[b]) && a < b;
    });
    const auto last = std::unique(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::ranges::equal(key(a), key(b));
    });
    order.erase(last, order.end());
    if (order.size() == count) return;
    std::sort(order.begin(), order.end());
    CyclesOfStart kept;
    for (const std::size_t i : order) {
      kept.pairs.insert(kept.pairs.end(),
                        found_.pairs.begin() + static_cast<std::ptrdiff_t>(begin[i]),
                        found_.pairs.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]));
      kept.sizes.push_back(found_.sizes[i]);
      kept.weights.push_back(found_.weights[i]);
    }
    found_ = std::move(kept);
  }

  const Context& context_;
  const ExchangePool& pool_;
  std::uint32_t longest_;
  std::vector<std::uint8_t> way_back_;  // arcs from each pair to the start; k_far: too many
  std::vector<VertexId> reached_;
  std::vector<VertexId> path_;
  std::vector<std::uint64_t> arcs_;  // behind the arc that is taken from each pair of the path
  CyclesOfStart found_;
};

}  // namespace

ExchangePool make_pool(std::vector<ExchangeArc> arcs, std::string_view name,
                       std::uint64_t& repeated) {
  const auto same = [](const ExchangeArc& a, const ExchangeArc& b) {
    return a.donor == b.donor && a.recipient == b.recipient;
  };
  std::sort(arcs.begin(), arcs.end(), [&](const ExchangeArc& a, const ExchangeArc& b) {
    if (a.donor != b.donor) return a.donor < b.donor;
    return same(a, b) ? is_below(b.weight, a.weight) : a.recipient < b.recipient;
  });
  const auto last = std::unique(arcs.begin(), arcs.end(), same);
  repeated = static_cast<std::uint64_t>(arcs.end() - last);
  arcs.erase(last, arcs.end());

  ExchangePool pool;
  pool.name = name;
  for (const ExchangeArc& arc : arcs) {
    pool.ids.push_back(arc.donor);
    pool.ids.push_back(arc.recipient);
  }
  std::sort(pool.ids.begin(), pool.ids.end());
  pool.ids.erase(std::unique(pool.ids.begin(), pool.ids.end()), pool.ids.end());
  const auto number_of = [&](VertexId id) {
    return static_cast<VertexId>(std::lower_bound(pool.ids.begin(), pool.ids.end(), id) -
                                 pool.ids.begin());
  };
  for (ExchangeArc& arc : arcs) {
    arc.donor = number_of(arc.donor);
    arc.recipient = number_of(arc.recipient);
  }
  const std::size_t num_pairs = pool.ids.size();
  pool.begin.assign(num_pairs + 1, 0);
  pool.donors_begin.assign(num_pairs + 1, 0);
  for (const ExchangeArc& arc : arcs) {
    ++pool.begin[arc.donor + std::size_t{1}];
    ++pool.donors_begin[arc.recipient + std::size_t{1}];
    pool.has_integer_weights = pool.has_integer_weights && arc.weight.is_integer;
  }
  std::partial_sum(pool.begin.begin(), pool.begin.end(), pool.begin.begin());
  std::partial_sum(pool.donors_begin.begin(), pool.donors_begin.end(), pool.donors_begin.begin());
  std::vector<std::uint64_t> place = pool.donors_begin;
  pool.donors.resize(arcs.size());
  for (const ExchangeArc& arc : arcs) pool.donors[place[arc.recipient]++] = arc.donor;
  pool.arcs = std::move(arcs);
  return pool;
}

std::vector<CyclesOfStart> exchange_cycles(const Context& context, const ExchangePool& pool,
                                           std::uint32_t longest) {
  std::vector<CyclesOfStart> found(pool.num_pairs());
  // Small pairs start the most cycles: each task takes every so many-th start.
  const std::size_t tasks =
      std::min<std::size_t>(pool.num_pairs(), 8 * static_cast<std::size_t>(context.threads()));
  parallel::run_tasks(context, tasks, [&](std::size_t task) {
    CycleSearch search(context, pool, longest);
    for (std::size_t start = task; start < pool.num_pairs(); start += tasks) {
      context.check_cancelled();
      CyclesOfStart& cycles = found[start];
      cycles = search.from(static_cast<VertexId>(start));
      for (VertexId& pair : cycles.pairs) pair = pool.ids[pair];
    }
  });
  return found;
}

}  // namespace hypermatch::detail::io
