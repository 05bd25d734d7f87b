// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that matches rows and columns.
#include <algorithm>
#include <string>

#include "find.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"

namespace hypermatch::registry {

namespace {

struct HostCall {
  std::string_view name;
  BipartiteMatching (*call)(const Context&, const BipartiteView&, const BipartiteOptions&);
};
constexpr HostCall k_host_calls[] = {
    {"maximum_matching", maximum_matching},
    {"hopcroft_karp", hopcroft_karp},
    {"hkdw", hkdw},
    {"pfp", pfp},
    {"p_hk", p_hk},
    {"p_pfp", p_pfp},
    {"p_dbfs", p_dbfs},
    {"ms_bfs_graft", ms_bfs_graft},
};

struct DeviceCall {
  std::string_view name;
  BipartiteMatching (*call)(const DeviceContext&, const BipartiteView&,
                            const DeviceBipartiteOptions&);
};
constexpr DeviceCall k_device_calls[] = {{"ms_bfs", ms_bfs}, {"apfb", apfb}, {"apsb", apsb}};

DeviceBipartiteOptions device_options(const AlgorithmInfo& algorithm,
                                      const BipartiteOptions& options) {
  DeviceBipartiteOptions result{.start = options.start, .seed = options.seed};
  if (algorithm.variant.starts_with("gpubfs") && !algorithm.variant.starts_with("gpubfs_wr")) {
    result.kernel = LevelKernel::gpubfs;
  }
  if (algorithm.variant.ends_with("_mt")) result.layout = ThreadLayout::mt;
  return result;
}

[[noreturn]] void fail_to_call(const AlgorithmInfo& algorithm) {
  throw Error(ErrorCode::internal, full_name(algorithm) + " is listed, but nothing calls it");
}

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
  if (request.algorithm.empty()) {
    // What is best on the host need not run on a device.
    for (const AlgorithmInfo& algorithm : algorithms(k_bipartite_matching)) {
      if (runs_on_cuda(algorithm) && keeps(algorithm, request.determinism)) return algorithm;
    }
  }
  return require_device(find(request), request.variant);
}

const AlgorithmInfo& find_on_host(const BipartiteRequest& request) {
  const AlgorithmInfo& algorithm = find(request);
  if (!runs_on_host(algorithm)) refuse(full_name(algorithm) + " runs on cuda only");
  return algorithm;
}

BipartiteMatching match(const Context& context, const BipartiteView& bipartite,
                        const BipartiteRequest& request) {
  const AlgorithmInfo& algorithm = find_on_host(request);
  for (const HostCall& named : k_host_calls) {
    if (named.name == algorithm.name) return named.call(context, bipartite, request.options);
  }
  fail_to_call(algorithm);
}

BipartiteMatching match(const DeviceContext& context, const BipartiteView& bipartite,
                        const BipartiteRequest& request) {
  const AlgorithmInfo& algorithm = find_on_device(request);
  for (const DeviceCall& named : k_device_calls) {
    if (named.name != algorithm.name) continue;
    return named.call(context, bipartite, device_options(algorithm, request.options));
  }
  fail_to_call(algorithm);
}

}  // namespace hypermatch::registry
