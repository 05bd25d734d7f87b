// SPDX-License-Identifier: MIT
// Any bytes as preferences: nothing but hypermatch::Error may come out, or lists that keep their
// invariants, and whose stable matchings no pair blocks, the same from both algorithms.
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/verify_stable.hpp"
#include "io/native/native_prefs.hpp"
#include "io/preferences/prefs.hpp"
#include "io/preferences/shared_prefs.hpp"
#include "io/preferences/side_lists.hpp"

namespace {

using namespace hypermatch;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_preferences: %s\n", what);
  std::abort();
}

// A few bytes may promise 2^32 agents, which take seconds to make.
bool promises_much(const std::vector<char>& bytes) {
  if (detail::io::is_native(bytes)) return false;  // has an array for what it promises
  // A line may stand for many agents with a long list each.
  const bool has_short_forms =
      detail::io::begins_preflib(bytes) || detail::io::begins_shared_lists(bytes);
  const std::uint64_t limit = has_short_forms ? 1U << 10 : 1U << 20;
  std::uint64_t number = 0;
  for (const char c : bytes) {
    number = c >= '0' && c <= '9' ? 10 * number + static_cast<std::uint64_t>(c - '0') : 0;
    if (number > limit) return true;
  }
  return false;
}

// Puts the checksums of a native file right, so that its arrays are looked at.
void mend_checksums(std::vector<char>& bytes) {
  using namespace detail::io;
  static const Context one({.threads = 1});
  if (!is_native(bytes) || bytes.size() < sizeof(NativeHeader)) return;
  NativeHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::size_t table_end =
      sizeof(header) + std::size_t{header.num_sections} * sizeof(NativeSection);
  if (table_end + sizeof(std::uint64_t) > bytes.size()) return;
  for (std::size_t at = sizeof(header); at < table_end; at += sizeof(NativeSection)) {
    NativeSection section;
    std::memcpy(&section, bytes.data() + at, sizeof(section));
    if (section.offset > bytes.size() || section.bytes > bytes.size() - section.offset) return;
    section.checksum =
        native_checksum(one, std::span<const char>(bytes).subspan(section.offset, section.bytes));
    std::memcpy(bytes.data() + at, &section, sizeof(section));
  }
  const std::uint64_t checksum = ::XXH3_64bits(bytes.data(), table_end);
  std::memcpy(bytes.data() + table_end, &checksum, sizeof(checksum));
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

void check_shared(const SharedPreferences& shared) {
  static const Context two({.threads = 2, .backend = HostBackend::std_threads});
  const Preferences copies = expand(shared.view());
  for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
    const StableMatching found = mcvitie_wilson(two, shared.view(), {.optimal = side});
    const StableMatching expected = mcvitie_wilson(two, copies.view(), {.optimal = side});
    expect(found.pairs == expected.pairs, "shared lists have another matching");
    expect(found.proposals == expected.proposals, "shared lists have other proposals");
    expect(found.dropped == expected.dropped, "shared lists drop others");
    expect(verify::check_stable(shared.view(), found.pairs).ok, "a pair of shared lists blocks");
  }
}

// Scores that are searched, against the lists that they were read into.
void check_scores(const Context& context, const ScoredPairsView& pairs, const Preferences& lists) {
  check_scored_pairs(pairs);
  const StableMatching expected = mcvitie_wilson(context, lists.view());
  for (const ScoreSearch search : {ScoreSearch::partial, ScoreSearch::unsorted}) {
    const StableMatching found = mcvitie_wilson(context, pairs, {}, search);
    expect(found.pairs == expected.pairs && found.proposals == expected.proposals,
           "scores and lists have different matchings");
  }
}

// The file in the native format again is what was read.
void check_native(const Preferences& preferences) {
  static const Context one({.threads = 1});
  std::vector<char> bytes;
  detail::io::write_native(one, preferences.view(), [&](std::span<const char> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  const Preferences again =
      detail::io::read_native_preferences(one, detail::io::copy_of(bytes), "again").preferences;
  expect(std::ranges::equal(again.partners, preferences.partners), "other entries");
  expect(std::ranges::equal(again.ties, preferences.ties), "other ties");
  expect(std::ranges::equal(again.capacities, preferences.capacities), "other capacities");
}

// What the text is in its format: where that has one side per file, with the file as both sides,
// and with agents that list each other.
std::vector<Preferences> parse(const Context& context, const std::vector<char>& bytes) {
  using namespace detail::io;
  const TextRange text{bytes.data(), bytes.data() + bytes.size()};
  std::vector<Preferences> read;
  const auto add = [&](auto* parse_side) {
    const SideLists lists = parse_side(context, "fuzz", text, Sides::two);
    read.push_back(joined(Sides::two, lists, lists));
    read.push_back(joined(Sides::one, parse_side(context, "fuzz", text, Sides::one), {}));
  };
  if (is_native(bytes)) {
    const WholeText file = copy_of(bytes);
    read.push_back(read_native_preferences(context, file, "fuzz").preferences);
    if (begins_native_shared_lists(bytes)) {
      check_shared(read_native_shared_preferences(context, file, "fuzz").preferences);
    }
  } else if (begins_preflib(bytes)) {
    add(parse_preflib);
  } else if (begins_agent_rows(bytes)) {
    for (const Sides sides : {Sides::two, Sides::one}) {
      const SideLists lists = with_names([&](NamesOfSides& names) {
        return parse_agent_rows(context, "fuzz", text, {.sides = sides}, names);
      });
      read.push_back(joined(sides, lists, {}));
    }
  } else if (begins_scored_pairs(bytes)) {
    for (const Sides sides : {Sides::two, Sides::one}) {
      const BothSides both = with_names([&](NamesOfSides& names) {
        return parse_scored_pairs(context, "fuzz", text, {.sides = sides}, names);
      });
      read.push_back(joined(sides, both.left, both.right));
    }
    const ScoredPairs pairs = parse_pairs_as_scored(context, "fuzz", text).pairs;
    check_scores(context, pairs.view(), read.front());
  } else if (begins_shared_lists(bytes)) {
    const SharedPreferences shared = parse_shared_preferences(context, "fuzz", text).preferences;
    check_shared(shared);
    read.push_back(expand(shared.view()));
  } else {
    read.push_back(parse_preferences(context, "fuzz", text).preferences);
  }
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Context context({.threads = 1});
  // Of its own size, so that reading past its end is noticed.
  std::vector<char> bytes(data, data + size);
  mend_checksums(bytes);
  if (promises_much(bytes)) return -1;  // not kept in the corpus
  std::vector<Preferences> read;
  try {
    read = parse(context, bytes);
  } catch (const detail::io::TextFailure&) {
    return 0;
  } catch (const Error& error) {
    // Only native files have no lines.
    const bool is_native = detail::io::is_native(bytes);
    expect(is_native || error.code() == ErrorCode::resources, error.what());
    return 0;
  }
  for (const Preferences& preferences : read) {
    check_native(preferences);
    check_matchings(preferences);
  }
  return 0;
}
