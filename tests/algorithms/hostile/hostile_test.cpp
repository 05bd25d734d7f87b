// SPDX-License-Identifier: MIT
// Structures that break promises, made of random bytes, into every public algorithm. The fuzzer of
// the same name does the same with bytes that it finds.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "tests/algorithms/hostile/call_all.hpp"

namespace hypermatch {
namespace {

// Every structure of one kind: `kind` is what `call_all` reads first.
class Hostile : public testing::TestWithParam<std::uint8_t> {};

TEST_P(Hostile, AlgorithmsEndAndStayInBoundsOrRefuse) {
  constexpr std::uint64_t k_structures = 400;
  const Context one({.threads = 1});
  const Context two({.threads = 2, .backend = HostBackend::std_threads});
  const Context* const contexts[] = {&one, &two};
  test::Watchdog watchdog;
  std::vector<std::uint8_t> bytes(2000);
  for (std::uint64_t seed = 0; seed < k_structures; ++seed) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(detail::base::hash(seed, GetParam(), i));
    }
    bytes[0] = GetParam();
    ASSERT_EQ(test::call_all(bytes, contexts, watchdog), "") << "seed " << seed;
  }
}

std::string kind_of(const testing::TestParamInfo<std::uint8_t>& kind) {
  constexpr const char* k_names[] = {"List", "Rows", "Hypergraph", "Bipartite"};
  return k_names[kind.param];
}

INSTANTIATE_TEST_SUITE_P(Kinds, Hostile, testing::Range<std::uint8_t>(0, 4), kind_of);

}  // namespace
}  // namespace hypermatch
