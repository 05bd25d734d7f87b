// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::generate {
namespace {

Weights assigned(const std::string& spec, EdgeId num_edges = 1000, int threads = 1) {
  const Context context({.threads = threads, .backend = HostBackend::std_threads});
  Weights weights = Array<float>(3, 1.0F);  // whatever was there goes
  assign_weights(context, weights, num_edges, spec);
  return weights;
}

TEST(AssignWeights, UnitMeansNone) {
  EXPECT_FALSE(is_weighted(view_of(assigned("unit"))));
}

TEST(AssignWeights, FollowsTheFormula) {
  // From the definition: splitmix64(e + S * 0xD1342543DE82EF95) mod (HI - LO + 1), plus LO.
  const Weights weights = assigned("random:-5..94:3");
  const auto& values = std::get<Array<std::int32_t>>(weights);
  ASSERT_EQ(values.size(), 1000U);
  for (std::uint64_t e = 0; e < 1000; ++e) {
    const std::uint64_t bits = detail::base::splitmix64(e + 3 * 0xD1342543DE82EF95ULL);
    EXPECT_EQ(values[e], static_cast<std::int32_t>(bits % 100) - 5);
  }
  // The first number of splitmix64 from state 0, known from its publication.
  EXPECT_EQ(std::get<Array<std::int32_t>>(assigned("random:1..100"))[0],
            static_cast<std::int32_t>(0xE220A8397B1DCDAFULL % 100) + 1);
}

TEST(AssignWeights, SeedIsZeroUnlessGiven) {
  const auto implicit_seed = assigned("random:1..100");
  const auto zero = assigned("random:1..100:0");
  const auto one = assigned("random:1..100:1");
  const auto values = [](const Weights& weights) {
    return std::get<Array<std::int32_t>>(weights).view();
  };
  EXPECT_TRUE(std::ranges::equal(values(implicit_seed), values(zero)));
  EXPECT_FALSE(std::ranges::equal(values(zero), values(one)));
}

TEST(AssignWeights, TypeIsTheNarrowestThatHoldsTheRange) {
  EXPECT_TRUE(
      std::holds_alternative<Array<std::int32_t>>(assigned("random:-2147483648..2147483647")));
  EXPECT_TRUE(std::holds_alternative<Array<std::int64_t>>(assigned("random:0..2147483648")));
  EXPECT_TRUE(std::holds_alternative<Array<std::int64_t>>(assigned("random:-2147483649..0")));
}

TEST(AssignWeights, TakesTheWholeRangeOf64Bits) {
  const Weights weights = assigned("random:-9223372036854775808..9223372036854775807");
  const auto& values = std::get<Array<std::int64_t>>(weights);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_LT(*low, std::numeric_limits<std::int64_t>::min() / 2);
  EXPECT_GT(*high, std::numeric_limits<std::int64_t>::max() / 2);
}

TEST(AssignWeights, ConstantRange) {
  const Weights weights = assigned("random:7..7");
  for (const std::int32_t w : std::get<Array<std::int32_t>>(weights)) EXPECT_EQ(w, 7);
}

TEST(AssignWeights, IsTheSameOnManyThreads) {
  const auto one = assigned("random:1..1000000:5", 50'000, 1);
  const auto four = assigned("random:1..1000000:5", 50'000, 4);
  EXPECT_TRUE(std::ranges::equal(std::get<Array<std::int32_t>>(one).view(),
                                 std::get<Array<std::int32_t>>(four).view()));
}

TEST(AssignWeights, RefusesOtherSpecs) {
  for (const char* spec :
       {"", "file", "units", "random", "random:", "random:1", "random:1..", "random:..5",
        "random:1..5:", "random:1..5:x", "random:1..5:-1", "random:1..5:1x", "random:5..1",
        "random:1.5..2", "random: 1..2", "random:1..9223372036854775808", "Random:1..2"}) {
    try {
      static_cast<void>(assigned(spec));
      ADD_FAILURE() << "accepted `" << spec << "`";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_option);
      EXPECT_NE(std::string(error.what()).find("random:LO..HI"), std::string::npos);
    }
  }
}

// Edges without pins that have real weights of their own.
class RealStream final : public EdgeStream {
 public:
  [[nodiscard]] VertexId num_vertices() const override { return 0; }
  [[nodiscard]] bool is_weighted() const override { return true; }
  [[nodiscard]] bool has_integer_weights() const override { return false; }
  bool next(StreamedEdge& edge) override {
    if (next_ == 100) return false;
    edge.id = next_++;
    edge.weight = 0.5;
    edge.integer_weight = -1;
    return true;
  }

 private:
  EdgeId next_ = 0;
};

TEST(ReweightedStream, HasTheWeightsThatInstancesGet) {
  const Weights weights = assigned("random:-5..94:3", 100);
  const auto stream = reweighted(std::make_unique<RealStream>(), "random:-5..94:3");
  EXPECT_TRUE(stream->is_weighted());
  EXPECT_TRUE(stream->has_integer_weights());
  StreamedEdge edge;
  for (const std::int32_t weight : std::get<Array<std::int32_t>>(weights)) {
    ASSERT_TRUE(stream->next(edge));
    EXPECT_EQ(edge.integer_weight, weight);
    EXPECT_EQ(edge.weight, weight);
  }
  EXPECT_FALSE(stream->next(edge));
}

TEST(ReweightedStream, HasNoWeightsWhereEachIsOne) {
  const auto stream = reweighted(std::make_unique<RealStream>(), "unit");
  EXPECT_FALSE(stream->is_weighted());
  StreamedEdge edge;
  ASSERT_TRUE(stream->next(edge));
  EXPECT_EQ(edge.integer_weight, 1);
  EXPECT_EQ(edge.weight, 1.0);
}

}  // namespace
}  // namespace hypermatch::generate
