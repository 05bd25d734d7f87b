// SPDX-License-Identifier: MIT
// Stable matchings on a device: the pairs and the number of proposals of the cores, from both
// kernels, for both sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/device_stable_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

using Lists = std::vector<std::vector<VertexId>>;

// Partners of left agents by their numbers on the right, and the other way round.
Preferences preferences_of(const Lists& left, const Lists& right,
                           const std::vector<std::uint32_t>& right_capacities = {}) {
  Preferences all;
  all.num_left = static_cast<VertexId>(left.size());
  all.offsets.push_back(0);
  for (const auto& list : left) {
    for (const VertexId r : list) all.partners.push_back(all.num_left + r);
    all.offsets.push_back(all.partners.size());
  }
  for (const auto& list : right) {
    for (const VertexId l : list) all.partners.push_back(l);
    all.offsets.push_back(all.partners.size());
  }
  if (!right_capacities.empty()) {
    for (std::size_t l = 0; l < left.size(); ++l) all.capacities.push_back(1);
    for (const std::uint32_t places : right_capacities) all.capacities.push_back(places);
  }
  return all;
}

// Each of a side has the same list.
Preferences equal_lists(VertexId n) {
  std::vector<VertexId> list(n);
  for (VertexId i = 0; i < n; ++i) list[i] = i;
  return preferences_of(Lists(n, list), Lists(n, list));
}

// All want one receiver first, and have one more, of which there are few.
Preferences one_popular_receiver(VertexId n) {
  Lists left(n);
  Lists right(8);
  for (VertexId l = 0; l < n; ++l) {
    left[l] = {0, 1 + l % 7};
    right[0].push_back(n - 1 - l);
    right[1 + l % 7].push_back(l);
  }
  return preferences_of(left, right);
}

// Agent n takes the place of agent 0, who takes that of agent 1, and so on: a chain of n.
Preferences displacement_chain(VertexId n) {
  Lists left(n + std::size_t{1});
  Lists right(n + std::size_t{1});
  for (VertexId l = 0; l < n; ++l) left[l] = {l, l + 1};
  left[n] = {0};
  right[0] = {n, 0};
  for (VertexId r = 1; r < n; ++r) right[r] = {r - 1, r};
  right[n] = {n - 1};
  return preferences_of(left, right);
}

// Left agents list three right ones each, of which some do not list them; some lists are empty.
Preferences one_sided_entries(VertexId n, std::uint64_t seed) {
  using detail::base::below;
  using detail::base::hash;
  Lists left(n);
  Lists right(n);
  for (VertexId l = 0; l < n; ++l) {
    if (l % 11 == 3) continue;
    for (std::uint64_t i = 0; i < 3; ++i) {
      const auto r = static_cast<VertexId>(below(hash(seed, l, i), n));
      if (std::find(left[l].begin(), left[l].end(), r) != left[l].end()) continue;
      if (i != 1 || l % 3 != 0) left[l].push_back(r);
      if (i != 2 || l % 5 != 0) right[r].insert(right[r].begin(), l);
    }
  }
  for (auto& list : right) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return preferences_of(left, right);
}

class DeviceStable : public test::OnDevice {
 protected:
  void expect_same(const Preferences& preferences, const std::string& about,
                   std::uint64_t seed = 0) const {
    for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
      expect_same(preferences, side, about, seed);
    }
  }
  void expect_same(const Preferences& preferences, OptimalSide side, const std::string& about,
                   std::uint64_t seed = 0) const {
    const StableMatching truth =
        mcvitie_wilson(host_, preferences.view(), {.optimal = side, .seed = seed});
    for (const ChainKernel kernel : {ChainKernel::look_ahead, ChainKernel::thread_per_proposer}) {
      SCOPED_TRACE(about + (side == OptimalSide::left ? ", left" : ", right") +
                   (kernel == ChainKernel::look_ahead ? ", look_ahead" : ", thread_per_proposer"));
      const StableMatching found = mcvitie_wilson(
          device(), preferences.view(), {.optimal = side, .seed = seed, .kernel = kernel});
      ASSERT_EQ(found.pairs.size(), truth.pairs.size());
      ASSERT_TRUE(found.pairs == truth.pairs);
      ASSERT_EQ(found.proposals, truth.proposals);
      ASSERT_EQ(found.dropped, truth.dropped);
    }
  }
  [[nodiscard]] Preferences family(const std::string& name,
                                   const std::map<std::string, double>& parameters,
                                   std::uint64_t seed) const {
    return generate::preferences(host_, name, parameters, seed);
  }
  static ErrorCode code_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  }

  const Context host_{{.threads = 2}};
};

