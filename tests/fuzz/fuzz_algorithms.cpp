// SPDX-License-Identifier: MIT
// Structures that break promises, made of any bytes, into every public algorithm on one thread and
// on two: each must end, stay in bounds and return ids in range, or refuse. See call_all.hpp. A
// call that takes five minutes ends the program.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/algorithms/hostile/call_all.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hypermatch;
  static const Context one({.threads = 1});
  static const Context two({.threads = 2, .backend = HostBackend::std_threads});
  static const Context* const contexts[] = {&one, &two};
  static test::Watchdog watchdog;
  const std::string wrong = test::call_all({data, size}, contexts, watchdog);
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "fuzz_algorithms: %s\n", wrong.c_str());
  std::abort();
}
