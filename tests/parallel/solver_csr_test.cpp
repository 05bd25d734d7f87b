// SPDX-License-Identifier: MIT
// Matrices of solvers: shown where they are, copied where they must be, and refused by the first
// number that is wrong.
#include "hypermatch/solver_csr.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

class SolverCsrTest : public Everywhere {
 protected:
  std::string refusal(const SolverCsr& matrix) const {
    try {
      (void)bipartite_of(context_, matrix);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      return error.what();
    }
    return "";
  }
};

template <class T>
std::vector<T> as_type(const std::vector<int>& numbers, int base) {
  std::vector<T> out;
  for (const int number : numbers) out.push_back(static_cast<T>(number + base));
  return out;
}

const std::vector<int> k_offsets = {0, 2, 2, 5};
const std::vector<int> k_columns = {3, 0, 1, 2, 3};

// The matrix of 3 rows and 4 columns in these types.
template <class O, class C>
struct Sample {
  std::vector<O> offsets;
  std::vector<C> columns;
  IndexBase base;

  explicit Sample(IndexBase from)
      : offsets(as_type<O>(k_offsets, from == IndexBase::one ? 1 : 0)),
        columns(as_type<C>(k_columns, from == IndexBase::one ? 1 : 0)),
        base(from) {}
  [[nodiscard]] SolverCsr matrix() const {
    return {.num_rows = 3, .num_columns = 4, .offsets = offsets, .columns = columns, .base = base};
  }
};

template <class O, class C>
void expect_adopts(const Context& context, bool shows_offsets, bool shows_columns) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const Sample<O, C> sample(base);
    AdoptedCsr<BipartiteView> first = bipartite_of(context, sample.matrix());
    const AdoptedCsr<BipartiteView> adopted = std::move(first);
    const BipartiteView& view = adopted.view;
    EXPECT_EQ(view.num_rows, 3U);
    EXPECT_EQ(view.num_columns, 4U);
    EXPECT_TRUE(
        std::equal(view.offsets.begin(), view.offsets.end(), k_offsets.begin(), k_offsets.end()));
    EXPECT_TRUE(
        std::equal(view.columns.begin(), view.columns.end(), k_columns.begin(), k_columns.end()));
    const bool zero = base == IndexBase::zero;
    const auto same = [](const void* a, const void* b) { return a == b; };
    EXPECT_EQ(same(view.offsets.data(), sample.offsets.data()), zero && shows_offsets);
    EXPECT_EQ(same(view.columns.data(), sample.columns.data()), zero && shows_columns);
    EXPECT_EQ(adopted.copied.offsets, zero && shows_offsets ? 0U : 4 * sizeof(Offset));
    EXPECT_EQ(adopted.copied.columns, zero && shows_columns ? 0U : 5 * sizeof(VertexId));
    EXPECT_EQ(adopted.copied.total(), adopted.copied.offsets + adopted.copied.columns);
  }
}

TEST_P(SolverCsrTest, IsShownWhereTypesAllow) {
  expect_adopts<std::int32_t, std::int32_t>(context_, false, true);
  expect_adopts<std::uint32_t, std::uint32_t>(context_, false, true);
  expect_adopts<std::int64_t, std::int32_t>(context_, true, true);
  expect_adopts<std::uint64_t, std::uint32_t>(context_, true, true);
  expect_adopts<std::int64_t, std::int64_t>(context_, true, false);
  // Of the two 64-bit types one is that of Offset; the other must not be read as it.
  expect_adopts<long long, long long>(context_, std::is_same_v<Offset, unsigned long long>, false);
  expect_adopts<unsigned long, std::uint64_t>(context_, std::is_same_v<Offset, unsigned long>,
                                              false);
}

