// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that matches rows and columns.
#include <algorithm>
#include <string>

#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"

namespace hypermatch::registry {

namespace {

using Call = BipartiteMatching (*)(const Context&, const BipartiteView&, const BipartiteOptions&);

struct NamedCall {
  std::string_view name;
  Call call;
};
constexpr NamedCall k_calls[] = {
    {"hopcroft_karp", hopcroft_karp},
};

bool keeps(const AlgorithmInfo& algorithm, Determinism level) {
  // Levels are declared from the strictest to the loosest.
  return algorithm.determinism <= level;
}

// The default, or the first that keeps the level if that does not.
std::string_view default_name(Determinism level) {
  const auto all = algorithms(k_bipartite_matching);
  auto found = std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo& algorithm) {
    return algorithm.is_default && keeps(algorithm, level);
  });
  if (found == all.end()) {
    found = std::find_if(all.begin(), all.end(),
                         [&](const AlgorithmInfo& algorithm) { return keeps(algorithm, level); });
  }
  if (found == all.end()) {
    refuse("no algorithm for " + std::string(k_bipartite_matching) + " keeps determinism " +
           std::string(name_of(level)));
  }
  return found->name;
}

}  // namespace

const AlgorithmInfo& find(const BipartiteRequest& request) {
  const std::string_view name =
      request.algorithm.empty() ? default_name(request.determinism) : request.algorithm;
  const AlgorithmInfo& algorithm = find_by_name(k_bipartite_matching, name, request.variant);
  check_determinism(algorithm, request.determinism);
  return algorithm;
}

const AlgorithmInfo& find_on_device(const BipartiteRequest& request) {
  return require_device(find(request), request.variant);
}

BipartiteMatching match(const Context& context, const BipartiteView& bipartite,
                        const BipartiteRequest& request) {
  const AlgorithmInfo& algorithm = find(request);
  for (const NamedCall& named : k_calls) {
    if (named.name == algorithm.name) return named.call(context, bipartite, request.options);
  }
  throw Error(ErrorCode::internal, full_name(algorithm) + " is listed, but nothing calls it");
}

BipartiteMatching match(const DeviceContext&, const BipartiteView&,
                        const BipartiteRequest& request) {
  const AlgorithmInfo& algorithm = find_on_device(request);
  throw Error(ErrorCode::internal,
              full_name(algorithm) + " is listed for cuda, but nothing calls it");
}

}  // namespace hypermatch::registry
