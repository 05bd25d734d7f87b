// SPDX-License-Identifier: MIT
// A call on an instance of the caller's, and one of another Kokkos.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/kokkos.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

// The address sanitizer ends a process that asks for too much, unless told that this is meant.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is the sanitizer's
extern "C" const char* __asan_default_options();
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}

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
  EXPECT_EQ(code_of({}), ErrorCode::invalid_option);
  space = kokkos_space(Kokkos::DefaultExecutionSpace());
  space.instance = nullptr;
  EXPECT_EQ(code_of(space), ErrorCode::invalid_option);
}

std::string message_of(const std::function<void()>& call, ErrorCode code) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  return "";
}

TEST(KokkosInstance, WhatKokkosThrowsIsOneLine) {
  const Context host({.threads = 1});
  const KokkosContext context(host);
  // More than an address space has.
  constexpr std::size_t k_bytes = std::size_t{1} << 60;
  const std::string none = message_of(
      [&] {
        (void)detail::parallel::in_kokkos(context, [&](auto& /*place*/, auto& arena) {
          return arena.template take<char>("mates", k_bytes).data();
        });
      },
      ErrorCode::resources);
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  EXPECT_EQ(none, "Kokkos has no " + std::to_string(k_bytes) + " bytes for 'mates' in its memory " +
                      Memory::name());
  const std::string failed = message_of(
      [&] {
        (void)detail::parallel::in_kokkos(context, [](auto& /*place*/, auto& /*arena*/) -> int {
          throw std::runtime_error("a launch failed\nTraceback functionality not available\n");
        });
      },
      ErrorCode::device);
  EXPECT_EQ(failed, "Kokkos: a launch failed");
}

}  // namespace
}  // namespace hypermatch
