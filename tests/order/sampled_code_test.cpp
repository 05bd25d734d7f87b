// SPDX-License-Identifier: MIT
#include "order/sampled_code.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/edge_order.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

using detail::base::hash;
using detail::order::SampledCode;

template <class T>
auto image_of(T value) {
  if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
    return detail::base::priority_image(value);
  } else {
    return detail::base::wide_image(value);
  }
}

template <class T>
using ImageOf = decltype(image_of(T{}));

template <class T>
struct Distribution {
  std::string name;
  std::function<T(std::uint64_t i, std::uint64_t random)> value;
};

template <class T>
std::vector<Distribution<T>> distributions() {
  using U = std::uint64_t;
  using Limits = std::numeric_limits<T>;
  const auto unit = [](U r) { return static_cast<double>(r >> 11) * 0x1.0p-53; };
  const auto rounded = [](double value) {
    return static_cast<T>(std::min(value, 0.99 * static_cast<double>(Limits::max())));
  };
  std::vector<Distribution<T>> all = {
      {"few values", [](U, U r) { return static_cast<T>(7 + r % 3); }},
      {"all equal", [](U, U) { return T{5}; }},
      {"1 to 100", [](U, U r) { return static_cast<T>(1 + r % 100); }},
      {"tenths", [](U, U r) { return static_cast<T>(static_cast<double>(r % 1000) / 10); }},
      {"uniform", [=](U, U r) { return rounded(unit(r) * 1e9); }},
      {"uniform in 0 to 1", [=](U, U r) { return rounded(unit(r)); }},
      {"Zipf", [=](U, U r) { return rounded(1 / (unit(r) + 1e-9)); }},
      {"powers of ten", [=](U, U r) { return rounded(std::pow(10, 60 * unit(r) - 30)); }},
      {"one in 1000 large", [=](U, U r) { return rounded(r % 1000 == 0 ? 1e30 : unit(r) * 10); }},
      {"one outlier", [=](U i, U r) { return i == 77 ? Limits::max() : rounded(100 * unit(r)); }},
      {"outliers on both sides",
       [=](U i, U r) {
         return i == 77 ? Limits::max() : i == 99 ? Limits::lowest() : rounded(100 * unit(r));
       }},
      {"one value and its neighbours", [](U, U r) { return static_cast<T>(1000 + (r % 9) / 4); }},
      {"rising", [](U i, U) { return static_cast<T>(i); }},
      {"falling", [](U i, U) { return static_cast<T>(1'000'000 - i); }},
      {"negative", [=](U, U r) { return static_cast<T>(-rounded(unit(r) * 1e6)); }},
      {"both signs", [=](U, U r) { return static_cast<T>(rounded(unit(r) * 2e6) - rounded(1e6)); }},
      {"lowest and largest", [](U, U r) { return r % 2 == 0 ? Limits::max() : Limits::lowest(); }},
      {"zeros", [](U, U r) { return static_cast<T>(r % 2 == 0 ? T{0} : -T{0}); }},
      {"one", [](U i, U) { return i == 0 ? T{1} : T{0}; }},
      {"each ten times", [](U i, U) { return static_cast<T>(std::sqrt(i / 10 + 2) * 1000); }},
      {"half one value, half uniform",
       [=](U, U r) { return r % 2 == 0 ? T{3} : rounded(unit(r) * 1e9); }},
  };
  if constexpr (std::is_floating_point_v<T>) {
    all.push_back({"infinities", [](U, U r) {
                     const T values[] = {Limits::infinity(), -Limits::infinity(), T{0}, T{1}};
                     return values[r % 4];
                   }});
    all.push_back({"denormals", [](U, U r) {
                     return static_cast<T>(Limits::denorm_min() * static_cast<T>(r % 5000));
                   }});
  }
  return all;
}

