// SPDX-License-Identifier: MIT
#include "hypermatch/compare_clusterings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

using Labelling = std::vector<VertexId>;

ClusteringAgreement compare(const Labelling& found, const Labelling& truth, int threads = 1) {
  const Context context({.threads = threads, .backend = HostBackend::std_threads});
  return compare_clusterings(context, LabelsView(found), LabelsView(truth));
}

// Figures of scikit-learn 1.5: adjusted_rand_score, normalized_mutual_info_score.
TEST(CompareClusterings, HasKnownFigures) {
  const ClusteringAgreement a = compare({0, 0, 1, 2}, {0, 0, 1, 1});
  EXPECT_EQ(a.pairs, 6U);
  EXPECT_EQ(a.pairs_in_found, 1U);
  EXPECT_EQ(a.pairs_in_truth, 2U);
  EXPECT_EQ(a.pairs_in_both, 1U);
  EXPECT_DOUBLE_EQ(a.precision, 1.0);
  EXPECT_DOUBLE_EQ(a.recall, 0.5);
  EXPECT_DOUBLE_EQ(a.f1, 2.0 / 3);
  EXPECT_NEAR(a.adjusted_rand_index, 0.5714285714285714, 1e-15);
  EXPECT_NEAR(a.normalized_mutual_information, 0.8, 1e-15);
  const ClusteringAgreement b = compare({0, 1, 0, 1}, {0, 0, 1, 1});
  EXPECT_NEAR(b.adjusted_rand_index, -0.5, 1e-15);
  EXPECT_NEAR(b.normalized_mutual_information, 0.0, 1e-15);
  EXPECT_DOUBLE_EQ(b.f1, 0.0);
}

TEST(CompareClusterings, IsOneForEqualOnesWhateverTheNumbers) {
  const ClusteringAgreement a = compare({7, 7, 3, 3, 9}, {0, 0, 4000000000U, 4000000000U, 1});
  EXPECT_DOUBLE_EQ(a.adjusted_rand_index, 1.0);
  EXPECT_DOUBLE_EQ(a.normalized_mutual_information, 1.0);
  EXPECT_DOUBLE_EQ(a.f1, 1.0);
}

TEST(CompareClusterings, IsDefinedWhereNothingCanDiffer) {
  for (const Labelling& labels : {Labelling{}, Labelling{0}, Labelling{0, 1, 2}, Labelling{4, 4}}) {
    const ClusteringAgreement a = compare(labels, labels);
    EXPECT_DOUBLE_EQ(a.adjusted_rand_index, 1.0);
    EXPECT_DOUBLE_EQ(a.normalized_mutual_information, 1.0);
    EXPECT_DOUBLE_EQ(a.precision, 1.0);
    EXPECT_DOUBLE_EQ(a.recall, 1.0);
  }
  // One community beside vertices alone.
  const ClusteringAgreement a = compare({0, 0, 0, 0}, {0, 1, 2, 3});
  EXPECT_DOUBLE_EQ(a.adjusted_rand_index, 0.0);
  EXPECT_DOUBLE_EQ(a.normalized_mutual_information, 0.0);
  EXPECT_DOUBLE_EQ(a.precision, 0.0);
  EXPECT_DOUBLE_EQ(a.recall, 1.0);
}

// From the definitions, by all pairs and a table of contingency.
TEST(CompareClusterings, AgreesWithTheDefinitions) {
  using detail::base::below;
  using detail::base::hash;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::size_t n = 2 + below(hash(seed, 1), 40);
    Labelling found(n), truth(n);
    for (std::size_t v = 0; v < n; ++v) {
      found[v] = static_cast<VertexId>(below(hash(seed, 2, v), 1 + below(hash(seed, 3), n)));
      truth[v] = static_cast<VertexId>(below(hash(seed, 4, v), 1 + below(hash(seed, 5), n)));
    }
    std::uint64_t in_found = 0, in_truth = 0, in_both = 0;
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = u + 1; v < n; ++v) {
        in_found += found[u] == found[v] ? 1 : 0;
        in_truth += truth[u] == truth[v] ? 1 : 0;
        in_both += found[u] == found[v] && truth[u] == truth[v] ? 1 : 0;
      }
    }
    std::map<VertexId, double> of_found, of_truth;
    std::map<std::pair<VertexId, VertexId>, double> of_both;
    for (std::size_t v = 0; v < n; ++v) {
      ++of_found[found[v]];
      ++of_truth[truth[v]];
      ++of_both[{found[v], truth[v]}];
    }
    const auto entropy = [&](const auto& sizes) {
      double sum = 0;
      for (const auto& [key, size] : sizes) {
        sum -= size / static_cast<double>(n) * std::log(size / static_cast<double>(n));
      }
      return sum;
    };
    const double mutual = entropy(of_found) + entropy(of_truth) - entropy(of_both);
    const double mean = (entropy(of_found) + entropy(of_truth)) / 2;
    const double pairs = static_cast<double>(n * (n - 1) / 2);
    const double expected = static_cast<double>(in_found) * static_cast<double>(in_truth) / pairs;
    const double most = static_cast<double>(in_found + in_truth) / 2;
    for (const int threads : {1, 3}) {
      const ClusteringAgreement a = compare(found, truth, threads);
      EXPECT_EQ(a.pairs_in_found, in_found);
      EXPECT_EQ(a.pairs_in_truth, in_truth);
      EXPECT_EQ(a.pairs_in_both, in_both);
      EXPECT_NEAR(
          a.adjusted_rand_index,
          most == expected ? 1.0 : (static_cast<double>(in_both) - expected) / (most - expected),
          1e-12);
      EXPECT_NEAR(a.normalized_mutual_information, mean == 0 ? 1.0 : mutual / mean, 1e-12);
    }
  }
}

// Products of numbers of pairs need more than 64 bits.
TEST(CompareClusterings, OfManyVertices) {
  constexpr VertexId k_half = 100'000;
  Labelling halves(2 * k_half), parity(2 * k_half);
  for (VertexId v = 0; v < 2 * k_half; ++v) {
    halves[v] = v / k_half;
    parity[v] = v % 2;
  }
  const ClusteringAgreement same = compare(halves, halves, 2);
  EXPECT_EQ(same.pairs, std::uint64_t{k_half} * (2 * k_half - 1));
  EXPECT_EQ(same.pairs_in_both, std::uint64_t{k_half} * (k_half - 1));
  EXPECT_DOUBLE_EQ(same.adjusted_rand_index, 1.0);
  const ClusteringAgreement independent = compare(halves, parity, 2);
  EXPECT_EQ(independent.pairs_in_both, std::uint64_t{k_half} * (k_half / 2 - 1));
  EXPECT_NEAR(independent.adjusted_rand_index, -0.5 / k_half, 1e-9);
}

TEST(CompareClusterings, RefusesDifferentSizes) {
  EXPECT_THROW((void)compare({0, 1}, {0}), Error);
}

}  // namespace
}  // namespace hypermatch