using DeviceStableSmall = DeviceStable;

TEST_F(DeviceStableSmall, NothingOrAlmostNothing) {
  expect_same(Preferences{}, "no agents");
  expect_same(preferences_of(Lists(3), Lists(2)), "empty lists");
  expect_same(preferences_of(Lists(3), Lists(0)), "no right agents");
  expect_same(preferences_of({{0}}, {{0}}), "one pair");
  expect_same(preferences_of({{0}}, {{}}), "one entry, of one side");
  expect_same(preferences_of({{0}, {0}}, {{0, 1}}, {0}), OptimalSide::left, "no places");
}

TEST_F(DeviceStableSmall, SmallOnesForSanitizers) {
  expect_same(equal_lists(40), "equal lists");
  expect_same(displacement_chain(60), "chain");
  expect_same(one_popular_receiver(90), "popular receiver");
  expect_same(one_sided_entries(100, 1), "one-sided entries");
  expect_same(family("easy_marriage", {{"n", 300}}, 1), "easy");
  expect_same(family("random_marriage", {{"left", 50}, {"right", 60}, {"missing", 20}}, 1),
              "random");
  expect_same(
      family("residents", {{"residents", 200}, {"hospitals", 10}, {"length", 5}, {"places", 7}}, 1),
      "residents");
  expect_same(family("easy_marriage", {{"n", 200}, {"left_ties", 50}, {"right_ties", 50}}, 2),
              "ties", 3);
}

TEST_F(DeviceStable, FamiliesHaveTheBytesOfTheHost) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    expect_same(family("easy_marriage", {{"n", 5000}}, seed), "easy");
    expect_same(family("hard_marriage", {{"n", 300}}, seed), "hard");
    expect_same(family("random_marriage", {{"left", 400}, {"right", 400}}, seed), "uniform");
    expect_same(family("random_marriage", {{"left", 500}, {"right", 300}, {"missing", 60}}, seed),
                "missing pairs");
    for (const double dispersion : {0.0, 50.0, 95.0}) {
      expect_same(
          family("mallows", {{"left", 300}, {"right", 200}, {"dispersion", dispersion}}, seed),
          "mallows");
    }
    expect_same(family("master_list", {{"left", 3000}, {"right", 2000}}, seed), "master list");
    expect_same(family("euclidean_marriage", {{"left", 2000}, {"right", 2500}}, seed), "euclidean");
    expect_same(one_sided_entries(3000, seed), "one-sided entries");
  }
}

TEST_F(DeviceStable, TiesAreBrokenAsOnTheHost) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    expect_same(family("easy_marriage", {{"n", 2000}, {"left_ties", 40}, {"right_ties", 60}}, seed),
                "ties", seed);
    expect_same(
        family("random_marriage",
               {{"left", 200}, {"right", 300}, {"left_ties", 90}, {"right_ties", 10}}, seed),
        "ties of long lists", seed);
  }
}

