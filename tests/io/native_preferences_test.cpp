// SPDX-License-Identifier: MIT
// Native files of preferences: round trips, and files whose checksums are right and whose arrays
// are not.
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "hypermatch/preferences_io.hpp"
#include "io/native/native_prefs.hpp"
#include "tests/io/io_testing.hpp"
#include "tests/io/native_front.hpp"

namespace hypermatch::io::testing {
namespace {

using detail::io::NativeHeader;
using detail::io::NativeSection;

template <class View>
std::string preferences_bytes(const View& preferences) {
  std::string bytes;
  detail::io::write_native(serial(), preferences, [&](std::span<const char> piece) {
    bytes.append(piece.data(), piece.size());
  });
  return bytes;
}

template <class T>
Array<T> array_of(std::initializer_list<T> items) {
  return Array<T>(std::span<const T>(items.begin(), items.size()));
}

/// Two on the left, the second with three places; three on the right; ties.
Preferences hand_made() {
  Preferences all;
  all.num_left = 2;
  all.offsets = array_of<Offset>({0, 3, 4, 6, 6, 7});
  all.partners = array_of<VertexId>({3, 2, 4, 2, 1, 0, 0});
  all.ties = array_of<std::uint32_t>({0, 0, 1, 0, 0, 0, 0});
  all.capacities = array_of<std::uint32_t>({1, 3, 1, 0, 0xFFFFFFFF});
  return all;
}

Preferences one_sided() {
  Preferences all;
  all.sides = Sides::one;
  all.num_left = 3;
  all.offsets = array_of<Offset>({0, 2, 3, 3});
  all.partners = array_of<VertexId>({2, 1, 0});
  return all;
}

/// Two lists of the left side, one of the right one, and an empty one.
SharedPreferences shared() {
  SharedPreferences all;
  all.num_left = 3;
  all.lists = array_of<VertexId>({0, 1, 0, 2, 3});
  all.offsets = array_of<Offset>({0, 2, 3, 6, 6});
  all.partners = array_of<VertexId>({4, 3, 3, 0, 2, 1});
  return all;
}

/// Lists of random length, with ties and capacities or without.
Preferences random_preferences(std::uint64_t seed) {
  std::uint64_t draws = 0;
  const auto below = [&](std::uint64_t n) {
    return static_cast<VertexId>(detail::base::below(detail::base::hash(seed, draws++), n));
  };
  Preferences all;
  const VertexId n = below(7);
  all.sides = below(3) == 0 ? Sides::one : Sides::two;
  all.num_left = all.sides == Sides::one ? n : below(n + 1);
  const bool has_ties = below(2) == 0;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < n; ++x) {
    std::vector<VertexId> partners;
    for (VertexId y = 0; y < n; ++y) {
      const bool is_other = (x < all.num_left) != (y < all.num_left);
      if (y != x && (all.sides == Sides::one || is_other) && below(3) != 0) partners.push_back(y);
    }
    std::uint32_t tie = 0;
    for (std::size_t i = partners.size(); i > 0; --i) {
      std::swap(partners[i - 1], partners[below(i)]);
      if (has_ties) all.ties.push_back(i == partners.size() ? 0 : tie += below(2));
    }
    for (const VertexId y : partners) all.partners.push_back(y);
    all.offsets.push_back(all.partners.size());
  }
  for (VertexId x = 0; below(2) == 0 && x < n; ++x) all.capacities.push_back(below(4));
  all.capacities.resize(all.capacities.size() == n ? n : 0);
  return all;
}

template <class T>
bool are_equal(const Array<T>& a, const Array<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void expect_equal(const Preferences& expected, const Preferences& found) {
  EXPECT_EQ(expected.sides, found.sides);
  EXPECT_EQ(expected.num_left, found.num_left);
  EXPECT_EQ(expected.num_agents(), found.num_agents());
  EXPECT_TRUE(expected.offsets.empty() || are_equal(expected.offsets, found.offsets));
  EXPECT_TRUE(are_equal(expected.partners, found.partners));
  EXPECT_TRUE(are_equal(expected.ties, found.ties));
  EXPECT_TRUE(are_equal(expected.capacities, found.capacities));
}

void expect_equal(const SharedPreferences& expected, const SharedPreferences& found) {
  EXPECT_EQ(expected.num_left, found.num_left);
  EXPECT_TRUE(are_equal(expected.lists, found.lists));
  EXPECT_TRUE(are_equal(expected.offsets, found.offsets));
  EXPECT_TRUE(are_equal(expected.partners, found.partners));
  EXPECT_TRUE(are_equal(expected.capacities, found.capacities));
}

/// What reading finds wrong, behind `a.hmb: native file: `, the same on any number of threads.
std::string preferences_fault(const std::string& bytes) {
  const auto read_by = [&](int threads) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    return error_of([&] {
      return detail::io::read_native_preferences(context, detail::io::copy_of(bytes), "a");
    });
  };
  const std::string error = read_by(1);
  EXPECT_EQ(read_by(4), error);
  const std::string start = "0: a: native file: ";
  return error.starts_with(start) ? error.substr(start.size()) : error;
}
std::string preferences_fault(const Preferences& preferences) {
  return preferences_fault(preferences_bytes(preferences.view()));
}
std::string preferences_fault(const SharedPreferences& preferences) {
  return preferences_fault(preferences_bytes(preferences.view()));
}

TEST(NativePreferences, AreReadAndMappedAsWritten) {
  const Folder folder;
  const std::string path = folder.file("a.hmb");
  std::vector<Preferences> all;
  all.push_back(hand_made());
  all.push_back(one_sided());
  all.emplace_back();
  for (std::uint64_t seed = 0; seed < 40; ++seed) all.push_back(random_preferences(seed));
  for (const Preferences& preferences : all) {
    write_native_preferences(serial(), preferences.view(), path);
    EXPECT_TRUE(holds_preferences(path));
    EXPECT_FALSE(holds_shared_preferences(path));
    for (const Mapping mapping : {Mapping::off, Mapping::native_files}) {
      const PreferencesFile file = read_preferences(serial(), path, {.mapping = mapping});
      EXPECT_EQ(file.format, PreferencesFormat::native);
      EXPECT_EQ(file.report.bytes, std::filesystem::file_size(path));
      EXPECT_FALSE(file.has_left_only);
      expect_equal(preferences, file.preferences);
      EXPECT_EQ(content_of("/proc/self/maps").find(path) != std::string::npos,
                mapping == Mapping::native_files);
    }
    EXPECT_EQ(preferences_fault(preferences), "nothing");
  }
}

TEST(NativePreferences, KeepSharedLists) {
  const Folder folder;
  const std::string path = folder.file("a.hmb");
  SharedPreferences with_capacities = shared();
  with_capacities.capacities = array_of<std::uint32_t>({1, 2, 3, 4, 0});
  const SharedPreferences without;
  const SharedPreferences plain = shared();
  for (const SharedPreferences* preferences : {&plain, &std::as_const(with_capacities)}) {
    write_native_preferences(serial(), preferences->view(), path);
    EXPECT_TRUE(holds_preferences(path));
    EXPECT_TRUE(holds_shared_preferences(path));
    const SharedPreferencesFile file =
        read_shared_preferences(serial(), path, Mapping::native_files);
    EXPECT_EQ(file.format, PreferencesFormat::native);
    EXPECT_TRUE(file.preferences.partners.borrows());
    expect_equal(*preferences, file.preferences);
    expect_equal(expand(preferences->view()), read_preferences(serial(), path).preferences);
  }
  write_native_preferences(serial(), without.view(), path);
  EXPECT_EQ(read_shared_preferences(serial(), path).preferences.lists.size(), 0U);
  write_native_preferences(serial(), hand_made().view(), path);
  EXPECT_EQ(error_of([&] { (void)read_shared_preferences(serial(), path); }),
            "1: " + path + ": its agents have lists of their own");
}

TEST(NativePreferences, AreNoGraphs) {
  const Folder folder;
  const std::string path = folder.file("a.hmb");
  const std::string refused = "1: " + path +
                              ": holds preferences, no graph or hypergraph; hypermatch stable "
                              "matches them";
  write_native_preferences(serial(), hand_made().view(), path);
  EXPECT_EQ(error_of([&] { (void)read(serial(), path); }), refused);
  EXPECT_EQ(error_of([&] { (void)open_stream(path, {}); }), refused);
  write(serial(), read_text(serial(), std::string_view("1 2\n1 2\n"), "a.hgr"), path);
  EXPECT_FALSE(holds_preferences(path));
  EXPECT_EQ(error_of([&] { (void)read_preferences(serial(), path); }),
            "1: " + path + ": holds a hypergraph, no preferences");
  EXPECT_EQ(error_of([&] { (void)read_preferences(serial(), path, {.right = path}); }),
            "1: " + path + ": a file of format native says what its sides are");
  const std::string text = folder.write("a.prefs", "p two-sided 1 1\n");
  EXPECT_EQ(error_of([&] {
              (void)read_preferences(serial(), text, {.format = PreferencesFormat::native});
            }),
            "0: " + text + ": native file: it does not start as one");
}

TEST(NativePreferences, FaultsNameTheAgent) {
  const auto with = [](const std::function<void(Preferences&)>& change) {
    Preferences all = hand_made();
    change(all);
    return preferences_fault(all);
  };
  ASSERT_EQ(preferences_fault(hand_made()), "nothing");
  EXPECT_EQ(with([](Preferences& all) { all.offsets[0] = 1; }), "the first offset is 1, must be 0");
  EXPECT_EQ(with([](Preferences& all) { all.offsets[3] = 3; }),
            "the list of r 1 begins at offset 4 and ends at 3");
  EXPECT_EQ(with([](Preferences& all) { all.offsets[5] = 6; }),
            "the last offset is 6, must be the number of entries, 7");
  EXPECT_EQ(with([](Preferences& all) { all.offsets[4] = ~Offset{0}; }),
            "the list of r 3 begins at offset 18446744073709551615 and ends at 7");
  EXPECT_EQ(with([](Preferences& all) { all.partners[1] = 5; }),
            "the list of l 1 has agent 6, must be at most 5");
  EXPECT_EQ(with([](Preferences& all) { all.partners[6] = k_none; }),
            "the list of r 3 has agent 4294967296, must be at most 5");
  EXPECT_EQ(with([](Preferences& all) { all.partners[2] = 1; }), "l 1 lists l 2, of its own side");
  EXPECT_EQ(with([](Preferences& all) { all.partners[5] = 3; }), "r 1 lists r 2, of its own side");
  EXPECT_EQ(with([](Preferences& all) { all.partners[5] = 1; }), "r 1 lists l 2 twice");
  EXPECT_EQ(with([](Preferences& all) { all.ties[0] = 1; }),
            "the ties of l 1 do not ascend by at most 1 from 0");
  EXPECT_EQ(with([](Preferences& all) { all.ties[5] = 2; }),
            "the ties of r 1 do not ascend by at most 1 from 0");
  EXPECT_EQ(with([](Preferences& all) { all.ties[6] = k_none; }),
            "the ties of r 3 do not ascend by at most 1 from 0");
  Preferences itself = one_sided();
  itself.partners[2] = 1;
  EXPECT_EQ(preferences_fault(itself), "a 2 lists itself");
}

TEST(NativePreferences, FaultsOfSharedListsNameThem) {
  const auto with = [](const std::function<void(SharedPreferences&)>& change) {
    SharedPreferences all = shared();
    change(all);
    return preferences_fault(all);
  };
  ASSERT_EQ(preferences_fault(shared()), "nothing");
  EXPECT_EQ(with([](SharedPreferences& all) { all.offsets[2] = 1; }),
            "list 2 begins at offset 2 and ends at 1");
  EXPECT_EQ(with([](SharedPreferences& all) { all.partners[0] = 5; }),
            "list 1 has agent 6, must be at most 5");
  EXPECT_EQ(with([](SharedPreferences& all) { all.partners[4] = 4; }),
            "list 3 has agents of both sides, l 1 and r 2");
  EXPECT_EQ(with([](SharedPreferences& all) { all.partners[5] = 0; }), "list 3 has l 1 twice");
  EXPECT_EQ(with([](SharedPreferences& all) { all.lists[1] = 4; }),
            "l 2 has list 5, must be at most 4");
  EXPECT_EQ(with([](SharedPreferences& all) { all.lists[4] = k_none; }),
            "r 2 has list 4294967296, must be at most 4");
  EXPECT_EQ(with([](SharedPreferences& all) { all.lists[3] = 0; }),
            "r 1 has list 1, of agents of its own side");
}

// Whatever is changed, the file is read if and only if the structure is sound.
TEST(NativePreferences, PromiseWhatTheStructurePromises) {
  std::size_t refused = 0;
  std::size_t sound = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Preferences all = random_preferences(seed);
    std::uint64_t draws = std::uint64_t{1} << 40;
    const auto below = [&](std::uint64_t n) {
      return detail::base::below(detail::base::hash(seed, draws++), n);
    };
    const auto change = [&](auto& items, std::uint64_t most) {
      if (items.empty() || below(3) != 0) return;
      auto& item = items[below(items.size())];
      item = static_cast<std::remove_reference_t<decltype(item)>>(below(most));
    };
    change(all.offsets, all.partners.size() + 2);
    change(all.partners, all.num_agents() + std::uint64_t{2});
    change(all.ties, 4);
    const bool is_sound = error_of([&] { check_preferences(all.view()); }) == "nothing";
    EXPECT_EQ(preferences_fault(all) == "nothing", is_sound) << seed;
    ++(is_sound ? sound : refused);
  }
  EXPECT_GT(sound, 300U);
  EXPECT_GT(refused, 300U);
}

