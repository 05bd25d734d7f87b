// SPDX-License-Identifier: MIT
#include "instances/weight_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hypermatch::bench {
namespace {

// What make(e, random) returns for each edge e, where `random` are 62 random bits.
template <class T, class Make>
Weights each(std::size_t m, const Make& make) {
  Array<T> weights(m);
  std::uint64_t state = 1;
  for (std::size_t e = 0; e < m; ++e) {
    // Steele, Lea, Flood 2014.
    std::uint64_t z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    weights[e] = static_cast<T>(make(e, (z ^ (z >> 31)) >> 2));
  }
  return weights;
}

double unit(std::uint64_t random) {
  return static_cast<double>(random) * 0x1.0p-62;
}

template <class T, class Make>
WeightKind kind(const char* name, const Make& make) {
  return {name, [make](std::size_t m) {
            return each<T>(m,
                           [&](std::size_t e, std::uint64_t random) { return make(m, e, random); });
          }};
}

}  // namespace

std::vector<WeightKind> kinds_of_32_bits() {
  using U = std::uint64_t;
  using I = std::int32_t;
  return {
      kind<I>("int32 1..100", [](U, U, U r) { return 1 + r % 100; }),
      {"none", [](std::size_t) { return Weights{}; }},
      kind<I>("int32 random 31 bits", [](U, U, U r) { return 1 + (r & 0x3FFFFFFF); }),
      kind<I>("int32 all 5", [](U, U, U) { return 5; }),
      kind<I>("int32 1 or 2", [](U, U, U r) { return 1 + r % 2; }),
      kind<I>("int32 Zipf", [](U, U, U r) { return std::min(1e9, 1 / (unit(r) + 1e-9)); }),
      kind<I>("int32 1..10", [](U, U, U r) { return 1 + r % 10; }),
      kind<I>("int32 1 in 1000 large",
              [](U, U, U r) { return 1 + r / 1000 % 10 + (r % 1000 == 0 ? 1'000'000'000 : 0); }),
      kind<I>("int32 one outlier",
              [](U m, U e, U r) { return e == m / 2 ? 2'000'000'000 : 1 + r % 100; }),
      kind<I>("int32 rising", [](U, U e, U) { return 1 + e; }),
      kind<I>("int32 falling", [](U m, U e, U) { return m - e; }),
      kind<float>("float rising", [](U, U e, U) { return 1 + e; }),
      kind<float>("float falling", [](U m, U e, U) { return m - e; }),
      kind<float>("float 1..10", [](U, U, U r) { return 1 + r % 10; }),
      kind<float>("float 1..100", [](U, U, U r) { return 1 + r % 100; }),
      kind<float>("float all 0.5", [](U, U, U) { return 0.5; }),
      kind<float>("float quarters", [](U, U, U r) { return static_cast<double>(1 + r % 4) / 4; }),
      kind<float>("float one outlier",
                  [](U m, U e, U r) { return e == m / 2 ? 1e30 : 1 + unit(r); }),
      kind<float>("float tenths", [](U, U, U r) { return static_cast<double>(1 + r % 1000) / 10; }),
      kind<float>("float uniform", [](U, U, U r) { return unit(r) + 1e-9; }),
      kind<float>("float 10^(-30..30)", [](U, U, U r) { return std::pow(10, 60 * unit(r) - 30); }),
  };
}

std::vector<WeightKind> kinds_of_64_bits() {
  using U = std::uint64_t;
  using I = std::int64_t;
  return {
      kind<I>("int64 1..100", [](U, U, U r) { return 1 + r % 100; }),
      kind<I>("int64 all 5e9", [](U, U, U) { return 5'000'000'000; }),
      kind<I>("int64 5e9 + 1..10", [](U, U, U r) { return 5'000'000'000 + 1 + r % 10; }),
      kind<I>("int64 Zipf", [](U, U, U r) { return std::min(1e15, 1 / (unit(r) + 1e-15)); }),
      kind<I>("int64 random 62 bits", [](U, U, U r) { return 1 + r; }),
      kind<I>("int64 one outlier",
              [](U m, U e, U r) { return e == m / 2 ? I{1} << 62 : static_cast<I>(1 + r % 100); }),
      kind<I>(
          "int64 uniform, one outlier",
          [](U m, U e, U r) { return e == m / 2 ? I{1} << 62 : static_cast<I>(1 + (r >> 38)); }),
      kind<I>("int64 1 in 1000 large",
              [](U, U, U r) { return 1 + r / 1000 % 10 + (r % 1000 == 0 ? I{1} << 60 : 0); }),
      kind<I>("int64 rising", [](U, U e, U) { return 1 + e; }),
      kind<I>("int64 falling", [](U m, U e, U) { return m - e; }),
      kind<double>("double all 0.5", [](U, U, U) { return 0.5; }),
      kind<double>("double 1..10", [](U, U, U r) { return 1 + r % 10; }),
      kind<double>("double 1 or 2", [](U, U, U r) { return 1 + r % 2; }),
      kind<double>("double one outlier",
                   [](U m, U e, U r) { return e == m / 2 ? 1e200 : 1 + unit(r); }),
      kind<double>("double rising", [](U, U e, U) { return static_cast<double>(1 + e) / 3; }),
      kind<double>("double falling", [](U m, U e, U) { return static_cast<double>(m - e) / 3; }),
      kind<double>("double tenths",
                   [](U, U, U r) { return static_cast<double>(1 + r % 1000) / 10; }),
      kind<double>("double uniform", [](U, U, U r) { return unit(r) + 1e-9; }),
      kind<double>(
          "double each 10 times",
          [](U m, U, U r) { return std::sqrt(static_cast<double>(1 + r % (m / 10 + 1))); }),
      kind<double>("double 10^(-30..30)",
                   [](U, U, U r) { return std::pow(10, 60 * unit(r) - 30); }),
      kind<double>("double 10^(-200..200)",
                   [](U, U, U r) { return std::pow(10, 400 * unit(r) - 200); }),
      kind<double>("double 1 in 1000 large",
                   [](U, U, U r) { return unit(r / 1000) + (r % 1000 == 0 ? 1e200 : 1e-9); }),
  };
}

}  // namespace hypermatch::bench
