// SPDX-License-Identifier: MIT
#include "device/device_cases.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "hypermatch/generate.hpp"
#include "instances/instances.hpp"

namespace hypermatch::bench {

namespace {

constexpr char k_uniform[] = "uniform:n=4000000,m=10000000,k=3";
constexpr char k_sizes[] = "sizes:n=1000000,m=10000000,min=2,max=8";
constexpr char k_ten[] = "uniform:n=10000000,m=10000000,k=10";

// Even steps through all numbers: the ranks of edges, in an order without pattern.
std::uint64_t scattered(std::uint64_t e) {
  std::uint64_t x = e * 0x9E3779B97F4A7C15ULL;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9ULL;
  return x ^ x >> 32;
}

}  // namespace

std::string DeviceCase::name() const {
  // A file goes by its name alone.
  std::string name = spec.substr(spec.find_last_of('/') + 1);
  if (weights == "unit") {
    name += ", unweighted";
  } else if (weights != "random:1..100") {
    name += ", " + weights;
  }
  if (rating == Rating::weight_per_pin) name += ", weight per pin";
  return name;
}

std::vector<DeviceCase> standard_cases() {
  std::vector<DeviceCase> cases;
  for (const char* spec :
       {k_uniform, k_sizes, k_ten, "stencil27:x=200,y=200,z=200",
        "power_law:n=4000000,m=10000000,min=2,max=10", "ksat_primal:n=2380000,m=10000000",
        "ksat_dual:n=2380000,m=10000000", "ksat_literal:n=2380000,m=10000000"}) {
    cases.push_back({spec});
    cases.push_back({spec, "unit"});
    if (spec == k_sizes) cases.push_back({spec, "random:1..100", Rating::weight_per_pin});
  }
  return cases;
}

std::vector<DeviceCase> heavy_tailed_cases() {
  return {{k_uniform}, {k_uniform, "zipf"}, {k_uniform, "spikes"}};
}

std::vector<DeviceCase> large_cases() {
  return {{"stencil27:x=430,y=430,z=430"}};
}

std::vector<DeviceCase> real_cases() {
  const char* const folder = std::getenv("HYPERMATCH_DATA_DIR");
  std::vector<DeviceCase> cases;
  for (const char* name :
       {"hgr-pace25/hs_priv010", "hgr-pace25/hs_pub040", "hgr-sat/linux-2014-02.primal",
        "hgr-pace25/hs_pub051", "hgr-social/threads-math-sx"}) {
    const std::filesystem::path file =
        std::filesystem::path(folder != nullptr ? folder : "../shared/data") /
        (std::string(name) + ".hgr.zst");
    if (std::filesystem::exists(file)) cases.push_back({file.string()});
  }
  return cases;
}

std::vector<DeviceCase> host_cases() {
  return {{k_uniform},
          {k_uniform, "random:1..5000000000"},
          {k_uniform, "unit"},
          {k_sizes, "random:1..100", Rating::automatic},
          {k_ten},
          {"stencil27:x=200,y=200,z=200"}};
}

Hypergraph make(const Context& context, const DeviceCase& instance) {
  Hypergraph hypergraph = load_instance(context, instance.spec).hypergraph;
  const EdgeId m = hypergraph.view().num_edges();
  if (instance.weights == "zipf" || instance.weights == "spikes") {
    constexpr std::int32_t k_spikes[] = {1'000'000, 1'000'001, 2'000'000'000};
    Array<std::int32_t> weights(m);
    for (std::size_t e = 0; e < m; ++e) {
      const std::uint64_t rank = scattered(e) % m;
      if (instance.weights == "zipf") {
        weights[e] = static_cast<std::int32_t>(2'000'000'000 / (rank + 1)) + 1;
      } else {
        weights[e] = rank % 1000 == 0 ? k_spikes[rank / 1000 % 3] : 1;
      }
    }
    hypergraph.weights = std::move(weights);
  } else {
    generate::assign_weights(context, hypergraph.weights, m, instance.weights);
  }
  return hypergraph;
}

double bytes_of_arrays(const HypergraphView& hypergraph) {
  const auto m = static_cast<double>(hypergraph.num_edges());
  return 8.0 * (m + 1.0) + 4.0 * static_cast<double>(hypergraph.num_pins()) +
         (hypergraph.is_weighted() ? 4.0 * m : 0.0);
}

double least_bytes(const HypergraphView& hypergraph) {
  const auto m = static_cast<double>(hypergraph.num_edges());
  return (hypergraph.is_weighted() ? 12.0 : 8.0) * m +
         std::min(32.0 * m, 4.0 * static_cast<double>(hypergraph.num_pins()));
}

}  // namespace hypermatch::bench
