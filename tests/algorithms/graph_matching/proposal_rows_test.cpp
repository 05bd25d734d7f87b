// SPDX-License-Identifier: MIT
// How often rows that are not sorted as a whole are looked at.
#include "algorithms/graph_matching/b_suitor/proposal_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/graph_order.hpp"
#include "tests/partner_rows.hpp"

namespace hypermatch::detail::graph_matching {
namespace {

// Weights that scatter, and how many arcs were looked at.
class CountingBits {
 public:
  using Image = std::uint32_t;

  explicit CountingBits(std::uint64_t& looked_at) : looked_at_(&looked_at) {}
  [[nodiscard]] Image operator()(std::size_t i) const {
    ++*looked_at_;
    return 1 + static_cast<Image>(i * 7919 % 10'007);
  }
  [[nodiscard]] Image lowest() const { return 1; }

 private:
  std::uint64_t* looked_at_;
};

struct AcceptsAll {
  template <class Arc>
  bool operator()(const Arc& /*arc*/) const {
    return true;
  }
  void prefetch(VertexId /*head*/) const {}
};

constexpr VertexId k_leaves = 2000;

// Arcs that are looked at until the centre of a star has proposed to `proposals` leaves.
std::uint64_t arcs_of(const ArcsPerLook& per_look, std::uint32_t capacity,
                      std::uint32_t proposals) {
  const Context context({.threads = 1});
  const CompressedGraph star = compress(context, test::rising_star(k_leaves).view());
  std::uint64_t looked_at = 0;
  RowsInParts rows(star.view(), CountingBits(looked_at), base::PairMixer(3),
                   Capacities{.common = capacity}, per_look);
  NarrowKey last = std::numeric_limits<NarrowKey>::max();
  for (std::uint32_t i = 0; i < proposals; ++i) {
    const KeyedArc<NarrowKey> arc = rows.next(0, AcceptsAll{});
    EXPECT_NE(arc.head, k_none) << i;
    EXPECT_LT(arc.key, last) << i;
    last = arc.key;
  }
  if (proposals == k_leaves) {
    EXPECT_EQ(rows.next(0, AcceptsAll{}).head, k_none);
  }
  return looked_at;
}

TEST(ProposalRows, UnsortedOnesTakeOneLookForAllThatIsOwed) {
  EXPECT_EQ(arcs_of(k_unsorted_row, k_leaves, k_leaves), k_leaves);
  EXPECT_EQ(arcs_of(k_unsorted_row, ~std::uint32_t{0}, k_leaves), k_leaves);
  EXPECT_EQ(arcs_of(k_unsorted_row, k_leaves / 2, k_leaves / 2), k_leaves);
  EXPECT_EQ(arcs_of(k_unsorted_row, k_leaves / 2, k_leaves), 2 * k_leaves);
  EXPECT_EQ(arcs_of(k_unsorted_row, k_leaves / 10, k_leaves), 10 * k_leaves);
}

TEST(ProposalRows, UnsortedOnesTakeOneLookPerProposalWhereOneIsOwed) {
  EXPECT_EQ(arcs_of(k_unsorted_row, 1, 1), k_leaves);
  EXPECT_EQ(arcs_of(k_unsorted_row, 1, 50), 50 * k_leaves);
}

TEST(ProposalRows, PartlySortedOnesTakeHalfAsMany) {
  EXPECT_EQ(arcs_of(k_best_of_row, k_leaves / 10, k_leaves), 5 * k_leaves);
  EXPECT_EQ(arcs_of(k_best_of_row, 1, 4), k_leaves);
}

}  // namespace
}  // namespace hypermatch::detail::graph_matching
