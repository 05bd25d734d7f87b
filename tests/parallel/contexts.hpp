// SPDX-License-Identifier: MIT
// All host back ends of this build, narrow and wide, for parametrised tests. Wider than most test
// machines: threads that take turns on a core show more orders than threads that do not.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "hypermatch/context.hpp"

namespace hypermatch::test {

struct Where {
  HostBackend backend;
  int threads;

  [[nodiscard]] Context context() const {
    return Context({.threads = threads, .backend = backend});
  }
};

inline std::string name_of(const Where& where) {
  switch (where.backend) {
    case HostBackend::automatic:
      return "automatic" + std::to_string(where.threads);
    case HostBackend::serial:
      return "serial";
    case HostBackend::tbb:
      return "tbb" + std::to_string(where.threads);
    case HostBackend::std_threads:
      return "std_threads" + std::to_string(where.threads);
    case HostBackend::kokkos:
      return "kokkos";
  }
  return {};
}

/// Names the cases of a parametrised suite.
struct CaseName {
  std::string operator()(const ::testing::TestParamInfo<Where>& where) const {
    return name_of(where.param);
  }
};

inline void PrintTo(const Where& where, std::ostream* out) {
  *out << name_of(where);
}

/// Sanitizers see the same code in one context per back end as in several: they get the wide ones,
/// one narrow one and the serial one. The release build runs all.
inline std::vector<Where> everywhere() {
#if defined(HYPERMATCH_TESTS_SANITIZED)
  std::vector<Where> all = {
      {HostBackend::serial, 1}, {HostBackend::std_threads, 2}, {HostBackend::std_threads, 5}};
#else
  std::vector<Where> all = {{HostBackend::serial, 1},
                            {HostBackend::std_threads, 1},
                            {HostBackend::std_threads, 2},
                            {HostBackend::std_threads, 5}};
#endif
#if defined(HYPERMATCH_HAVE_TBB)
#if !defined(HYPERMATCH_TESTS_SANITIZED)
  all.insert(all.end(), {{HostBackend::tbb, 1}, {HostBackend::tbb, 2}});
#endif
  all.push_back({HostBackend::tbb, 5});
#endif
#if defined(HYPERMATCH_HAVE_KOKKOS)
  all.push_back({HostBackend::kokkos, 2});
#endif
  return all;
}

/// Tests that are run in every context.
class Everywhere : public ::testing::TestWithParam<Where> {
 protected:
  Context context_ = GetParam().context();
};

}  // namespace hypermatch::test
