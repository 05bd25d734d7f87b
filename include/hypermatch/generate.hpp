// SPDX-License-Identifier: MIT
// Instance families, each a pure function of its parameters and seed, the same on any number of
// threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/instance.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::generate {

/// One parameter of a family; all are whole numbers.
struct ParameterInfo {
  const char* name;
  const char* description;
  double default_value;
  double minimum;
  double maximum;
};

/// A family of instances.
struct FamilyInfo {
  const char* name;  ///< as `hypermatch generate NAME` takes it; no two families share one
  const char* description;
  std::span<const ParameterInfo> parameters;
  InstanceKind kind;     ///< of its instances
  bool has_communities;  ///< `communities` knows the planted ones
};

/// All families, in the order of the documentation.
[[nodiscard]] std::span<const FamilyInfo> families();

/// Generates an instance of a family; parameters that are not given take their defaults. The same
/// bytes for the same parameters and seed, on any machine and number of threads. Only integer
/// arithmetic and exactly rounded floating-point operations decide.
/// @throws Error{invalid_option} naming the family or parameter, its value and its range;
/// Error{resources} if the instance cannot fit in memory; Error{cancelled}
[[nodiscard]] AnyInstance instance(const Context& context, const std::string& family,
                                   const std::map<std::string, double>& parameters,
                                   std::uint64_t seed = 0);

/// `instance` of a family of hypergraphs. @throws Error{invalid_option} for other families, too
[[nodiscard]] Hypergraph hypergraph(const Context& context, const std::string& family,
                                    const std::map<std::string, double>& parameters,
                                    std::uint64_t seed = 0);

/// `instance` of a family of graphs. Edges have u < v and ascend by (u, v), which is the order that
/// a METIS file of the graph has: written and read again, an instance keeps its edges'
/// numbers. @throws Error{invalid_option} for other families, too
[[nodiscard]] EdgeList graph(const Context& context, const std::string& family,
                             const std::map<std::string, double>& parameters,
                             std::uint64_t seed = 0);

/// `instance` of a family of bipartite graphs. The columns of each row are distinct and ascend.
/// @throws Error{invalid_option} for other families, too
[[nodiscard]] Bipartite bipartite(const Context& context, const std::string& family,
                                  const std::map<std::string, double>& parameters,
                                  std::uint64_t seed = 0);

/// The planted communities of `instance`, to compare found ones with: the community of each vertex,
/// numbers below the number of communities. @throws Error{invalid_option} as `instance`, and for
/// families without communities; Error{resources, cancelled}
[[nodiscard]] Array<VertexId> communities(const Context& context, const std::string& family,
                                          const std::map<std::string, double>& parameters,
                                          std::uint64_t seed = 0);

/// Replaces the weights by `unit` (none) or `random:LO..HI[:S]`.
/// w(e) = LO + splitmix64(e + S * 0xD1342543DE82EF95) mod (HI - LO + 1), S = 0 unless given; the
/// weights are int32 if LO and HI are, else int64. `first` is the number of the first edge.
/// @throws Error{invalid_option} if `spec` is neither
void assign_weights(const Context& context, Weights& weights, EdgeId num_edges,
                    const std::string& spec, std::uint64_t first = 0);

/// The edges of `source` with the weights that `assign_weights` would give them; never holds them.
/// @throws Error{invalid_option} for a malformed `spec`
[[nodiscard]] std::unique_ptr<EdgeStream> reweighted(std::unique_ptr<EdgeStream> source,
                                                     const std::string& spec);

}  // namespace hypermatch::generate