// Pieces have 262144 entries.
TEST(NativePreferences, ListsThatCrossPieces) {
  constexpr VertexId k_side = 1000;
  Preferences all;
  all.num_left = k_side;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < 2 * k_side; ++x) {
    const VertexId first = x < k_side ? k_side : 0;
    for (VertexId y = 0; y < 700; ++y) {
      all.partners.push_back(first + (x + 7 * y) % k_side);
      all.ties.push_back(y / 2);
    }
    all.offsets.push_back(all.partners.size());
  }
  ASSERT_EQ(preferences_fault(all), "nothing");
  for (const VertexId x : {0U, 373U, 374U, 375U, 748U, 1000U, 1999U}) {
    const std::string name = name_of_agent(all.view(), x);
    const Offset end = all.offsets[x + std::size_t{1}];
    const VertexId last = std::exchange(all.partners[end - 1], all.partners[end - 3]);
    EXPECT_EQ(preferences_fault(all),
              name + " lists " + name_of_agent(all.view(), all.partners[end - 3]) + " twice");
    all.partners[end - 1] = last;
    all.ties[end - 1] += 2;
    EXPECT_EQ(preferences_fault(all), "the ties of " + name + " do not ascend by at most 1 from 0");
    all.ties[end - 1] -= 2;
  }
}