// What a code promises, for these images and hashes, all pairs in the images' order.
template <class Image, std::size_t Pieces>
void expect_ordered(const SampledCode<Image, Pieces>& code, unsigned bits,
                    std::vector<Image> weight_bits, const std::string& where) {
  std::sort(weight_bits.begin(), weight_bits.end());
  weight_bits.erase(std::unique(weight_bits.begin(), weight_bits.end()), weight_bits.end());
  constexpr std::uint32_t k_least = 0;
  constexpr std::uint32_t k_most = ~std::uint32_t{0};
  for (std::size_t i = 0; i < weight_bits.size(); ++i) {
    const Image image = weight_bits[i];
    ASSERT_LE(code(image, k_least), code(image, k_most)) << where;
    ASSERT_LE(code(image, k_most) >> (bits - 1), 1U) << where;
    for (const std::uint32_t tie : {k_least, std::uint32_t{0x12345678}, k_most}) {
      ASSERT_LE(code.lowest_image(code(image, tie)), image) << where;
      ASSERT_GE(code.highest_image(code(image, tie)), image) << where;
    }
    const auto place = [&code](Image of, std::uint32_t tie) {
      return std::pair(code(of, tie), code.below_code(of, tie));
    };
    ASSERT_LE(place(image, k_least), place(image, 0x12345678)) << where;
    ASSERT_LE(place(image, 0x12345678), place(image, k_most)) << where;
    if (i == 0) continue;
    ASSERT_LE(place(weight_bits[i - 1], k_most), place(image, k_least)) << where << ": " << image;
    // Above everything below: the largest code of the one against the smallest of the other.
    const std::uint64_t below = code(weight_bits[i - 1], k_most);
    if (code.is_exclusive(image) || code.is_exclusive(weight_bits[i - 1])) {
      ASSERT_LT(below, code(image, k_least)) << where << ": not exclusive: " << image;
    } else {
      ASSERT_LE(below, code(image, k_least)) << where << ": turned round: " << image;
    }
  }
}

template <class Image, std::size_t Pieces>
void expect_ordered_by_hash(const SampledCode<Image, Pieces>& code, Image image) {
  const unsigned bits = code.hash_bits();
  ASSERT_GE(bits, 8U);
  for (std::uint32_t i = 0; i < 16; ++i) {
    const auto tie = static_cast<std::uint32_t>(hash(1, i));
    // The largest hash that agrees with it in the bits that count.
    const auto next = static_cast<std::uint32_t>(tie | ((std::uint64_t{1} << (32 - bits)) - 1));
    ASSERT_EQ(code(image, tie), code(image, next));
    if (next != ~std::uint32_t{0}) {
      ASSERT_LT(code(image, next), code(image, next + 1));
    }
  }
}

template <class T>
class SampledCodes : public testing::Test {};

using WeightTypes = testing::Types<std::int32_t, float, std::int64_t, double>;
TYPED_TEST_SUITE(SampledCodes, WeightTypes);

