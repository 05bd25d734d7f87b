// SPDX-License-Identifier: MIT
// Handles of the interface for C, and their contents.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "c_arguments.hpp"
#include "hypermatch/as.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/solver_csr.hpp"

struct hypermatch_context {
  std::stop_source stop;
  hypermatch::Context context;
};

struct hypermatch_instance {
  hypermatch::AnyInstanceView view = {};  // of preferences none
  hypermatch::WeightsView weights = {};   // of entries
  hypermatch::Weights own_loops = {};
  std::variant<std::monostate, hypermatch::AdoptedCsr<hypermatch::GraphView>,
               hypermatch::AdoptedCsr<hypermatch::HypergraphView>,
               hypermatch::AdoptedCsr<hypermatch::BipartiteView>, hypermatch::Preferences>
      adopted = {};
  std::unique_ptr<hypermatch::io::Instance> owned = {};
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> bounds = {};

  [[nodiscard]] hypermatch::AnyGraphView graph() const {
    using hypermatch::EdgeListView;
    if (const auto* const edges = std::get_if<EdgeListView>(&view)) return *edges;
    return hypermatch::as<hypermatch::GraphView>(view, "the instance");
  }
  [[nodiscard]] const hypermatch::HypergraphView& hypergraph() const {
    return hypermatch::as<hypermatch::HypergraphView>(view, "the instance");
  }
  [[nodiscard]] const hypermatch::BipartiteView& matrix() const {
    return hypermatch::as<hypermatch::BipartiteView>(view, "the instance");
  }
  [[nodiscard]] hypermatch::PreferencesView preferences() const {
    const auto* const lists = std::get_if<hypermatch::Preferences>(&adopted);
    if (lists == nullptr) {
      throw hypermatch::Error(hypermatch::ErrorCode::invalid_input,
                              "the instance holds no preferences");
    }
    return lists->view();
  }
  [[nodiscard]] hypermatch::WeightsView loops() const {
    return view_of(owned == nullptr ? own_loops : owned->loop_weights);
  }
  // Without bounds of that name the fallback for all.
  [[nodiscard]] hypermatch::Capacities bound(std::string_view name, std::uint32_t fallback) const {
    const auto found = bounds.find(name);
    if (found == bounds.end()) return {.common = fallback};
    if (found->second.size() == 1) return {.common = found->second[0]};
    return {.each = found->second};
  }
};

struct hypermatch_result {
  std::string algorithm = {};
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> arrays = {};
  std::map<std::string, double, std::less<>> numbers = {};
};

namespace hypermatch::registry::c {

/// The bounds of a matrix. `perfect`: the side with fewer pairs lies in as many as it may.
PairBounds pair_bounds(const hypermatch_instance& instance, bool perfect);

}  // namespace hypermatch::registry::c
