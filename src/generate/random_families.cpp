// SPDX-License-Identifier: MIT
// Random hypergraphs: equally likely pins, and pins by a power law of the vertex degrees.
#include <algorithm>

#include "generate/build.hpp"
#include "generate/families.hpp"

namespace hypermatch::detail::generate {

namespace {

// The size of edge e, uniform in low .. high.
auto random_size(std::uint64_t low, std::uint64_t high, std::uint64_t seed) {
  return [=](std::size_t e) -> Offset {
    return low == high ? low : low + Draws(seed, Purpose::sizes, e).below(high - low + 1);
  };
}

double average(std::uint64_t low, std::uint64_t high) {
  return (static_cast<double>(low) + static_cast<double>(high)) / 2;
}

Hypergraph equally_likely(const Context& context, const Parameters& p, std::uint64_t low,
                          std::uint64_t high, std::uint64_t seed) {
  const std::uint64_t n = p["n"], m = p["m"];
  check_size(p.family(), static_cast<double>(n), static_cast<double>(m),
             static_cast<double>(m) * average(low, high));
  return build(context, n, m, random_size(low, high, seed),
               [=](std::size_t e, std::span<VertexId> pins, PinSet& set) {
                 Draws draws(seed, Purpose::pins, e);
                 sample_distinct(pins, n, draws, set);
               });
}

// Expected degrees by a power law of exponent 2.2 with a cap. The vertex of rank x n (0 < x < 1)
// gets a degree proportional to x^(-5/6), 5/6 = 1 / (2.2 - 1), and those of the first t^6 n ranks
// get the cap. In units of cap * n the degrees up to rank x sum to x for x <= t^6, and to
// t^6 + 6 t^5 (x^(1/6) - t) beyond, so that t is the root of a polynomial and ranks are drawn with
// a sixth power: exactly rounded operations only, the same on every machine.
class PowerLawRanks {
 public:
  PowerLawRanks(double n, double average_degree, double cap) : n_(n) {
    const double wanted = average_degree / cap;
    double low = 0, high = 1;
    // The sum grows with t; 64 halvings leave neighbouring numbers.
    for (int i = 0; i < 64; ++i) {
      const double middle = (low + high) / 2;
      (sum(middle) < wanted ? low : high) = middle;
    }
    t_ = high;
    flat_ = power6(t_);
    slope_ = 6 * power6(t_) / t_;
    sum_ = sum(t_);
  }

  [[nodiscard]] std::uint64_t draw(Draws& draws) const {
    const double at = base::unit_interval(draws.bits()) * sum_;
    const double x = at < flat_ ? at : power6(t_ + (at - flat_) / slope_);
    return static_cast<std::uint64_t>(std::min(x * n_, n_ - 1));
  }

 private:
  static double power6(double s) { return (s * s) * (s * s) * (s * s); }
  static double sum(double t) {
    const double t5 = (t * t) * (t * t) * t;
    return t5 * t + 6 * t5 * (1 - t);
  }

  double n_;
  double t_ = 1, flat_ = 1, slope_ = 6, sum_ = 1;
};

}  // namespace

Hypergraph uniform(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("k", "n");
  return equally_likely(context, p, p["k"], p["k"], seed);
}

Hypergraph sizes(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("min", "max");
  p.require_at_most("max", "n");
  return equally_likely(context, p, p["min"], p["max"], seed);
}

Hypergraph power_law(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("min", "max");
  p.require_at_most("max", "n");
  const std::uint64_t n = p["n"], m = p["m"], low = p["min"], high = p["max"];
  const double num_pins = static_cast<double>(m) * average(low, high);
  check_size(p.family(), static_cast<double>(n), static_cast<double>(m), num_pins);
  const double degree = num_pins / static_cast<double>(n);
  const double cap = std::max(1.0, static_cast<double>(n) / 100);
  const PowerLawRanks ranks(static_cast<double>(n), std::min(degree, cap), cap);
  const Permutation vertex_of_rank(n, seed, 0);
  return build(context, n, m, random_size(low, high, seed),
               [&, n, seed](std::size_t e, std::span<VertexId> pins, PinSet& set) {
                 constexpr int k_tries = 64;
                 Draws draws(seed, Purpose::pins, e);
                 set.start(pins);
                 for (std::size_t i = 0; i < pins.size(); ++i) {
                   std::uint64_t v = 0;
                   bool added = false;
                   for (int attempt = 0; attempt < k_tries && !added; ++attempt) {
                     v = vertex_of_rank(ranks.draw(draws));
                     added = set.add(static_cast<VertexId>(v));
                   }
                   // Nearly all likely vertices are taken: the next free one. Ends because the edge
                   // has at most n pins.
                   while (!added) {
                     v = v + 1 == n ? 0 : v + 1;
                     added = set.add(static_cast<VertexId>(v));
                   }
                 }
               });
}

}  // namespace hypermatch::detail::generate
