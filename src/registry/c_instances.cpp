// SPDX-License-Identifier: MIT
// The interface for C: contexts, instances, and what results hold. No exception leaves a function.
#include "hypermatch/hypermatch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "c_arguments.hpp"
#include "c_types.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/version.hpp"

using namespace hypermatch;
using registry::c::given;
using registry::c::given_object;
using registry::c::guarded;
using registry::c::integers_of;
using registry::c::last_error;
using registry::c::numbers_of;
using registry::c::refuse_option;
using registry::c::weights_of;

namespace {

constexpr std::array<std::string_view, 4> k_names_of_bounds = {"row_capacity", "column_capacity",
                                                               "min_per_row", "min_per_column"};

template <class T>
Array<T> array_of(const char* name, const hypermatch_array& array) {
  return Array<T>(std::span<const T>(numbers_of<T>(name, array)));
}

}  // namespace

const char* hypermatch_version() {
  return version();
}

const char* hypermatch_last_error() {
  return last_error().c_str();
}

hypermatch_code hypermatch_context_new(int threads, hypermatch_context** context) {
  return guarded([&] {
    hypermatch_context*& out = given_object("context", context);
    std::stop_source stop;
    Context made({.threads = threads, .stop = stop.get_token()});
    out = new hypermatch_context{std::move(stop), std::move(made)};
  });
}

void hypermatch_context_stop(hypermatch_context* context) {
  if (context != nullptr) context->stop.request_stop();
}

void hypermatch_context_free(hypermatch_context* context) {
  delete context;
}

hypermatch_code hypermatch_graph(const hypermatch_context* context, uint64_t vertices,
                                 hypermatch_array offsets, hypermatch_array columns,
                                 hypermatch_array values, const char* symmetrize,
                                 hypermatch_instance** instance) {
  return guarded([&] {
    const Context& with = given_object("context", context).context;
    hypermatch_instance*& out = given_object("instance", instance);
    const SolverCsr matrix{vertices, vertices, integers_of(offsets), integers_of(columns),
                           weights_of(values)};
    auto made = std::make_unique<hypermatch_instance>();
    auto rows = symmetric_graph_of(
        with, matrix, parse_name<Symmetrize>("symmetrize", given("symmetrize", symmetrize)),
        EntryWeights::values);
    made->own_loops = loops_of(with, matrix);
    made->view = rows.view;
    made->adopted = std::move(rows);
    out = made.release();
  });
}

hypermatch_code hypermatch_hypergraph(const hypermatch_context* context, uint64_t vertices,
                                      hypermatch_array offsets, hypermatch_array pins,
                                      hypermatch_array weights, hypermatch_instance** instance) {
  return guarded([&] {
    const Context& with = given_object("context", context).context;
    hypermatch_instance*& out = given_object("instance", instance);
    const SolverCsr matrix{offsets.size == 0 ? 0 : offsets.size - 1, vertices, integers_of(offsets),
                           integers_of(pins)};
    auto made = std::make_unique<hypermatch_instance>();
    auto rows = hypergraph_of(with, matrix, weights_of(weights));
    validate(with, rows.view);
    made->view = rows.view;
    made->adopted = std::move(rows);
    out = made.release();
  });
}

hypermatch_code hypermatch_matrix(const hypermatch_context* context, uint64_t rows,
                                  uint64_t columns, hypermatch_array offsets,
                                  hypermatch_array entries, hypermatch_array values,
                                  hypermatch_instance** instance) {
  return guarded([&] {
    const Context& with = given_object("context", context).context;
    hypermatch_instance*& out = given_object("instance", instance);
    auto made = std::make_unique<hypermatch_instance>();
    made->weights = weights_of(values);
    auto adopted = bipartite_of(
        with, {rows, columns, integers_of(offsets), integers_of(entries), made->weights});
    made->view = adopted.view;
    made->adopted = std::move(adopted);
    out = made.release();
  });
}

