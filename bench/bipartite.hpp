// SPDX-License-Identifier: MIT
// Maximum matchings of rows and columns: every algorithm and every start on every instance.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "instances/instances.hpp"

namespace hypermatch::bench {

using BipartiteAlgorithm = BipartiteMatching(const Context&, const BipartiteView&,
                                             const BipartiteOptions&);

struct BipartiteSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  double limit = 60;  ///< seconds, after which an algorithm is given up
  std::vector<std::string> instances;
};

/// Prints three tables, a row an instance: times of what runs on one core, with the default's as a
/// multiple of the best other one; times on several threads as multiples of the default's; and what
/// starts match and cost. Fails if sizes differ. Returns an exit code.
int bipartite(const BipartiteSettings& settings);

/// Prints every instance on which the default on one core takes over 1.2 times as long as the best
/// of the algorithms on one core from the starts on one core, least times of interleaved runs.
/// Fails if sizes differ. Returns an exit code.
int bipartite_default(const BipartiteSettings& settings);

/// Generates or reads rows and columns; after a leading `permuted `, with random numbers for both.
[[nodiscard]] NamedBipartite load_matrix(const Context& context, std::string spec);

/// The instances that the figures are made of: families, and real matrices and graphs of the folder
/// (none if it is absent). A leading `permuted ` stands for random numbers of rows and columns.
[[nodiscard]] std::vector<std::string> standard_bipartite(const std::string& data_folder);

}  // namespace hypermatch::bench
