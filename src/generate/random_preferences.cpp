// SPDX-License-Identifier: MIT
// Preference lists at random: easy and hard marriages as Naim (thesis 2017, Paper IV) measures,
// lists with missing pairs and ties (Gent and Prosser 2002), master lists, residents of popular
// hospitals, and roommates.
#include <algorithm>
#include <numeric>
#include <string>

#include "generate/build_graph.hpp"
#include "generate/build_preferences.hpp"
#include "generate/natural_log.hpp"
#include "generate/power_law_integers.hpp"
#include "generate/preference_families.hpp"

namespace hypermatch::detail::generate {

namespace {

// A random order of the left agents for each right agent.
auto random_key(std::uint64_t seed) {
  return [seed](std::uint64_t r, VertexId l) {
    const auto purpose = static_cast<std::uint64_t>(Purpose::preferences);
    return base::hash(seed, purpose, (r << 32) | l);
  };
}

// `list.size()` of the right agents, every order of every set equally likely.
auto distinct_partners(std::uint64_t right, std::uint64_t seed) {
  return [=](std::size_t l, std::span<VertexId> list, ListScratch& scratch) {
    Draws draws(seed, Purpose::pins, l);
    sample_distinct(list, right, draws, scratch.set);
    shuffle(list, draws);
  };
}

std::vector<VertexId> random_order(std::uint64_t n, std::uint64_t seed, std::uint64_t item) {
  std::vector<VertexId> order(n);
  std::iota(order.begin(), order.end(), VertexId{0});
  Draws draws(seed, Purpose::preferences, item);
  shuffle(order, draws);
  return order;
}

// Draws hospitals by popularity: the k-th most popular one with a probability proportional to
// k^-exponent.
class PopularHospitals {
 public:
  PopularHospitals(std::uint64_t hospitals, std::uint64_t exponent, std::uint64_t seed)
      : ranks_(1, hospitals, exponent),
        hospital_(hospitals, seed, static_cast<std::uint64_t>(RandomStream::popularity)),
        num_(hospitals) {}

  // Distinct ones, as many as the list is long: at most all.
  void fill(std::span<VertexId> list, Draws& draws, PinSet& set) const {
    constexpr int k_tries = 64;
    set.start(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::uint64_t rank = 0;
      bool added = false;
      for (int attempt = 0; attempt < k_tries && !added; ++attempt) {
        rank = ranks_.draw(draws) - 1;
        added = set.add(static_cast<VertexId>(hospital_(rank)));
      }
      // Nearly all likely ones are taken: the next less popular one that is free. Ends because
      // fewer than all are taken.
      while (!added) {
        rank = rank + 1 == num_ ? 0 : rank + 1;
        added = set.add(static_cast<VertexId>(hospital_(rank)));
      }
    }
  }

 private:
  PowerLawIntegers ranks_;
  Permutation hospital_;
  std::uint64_t num_;
};

}  // namespace

Preferences easy_marriage(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  const double log = natural_log(real(n));
  check_preferences_size(p, 2 * real(n), 3 * real(n) * log);
  const auto degree = [=](std::size_t l) -> Offset {
    const double epsilon = base::unit_interval(Draws(seed, Purpose::sizes, l).bits());
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>((1 + epsilon) * log), 1, n);
  };
  Preferences made = two_sided(context, n, n, degree, distinct_partners(n, seed), random_key(seed));
  mark_random_ties(context, made, p, seed);
  return made;
}

SharedPreferences shared_hard_marriage(const Context& context, const Parameters& p,
                                       std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  check_preferences_size(p, 2 * real(n), 2 * real(n));
  SharedPreferences made;
  made.num_left = static_cast<VertexId>(n);
  made.offsets.push_back(0);
  made.lists = Array<VertexId>(2 * n, 0);
  for (const VertexId list : {0U, 1U}) {
    context.check_cancelled();
    const std::uint64_t first = list == 0 ? n : 0;  // of the agents that it ranks
    for (const VertexId agent : random_order(n, seed, list)) {
      made.partners.push_back(static_cast<VertexId>(first + agent));
    }
    made.offsets.push_back(made.partners.size());
    for (std::uint64_t i = 0; i < n; ++i) made.lists[list * n + i] = list;
  }
  return made;
}

Preferences hard_marriage(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  check_preferences_size(p, 2 * real(n), 2 * real(n) * real(n));
  return expand(shared_hard_marriage(context, p, seed).view());
}

