// SPDX-License-Identifier: MIT
// One small instance of every family, in several types of weights, for tests over all algorithms.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph.hpp"
#include "tests/named_instances.hpp"

// Sanitizers cost a factor of ten: the same tests on smaller instances.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HYPERMATCH_TEST_SCALE 8
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HYPERMATCH_TEST_SCALE 8
#endif
#endif
#if !defined(HYPERMATCH_TEST_SCALE)
#define HYPERMATCH_TEST_SCALE 1
#endif

namespace hypermatch::test {

struct FamilyCase {
  const char* family;
  std::map<std::string, double> parameters;
};

/// Large enough for every thread to get chunks of its own.
inline std::vector<FamilyCase> family_cases() {
  const double scale = HYPERMATCH_TEST_SCALE;
  return {{"uniform", {{"n", 8'000 / scale}, {"m", 24'000 / scale}, {"k", 3}}},
          {"sizes", {{"n", 6'000 / scale}, {"m", 20'000 / scale}, {"min", 0}, {"max", 8}}},
          {"power_law", {{"n", 8'000 / scale}, {"m", 16'000 / scale}, {"min", 2}, {"max", 6}}},
          {"ksat_primal", {{"n", 4'000 / scale}, {"m", 17'000 / scale}}},
          {"ksat_dual", {{"n", 4'000 / scale}, {"m", 17'000 / scale}}},
          {"ksat_literal", {{"n", 4'000 / scale}, {"m", 17'000 / scale}}},
          {"stencil7", {{"x", 24}, {"y", 24}, {"z", 24 / scale}}},
          {"stencil27", {{"x", 16}, {"y", 16}, {"z", 32 / scale}}},
          {"chain", {{"m", 3'000 / scale}, {"d", 3}, {"shuffle", 1}}},
          {"tight", {{"d", 4}, {"copies", 400 / scale}}}};
}

/// Weights in every type that an instance can hold, with ties and without.
enum class WeightType { as_generated, unit, int32, int64, float32, float64 };
inline constexpr WeightType k_weight_types[] = {WeightType::as_generated, WeightType::unit,
                                                WeightType::int32,        WeightType::int64,
                                                WeightType::float32,      WeightType::float64};

inline const char* name_of(WeightType type) {
  switch (type) {
    case WeightType::as_generated:
      return "as_generated";
    case WeightType::unit:
      return "unit";
    case WeightType::int32:
      return "int32";
    case WeightType::int64:
      return "int64";
    case WeightType::float32:
      return "float";
    case WeightType::float64:
      break;
  }
  return "double";
}

template <class T>
Array<T> scaled(const Weights& weights, double factor) {
  const WeightsView view = view_of(weights);
  Array<T> items(size_of(view));
  for (std::size_t e = 0; e < items.size(); ++e) {
    items[e] = static_cast<T>(weight_at(view, e) * factor);
  }
  return items;
}

inline void set_weights(const Context& context, Hypergraph& h, WeightType type) {
  const EdgeId m = h.view().num_edges();
  switch (type) {
    case WeightType::as_generated:
      break;
    case WeightType::unit:
      generate::assign_weights(context, h.weights, m, "unit");
      break;
    case WeightType::int32:  // some of them zero or negative
      generate::assign_weights(context, h.weights, m, "random:-5..100");
      break;
    case WeightType::int64:
      generate::assign_weights(context, h.weights, m, "random:1..1000000000000:7");
      break;
    case WeightType::float32:
      generate::assign_weights(context, h.weights, m, "random:1..50:3");
      h.weights = scaled<float>(h.weights, 0.125);
      break;
    case WeightType::float64:
      generate::assign_weights(context, h.weights, m, "random:-100..1000000000000:9");
      h.weights = scaled<double>(h.weights, 1e-13);
      break;
  }
}

/// Each family with one type of weights in turn, so that all types meet all algorithms; `all_types`
/// gives each family all types.
inline std::vector<NamedInstance> instances(bool all_types = false, std::uint64_t seed = 0) {
  const Context context({.threads = 1});
  std::vector<NamedInstance> list;
  std::size_t turn = seed;
  for (const FamilyCase& family : family_cases()) {
    for (std::size_t i = 0; i < std::size(k_weight_types); ++i) {
      if (!all_types && i != turn % std::size(k_weight_types)) continue;
      Hypergraph h = generate::hypergraph(context, family.family, family.parameters, seed);
      set_weights(context, h, k_weight_types[i]);
      list.push_back({std::string(family.family) + "/" + name_of(k_weight_types[i]) + "/seed " +
                          std::to_string(seed),
                      std::move(h)});
    }
    ++turn;
  }
  return list;
}

}  // namespace hypermatch::test
