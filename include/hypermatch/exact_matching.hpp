// SPDX-License-Identifier: MIT
// Exact matchings of graphs: the heaviest one, the heaviest or cheapest of the largest ones or of
// the perfect ones, or a largest one, each with a dual solution that proves it; where a perfect
// matching is asked for and there is none, the set of vertices that shows it (Tutte 1947, Berge
// 1958).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/matching.hpp"

namespace hypermatch {

/// The matchings that an exact one is the best of.
enum class MatchingSize {
  any,      ///< all
  largest,  ///< those of as many edges as possible
  perfect,  ///< those that leave no vertex free
};

template <>
struct EnumNames<MatchingSize> {
  static constexpr EnumName<MatchingSize> all[] = {{MatchingSize::any, "any"},
                                                   {MatchingSize::largest, "largest"},
                                                   {MatchingSize::perfect, "perfect"}};
};

struct ExactOptions {
  GraphOrder order = {};  ///< of it the objective, and `keep`: then `any` size means the largest
  Sense sense = Sense::maximize;  ///< `minimize`: weights are costs, and `any` means the largest
  MatchingSize size = MatchingSize::any;
};

/// The best matching of a graph. `matching.dual` proves it. If a perfect one is asked for and there
/// is none, no vertex has a mate, and `matching.barrier` shows why.
///
/// By weight: the primal-dual blossom algorithm (Edmonds 1965, doi:10.6028/jres.069B.013; in
/// O(n m log n) as Galil, Micali, Gabow 1986, doi:10.1137/0215009). It starts from the greedy
/// matching with its dual, makes that a heaviest half-integral one, and grows one alternating tree
/// at a time, with limits that grow in rounds. Weights are rounded to multiples of
/// `dual.weight_unit` where their bits lie too far apart or integers are too large: beyond 2^57, of
/// a largest matching less, by the number of vertices. By cardinality: phases of a breadth-first
/// forest with blossoms from all free vertices (after Edmonds 1965 and Gabow 1976,
/// doi:10.1145/321941.321942), from the edges that meet none before them in the list.
/// O(n m) at worst. One thread; the same bytes everywhere.
/// @throws Error{invalid_option} for costs with the objective cardinality, Error{invalid_input} for
/// weights that are no finite numbers, Error{unsupported} if duals leave 64 bits,
/// Error{resources, cancelled}
[[nodiscard]] GraphMatching exact(const Context& context, const EdgeListView& graph,
                                  const ExactOptions& options = {});

}  // namespace hypermatch