TEST_F(DeviceStable, LongChainsAndContention) {
  expect_same(displacement_chain(100'000), "chain");
  expect_same(equal_lists(1000), "equal lists");
  expect_same(one_popular_receiver(100'000), "popular receiver");
}

TEST_F(DeviceStable, ReceiversHaveCapacities) {
  for (const double places : {0.0, 1.0, 3.0, 100.0}) {
    expect_same(family("residents",
                       {{"residents", 5000},
                        {"hospitals", 60},
                        {"length", 8},
                        {"places", places},
                        {"exponent", 1}},
                       1),
                OptimalSide::left, "residents, " + std::to_string(places) + " places");
  }
  // Capacities of all sizes, in both orders of preference.
  Lists left(600);
  Lists right(5);
  for (VertexId l = 0; l < 600; ++l) {
    for (VertexId r = 0; r < 5; ++r) left[l].push_back((r + l) % 5);
    for (VertexId r = 0; r < 5; ++r) right[r].push_back(r % 2 == 0 ? l : 599 - l);
  }
  expect_same(preferences_of(left, right, {0, 1, 200, 37, 600}), OptimalSide::left, "all sizes");
}

TEST_F(DeviceStable, ProposersHaveCapacities) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Preferences many =
        family("random_marriage", {{"left", 300}, {"right", 200}, {"missing", 50}}, seed);
    for (VertexId x = 0; x < many.num_agents(); ++x) {
      many.capacities.push_back(static_cast<std::uint32_t>(detail::base::hash(seed, x) % 6));
    }
    expect_same(many, "many to many");
    expect_same(
        family("residents", {{"residents", 2000}, {"hospitals", 40}, {"length", 8}, {"places", 30}},
               seed),
        "hospitals propose");
    Preferences tied = family("residents",
                              {{"residents", 500},
                               {"hospitals", 20},
                               {"places", 9},
                               {"left_ties", 40},
                               {"right_ties", 40}},
                              seed);
    expect_same(tied, "hospitals propose, ties");
  }
}

TEST_F(DeviceStable, PreparedListsServeManyCalls) {
  const Preferences preferences = family("easy_marriage", {{"n", 3000}}, 7);
  const DeviceProposers lists = prepare(device(), preferences.view());
  EXPECT_EQ(lists.num_proposers, 3000U);
  EXPECT_EQ(lists.dropped, 0U);
  DeviceWorkspace workspace;
  const DeviceStableMatching first = mcvitie_wilson(device(), lists.view(), {}, workspace);
  const std::vector<VertexId> mates = download(device(), first.mates);
  const std::uint64_t bytes = workspace.size();
  const DeviceStableMatching second = mcvitie_wilson(device(), lists.view(), {}, workspace);
  EXPECT_EQ(download(device(), second.mates), mates);
  EXPECT_EQ(workspace.size(), bytes);
  EXPECT_EQ(second.proposals, first.proposals);
  // What the header promises, and a little.
  EXPECT_LE(bytes, 8U * 3000 + 4U * 3000 + lists.entries.size() / 8 + 2048U);
}

TEST_F(DeviceStable, ListsOnTheDeviceArePreparedThere) {
  const Preferences preferences = one_sided_entries(2000, 5);
  const DevicePreferences lists = upload(device(), preferences.view());
  DeviceWorkspace workspace;
  for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
    const DeviceStableOptions options{.optimal = side};
    const DeviceProposers prepared = prepare(device(), lists.view(), options, workspace);
    const StableMatching truth = mcvitie_wilson(host_, preferences.view(), {.optimal = side});
    EXPECT_EQ(prepared.dropped, truth.dropped);
    EXPECT_GT(prepared.dropped, 0U);
    DeviceWorkspace own;
    const DeviceStableMatching found = mcvitie_wilson(device(), prepared.view(), options, own);
    EXPECT_EQ(found.proposals, truth.proposals);
    const auto mates = download(device(), found.mates);
    EXPECT_EQ(
        mates.size() - static_cast<std::size_t>(std::count(mates.begin(), mates.end(), k_none)),
        truth.pairs.size());
  }
}

// Complete lists of which each side has one in common, against the same lists written out.
void expect_shared(const DeviceContext& device, const Context& host, VertexId proposers,
                   VertexId receivers, std::uint64_t seed) {
  const auto order_of = [](VertexId size, std::uint64_t key) {
    std::vector<VertexId> order(size);
    for (VertexId i = 0; i < size; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](VertexId a, VertexId b) {
      return detail::base::hash(key, a) < detail::base::hash(key, b);
    });
    return order;
  };
  const std::vector<VertexId> of_left = order_of(receivers, seed);
  const std::vector<VertexId> of_right = order_of(proposers, seed + 1);
  const Preferences same = preferences_of(Lists(proposers, of_left), Lists(receivers, of_right));
  const StableMatching truth = mcvitie_wilson(host, same.view());
  const DeviceSharedProposers lists = share(device, of_left, of_right);
  for (const ChainKernel kernel : {ChainKernel::look_ahead, ChainKernel::thread_per_proposer}) {
    DeviceWorkspace workspace;
    const DeviceStableMatching found =
        mcvitie_wilson(device, lists.view(), {.kernel = kernel}, workspace);
    EXPECT_EQ(found.proposals, truth.proposals);
    std::vector<VertexId> mates(proposers, k_none);
    for (const GraphEdge& pair : truth.pairs) mates[pair.u] = pair.v - proposers;
    ASSERT_EQ(download(device, found.mates), mates) << proposers << " and " << receivers;
  }
}

