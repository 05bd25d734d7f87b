// SPDX-License-Identifier: MIT
// Instances that tests run over, with the names that messages have.
#pragma once

#include <string>

#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::test {

struct NamedGraph {
  std::string name;
  EdgeList graph;
};

struct NamedInstance {
  std::string name;
  Hypergraph hypergraph;
};

}  // namespace hypermatch::test
