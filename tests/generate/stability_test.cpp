// SPDX-License-Identifier: MIT
// What holds for every family of every kind: the same bytes on any number of threads, and from one
// release to the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/generate/compare.hpp"

namespace hypermatch::generate {
namespace {

using test::Words;
using Values = std::map<std::string, double>;

struct Golden {
  const char* family;
  Values values;
  bool depends_on_seed;
  std::uint64_t checksum;  // of seed 7
};

// A checksum that changes means that instances change under their names: a release note, and new
// figures wherever the family was measured.
const std::vector<Golden>& golden() {
  static const std::vector<Golden> list = {
      {"uniform", {{"n", 5000}, {"m", 9000}, {"k", 3}}, true, 0xC486F372FD0324AB},
      {"sizes", {{"n", 1000}, {"m", 5000}, {"min", 0}, {"max", 30}}, true, 0x64E6FF026CDDB772},
      {"power_law", {{"n", 10'000}, {"m", 9000}}, true, 0x395654EC1A812CD6},
      {"ksat_primal", {{"n", 1000}, {"m", 4260}}, true, 0xB4E4D2DF547AB392},
      {"ksat_dual", {{"n", 1000}, {"m", 4260}}, true, 0x7B55EE289B074FE8},
      {"ksat_literal", {{"n", 1000}, {"m", 4260}}, true, 0xA5F5251094CEE4F3},
      {"stencil7", {{"x", 13}, {"y", 17}, {"z", 19}}, false, 0xEA683C6A8AE91768},
      {"stencil27", {{"x", 13}, {"y", 17}, {"z", 19}}, false, 0x1B531671206F09E6},
      {"chain", {{"m", 9000}, {"d", 3}, {"shuffle", 1}}, true, 0x17DDA4EFD6A59118},
      {"tight", {{"d", 7}, {"copies", 1000}}, false, 0xA74D35A69834C34B},
      {"delaunay", {{"n", 9000}}, true, 0x98862CB002990991},
      {"delaunay", {{"n", 9000}, {"shuffle", 0}, {"weights", 1}}, true, 0xB9EAC075DA426EA7},
      {"rgg", {{"n", 9000}}, true, 0x412A220A5DE5111},
      {"rgg", {{"n", 9000}, {"shuffle", 1}, {"weights", 2}}, true, 0xFE2AF496DD15282B},
      {"random_graph", {{"n", 5000}}, true, 0xE7945522D87BFC31},
      {"rmat", {{"scale", 11}}, true, 0xDAD3C5945DE0CCE0},
      {"rmat", {{"scale", 11}, {"shuffle", 0}, {"weights", 1}}, true, 0xDA4F150324FD8B59},
      {"grid", {{"x", 60}, {"y", 70}, {"z", 2}}, false, 0x84E791AB955EB3BC},
      {"grid27", {{"x", 20}, {"y", 20}, {"z", 20}, {"shuffle", 1}}, true, 0x15B8997E36461B83},
      {"nlpkkt", {{"x", 12}, {"y", 11}, {"z", 10}}, false, 0x7C5E149BE318DD6E},
      {"road", {{"x", 90}, {"y", 80}}, true, 0x5F83BA8C31BF6360},
      {"path", {{"n", 9000}}, false, 0xEE0D577F6C7687B1},
      {"path", {{"n", 9000}, {"shuffle", 1}}, true, 0x468E5219C1176DBE},
      {"star", {{"leaves", 9000}}, false, 0x518ECB5C517D90C1},
      {"star_of_stars", {{"hubs", 90}, {"leaves", 80}, {"weights", 1}}, true, 0x49B75A48BEB9D4C1},
      {"caterpillar", {{"spine", 3000}, {"legs", 2}, {"shuffle", 1}}, true, 0xFEE0CDCD2D5AC2E3},
      {"planted_partition", {{"n", 5000}, {"communities", 60}}, true, 0xBC721C6BA69F6C36},
      {"planted_partition", {{"n", 900}, {"shuffle", 0}, {"weights", 1}}, true, 0x1537D3C222D737ED},
      {"block_model", {{"n", 5000}}, true, 0xEDBC697ABEBE4FF7},
      {"block_model", {{"n", 900}, {"shuffle", 0}, {"weights", 1}}, true, 0xD4B80B8E45A78E65},
      {"lfr", {{"n", 5000}}, true, 0x48904C1524D363DF},
      {"lfr", {{"n", 2000}, {"mixing", 60}, {"weights", 1}}, true, 0x255FC42377179231},
      {"random_bipartite", {{"rows", 3000}, {"columns", 4000}}, true, 0xA7F3EAB553D8CD8},
      {"complete_bipartite", {{"rows", 90}, {"columns", 80}}, false, 0xCFEA2C6D6235D02D},
      {"layered", {{"levels", 5000}}, false, 0x888421946E05469A},
      {"layered", {{"levels", 5000}, {"shuffle", 1}}, true, 0x8300633DC5774D21},
      {"chain_bipartite", {{"n", 5000}, {"shuffle", 1}}, true, 0xA63853B9C86AE4BA},
  };
  return list;
}

Words words(const Golden& instance, int threads, std::uint64_t seed) {
  const Context context({.threads = threads,
                         .backend = threads == 1 ? HostBackend::serial : HostBackend::std_threads});
  return Words(generate::instance(context, instance.family, instance.values, seed));
}

TEST(AllFamilies, AreTheSameFromReleaseToRelease) {
  for (const Golden& instance : golden()) {
    const std::uint64_t checksum = words(instance, 1, 7).checksum();
    EXPECT_EQ(checksum, instance.checksum)
        << instance.family << " is 0x" << std::hex << checksum << " now";
  }
}

TEST(AllFamilies, AreTheSameOnAnyNumberOfThreads) {
  for (const Golden& instance : golden()) {
    for (const int threads : {2, 7}) {
      EXPECT_TRUE(words(instance, threads, 7) == words(instance, 1, 7))
          << instance.family << " on " << threads << " threads";
    }
  }
}

TEST(AllFamilies, DependOnTheirSeedWhereTheyAreRandom) {
  for (const Golden& instance : golden()) {
    EXPECT_EQ(words(instance, 1, 7) == words(instance, 1, 8), !instance.depends_on_seed)
        << instance.family;
  }
}

TEST(AllFamilies, AreListedOnceTestedAndOfTheirKind) {
  std::set<std::string> tested, listed;
  for (const Golden& instance : golden()) tested.insert(instance.family);
  const Context context({.threads = 1});
  for (const FamilyInfo& family : families()) {
    EXPECT_TRUE(listed.insert(family.name).second) << family.name;
    if (family.kind == InstanceKind::hypergraph) continue;  // families_test.cpp has these
    const AnyInstance with_defaults = instance(context, family.name, {});
    EXPECT_EQ(with_defaults.index(), static_cast<std::size_t>(family.kind)) << family.name;
    Values values;
    for (const ParameterInfo& parameter : family.parameters) {
      EXPECT_LE(parameter.minimum, parameter.default_value);
      EXPECT_LE(parameter.default_value, parameter.maximum);
      values[parameter.name] = parameter.default_value;
    }
    EXPECT_TRUE(Words(with_defaults) == Words(instance(context, family.name, values)))
        << family.name;
  }
  EXPECT_EQ(listed, tested);
}

TEST(AllFamilies, StopOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const Context context({.threads = 1, .stop = stop.get_token()});
  // What takes long; the others may be done before they ask.
  for (const char* family :
       {"delaunay", "rgg", "random_graph", "rmat", "grid", "road", "path", "star",
        "random_bipartite", "layered", "planted_partition", "block_model", "lfr"}) {
    try {
      static_cast<void>(instance(context, family, {}));
      ADD_FAILURE() << family << " was not stopped";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled) << family;
    }
  }
}

std::string refusal(const std::string& family, const Values& values, ErrorCode code) {
  try {
    static_cast<void>(instance(Context({.threads = 1}), family, values));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(AllFamilies, RefuseWrongParameters) {
  const auto expect = [](const std::string& family, const Values& values, const std::string& text) {
    const std::string message = refusal(family, values, ErrorCode::invalid_option);
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  expect("delauney", {}, "no family `delauney`; there are: uniform, sizes");
  expect("delaunay", {{"n", 0}}, "`n` is 0, must be a whole number in 1 .. 715827882");
  expect("delaunay", {{"n", 715'827'883}}, "`n` is 715827883, must");
  expect("delaunay", {{"weights", 3}}, "`weights` is 3, must be a whole number in 0 .. 2");
  expect("rgg", {{"radius", 1}}, "no parameter `radius`; there are: n, shuffle, weights");
  expect("random_graph", {{"n", 8}, {"alpha", 4}}, "at most (n - 1) / 2, which is 3");
  expect("random_graph", {{"alpha", 0.5}}, "`alpha` is 0.5, must be a whole number");
  expect("rmat", {{"a", 60}, {"b", 30}, {"c", 11}}, "at most 100 - a - b");
  expect("rmat", {{"scale", 32}}, "`scale` is 32, must");
  expect("rmat", {{"scale", 31}}, "34359738368 edges, at most");
  expect("grid", {{"x", 1e5}, {"y", 1e5}}, "10000000000 vertices, at most");
  expect("nlpkkt", {{"x", 2e3}, {"y", 1e3}, {"z", 1e3}}, "edges, at most");
  expect("nlpkkt", {{"x", 0}}, "`x` is 0, must");
  expect("grid27", {{"x", 1e3}, {"y", 1e3}, {"z", 1e3}}, "edges, at most");
  expect("road", {{"removed", 101}}, "`removed` is 101, must");
  expect("star", {{"leaves", 4294967294.0}}, "4294967295 vertices, at most");
  expect("star_of_stars", {{"hubs", 1e5}, {"leaves", 1e5}}, "vertices, at most");
  expect("caterpillar", {{"spine", 1e5}, {"legs", 1e5}}, "vertices, at most");
  expect("planted_partition", {{"n", 9}, {"communities", 10}}, "`communities` is 10, must be");
  expect("planted_partition", {{"n", 11}, {"communities", 3}, {"degree_in", 3}},
         "`degree_in` is 3, must be below the size of the smallest community, which is 3");
  expect("planted_partition", {{"n", 9}, {"communities", 3}, {"degree_in", 1}, {"degree_out", 7}},
         "`degree_out` is 7, must be at most what all pairs between communities give, which is 6");
  expect("block_model", {{"communities", 1}}, "`mixing` is 30, must be 0 where there is one");
  expect("block_model", {{"min_degree", 501}}, "`min_degree` is 501, must be at most `max_degree`");
  expect("lfr", {{"min_degree", 201}}, "`min_degree` is 201, must be at most `max_degree`");
  expect("lfr", {{"n", 150}}, "`max_degree` is 200, must be at most `n`");
  expect("lfr", {{"min_size", 1001}}, "`min_size` is 1001, must be at most `max_size`");
  expect("lfr", {{"mixing", 101}}, "`mixing` is 101, must be");
  expect("random_bipartite", {{"columns", 3}}, "`degree` is 4, must be at most `columns`");
}

TEST(AllFamilies, NameTheCommunitiesOfThoseThatHaveSome) {
  const Context one({.threads = 1});
  const Context seven({.threads = 7, .backend = HostBackend::std_threads});
  std::set<std::string> planted;
  for (const FamilyInfo& family : families()) {
    if (!family.has_communities) {
      EXPECT_THROW((void)communities(one, family.name, {}), Error) << family.name;
      continue;
    }
    planted.insert(family.name);
    const Array<VertexId> expected = communities(one, family.name, {}, 5);
    EXPECT_EQ(expected.size(), graph(one, family.name, {}, 5).num_vertices);
    const Array<VertexId> found = communities(seven, family.name, {}, 5);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin(), found.end()));
  }
  EXPECT_EQ(planted, (std::set<std::string>{"planted_partition", "block_model", "lfr"}));
}

TEST(AllFamilies, RefuseWhatCannotFitInMemory) {
  const auto expect = [](const std::string& family, const Values& values) {
    const std::string message = refusal(family, values, ErrorCode::resources);
    EXPECT_NE(message.find("bytes of instance"), std::string::npos) << message;
  };
  expect("complete_bipartite", {{"rows", 4e9}, {"columns", 4e9}});
  expect("random_bipartite", {{"rows", 4e9}, {"columns", 4e9}, {"degree", 100'000}});
}

TEST(AllFamilies, AreRefusedAsAnotherKind) {
  const Context context({.threads = 1});
  const auto expect = [](const auto& make, const std::string& text) {
    try {
      static_cast<void>(make());
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_option);
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  };
  expect([&] { return hypergraph(context, "rgg", {}); },
         "`rgg` is of kind graph, must be of kind hypergraph: uniform, ");
  expect([&] { return graph(context, "layered", {}); },
         "`layered` is of kind bipartite, must be of kind graph: delaunay, ");
  expect([&] { return bipartite(context, "uniform", {}); },
         "`uniform` is of kind hypergraph, must be of kind bipartite: random_bipartite, ");
}

}  // namespace
}  // namespace hypermatch::generate