hypermatch_code hypermatch_read(const hypermatch_context* context, const char* path, const char* as,
                                hypermatch_instance** instance) {
  return guarded([&] {
    const Context& with = given_object("context", context).context;
    hypermatch_instance*& out = given_object("instance", instance);
    (void)given("path", path);
    const bool is_named = as != nullptr && std::string_view(as) == "preferences";
    if (is_named || (as == nullptr && io::holds_preferences(path))) {
      auto lists = std::make_unique<hypermatch_instance>();
      lists->adopted = std::move(io::read_preferences(with, path).preferences);
      out = lists.release();
      return;
    }
    io::ReadOptions options{.self_loops = io::SelfLoops::keep,
                            .entry_weights = io::EntryWeights::keep};
    if (as != nullptr) options.as = parse_name<io::Interpretation>("as", as);
    auto made = std::make_unique<hypermatch_instance>();
    made->owned = std::make_unique<io::Instance>(io::read(with, path, options));
    made->view = view_of(made->owned->data);
    made->weights = view_of(made->owned->entry_weights);
    out = made.release();
  });
}

hypermatch_code hypermatch_preferences(const hypermatch_context* /*context*/, const char* sides,
                                       uint64_t left, hypermatch_array offsets,
                                       hypermatch_array partners, hypermatch_array ties,
                                       hypermatch_array capacities,
                                       hypermatch_instance** instance) {
  return guarded([&] {
    hypermatch_instance*& out = given_object("instance", instance);
    auto made = std::make_unique<hypermatch_instance>();
    auto& lists = made->adopted.emplace<Preferences>();
    lists.sides = parse_name<Sides>("sides", given("sides", sides));
    if (left > k_max_count) {
      throw Error(ErrorCode::invalid_input,
                  "there are " + std::to_string(left) + " agents, must be below 2^32 - 1");
    }
    lists.offsets = array_of<Offset>("offsets", offsets);
    lists.partners = array_of<VertexId>("partners", partners);
    lists.ties = array_of<std::uint32_t>("ties", ties);
    lists.capacities = array_of<std::uint32_t>("capacities", capacities);
    lists.num_left = lists.sides == Sides::one ? lists.num_agents() : static_cast<VertexId>(left);
    check_preferences(lists.view());
    out = made.release();
  });
}

hypermatch_code hypermatch_instance_bound(hypermatch_instance* instance, const char* name,
                                          hypermatch_array bound) {
  return guarded([&] {
    hypermatch_instance& of = given_object("instance", instance);
    const bool of_rows =
        std::string_view(given("the name of a bound", name)).find("row") != std::string_view::npos;
    std::uint64_t vertices = 0;
    if (std::string_view(name) == "capacity") {
      const auto* const edges = std::get_if<HypergraphView>(&of.view);
      vertices = edges != nullptr ? edges->num_vertices : of.graph().num_vertices();
    } else if (std::ranges::find(k_names_of_bounds, name) != k_names_of_bounds.end()) {
      vertices = of_rows ? of.matrix().num_rows : of.matrix().num_columns;
    } else {
      refuse_option(std::string("there is no bound '") + name + "'");
    }
    if (bound.size != 1 && bound.size != vertices) {
      throw Error(ErrorCode::invalid_input,
                  std::string(name) + " has " + std::to_string(bound.size) +
                      " numbers, must have 1 or " + std::to_string(vertices));
    }
    of.bounds[name] = numbers_of<std::uint32_t>(name, bound);
  });
}

void hypermatch_instance_free(hypermatch_instance* instance) {
  delete instance;
}

hypermatch_code hypermatch_result_array(const hypermatch_result* result, const char* name,
                                        hypermatch_array* array) {
  return guarded([&] {
    const auto& arrays = given_object("result", result).arrays;
    hypermatch_array& out = given_object("array", array);
    const auto found = arrays.find(given("name", name));
    if (found == arrays.end()) {
      refuse_option(std::string("the result has no array '") + name + "'");
    }
    out = {found->second.data(), found->second.size(), HYPERMATCH_UINT32};
  });
}

hypermatch_code hypermatch_result_number(const hypermatch_result* result, const char* name,
                                         double* number) {
  return guarded([&] {
    const auto& numbers = given_object("result", result).numbers;
    double& out = given_object("number", number);
    const auto found = numbers.find(given("name", name));
    if (found == numbers.end()) {
      refuse_option(std::string("the result has no number '") + name + "'");
    }
    out = found->second;
  });
}

const char* hypermatch_result_algorithm(const hypermatch_result* result) {
  return result == nullptr ? "" : result->algorithm.c_str();
}

void hypermatch_result_free(hypermatch_result* result) {
  delete result;
}