TEST(NativePreferencesFront, SizesThatDoNotFit) {
  const auto refused = [](const std::string& bytes, const auto& change) {
    const std::string fault = preferences_fault(with_front(bytes, change));
    EXPECT_FALSE(fault == "nothing" || fault.starts_with("0:")) << fault;
  };
  for (const std::string& bytes :
       {preferences_bytes(hand_made().view()), preferences_bytes(shared().view()),
        preferences_bytes(one_sided().view())}) {
    ASSERT_EQ(preferences_fault(with_front(bytes, [](NativeHeader&, NativeSection*) {})),
              "nothing");
    for (const std::uint64_t huge :
         {std::uint64_t{6}, std::uint64_t{1} << 30, std::uint64_t{0xFFFFFFFE},
          std::uint64_t{0xFFFFFFFF}, std::uint64_t{1} << 32, std::uint64_t{1} << 61,
          std::uint64_t{1} << 62, ~std::uint64_t{0} - 63, ~std::uint64_t{0}}) {
      refused(bytes, [&](NativeHeader& h, NativeSection*) { h.num_vertices = huge; });
      refused(bytes, [&](NativeHeader& h, NativeSection*) { h.num_edges = huge; });
      if (huge != 6) refused(bytes, [&](NativeHeader& h, NativeSection*) { h.num_pins = huge; });
      refused(bytes, [&](NativeHeader& h, NativeSection*) { h.file_bytes = huge; });
      refused(bytes, [&](NativeHeader& h, NativeSection*) {
        h.weights_per_vertex = static_cast<std::uint32_t>(huge | 8);
      });
      refused(bytes, [&](NativeHeader&, NativeSection* s) { s[1].offset = huge; });
      refused(bytes, [&](NativeHeader&, NativeSection* s) { s[1].bytes = huge - 5; });
    }
    refused(bytes, [](NativeHeader& h, NativeSection*) { h.weight_type = 1; });
    refused(bytes, [](NativeHeader&, NativeSection* s) { s[1].id = 3; });
    refused(bytes, [](NativeHeader&, NativeSection* s) { s[1].id = 7; });
    refused(bytes, [](NativeHeader&, NativeSection* s) { s[0].offset = s[1].offset; });
    for (const std::uint32_t kind : {5U, 6U, 0xFFFFFFFFU}) {
      const auto change = [&](NativeHeader& h, NativeSection*) {
        h.kind = static_cast<detail::io::NativeKind>(kind);
      };
      EXPECT_EQ(preferences_fault(with_front(bytes, change)), "unknown kind or type of weights");
    }
  }
  EXPECT_EQ(preferences_fault(with_front(preferences_bytes(hand_made().view()),
                                         [](NativeHeader& h, NativeSection*) { h.num_edges = 6; })),
            "6 agents on the left, of 5");
}