TEST_F(DeviceStableSmall, SharedListsForSanitizers) {
  expect_shared(device(), host_, 0, 3, 1);
  expect_shared(device(), host_, 3, 0, 1);
  expect_shared(device(), host_, 1, 1, 1);
  expect_shared(device(), host_, 70, 50, 2);
}

TEST_F(DeviceStable, SharedListsAreTheSameWrittenOut) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    expect_shared(device(), host_, 700, 700, seed);
    expect_shared(device(), host_, 900, 500, seed);
    expect_shared(device(), host_, 64, 1100, seed);
  }
  const std::vector<VertexId> twice = {0, 1, 1};
  const std::vector<VertexId> beyond = {0, 3, 1};
  const std::vector<VertexId> right = {2, 0, 1};
  EXPECT_EQ(code_of([&] { (void)share(device(), twice, right); }), ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] { (void)share(device(), right, beyond); }), ErrorCode::invalid_input);
}

TEST_F(DeviceStable, RefusesWhatItCannotServe) {
  Preferences several = preferences_of({{0, 1}, {0, 1}}, {{0, 1}, {0, 1}}, {2, 1});
  // A receiver of more places than a device serves: the host solves that.
  const std::vector<VertexId> all = [] {
    std::vector<VertexId> agents(5000);
    for (VertexId i = 0; i < agents.size(); ++i) agents[i] = i;
    return agents;
  }();
  const Preferences crowd = preferences_of(Lists(all.size(), {0}), {all}, {4999});
  EXPECT_EQ(code_of([&] { (void)prepare(device(), crowd.view()); }), ErrorCode::unsupported);
  expect_same(crowd, OptimalSide::left, "more places than a device serves");
  Preferences one_side = preferences_of({{}, {}}, {});
  one_side.sides = Sides::one;
  EXPECT_EQ(code_of([&] { (void)mcvitie_wilson(device(), one_side.view()); }),
            ErrorCode::invalid_option);
  EXPECT_EQ(code_of([&] {
              (void)mcvitie_wilson(device(), several.view(),
                                   {.kernel = static_cast<ChainKernel>(9)});
            }),
            ErrorCode::invalid_option);
  DeviceWorkspace workspace;
  DeviceProposersView wrong;
  wrong.num_proposers = 3;
  EXPECT_EQ(code_of([&] { (void)mcvitie_wilson(device(), wrong, {}, workspace); }),
            ErrorCode::invalid_input);
  std::stop_source stop;
  stop.request_stop();
  const DeviceContext stopped({.stop = stop.get_token()});
  EXPECT_EQ(code_of([&] { (void)mcvitie_wilson(stopped, several.view()); }), ErrorCode::cancelled);
}

}  // namespace
}  // namespace hypermatch
