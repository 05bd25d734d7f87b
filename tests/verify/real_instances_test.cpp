// SPDX-License-Identifier: MIT
// Instances from elsewhere, where the folder HYPERMATCH_DATA_DIR holds them: bounds against
// optima that a MILP solver proved, and ratios against the guarantee 1/d.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_matching.hpp"

#if !defined(HYPERMATCH_DATA_DIR)
#define HYPERMATCH_DATA_DIR "../shared/data"
#endif

namespace hypermatch::verify {
namespace {

struct RealInstance {
  const char* path;
  double weight;       // largest of all matchings; 0: not proven
  double cardinality;  // the same
  double gap;          // what the bound may exceed the optimum by: little more than it did
};

const RealInstance k_real_instances[] = {
    {"hgr-ispd98/ibm01.hgr", 0, 4337, 1.06},
    {"hgr-setpacking/air03.hgr", 1471922, 121, 1.01},
    {"hgr-setpacking/air05.hgr", 70940, 112, 1.03},
    {"hgr-setpacking/pb_100rnd0100.hgr", 372, 32, 1.60},
    {"hgr-setpacking/rail507.hgr", 250, 186, 1.06},
    {"hgr-setpacking/sppnw19.hgr", 387194, 40, 1.02},
    {"hgr-social/contact-high-school.hgr", 63810, 163, 1.03},
    {"kidney/100-random-weights.cycles3.hgr", 19, 10, 1.20},
    {"kidney/MD-00001-00000100.cycles3.hgr", 37, 16, 1.10},
    {"hgr-sat/freetz.primal.hgr", 0, 0, 0},
    {"hgr-social/walmart-trips.hgr", 0, 0, 0},
};

TEST(RealInstances, BoundsHoldAndBeatTheGuarantee) {
  const char* given = std::getenv("HYPERMATCH_DATA_DIR");
  const std::filesystem::path folder = given != nullptr ? given : HYPERMATCH_DATA_DIR;
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const Context context({.threads = 1});
  int seen = 0;
  for (const RealInstance& instance : k_real_instances) {
    const std::filesystem::path file = folder / (std::string(instance.path) + ".zst");
    if (!std::filesystem::exists(file)) {
      std::cout << "note: " << instance.path << " is not there, left out\n";
      continue;
    }
    ++seen;
    const io::Instance read = io::read(context, file.string());
    const HypergraphView hypergraph = std::get<Hypergraph>(read.data).view();
    std::uint64_t largest = 0;
    for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
      largest = std::max(largest, hypergraph.edge_size(e));
    }
    for (const Objective objective : {Objective::weight, Objective::cardinality}) {
      for (const Rating rating : {Rating::weight, Rating::weight_per_pin}) {
        const OrderOptions order = {.rating = rating, .objective = objective};
        const HypergraphMatching matching = greedy(context, hypergraph, {.order = order});
        const std::vector<std::uint64_t> ids(matching.edges.begin(), matching.edges.end());
        const MatchingVerdict verdict =
            check_matching(context, hypergraph, ids, {.order = order, .greedy = true});
        EXPECT_TRUE(verdict.ok) << instance.path << ": " << verdict.violation;
        EXPECT_GT(verdict.certified_ratio * static_cast<double>(largest), 1.0) << instance.path;
        const double optimum =
            objective == Objective::weight ? instance.weight : instance.cardinality;
        if (optimum == 0) continue;
        EXPECT_GE(verdict.upper_bound, optimum) << instance.path;
        EXPECT_LE(verdict.upper_bound, optimum * instance.gap) << instance.path;
      }
    }
  }
  if (seen == 0) GTEST_SKIP() << "none of the files is in " << folder;
}

// 177 reviewers, 118 papers, affinities in millionths: what HiGHS finds as a linear program.
TEST(RealInstances, PapersToReviewers) {
  const char* given = std::getenv("HYPERMATCH_DATA_DIR");
  const std::filesystem::path folder = given != nullptr ? given : HYPERMATCH_DATA_DIR;
  const std::filesystem::path file = folder / "bip-bmatching/midl_reviewer_paper.mtx.zst";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no file " << file;
  struct Case {
    std::uint32_t row_lower, row_upper, per_paper;
    double weight;
  };
  const Context context({.threads = 1});
  io::ReadOptions as_rows;
  as_rows.as = io::Interpretation::bipartite;
  as_rows.entry_weights = io::EntryWeights::keep;
  const io::Instance read = io::read(context, file.string(), as_rows);
  const Weights& values = read.entry_weights;
  const BipartiteView graph = read.bipartite().view();
  for (const Case& asked :
       {Case{0, 4, 3, 201.884878}, Case{1, 4, 3, 186.459931}, Case{2, 4, 3, 150.043126},
        Case{0, 2, 3, 150.043126}, Case{1, 6, 2, 125.971513}}) {
    const PairBounds bounds = {.row_lower = {.common = asked.row_lower},
                               .row_upper = {.common = asked.row_upper},
                               .column_lower = {.common = asked.per_paper},
                               .column_upper = {.common = asked.per_paper}};
    const auto found = b_assignment(context, graph, view_of(values), {.bounds = bounds});
    const auto* const answer = std::get_if<BAssignment>(&found);
    ASSERT_NE(answer, nullptr) << asked.weight;
    EXPECT_NEAR(answer->value.weight, asked.weight, 1e-6);
    const BAssignmentVerdict verdict =
        check_b_assignment(context, graph, view_of(values), answer->pairs,
                           {.bounds = bounds,
                            .maximum = true,
                            .row_duals = answer->row_duals,
                            .column_duals = answer->column_duals});
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    const CapacityUse use = use_of(bounds, graph, answer->pairs);
    EXPECT_EQ(use.capacity, 177 * asked.row_upper + 118 * asked.per_paper);
    EXPECT_GE(use.saturated, 118U);  // the papers
  }
  // Each reviewer takes one paper, but each paper needs three.
  const PairBounds too_few = {.column_lower = {.common = 3}, .column_upper = {.common = 3}};
  const auto none = b_assignment(context, graph, view_of(values), {.bounds = too_few});
  const auto* const cut = std::get_if<ViolatedCut>(&none);
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(cut->demand, 3U * 118);
  EXPECT_EQ(cut->supply(), 177U);
}

}  // namespace
}  // namespace hypermatch::verify
