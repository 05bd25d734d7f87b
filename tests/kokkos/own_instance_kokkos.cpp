// SPDX-License-Identifier: MIT
// A call on an instance of the caller's, and one of another Kokkos.
#include <gtest/gtest.h>

#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/kokkos.hpp"
#include "hypermatch/kokkos_matching.hpp"

namespace hypermatch {
namespace {

TEST(KokkosInstance, OfTheCallerServes) {
  const Context host({.threads = 1});
  const KokkosContext first(host);  // initialises
  const KokkosContext own(host, kokkos_space(Kokkos::DefaultExecutionSpace()));
  EXPECT_EQ(own.name(), Kokkos::DefaultExecutionSpace::name());
  EXPECT_NE(own.instance(), nullptr);
  const GraphEdge edges[] = {{0, 1}, {1, 2}, {2, 3}};
  const EdgeListView path{4, edges, {}};
  for (const auto variant : {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
    EXPECT_EQ(local_max(own, path, {.variant = variant}).mates, local_max(host, path).mates);
  }
}

TEST(KokkosInstance, OfAnotherKokkosIsRefused) {
  const Context host({.threads = 1});
  const KokkosContext first(host);
  const auto code_of = [&](KokkosSpace space) {
    try {
      const KokkosContext context(host, std::move(space));
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  KokkosSpace space = kokkos_space(Kokkos::DefaultExecutionSpace());
  space.version += 1;
  EXPECT_EQ(code_of(space), ErrorCode::unsupported);
  space = kokkos_space(Kokkos::DefaultExecutionSpace());
  space.name = "Elsewhere";
  EXPECT_EQ(code_of(space), ErrorCode::unsupported);
}

}  // namespace
}  // namespace hypermatch
