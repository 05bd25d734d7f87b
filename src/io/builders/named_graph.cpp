// SPDX-License-Identifier: MIT
#include "io/builders/named_graph.hpp"

#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/entries.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/printable.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;
using hypermatch::io::VertexLabels;

void refuse_at(const ParseInput& input, const char* where, const std::string& message) {
  throw Error(ErrorCode::unsupported, std::string(input.name) + ":" +
                                          std::to_string(line_of(range_of(input.text), where)) +
                                          ": " + message);
}

Number weight_of(std::string_view text, const char* at) {
  if (const auto number = parse_number(text.data(), text.data() + text.size())) return *number;
  throw TextFailure{at, "expected an edge weight (a finite number), found " + shown_text(text)};
}

void refuse_nul(const ParseInput& input) {
  if (const char* const nul = find_nul(range_of(input.text))) fail_at_nul(nul);
}

bool is_word(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

void EdgeCollector::add(VertexId u, VertexId v, const std::optional<Number>& weight,
                        const char* at) {
  check_limit(at, ++lines_, "edges");
  if (weight) {
    ++weighted_;
    if (input_.negative_weights == NegativeWeights::refuse) refuse_negative(*weight, at);
  }
  if (u == v) {
    ++self_loops_;
    if (input_.self_loops == SelfLoops::keep)
      loops_.push_back({u, weight.value_or(k_weight_of_one)});
    return;
  }
  pairs_.push_back({u, v});
  weights_.push(weight.value_or(k_weight_of_one));
}

namespace {

bool are_plain_numbers(const VertexLabels& labels) {
  for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
    if (label_at(labels, v) != std::to_string(v + 1)) return false;
  }
  return true;
}

}  // namespace

namespace {

/// networkx calls it `bipartite` and igraph `type`, which may mean other things elsewhere.
constexpr std::string_view k_side_attributes[] = {"bipartite", "type"};
constexpr std::uint8_t k_unknown = 2;

std::uint8_t side_of(std::string_view value) {
  if (value == "0" || is_word(value, "false")) return 0;
  if (value == "1" || is_word(value, "true")) return 1;
  return k_unknown;
}

}  // namespace

bool EdgeCollector::names_side(std::string_view name) {
  return std::ranges::find(k_side_attributes, name) != std::end(k_side_attributes);
}

void EdgeCollector::see_attribute(VertexId v, std::string_view name, std::string_view value) {
  const auto* const found = std::ranges::find(k_side_attributes, name);
  if (found == std::end(k_side_attributes)) return;
  SideAttribute& attribute = attributes_[found - std::begin(k_side_attributes)];
  if (attribute.sides.size() <= v) attribute.sides.resize(v + std::size_t{1}, k_unknown);
  const std::uint8_t side = side_of(value);
  if (side == k_unknown) attribute.has_others = true;
  if (attribute.sides[v] == k_unknown && side != k_unknown) ++attribute.seen;
  attribute.sides[v] = side;
}

void EdgeCollector::take_modes(std::uint64_t num_rows, std::uint64_t num_vertices) {
  SideAttribute& modes = attributes_[0];
  modes.sides.assign(num_vertices, 1);
  std::fill_n(modes.sides.begin(), num_rows, std::uint8_t{0});
  modes.seen = num_vertices;
}

bool EdgeCollector::part_all_edges(const std::vector<std::uint8_t>& sides) const {
  return self_loops_ == 0 && std::all_of(pairs_.begin(), pairs_.end(), [&](const GraphEdge& edge) {
           return sides[edge.u] != sides[edge.v];
         });
}

std::vector<std::uint8_t> EdgeCollector::take_sides(std::uint64_t num_vertices,
                                                    ReadReport& report) {
  if (input_.as != hypermatch::io::Interpretation::bipartite) return {};
  auto& [declared, type] = attributes_;
  if (num_vertices != 0 && declared.seen == num_vertices && !declared.has_others) {
    return std::move(declared.sides);
  }
  if (declared.seen != 0 || declared.has_others) {
    report.notes.emplace_back(
        "the attribute 'bipartite' is not 0 or 1 at every vertex: it does not count");
  }
  const bool is_telling = num_vertices != 0 && type.seen == num_vertices && !type.has_others &&
                          part_all_edges(type.sides);
  return is_telling ? std::move(type.sides) : std::vector<std::uint8_t>();
}

Weights EdgeCollector::take_weights(ReadReport& report) {
  report.directed_edges = directed_;
  if (weighted_ == 0 && !asked_weight().empty()) {
    throw Error(ErrorCode::invalid_option, std::string(input_.name) + ": no edge has a number " +
                                               shown_text(asked_weight()) +
                                               ", which --columns asks for as weight");
  }
  if (weighted_ == 0) {
    if (!other_number_.empty()) {
      report.notes.push_back("edges have no weight; numbers called " + shown_text(other_number_) +
                             " are not read as one (--columns " + other_number_ + " takes them)");
    }
    return {};
  }
  report.missing_weights = lines_ - weighted_;
  WeightColumn* const columns[] = {&weights_};
  return join_columns(input_.context, columns);
}

Instance EdgeCollector::finish(const char* format, std::uint64_t num_vertices, ReadReport report,
                               VertexLabels labels) {
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(num_vertices);
  std::vector<std::uint8_t> sides = take_sides(num_vertices, report);
  graph.edges = std::move(pairs_);
  graph.weights = take_weights(report);
  report.self_loops = self_loops_;
  merge_parallel_edges(input_, graph, report);
  const VertexId n = graph.num_vertices;
  Instance instance = finish_graph(input_, format, std::move(graph), std::move(report),
                                   weights_of(input_, loops_, n));
  if (!are_plain_numbers(labels)) instance.labels = std::move(labels);
  instance.labels.are_listed = true;
  instance.vertex_sides = std::move(sides);
  return instance;
}

VertexLabels labels_or_ids(const std::vector<std::string_view>& names, std::uint64_t num_vertices,
                           VertexLabels ids, ReadReport& report) {
  if (names.empty()) return ids;
  const auto refuse = [&](const std::string& why) {
    report.notes.push_back(why + ": vertices are called by their ids");
    return std::move(ids);
  };
  if (names.size() < num_vertices) {
    return refuse(base::counted(num_vertices - names.size(), "vertex") + " without label");
  }
  NameTable table;
  for (std::size_t v = 0; v < names.size(); ++v) {
    if (table.number_of(names[v]) != v) {
      return refuse("label " + shown_text(names[v]) + " stands twice");
    }
  }
  return labels_of(names);
}

}  // namespace hypermatch::detail::io