Preferences random_marriage(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t left = p["left"], right = p["right"], missing = p["missing"];
  const double entries = 2 * real(left) * real(right) * (1 - real(missing) / 100);
  check_preferences_size(p, real(left) + real(right), entries);
  const auto is_kept = [=](std::uint64_t l, std::uint64_t r) {
    return Draws(seed, Purpose::missing_pairs, l * right + r).below(100) >= missing;
  };
  const auto degree = [=](std::size_t l) -> Offset {
    if (missing == 0) return right;
    Offset kept = 0;
    for (std::uint64_t r = 0; r < right; ++r) kept += is_kept(l, r) ? 1 : 0;
    return kept;
  };
  const auto fill = [=](std::size_t l, std::span<VertexId> list, ListScratch&) {
    std::size_t filled = 0;
    for (std::uint64_t r = 0; r < right; ++r) {
      if (missing == 0 || is_kept(l, r)) list[filled++] = static_cast<VertexId>(r);
    }
    Draws draws(seed, Purpose::pins, l);
    shuffle(list, draws);
  };
  Preferences made = two_sided(context, left, right, degree, fill, random_key(seed));
  mark_random_ties(context, made, p, seed);
  return made;
}

Preferences master_list(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("length", "right");
  p.require_at_most("classes", "left");
  const std::uint64_t left = p["left"], right = p["right"], length = p["length"];
  check_preferences_size(p, real(left) + real(right), 2 * real(left) * real(length));
  const Permutation place(left, seed, static_cast<std::uint64_t>(RandomStream::master_list));
  const std::uint64_t classes = p["classes"] == 0 ? left : p["classes"];
  const auto class_of = [=](VertexId l) { return place(l) * classes / left; };
  Preferences made = two_sided(
      context, left, right, [=](std::size_t) -> Offset { return length; },
      distinct_partners(right, seed), [=](std::uint64_t, VertexId l) { return class_of(l); });
  const std::uint64_t of_left = p["left_ties"];
  if (of_left == 0 && classes == left) return made;
  mark_ties(context, made, [&](std::size_t agent, Offset entry) {
    if (agent < left) return Draws(seed, Purpose::ties, entry).below(100) < of_left;
    return class_of(made.partners[entry]) == class_of(made.partners[entry - 1]);
  });
  return made;
}

Preferences residents(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("length", "hospitals");
  const std::uint64_t num = p["residents"], hospitals = p["hospitals"], length = p["length"];
  check_preferences_size(p, real(num) + real(hospitals), 2 * real(num) * real(length),
                         real(hospitals) * sizeof(double));
  const PopularHospitals popular(hospitals, p["exponent"], seed);
  Preferences made = two_sided(
      context, num, hospitals, [=](std::size_t) -> Offset { return length; },
      [&](std::size_t l, std::span<VertexId> list, ListScratch& scratch) {
        Draws draws(seed, Purpose::pins, l);
        popular.fill(list, draws, scratch.set);
      },
      random_key(seed));
  const auto places = static_cast<std::uint32_t>(p["places"]);
  made.capacities.resize(num + hospitals);
  parallel::for_each(context, num + hospitals,
                     [&](std::size_t agent) { made.capacities[agent] = agent < num ? 1 : places; });
  mark_random_ties(context, made, p, seed);
  return made;
}

Preferences roommates(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"], length = p["length"];
  if (length >= n) p.reject("length", "below `n`, which is " + std::to_string(n));
  check_preferences_size(p, real(n), real(n) * real(length), real(n) * real(length) * 4);
  Array<GraphEdge> pairs(n * length / 2);
  const DistinctDraws numbers(n > 1 ? n * (n - 1) / 2 : 1, seed, RandomStream::pairs);
  for_edges(
      context, pairs.size(), [] { return 0; },
      [&](std::size_t i, int) { pairs[i] = pair_of_number(numbers(i), n); });
  Preferences made;
  made.sides = Sides::one;
  made.num_left = static_cast<VertexId>(n);
  made.offsets.resize(n + 1);
  made.partners.resize(2 * pairs.size());
  // As in `two_sided`: relaxed counters, and a sort that undoes the order of their increments.
  Array<Offset> next(n, 0);
  const auto step = [&](VertexId agent) {
    return std::atomic_ref<Offset>(next[agent]).fetch_add(1, std::memory_order_relaxed);
  };
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    (void)step(pairs[i].u);
    (void)step(pairs[i].v);
  });
  made.offsets[n] = parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t agent) { return next[agent]; },
      [&](std::size_t agent, Offset begin) {
        made.offsets[agent] = begin;
        next[agent] = begin;
      });
  context.check_cancelled();
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    made.partners[step(pairs[i].u)] = pairs[i].v;
    made.partners[step(pairs[i].v)] = pairs[i].u;
  });
  const auto key = random_key(seed);
  for_edges(
      context, n, [] { return ListScratch{}; },
      [&](std::size_t agent, ListScratch& scratch) {
        sort_by_key(
            writable_list(made, agent), [&](VertexId partner) { return key(agent, partner); },
            scratch.keyed);
      });
  if (const std::uint64_t ties = p["ties"]; ties > 0) {
    mark_ties(context, made, [=](std::size_t, Offset entry) {
      return Draws(seed, Purpose::ties, entry).below(100) < ties;
    });
  }
  return made;
}

}  // namespace hypermatch::detail::generate