TEST_P(SolverCsrTest, HostileArraysAreRefusedByTheirFirstWrongNumber) {
  using Changes = std::vector<std::pair<int, int>>;
  const auto refusal_of = [this](const Changes& offsets, const Changes& columns, IndexBase base) {
    Sample<int, int> sample(base);
    Sample<std::int64_t, std::int64_t> wide(base);
    for (const auto& [i, number] : offsets) {
      sample.offsets[static_cast<std::size_t>(i)] = number;
      wide.offsets[static_cast<std::size_t>(i)] = number;
    }
    for (const auto& [i, number] : columns) {
      sample.columns[static_cast<std::size_t>(i)] = number;
      wide.columns[static_cast<std::size_t>(i)] = number;
    }
    const std::string said = refusal(sample.matrix());
    EXPECT_EQ(refusal(wide.matrix()), said);
    return said;
  };
  const IndexBase zero = IndexBase::zero;
  const IndexBase one = IndexBase::one;
  EXPECT_EQ(refusal_of({}, {}, zero), "");
  EXPECT_EQ(refusal_of({}, {{2, -1}, {4, 9}}, zero), "columns[2] is -1, must be 0 .. 3");
  EXPECT_EQ(refusal_of({}, {{4, 4}}, zero), "columns[4] is 4, must be 0 .. 3");
  EXPECT_EQ(refusal_of({}, {{1, 0}}, one), "columns[1] is 0, must be 1 .. 4");
  EXPECT_EQ(refusal_of({}, {{1, 5}}, one), "columns[1] is 5, must be 1 .. 4");
  EXPECT_EQ(refusal_of({{2, 1}}, {{0, -1}}, zero), "offsets[2] is 1, must be 2 .. 5");
  EXPECT_EQ(refusal_of({{1, -7}}, {}, zero), "offsets[1] is -7, must be 0 .. 5");
  EXPECT_EQ(refusal_of({{1, 6}}, {}, zero), "offsets[1] is 6, must be 0 .. 5");
  EXPECT_EQ(refusal_of({{1, 7}}, {}, one), "offsets[1] is 7, must be 1 .. 6");
  EXPECT_EQ(refusal_of({{0, 1}}, {}, zero), "offsets[0] is 1, must be the base, 0");
  EXPECT_EQ(refusal_of({{0, 0}}, {}, one), "offsets[0] is 0, must be the base, 1");
  EXPECT_EQ(refusal_of({{3, 4}}, {}, zero),
            "the last offset is 4, must be the number of columns and the base, 5");
}

TEST_P(SolverCsrTest, NumbersBeyond32BitsAreNotCutOff) {
  Sample<std::uint64_t, std::int64_t> sample(IndexBase::zero);
  sample.columns[3] = std::int64_t{1} << 32;
  EXPECT_EQ(refusal(sample.matrix()), "columns[3] is 4294967296, must be 0 .. 3");
  sample.columns[3] = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(refusal(sample.matrix()), "columns[3] is -9223372036854775808, must be 0 .. 3");
  sample.offsets[1] = ~std::uint64_t{0};
  EXPECT_EQ(refusal(sample.matrix()), "offsets[1] is 18446744073709551615, must be 0 .. 5");
}

TEST_P(SolverCsrTest, SizesMustFit) {
  const Sample<int, int> sample(IndexBase::zero);
  const std::vector<double> values(4);
  SolverCsr matrix = sample.matrix();
  matrix.num_rows = 4;
  EXPECT_EQ(refusal(matrix), "there are 4 offsets for 4 rows, must be one more than rows");
  matrix.num_rows = ~std::uint64_t{0};
  EXPECT_EQ(refusal(matrix), "num_rows is 18446744073709551615, must be below 2^32 - 1");
  matrix = sample.matrix();
  matrix.num_columns = k_max_count + 1;
  EXPECT_EQ(refusal(matrix), "num_columns is 4294967295, must be below 2^32 - 1");
  matrix.num_columns = 0;
  EXPECT_EQ(refusal(matrix), "columns[0] is 3, but num_columns is 0");
  matrix = sample.matrix();
  matrix.values = values;
  EXPECT_EQ(refusal(matrix), "there are 4 values for 5 columns");
  matrix = {.columns = sample.columns};
  EXPECT_EQ(refusal(matrix), "offsets is empty, but there are 5 columns");
  EXPECT_EQ(refusal({}), "");
  EXPECT_THROW((void)graph_of(context_, sample.matrix()), Error);  // it is not square
  const std::vector<float> weights(2);
  EXPECT_THROW((void)hypergraph_of(context_, sample.matrix(), std::span(weights)), Error);
}

TEST_P(SolverCsrTest, TheFirstOfManyWrongNumbersIsNamed) {
  const std::size_t size = 100'000;
  std::vector<int> columns(size, 7);
  const std::vector<int> offsets = {0, static_cast<int>(size)};
  const SolverCsr matrix{.num_rows = 1, .num_columns = 8, .offsets = offsets, .columns = columns};
  EXPECT_EQ(refusal(matrix), "");
  for (const std::size_t at : {size - 1, size / 2, std::size_t{63}, std::size_t{0}}) {
    columns[at] = 8;
    EXPECT_EQ(refusal(matrix), "columns[" + std::to_string(at) + "] is 8, must be 0 .. 7");
  }
}

TEST_P(SolverCsrTest, RowsAreHyperedges) {
  const Sample<int, int> sample(IndexBase::one);
  const std::vector<float> weights = {1, 2, 3};
  const auto adopted = hypergraph_of(context_, sample.matrix(), std::span(weights));
  EXPECT_EQ(adopted.view.num_vertices, 4U);
  EXPECT_EQ(adopted.view.num_edges(), 3U);
  EXPECT_EQ(weight_at(adopted.view.weights, 2), 3.0);
}