// One kind's file under another kind's name: refused, or sound.
TEST(NativePreferencesFront, KindsAreNotMixedUp) {
  using detail::io::NativeKind;
  const auto as_kind = [](const std::string& bytes, NativeKind kind) {
    return preferences_fault(
        with_front(bytes, [&](NativeHeader& h, NativeSection*) { h.kind = kind; }));
  };
  const std::string own = preferences_bytes(hand_made().view());
  const std::string one = preferences_bytes(one_sided().view());
  const std::string lists = preferences_bytes(shared().view());
  EXPECT_EQ(as_kind(own, NativeKind::one_sided), "2 agents on the left, of 5");
  EXPECT_EQ(as_kind(own, NativeKind::shared_lists),
            "a section has another size than the header says");
  EXPECT_EQ(as_kind(one, NativeKind::two_sided), "l 1 lists l 3, of its own side");
  EXPECT_EQ(as_kind(one, NativeKind::shared_lists),
            "a section has another size than the header says");
  EXPECT_EQ(as_kind(lists, NativeKind::two_sided), "preferences have no weights");
  EXPECT_EQ(as_kind(lists, NativeKind::one_sided), "3 agents on the left, of 5");
}

TEST(NativePreferencesFront, DamageIsFound) {
  for (const std::string& bytes :
       {preferences_bytes(hand_made().view()), preferences_bytes(shared().view())}) {
    for (std::size_t place = 0; place < bytes.size(); ++place) {
      std::string damaged = bytes;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
      const std::string fault = preferences_fault(damaged);
      // Zeros between the sections are not part of any.
      const bool is_filling = bytes[place] == 0 && fault == "nothing";
      EXPECT_TRUE(is_filling || fault.find("damaged") != std::string::npos ||
                  fault.find("it does not start as one") != std::string::npos ||
                  fault.find("little-endian") != std::string::npos ||
                  fault.find("version") != std::string::npos ||
                  fault.find("too many sections") != std::string::npos ||
                  fault.find("ends inside its header") != std::string::npos)
          << place << ' ' << fault;
    }
    EXPECT_EQ(preferences_fault(bytes.substr(0, bytes.size() - 1)),
              "ends early: " + std::to_string(bytes.size() - 1) + " of " +
                  std::to_string(bytes.size()) + " bytes are there");
    EXPECT_EQ(preferences_fault(bytes + '\0'), "there are bytes behind its end");
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
