// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "generate/points.hpp"
#include "hypermatch/generate_preferences.hpp"

namespace hypermatch::generate {
namespace {

using Values = std::map<std::string, double>;
using List = std::vector<VertexId>;

Preferences make_preferences(const std::string& family, const Values& values,
                             std::uint64_t seed = 0, int threads = 1) {
  const Context context({.threads = threads,
                         .backend = threads == 1 ? HostBackend::serial : HostBackend::std_threads});
  Preferences made = preferences(context, family, values, seed);
  check_preferences(made.view());
  EXPECT_EQ(facts_of(made.view()).one_sided_entries, 0U) << family;
  return made;
}

List list_of(const Preferences& made, VertexId agent) {
  const auto list = made.view().list_of(agent);
  return {list.begin(), list.end()};
}

std::uint64_t checksum(const Preferences& made) {
  std::uint64_t sum = made.num_left;
  const auto add = [&](const auto& words) {
    sum = detail::base::splitmix64(sum ^ words.size());
    for (const std::uint64_t word : words) sum = detail::base::splitmix64(sum ^ word);
  };
  add(made.offsets);
  add(made.partners);
  add(made.ties);
  add(made.capacities);
  return sum;
}

struct GoldenPreferences {
  const char* family;
  Values values;
  std::uint64_t checksum;  // of seed 7
};

const std::vector<GoldenPreferences>& golden_preferences() {
  static const std::vector<GoldenPreferences> list = {
      {"easy_marriage", {{"n", 3000}, {"left_ties", 20}}, 0xBDE01A77FB7B2D44},
      {"hard_marriage", {{"n", 70}}, 0xF9D79691C3EF3C30},
      {"random_marriage",
       {{"left", 60}, {"right", 90}, {"missing", 30}, {"right_ties", 50}},
       0xB463694C7FB96793},
      {"mallows", {{"left", 60}, {"right", 90}}, 0xECB24C71B5CEC66},
      {"master_list", {{"left", 3000}, {"right", 2000}, {"classes", 40}}, 0x132344AF0BFF36CD},
      {"residents",
       {{"residents", 4000}, {"hospitals", 50}, {"right_ties", 10}},
       0x62789C68C5D15F57},
      {"euclidean_marriage", {{"left", 3000}, {"right", 2000}}, 0xB5519E2892ADF33F},
      {"roommates", {{"n", 3000}, {"ties", 5}}, 0x5193849A0783902C},
  };
  return list;
}

TEST(PreferenceFamilies, AreTheSameFromReleaseToRelease) {
  for (const GoldenPreferences& instance : golden_preferences()) {
    const std::uint64_t sum = checksum(make_preferences(instance.family, instance.values, 7));
    EXPECT_EQ(sum, instance.checksum) << instance.family << " is 0x" << std::hex << sum << " now";
  }
}

TEST(PreferenceFamilies, DependOnSeedButNotOnThreads) {
  for (const GoldenPreferences& instance : golden_preferences()) {
    const std::uint64_t sum = checksum(make_preferences(instance.family, instance.values, 7));
    for (const int threads : {2, 7}) {
      EXPECT_EQ(checksum(make_preferences(instance.family, instance.values, 7, threads)), sum)
          << instance.family << " on " << threads << " threads";
    }
    EXPECT_NE(checksum(make_preferences(instance.family, instance.values, 8)), sum)
        << instance.family;
  }
}

TEST(PreferenceFamilies, AreListedOnceTestedAndOfTheirSides) {
  std::set<std::string> tested, listed;
  for (const GoldenPreferences& instance : golden_preferences()) tested.insert(instance.family);
  for (const FamilyInfo& family : families()) EXPECT_EQ(tested.count(family.name), 0U);
  for (const PreferenceFamilyInfo& family : preference_families()) {
    EXPECT_TRUE(listed.insert(family.name).second) << family.name;
    const Preferences with_defaults = make_preferences(family.name, {});
    EXPECT_EQ(with_defaults.sides, family.sides) << family.name;
    EXPECT_GT(with_defaults.partners.size(), 0U) << family.name;
    Values values;
    for (const ParameterInfo& parameter : family.parameters) {
      values[parameter.name] = parameter.default_value;
    }
    EXPECT_EQ(checksum(make_preferences(family.name, values)), checksum(with_defaults))
        << family.name;
  }
  EXPECT_EQ(listed, tested);
}

TEST(PreferenceFamilies, OfOneAgentPerSideAreLegal) {
  for (const char* family : {"easy_marriage", "hard_marriage"}) {
    EXPECT_EQ(list_of(make_preferences(family, {{"n", 1}}), 0), List{1}) << family;
  }
  for (const char* family : {"random_marriage", "mallows"}) {
    EXPECT_EQ(list_of(make_preferences(family, {{"left", 1}, {"right", 1}}), 1), List{0}) << family;
  }
  for (const char* family : {"master_list", "euclidean_marriage"}) {
    const Values one = {{"left", 1}, {"right", 1}, {"length", 1}};
    EXPECT_EQ(list_of(make_preferences(family, one), 1), List{0}) << family;
  }
  EXPECT_EQ(
      list_of(make_preferences("residents", {{"residents", 1}, {"hospitals", 1}, {"length", 1}}),
              1),
      List{0});
  EXPECT_TRUE(list_of(make_preferences("roommates", {{"n", 1}, {"length", 0}}), 0).empty());
}

TEST(EasyMarriage, HasListsOfOneToTwoLogarithms) {
  // ln 3000 = 8.006
  const Preferences made = make_preferences("easy_marriage", {{"n", 3000}}, 1);
  std::map<std::size_t, int> lists_of_length;
  for (VertexId l = 0; l < 3000; ++l) ++lists_of_length[list_of(made, l).size()];
  EXPECT_EQ(lists_of_length.begin()->first, 8U);
  EXPECT_LE(lists_of_length.rbegin()->first, 16U);
  for (std::size_t length = 8; length < 16; ++length) {
    EXPECT_NEAR(lists_of_length[length], 375, 110) << length;
  }
  EXPECT_TRUE(made.ties.empty());
  EXPECT_TRUE(made.capacities.empty());
}

TEST(HardMarriage, HasOneListPerSide) {
  const Preferences made = make_preferences("hard_marriage", {{"n", 50}}, 1);
  for (VertexId agent = 0; agent < 100; ++agent) {
    EXPECT_EQ(list_of(made, agent), list_of(made, agent < 50 ? 0 : 50));
    EXPECT_EQ(list_of(made, agent).size(), 50U);
  }
  List ascending(50);
  std::iota(ascending.begin(), ascending.end(), VertexId{0});
  EXPECT_NE(list_of(made, 50), ascending);
  List of_left = list_of(made, 0);
  for (VertexId& partner : of_left) partner -= 50;
  EXPECT_NE(of_left, list_of(made, 50));
}

TEST(RandomMarriage, MissesItsShareOfPairs) {
  const Values values = {{"left", 100}, {"right", 60}};
  Values with = values;
  EXPECT_EQ(make_preferences("random_marriage", with).partners.size(), 12'000U);
  with["missing"] = 100;
  EXPECT_EQ(make_preferences("random_marriage", with).partners.size(), 0U);
  with["missing"] = 30;
  EXPECT_NEAR(static_cast<double>(make_preferences("random_marriage", with).partners.size()), 8400,
              500);
}

TEST(RandomMarriage, HasListsInEveryOrder) {
  // 5000 lists of each side, one of six orders each: 833 +- 26.
  for (const bool is_left : {true, false}) {
    const Values values = {{"left", is_left ? 5000 : 3}, {"right", is_left ? 3 : 5000}};
    const Preferences made = make_preferences("random_marriage", values, 3);
    const VertexId first = is_left ? 0 : made.num_left;
    std::map<List, int> count;
    for (VertexId agent = first; agent < first + 5000; ++agent) ++count[list_of(made, agent)];
    EXPECT_EQ(count.size(), 6U);
    for (const auto& entry : count) EXPECT_NEAR(entry.second, 833, 160);
  }
}

TEST(RandomMarriage, HasTiesOfItsDensityPerSide) {
  const Values values = {{"left_ties", 25}, {"right_ties", 100}};
  const Preferences made = make_preferences("random_marriage", values, 3);
  int tied = 0;
  for (VertexId agent = 0; agent < 600; ++agent) {
    for (std::size_t place = 1; place < 300; ++place) {
      const bool is_tied = made.view().tie(agent, place) == made.view().tie(agent, place - 1);
      if (agent < 300) {
        tied += is_tied ? 1 : 0;
      } else {
        EXPECT_TRUE(is_tied);
      }
    }
  }
  EXPECT_NEAR(tied, 0.25 * 300 * 299, 800);
}

TEST(Mallows, HasOrdersByTheirDistance) {
  // 1, 2, 2, 1 orders at the distances 0 .. 3 of the reference, which dispersion 0 shows.
  for (const bool is_left : {true, false}) {
    Values values = {{"left", is_left ? 20'000 : 3}, {"right", is_left ? 3 : 20'000}};
    values["dispersion"] = 0;
    const Preferences exact = make_preferences("mallows", values, 3);
    values["dispersion"] = 50;
    const Preferences made = make_preferences("mallows", values, 3);
    const VertexId first = is_left ? 0 : made.num_left;
    const List reference = list_of(exact, first);
    std::map<List, int> count;
    for (VertexId agent = first; agent < first + 20'000; ++agent) {
      EXPECT_EQ(list_of(exact, agent), reference);
      ++count[list_of(made, agent)];
    }
    EXPECT_EQ(count.size(), 6U);
    for (const auto& entry : count) {
      const List& list = entry.first;
      const auto place = [&](std::size_t i) { return std::ranges::find(list, reference[i]); };
      const int distance =
          int{place(0) > place(1)} + int{place(0) > place(2)} + int{place(1) > place(2)};
      const double share = std::vector<double>{1, 0.5, 0.25, 0.125}[std::size_t(distance)] / 2.625;
      EXPECT_NEAR(entry.second, 20'000 * share, 350) << distance;
    }
  }
}

TEST(Mallows, OfFullDispersionIsUniform) {
  const Preferences made =
      make_preferences("mallows", {{"left", 5000}, {"right", 3}, {"dispersion", 100}}, 3);
  std::map<List, int> count;
  for (VertexId agent = 0; agent < 5000; ++agent) ++count[list_of(made, agent)];
  EXPECT_EQ(count.size(), 6U);
  for (const auto& entry : count) EXPECT_NEAR(entry.second, 833, 160);
}

TEST(MasterList, OrdersAllRightListsAlike) {
  Values values = {{"left", 60}, {"right", 40}, {"length", 40}, {"classes", 7}};
  const Preferences made = make_preferences("master_list", values, 3);
  EXPECT_NE(list_of(made, 0), list_of(made, 1));
  for (VertexId r = 60; r < 100; ++r) {
    // Classes of 8 or 9; of one class ascending.
    std::map<std::uint32_t, int> members;
    EXPECT_EQ(list_of(made, r), list_of(made, 60));
    for (std::size_t place = 0; place < 60; ++place) ++members[made.view().tie(r, place)];
    EXPECT_EQ(members.size(), 7U);
    for (const auto& entry : members) EXPECT_NEAR(entry.second, 8.5, 0.6);
  }
  for (std::size_t place = 0; place < 40; ++place) EXPECT_EQ(made.view().tie(5, place), place);
  values["classes"] = 0;
  EXPECT_TRUE(make_preferences("master_list", values, 3).ties.empty());
}

TEST(Residents, PreferPopularHospitalsWithPlaces) {
  Values values = {{"residents", 6000}, {"hospitals", 30}, {"length", 3}, {"places", 17}};
  const auto longest_lists = [&](double exponent) {
    values["exponent"] = exponent;
    const Preferences made = make_preferences("residents", values, 3);
    std::vector<std::size_t> lengths;
    for (VertexId h = 6000; h < 6030; ++h) {
      lengths.push_back(list_of(made, h).size());
      EXPECT_EQ(made.view().capacity(h), 17U);
    }
    for (VertexId r = 0; r < 6000; ++r) {
      EXPECT_EQ(made.view().capacity(r), 1U);
      EXPECT_EQ(list_of(made, r).size(), 3U);
    }
    std::ranges::sort(lengths, std::greater<>());
    return lengths;
  };
  EXPECT_LT(longest_lists(0).front(), 720U);
  EXPECT_GT(longest_lists(0).back(), 480U);
  const auto popular = longest_lists(1);
  EXPECT_GT(popular[0], popular[9] * 2);
  EXPECT_GT(popular[0], 2500U);
  // Hardly any but the first one is drawn: the next popular ones fill up the lists.
  const auto filled_up = longest_lists(8);
  EXPECT_EQ(filled_up[0], 6000U);
  EXPECT_GT(filled_up[2], 5900U);
}

TEST(EuclideanMarriage, ListsWhatIsNearest) {
  for (const std::uint64_t right : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{200}}) {
    for (const std::uint64_t length :
         {std::uint64_t{0}, std::uint64_t{1}, std::min<std::uint64_t>(20, right), right}) {
      constexpr VertexId k_left = 150;
      const Values values = {{"left", k_left},
                             {"right", static_cast<double>(right)},
                             {"length", static_cast<double>(length)}};
      const Preferences made = make_preferences("euclidean_marriage", values, 5);
      const auto points = detail::generate::random_points(Context({.threads = 1}), k_left + right,
                                                          5, detail::generate::Numbering::random);
      const auto by_distance = [&](VertexId of) {
        return [&points, of](VertexId a, VertexId b) {
          const auto to_a = squared_distance(points[of], points[a]);
          const auto to_b = squared_distance(points[of], points[b]);
          return to_a != to_b ? to_a < to_b : a < b;
        };
      };
      for (VertexId l = 0; l < k_left; ++l) {
        List all(right);
        std::iota(all.begin(), all.end(), k_left);
        std::ranges::sort(all, by_distance(l));
        all.resize(length);
        EXPECT_EQ(list_of(made, l), all) << right << ' ' << length;
      }
      for (VertexId r = k_left; r < made.num_agents(); ++r) {
        const List list = list_of(made, r);
        EXPECT_TRUE(std::ranges::is_sorted(list, by_distance(r)));
      }
    }
  }
}

TEST(Roommates, ListEachOther) {
  const Preferences complete = make_preferences("roommates", {{"n", 40}, {"length", 39}}, 3);
  for (VertexId agent = 0; agent < 40; ++agent) {
    EXPECT_EQ(list_of(complete, agent).size(), 39U);
    EXPECT_FALSE(std::ranges::is_sorted(list_of(complete, agent)));
  }
  const Preferences sparse = make_preferences("roommates", {{"n", 501}, {"length", 5}}, 3);
  EXPECT_EQ(sparse.partners.size(), 2U * (501 * 5 / 2));
  EXPECT_EQ(sparse.num_left, 501U);
}

std::string refusal_of_preferences(const std::string& family, const Values& values, ErrorCode code,
                                   const ContextOptions& options = {.threads = 1}) {
  try {
    static_cast<void>(preferences(Context(options), family, values));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(PreferenceFamilies, RefuseWrongParameters) {
  const auto expect = [](const std::string& family, const Values& values, const std::string& text) {
    const std::string message = refusal_of_preferences(family, values, ErrorCode::invalid_option);
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  expect("malows", {}, "no family of preferences `malows`; there are: easy_marriage, ");
  expect("easy_marriage", {{"n", 0}}, "`n` is 0, must be a whole number in 1 .. 2147483647");
  expect("easy_marriage", {{"m", 3}}, "no parameter `m`; there are: n, left_ties, right_ties");
  expect("random_marriage", {{"missing", 101}}, "`missing` is 101, must");
  expect("random_marriage", {{"left", 4e9}, {"right", 4e9}}, "8000000000 vertices, at most");
  expect("master_list", {{"right", 9}}, "`length` is 10, must be at most `right`, which is 9");
  expect("master_list", {{"left", 9}, {"classes", 10}}, "`classes` is 10, must be at most `left`");
  expect("residents", {{"hospitals", 9}}, "`length` is 10, must be at most `hospitals`");
  expect("euclidean_marriage", {{"right", 9}}, "`length` is 10, must be at most `right`");
  expect("roommates", {{"n", 10}}, "`length` is 10, must be below `n`, which is 10");
}

TEST(PreferenceFamilies, RefuseWhatCannotFitInMemory) {
  const std::map<std::string, Values> huge = {
      {"hard_marriage", {{"n", 2e9}}},
      {"random_marriage", {{"left", 2e9}, {"right", 2e9}}},
      {"mallows", {{"left", 2e9}, {"right", 2e9}}},
      {"master_list", {{"left", 2e9}, {"right", 2e9}, {"length", 1e6}}},
      {"residents", {{"residents", 2e9}, {"hospitals", 2e9}, {"length", 1e6}}},
      {"euclidean_marriage", {{"left", 2e9}, {"right", 2e9}, {"length", 1e6}}},
      {"roommates", {{"n", 4e9}, {"length", 1e6}}}};
  for (const auto& [family, values] : huge) {
    const std::string message = refusal_of_preferences(family, values, ErrorCode::resources);
    EXPECT_NE(message.find("bytes of instance"), std::string::npos) << family << ": " << message;
  }
}

TEST(PreferenceFamilies, StopOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  for (const PreferenceFamilyInfo& family : preference_families()) {
    EXPECT_NE(refusal_of_preferences(family.name, {}, ErrorCode::cancelled,
                                     {.threads = 1, .stop = stop.get_token()}),
              "accepted")
        << family.name;
  }
}

}  // namespace
}  // namespace hypermatch::generate