// Row r has r - 1, r + 1 and, if `diagonal`, r; off-diagonals are -(1 + the smaller of r, c).
struct Chain {
  std::vector<int> offsets = {0};
  std::vector<int> columns;
  std::vector<double> values;

  Chain(int n, bool diagonal, double sign) {
    for (int r = 0; r < n; ++r) {
      for (const int c : {r - 1, r, r + 1}) {
        if (c < 0 || c >= n || (c == r && !diagonal)) continue;
        columns.push_back(c);
        values.push_back(c == r ? 1000 : sign * (1 + std::min(r, c)));
      }
      offsets.push_back(static_cast<int>(columns.size()));
    }
  }
  [[nodiscard]] SolverCsr matrix() const {
    const auto n = offsets.size() - 1;
    return {n, n, offsets, columns, values};
  }
};

TEST_P(SolverCsrTest, GraphsHaveNoDiagonalAndMagnitudesAsWeights) {
  const int n = 5000;
  const Chain plain(n, false, 1);
  const auto shown = graph_of(context_, plain.matrix());
  EXPECT_EQ(shown.view.neighbours.data(), static_cast<const void*>(plain.columns.data()));
  EXPECT_EQ(as<std::span<const double>>(shown.view.weights).data(), plain.values.data());
  EXPECT_EQ(shown.copied.offsets, (n + 1) * sizeof(Offset));
  EXPECT_EQ(shown.copied.columns + shown.copied.values, 0U);
  validate(context_, shown.view);
  const auto expected = local_max(context_, shown.view).mates;

  const Chain negative(n, false, -1);
  const auto magnitudes = graph_of(context_, negative.matrix());
  EXPECT_EQ(magnitudes.copied.columns, 0U);
  EXPECT_EQ(magnitudes.copied.values, negative.values.size() * sizeof(double));
  EXPECT_EQ(local_max(context_, magnitudes.view).mates, expected);

  const Chain diagonal(n, true, -1);
  const auto without = graph_of(context_, diagonal.matrix());
  EXPECT_EQ(without.view.num_arcs(), plain.columns.size());
  EXPECT_EQ(without.copied.columns, plain.columns.size() * sizeof(VertexId));
  EXPECT_EQ(without.copied.values, plain.values.size() * sizeof(double));
  validate(context_, without.view);
  EXPECT_EQ(local_max(context_, without.view).mates, expected);

  const auto as_they_are = graph_of(context_, diagonal.matrix(), EntryWeights::values);
  EXPECT_EQ(weight_at(as_they_are.view.weights, 0), -1.0);
  const auto unweighted = graph_of(context_, diagonal.matrix(), EntryWeights::none);
  EXPECT_FALSE(unweighted.view.is_weighted());
  EXPECT_EQ(unweighted.copied.values, 0U);
}

TEST_P(SolverCsrTest, AContextThatTrustsNothingChecksTheRest) {
  const Context careful({.threads = GetParam().threads,
                         .backend = GetParam().backend,
                         .validation = Validation::full});
  const std::vector<int> offsets = {0, 1, 2};
  const std::vector<int> columns = {1, 1};  // row 0 has column 1, but row 1 not column 0
  const SolverCsr matrix{.num_rows = 2, .num_columns = 2, .offsets = offsets, .columns = columns};
  EXPECT_NO_THROW((void)bipartite_of(careful, matrix));
  const std::vector<int> one_way = {0, 2, 2};
  const std::vector<int> twice = {1, 1};
  const SolverCsr repeated{.num_rows = 2, .num_columns = 2, .offsets = one_way, .columns = twice};
  EXPECT_NO_THROW((void)graph_of(context_, repeated));
  EXPECT_THROW((void)graph_of(careful, repeated), Error);
  EXPECT_THROW((void)hypergraph_of(careful, repeated), Error);
}

TEST_P(SolverCsrTest, ValuesOfAnyTypeAreWeightsOfThatType) {
  const auto check = [&]<class T>(T) {
    const Chain chain(300, true, -1);
    const std::vector<T> values(chain.values.begin(), chain.values.end());
    SolverCsr matrix = chain.matrix();
    matrix.values = std::span(values);
    const auto graph = graph_of(context_, matrix);
    EXPECT_EQ(graph.copied.values, graph.view.num_arcs() * sizeof(T));
    const auto weights = as<std::span<const T>>(graph.view.weights);
    EXPECT_EQ(weights[0], T{1});
    const auto as_they_are = graph_of(context_, matrix, EntryWeights::values);
    EXPECT_EQ(as<std::span<const T>>(as_they_are.view.weights)[0], T{-1});
    const Weights loops = loops_of(context_, matrix);
    EXPECT_EQ(as<Array<T>>(loops).size(), 300U);
    EXPECT_EQ(as<Array<T>>(loops)[299], T{1000});
  };
  check(std::int32_t{});
  check(std::int64_t{});
  check(float{});
  check(double{});
  const Chain plain(300, false, 1);
  EXPECT_FALSE(is_weighted(view_of(loops_of(context_, plain.matrix()))));
}

