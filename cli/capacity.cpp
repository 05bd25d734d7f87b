// SPDX-License-Identifier: MIT
#include "capacity.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "files.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "pair_bounds.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::uint64_t k_largest_capacity = std::numeric_limits<std::uint32_t>::max();
constexpr const char* k_vertex_weights = "vertex-weights";
constexpr const char* k_forms = "a whole number, a file, vertex-weights or random:LO..HI[:S]";

bool is_random(const std::string& given) {
  return given.starts_with("random:");
}

// Digits, with a sign or without; files may not be called so. A sign alone is standard input.
bool is_number(const std::string& given) {
  const std::size_t begin = given.starts_with('-') ? 1 : 0;
  return given.size() > begin && given.find_first_not_of("0123456789", begin) == std::string::npos;
}

[[noreturn]] void refuse_capacity(const std::string& given, const std::string& wanted) {
  throw Error(ErrorCode::invalid_option, "--capacity is '" + given + "', must be " + wanted);
}

std::optional<std::uint32_t> common_in(const std::string& given) {
  if (!is_number(given)) return std::nullopt;
  std::uint64_t value = 0;
  const char* const end = given.data() + given.size();
  const auto [stop, error] = std::from_chars(given.data(), end, value);
  if (error == std::errc::result_out_of_range)
    return static_cast<std::uint32_t>(k_largest_capacity);
  if (error != std::errc{} || stop != end) refuse_capacity(given, "a whole number from 0");
  return static_cast<std::uint32_t>(std::min(value, k_largest_capacity));
}

struct RandomRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Of a text that `random_capacities` has not refused.
RandomRange random_range(const std::string& given) {
  RandomRange range;
  const char* const end = given.data() + given.size();
  const char* at =
      std::from_chars(given.data() + std::string("random:").size(), end, range.low).ptr;
  std::from_chars(at + 2, end, range.high);
  return range;
}

// Draws `count` capacities.
Array<std::uint32_t> random_capacities(const Context& context, const std::string& given,
                                       VertexId count) {
  constexpr const char* k_wanted =
      "random:LO..HI[:S] with whole numbers 0 <= LO <= HI < 2^32 and S in 0 .. 2^64 - 1";
  // Of two draws one at least is checked, whatever is counted.
  Weights drawn;
  try {
    generate::assign_weights(context, drawn, count, given);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_option) throw;
    refuse_capacity(given, k_wanted);
  }
  const auto [low, high] = random_range(given);
  if (low < 0 || std::cmp_greater(high, k_largest_capacity)) refuse_capacity(given, k_wanted);
  Array<std::uint32_t> each(count);
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          for (std::size_t v = 0; v < count; ++v) each[v] = static_cast<std::uint32_t>(values[v]);
        }
      },
      drawn);
  return each;
}

Array<std::uint32_t> from_vertex_weights(std::span<const std::int64_t> weights,
                                         std::uint32_t weights_per_vertex,
                                         const io::VertexLabels& labels, const std::string& file) {
  const auto refuse_weights = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_input, file +
                                              ": --capacity vertex-weights needs one weight per "
                                              "vertex from 0 on, but " +
                                              what);
  };
  if (weights.empty()) refuse_weights("vertices have none");
  if (weights_per_vertex > 1) {
    refuse_weights("vertices have " + std::to_string(weights_per_vertex));
  }
  Array<std::uint32_t> each(weights.size());
  for (std::size_t v = 0; v < weights.size(); ++v) {
    if (weights[v] < 0) {
      refuse_weights("vertex " + io::printable(labels.of(static_cast<VertexId>(v))) + " has " +
                     std::to_string(weights[v]));
    }
    each[v] = static_cast<std::uint32_t>(
        std::min(static_cast<std::uint64_t>(weights[v]), k_largest_capacity));
  }
  return each;
}

}  // namespace

void add_capacity_flag(Command& command, std::string& capacity, const std::string& more) {
  command.text(
      "--capacity", "B|FILE|vertex-weights|random:LO..HI[:S]", capacity,
      std::string("How many matched edges a vertex may lie in (default 1): all vertices B; one\n") +
          "number per line of FILE (edge lists: by number, names by first appearance), or\n" +
          "`NAME B` per line; the weights of vertices; random numbers" + more);
}

