// SPDX-License-Identifier: MIT
// Hypergraphs of random k-SAT formulas: each clause has k distinct variables, every set equally
// likely, with fair signs. Primal, dual and literal of one seed are of the same formula.
#include <algorithm>
#include <atomic>

#include "generate/build.hpp"
#include "generate/families.hpp"

namespace hypermatch::detail::generate {

namespace {

double pins_of(const Parameters& p) {
  return static_cast<double>(p["m"]) * static_cast<double>(p["k"]);
}

// Variables of all clauses: a hyperedge per clause.
Hypergraph clauses(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("k", "n");
  const std::uint64_t n = p["n"], k = p["k"];
  return build(
      context, n, p["m"], [k](std::size_t) -> Offset { return k; },
      [=](std::size_t e, std::span<VertexId> pins, PinSet& set) {
        Draws draws(seed, Purpose::pins, e);
        sample_distinct(pins, n, draws, set);
      });
}

}  // namespace

Hypergraph ksat_primal(const Context& context, const Parameters& p, std::uint64_t seed) {
  check_size(p.family(), static_cast<double>(p["n"]), static_cast<double>(p["m"]), pins_of(p));
  return clauses(context, p, seed);
}

Hypergraph ksat_literal(const Context& context, const Parameters& p, std::uint64_t seed) {
  check_size(p.family(), 2 * static_cast<double>(p["n"]), static_cast<double>(p["m"]), pins_of(p));
  Hypergraph hypergraph = clauses(context, p, seed);
  hypergraph.num_vertices *= 2;
  const std::uint64_t k = p["k"];
  for_edges(
      context, p["m"], [] { return 0; },
      [&, k](std::size_t e, int) {
        Draws draws(seed, Purpose::signs, e);
        std::uint64_t signs = 0;
        for (std::uint64_t i = 0; i < k; ++i, signs >>= 1) {
          if (i % 64 == 0) signs = draws.bits();
          // Literal x_i is vertex 2i, its negation 2i + 1 (variables from 0).
          VertexId& pin = hypergraph.pins[e * k + i];
          pin = 2 * pin + static_cast<VertexId>(signs & 1);
        }
      });
  return hypergraph;
}

Hypergraph ksat_dual(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"], m = p["m"], k = p["k"];
  // Both directions exist for a moment.
  check_size(p.family(), static_cast<double>(m), static_cast<double>(n), pins_of(p), 16, 8);
  const Hypergraph primal = clauses(context, p, seed);
  Hypergraph dual;
  dual.num_vertices = static_cast<VertexId>(m);
  dual.offsets = Array<Offset>(n + 1, 0);
  dual.pins.resize(primal.pins.size());
  // Places within a variable are handed out in no particular order, hence the sort at the end.
  // Relaxed: counters only, the end of each loop orders them before the next.
  Array<Offset> next(n, 0);
  parallel::for_each(context, primal.pins.size(), [&](std::size_t i) {
    std::atomic_ref<Offset>(next[primal.pins[i]]).fetch_add(1, std::memory_order_relaxed);
  });
  dual.offsets[n] = parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t v) { return next[v]; },
      [&](std::size_t v, Offset begin) {
        dual.offsets[v] = begin;
        next[v] = begin;
      });
  context.check_cancelled();
  parallel::for_each(context, m, [&](std::size_t e) {
    for (std::uint64_t i = 0; i < k; ++i) {
      std::atomic_ref<Offset> place(next[primal.pins[e * k + i]]);
      dual.pins[place.fetch_add(1, std::memory_order_relaxed)] = static_cast<VertexId>(e);
    }
  });
  parallel::for_each(context, n, [&](std::size_t v) {
    std::sort(dual.pins.data() + dual.offsets[v], dual.pins.data() + dual.offsets[v + 1]);
  });
  return dual;
}

}  // namespace hypermatch::detail::generate
