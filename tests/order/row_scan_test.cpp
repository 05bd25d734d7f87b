// SPDX-License-Identifier: MIT
// The uppermost arcs of a row, in all the ways to ask for them, held to a sort of the row.
#include "order/row_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.hpp"

namespace hypermatch::test {
namespace {

namespace order = detail::order;
using detail::base::hash;
using detail::base::PairMixer;
using order::ArcRank;
using order::RowScan;

// Rows of these lengths, each with distinct heads in some order.
constexpr Offset k_degrees[] = {0, 1, 2, 3, 15, 16, 17, 40, 64, 65, 300};
constexpr VertexId k_vertices = 1000;

struct Rows {
  std::vector<Offset> offsets{0};
  std::vector<VertexId> heads;
};

Rows make_rows() {
  Rows rows;
  for (const Offset degree : k_degrees) {
    // Odd steps run through all residues of a power of two.
    const auto start = static_cast<VertexId>(hash(3, degree));
    for (VertexId i = 0; i < degree; ++i) rows.heads.push_back((start + i * 397) % 512 + 20);
    rows.offsets.push_back(rows.heads.size());
  }
  // Enough arcs for a sample to be drawn: what rows hold that are not looked at.
  constexpr std::size_t k_arcs = 16384;
  for (VertexId i = 0; rows.heads.size() < k_arcs; ++i) rows.heads.push_back(i % 512 + 20);
  rows.offsets.push_back(rows.heads.size());
  return rows;
}

template <ArcRank rank, class WeightBits>
class Checker {
 public:
  using Scan = RowScan<WeightBits, rank>;
  using Arc = typename Scan::Arc;

  Checker(const GraphView& graph, const WeightBits& weight_bits, std::uint64_t seed)
      : graph_(graph), weight_bits_(weight_bits), mix_(seed), scan_(graph, weight_bits, mix_) {}

  // `hidden` of 4 heads do not count.
  void check(VertexId v, std::uint64_t hidden) const {
    const auto counts = [&](VertexId head) { return hash(7, head) % 4 >= hidden; };
    const auto mask = [&](VertexId head) { return counts(head) ? ~std::uint64_t{0} : 0; };
    const auto wanted = [&](Offset arc) { return counts(scan_.head(arc)); };
    const std::vector<Offset> falling = sorted(v, counts);
    const VertexId best = falling.empty() ? k_none : graph_.neighbours[falling[0]];
    EXPECT_EQ(scan_.best(v, mask), best);
    EXPECT_EQ(scan_.best_wanted(v, wanted), falling.empty() ? order::k_no_arc : falling[0]);
    const Arc arc = scan_.best_arc(v, scan_.begin(v), scan_.end(v), mask);
    EXPECT_EQ(arc.head, best);
    EXPECT_EQ(arc.image, falling.empty() ? 0 : image(falling[0]));
    std::vector<Arc> found;
    for (const std::size_t k : {0U, 1U, 2U, 3U, 8U, 32U, 150U, 300U, 1000U}) {
      scan_.best_k(v, k, mask, found);
      ASSERT_EQ(found.size(), std::min(k, falling.size())) << k;
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].head, graph_.neighbours[falling[i]]) << i << " of " << k;
        ASSERT_EQ(found[i].image, image(falling[i])) << i << " of " << k;
      }
    }
  }

 private:
  [[nodiscard]] typename WeightBits::Image image(Offset arc) const {
    return rank == ArcRank::random ? 0 : weight_bits_(arc);
  }

  template <class Counts>
  [[nodiscard]] std::vector<Offset> sorted(VertexId v, const Counts& counts) const {
    std::vector<Offset> arcs;
    for (Offset i = graph_.offsets[v]; i < graph_.offsets[v + std::size_t{1}]; ++i) {
      if (weight_bits_(i) >= weight_bits_.lowest() && counts(graph_.neighbours[i]))
        arcs.push_back(i);
    }
    std::sort(arcs.begin(), arcs.end(), [&](Offset a, Offset b) {
      return std::tuple(image(a), mix_(v, graph_.neighbours[a])) >
             std::tuple(image(b), mix_(v, graph_.neighbours[b]));
    });
    return arcs;
  }

  GraphView graph_;
  WeightBits weight_bits_;
  PairMixer mix_;
  Scan scan_;
};

void check_rows(const GraphView& graph, NonPositive nonpositive, std::uint64_t seed) {
  const GraphOrder order{.objective = Objective::weight, .nonpositive = nonpositive, .seed = seed};
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    const Checker<ArcRank::by_image, decltype(weight_bits)> by_image(graph, weight_bits, seed);
    const Checker<ArcRank::random, decltype(weight_bits)> random(graph, weight_bits, seed);
    for (VertexId v = 0; v < std::size(k_degrees); ++v) {
      for (const std::uint64_t hidden : {0U, 1U, 3U, 4U}) {
        SCOPED_TRACE("degree " + std::to_string(k_degrees[v]) + ", hidden " +
                     std::to_string(hidden));
        by_image.check(v, hidden);
        random.check(v, hidden);
      }
    }
  });
}

