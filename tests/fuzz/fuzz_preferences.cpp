// SPDX-License-Identifier: MIT
// Any bytes as preferences: nothing but hypermatch::Error may come out, or lists that keep their
// invariants, and whose stable matchings no pair blocks, the same from both algorithms.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/verify_stable.hpp"
#include "io/prefs.hpp"

namespace {

using namespace hypermatch;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_preferences: %s\n", what);
  std::abort();
}

// A header may promise 2^32 agents in a few bytes, which take seconds to make.
bool promises_much(const std::vector<char>& bytes) {
  std::uint64_t number = 0;
  for (const char c : bytes) {
    number = c >= '0' && c <= '9' ? 10 * number + static_cast<std::uint64_t>(c - '0') : 0;
    if (number > 1U << 20) return true;
  }
  return false;
}

void check_matchings(const Preferences& preferences) {
  static const Context one({.threads = 1});
  static const Context two({.threads = 2, .backend = HostBackend::std_threads});
  const PreferencesView view = preferences.view();
  check_preferences(view);
  if (view.sides == Sides::one) return;
  for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
    const StableMatching found = mcvitie_wilson(one, view, {.optimal = side});
    expect(verify::check_stable(view, found.pairs).ok, "a pair blocks");
    expect(found.pairs == gale_shapley(two, view, {.optimal = side}).pairs, "others find others");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Context context({.threads = 1});
  // Of its own size, so that reading past its end is noticed.
  const std::vector<char> bytes(data, data + size);
  if (promises_much(bytes)) return -1;  // not kept in the corpus
  io::PreferencesFile file;
  try {
    file =
        detail::io::parse_preferences(context, "fuzz", {bytes.data(), bytes.data() + bytes.size()});
  } catch (const detail::io::TextFailure&) {
    return 0;
  } catch (const Error& error) {
    expect(error.code() == ErrorCode::resources, error.what());
    return 0;
  }
  check_matchings(file.preferences);
  return 0;
}
