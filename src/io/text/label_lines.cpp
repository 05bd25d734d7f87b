// SPDX-License-Identifier: MIT
#include "io/text/label_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::VertexLabels;

// The ids as numbers, if all are some.
std::optional<std::vector<std::uint64_t>> numbers_of(const VertexLabels& labels) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
    const std::string_view id = label_at(labels, v);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc{} || end != id.data() + id.size()) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

// The number that line 1 stands for; numbers that begin above 1 and have gaps do not tell.
std::uint64_t first_number(const std::vector<std::uint64_t>& numbers) {
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  const bool has_gaps = *most - *least + 1 != numbers.size();
  if (*least == 0 || (*least > 1 && !has_gaps)) return *least;
  if (*least == 1) return 1;
  throw Error(ErrorCode::invalid_input,
              "lines without names do not tell their vertices, whose numbers begin at " +
                  std::to_string(*least) + " and have gaps; lines with the vertex in front do");
}

}  // namespace

std::size_t num_label_lines(const VertexLabels& labels, VertexId num_vertices) {
  if (labels.empty() || labels.are_listed || num_vertices == 0) return num_vertices;
  const auto numbers = numbers_of(labels);
  if (!numbers) return num_vertices;
  return *std::max_element(numbers->begin(), numbers->end()) - first_number(*numbers) + 1;
}

LabelLines label_lines(const VertexLabels& labels, VertexId num_vertices, std::size_t count) {
  const std::size_t expected = num_label_lines(labels, num_vertices);
  if (count != expected) {
    throw Error(ErrorCode::invalid_input,
                base::there_are(count, "label") + ", one per line, and there must be " +
                    std::to_string(expected) + ", for " + base::counted(num_vertices, "vertex") +
                    (expected == num_vertices ? "" : " whose numbers have gaps"));
  }
  LabelLines lines{std::vector<VertexId>(count, k_none), {}};
  const bool by_order = labels.empty() || labels.are_listed || num_vertices == 0;
  const auto numbers = by_order ? std::nullopt : numbers_of(labels);
  if (!numbers) {
    std::iota(lines.vertices.begin(), lines.vertices.end(), VertexId{0});
    lines.order = labels.empty() ? ""
                  : labels.are_listed
                      ? "in the order in which the input lists the vertices, "
                      : "in the order in which the input first names the vertices, ";
    lines.order += "line 1 is that of " + std::string(labels.empty() ? "vertex " : "") +
                   (num_vertices == 0 ? std::to_string(labels.first) : labels.of(0));
    return lines;
  }
  const std::uint64_t first = first_number(*numbers);
  for (VertexId v = 0; v < num_vertices; ++v) lines.vertices[(*numbers)[v] - first] = v;
  lines.order = "line 1 is that of vertex " + std::to_string(first);
  if (count != num_vertices) {
    lines.order +=
        "; " + base::counted(count - num_vertices, "line") + " of numbers that no edge has";
  }
  return lines;
}

}  // namespace hypermatch::detail::io