void add_cover_flag(Command& command, bool& cover) {
  command.flag("--cover", cover,
               "For graphs: light edges such that each vertex lies in at least as many as\n"
               "its capacity (default 1), or in all that it has");
}

void check_capacity(const std::string& given) {
  if (given.empty()) refuse_capacity(given, k_forms);
  (void)common_in(given);
  if (is_range(given)) {
    throw Error(ErrorCode::unsupported, "--capacity is '" + given +
                                            "': lower bounds on the degrees of general graphs are "
                                            "served by no algorithm here; the verb "
                                            "bipartite has them for rows and columns");
  }
  if (is_random(given)) (void)random_capacities(Context({.threads = 1}), given, 0);
  const std::string file = capacity_file(given);
  if (!file.empty() && file != "-" && is_missing(file)) {
    throw Error(ErrorCode::io, "--capacity is '" + given + "', which is no file; it takes " +
                                   k_forms + did_you_mean(given, k_vertex_weights));
  }
}

std::string capacity_file(const std::string& given) {
  const bool is_file = !is_number(given) && !is_random(given) && given != k_vertex_weights;
  return is_file ? given : std::string();
}

bool may_be_ones(const std::string& given) {
  if (const auto common = common_in(given)) return *common == 1;
  if (!is_random(given)) return true;
  const auto [low, high] = random_range(given);
  return low == 1 && high == 1;
}

void check_read_once(const std::string& given, std::initializer_list<std::string> others) {
  if (capacity_file(given) != "-" || std::find(others.begin(), others.end(), "-") == others.end()) {
    return;
  }
  throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
}

VertexCapacities load_capacities(const Context& context, const std::string& given,
                                 const io::Instance& instance, const std::string& file) {
  VertexCapacities capacities;
  if (const auto common = common_in(given)) {
    capacities.common = *common;
    return capacities;
  }
  const auto load = [&](VertexId n, std::span<const std::int64_t> weights,
                        std::uint32_t weights_per_vertex) {
    if (is_random(given)) return random_capacities(context, given, n);
    if (given == k_vertex_weights) {
      return from_vertex_weights(weights, weights_per_vertex, instance.labels, file);
    }
    const std::vector<std::uint32_t> read =
        io::read_capacities(given, {&instance.labels, n}, &capacities.note);
    return Array<std::uint32_t>(std::span<const std::uint32_t>(read));
  };
  if (const auto* graph = std::get_if<Graph>(&instance.data)) {
    capacities.each =
        load(graph->num_vertices(), graph->vertex_weights.view(), graph->weights_per_vertex);
  } else if (const auto* hypergraph = std::get_if<Hypergraph>(&instance.data)) {
    capacities.each = load(hypergraph->num_vertices, hypergraph->vertex_weights.view(),
                           hypergraph->weights_per_vertex);
  }
  return capacities;
}

VertexCapacities load_capacities(const Context& context, const std::string& given,
                                 const io::NamedVertices& things) {
  VertexCapacities capacities;
  if (const auto common = common_in(given)) {
    capacities.common = *common;
  } else if (is_random(given)) {
    capacities.each = random_capacities(context, given, static_cast<VertexId>(things.count));
  } else if (given == k_vertex_weights) {
    refuse_capacity(given, "a whole number, a file or random:LO..HI[:S]: agents have no weights");
  } else {
    const std::vector<std::uint32_t> read = io::read_capacities(given, things, &capacities.note);
    capacities.each = Array<std::uint32_t>(std::span<const std::uint32_t>(read));
  }
  return capacities;
}

void renumber(VertexCapacities& capacities, std::span<const VertexId> numbers) {
  if (capacities.each.empty()) return;
  Array<std::uint32_t> moved(numbers.size());
  for (std::size_t v = 0; v < numbers.size(); ++v) moved[numbers[v]] = capacities.each[v];
  capacities.each = std::move(moved);
}

Json capacity_json(const std::string& given) {
  const auto common = common_in(given);
  return common ? Json(*common) : Json(given);
}

}  // namespace hypermatch::cli