// Images that the sample has and many that it has not, among them the extremes and the neighbours
// of each.
TYPED_TEST(SampledCodes, NeverTurnTheOrderRound) {
  using Image = ImageOf<TypeParam>;
  for (const auto& distribution : distributions<TypeParam>()) {
    for (const std::size_t sampled : {0U, 1U, 50U, 2000U}) {
      std::vector<Image> sample;
      std::vector<Image> weight_bits = {0, 1, ~Image{0}, ~Image{0} - 1, image_of(TypeParam{0})};
      for (std::uint64_t i = 0; i < sampled + 1500; ++i) {
        const Image image = image_of(distribution.value(i, hash(3, i)));
        if (i < sampled) sample.push_back(image);
        if (i % test::by_build(1U, 12U) != 0) continue;
        weight_bits.insert(weight_bits.end(), {image, image + 1, image - 1});
        weight_bits.push_back(static_cast<Image>(hash(4, i)));
      }
      for (const Image first : {Image{0}, static_cast<Image>(image_of(TypeParam{0}) + 1)}) {
        std::vector<Image> eligible = weight_bits;
        std::erase_if(eligible, [&](Image image) { return image < first; });
        for (const unsigned bits : {20U, 28U, 31U, 32U, 48U, 63U, 64U}) {
          const SampledCode<Image> code(bits, first, ~Image{0}, sample);
          expect_ordered(code, bits, eligible,
                         distribution.name + ", " + std::to_string(sampled) + " sampled, " +
                             std::to_string(bits) + " bits");
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TYPED_TEST(SampledCodes, GiveFrequentValuesRoomForTheHash) {
  using Image = ImageOf<TypeParam>;
  std::vector<Image> sample;
  for (int i = 0; i < 1000; ++i) sample.push_back(image_of(static_cast<TypeParam>(1 + i % 40)));
  const Image zero = image_of(TypeParam{0});
  for (const unsigned bits : {28U, 32U, 48U, 64U}) {
    const SampledCode<Image> code(bits, zero + 1, ~Image{0}, sample);
    ASSERT_TRUE(code.has_frequent());
    for (int value = 1; value <= 40; ++value) {
      const Image image = image_of(static_cast<TypeParam>(value));
      EXPECT_TRUE(code.is_exclusive(image)) << bits;
      expect_ordered_by_hash(code, image);
    }
  }
}

// Where only eligible weights have codes, 64 bits hold every image and every hash.
TYPED_TEST(SampledCodes, AreExactWhereThereIsRoom) {
  using Image = ImageOf<TypeParam>;
  const Image first = image_of(TypeParam{0}) + 1;
  for (const auto& distribution : distributions<TypeParam>()) {
    std::vector<Image> sample;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      sample.push_back(image_of(distribution.value(i, hash(5, i))));
    }
    const SampledCode<Image> code(64, first, ~Image{0}, sample);
    EXPECT_TRUE(code.is_exact()) << distribution.name;
    if (code.has_frequent()) {
      EXPECT_EQ(code.hash_bits(), 32U) << distribution.name;
    }
  }
  const SampledCode<Image> code;
  EXPECT_TRUE(code.is_exact());
  EXPECT_EQ(code(first, 7), first);
}

// Fine codes where the sample is, however far its outliers are.
TEST(SampledCode, TellsImagesApartWhereTheSampleIs) {
  for (const double outlier : {1.0, 1e300}) {
    std::vector<std::uint64_t> sample = {image_of(outlier)};
    std::vector<std::uint64_t> others;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      const double value = 1 + static_cast<double>(hash(6, i) >> 11) * 0x1.0p-53;
      (i % 4 == 0 ? sample : others).push_back(image_of(value));
    }
    const SampledCode<std::uint64_t> code(28, image_of(0.0) + 1, ~std::uint64_t{0}, sample);
    std::sort(others.begin(), others.end());
    std::size_t equal = 0;
    for (std::size_t i = 1; i < others.size(); ++i) {
      equal += code(others[i], 0) == code(others[i - 1], 0) ? 1 : 0;
    }
    EXPECT_LE(equal, 5U) << outlier;
  }
}

// Another way to look pieces up finds the same codes.
TEST(SampledCode, ListsItsPieces) {
  struct Piece {
    std::uint64_t start;
    std::uint64_t base;
    unsigned shift;
    unsigned hash_shift;
  };
  std::vector<std::uint64_t> sample;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    sample.push_back(i % 3 == 0 ? 5000 + i % 7 : hash(1, i) >> (i % 60));
  }
  for (const std::uint64_t last : {std::uint64_t{1} << 20, ~std::uint64_t{0}}) {
    const SampledCode<std::uint64_t> code(32, 0, last, sample);
    std::vector<Piece> pieces;
    code.for_each_piece(
        [&](std::uint64_t start, std::uint64_t base, unsigned shift, unsigned hash_shift) {
          pieces.push_back({start, base, shift, hash_shift});
        });
    EXPECT_EQ(pieces.front().start, 0U);
    for (const std::uint64_t image : sample) {
      if (image > last) continue;
      std::size_t at = 0;
      while (at + 1 < pieces.size() && pieces[at + 1].start <= image) ++at;
      const auto mixed = static_cast<std::uint32_t>(hash(2, image));
      const std::uint64_t expected = pieces[at].base +
                                     ((image - pieces[at].start) >> pieces[at].shift) +
                                     ((std::uint64_t{mixed} << 31) >> pieces[at].hash_shift);
      ASSERT_EQ(code(image, mixed), expected) << image;
    }
  }
}

// Neighbours among doubles, and the hashes of one that the sample has not, have the same code.
TEST(SampledCode, OrdersImagesWithOneCode) {
  std::vector<std::uint64_t> sample;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    sample.push_back(image_of(1.0 + static_cast<double>(hash(7, i) >> 11) * 0x1.0p-53));
  }
  const SampledCode<std::uint64_t> code(31, 0, ~std::uint64_t{0}, sample);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t image = image_of(1.0 + static_cast<double>(hash(8, i) >> 11) * 0x1.0p-53);
    const std::uint64_t even = image & ~std::uint64_t{1};
    ASSERT_EQ(code(even, 0), code(even + 1, ~std::uint32_t{0}));
    ASSERT_LT(code.below_code(even, ~std::uint32_t{0}), code.below_code(even + 1, 0));
    ASSERT_LT(code.below_code(image, 0), code.below_code(image, ~std::uint32_t{0}));
  }
}

TEST(SampledCode, DrawsAllOfFewAndSomeOfMany) {
  struct WeightBits {
    using Image = std::uint64_t;
    Image operator()(std::size_t i) const { return i; }
  };
  EXPECT_TRUE(detail::order::sample_weight_bits(WeightBits{}, 0, 10).empty());
  EXPECT_EQ(detail::order::sample_weight_bits(WeightBits{}, 3, 10),
            (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(detail::order::sample_weight_bits(WeightBits{}, 1000, 10).size(), 10U);
}

}  // namespace
}  // namespace hypermatch::test