template <class Weight>
void check_weights(std::uint64_t spread, double unit, std::uint64_t seed) {
  const Rows rows = make_rows();
  std::vector<Weight> weights;
  for (std::size_t i = 0; i < rows.heads.size(); ++i) {
    weights.push_back(static_cast<Weight>(
        (static_cast<double>(hash(seed, i) % spread) - static_cast<double>(spread / 4)) * unit));
  }
  GraphView graph{k_vertices, rows.offsets, rows.heads, std::span<const Weight>(weights)};
  SCOPED_TRACE("spread " + std::to_string(spread));
  check_rows(graph, NonPositive::drop, seed);
  check_rows(graph, NonPositive::keep, seed);
}

TEST(RowScan, FindsTheUppermostArcs) {
  const Rows rows = make_rows();
  check_rows({k_vertices, rows.offsets, rows.heads, {}}, NonPositive::drop, 1);
  for (const std::uint64_t spread : {1U, 3U, 50U, 1'000'000U}) {
    check_weights<std::int32_t>(spread, 1, spread);
    check_weights<float>(spread, 0.25, spread);
    // More than 32 bits wide, so that narrowed images tie where images do not.
    check_weights<std::int64_t>(spread, 1e12, spread);
    check_weights<double>(spread, 1e-9, spread);
  }
}

template <class Weight>
void check_ties_among_distinct_weights(std::uint64_t seed) {
  const Rows rows = make_rows();
  std::vector<Weight> weights;
  for (std::size_t i = 0; i < rows.heads.size(); ++i) {
    const std::uint64_t random = hash(seed, i);
    // The uppermost and the lowest weight that there is, of some of the edges.
    weights.push_back(random % 32 == 0   ? std::numeric_limits<Weight>::max()
                      : random % 32 == 1 ? std::numeric_limits<Weight>::lowest()
                                         : static_cast<Weight>(random >> 33) -
                                               static_cast<Weight>(std::uint64_t{1} << 30));
  }
  check_rows({k_vertices, rows.offsets, rows.heads, std::span<const Weight>(weights)},
             seed % 2 == 0 ? NonPositive::drop : NonPositive::keep, seed);
}

// Where images mostly differ, hashes are compared of rows whose largest image is not alone only.
TEST(RowScan, SettlesTiesAmongWeightsThatMostlyDiffer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    check_ties_among_distinct_weights<std::int32_t>(seed);
    check_ties_among_distinct_weights<std::int64_t>(seed);
    check_ties_among_distinct_weights<double>(seed);
  }
}

TEST(RowScan, FindsTheUppermostArcsOfSortedRows) {
  const Rows rows = make_rows();
  for (const int step : {1, -1}) {
    std::vector<std::int64_t> weights;
    for (std::size_t i = 0; i < rows.heads.size(); ++i) {
      weights.push_back(1000 + step * static_cast<int>(i) / 2);
    }
    check_rows({k_vertices, rows.offsets, rows.heads, std::span<const std::int64_t>(weights)},
               NonPositive::drop, 3);
  }
}

// Wide images that a sample spreads over 32 bits: a few far away make all others one.
TEST(RowScan, TellsWeightsApartThatNarrowToOne) {
  const Rows rows = make_rows();
  std::vector<std::int64_t> weights;
  for (std::size_t i = 0; i < rows.heads.size(); ++i) {
    weights.push_back(i % 50 == 0 ? std::numeric_limits<std::int64_t>::max() - static_cast<int>(i)
                                  : static_cast<std::int64_t>(hash(1, i) % 200));
  }
  check_rows({k_vertices, rows.offsets, rows.heads, std::span<const std::int64_t>(weights)},
             NonPositive::drop, 5);
}

TEST(RowScan, DrawsTiesAnew) {
  const Rows rows = make_rows();
  const GraphView graph{k_vertices, rows.offsets, rows.heads, {}};
  const auto all = [](VertexId) { return ~std::uint64_t{0}; };
  RowScan scan(graph, order::UnitWeightBits{}, PairMixer(1));
  const VertexId longest = std::size(k_degrees) - 1;
  const VertexId first = scan.best(longest, all);
  scan.redraw(PairMixer(2));
  const RowScan other(graph, order::UnitWeightBits{}, PairMixer(2));
  EXPECT_EQ(scan.best(longest, all), other.best(longest, all));
  EXPECT_NE(scan.best(longest, all), first);
}

}  // namespace
}  // namespace hypermatch::test