// Entry (row, column) of rows in memory; 0 where there is none.
template <class T>
T entry_at(const GraphView& graph, VertexId row, VertexId column) {
  const auto weights = as<std::span<const T>>(graph.weights);
  for (Offset i = graph.offsets[row]; i < graph.offsets[row + 1]; ++i) {
    if (graph.neighbours[i] == column) return weights[i];
  }
  return 0;
}

TEST_P(SolverCsrTest, MatricesOfAnyPatternAreMadeSymmetricOrRefused) {
  // 0 -> 1 (3) and 1 -> 0 (5), 2 -> 1 (2) alone, 3 alone; a loop at 2.
  const std::vector<std::int64_t> offsets = {0, 1, 2, 4, 4};
  const std::vector<std::int32_t> columns = {1, 0, 2, 1};
  const std::vector<float> values = {3, 5, 9, 2};
  SolverCsr matrix{4, 4, offsets, columns, std::span(values)};
  EXPECT_THROW((void)symmetric_graph_of(context_, matrix), Error);
  const auto larger = symmetric_graph_of(context_, matrix, Symmetrize::max);
  validate(context_, larger.view);
  EXPECT_EQ(larger.view.num_edges(), 2U);
  EXPECT_EQ(entry_at<float>(larger.view, 0, 1), 5);
  EXPECT_EQ(entry_at<float>(larger.view, 1, 2), 2);
  const auto sum = symmetric_graph_of(context_, matrix, Symmetrize::sum);
  validate(context_, sum.view);
  EXPECT_EQ(entry_at<float>(sum.view, 1, 0), 8);
  EXPECT_EQ(entry_at<float>(sum.view, 2, 1), 2);
  matrix.values = {};
  const auto counted = symmetric_graph_of(context_, matrix, Symmetrize::sum);
  EXPECT_EQ(entry_at<std::int32_t>(counted.view, 0, 1), 2);
  EXPECT_EQ(entry_at<std::int32_t>(counted.view, 2, 1), 1);
  const auto pattern = symmetric_graph_of(context_, matrix, Symmetrize::max);
  EXPECT_FALSE(pattern.view.is_weighted());
  EXPECT_EQ(pattern.view.num_edges(), 2U);
  EXPECT_EQ(as<Array<std::int32_t>>(loops_of(context_, matrix))[2], 1);

  const std::vector<std::int32_t> huge = {2000000000, 2000000000, 0, 0};
  matrix.values = std::span(huge);
  EXPECT_THROW((void)symmetric_graph_of(context_, matrix, Symmetrize::sum), Error);
  EXPECT_NO_THROW((void)symmetric_graph_of(context_, matrix, Symmetrize::max));
  const std::vector<float> no_number = {3, NAN, 9, 2};
  matrix.values = std::span(no_number);
  EXPECT_THROW((void)symmetric_graph_of(context_, matrix, Symmetrize::max), Error);
}

TEST_P(SolverCsrTest, AColumnThatStandsTwiceIsRefusedWhateverIsMadeSymmetric) {
  const std::vector<int> offsets = {0, 2, 2};
  const std::vector<int> twice = {1, 1};
  const std::vector<int> loops = {0, 0};
  for (const Symmetrize how : {Symmetrize::error, Symmetrize::max, Symmetrize::sum}) {
    EXPECT_THROW((void)symmetric_graph_of(context_, {2, 2, offsets, twice}, how), Error);
  }
  EXPECT_THROW((void)loops_of(context_, {2, 2, offsets, loops}), Error);
}

TEST_P(SolverCsrTest, StopsWhenAsked) {
  std::stop_source source;
  const Context context(
      {.threads = GetParam().threads, .backend = GetParam().backend, .stop = source.get_token()});
  const Chain chain(10, true, -1);
  EXPECT_NO_THROW((void)graph_of(context, chain.matrix()));
  source.request_stop();
  for (int kind = 0; kind < 3; ++kind) {
    try {
      if (kind == 0) (void)graph_of(context, chain.matrix());
      if (kind == 1) (void)bipartite_of(context, chain.matrix());
      if (kind == 2) (void)hypergraph_of(context, chain.matrix());
      FAIL() << kind;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, SolverCsrTest, ::testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
